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
