import ModelCore

/// The root of the people workload: ours.
@Model
public final class People: BaseModel {
    public var people: [Person] = []
}

extension People {
    public convenience init(_ record: PeopleRecord) {
        self.init()
        people = record.people.map(Person.init)
    }

    public var record: PeopleRecord {
        PeopleRecord(people: people.map(\.record))
    }
}
