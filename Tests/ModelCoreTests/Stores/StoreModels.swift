import Foundation
import ModelCore

class StoredSettings: BaseModel {
    var name = "default"
    var level = 1
    var note: String?
    var theme: String? = "dark"
    override class var modelProperties: [ModelProperty] {
        [
            ModelProperty("name", \StoredSettings.name), ModelProperty("level", \StoredSettings.level),
            ModelProperty("note", \StoredSettings.note),
            ModelProperty("theme", \StoredSettings.theme, isNilDefault: false),
        ]
    }
    override class var saveFormat: FileFormat { MemoryStore.format }
}

final class StoredShared: StoredSettings {}
final class StoredFailing: StoredSettings {}
final class StoredReplaced: StoredSettings {}
final class StoredAbsent: StoredSettings {
    override class var saveFormat: FileFormat { .keychain }
}
final class StoredLink: BaseModel {
    var name = ""
    var next: StoredLink?
    weak var owner: BaseModel?
    override class var modelProperties: [ModelProperty] {
        [ModelProperty("name", \StoredLink.name), ModelProperty("next", \StoredLink.next)]
    }
    override func encode(with encoder: ModelEncoder) throws {
        try super.encode(with: encoder)
        try encoder.encodeWeak(owner, forKey: "owner")
    }
    override func set(with decoder: ModelDecoder) throws {
        try super.set(with: decoder)
        owner = try decoder.decode(StoredLink?.self, forKey: "owner") ?? nil
    }
    deinit { next = nil }
}

final class StoredGraph: BaseModel {
    var first: StoredLink?
    var all: [StoredLink] = []
    var inner: StoredGraph?
    override class var modelProperties: [ModelProperty] {
        [
            ModelProperty("first", \StoredGraph.first), ModelProperty("all", \StoredGraph.all),
            ModelProperty("inner", \StoredGraph.inner),
        ]
    }
    override func encode(with encoder: ModelEncoder) throws {
        try super.encode(with: encoder)
        try encoder.encode(all.count, forKey: "count")
    }
    override class var saveFormat: FileFormat { MemoryStore.format }
}

/// Counts how often it awoke, and gives its place to another where the test says so.
final class StoredAwake: BaseModel {
    private static let own = ModelClass(StoredAwake.self, overrides: .awakeAfterDecoding)
    override class var modelClass: ModelClass { own }
    @TaskLocal static var other: Other?

    struct Other: @unchecked Sendable {
        let model: BaseModel
        init(_ model: BaseModel) { self.model = model }
    }

    var name = ""
    var inner: StoredAwake?
    var awakened = 0
    override class var modelProperties: [ModelProperty] {
        [ModelProperty("name", \StoredAwake.name), ModelProperty("inner", \StoredAwake.inner)]
    }
    override class var saveFormat: FileFormat { MemoryStore.format }

    override func awakeAfterDecoding() throws -> BaseModel {
        awakened += 1
        // All of its properties were read by then.
        if name == "inner" || inner?.awakened == 0 { return self }
        return Self.other?.model ?? self
    }
}

final class StoredOwner: BaseModel {
    var things: [StoredThing] = [] { didSet { updateInverse(of: "things", from: oldValue, to: things) } }
    override class var modelProperties: [ModelProperty] {
        [ModelProperty("things", \StoredOwner.things, inverse: .property(\StoredThing.owner))]
    }
}

final class StoredThing: BaseModel {
    weak var owner: StoredOwner? { didSet { updateInverse(of: "owner", from: oldValue, to: owner) } }
    override class var modelProperties: [ModelProperty] { [ModelProperty("owner", \StoredThing.owner)] }
    /// The owner's list says it.
    override func encode(with encoder: ModelEncoder) throws {}
}
