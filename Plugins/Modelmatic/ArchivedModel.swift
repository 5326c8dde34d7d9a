import Foundation
import KeyedArchive
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

    /// What an object has for a key; nil for a null, and for what is no object: a dictionary, which may have long keys,
    /// makes all of them to find one.
    mutating func value(_ key: String, of object: ModelDocument.Value?) throws(ModelError) -> ModelDocument.Value? {
        guard let object, object.kind == .object else { return nil }
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

    /// The text of a key, which is a name; nil where it is empty, or there is none.
    mutating func text(_ key: String, of object: ModelDocument.Value?) throws(ModelError) -> String? {
        try text(value(key, of: object))
    }

    /// The text of a value, which is a name; nil where it is empty, or there is none.
    mutating func text(_ value: ModelDocument.Value?) throws(ModelError) -> String? {
        guard let text = value?.stringValue, !text.isEmpty else { return nil }
        return try counted(text)
    }

    /// A name that was counted: to hash or compare it may take the square of its length.
    private mutating func counted(_ text: String) throws(ModelError) -> String {
        let count = text.utf8.count
        try spend(4 * count)
        let name = try ModelDraft.name(text)
        try spend(count * count / 32)
        return name
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
        try value(key, of: object)?.wholeNumber
    }

    /// The texts and numbers among the values of a dictionary: Xcode's own services kept more than these in a
    /// `userInfo`.
    mutating func texts(_ value: ModelDocument.Value?) throws(ModelError) -> [String: String] {
        guard let value, !value.isNull else { return [:] }
        try spend(256 * value.count)
        var texts: [String: String] = [:]
        for (key, value) in value.properties {
            let name = try counted(key)
            guard let scalar = value.scalar, scalar != .null else { continue }
            // Also what has no text was made.
            try spend(4 * scalar.cost)
            guard let text = ScalarConversion.keyText(scalar) else { continue }
            texts[name] = text
        }
        return texts
    }

    /// The scalar that is an attribute's default value.
    mutating func scalar(_ key: String, of object: ModelDocument.Value) throws(ModelError) -> ModelScalar {
        let scalar = try value(key, of: object)?.scalar ?? .null
        try spend(4 * scalar.cost)
        return scalar
    }
}

extension ModelDocument.Value {
    var location: ModelLocation? { byteOffset.map { ModelLocation(byteOffset: $0) } }

    /// What it is, for a sentence.
    var kindName: String { className ?? kind.rawValue }

    /// True of true and 1.
    var isYes: Bool { kind == .bool ? boolValue == true : wholeNumber == 1 }

    /// The number as an integer; nil for anything else. It asks for the kind first: `intValue` takes a copy of a text,
    /// however long, to see that it is no number.
    var wholeNumber: Int? { [.integer, .real, .decimal].contains(kind) ? intValue : nil }

    /// True of an object of a class of that name, or of one not far below it.
    func isA(_ name: String) -> Bool {
        guard let codedClass else { return false }
        // By its bytes, since very many objects may be of a class whose name is slow to compare.
        func isName(_ other: String) -> Bool { other.utf8.elementsEqual(name.utf8) }
        return isName(codedClass.name) || codedClass.superclassNames.prefix(8).contains(where: isName)
    }
}

extension ModelScalar {
    /// How much it takes to make it: about its bytes, also of a URL and of a set of indexes.
    var cost: Int {
        switch self {
        case .string(let text): max(text.utf8.count, 1)
        case .data(let data): max(data.count, 1)
        case .url(let url): url.absoluteString.utf8.count
        case .geometry(.indexSet(let indexes)): 16 * indexes.rangeView.count
        default: 1
        }
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
