import FormatSupport

// The values of objects. Each function throws `PropertyListError` if the object is of another kind, or extends past the
// end.

extension BinaryPropertyListReader {
    // MARK: Containers

    /// Returns the offset of an object's content, after its marker and its count, and the number of units in the
    /// content. `unit` is the size of a unit in bytes.
    @inlinable
    @inline(__always)
    func contents(_ object: BinaryPropertyListObject, unit: Int) throws(PropertyListError) -> (start: Int, count: Int) {
        var start = object.offset &+ 1
        var count = Int(object.marker & 0x0F)
        if count == 0x0F {
            try check(start, size: 1)
            let marker = base[start]
            let size = 1 << Int(marker & 0x0F)
            guard marker >> 4 == 1, size <= 8 else { throw unexpected(object, "a count") }
            try check(start &+ 1, size: size)
            start &+= 1 &+ size
            let value = word(endingAt: start, mask: UInt64.max >> UInt64(64 &- 8 &* size))
            // A count beyond the file's size becomes `end`, which is too large as well.
            count = value > UInt64(end) ? end : Int(truncatingIfNeeded: value)
        }
        guard start <= end, count <= (end &- start) / unit else { throw truncated(object.offset) }
        return (start, count)
    }

    /// Returns the references of an array or a set to its elements.
    @inlinable
    package func elements(
        of object: BinaryPropertyListObject
    ) throws(PropertyListError) -> BinaryPropertyListReferences {
        guard (0xA...0xC).contains(object.marker >> 4) else { throw unexpected(object, "an array") }
        let (start, count) = try contents(object, unit: referenceSize)
        return BinaryPropertyListReferences(start: start, count: count)
    }

    /// Returns the references of a dictionary to its keys, and the references to its values in the same order.
    @inlinable
    package func entries(
        of object: BinaryPropertyListObject
    ) throws(PropertyListError) -> (keys: BinaryPropertyListReferences, values: BinaryPropertyListReferences) {
        guard object.marker >> 4 == 0xD else { throw unexpected(object, "a dictionary") }
        let (start, count) = try contents(object, unit: referenceSize &* 2)
        return (
            BinaryPropertyListReferences(start: start, count: count),
            BinaryPropertyListReferences(start: start &+ count &* referenceSize, count: count)
        )
    }

    /// Returns the number of the object that a reference refers to. If there is no such reference, returns a number
    /// that no object has.
    @inlinable
    @inline(__always)
    package func number(_ index: Int, in references: BinaryPropertyListReferences) -> Int {
        let next = references.start &+ (index &+ 1) &* referenceSize
        guard index >= 0, index < references.count, next <= end else { return Int.max }
        return Int(truncatingIfNeeded: min(word(endingAt: next, mask: referenceMask), UInt64(Int.max)))
    }

    /// Returns true if both lists contain the same references in the same order.
    @inlinable
    package func areEqual(_ left: BinaryPropertyListReferences, _ right: BinaryPropertyListReferences) -> Bool {
        guard left.count == right.count else { return false }
        let size = left.count &* referenceSize
        guard left.start != right.start, size > 0 else { return true }
        guard left.start &+ size <= end, right.start &+ size <= end else { return false }
        return unsafe memcmp(base + left.start, base + right.start, size) == 0
    }

    // MARK: Numbers

    /// Returns the value of an integer. Returns nil if the value isn't in the range of `Int64`.
    @inlinable
    package func int64(_ object: BinaryPropertyListObject) throws(PropertyListError) -> Int64? {
        guard object.marker >> 4 == 0x1, object.marker & 0x0F <= 3 else {
            return try wideInteger(object).flatMap { Int64(exactly: $0) }
        }
        let size = 1 << Int(object.marker & 0x0F)
        try check(object.offset &+ 1, size: size)
        return Int64(
            bitPattern: word(endingAt: object.offset &+ 1 &+ size, mask: UInt64.max >> UInt64(64 &- 8 &* size)))
    }

