import FormatSupport

/// Reads and writes the arrays or the optionals of one type in memory.
@usableFromInline
package class ContainerAccess: @unchecked Sendable {
    // Subclasses have no state that changes.
    init() {}

    /// Returns the elements of the array at an address. They stay valid as long as nothing changes the array. For an
    /// optional, returns its value as the only element. For a nil, returns no address and no element.
    @usableFromInline
    func elements(at place: UnsafeRawPointer) -> (start: UnsafeRawPointer?, count: Int) { (nil, 0) }

    /// Calls `body` with the address of a copy of an optional's value. No other code can change the copy during the
    /// call.
    @usableFromInline
    func withCopy(of value: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Bool) -> Bool { false }

    /// Replaces the array or the optional at an address. The elements move into it.
    @usableFromInline
    func set(_ elements: UnsafeMutableRawPointer?, count: Int, at place: UnsafeMutableRawPointer) {}

    /// Writes an empty array or a nil into uninitialized memory.
    @usableFromInline func prepare(_ place: UnsafeMutableRawPointer) {}
    /// Destroys the array or the optional at an address.
    @usableFromInline func deinitialize(_ place: UnsafeMutableRawPointer) {}
    /// Destroys elements that won't be moved into an array or an optional.
    @usableFromInline func destroy(_ elements: UnsafeMutableRawPointer, count: Int) {}
}

/// Reads and writes arrays. This generic code is for all types of elements. It asks the runtime for each type that
/// depends on `Element`, which takes longer than reading a few elements. The classes below have faster code for
/// frequent elements.
class ArrayAccess<Element>: ContainerAccess, @unchecked Sendable {
    override func elements(at place: UnsafeRawPointer) -> (start: UnsafeRawPointer?, count: Int) {
        unsafe arrayElements(at: place, Element.self)
    }

    override func set(_ elements: UnsafeMutableRawPointer?, count: Int, at place: UnsafeMutableRawPointer) {
        unsafe setArray(elements?.assumingMemoryBound(to: Element.self), count, at: place)
    }

    override final func prepare(_ place: UnsafeMutableRawPointer) {
        // Arrays of all types are a reference to their storage.
        unsafe place.assumingMemoryBound(to: [Int].self).initialize(to: [])
    }

    override final func deinitialize(_ place: UnsafeMutableRawPointer) {
        unsafe place.assumingMemoryBound(to: [Int].self).deinitialize(count: 1)
    }

    override final func destroy(_ elements: UnsafeMutableRawPointer, count: Int) {
        unsafe elements.assumingMemoryBound(to: Element.self).discard(count: count)
    }
}

extension ContainerAccess {
    /// Returns the access to arrays of a type.
    ///
    /// Elements with the same layout in memory share their code. An array's storage may then be of a class for other
    /// elements, as in an array of objects that was cast. This is safe: the standard library only relies on the
    /// elements' memory.
    static func arrays<Element>(of type: Element.Type, isReference: Bool) -> ContainerAccess {
        if isReference { return ReferenceArrays() }
        if type == String.self { return TextArrays() }
        guard _isPOD(type), MemoryLayout<Element>.size == MemoryLayout<Element>.stride else {
            return ArrayAccess<Element>()
        }
        switch MemoryLayout<Element>.size {
        case 1: return ByteArrays()
        case 4: return HalfWordArrays()
        case 8: return WordArrays()
        default: return ArrayAccess<Element>()
        }
    }

    /// Returns the access to optionals of a type.
    static func optionals<Wrapped>(of type: Wrapped.Type, isReference: Bool) -> ContainerAccess {
        if isReference { return ReferenceOptionals() }
        if type == String.self { return TextOptionals() }
        let size = MemoryLayout<Wrapped>.size
        return _isPOD(type) && MemoryLayout<Wrapped?>.size == size + 1
            ? TaggedOptionals(size: size) : OptionalAccess<Wrapped>()
    }
}

/// Arrays of objects, or of arrays.
private final class ReferenceArrays: ArrayAccess<AnyObject>, @unchecked Sendable {
    override func elements(at place: UnsafeRawPointer) -> (start: UnsafeRawPointer?, count: Int) {
        unsafe arrayElements(at: place, AnyObject.self)
    }

