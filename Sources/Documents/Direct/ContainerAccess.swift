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
        // The array stays at its address, and so do its elements.
        unsafe place.assumingMemoryBound(to: [Element].self).pointee.withUnsafeBufferPointer {
            unsafe (UnsafeRawPointer($0.baseAddress), $0.count)
        }
    }

    override func set(_ elements: UnsafeMutableRawPointer?, count: Int, at place: UnsafeMutableRawPointer) {
        var array: [Element] = []
        // Without room for elements, it would set the count of the empty array that all threads share.
        if count > 0, let elements = unsafe elements {
            array = unsafe [Element](unsafeUninitializedCapacity: count) { room, filled in
                guard let start = room.baseAddress else { return }
                unsafe start.moveInitialize(from: elements.assumingMemoryBound(to: Element.self), count: count)
                filled = count
            }
        }
        unsafe place.assumingMemoryBound(to: [Element].self).pointee = array
    }

    override func prepare(_ place: UnsafeMutableRawPointer) {
        unsafe place.assumingMemoryBound(to: [Element].self).initialize(to: [])
    }

    override func deinitialize(_ place: UnsafeMutableRawPointer) {
        unsafe place.assumingMemoryBound(to: [Element].self).deinitialize(count: 1)
    }

    override func destroy(_ elements: UnsafeMutableRawPointer, count: Int) {
        unsafe elements.assumingMemoryBound(to: Element.self).discard(count: count)
    }
}

final class OptionalAccess<Wrapped>: ContainerAccess, @unchecked Sendable {
    override func elements(at place: UnsafeRawPointer) -> (start: UnsafeRawPointer?, count: Int) {
        // The value of an optional begins where the optional does.
        unsafe place.assumingMemoryBound(to: Wrapped?.self).pointee == nil ? (nil, 0) : (place, 1)
    }

    override func withCopy(of value: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Bool) -> Bool {
        let copy = unsafe value.assumingMemoryBound(to: Wrapped.self).pointee
        return unsafe withUnsafePointer(to: copy) { unsafe body(UnsafeRawPointer($0)) }
    }

    override func set(_ elements: UnsafeMutableRawPointer?, count: Int, at place: UnsafeMutableRawPointer) {
        let optional = unsafe place.assumingMemoryBound(to: Wrapped?.self)
        if let elements = unsafe elements {
            unsafe optional.pointee = elements.assumingMemoryBound(to: Wrapped.self).move()
        } else {
            unsafe optional.pointee = nil
        }
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
