import Foundation
import ModelCore

/// The people in JSON files that have keys which their class doesn't know, and which a model keeps.
public enum UnexpectedWorkload {
    /// Which objects have such a key, as their last one.
    public enum Extent: String, CaseIterable, Sendable {
        /// Every one.
        case unexpected
        /// The last one.
        case late
    }

    /// `people/json-unexpected`
    public static func name(_ extent: Extent) -> String { "people/json-\(extent)" }

    public static func contests(_ extent: Extent, count: Int = PeopleWorkload.count) throws -> [Contest] {
        let record = PeopleRecord.generated(count: count)
        let format = BenchmarkFormat.json
        let first = extent == .late ? count - 1 : 0
        let bytes = try file(record, unexpectedFrom: first)
        let verify = {
            let people = try format.decode(People.self, from: bytes)
            try WrongResult.check(people.record == record, "Our JSON with unexpected keys")
            let isKept = people.people.enumerated().allSatisfy { number, person in
                (person.unknownValues != nil) == (number >= first)
            }
            try WrongResult.check(isKept, "What our JSON kept of unexpected keys")
        }
        return [
            Contest(
                name: "\(name(extent))/decode", target: nil,
                ours: Contender(name: "ours") { try format.decode(People.self, from: bytes) }, peer: nil,
                verify: verify)
        ]
    }

    /// Our JSON, with one more key in each object from that number on.
    private static func file(_ record: PeopleRecord, unexpectedFrom first: Int) throws -> Data {
        var bytes = Data("{\"people\":[".utf8)
        for (number, person) in record.people.enumerated() {
            if number > 0 { bytes.append(UInt8(ascii: ",")) }
            let object = try BenchmarkFormat.json.encode(Person(person))
            bytes.append(number < first ? object : object.dropLast())
            if number >= first { bytes.append(contentsOf: ",\"nickname\":\"nobody knows\"}".utf8) }
        }
        bytes.append(contentsOf: "]}".utf8)
        return bytes
    }
}
