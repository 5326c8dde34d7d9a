import FormatSupport
import Foundation

// Values that hold no others.

extension DocumentBuilder {
    /// Appends a null: a value, which is `NSNull` in a property of any type.
    public mutating func appendNull() throws(ModelError) { try begin(.null, flags: scalarFlags) }

    /// Appends a null that means no more than that there is no value, such as the nil in the place of a key that other
    /// objects of the class have.
    public mutating func appendNil() throws(ModelError) { try begin(.null, flags: scalarFlags | DocumentWord.shared) }

    /// Appends a boolean.
    public mutating func append(_ value: Bool) throws(ModelError) { try begin(value ? .yes : .no, flags: scalarFlags) }

    /// Appends an integer.
    public mutating func append(_ value: Int64) throws(ModelError) { try append(.int64, UInt64(bitPattern: value)) }
    /// Appends an integer, also one beyond `Int64.max`.
    public mutating func append(_ value: UInt64) throws(ModelError) { try append(.uint64, value) }
    /// Appends a number of 32 bits.
    public mutating func append(_ value: Float) throws(ModelError) { try append(.float, UInt64(value.bitPattern)) }
    /// Appends a number of 64 bits.
    public mutating func append(_ value: Double) throws(ModelError) { try append(.double, value.bitPattern) }

    /// Appends a scalar of one word besides its own.
    @inline(__always)
    package mutating func append(_ tag: DocumentTag, _ bits: UInt64) throws(ModelError) {
        try take()
        document.words.append(head(tag, scalarFlags), bits)
    }

    /// Appends a number by its digits, whose bytes must be ASCII: one that has more of them than a double or a decimal.
    /// It stands for the nearest double.
    @safe
    public mutating func append(numeral digits: UnsafeBufferPointer<UInt8>) throws(ModelError) {
        try begin(.numeral, flags: scalarFlags)
        document.appendBytes(digits)
    }

    /// Appends a date, to the bit.
    public mutating func append(_ value: Date) throws(ModelError) {
        try append(.date, value.timeIntervalSinceReferenceDate.bitPattern)
    }

    /// Appends text.
    @inline(__always)
    public mutating func append(_ value: String) throws(ModelError) {
        if frame.first != .nothing, try appendFirst(value) { return }
        try take()
        try appendText(value)
    }

    /// Appends text that was counted.
    @inline(__always)
    package mutating func appendText(_ value: String) throws(ModelError) {
        let head = head(.string, scalarFlags)
        if let count = document.append(head, short: value, atMost: ModelDocument.Content.fewBytes) {
            byteCount &+= count
        } else {
            addLong(value, head)
        }
        try checkBytes()
    }

    @inline(never)
    private mutating func addLong(_ value: String, _ head: UInt64) {
        document.words.append(head)
        var text = value
        text.withUTF8 { add($0, of: value) }
    }

    /// Appends text, whose UTF-8 bytes must be valid: FormatSupport's `isUTF8` tells.
    @safe
    public mutating func append(utf8 bytes: UnsafeBufferPointer<UInt8>) throws(ModelError) {
        if frame.first != .nothing, try appendFirst(bytes.text) { return }
        if bytes.count >= Self.bytesKept, let source = source(of: bytes) {
            try begin(.string, flags: scalarFlags)
            add(bytes, of: source)
            return try checkBytes()
        }
        byteCount &+= bytes.count
        try checkBytes()
        try take()
        document.words.append(head(.string, scalarFlags), counted: bytes)
    }

    /// Appends bytes.
    public mutating func append(_ value: Data) throws(ModelError) {
        try begin(.data, flags: scalarFlags)
        value.withBytes { add($0, of: value) }
        try checkBytes()
    }

    /// Appends the bytes of a keyed archive that the file stores in place of the archived object.
    ///
    /// If no type is declared for the value, that object is decoded, provided that its class is registered. Otherwise
    /// the value is data.
    public mutating func append(archive: Data) throws(ModelError) {
        let place = document.words.count
        try append(archive)
        document.archives.insert(document.resolved(place))
    }

