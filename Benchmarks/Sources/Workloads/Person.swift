import ModelCore

/// One of the people: ours.
@Model
public final class Person: BaseModel {
    public var name = ""
    public var email = ""
    public var age = 0
    public var score = 0.0
    public var active = false
    public var tags: [String] = []
}

extension Person {
    public convenience init(_ record: PersonRecord) {
        self.init()
        name = record.name
        email = record.email
        age = record.age
        score = record.score
        active = record.active
        tags = record.tags
    }

    public var record: PersonRecord {
        PersonRecord(name: name, email: email, age: age, score: score, active: active, tags: tags)
    }
}
