import FormatSupport
import Synchronization

/// A tag: the name of a class inside a hierarchy of classes, and the key under which objects contain this name, as in
/// `{"type": "image", …}`.
///
/// Names belong to the hierarchy: two hierarchies may use the same names. A hierarchy may be inside another hierarchy.
/// Its classes then have a tag for each of the two, with the tag of the outer hierarchy first.
public struct ClassTag: Sendable {
    /// The key under which objects contain the name.
    public let key: String
    /// The name that new objects contain. Empty if new objects contain no name.
    public let text: String
    /// The names that objects of the class may contain: ``text``, and additional names. Empty if the objects contain
    /// no name.
    package let texts: [String]
    /// True if objects without a name are of the class.
    package let isUntagged: Bool
    /// The class at the top of the hierarchy, which declares the key. The hierarchy consists of this class and its
    /// subclasses.
    public let root: BaseModel.Type

    /// True if any class has a tag. It is read for each object, so that programs without tags need no other work for
    /// tags.
    static let areUsed = Atomic(false)

    /// A class's declaration of its tag.
    struct Declaration {
        /// The key of the hierarchy that begins with the class; nil if no hierarchy begins with the class.
        var key: String?
        /// The names of the class in its hierarchy. If the class begins a hierarchy inside the superclass's hierarchy,
        /// these are the names in the superclass's hierarchy. Empty: the class's own name.
        var texts: [String] = []
        /// True if objects without a name are of the class: in the hierarchy that begins with the class, or else in
        /// the hierarchy of its superclass.
        var isUntagged = false

        /// The tags of the class.
        ///
        /// - Parameters:
        ///   - inherited: The tags of the superclass.
        ///   - name: The name of the class.
        func tags(of type: BaseModel.Type, below inherited: [ClassTag], name: String) -> [ClassTag] {
            guard !inherited.isEmpty || key != nil else { return [] }
            areUsed.store(true, ordering: .relaxed)
            func tag(_ key: String, _ texts: [String], _ isUntagged: Bool, _ root: BaseModel.Type) -> ClassTag {
                let texts = texts.isEmpty && !isUntagged ? [name] : texts
                return ClassTag(
                    key: key, text: texts.first ?? "", texts: texts, isUntagged: isUntagged, root: root)
            }
            var tags = inherited
            if let last = tags.popLast() { tags.append(tag(last.key, texts, isUntagged && key == nil, last.root)) }
            if let key { tags.append(tag(key, inherited.isEmpty ? texts : [], isUntagged, type)) }
            return tags
        }
    }
}

/// The class that an object names by its tags.
struct TaggedClass {
    let modelClass: ModelClass
    /// True if no class has the tag, and an instance of this class keeps the object.
    var isKept = false
    /// True if the object lacks the tag that names a subclass of this class.
    var isPart = false
}

/// The registered classes that have tags, by hierarchy.
struct TaggedClasses: Sendable {
    private var hierarchies: [ObjectIdentifier: [ExactText: [ModelClass]]] = [:]
    /// The classes of objects without a tag.
    private var untagged: [ObjectIdentifier: [ModelClass]] = [:]
    /// The first classes of the hierarchies in which a class has a version.
    private var versioned: Set<ObjectIdentifier> = []

    /// - Parameter classes: The classes, each with its earlier names.
    init(_ classes: some Sequence<(type: BaseModel.Type, aliases: [String])>) {
        for (type, aliases) in classes {
            let modelClass = ModelClass.of(type)
            for (level, tag) in modelClass.tags.enumerated() {
                if !modelClass.versionedClasses.isEmpty { versioned.insert(ObjectIdentifier(tag.root)) }
                // Classes of a hierarchy inside another hierarchy have, in the outer hierarchy, the tag of the inner
                // hierarchy's first class.
                let isInner = level < modelClass.tags.count - 1
                if isInner, modelClass.tags[level + 1].root != type || level + 2 < modelClass.tags.count { continue }
                let root = ObjectIdentifier(tag.root)
                for text in tag.texts + aliases {
                    let known = hierarchies[root, default: [:]][ExactText(text)] ?? []
                    if known.contains(where: { $0 === modelClass }) { continue }
                    hierarchies[root, default: [:]][ExactText(text)] = known + [modelClass]
                }
                if tag.isUntagged, untagged[root]?.contains(where: { $0 === modelClass }) != true {
                    untagged[root, default: []].append(modelClass)
                }
            }
        }
    }

