import FormatSupport

/// Reads a binary property list (`bplist00`) object by object, without a tree.
///
/// The bytes aren't trusted: nothing is read past the end, a count that is too large for the file is an error, and no
/// number overflows. Finding an object takes constant time. Containers may be shared, and may contain themselves. A
/// caller that traverses containers must detect such a cycle by the objects' numbers, and limit its work.
@safe
@usableFromInline
package struct BinaryPropertyListReader {
    /// Keeps the bytes alive. Nil if the caller keeps them alive.
    let owner: ByteSource?
    // Every index into it is checked.
    @safe
    @usableFromInline
    let base: UnsafePointer<UInt8>
    /// The offset of the offset table, in bytes. The objects end at this offset. It is at least 9, and at most 32
    /// bytes before the end of the file.
    @usableFromInline
    let end: Int
    @usableFromInline
    let offsetSize: Int
    @usableFromInline
    let offsetMask: UInt64
    @usableFromInline
    let referenceSize: Int
    @usableFromInline
    let referenceMask: UInt64

    /// The number of objects. It is never greater than the number of objects that fit into the file.
    @usableFromInline package let objectCount: Int
    /// The number of the root object.
    package let topObject: Int

    /// The offset at which the objects end, in bytes. The total size of objects that don't overlap is less than this
    /// offset.
    package var objectsEnd: Int { end }

    /// Returns true if the bytes begin like a binary property list. The rest isn't checked.
    package static func canRead(_ head: some Collection<UInt8>) -> Bool {
        head.starts(with: "bplist0".utf8)
    }

    /// - Throws: `PropertyListError` if the header or the trailer isn't valid.
    package init(_ source: ByteSource) throws(PropertyListError) {
        // The reader keeps the source, so the pointer stays valid.
        try self.init(bytes: source.bytes(0..<source.count), owner: source)
    }

    /// Creates a reader for bytes that the caller keeps alive and unchanged as long as the reader is used.
    ///
    /// - Throws: `PropertyListError` if the header or the trailer isn't valid.
    @unsafe
    package init(bytes: UnsafeBufferPointer<UInt8>) throws(PropertyListError) {
        try self.init(bytes: bytes, owner: nil)
    }

    @safe
    private init(bytes: UnsafeBufferPointer<UInt8>, owner: ByteSource?) throws(PropertyListError) {
        let count = bytes.count
        guard let base = bytes.baseAddress, bytes.has("bplist0", at: 0) else {
            throw PropertyListError("This is no binary property list.", at: 0)
        }
        guard count >= 40 else { throw PropertyListError("It is incomplete: the trailer is missing.", at: count) }
        let trailer = count - 32
        let word = { (offset: Int) in
            unsafe UInt64(
                bigEndian: UnsafeRawPointer(base).loadUnaligned(fromByteOffset: trailer + offset, as: UInt64.self))
        }
        let offsetSize = unsafe Int(base[trailer + 6])
        let referenceSize = unsafe Int(base[trailer + 7])
        guard (1...8).contains(offsetSize), (1...8).contains(referenceSize) else {
            throw PropertyListError("It is damaged or incomplete: the trailer's sizes are wrong.", at: trailer + 6)
        }
        let (objects, top, table) = (word(8), word(16), word(24))
        guard table >= 9, table <= UInt64(trailer) else {
            throw PropertyListError(
                "It is damaged or incomplete: the offset table lies outside the file.", at: trailer + 24)
        }
        guard objects >= 1, objects <= (UInt64(trailer) - table) / UInt64(offsetSize) else {
            throw PropertyListError(
                "It is damaged or incomplete: there is no room for its \(objects) objects.", at: trailer + 8)
        }
        guard top < objects else {
            throw PropertyListError("It is damaged or incomplete: the root object doesn't exist.", at: trailer + 16)
        }
        self.owner = owner
        unsafe self.base = base
        end = Int(table)
        self.offsetSize = offsetSize
        offsetMask = UInt64.max >> UInt64(64 - 8 * offsetSize)
        self.referenceSize = referenceSize
        referenceMask = UInt64.max >> UInt64(64 - 8 * referenceSize)
        objectCount = Int(objects)
        topObject = Int(top)
    }

    /// Returns the object with a number.
    ///
    /// - Throws: `PropertyListError` if no object has the number, or if the object is outside the file.
    @inlinable
    @inline(__always)
    package func object(_ number: Int) throws(PropertyListError) -> BinaryPropertyListObject {
        guard number >= 0, number < objectCount else { throw missing(number) }
        // The initialiser has checked that the whole table is in the file.
        let offset = word(endingAt: end &+ (number &+ 1) &* offsetSize, mask: offsetMask)
        guard offset >= 8, offset < UInt64(end) else { throw outside(number) }
        let place = Int(truncatingIfNeeded: offset)
        return BinaryPropertyListObject(offset: place, marker: base[place])
    }

    /// Returns the big-endian number that ends before `place`. The function reads eight bytes. They are always in the
    /// file, because no number ends before the file's eighth byte.
    @inlinable
    @inline(__always)
    func word(endingAt place: Int, mask: UInt64) -> UInt64 {
        let raw = unsafe UnsafeRawPointer(base)
        return unsafe UInt64(bigEndian: raw.loadUnaligned(fromByteOffset: place &- 8, as: UInt64.self)) & mask
    }

    /// Throws an error if some of the `size` bytes from `start` on are outside the file's part for objects.
    @inlinable
    @inline(__always)
    func check(_ start: Int, size: Int) throws(PropertyListError) {
        guard start >= 8, size >= 0, start <= end, size <= end &- start else { throw truncated(start) }
    }

    // MARK: Errors

    @usableFromInline
    @inline(never)
    func missing(_ number: Int) -> PropertyListError {
        PropertyListError("There is no object \(number), only \(objectCount).", at: end)
    }

    @usableFromInline
    @inline(never)
    func outside(_ number: Int) -> PropertyListError {
        PropertyListError("Object \(number) lies outside the file.", at: end + number * offsetSize)
    }

    @usableFromInline
    @inline(never)
    func truncated(_ offset: Int) -> PropertyListError {
        PropertyListError("An object runs behind the end.", at: offset)
    }

    @usableFromInline
    @inline(never)
    func unexpected(_ object: BinaryPropertyListObject, _ expected: String) -> PropertyListError {
        PropertyListError(
            "Expected \(expected), found an object of type 0x\(String(object.marker, radix: 16)).", at: object.offset)
    }
}
