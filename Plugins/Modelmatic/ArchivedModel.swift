import FormatSupport
import KeyedArchive
import ModelCore

/// Reads models that are keyed archives: compiled models, and the `elements` that Xcode wrote up to version 3.
///
/// Both are graphs of objects of Apple's classes. Other systems don't have these classes, so the graphs are read as
/// documents.
struct ArchivedModel {
    /// The limits on an archive. Entities refer to each other, so that each entity may be nested in the entity before
    /// it. Therefore a great depth is allowed. It takes only memory.
    private static let limits = DecodingLimits(depth: 100_000, nodes: 4_000_000, bytes: ModelFolder.maximumBytes)
    /// The work that may still be done. In a small archive, many objects may share the same large object. Therefore
    /// everything that is read is counted: some units for each key that is examined, and more units for values that
    /// are kept.
    private var remainingWork = 1 << 29

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

    mutating func chargeWork(_ amount: Int) throws(ModelError) {
        remainingWork -= amount
        guard remainingWork >= 0 else {
            throw ModelError(.nodesExceeded, "Its objects hold the same large ones more often than any model's do.")
        }
    }

    /// Returns the value of an object's key. Returns nil for a null, and if `object` isn't an object. A dictionary
    /// isn't searched: the search would make all of its keys, which may be long.
    mutating func value(_ key: String, of object: ModelDocument.Value?) throws(ModelError) -> ModelDocument.Value? {
        guard let object, object.kind == .object else { return nil }
        try chargeWork(8 * object.count)
        return object[key].flatMap { $0.isNull ? nil : $0 }
    }

    /// Returns the elements of an array or a set, or the values of a dictionary. Returns an empty list if the key has
    /// no value.
    mutating func list(_ key: String, of object: ModelDocument.Value) throws(ModelError) -> [ModelDocument.Value] {
        guard let value = try value(key, of: object) else { return [] }
        try chargeWork(256 * value.count)
        switch value.kind {
        case .array, .set, .orderedSet: return value.elements
        case .dictionary: return value.entries.map(\.value)
        default: throw ModelError(.corruptData, "\(key) is no collection.").at(object.location)
        }
    }

    /// Returns the text that an object has for a key: a name, or another word. Returns nil if the text is empty, or
    /// if there is no text.
    ///
    /// - Throws: `corruptData` if the text is longer than any name.
    mutating func text(_ key: String, of object: ModelDocument.Value?) throws(ModelError) -> String? {
        try text(value(key, of: object))
    }

    /// Returns the text of a value: a name, or another word. Returns nil if the text is empty, or if there is no
    /// text.
    ///
    /// - Throws: `corruptData` if the text is longer than any name.
    mutating func text(_ value: ModelDocument.Value?) throws(ModelError) -> String? {
        guard let text = value?.stringValue, !text.isEmpty else { return nil }
        return try counted(text)
    }

    /// Checks a name, and counts the work for it. The time to hash or compare a name may grow with the square of its
    /// length.
    private mutating func counted(_ text: String) throws(ModelError) -> String {
        let count = text.utf8.count
        try chargeWork(4 * count)
        let name = try ModelDraft.name(text)
        try chargeWork(count * count / 32)
        return name
    }

    /// Returns the name of the entity or property that an object describes.
    mutating func name(_ key: String, of object: ModelDocument.Value) throws(ModelError) -> String {
        guard let name = try text(key, of: object) else {
            throw ModelError(.corruptData, "\(object.kindName) without a name.").at(object.location)
        }
        return name
    }

    /// Returns true if the value of a key is true or 1.
    mutating func flag(_ key: String, of object: ModelDocument.Value) throws(ModelError) -> Bool {
        try value(key, of: object)?.isYes ?? false
    }

    /// Returns the number that an object has for a key. Returns nil if the object has no such number.
    mutating func number(_ key: String, of object: ModelDocument.Value) throws(ModelError) -> Int? {
        try value(key, of: object)?.wholeNumber
    }

    /// Returns the texts and numbers among the values of a dictionary, as text. Other values, which Xcode's own
    /// services stored in a `userInfo`, are omitted.
    mutating func texts(_ value: ModelDocument.Value?) throws(ModelError) -> [String: String] {
        guard let value, !value.isNull else { return [:] }
        try chargeWork(256 * value.count)
        var texts: [String: String] = [:]
        for (key, value) in value.properties {
            let name = try counted(key)
            guard let scalar = value.scalar, scalar != .null else { continue }
            // A value that isn't used as text was made, too, so it counts.
            try chargeWork(4 * scalar.cost)
            guard let text = ScalarConversion.keyText(scalar) else { continue }
            texts[name] = text
        }
        return texts
    }

    /// Returns the scalar that is an attribute's default value. Returns null if the attribute has no default value.
    mutating func scalar(_ key: String, of object: ModelDocument.Value) throws(ModelError) -> ModelScalar {
        let scalar = try value(key, of: object)?.scalar ?? .null
        try chargeWork(4 * scalar.cost)
        return scalar
    }
}

extension ModelDocument.Value {
    var location: ModelLocation? { byteOffset.map { ModelLocation(byteOffset: $0) } }

    /// The value's class or kind, for error messages.
    var kindName: String { className ?? kind.rawValue }

    /// True if the value is true or 1.
    var isYes: Bool { kind == .bool ? boolValue == true : wholeNumber == 1 }

    /// The number as an integer. Nil for any other value. The kind is checked first, because `intValue` copies text
    /// of any length before it finds out that the text is no number.
    var wholeNumber: Int? { [.integer, .real, .decimal].contains(kind) ? intValue : nil }

    /// Returns true for an object whose class, or one of the 8 nearest superclasses, has the name.
    func isA(_ name: String) -> Bool {
        guard let codedClass else { return false }
        // Names are compared by bytes: very many objects may have a class whose name is slow to compare.
        func isName(_ other: String) -> Bool { other.utf8.elementsEqual(name.utf8) }
        return isName(codedClass.name) || codedClass.superclassNames.prefix(8).contains(where: isName)
    }
}

extension ModelScalar {
    /// The cost of making the scalar: about the number of its bytes, also for a URL and an index set.
    var cost: Int {
        switch self {
        case .string(let text): max(text.utf8.count, 1)
        case .data(let data): max(data.count, 1)
        case .url(let url): url.absoluteString.utf8.count
        case .geometry(.indexSet(let ranges)): 16 * ranges.count
        default: 1
        }
    }
}

extension DataModel.DeletionRule {
    /// Creates the rule for a number in an archive. The numbers are the raw values of `NSDeleteRule`.
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
