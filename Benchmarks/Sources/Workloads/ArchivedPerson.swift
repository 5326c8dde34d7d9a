import Foundation

/// One of the people: NSKeyedArchiver's.
public final class ArchivedPerson: NSObject, NSSecureCoding {
    public static var supportsSecureCoding: Bool { true }

    public let record: PersonRecord

    public init(_ record: PersonRecord) {
        self.record = record
    }

    public init?(coder: NSCoder) {
        guard let name = coder.decodeObject(of: NSString.self, forKey: "name"),
            let email = coder.decodeObject(of: NSString.self, forKey: "email"),
            let tags = coder.decodeObject(of: [NSArray.self, NSString.self], forKey: "tags") as? [String]
        else { return nil }
        record = PersonRecord(
            name: name as String, email: email as String, age: coder.decodeInteger(forKey: "age"),
            score: coder.decodeDouble(forKey: "score"), active: coder.decodeBool(forKey: "active"), tags: tags)
    }

    public func encode(with coder: NSCoder) {
        coder.encode(record.name as NSString, forKey: "name")
        coder.encode(record.email as NSString, forKey: "email")
        coder.encode(record.age, forKey: "age")
        coder.encode(record.score, forKey: "score")
        coder.encode(record.active, forKey: "active")
        coder.encode(record.tags as NSArray, forKey: "tags")
    }
}
