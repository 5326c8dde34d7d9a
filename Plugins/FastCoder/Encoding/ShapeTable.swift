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
    /// The class that was asked for last, which `byClass` keeps alive.
    private var lastClass: ObjectIdentifier?
    private var lastShape: ObjectShape?
    private(set) var count = 0
    /// The names of all class definitions.
    var names: ContiguousArray<PropertyName> = []

    /// The definition for a class's objects; nil within the result where they are written with keys of their own, nil for the
    /// whole where nobody asked yet.
    @inline(__always)
    mutating func find(_ codedClass: CodedClass) -> ObjectShape?? {
        if lastClass == ObjectIdentifier(codedClass) { return .some(lastShape) }
        return findOther(codedClass)
    }

    /// The definition for a class's objects where the class is the one that was asked for last, and has one.
    @inline(__always)
    func lastShape(for codedClass: CodedClass) -> ObjectShape? {
        lastClass == ObjectIdentifier(codedClass) ? lastShape : nil
    }

    @inline(never)
    private mutating func findOther(_ codedClass: CodedClass) -> ObjectShape?? {
        guard let found = byClass[ObjectIdentifier(codedClass)] else { return nil }
        lastClass = ObjectIdentifier(codedClass)
        lastShape = found.shape
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