    /// Returns the value of an integer. Returns nil if the value is negative, or larger than `UInt64.max`.
    package func uint64(_ object: BinaryPropertyListObject) throws(PropertyListError) -> UInt64? {
        if let value = try int64(object) { return UInt64(exactly: value) }
        return try wideInteger(object).flatMap { UInt64(exactly: $0) }
    }

    /// Returns the value of an integer of sixteen bytes.
    @usableFromInline
    func wideInteger(_ object: BinaryPropertyListObject) throws(PropertyListError) -> Int128? {
        guard object.marker == 0x14 else { throw unexpected(object, "an integer") }
        try check(object.offset + 1, size: 16)
        let high = word(endingAt: object.offset + 9, mask: .max)
        let low = word(endingAt: object.offset + 17, mask: .max)
        return Int128(Int64(bitPattern: high)) << 64 | Int128(low)
    }

    /// Returns true for a real number of four bytes.
    @inlinable
    package func isFloat(_ object: BinaryPropertyListObject) -> Bool { object.marker == 0x22 }

    /// Returns the value of a real number of four bytes.
    @inlinable
    package func float(_ object: BinaryPropertyListObject) throws(PropertyListError) -> Float {
        guard object.marker == 0x22 else { throw unexpected(object, "a real number of four bytes") }
        try check(object.offset &+ 1, size: 4)
        let bits = word(endingAt: object.offset &+ 5, mask: 0xFFFF_FFFF)
        return Float(bitPattern: UInt32(truncatingIfNeeded: bits))
    }

    /// Returns the value of a real number of four or eight bytes.
    @inlinable
    package func double(_ object: BinaryPropertyListObject) throws(PropertyListError) -> Double {
        guard object.marker == 0x23 else {
            guard object.marker == 0x22 else { throw unexpected(object, "a real number") }
            return Double(try float(object))
        }
        try check(object.offset &+ 1, size: 8)
        return Double(bitPattern: word(endingAt: object.offset &+ 9, mask: .max))
    }

    package func bool(_ object: BinaryPropertyListObject) throws(PropertyListError) -> Bool {
        guard object.kind == .bool else { throw unexpected(object, "a boolean") }
        return object.marker == 0x09
    }

    package func date(_ object: BinaryPropertyListObject) throws(PropertyListError) -> Date {
        guard object.marker == 0x33 else { throw unexpected(object, "a date") }
        try check(object.offset + 1, size: 8)
        return Date(
            timeIntervalSinceReferenceDate: Double(bitPattern: word(endingAt: object.offset + 9, mask: .max)))
    }

    /// Returns the value of a UID. Returns `Int.max` if the value is larger.
    @inlinable
    package func uid(_ object: BinaryPropertyListObject) throws(PropertyListError) -> Int {
        let size = Int(object.marker & 0x0F) &+ 1
        guard object.marker >> 4 == 0x8, size <= 8 else { throw unexpected(object, "a UID") }
        try check(object.offset &+ 1, size: size)
        let value = word(endingAt: object.offset &+ 1 &+ size, mask: UInt64.max >> UInt64(64 &- 8 &* size))
        return Int(truncatingIfNeeded: min(value, UInt64(Int.max)))
    }

    /// Returns the value of a UID of any size.
    package func wideUID(_ object: BinaryPropertyListObject) throws(PropertyListError) -> UInt64 {
        _ = try uid(object)
        let size = Int(object.marker & 0x0F) &+ 1
        return word(endingAt: object.offset &+ 1 &+ size, mask: UInt64.max >> UInt64(64 &- 8 &* size))
    }

    // MARK: Bytes

    /// Returns the range of the bytes of data, or of a string in its own encoding. The range contains offsets in the
    /// file.
    @inlinable
    package func byteRange(of object: BinaryPropertyListObject) throws(PropertyListError) -> Range<Int> {
        let unit = object.marker >> 4 == 0x6 ? 2 : 1
        guard (0x4...0x7).contains(object.marker >> 4) else { throw unexpected(object, "data or a string") }
        let (start, count) = try contents(object, unit: unit)
        return start..<start &+ count &* unit
    }

