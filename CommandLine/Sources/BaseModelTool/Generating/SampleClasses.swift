import FormatSupport
import ModelCore

/// Sorts the objects of samples into classes, from the outside in: first all objects at one depth, then the objects
/// inside them. Each value is examined a fixed number of times.
final class SampleClasses {
    /// The greatest depth of arrays and dictionaries in a property. Deeper values are declared as whatever the files
    /// contain.
    private static let deepest = 8
    private static let mostClasses = 400
    /// The most classes whose objects have one key.
    private static let mostOfOneKey = 16

    let root: SampleShape
    /// The classes without a superclass, in the order in which they were found.
    private(set) var all: [SampleClass] = []
    private var count = 0
    private var named: [ExactText: SampleClass] = [:]
    private var superclassNames: [ExactText: [String]] = [:]
    /// The classes that files don't name, by the keys under which their objects are stored.
    private var unnamed: [ExactText: [SampleClass]] = [:]
    /// The shapes that contain objects whose class isn't known yet.
    private var waiting: [SampleShape] = []
    /// The shapes that contain objects of several classes.
    private var mixed: [SampleShape] = []
    /// The objects of named classes whose values weren't examined yet.
    private var queued: [(object: Sample, known: SampleClass)] = []
    private var visited: Set<[Int]> = []

    init(_ documents: [ModelDocument]) {
        root = SampleShape(key: "", owner: nil)
        for (file, document) in documents.enumerated() { add(Sample(value: document.root, file: file), to: root) }
        while !waiting.isEmpty || !queued.isEmpty {
            let round = queued
            queued = []
            for (object, known) in round { add(object, to: known) }
            sortWaiting()
        }
        findSuperclasses()
        all.removeAll { $0.superclass != nil }
        all.forEach { $0.takeCommonMembers() }
    }

    // MARK: Values

    private func add(_ sample: Sample, to shape: SampleShape) {
        let value = sample.value
        shape.count(value)
        if let name = value.className {
            guard let known = named(name, value) else {
                shape.kinds.insert(.other)
                return
            }
            insert(known, into: shape)
            if isNew(sample) { queued.append((sample, known)) }
            return
        }
        guard value.kind.isContainer, isNew(sample) else { return }
        // A dictionary may have keys that are no text.
        let isReadable = value.kind != .dictionary || value.count == value.properties.count
        guard isReadable, shape.depth < Self.deepest else {
            shape.kinds.insert(.other)
            return
        }
        if value.kind == .dictionary {
            if shape.objects.isEmpty { waiting.append(shape) }
            shape.objects.append(sample)
        } else if value.count > 0 {
            let elements = shape.elementShape()
            for element in value.elements { add(Sample(value: element, file: sample.file), to: elements) }
        }
    }

    /// Returns false for a container that was already found through another reference.
    private func isNew(_ sample: Sample) -> Bool {
        guard let identity = sample.value.identity else { return true }
        return visited.insert([sample.file, identity]).inserted
    }

    /// Returns the class with a name. Returns nil if there are too many classes.
    private func named(_ name: String, _ value: ModelDocument.Value) -> SampleClass? {
        if let known = named[ExactText(name)] { return known }
        guard count < Self.mostClasses else { return nil }
        let new = SampleClass(key: name, owner: nil, fileName: name)
        named[ExactText(name)] = new
        superclassNames[ExactText(name)] = value.codedClass?.superclassNames ?? []
        append(new)
        return new
    }

    private func insert(_ known: SampleClass, into shape: SampleShape) {
        if shape.insert(known), shape.classes.count == 2 { mixed.append(shape) }
    }

    private func append(_ new: SampleClass) {
        all.append(new)
        count += 1
    }

    private func add(_ object: Sample, to known: SampleClass) {
        var target = known
        if let key = known.tagKey {
            guard let tag = object.value[key]?.stringValue, let found = subclass(of: known, tagged: tag) else { return }
            target = found
        }
        target.addObject()
        for (key, value) in object.value.properties where key != known.tagKey {
            guard let member = target.memberToFill(key) else { continue }
            add(Sample(value: value, file: object.file), to: member)
        }
    }

    /// Returns the subclass with a tag. Returns nil if there are too many classes: the library keeps objects of
    /// unknown classes.
    private func subclass(of base: SampleClass, tagged tag: String) -> SampleClass? {
        if let known = base.subclass(tagged: tag) { return known }
        guard count < Self.mostClasses else { return nil }
        let new = SampleClass(key: base.key, owner: base.owner, tag: tag)
        count += 1
        base.add(subclass: new)
        return new
    }

    // MARK: Objects

    /// Objects under one key that have most of their keys in common.
    private struct Group {
        var keys: Set<ExactText>
        var shapes: [SampleShape]
        var objects: [Sample]
    }

