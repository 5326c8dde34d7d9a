import Foundation

/// What Foundation offers for a format, over the people.
struct PeoplePeer {
    let encoderName: String
    let decoderName: String
    let encode: () throws -> Data
    let decode: (Data) throws -> Any
    /// The people in what `decode` returned.
    let record: (Any) -> PeopleRecord?

    init(_ format: BenchmarkFormat, _ people: PeopleRecord) {
        switch format {
        case .keyedArchive: self.init(archiving: people)
        case .binaryPropertyList: self.init(propertyList: .binary, people)
        case .xmlPropertyList: self.init(propertyList: .xml, people)
        case .json: self.init(json: people)
        }
    }

    private init(archiving people: PeopleRecord) {
        encoderName = "NSKeyedArchiver"
        decoderName = "NSKeyedUnarchiver"
        let root = ArchivedPeople(people)
        encode = { try NSKeyedArchiver.archivedData(withRootObject: root, requiringSecureCoding: true) }
        decode = { data in
            guard let root = try NSKeyedUnarchiver.unarchivedObject(ofClass: ArchivedPeople.self, from: data) else {
                throw WrongResult("What NSKeyedUnarchiver returned")
            }
            return root
        }
        record = { ($0 as? ArchivedPeople)?.record }
    }

    // Coders are made once, outside of the measured time, which favours the peers.

    private init(propertyList format: PropertyListSerialization.PropertyListFormat, _ people: PeopleRecord) {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = format
        let decoder = PropertyListDecoder()
        encoderName = "PropertyListEncoder"
        decoderName = "PropertyListDecoder"
        encode = { try encoder.encode(people) }
        decode = { try decoder.decode(PeopleRecord.self, from: $0) }
        record = { $0 as? PeopleRecord }
    }

    private init(json people: PeopleRecord) {
        let encoder = JSONEncoder()
        let decoder = JSONDecoder()
        encoderName = "JSONEncoder"
        decoderName = "JSONDecoder"
        encode = { try encoder.encode(people) }
        decode = { try decoder.decode(PeopleRecord.self, from: $0) }
        record = { $0 as? PeopleRecord }
    }
}
