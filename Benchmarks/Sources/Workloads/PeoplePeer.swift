import Foundation

/// What a rival does with the people.
struct PeoplePeer {
    let encoderName: String
    let decoderName: String
    let encode: () throws -> Data
    let decode: (Data) throws -> Any
    /// The people in what `decode` returned.
    let record: (Any) -> PeopleRecord?

    init(_ peer: Rival.Peer, _ people: PeopleRecord) {
        switch peer {
        case .keyedArchiver: self.init(archiving: people)
        case .binaryPropertyListEncoder: self.init(propertyList: .binary, people)
        case .xmlPropertyListEncoder: self.init(propertyList: .xml, people)
        case .jsonEncoder: self.init(json: people)
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
