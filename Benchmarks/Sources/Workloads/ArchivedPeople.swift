import Foundation

/// The root of the people workload: NSKeyedArchiver's.
public final class ArchivedPeople: NSObject, NSSecureCoding {
    public static var supportsSecureCoding: Bool { true }

    public let people: [ArchivedPerson]

    public init(_ record: PeopleRecord) {
        people = record.people.map(ArchivedPerson.init)
    }

    public init?(coder: NSCoder) {
        guard
            let people = coder.decodeObject(of: [NSArray.self, ArchivedPerson.self], forKey: "people")
                as? [ArchivedPerson]
        else { return nil }
        self.people = people
    }

    public func encode(with coder: NSCoder) {
        coder.encode(people as NSArray, forKey: "people")
    }

    public var record: PeopleRecord {
        PeopleRecord(people: people.map(\.record))
    }
}
