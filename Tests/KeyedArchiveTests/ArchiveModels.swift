import Foundation
import ModelCore
import TestSupport

/// A person whose properties are listed by hand.
class ArchivePerson: BaseModel {
    var name = ""
    var age = 0
    var score = 0.0
    var active = false
    var tags: [String] = []
    var friend: ArchivePerson?
    weak var boss: ArchivePerson?

    override class var modelProperties: [ModelProperty] {
        super.modelProperties + [
            ModelProperty("name", \ArchivePerson.name), ModelProperty("age", \ArchivePerson.age),
            ModelProperty("score", \ArchivePerson.score), ModelProperty("active", \ArchivePerson.active),
            ModelProperty("tags", \ArchivePerson.tags), ModelProperty("friend", \ArchivePerson.friend),
            ModelProperty("boss", \ArchivePerson.boss, isWeak: true),
        ]
    }
}

final class ArchiveManager: ArchivePerson {
    var reports: [ArchivePerson] = []

    override class var modelProperties: [ModelProperty] {
        super.modelProperties + [ModelProperty("reports", \ArchiveManager.reports)]
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
