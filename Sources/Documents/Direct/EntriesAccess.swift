import FormatSupport

/// Reads and writes the dictionaries with text keys, or the sets, of one type in memory.
@usableFromInline
package class EntriesAccess: @unchecked Sendable {
    // Subclasses have no state that changes.
    init() {}

    /// The number of entries of the dictionary, or of elements of the set, at an address.
    @usableFromInline func count(at place: UnsafeRawPointer) -> Int { 0 }

    /// Calls `body` with each key of the dictionary at an address, in the order of files, and with the address of its
    /// value. Without a key for an element of a set. Returns false as soon as `body` does.
    @usableFromInline
    func forEachEntry(at place: UnsafeRawPointer, _ body: (String, UnsafeRawPointer) -> Bool) -> Bool { false }

    /// Puts a dictionary, or a set, at an address. The values move into it.
    ///
    /// - Parameters:
    ///   - keys: The keys; none for a set.
    ///   - replacing: True if the memory has a dictionary, or a set.
    /// - Returns: False if two keys or elements are equal. Then nothing is changed, and the values are destroyed.
    @usableFromInline
    func put(
        _ keys: [String], _ values: UnsafeMutableRawPointer, count: Int, at place: UnsafeMutableRawPointer,
        replacing: Bool
    ) -> Bool { false }

    /// Destroys the dictionary or the set at an address.
    @usableFromInline func deinitialize(_ place: UnsafeMutableRawPointer) {}
    /// Destroys values that won't be moved.
    @usableFromInline func destroy(_ values: UnsafeMutableRawPointer, count: Int) {}
}

final class DictionaryAccess<Value>: EntriesAccess, @unchecked Sendable {
    override func count(at place: UnsafeRawPointer) -> Int {
        unsafe place.assumingMemoryBound(to: [String: Value].self).pointee.count
    }

    override func forEachEntry(at place: UnsafeRawPointer, _ body: (String, UnsafeRawPointer) -> Bool) -> Bool {
        unsafe visit(place.assumingMemoryBound(to: [String: Value].self).pointee, body)
    }

    override func put(
        _ keys: [String], _ values: UnsafeMutableRawPointer, count: Int, at place: UnsafeMutableRawPointer,
        replacing: Bool
    ) -> Bool {
        let values = unsafe values.assumingMemoryBound(to: Value.self)
        let entries = unsafe dictionary(keys, values)
        guard entries.count == keys.count else { return false }
        unsafe place.put(entries, replacing: replacing)
        return true
    }

    override func deinitialize(_ place: UnsafeMutableRawPointer) {
        unsafe place.assumingMemoryBound(to: [String: Value].self).deinitialize(count: 1)
    }

    override func destroy(_ values: UnsafeMutableRawPointer, count: Int) {
        unsafe values.assumingMemoryBound(to: Value.self).discard(count: count)
    }
}

final class SetAccess<Element: Hashable>: EntriesAccess, @unchecked Sendable {
    private let order: ([Element]) -> [Int]
    private let isShort: (@Sendable (Element) -> Bool)?

    init(_ order: @escaping ([Element]) -> [Int], _ isShort: (@Sendable (Element) -> Bool)?) {
        self.order = order
        self.isShort = isShort
    }

    override func count(at place: UnsafeRawPointer) -> Int {
        unsafe place.assumingMemoryBound(to: Set<Element>.self).pointee.count
    }

    override func forEachEntry(at place: UnsafeRawPointer, _ body: (String, UnsafeRawPointer) -> Bool) -> Bool {
        let elements = unsafe elements(of: place.assumingMemoryBound(to: Set<Element>.self).pointee)
        let order = elements.count > 1 ? order(elements) : Array(elements.indices)
        return unsafe elements.withUnsafeBufferPointer { elements in
            guard let first = elements.baseAddress else { return true }
            for index in order { guard unsafe body("", UnsafeRawPointer(first + index)) else { return false } }
            return true
        }
    }

