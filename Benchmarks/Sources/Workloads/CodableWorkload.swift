import Foundation
import JSONFormat
import ModelCore

/// One of the people: `Codable`, and nothing else.
struct CodablePerson: Codable, Equatable {
    var name, email: String
    var age: Int
    var score: Double
    var active: Bool
    var tags: [String]
}

/// A model that has them in a property.
@Model
final class CodablePeopleModel: BaseModel {
    var people: [CodablePerson] = []
}

/// The people as types that are `Codable` and nothing else, as a program has them before it declares models: as a root,
/// and within a model.
public enum CodableWorkload {
    public static let name = "codable"

    private struct People: Codable, Equatable {
        var people: [CodablePerson]
    }

    public static func contests(count: Int = PeopleWorkload.count) throws -> [Contest] {
        let people = People(
            people: PeopleRecord.generated(count: count).people.map {
                CodablePerson(
                    name: $0.name, email: $0.email, age: $0.age, score: $0.score, active: $0.active, tags: $0.tags)
            })
        let model = CodablePeopleModel()
        model.people = people.people
        let format = JSONFormat()
        let (encoder, decoder) = (JSONEncoder(), JSONDecoder())
        let bytes = try format.encode(people)
        let verify = {
            try WrongResult.check(try format.decode(People.self, from: bytes) == people, "Our JSON of Codable types")
            try WrongResult.check(
                try format.decode(CodablePeopleModel.self, from: format.encode(model)).people == people.people,
                "Our JSON of Codable types in a model")
            try WrongResult.check(try decoder.decode(People.self, from: bytes) == people, "JSONDecoder's")
        }
        return [
            Contest(
                name: "\(name)/json/encode", target: nil,
                ours: Contender(name: "ours") { try format.encode(people) },
                peer: Contender(name: "JSONEncoder") { try encoder.encode(people) }, verify: verify),
            Contest(
                name: "\(name)/json/decode", target: nil,
                ours: Contender(name: "ours") { try format.decode(People.self, from: bytes) },
                peer: Contender(name: "JSONDecoder") { try decoder.decode(People.self, from: bytes) },
                verify: verify),
            Contest(
                name: "\(name)/property/encode", target: nil,
                ours: Contender(name: "ours") { try format.encode(model) },
                peer: Contender(name: "JSONEncoder") { try encoder.encode(people) }, verify: verify),
            Contest(
                name: "\(name)/property/decode", target: nil,
                ours: Contender(name: "ours") { try format.decode(CodablePeopleModel.self, from: bytes) },
                peer: Contender(name: "JSONDecoder") { try decoder.decode(People.self, from: bytes) },
                verify: verify),
        ]
    }
}
