// Results that are computed once and used for many values: the keys of a shape, and long scalars.

extension DocumentWalker {
    @inline(never)
    mutating func enterShape(_ shape: Int) throws(ModelError) -> Keys {
        let numbers = try fileKeys(of: shape)
        let start = keyNumbers.count
        for number in numbers { keyNumbers.append(number) }
        var keys = Keys(start: start, mayNameClass: numbers.contains { ClassKey.isClassKey(shapes.keys[Int($0)]) })
        // The first object writes the keys, and doesn't repeat them.
        let first = keys
        if !sharesLongText {
            let sizes = numbers.map { shapes.keys[Int($0)].utf8.count }
            keys.longWords = sizes.reduce(0) { $0 + ($1 > DecodingLimits.shortText ? $1 / 8 : 0) }
        }
        entered[shape] = keys
        return first
    }

    /// Returns the keys of a shape as the file contains them, in the file's key style. Each key is given by its
    /// number. Throws `duplicateKey`.
    private func fileKeys(of shape: Int) throws(ModelError) -> ContiguousArray<Int32> {
        let numbers = shapes.keyNumbers(inOrderOf: shape)
        guard let keyStyle = conventions.keyStyle, let codedClass = shapes.terms(of: shape) else { return numbers }
        let styled: [String: String]
        do {
            styled = try codedClass.keys(in: keyStyle, for: conventions.format)
        } catch {
            throw ModelError(wrapping: error)
        }
        let keys = numbers.map { number in
            let key = shapes.keys[Int(number)]
            return styled[key] ?? key
        }
        var all = KeySet()
        for key in keys where !all.insert(key) { throw ModelError.duplicateKey(key) }
        return ContiguousArray(keys.map { shapes.number(of: $0) })
    }

    /// Returns the long scalar at `index`, which the document contains more than once. The scalar is created only
    /// once.
    @inline(never)
    mutating func sharedScalar() -> ModelScalar {
        let scalar = sharedScalars[index] ?? content.scalar(at: index) ?? .null
        sharedScalars[index] = scalar
        return scalar
    }
}