    override func set(_ elements: UnsafeMutableRawPointer?, count: Int, at place: UnsafeMutableRawPointer) {
        unsafe setArray(elements?.assumingMemoryBound(to: AnyObject.self), count, at: place)
    }
}

private final class TextArrays: ArrayAccess<String>, @unchecked Sendable {
    override func elements(at place: UnsafeRawPointer) -> (start: UnsafeRawPointer?, count: Int) {
        unsafe arrayElements(at: place, String.self)
    }

    override func set(_ elements: UnsafeMutableRawPointer?, count: Int, at place: UnsafeMutableRawPointer) {
        unsafe setArray(elements?.assumingMemoryBound(to: String.self), count, at: place)
    }
}

/// Arrays of elements of eight bytes without references, such as numbers.
private final class WordArrays: ArrayAccess<UInt64>, @unchecked Sendable {
    override func elements(at place: UnsafeRawPointer) -> (start: UnsafeRawPointer?, count: Int) {
        unsafe arrayElements(at: place, UInt64.self)
    }

    override func set(_ elements: UnsafeMutableRawPointer?, count: Int, at place: UnsafeMutableRawPointer) {
        unsafe setArray(elements?.assumingMemoryBound(to: UInt64.self), count, at: place)
    }
}

/// Arrays of elements of four bytes without references.
private final class HalfWordArrays: ArrayAccess<UInt32>, @unchecked Sendable {
    override func elements(at place: UnsafeRawPointer) -> (start: UnsafeRawPointer?, count: Int) {
        unsafe arrayElements(at: place, UInt32.self)
    }

    override func set(_ elements: UnsafeMutableRawPointer?, count: Int, at place: UnsafeMutableRawPointer) {
        unsafe setArray(elements?.assumingMemoryBound(to: UInt32.self), count, at: place)
    }
}

/// Arrays of elements of a byte, such as small enums.
private final class ByteArrays: ArrayAccess<UInt8>, @unchecked Sendable {
    override func elements(at place: UnsafeRawPointer) -> (start: UnsafeRawPointer?, count: Int) {
        unsafe arrayElements(at: place, UInt8.self)
    }

    override func set(_ elements: UnsafeMutableRawPointer?, count: Int, at place: UnsafeMutableRawPointer) {
        unsafe setArray(elements?.assumingMemoryBound(to: UInt8.self), count, at: place)
    }
}

/// Reads and writes optionals, with code for all types.
class OptionalAccess<Wrapped>: ContainerAccess, @unchecked Sendable {
    override func elements(at place: UnsafeRawPointer) -> (start: UnsafeRawPointer?, count: Int) {
        unsafe optionalElements(at: place, Wrapped.self)
    }

    override func withCopy(of value: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Bool) -> Bool {
        let copy = unsafe value.assumingMemoryBound(to: Wrapped.self).pointee
        return unsafe withUnsafePointer(to: copy) { unsafe body(UnsafeRawPointer($0)) }
    }

    override func set(_ elements: UnsafeMutableRawPointer?, count: Int, at place: UnsafeMutableRawPointer) {
        unsafe setOptional(elements?.assumingMemoryBound(to: Wrapped.self), at: place)
    }

    override final func prepare(_ place: UnsafeMutableRawPointer) {
        unsafe place.assumingMemoryBound(to: Wrapped?.self).initialize(to: nil)
    }

    override final func deinitialize(_ place: UnsafeMutableRawPointer) {
        unsafe place.assumingMemoryBound(to: Wrapped?.self).deinitialize(count: 1)
    }

    override final func destroy(_ elements: UnsafeMutableRawPointer, count: Int) {
        unsafe elements.assumingMemoryBound(to: Wrapped.self).deinitialize(count: count)
    }
}

private final class ReferenceOptionals: OptionalAccess<AnyObject>, @unchecked Sendable {
    override func elements(at place: UnsafeRawPointer) -> (start: UnsafeRawPointer?, count: Int) {
        unsafe optionalElements(at: place, AnyObject.self)
    }

    override func set(_ elements: UnsafeMutableRawPointer?, count: Int, at place: UnsafeMutableRawPointer) {
        unsafe setOptional(elements?.assumingMemoryBound(to: AnyObject.self), at: place)
    }
}