    override func put(
        _ keys: [String], _ values: UnsafeMutableRawPointer, count: Int, at place: UnsafeMutableRawPointer,
        replacing: Bool
    ) -> Bool {
        let values = unsafe values.assumingMemoryBound(to: Element.self)
        guard let elements = unsafe set(of: values, count, isShort) else { return false }
        unsafe place.put(elements, replacing: replacing)
        return true
    }

    override func deinitialize(_ place: UnsafeMutableRawPointer) {
        unsafe place.assumingMemoryBound(to: Set<Element>.self).deinitialize(count: 1)
    }

    override func destroy(_ values: UnsafeMutableRawPointer, count: Int) {
        unsafe values.assumingMemoryBound(to: Element.self).discard(count: count)
    }
}

// Code for all types asks the runtime for each type that it makes of `Value`. So there is code for frequent ones, too.

@_specialize(where Element == String)
@_specialize(where Element == Int)
private func elements<Element: Hashable>(of set: Set<Element>) -> [Element] {
    var elements: [Element] = []
    elements.reserveCapacity(set.count)
    for element in set {
        // Nobody uses the elements of work that is stopped.
        if elements.count & (LongWork.values &- 1) == LongWork.values &- 1, !LongWork.mayGoOn { break }
        elements.append(element)
    }
    return elements
}

/// The set of elements, which are moved. Nil if some are equal, or one isn't short.
@_specialize(where Element == String)
@_specialize(where Element == Int)
private func set<Element: Hashable>(
    of elements: UnsafeMutablePointer<Element>, _ count: Int, _ isShort: ((Element) -> Bool)?
) -> Set<Element>? {
    var set = Set<Element>(minimumCapacity: count)
    var areShort = true
    for index in 0..<count {
        if index & (LongWork.values &- 1) == LongWork.values &- 1, !LongWork.mayGoOn {
            unsafe (elements + index).discard(count: count - index)
            LongWork.discard(set)
            return nil
        }
        let element = unsafe (elements + index).move()
        areShort = areShort && isShort?(element) ?? true
        if areShort { set.insert(element) }
    }
    return areShort && set.count == count ? set : nil
}

@_specialize(where Value == String)
@_specialize(where Value == Int)
@_specialize(where Value == Double)
@_specialize(where Value == Bool)
@_specialize(where Value == [String])
private func visit<Value>(_ entries: [String: Value], _ body: (String, UnsafeRawPointer) -> Bool) -> Bool {
    var (keys, values): ([String], [Value]) = ([], [])
    keys.reserveCapacity(entries.count)
    values.reserveCapacity(entries.count)
    for (key, value) in entries {
        if keys.count & (LongWork.values &- 1) == LongWork.values &- 1, !LongWork.mayGoOn { return false }
        keys.append(key)
        values.append(value)
    }
    return unsafe values.withUnsafeBufferPointer { values in
        guard let first = values.baseAddress else { return true }
        for index in ExactText.order(of: keys) {
            guard unsafe body(keys[index], UnsafeRawPointer(first + index)) else { return false }
        }
        return true
    }
}

/// The dictionary of keys and their values, which are moved. It has fewer entries if keys are equal.
@_specialize(where Value == String)
@_specialize(where Value == Int)
@_specialize(where Value == Double)
@_specialize(where Value == Bool)
@_specialize(where Value == [String])
private func dictionary<Value>(_ keys: [String], _ values: UnsafeMutablePointer<Value>) -> [String: Value] {
    var entries = [String: Value](minimumCapacity: keys.count)
    for index in keys.indices {
        if index & (LongWork.values &- 1) == LongWork.values &- 1, !LongWork.mayGoOn {
            unsafe (values + index).discard(count: keys.count - index)
            LongWork.discard(entries)
            break
        }
        entries.updateValue(unsafe (values + index).move(), forKey: keys[index])
    }
    return entries
}