    /// Appends the first text of a dictionary otherwise, where it names the class or is an escaped key.
    @inline(never)
    private mutating func appendFirst(_ text: String) throws(ModelError) -> Bool {
        switch frame.first {
        case .nameClass
        where frame.state == .keyed && document.shapes.count(of: frame.shape) == 1
            && !(text.isEmpty && classKeys == .escapable):
            // The key is none of the object's own.
            frame.first = .nothing
            frame.shape = try shape(of: try classes.codedClass(named: text))
            frame.state = .key
            return true
        case .escapeClassKey where frame.tag == .dictionary && frame.count & 1 == 0:
            let own = ClassKey.unescaped(text)
            if own == text, frame.count == 0 { frame.first = .nothing }
            guard own != text else { return false }
            frame.first = .nothing
            try append(own)
            frame.first = .escapeClassKey
            return true
        default: return false
        }
    }

    /// Throws `bytesExceeded` for more text and data than there may be.
    @inline(__always)
    package func checkBytes() throws(ModelError) {
        guard byteCount <= limits.bytes else { throw ModelError.tooLarge(limits.bytes) }
    }

    /// Appends and counts the bytes of a text or of data, whose first word is there. Where they are long, and were
    /// appended before, that first word leads to them instead: a small file may have the same text in very many places.
    @safe
    private mutating func add(_ bytes: UnsafeBufferPointer<UInt8>, of owner: any Sendable) {
        guard bytes.count > ModelDocument.Content.fewBytes else {
            byteCount &+= bytes.count
            return document.appendBytes(bytes)
        }
        // The same memory has the same bytes while its owner lives. To compare them each time would take the square of
        // the file's size.
        let memory = bytes.addresses
        let start = document.words.count - 1
        if let known = longValues[memory] {
            document.words.removeLast()
            return document.appendMove(toScalar: known.index)
        }
        longValues[memory] = (start, owner)
        knownPlace = start
        byteCount &+= bytes.count
        if let source = source(of: bytes) {
            document.words.append(elsewhere: bytes, in: source)
        } else {
            document.appendBytes(bytes)
        }
    }

    /// What has long bytes in its memory, if that is what is read.
    @safe
    private func source(of bytes: UnsafeBufferPointer<UInt8>) -> ByteSource? {
        guard bytes.count >= Self.bytesKept, let memory, memory.contains(bytes) else { return nil }
        return memory
    }

    /// Appends a scalar of any kind.
    ///
    /// - Parameters:
    ///   - scalar: The scalar.
    ///   - isDeclared: False for one whose type nobody declares: a format may mark it where it would else be read as
    ///     another's.
    public mutating func append(_ scalar: ModelScalar, isDeclared: Bool = true) throws(ModelError) {
        let start = document.words.count
        switch scalar {
        case .string(let value): try append(value)
        case .data(let value): try append(value)
        default:
            if case .geometry(.indexSet(let set)) = scalar { try set.requireRepresentable() }
            try take()
            document.append(scalar, flags: scalarFlags | place)
        }
        // A text may have been the name of a class, which is no value. What leads to an earlier value has that mark in
        // any case.
        guard start < document.words.count else { return }
        if !isDeclared { document.words[start] |= DocumentWord.mark }
        // What is made each time that a file refers to it counts as several values, where it is large.
        guard case let tag = document.word(at: start).tag, tag == .url || tag == .indexSet else { return }
        let words = document.words.count - start
        values &+= words / 8
        guard values <= valueLimit else { throw tooMany() }
        byteCount &+= words * 8
        try checkBytes()
    }
}

extension IndexSet {
    /// Throws `unrepresentableValue` for a set of `Int.max` alone, which has no first index: Foundation stops the
    /// program where its ranges are asked for.
    package func requireRepresentable() throws(ModelError) {
        guard isEmpty || first ?? -1 >= 0 else {
            throw ModelError(.unrepresentableValue, "A set of indexes holds numbers from 0 to Int.max - 1.")
        }
    }
}
