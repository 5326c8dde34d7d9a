import FormatSupport

/// A class that is derived from the objects of samples.
final class SampleClass {
    /// The most properties of a class. Keys beyond them remain unknown values.
    private static let mostProperties = 500
    /// The longest key of a property, in bytes.
    private static let longestKey = 100

    /// The key under which the objects are stored.
    let key: String
    /// The class whose property contained the first objects of this class. Nil if no property contained them.
    let owner: SampleClass?
    /// The name of the class in files. Nil if the files don't name the class.
    let fileName: String?
    /// The key whose text tells the subclass. Nil if no key tells the subclass.
    let tagKey: String?
    /// The text under the superclass's tag key that names this class.
    let tag: String?
    var superclass: SampleClass?
    private(set) var subclasses: [SampleClass] = []
    private var tagged: [ExactText: SampleClass] = [:]
    private(set) var count = 0
    private(set) var members: [SampleShape] = []
    /// The keys of the class and of its subclasses with tags.
    private(set) var keys: Set<ExactText> = []
    private var positions: [ExactText: Int] = [:]
    /// The keys that have no property, because there are too many, or because they are empty or too long.
    private(set) var omitted: Set<ExactText> = []
    /// True if a property contains only the identifier of an object of this class.
    var isIdentifiable = false
    var name = ""

    init(key: String, owner: SampleClass?, fileName: String? = nil, tagKey: String? = nil, tag: String? = nil) {
        self.key = key
        self.owner = owner
        self.fileName = fileName
        self.tagKey = tagKey
        self.tag = tag
    }

    func member(_ key: String) -> SampleShape? { positions[ExactText(key)].map { members[$0] } }

    /// Counts an object of the class.
    func addObject() { count += 1 }

    /// Returns the shape of a key's values. Returns nil if the key can't be a property's key.
    func memberToFill(_ key: String) -> SampleShape? {
        if let known = member(key) { return known }
        guard key != "$class", key != "$version" else { return nil }
        guard 1...Self.longestKey ~= key.utf8.count, members.count < Self.mostProperties else {
            omitted.insert(ExactText(key))
            return nil
        }
        let shape = SampleShape(key: key, owner: self)
        positions[ExactText(key)] = members.count
        members.append(shape)
        keys.insert(ExactText(key))
        if tag != nil { superclass?.keys.insert(ExactText(key)) }
        return shape
    }

    func subclass(tagged tag: String) -> SampleClass? { tagged[ExactText(tag)] }

    func add(subclass: SampleClass) {
        subclass.superclass = self
        subclasses.append(subclass)
        if let tag = subclass.tag { tagged[ExactText(tag)] = subclass }
    }

    /// Moves the members that the subclasses have in common to this class. In a hierarchy with a tag, they are the
    /// keys that all subclasses have alike. Otherwise they are the keys of this class.
    func takeCommonMembers() {
        subclasses.forEach { $0.takeCommonMembers() }
        guard let first = subclasses.first else { return }
        if tagKey != nil {
            for shape in first.members {
                let all = subclasses.compactMap { $0.member(shape.key) }
                let signatures = Set(all.map(\.signature)).subtracting([""])
                if all.count == subclasses.count, signatures.count <= 1 { _ = memberToFill(shape.key) }
            }
        }
        for subclass in subclasses {
            count += subclass.count
            for shape in members { if let other = subclass.member(shape.key) { shape.merge(other) } }
            subclass.members.removeAll { positions[ExactText($0.key)] != nil }
            subclass.positions = Dictionary(
                uniqueKeysWithValues: zip(subclass.members.map { ExactText($0.key) }, 0...))
        }
    }

    /// The class and its superclasses, beginning with the class itself.
    var lineage: [SampleClass] { [self] + (superclass?.lineage ?? []) }
}