    /// True if a class in the hierarchies of a class has a version.
    func haveVersions(below modelClass: ModelClass) -> Bool {
        modelClass.tags.contains { versioned.contains(ObjectIdentifier($0.root)) }
    }

    /// The class with a tag in the hierarchy of a class; nil if no class has the tag.
    ///
    /// - Throws: `duplicateClass` if two classes have the tag.
    func modelClass(tagged text: String, in root: BaseModel.Type) throws(ModelError) -> ModelClass? {
        guard let found = hierarchies[ObjectIdentifier(root)]?[ExactText(text)] else { return nil }
        guard found.count == 1 else {
            throw ModelError(
                .duplicateClass,
                "Two classes have the tag \(ErrorText.quoted(text)): \(Self.list(found)). Give one another.")
        }
        return found[0]
    }

    /// The class of the objects without a tag in the hierarchy of a class; nil if there is no such class.
    ///
    /// - Throws: `duplicateClass` if there are two such classes.
    func untaggedClass(in root: BaseModel.Type) throws(ModelError) -> ModelClass? {
        guard let found = untagged[ObjectIdentifier(root)] else { return nil }
        guard found.count == 1 else {
            throw ModelError(.duplicateClass, "Two classes are those of objects without a tag: \(Self.list(found)).")
        }
        return found[0]
    }

    private static func list(_ classes: [ModelClass]) -> String {
        classes.map { String(reflecting: $0.type) }.sorted().joined(separator: " and ")
    }

    /// Throws `duplicateClass` if a second class has one of the texts of a class's tag.
    func check(_ tag: ClassTag) throws(ModelError) {
        for text in tag.texts { _ = try modelClass(tagged: text, in: tag.root) }
        if tag.isUntagged { _ = try untaggedClass(in: tag.root) }
    }

    /// True if at least one class has a tag in the hierarchy of a class.
    func has(_ text: String, in root: BaseModel.Type) -> Bool {
        hierarchies[ObjectIdentifier(root)]?[ExactText(text)] != nil
    }

    /// True if the class's tag in files identifies this class, and no other class.
    func only(_ modelClass: ModelClass) -> Bool {
        guard let tag = modelClass.tags.last else { return false }
        let found =
            tag.texts.isEmpty
            ? try? untaggedClass(in: tag.root) : try? self.modelClass(tagged: tag.text, in: tag.root)
        guard found === modelClass else { return false }
        return modelClass.tags.dropLast().allSatisfy {
            hierarchies[ObjectIdentifier($0.root)]?[ExactText($0.text)]?.count == 1
        }
    }

    /// The tags of a class and of its subclasses, sorted.
    func names(below expected: ModelClass, in root: BaseModel.Type) -> [String] {
        (hierarchies[ObjectIdentifier(root)] ?? [:])
            .filter { $0.value.contains { $0.inherits(from: expected.type) || expected.inherits(from: $0.type) } }
            .map { $0.key.text }.sorted()
    }

    /// True if a class has subclasses with tags.
    func hasSubclasses(_ modelClass: ModelClass) -> Bool {
        guard let root = modelClass.tags.last?.root else { return false }
        let (tagged, untagged) = (hierarchies[ObjectIdentifier(root)] ?? [:], untagged[ObjectIdentifier(root)] ?? [])
        func isBelow(_ other: ModelClass) -> Bool { other !== modelClass && other.inherits(from: modelClass.type) }
        return tagged.values.contains { $0.contains(where: isBelow) } || untagged.contains(where: isBelow)
    }

