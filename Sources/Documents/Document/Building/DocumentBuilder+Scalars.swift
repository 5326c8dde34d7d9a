import FormatSupport

// Appending values that contain no others.

extension DocumentBuilder {
    /// Appends a null that is a value, such as the value of a property of the type `Any`.
    public mutating func appendNull() throws(ModelError) { try begin(.null, flags: scalarFlags) }

    /// Appends a null that only means that a property has no value. Formats that list the keys of a class once use it
    /// for a property that is nil.
    public mutating func appendNil() throws(ModelError) { try begin(.null, flags: scalarFlags | DocumentWord.shared) }

    /// Appends a boolean.
    @inlinable
    public mutating func append(_ value: Bool) throws(ModelError) { try begin(value ? .yes : .no, flags: scalarFlags) }

    /// Appends an integer.
    @inlinable
    public mutating func append(_ value: Int64) throws(ModelError) { try append(.int64, UInt64(bitPattern: value)) }
    /// Appends an integer, also one beyond `Int64.max`.
    public mutating func append(_ value: UInt64) throws(ModelError) { try append(.uint64, value) }
    /// Appends a floating-point number of 32 bits.
    public mutating func append(_ value: Float) throws(ModelError) { try append(.float, UInt64(value.bitPattern)) }
    /// Appends a floating-point number of 64 bits.
    @inlinable
    public mutating func append(_ value: Double) throws(ModelError) { try append(.double, value.bitPattern) }

    /// Appends a scalar that takes one more word after its first one.
    @inlinable
    @inline(__always)
    package mutating func append(_ tag: DocumentTag, _ bits: UInt64) throws(ModelError) {
        try take()
        document.words.append(head(tag, scalarFlags), bits)
    }

    /// Appends a number by its digits: for a number with more digits than a double or a decimal has. The document keeps
    /// all of them. Its scalar is the nearest double, which is infinite for a number beyond the largest one.
    ///
    /// - Throws: Also `corruptData` if the digits aren't those of one number, as JSON, JSON5 and XML property lists
    ///   write it.
    @safe
    public mutating func append(numeral digits: UnsafeBufferPointer<UInt8>) throws(ModelError) {
        guard let numeral = DecimalText.plain(digits) else { throw ModelError(.corruptData, "This is no number.") }
        try append(numeral: numeral, isDeclared: true)
    }

    /// Appends a number by its digits, which are written as in JSON.
    package mutating func append(numeral digits: String, isDeclared: Bool = true) throws(ModelError) {
        let start = document.words.count
        try begin(.numeral, flags: scalarFlags)
        document.appendText(digits)
        if !isDeclared { document.words[start] |= DocumentWord.mark }
        byteCount &+= digits.utf8.count
        try checkBytes()
    }

    /// Appends a date, with all bits of its value.
    public mutating func append(_ value: Date) throws(ModelError) {
        try append(.date, value.timeIntervalSinceReferenceDate.bitPattern)
    }

    /// Appends text.
    @inlinable
    @inline(__always)
    public mutating func append(_ value: String) throws(ModelError) {
        if frame.first != .nothing, try appendFirst(value) { return }
        try take()
        try appendText(value)
    }

    /// Appends text that was already counted towards the limit on values.
    @inlinable
    @inline(__always)
    package mutating func appendText(_ value: String) throws(ModelError) {
        let head = head(.string, scalarFlags)
        if let count = document.append(head, short: value, atMost: DecodingLimits.shortText) {
            byteCount &+= count
        } else {
            addLong(value, head)
        }
        try checkBytes()
    }

    @inline(never)
    @usableFromInline mutating func addLong(_ value: String, _ head: UInt64) {
        document.words.append(head)
        var text = value
        text.withUTF8 { add($0, of: value) }
    }

    /// Appends text from its UTF-8 bytes, which must be valid: check them with FormatSupport's `isUTF8`.
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

    /// Appends data that is a keyed archive. The file stores the archive in place of the archived object.
    ///
    /// If the type of the value isn't declared, the object is decoded from the archive, provided that its class is
    /// registered. Otherwise the value is data.
    public mutating func append(archive: Data) throws(ModelError) {
        let place = document.words.count
        try append(archive)
        document.archives.insert(document.resolved(place))
    }

    /// Handles a text that isn't an ordinary value: the name of a dictionary's class, or an escaped key. Returns
    /// false for any other text.
    @inline(never)
    @usableFromInline mutating func appendFirst(_ text: String) throws(ModelError) -> Bool {
        switch frame.first {
        case .nameClass
        where frame.state == .keyed && document.shapes.count(of: frame.shape) == 1
            && !(text.isEmpty && classKeys == .escapable):
            // The key `$class` isn't one of the object's own.
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

    /// Throws `bytesExceeded` if text and data exceed the limit.
    @inlinable
    @inline(__always)
    package func checkBytes() throws(ModelError) {
        guard byteCount <= limits.bytes else { throw ModelError.tooLarge(limits.bytes) }
    }

    /// Appends and counts the bytes of text or data. The first word of the value, 8 bytes with its type, was appended
    /// before. If the bytes are long and were appended before, this word becomes a link to them, because a small file
    /// may have the same text in very many places.
    @safe
    private mutating func add(_ bytes: UnsafeBufferPointer<UInt8>, of owner: any Sendable) {
        guard bytes.count > DecodingLimits.shortText else {
            byteCount &+= bytes.count
            return document.appendBytes(bytes)
        }
        // The same memory has the same bytes while its owner lives. Comparing the bytes each time would take time
        // quadratic in the file's size.
        let memory = bytes.addresses
        let start = document.words.count - 1
        if let known = longValues[memory] {
            document.words.removeLast()
            return document.appendMove(toScalar: known.index)
        }
        longValues[memory] = (start, owner)
        byteCount &+= bytes.count
        if let source = source(of: bytes) {
            document.words.append(elsewhere: bytes, in: source)
        } else {
            document.appendBytes(bytes)
        }
    }

    /// Returns the source, if its memory contains the bytes and they are at least `bytesKept`. Otherwise returns nil.
    @safe
    private func source(of bytes: UnsafeBufferPointer<UInt8>) -> ByteSource? {
        guard bytes.count >= Self.bytesKept, let memory, memory.contains(bytes) else { return nil }
        return memory
    }

    /// Appends a scalar of any kind.
    ///
    /// - Parameters:
    ///   - scalar: The scalar.
    ///   - isDeclared: False if the scalar's type isn't declared, as in a property of type `Any`. A format may mark
    ///     such a scalar if it would be read as another type.
    public mutating func append(_ scalar: ModelScalar, isDeclared: Bool = true) throws(ModelError) {
        let start = document.words.count
        switch scalar {
        case .string(let value): try append(value)
        case .data(let value): try append(value)
        default:
            if case .geometry(let value) = scalar { try value.requireRepresentable() }
            try take()
            document.append(scalar, flags: scalarFlags | place)
        }
        // A text that names a class appends no value. A word that links to an earlier value has the mark in any case.
        guard start < document.words.count else { return }
        if !isDeclared { document.words[start] |= DocumentWord.mark }
        // A large URL or index set counts as several values, because it is made again for each reference to it.
        guard case let tag = document.word(at: start).tag, tag == .url || tag == .indexSet else { return }
        let words = document.words.count - start
        values &+= words / 8
        if values > valueLimit { try passCheckpoint(values) }
        byteCount &+= words * 8
        try checkBytes()
    }
}