    /// Returns the bytes of a short string that is stored as ASCII and contains only ASCII. Returns nil for any other
    /// object. The bytes are valid as long as the reader exists.
    @safe
    @inlinable
    @inline(__always)
    package func shortASCII(
        _ object: BinaryPropertyListObject
    ) throws(PropertyListError) -> UnsafeBufferPointer<UInt8>? {
        guard object.marker >> 4 == 0x5, case let range = try byteRange(of: object),
            range.count <= BinaryPropertyListLongValues.longestShort
        else { return nil }
        let bytes = bytes(range)
        return unsafe bytes.isASCII ? bytes : nil
    }

    /// Returns bytes of the list. They are valid as long as the reader exists.
    @safe
    @inlinable
    @inline(__always)
    func bytes(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
        precondition(range.lowerBound >= 0 && range.upperBound <= end, "The list has no such bytes.")
        return unsafe UnsafeBufferPointer(start: base + range.lowerBound, count: range.count)
    }

    package func data(_ object: BinaryPropertyListObject) throws(PropertyListError) -> Data {
        guard object.kind == .data else { throw unexpected(object, "data") }
        return bytes(try byteRange(of: object)).data
    }

    /// Returns data that shares the list's memory. Returns a copy if the memory has no owner. The data must not be
    /// changed, because that would change the list.
    @unsafe
    package func sharedData(_ object: BinaryPropertyListObject) throws(PropertyListError) -> Data {
        guard object.kind == .data, let owner else { return try data(object) }
        return unsafe owner.sharedData(try byteRange(of: object))
    }

    /// Returns the text of a string. An unpaired surrogate, which Foundation may write, is replaced by U+FFFD.
    @inlinable
    package func string(_ object: BinaryPropertyListObject) throws(PropertyListError) -> String {
        guard object.marker >> 4 == 0x5 else { return try wideString(object) }
        return try narrowString(object)
    }

    /// Returns the text of a string that is stored as ASCII or UTF-8.
    @usableFromInline
    func narrowString(_ object: BinaryPropertyListObject) throws(PropertyListError) -> String {
        guard let text = bytes(try byteRange(of: object)).validText else {
            throw PropertyListError("A string whose bytes are no text.", at: object.offset)
        }
        return text
    }

    @usableFromInline
    func wideString(_ object: BinaryPropertyListObject) throws(PropertyListError) -> String {
        guard object.kind == .string else { throw unexpected(object, "a string") }
        guard object.marker >> 4 == 0x6 else { return try narrowString(object) }
        return UTF16Text.string(bytes(try byteRange(of: object)))
    }

    /// Returns true if the object is a string with the given UTF-8 bytes.
    @safe
    @inlinable
    package func isString(_ object: BinaryPropertyListObject, _ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
        let short = utf8.count
        if short < 15, object.marker == 0x50 | UInt8(truncatingIfNeeded: short), let other = utf8.baseAddress {
            // For most keys, the marker contains the type and the length.
            guard short < end &- object.offset else { return false }
            return unsafe memcmp(base + object.offset + 1, other, short) == 0
        }
        guard object.kind == .string, let range = try? byteRange(of: object) else { return false }
        guard object.marker >> 4 != 0x6 else {
            // A text has at most as many UTF-16 units, of two bytes each, as it has bytes in UTF-8.
            guard range.count <= utf8.count &* 2, let text = try? string(object) else { return false }
            return text.withStoredUTF8 { $0.equals(utf8) } == true
        }
        return bytes(range).equals(utf8)
    }

    /// Returns true if the object is a string with the text of a literal.
    @inlinable
    package func isString(_ object: BinaryPropertyListObject, _ literal: StaticString) -> Bool {
        isString(object, literal.bytes)
    }

    /// Returns the value of a key in a dictionary. Returns nil if the dictionary doesn't have the key. The time is
    /// linear in the number of keys.
    package func value(
        forKey key: StaticString, in dictionary: BinaryPropertyListObject
    ) throws(PropertyListError) -> BinaryPropertyListObject? {
        let (keys, values) = try entries(of: dictionary)
        for index in 0..<keys.count where isString(try object(number(index, in: keys)), key) {
            return try object(number(index, in: values))
        }
        return nil
    }
}
