import ModelCore

/// The class definitions that were written, and which of them serves which class.
struct ShapeTable {
    private var byClass: [ObjectIdentifier: (codedClass: CodedClass, shape: ObjectShape?)] = [:]
    private var byKey: [ObjectShape.Key: ObjectShape] = [:]
    private var last: (codedClass: CodedClass, shape: ObjectShape?)?
    private(set) var count = 0

    /// The definition for a class's objects; nil within the result where they are written with keys of their own, nil for the
    /// whole where nobody asked yet.
    @inline(__always)
    mutating func find(_ codedClass: CodedClass) -> ObjectShape?? {
        if let last, last.codedClass === codedClass { return .some(last.shape) }
        guard let found = byClass[ObjectIdentifier(codedClass)] else { return nil }
        last = found
        return .some(found.shape)
    }

    mutating func enter(_ codedClass: CodedClass, _ shape: ObjectShape?) {
        last = (codedClass, shape)
        byClass[ObjectIdentifier(codedClass)] = (codedClass, shape)
    }

    func find(_ key: ObjectShape.Key) -> ObjectShape? { byKey[key] }

    mutating func enter(_ key: ObjectShape.Key, nameOffset: Int) -> ObjectShape {
        let shape = ObjectShape(index: count, slotCount: key.names.count, nameOffset: nameOffset, names: key.names)
        count += 1
        byKey[key] = shape
        return shape
    }
}