    /// The meaning of a missing tag, or of a null.
    enum Absence {
        /// The object is of the hierarchy's class for objects without a tag. If there is no such class, the missing
        /// tag is an error.
        case isRequired
        /// The object is of the class for objects without a tag, or else of the class that its other tags name.
        case isAllowed
        /// The class is also named elsewhere in the file, so tags of inner hierarchies may be missing.
        case isIgnored
    }

    /// The class that an object names by its tags.
    ///
    /// - Parameters:
    ///   - expected: The class whose instance is expected. This class is found even if it isn't registered.
    ///   - absence: The meaning of a missing tag.
    ///   - value: Returns the value under a key. Returns nil if the key has no value. For a null, returns nil in every
    ///     format but JSON.
    /// - Returns: Nil if the object lacks the tags that name its class.
    /// - Throws: `classMismatch` for a class that isn't a subclass of the expected class; `unknownClass` for a tag
    ///   that no class has, unless the expected class keeps such objects; `missingValue`; `typeMismatch` for a tag
    ///   that is no text; `duplicateClass`; the errors of `value`.
    func modelClass(
        below expected: ModelClass, absence: Absence = .isRequired,
        _ value: (_ key: String) throws -> ModelDocument.Value?
    ) throws -> TaggedClass? {
        var found: ModelClass?
        var level = 0
        while level < (found ?? expected).tags.count {
            let tag = (found ?? expected).tags[level]
            level += 1
            let own = level <= expected.tags.count ? expected.tags[level - 1] : nil
            /// True if a class is the expected class or a subclass. True also for a superclass of the expected class
            /// that is the root of an inner hierarchy.
            func fits(_ next: ModelClass) -> Bool {
                next.inherits(from: expected.type) || next.tags.count > level && expected.inherits(from: next.type)
            }
            let value = try value(tag.key)
            guard let value, let name = value.stringValue, value.kind == .string else {
                let isAbsent = value == nil || value?.kind == .null
                if absence == .isIgnored { return found.map { TaggedClass(modelClass: $0, isPart: true) } }
                if isAbsent, let next = try untaggedClass(in: tag.root) ?? (own?.isUntagged == true ? expected : nil),
                    fits(next)
                {
                    found = next
                    continue
                }
                if isAbsent, absence == .isAllowed {
                    return found.flatMap { $0.inherits(from: expected.type) ? TaggedClass(modelClass: $0) : nil }
                }
                throw noText(value, tag, expected)
            }
            guard
                let next = try modelClass(tagged: name, in: tag.root)
                    ?? (own?.texts.contains { ExactText($0) == ExactText(name) } == true ? expected : nil)
            else {
                let nearest = found.flatMap { $0.inherits(from: expected.type) ? $0 : nil } ?? expected
                if let kept = nearest.type.unknownSubclasses.taggedClass(below: nearest) {
                    return TaggedClass(modelClass: kept, isKept: true)
                }
                throw ModelError(
                    .unknownClass,
                    """
                    No class has the tag \(ErrorText.quoted(name)) under the key \(tag.key). Known are \
                    \(names(below: expected, in: tag.root).joined(separator: ", ")).
                    """)
            }
            guard fits(next) else { throw mismatch(name, tag, expected) }
            found = next
        }
        return TaggedClass(modelClass: found ?? expected)
    }

    /// The error for an object without a tag, or with a tag that is no text.
    private func noText(_ value: ModelDocument.Value?, _ tag: ClassTag, _ expected: ModelClass) -> ModelError {
        let expected = "one of \(names(below: expected, in: tag.root).joined(separator: ", "))"
        guard let value else {
            return ModelError(
                .missingValue, "The object has no class: expected \(expected) under the key \(tag.key).")
        }
        return ModelError.prefixing(
            .key(tag.key), to: ModelError(.typeMismatch, expected: expected, found: "\(value.kind)"))
    }

    private func mismatch(_ name: String, _ tag: ClassTag, _ expected: ModelClass) -> ModelError {
        let names = names(below: expected, in: tag.root).joined(separator: ", ")
        return ModelError(
            .classMismatch,
            """
            Expected an object of class \(expected.name), found one with the \(tag.key) \(ErrorText.quoted(name)). \
            It may have \(names).
            """)
    }
}
