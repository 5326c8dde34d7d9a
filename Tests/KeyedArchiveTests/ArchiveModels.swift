import Foundation
import ModelCore
import TestSupport

/// A person whose coding is spelled out as a macro would.
class ArchivePerson: BaseModel {
    var name = ""
    var age = 0
    var score = 0.0
    var active = false
    var tags: [String] = []
    var friend: ArchivePerson?
    weak var boss: ArchivePerson?

    override func encodeProperties(to encoder: ModelEncoder) throws {
        try super.encodeProperties(to: encoder)
        try encoder.encode(name, forKey: "name")
        try encoder.encode(age, forKey: "age")
        try encoder.encode(score, forKey: "score")
        try encoder.encode(active, forKey: "active")
        try encoder.encode(tags, forKey: "tags")
        try encoder.encode(friend, forKey: "friend")
        try encoder.encodeWeak(boss, forKey: "boss")
    }

    override func decodeProperties(from decoder: ModelDecoder) throws {
        try super.decodeProperties(from: decoder)
        if let value = try decoder.decode(forKey: "name", like: name) { name = value }
        if let value = try decoder.decode(forKey: "age", like: age) { age = value }
        if let value = try decoder.decode(forKey: "score", like: score) { score = value }
        if let value = try decoder.decode(forKey: "active", like: active) { active = value }
        if let value = try decoder.decode(forKey: "tags", like: tags) { tags = value }
        if let value = try decoder.decode(forKey: "friend", like: friend) { friend = value }
        if let value = try decoder.decode(forKey: "boss", like: boss) { boss = value }
    }
}

final class ArchiveManager: ArchivePerson {
    var reports: [ArchivePerson] = []

    override func encodeProperties(to encoder: ModelEncoder) throws {
        try super.encodeProperties(to: encoder)
        try encoder.encode(reports, forKey: "reports")
    }

    override func decodeProperties(from decoder: ModelDecoder) throws {
        try super.decodeProperties(from: decoder)
        if let value = try decoder.decode(forKey: "reports", like: reports) { reports = value }
    }
}

/// One property for each kind of scalar.
final class ArchiveScalars: BaseModel {
    var signed: Int64? = 1
    var unsigned: UInt64? = 1
    var double: Double? = 1
    var float: Float? = 1
    var decimal: Decimal? = 1
    var text: String? = "default"
    var data: Data?
    var date: Date?
    var url: URL?
    var uuid: UUID?

    override class var modelProperties: [ModelProperty] {
        super.modelProperties + [
            ModelProperty("signed", \ArchiveScalars.signed, isNilDefault: false),
            ModelProperty("unsigned", \ArchiveScalars.unsigned, isNilDefault: false),
            ModelProperty("double", \ArchiveScalars.double, isNilDefault: false),
            ModelProperty("float", \ArchiveScalars.float, isNilDefault: false),
            ModelProperty("decimal", \ArchiveScalars.decimal, isNilDefault: false),
            ModelProperty("text", \ArchiveScalars.text, isNilDefault: false),
            ModelProperty("data", \ArchiveScalars.data), ModelProperty("date", \ArchiveScalars.date),
            ModelProperty("url", \ArchiveScalars.url), ModelProperty("uuid", \ArchiveScalars.uuid),
        ]
    }
}

extension KeyedArchive {
    /// What comes back of a value.
    func roundTrip<Value: ModelValue>(_ value: Value) throws -> Value {
        try decode(Value.self, from: encode(value))
    }

    /// What comes back of it where nobody says what is expected.
    func roundTripUntyped(_ value: some ModelValue) throws -> ModelNode {
        try decode(ModelNode.self, from: encode(value))
    }

    /// The classes of these tests, registered for the length of a call.
    static func withTestClasses<Result>(_ body: () throws -> Result) rethrows -> Result {
        var classes = ClassRegistry()
        classes.add(ArchivePerson.self)
        classes.add(ArchiveManager.self)
        classes.add(ArchiveScalars.self)
        return try ClassRegistry.withClasses(classes, body)
    }
}
