import FormatSupport
import Synchronization

/// The name of a class inside a hierarchy, and the key under which objects have it: `{"type": "image", …}`.
///
/// Names belong to the hierarchy: two of them may use the same ones. A class in a hierarchy within another one has a tag
/// for each, the outermost first.
public struct ClassTag: Sendable {
    /// The key under which objects have the name.
    public let key: String
    /// The name.
    public let text: String
    /// The class that declares the key: the hierarchy consists of it and its subclasses.
    public let root: BaseModel.Type

    /// True if any class has a tag. Asked for each object, so that programs without tags pay nothing else.
    static let areUsed = Atomic(false)

    /// The tags of a class.
    ///
    /// - Parameters:
    ///   - inherited: The tags of its superclass.
    ///   - key: The key of the hierarchy that begins with the class; nil if none does.
    ///   - text: The tag that the class has in the hierarchy of its superclass.
    ///   - name: The name of the class.
    static func tags(
        of type: BaseModel.Type, below inherited: [ClassTag], key: String?, _ text: String, name: String
    ) -> [ClassTag] {
        guard !inherited.isEmpty || key != nil else { return [] }
        areUsed.store(true, ordering: .relaxed)
        var tags = inherited
        if let last = tags.popLast() { tags.append(ClassTag(key: last.key, text: text, root: last.root)) }
        if let key { tags.append(ClassTag(key: key, text: inherited.isEmpty ? text : name, root: type)) }
        return tags
    }
}

/// The class that an object names by its tags.
struct TaggedClass {
    let modelClass: ModelClass
    /// True if no class has the tag, and instances of this one keep the object.
    var isKept = false
}

/// The registered classes that have tags, by hierarchy.
struct TaggedClasses: Sendable {
    private var hierarchies: [ObjectIdentifier: [ExactText: [ModelClass]]] = [:]
    /// The first classes of the hierarchies in which a class has a version.
    private var versioned: Set<ObjectIdentifier> = []

    /// - Parameter classes: The classes, each with its earlier names.
    init(_ classes: some Sequence<(type: BaseModel.Type, aliases: [String])>) {
        for (type, aliases) in classes {
            let modelClass = ModelClass.of(type)
            for (level, tag) in modelClass.tags.enumerated() {
                if !modelClass.versionedClasses.isEmpty { versioned.insert(ObjectIdentifier(tag.root)) }
                // Within a hierarchy, those of an inner one have the tag of its first class.
                let isInner = level < modelClass.tags.count - 1
                if isInner, modelClass.tags[level + 1].root != type || level + 2 < modelClass.tags.count { continue }
                for text in [tag.text] + aliases {
                    let known = hierarchies[ObjectIdentifier(tag.root), default: [:]][ExactText(text)] ?? []
                    if known.contains(where: { $0 === modelClass }) { continue }
                    hierarchies[ObjectIdentifier(tag.root), default: [:]][ExactText(text)] = known + [modelClass]
                }
            }
        }
    }

    /// True if a class in the hierarchies of a class has a version.
    func haveVersions(below modelClass: ModelClass) -> Bool {
        modelClass.tags.contains { versioned.contains(ObjectIdentifier($0.root)) }
    }

    /// The class with a tag in the hierarchy of a class; nil if there is none.
    ///
    /// - Throws: `duplicateClass` if two classes have it.
    func modelClass(tagged text: String, in root: BaseModel.Type) throws(ModelError) -> ModelClass? {
        guard let found = hierarchies[ObjectIdentifier(root)]?[ExactText(text)] else { return nil }
        guard found.count == 1 else {
            let list = found.map { String(reflecting: $0.type) }.sorted().joined(separator: " and ")
            throw ModelError(
                .duplicateClass, "Two classes have the tag \(ErrorText.quoted(text)): \(list). Give one another.")
        }
        return found[0]
    }

    /// True if at least one class has a tag in the hierarchy of a class.
    func has(_ text: String, in root: BaseModel.Type) -> Bool {
        hierarchies[ObjectIdentifier(root)]?[ExactText(text)] != nil
    }

    /// True if files mean a class by its tag, and no other one.
    func only(_ modelClass: ModelClass) -> Bool {
        guard let tag = modelClass.tags.last, (try? self.modelClass(tagged: tag.text, in: tag.root)) === modelClass
        else {
            return false
        }
        return modelClass.tags.dropLast().allSatisfy {
            hierarchies[ObjectIdentifier($0.root)]?[ExactText($0.text)]?.count == 1
        }
    }

    /// The tags of the classes below a class, itself included, sorted.
    func names(below expected: ModelClass, in root: BaseModel.Type) -> [String] {
        (hierarchies[ObjectIdentifier(root)] ?? [:])
            .filter { $0.value.contains { $0.inherits(from: expected.type) || expected.inherits(from: $0.type) } }
            .map { $0.key.text }.sorted()
    }

    /// True if a class has subclasses with tags.
    func hasSubclasses(_ modelClass: ModelClass) -> Bool {
        guard let root = modelClass.tags.last?.root else { return false }
        return hierarchies[ObjectIdentifier(root)]?.values.contains { classes in
            classes.contains { $0 !== modelClass && $0.inherits(from: modelClass.type) }
        } ?? false
    }

    /// The class that an object names by its tags.
    ///
    /// - Parameters:
    ///   - expected: The class whose instance is expected. It is found even if it isn't registered.
    ///   - text: Returns the text under a key, the names of the classes that it may be.
    /// - Throws: `classMismatch` for a class that isn't below the expected one; `unknownClass` for a tag that no class
    ///   has, unless the class keeps such objects; `duplicateClass`; what `text` throws.
    func modelClass(
        below expected: ModelClass, _ text: (_ key: String, _ names: () -> [String]) throws -> String
    ) throws -> TaggedClass {
        var found: ModelClass?
        var level = 0
        while level < (found ?? expected).tags.count {
            let tag = (found ?? expected).tags[level]
            level += 1
            let name = try text(tag.key) { names(below: expected, in: tag.root) }
            let own = level <= expected.tags.count && expected.tags[level - 1].text == name ? expected : nil
            guard let next = try modelClass(tagged: name, in: tag.root) ?? own else {
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
            // A class above the expected one stands for an inner hierarchy.
            let isAbove = next.tags.count > level && expected.inherits(from: next.type)
            guard isAbove || next.inherits(from: expected.type) else { throw mismatch(name, tag, expected) }
            found = next
        }
        return TaggedClass(modelClass: found ?? expected)
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
