import Foundation

/// What a rival does with the people.
struct PeoplePeer {
    private(set) var encoderName: String
    let decoderName: String
    private(set) var encode: () throws -> Data
    let decode: (Data) throws -> Any
    /// The people in what `decode` returned.
    let record: (Any) -> PeopleRecord?

    /// - Parameters:
    ///   - model: The people as a model, and `bytes` what the measured format makes of it.
    init(_ peer: Rival.Peer, _ people: PeopleRecord, model: People, bytes: Data) {
        switch peer {
        case .keyedArchiver: self.init(archiving: people)
        case .binaryPropertyListEncoder: self.init(propertyList: .binary, people)
        case .xmlPropertyListEncoder: self.init(propertyList: .xml, people)
        case .jsonEncoder: self.init(json: people)
        case .keyedArchive: self.init(ourArchiveOf: model)
        case .copying: self.init(copying: model, bytes)
        case .handWritten:
            self.init(copying: model, bytes)
            encoderName = "handWritten"
            encode = { model.handWrittenJSON() }
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

    private init(ourArchiveOf people: People) {
        encoderName = "keyedArchive"
        decoderName = "keyedArchive"
        encode = { try BenchmarkFormat.keyedArchive.encode(people) }
        decode = { try BenchmarkFormat.keyedArchive.decode(People.self, from: $0) }
        record = { ($0 as? People)?.record }
    }

    private init(copying people: People, _ bytes: Data) {
        encoderName = "copying"
        decoderName = "copying+allocating"
        encode = { Data.copy(of: bytes) }
        decode = { (Data.copy(of: $0), people.copyOfEverything()) }
        record = { ($0 as? (Data, People))?.1.record }
    }
}
