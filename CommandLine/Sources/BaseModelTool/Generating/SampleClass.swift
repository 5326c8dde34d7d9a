import FormatSupport

/// A class that is made of the objects of samples.
final class SampleClass {
    /// The most properties of a class. Keys beyond them remain unknown values.
    private static let mostProperties = 500
    /// The longest key of a property, in bytes.
    private static let longestKey = 100

    /// The key under which the objects are stored.
    let key: String
    /// The class whose property has the objects that were found first.
    let owner: SampleClass?
    /// The name of the class in files. Nil if the files don't name it.
    let fileName: String?
    /// The key whose text tells the subclass. Nil if there is none.
    let tagKey: String?
    /// The text under the superclass's tag.
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
    /// True if a property has only the identifier of an object.
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

    /// Counts an object.
    func addObject() { count += 1 }

    /// The shape of a key's values. Nil if the key can be no property's.
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

    /// Moves what the subclasses have in common here: of a hierarchy with a tag, the keys that all subclasses have alike;
    /// otherwise the keys of the class itself.
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

    /// The class and its superclasses, beginning with itself.
    var lineage: [SampleClass] { [self] + (superclass?.lineage ?? []) }
}
