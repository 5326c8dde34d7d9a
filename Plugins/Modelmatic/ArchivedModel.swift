import Foundation
import ModelCore

/// Reads the models that are keyed archives: compiled ones, and the `elements` that Xcode wrote up to version 3.
///
/// Both are graphs of objects of classes that only Apple has, so it is their documents that are read.
struct ArchivedModel {
    /// Entities refer to each other, so each may stand in the one before: depth is no sign of malice, and costs memory
    /// only.
    private static let limits = DecodingLimits(depth: 100_000, nodes: 4_000_000, bytes: ModelFolder.maximumBytes)
    /// A small archive may say that each of its many objects has the same large one, so what is taken out of it is
    /// measured: some units a key that is looked at, more for what is kept.
    private var units = 1 << 29

    static func entities(in data: Data) throws(ModelError) -> [DataModel.Entity.Content] {
        guard data.count <= limits.bytes else { throw .tooLarge(limits.bytes) }
        let root: ModelDocument.Value
        do {
            root = try KeyedArchive().document(from: data, limits: limits).root
        } catch {
            throw ModelError(wrapping: error)
        }
        var model = ArchivedModel()
        var draft = ModelDraft()
        switch root.className {
        case "NSManagedObjectModel":
            for entity in try model.list("NSEntities", of: root) { try draft.append(model.compiledEntity(entity)) }
        case "XDPMModel":
            let package = try model.value("_xd_rootPackage", of: root) ?? root
            for entity in try model.list("XDBucketForClassesstorage", of: package) where entity.isA("XDPMEntity") {
                try draft.append(model.oldEntity(entity))
            }
        case let name:
            throw ModelError(
                .unknownFormat, "It is a keyed archive, and no Core Data model: it holds \(name ?? "no object").")
        }
        return try draft.linked()
    }

    mutating func spend(_ amount: Int) throws(ModelError) {
        units -= amount
        guard units >= 0 else {
            throw ModelError(.nodesExceeded, "Its objects hold the same large ones more often than any model's do.")
        }
    }

    /// What an object has for a key; nil for a null.
    mutating func value(_ key: String, of object: ModelDocument.Value?) throws(ModelError) -> ModelDocument.Value? {
        guard let object else { return nil }
        try spend(8 * object.count)
        return object[key].flatMap { $0.isNull ? nil : $0 }
    }

    /// What an array holds, or what a dictionary has for its keys; nothing for a nil.
    mutating func list(_ key: String, of object: ModelDocument.Value) throws(ModelError) -> [ModelDocument.Value] {
        guard let value = try value(key, of: object) else { return [] }
        try spend(256 * value.count)
        switch value.kind {
        case .array, .set, .orderedSet: return value.elements
        case .dictionary: return value.entries.map(\.value)
        default: throw ModelError(.corruptData, "\(key) is no collection.").at(object.location)
        }
    }

    /// The text of a key; nil where it is empty, or there is none.
    mutating func text(_ key: String, of object: ModelDocument.Value?) throws(ModelError) -> String? {
        guard let text = try value(key, of: object)?.stringValue else { return nil }
        try spend(4 * text.utf8.count)
        return text.isEmpty ? nil : text
    }

    /// The name of what an object describes.
    mutating func name(_ key: String, of object: ModelDocument.Value) throws(ModelError) -> String {
        guard let name = try text(key, of: object) else {
            throw ModelError(.corruptData, "\(object.kindName) without a name.").at(object.location)
        }
        return name
    }

    /// True where a key has true or 1.
    mutating func flag(_ key: String, of object: ModelDocument.Value) throws(ModelError) -> Bool {
        try value(key, of: object)?.isYes ?? false
    }

    /// The number of a key; nil where there is none.
    mutating func number(_ key: String, of object: ModelDocument.Value) throws(ModelError) -> Int? {
        try value(key, of: object)?.intValue
    }

    /// The texts and numbers among the values of a dictionary: Xcode's own services kept more than these in a
    /// `userInfo`.
    mutating func texts(_ value: ModelDocument.Value?) throws(ModelError) -> [String: String] {
        guard let value, !value.isNull else { return [:] }
        try spend(256 * value.count)
        var texts: [String: String] = [:]
        for (key, value) in value.properties {
            guard let scalar = value.scalar, scalar != .null, let text = ScalarConversion.keyText(scalar) else {
                continue
            }
            try spend(4 * (key.utf8.count + text.utf8.count))
            texts[key] = text
        }
        return texts
    }

    /// The scalar that is an attribute's default value.
    mutating func scalar(_ key: String, of object: ModelDocument.Value) throws(ModelError) -> ModelScalar {
        let scalar = try value(key, of: object)?.scalar ?? .null
        try spend(4 * scalar.byteCount)
        return scalar
    }
}

extension ModelDocument.Value {
    var location: ModelLocation? { byteOffset.map { ModelLocation(byteOffset: $0) } }

    /// What it is, for a sentence.
    var kindName: String { className ?? kind.rawValue }

    /// True of true and 1.
    var isYes: Bool { boolValue ?? (intValue == 1) }

    /// True of an object of a class of that name, or of one not far below it.
    func isA(_ name: String) -> Bool {
        className == name || codedClass?.superclassNames.prefix(8).contains(name) == true
    }
}

extension DataModel.DeletionRule {
    /// The rule that has a number in an archive: those of `NSDeleteRule`.
    init(number: Int?) throws(ModelError) {
        switch number {
        case 0: self = .noAction
        case 1, nil: self = .nullify
        case 2: self = .cascade
        case 3: self = .deny
        case let other?: throw ModelError(.outOfRange, expected: "a deletion rule, 0 to 3", found: "\(other)")
        }
    }
}
