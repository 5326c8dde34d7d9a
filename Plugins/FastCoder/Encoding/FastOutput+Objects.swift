import FormatSupport
import ModelCore

extension FastOutput {
    /// Gives an object, whose chunk comes next, the next index of the cache.
    @inline(__always)
    mutating func enter(_ object: AnyObject) {
        identities.update(object, WrittenPlace.index(objectCount).number)
        objectCount &+= 1
        if !wantedOffsets.isEmpty { tellOffset(of: object) }
    }

    @inline(never)
    private mutating func tellOffset(of object: AnyObject) {
        for place in wantedOffsets.removeValue(forKey: ObjectIdentifier(object)) ?? [] {
            patch(UInt32(truncatingIfNeeded: bytes.count), at: place)
        }
    }

    /// A reference to an object that will be written later.
    mutating func appendOffset(of object: AnyObject) {
        append(.objectAtOffset, UInt32(0))
        wantedOffsets[ObjectIdentifier(object), default: []].append(bytes.count - 4)
    }

    /// An object of a known class definition.
    @inline(__always)
    mutating func beginObject(_ object: AnyObject, _ shape: ObjectShape) {
        enter(object)
        append(index: shape.index, .object8, .object16, .object32)
        push(EncoderFrame(kind: .object, slotCount: shape.slotCount, firstName: shape.firstName))
    }

    /// Begins an object that wasn't met yet, of a class that came lately; returns false for any other, with nothing done.
    @inline(__always)
    mutating func beginKnownObject(_ object: AnyObject, _ codedClass: CodedClass) -> Bool {
        guard let shape = shapes.recentShape(for: codedClass), type(of: object) != ObjectNode.self, wantedOffsets.isEmpty,
            identities.findOrInsert(object, WrittenPlace.index(objectCount).number) == nil
        else { return false }
        objectCount &+= 1
        append(index: shape.index, .object8, .object16, .object32)
        push(EncoderFrame(kind: .object, slotCount: shape.slotCount, firstName: shape.firstName))
        return true
    }

    /// An object with keys of its own. Until it ends nobody knows its index: a reference from within leads to its offset.
    mutating func beginCodedObject(_ object: AnyObject, _ codedClass: CodedClass) {
        identities.update(object, WrittenPlace.offset(bytes.count).number)
        if !wantedOffsets.isEmpty { tellOffset(of: object) }
        append(ChunkType.codedObject)
        append(codedClass.name)
        codedObjects.append(object)
        push(EncoderFrame(kind: .codedObject, owesKey: true))
    }

    /// An object that nobody knows the class of: a dictionary.
    mutating func beginPlainObject(_ object: AnyObject) {
        enter(object)
        append(.mutableDictionary, UInt32(0))
        push(EncoderFrame(kind: .dictionary, owesKey: true, countOffset: bytes.count - 4))
    }

    @inline(__always)
    mutating func endObject() {
        switch frame.kind {
        case .object: endSlots()
        case .codedObject:
            append(ChunkType.unset)
            guard let object = codedObjects.popLast() else { return }
            identities.update(object, WrittenPlace.index(objectCount).number)
            objectCount += 1
        default: patch(UInt32(truncatingIfNeeded: frame.slot), at: frame.countOffset)
        }
    }

    /// The class definition that serves an object, written now if need be; nil for one that is written with keys of its own.
    @inline(__always)
    mutating func shape(for object: AnyObject, _ codedClass: CodedClass) -> ObjectShape? {
        // An object of nodes has the keys that it has.
        if type(of: object) == ObjectNode.self, let node = object as? ObjectNode { return shape(for: node, codedClass) }
        if case .some(let shape) = shapes.find(codedClass) { return shape }
        return shape(of: codedClass, codedClass.propertyNames)
    }

    private mutating func shape(for node: ObjectNode, _ codedClass: CodedClass) -> ObjectShape? {
        guard let names = codedClass.propertyNames else { return nil }
        // A name without a value would be read back as one that is nil.
        if !node.properties.lazy.map(\.key).elementsEqual(names) { return define(codedClass.name, node.properties.map(\.key)) }
        if case .some(let shape) = shapes.find(codedClass) { return shape }
        return shape(of: codedClass, names)
    }

    @inline(never)
    private mutating func shape(of codedClass: CodedClass, _ names: [String]?) -> ObjectShape? {
        let shape = names.flatMap { define(codedClass.name, $0) }
        shapes.enter(codedClass, shape)
        return shape
    }

    /// Writes a class definition, unless there is one like it. Nil where it can't hold the names: text with a NUL, or twice the same.
    mutating func define(_ className: String, _ names: [String]) -> ObjectShape? {
        let key = ObjectShape.Key(className: className, names: names)
        if let known = shapes.find(key) { return known }
        guard Set(names).count == names.count, !names.contains(where: { $0.utf8.contains(0) }),
            !className.utf8.contains(0),
            let count = UInt32(exactly: names.count)
        else { return nil }
        append(ChunkType.classDefinition)
        bytes.append(className)
        bytes.append(0)
        align(4)
        bytes.appendLittleEndian(count)
        let nameOffset = bytes.count
        for name in names {
            bytes.append(name)
            bytes.append(0)
        }
        return shapes.enter(key, nameOffset: nameOffset)
    }

    /// Writes a transform in space, which a file was read to hold as an object; returns false for anything else.
    @inline(__always)
    mutating func isTransform3D(_ object: AnyObject, _ codedClass: CodedClass) -> Bool {
        type(of: object) == ObjectNode.self && isTransform3DNode(object, codedClass)
    }

    private mutating func isTransform3DNode(_ object: AnyObject, _ codedClass: CodedClass) -> Bool {
        guard codedClass.name == FoundationClass.transform3D, let node = object as? ObjectNode else { return false }
        var numbers: [Double] = []
        for (property, key) in zip(node.properties, FoundationClass.transform3DKeys) {
            guard property.key == key, case .scalar(.double(let number)) = property.value else { return false }
            numbers.append(number)
        }
        guard numbers.count == 16, node.properties.count == 16 else { return false }
        append(.transform3D, numbers)
        return true
    }
}