private final class TextOptionals: OptionalAccess<String>, @unchecked Sendable {
    override func elements(at place: UnsafeRawPointer) -> (start: UnsafeRawPointer?, count: Int) {
        unsafe optionalElements(at: place, String.self)
    }

    override func set(_ elements: UnsafeMutableRawPointer?, count: Int, at place: UnsafeMutableRawPointer) {
        unsafe setOptional(elements?.assumingMemoryBound(to: String.self), at: place)
    }
}

/// Optionals of values without references all of whose bits mean something, such as numbers. The byte after the value is 0.
/// A nil is a value of zeros with 1 in that byte.
private final class TaggedOptionals: ContainerAccess, @unchecked Sendable {
    private let size: Int

    init(size: Int) { self.size = size }

    override func elements(at place: UnsafeRawPointer) -> (start: UnsafeRawPointer?, count: Int) {
        unsafe place.load(fromByteOffset: size, as: UInt8.self) == 0 ? (place, 1) : (nil, 0)
    }

    override func withCopy(of value: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Bool) -> Bool {
        unsafe withUnsafeTemporaryAllocation(byteCount: max(size, 16), alignment: 16) { copy in
            guard let start = copy.baseAddress else { return false }
            unsafe start.copyMemory(from: value, byteCount: size)
            return unsafe body(UnsafeRawPointer(start))
        }
    }

    override func set(_ elements: UnsafeMutableRawPointer?, count: Int, at place: UnsafeMutableRawPointer) {
        guard let elements = unsafe elements else { return unsafe prepare(place) }
        unsafe place.copyMemory(from: elements, byteCount: size)
        unsafe place.storeBytes(of: 0, toByteOffset: size, as: UInt8.self)
    }

    override func prepare(_ place: UnsafeMutableRawPointer) {
        unsafe place.initializeMemory(as: UInt8.self, repeating: 0, count: size)
        unsafe place.storeBytes(of: 1, toByteOffset: size, as: UInt8.self)
    }
}

/// Returns the elements of the array at an address.
@inline(__always)
private func arrayElements<Element>(
    at place: UnsafeRawPointer, _ type: Element.Type
) -> (start: UnsafeRawPointer?, count: Int) {
    // The array stays at its address, and so do its elements.
    unsafe place.assumingMemoryBound(to: [Element].self).pointee.withUnsafeBufferPointer {
        unsafe (UnsafeRawPointer($0.baseAddress), $0.count)
    }
}

/// Replaces the array at an address by an array of the given elements, which are moved.
@inline(__always)
private func setArray<Element>(
    _ elements: UnsafeMutablePointer<Element>?, _ count: Int, at place: UnsafeMutableRawPointer
) {
    var array: [Element] = []
    if count > 0, let elements = unsafe elements {
        // The standard library's function for arrays that aren't initialized takes longer than copying a few elements.
        if _isPOD(Element.self) || count <= 16 {
            array = unsafe Array(UnsafeBufferPointer(start: elements, count: count))
            unsafe elements.deinitialize(count: count)
        } else {
            array = unsafe [Element](unsafeUninitializedCapacity: count) { room, filled in
                guard let start = room.baseAddress else { return }
                unsafe start.moveInitialize(from: elements, count: count)
                filled = count
            }
        }
    }
    unsafe place.assumingMemoryBound(to: [Element].self).pointee = array
}

/// Returns the optional at an address as an array: its value is the only element.
@inline(__always)
private func optionalElements<Wrapped>(
    at place: UnsafeRawPointer, _ type: Wrapped.Type
) -> (start: UnsafeRawPointer?, count: Int) {
    // The value of an optional begins where the optional does.
    unsafe place.assumingMemoryBound(to: Wrapped?.self).pointee == nil ? (nil, 0) : (place, 1)
}

/// Replaces the optional at an address by a value, which is moved, or by nil.
@inline(__always)
private func setOptional<Wrapped>(_ value: UnsafeMutablePointer<Wrapped>?, at place: UnsafeMutableRawPointer) {
    let optional = unsafe place.assumingMemoryBound(to: Wrapped?.self)
    if let value = unsafe value { unsafe optional.pointee = value.move() } else { unsafe optional.pointee = nil }
}
