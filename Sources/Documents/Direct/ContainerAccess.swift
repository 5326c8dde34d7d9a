import FormatSupport

/// Reads and writes the arrays or the optionals of one type in memory.
@usableFromInline
package class ContainerAccess: @unchecked Sendable {
    // Subclasses have no state that changes.
    init() {}

    /// Returns the elements of the array at an address. They stay valid as long as nothing changes the array. For an
    /// optional, returns its value as the only element, or no address and no element if the optional is nil.
    @usableFromInline
    func elements(at place: UnsafeRawPointer) -> (start: UnsafeRawPointer?, count: Int) { (nil, 0) }

    /// Calls `body` with the address of a copy of an optional's value, which no code can change meanwhile.
    @usableFromInline
    func withCopy(of value: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Bool) -> Bool { false }

    /// Replaces the array or the optional at an address. The elements move into it.
    @usableFromInline
    func set(_ elements: UnsafeMutableRawPointer?, count: Int, at place: UnsafeMutableRawPointer) {}

    /// Puts an empty array or a nil into memory that has no value yet.
    @usableFromInline func prepare(_ place: UnsafeMutableRawPointer) {}
    /// Destroys the array or the optional at an address.
    @usableFromInline func deinitialize(_ place: UnsafeMutableRawPointer) {}
    /// Destroys elements that won't be moved into an array or an optional.
    @usableFromInline func destroy(_ elements: UnsafeMutableRawPointer, count: Int) {}
}

final class ArrayAccess<Element>: ContainerAccess, @unchecked Sendable {
    override func elements(at place: UnsafeRawPointer) -> (start: UnsafeRawPointer?, count: Int) {
        unsafe arrayElements(at: place, Element.self)
    }

    override func set(_ elements: UnsafeMutableRawPointer?, count: Int, at place: UnsafeMutableRawPointer) {
        unsafe setArray(elements?.assumingMemoryBound(to: Element.self), count, at: place)
    }

    // Arrays of all types are one reference.

    override func prepare(_ place: UnsafeMutableRawPointer) {
        unsafe place.assumingMemoryBound(to: [Int].self).initialize(to: [])
    }

    override func deinitialize(_ place: UnsafeMutableRawPointer) {
        unsafe place.assumingMemoryBound(to: [Int].self).deinitialize(count: 1)
    }

    override func destroy(_ elements: UnsafeMutableRawPointer, count: Int) {
        unsafe elements.assumingMemoryBound(to: Element.self).discard(count: count)
    }
}

final class OptionalAccess<Wrapped>: ContainerAccess, @unchecked Sendable {
    override func elements(at place: UnsafeRawPointer) -> (start: UnsafeRawPointer?, count: Int) {
        // The value of an optional begins where the optional does.
        unsafe isNone(at: place, Wrapped.self) ? (nil, 0) : (place, 1)
    }

    override func withCopy(of value: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Bool) -> Bool {
        let copy = unsafe value.assumingMemoryBound(to: Wrapped.self).pointee
        return unsafe withUnsafePointer(to: copy) { unsafe body(UnsafeRawPointer($0)) }
    }

    override func set(_ elements: UnsafeMutableRawPointer?, count: Int, at place: UnsafeMutableRawPointer) {
        unsafe setOptional(elements?.assumingMemoryBound(to: Wrapped.self), at: place)
    }

    override func prepare(_ place: UnsafeMutableRawPointer) {
        unsafe place.assumingMemoryBound(to: Wrapped?.self).initialize(to: nil)
    }

    override func deinitialize(_ place: UnsafeMutableRawPointer) {
        unsafe place.assumingMemoryBound(to: Wrapped?.self).deinitialize(count: 1)
    }

    override func destroy(_ elements: UnsafeMutableRawPointer, count: Int) {
        unsafe elements.assumingMemoryBound(to: Wrapped.self).deinitialize(count: count)
    }
}

// Code for all types asks the runtime for each type that it makes of `Element`, which takes longer than reading a few
// elements. So there is code for frequent types, too: for references, see `ValueForm.isReference`, and for numbers and texts.

/// The elements of the array at an address.
@_specialize(where Element == AnyObject)
@_specialize(where Element == Int)
@_specialize(where Element == Double)
@_specialize(where Element == String)
@_specialize(where Element == Bool)
@_specialize(where Element == UInt64)
@_specialize(where Element == UInt8)
@_specialize(where Element == UInt32)
@_specialize(where Element == Int32)
@_specialize(where Element == UInt16)
@_specialize(where Element == Float)
private func arrayElements<Element>(
    at place: UnsafeRawPointer, _ type: Element.Type
) -> (start: UnsafeRawPointer?, count: Int) {
    // The array stays in its place, and keeps its elements in theirs.
    unsafe place.assumingMemoryBound(to: [Element].self).pointee.withUnsafeBufferPointer {
        unsafe (UnsafeRawPointer($0.baseAddress), $0.count)
    }
}

/// Replaces the array at an address by one of these elements, which move into it.
@_specialize(where Element == AnyObject)
@_specialize(where Element == Int)
@_specialize(where Element == Double)
@_specialize(where Element == String)
@_specialize(where Element == Bool)
@_specialize(where Element == UInt64)
@_specialize(where Element == UInt8)
@_specialize(where Element == UInt32)
@_specialize(where Element == Int32)
@_specialize(where Element == UInt16)
@_specialize(where Element == Float)
private func setArray<Element>(
    _ elements: UnsafeMutablePointer<Element>?, _ count: Int, at place: UnsafeMutableRawPointer
) {
    var array: [Element] = []
    // Without room for elements, it would set the count of the empty array that all threads share.
    if count > 0, let elements = unsafe elements {
        array = unsafe [Element](unsafeUninitializedCapacity: count) { room, filled in
            guard let start = room.baseAddress else { return }
            unsafe start.moveInitialize(from: elements, count: count)
            filled = count
        }
    }
    unsafe place.assumingMemoryBound(to: [Element].self).pointee = array
}

/// True if the optional at an address is nil.
@_specialize(where Wrapped == AnyObject)
@_specialize(where Wrapped == String)
@_specialize(where Wrapped == Int)
@_specialize(where Wrapped == Double)
@_specialize(where Wrapped == Bool)
@_specialize(where Wrapped == UInt64)
@_specialize(where Wrapped == UInt32)
@_specialize(where Wrapped == Int32)
@_specialize(where Wrapped == Date)
@_specialize(where Wrapped == Float)
private func isNone<Wrapped>(at place: UnsafeRawPointer, _ type: Wrapped.Type) -> Bool {
    unsafe place.assumingMemoryBound(to: Wrapped?.self).pointee == nil
}

/// Replaces the optional at an address by a value, which moves into it, or by nil.
@_specialize(where Wrapped == AnyObject)
@_specialize(where Wrapped == String)
@_specialize(where Wrapped == Int)
@_specialize(where Wrapped == Double)
@_specialize(where Wrapped == Bool)
@_specialize(where Wrapped == UInt64)
@_specialize(where Wrapped == UInt32)
@_specialize(where Wrapped == Int32)
@_specialize(where Wrapped == Date)
@_specialize(where Wrapped == Float)
private func setOptional<Wrapped>(_ value: UnsafeMutablePointer<Wrapped>?, at place: UnsafeMutableRawPointer) {
    let optional = unsafe place.assumingMemoryBound(to: Wrapped?.self)
    if let value = unsafe value { unsafe optional.pointee = value.move() } else { unsafe optional.pointee = nil }
}