    private func sortWaiting() {
        let round = waiting
        waiting = []
        var groups: [Group] = []
        var positions: [ExactText: [Int]] = [:]
        for shape in round {
            let objects = shape.objects
            shape.objects = []
            if shape.classes.isEmpty, objects.allSatisfy({ $0.value.count == 0 }) { continue }
            if shape.entries != nil || shape.classes.isEmpty && SampleTag.isDictionary(objects) {
                for object in objects {
                    for (_, value) in object.value.properties {
                        add(Sample(value: value, file: object.file), to: shape.entryShape())
                    }
                }
                continue
            }
            let keys = objects.reduce(into: Set<ExactText>()) { $0.formUnion($1.value.keys.map(ExactText.init)) }
            let rivals = positions[ExactText(shape.key)] ?? []
            if let fit = rivals.first(where: { Self.overlap(groups[$0].keys, keys) }) ?? Self.last(rivals) {
                groups[fit].keys.formUnion(keys)
                groups[fit].shapes.append(shape)
                groups[fit].objects += objects
            } else {
                positions[ExactText(shape.key), default: []].append(groups.count)
                groups.append(Group(keys: keys, shapes: [shape], objects: objects))
            }
        }
        for group in groups { sort(group) }
    }

    private static func last<Item>(_ rivals: [Item]) -> Item? { rivals.count < mostOfOneKey ? nil : rivals.last }

    /// Returns true if at least two thirds of all keys are in both sets.
    private static func overlap(_ left: Set<ExactText>, _ right: Set<ExactText>) -> Bool {
        let common = left.count < right.count ? left.count(where: right.contains) : right.count(where: left.contains)
        return 3 * common >= 2 * (left.count + right.count - common)
    }

    private func sort(_ group: Group) {
        let key = group.shapes[0].key
        let rivals = unnamed[ExactText(key)] ?? []
        let fit = (group.shapes[0].classes.filter { $0.fileName == nil } + rivals).first {
            Self.overlap($0.keys, group.keys) && Self.fit(group.objects, $0)
        }
        let found = fit ?? Self.last(rivals.filter { $0.tagKey == nil })
        if found == nil, count >= Self.mostClasses {
            for shape in group.shapes { shape.kinds.insert(.other) }
            return
        }
        let target =
            found ?? SampleClass(key: key, owner: group.shapes[0].owner, tagKey: SampleTag.key(of: group.objects))
        if found == nil {
            append(target)
            unnamed[ExactText(key), default: []].append(target)
        }
        for object in group.objects { add(object, to: target) }
        for shape in group.shapes { insert(target, into: shape) }
    }

    /// Returns true if all objects have the tag of the class.
    private static func fit(_ objects: [Sample], _ known: SampleClass) -> Bool {
        guard let key = known.tagKey else { return true }
        return objects.allSatisfy { $0.value[key]?.stringValue?.isEmpty == false }
    }

    // MARK: Named classes

    /// Finds the superclasses of named classes. If the files name a superclass, that class is the superclass.
    /// Otherwise the superclass is a class from the same location all of whose keys the named class has, too. If
    /// there are several such classes, it is the class with the most keys. Plain objects in the same location belong
    /// to the superclass: this library's JSON names no object's class if it is the declared class.
    private func findSuperclasses() {
        for known in all {
            guard let name = known.fileName, let names = superclassNames[ExactText(name)] else { continue }
            let parent = names.lazy.compactMap { self.named[ExactText($0)] }.first { parent in
                !parent.lineage.contains { $0 === known }
            }
            parent?.add(subclass: known)
        }
        for shape in mixed {
            let rivals = shape.classes.filter { $0.fileName != nil }.prefix(Self.mostOfOneKey)
            let plain = shape.classes.first { $0.fileName == nil && $0.tagKey == nil }
            for known in rivals where known.superclass == nil {
                let parents = rivals.filter { rival in
                    !rival.lineage.contains { $0 === known } && !rival.members.isEmpty
                        && rival.members.count < known.members.count
                        && rival.members.allSatisfy { Self.alike($0, known.member($0.key)) }
                }
                let parent = parents.max { $0.members.count < $1.members.count } ?? plain
                parent?.add(subclass: known)
            }
        }
    }

    private static func alike(_ shape: SampleShape, _ other: SampleShape?) -> Bool {
        guard let other else { return false }
        return Set([shape.signature, other.signature]).subtracting([""]).count <= 1
    }

    // MARK: Results

    /// Returns the number of classes without a name in files whose objects are stored under a key.
    func rivals(of key: String) -> Int { unnamed[ExactText(key)]?.count ?? 0 }
}
