import ModelCore

/// What other keys than the properties' names cost: the same people in classes with and without them, in JSON.
public enum KeyWorkload {
    public static let name = "keys"

    /// Every property under another key, and half of them at the end of a way.
    public static func contests(count: Int = PeopleWorkload.count) throws -> [Contest] {
        let records = PeopleRecord.generated(count: count).people
        return try contests("renamed", RenamedPeople.self, records)
            + contests("ways", DeepPeople.self, records)
    }

    private static func contests<Root: KeyedRoot>(
        _ kind: String, _ type: Root.Type, _ records: [PersonRecord]
    ) throws -> [Contest] {
        let format = BenchmarkFormat.json
        let plain = People(PeopleRecord(people: records))
        let keyed = Root()
        keyed.people = records.map { record in
            let person = Root.Person()
            person.record = record
            return person
        }
        let (plainBytes, keyedBytes) = (try format.encode(plain), try format.encode(keyed))
        let verify = {
            let back = try format.decode(Root.self, from: keyedBytes)
            try WrongResult.check(back.people.map(\.record) == records, "People with keys")
            try WrongResult.check(keyedBytes != plainBytes, "A file without these keys")
        }
        return [
            Contest(
                name: "\(name)/\(kind)/encode", target: nil,
                ours: Contender(name: "ours") { try format.encode(keyed) },
                peer: Contender(name: "without") { try format.encode(plain) }, verify: verify),
            Contest(
                name: "\(name)/\(kind)/decode", target: nil,
                ours: Contender(name: "ours") { try format.decode(Root.self, from: keyedBytes) },
                peer: Contender(name: "without") { try format.decode(People.self, from: plainBytes) }, verify: verify),
        ]
    }
}

/// A person of a class with keys.
protocol KeyedPerson: BaseModel {
    var record: PersonRecord { get set }
}

/// The root. Not generic: such a class is read another way.
protocol KeyedRoot: BaseModel {
    associatedtype Person: KeyedPerson
    var people: [Person] { get set }
}

@Model
final class RenamedPeople: BaseModel, KeyedRoot {
    var people: [RenamedPerson] = []
}

@Model
final class DeepPeople: BaseModel, KeyedRoot {
    var people: [DeepPerson] = []
}

/// Each property under another key.
@Model
final class RenamedPerson: BaseModel, KeyedPerson {
    @Key("full_name") var name = ""
    @Key("mail") var email = ""
    @Key("years") var age = 0
    @Key("points") var score = 0.0
    @Key("is_active") var active = false
    @Key("labels") var tags: [String] = []

    var record: PersonRecord {
        get { PersonRecord(name: name, email: email, age: age, score: score, active: active, tags: tags) }
        set {
            (name, email, age) = (newValue.name, newValue.email, newValue.age)
            (score, active, tags) = (newValue.score, newValue.active, newValue.tags)
        }
    }
}

/// Half of the properties in a dictionary on the way.
@Model
final class DeepPerson: BaseModel, KeyedPerson {
    @Key(path: "user.name") var name = ""
    @Key(path: "user.email") var email = ""
    @Key(path: "user.age") var age = 0
    var score = 0.0
    var active = false
    var tags: [String] = []

    var record: PersonRecord {
        get { PersonRecord(name: name, email: email, age: age, score: score, active: active, tags: tags) }
        set {
            (name, email, age) = (newValue.name, newValue.email, newValue.age)
            (score, active, tags) = (newValue.score, newValue.active, newValue.tags)
        }
    }
}
