import ModelCore

/// The class definitions that were written, and which of them serves which class.
struct ShapeTable {
    /// What is known of a class: its own definition, or nil where its objects are written with keys of their own.
    private struct Entry {
        let codedClass: CodedClass
        let shape: ObjectShape?
    }

    private var byClass: [ObjectIdentifier: Entry] = [:]
    private var byKey: [ObjectShape.Key: ObjectShape] = [:]
    /// Those that were asked for last, each in the place that its class's address says: a lookup without a hash. `byClass` keeps the
    /// classes alive.
    private var recent = ContiguousArray(repeating: Recent(), count: 16)
    private(set) var count = 0
    /// The names of all class definitions.
    var names: ContiguousArray<PropertyName> = []

    private struct Recent {
        var codedClass: ObjectIdentifier?
        var shape: ObjectShape?
    }

    @inline(__always)
    private static func place(of codedClass: CodedClass) -> Int {
        Int(truncatingIfNeeded: UInt(bitPattern: ObjectIdentifier(codedClass)) >> 5) & 15
    }

    /// The definition for a class's objects; nil within the result where they are written with keys of their own, nil for the
    /// whole where nobody asked yet.
    @inline(__always)
    mutating func find(_ codedClass: CodedClass) -> ObjectShape?? {
        let found = recent[Self.place(of: codedClass)]
        if found.codedClass == ObjectIdentifier(codedClass) { return .some(found.shape) }
        return findOther(codedClass)
    }

    /// The definition for a class's objects where the class is one of those that were asked for last, and has one.
    @inline(__always)
    func recentShape(for codedClass: CodedClass) -> ObjectShape? {
        let found = recent[Self.place(of: codedClass)]
        return found.codedClass == ObjectIdentifier(codedClass) ? found.shape : nil
    }

    @inline(never)
    private mutating func findOther(_ codedClass: CodedClass) -> ObjectShape?? {
        guard let found = byClass[ObjectIdentifier(codedClass)] else { return nil }
        recent[Self.place(of: codedClass)] = Recent(codedClass: ObjectIdentifier(codedClass), shape: found.shape)
        return .some(found.shape)
    }

    mutating func enter(_ codedClass: CodedClass, _ shape: ObjectShape?) {
        byClass[ObjectIdentifier(codedClass)] = Entry(codedClass: codedClass, shape: shape)
    }

    func find(_ key: ObjectShape.Key) -> ObjectShape? { byKey[key] }

    /// Enters a class definition whose names begin at an offset in the output.
    mutating func enter(_ key: ObjectShape.Key, nameOffset: Int) -> ObjectShape {
        let shape = ObjectShape(index: count, slotCount: key.names.count, firstName: names.count)
        count += 1
        names += PropertyName.list(key.names, at: nameOffset)
        byKey[key] = shape
        return shape
    }
}
