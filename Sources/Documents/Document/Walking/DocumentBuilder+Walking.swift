// Appending values of a walker: for formats that convert one document into another.

extension DocumentBuilder {
    /// Appends the text, the number or the boolean that a walker read last. The value gets the walker's offset in the
    /// source, and not ``offset``. This is faster than appending the value of the walker's step.
    ///
    /// - Throws: Also `invalidCoding` if the walker is at a value of another kind. Then nothing is appended.
    @inlinable
    @inline(__always)
    public mutating func append(valueOf walker: borrowing DocumentWalker) throws(ModelError) {
        let index = walker.index
        let word = walker.words[index]
        guard !walker.isLowered, !walker.isAtKey, frame.first == .nothing else { return try appendOther(walker) }
        let size: Int
        switch word.tag {
        case .string where !word.isShared:
            // Negative if the bytes are in the source's memory.
            let count = Int(truncatingIfNeeded: walker.words[index &+ 1].bits)
            guard 0...DecodingLimits.shortText ~= count else { return try appendOther(walker) }
            byteCount &+= count
            guard byteCount <= limits.bytes else { throw ModelError.tooLarge(limits.bytes) }
            size = 2 &+ (count &+ 7) >> 3
        case .int64, .double: size = 2
        case .no, .yes: size = 1
        default: return try appendOther(walker)
        }
        try take()
        document.words.append(word.bits & ~DocumentWord.mark | scalarFlags, with: walker.words, index, size)
    }

    /// Appends the scalar that a walker read last, also a number with any number of digits.
    package mutating func append(scalarOf walker: borrowing DocumentWalker, isDeclared: Bool) throws(ModelError) {
        guard let digits = walker.numeral else { return try append(walker.scalar ?? .null, isDeclared: isDeclared) }
        try append(numeral: digits, isDeclared: isDeclared)
    }

    @inline(never)
    @usableFromInline mutating func appendOther(_ walker: borrowing DocumentWalker) throws(ModelError) {
        guard !walker.isAtKey, let scalar = walker.scalar, ![.null, .data, .date].contains(scalar.kind) else {
            throw ModelError.misuse("The walker is at no text, number or boolean.")
        }
        let outer = offset
        offset = walker.offset
        defer { offset = outer }
        if let digits = walker.numeral { return try append(numeral: digits) }
        guard scalar.kind == .string, !walker.isRepeated else { return try append(scalar) }
        var failure: ModelError?
        walker.withBytes { bytes in
            do throws(ModelError) {
                try append(utf8: bytes)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
    }
}
