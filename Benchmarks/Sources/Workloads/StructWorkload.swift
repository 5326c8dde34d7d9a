import Foundation
import JSONFormat

/// The people as structs, which `@Model` and Foundation's coders code alike.
public enum StructWorkload {
    public static let name = "structs"

    public static func contests(count: Int = PeopleWorkload.count) throws -> [Contest] {
        let record = PeopleRecord.generated(count: count)
        let format = JSONFormat()
        let (encoder, decoder) = (JSONEncoder(), JSONDecoder())
        let bytes = try format.encode(record)
        let verify = {
            try WrongResult.check(try format.decode(PeopleRecord.self, from: bytes) == record, "Our JSON of structs")
            try WrongResult.check(try decoder.decode(PeopleRecord.self, from: bytes) == record, "JSONDecoder's")
        }
        return [
            Contest(
                name: "\(name)/json/encode", target: nil,
                ours: Contender(name: "ours") { try format.encode(record) },
                peer: Contender(name: "JSONEncoder") { try encoder.encode(record) }, verify: verify),
            Contest(
                name: "\(name)/json/decode", target: nil,
                ours: Contender(name: "ours") { try format.decode(PeopleRecord.self, from: bytes) },
                peer: Contender(name: "JSONDecoder") { try decoder.decode(PeopleRecord.self, from: bytes) },
                verify: verify),
        ]
    }
}
