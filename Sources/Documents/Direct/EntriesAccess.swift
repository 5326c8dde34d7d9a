import FormatSupport

/// Reads and writes the dictionaries, or the sets, of one type in memory.
@usableFromInline
package class EntriesAccess: @unchecked Sendable {
    // Subclasses have no state that changes.
    init() {}

    /// Returns the number of entries of the dictionary, or of elements of the set, at an address.
    @usableFromInline func count(at place: UnsafeRawPointer) -> Int { 0 }

    /// Calls `body` with each key of the dictionary at an address, and with the address of the key's value. Returns
    /// false as soon as `body` returns false. For a set, the keys are empty.
    ///
    /// The order of the keys depends only on the keys, so that equal dictionaries give equal files.
    ///
    /// - Parameter sortsKeys: True to order the entries by the UTF-8 bytes of their keys.
    @usableFromInline
    func forEachEntry(
        at place: UnsafeRawPointer, sortsKeys: Bool, _ body: (String, UnsafeRawPointer) -> Bool
    ) -> Bool { false }

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

    /// Returns true if the dictionary's type accepts all of these keys of a file.
    @usableFromInline func accepts(_ keys: [String]) -> Bool { true }

    /// Destroys the dictionary or the set at an address.
    @usableFromInline func deinitialize(_ place: UnsafeMutableRawPointer) {}
    /// Destroys values that won't be moved into a dictionary or a set.
    @usableFromInline func destroy(_ values: UnsafeMutableRawPointer, count: Int) {}
}

final class DictionaryAccess<Value>: EntriesAccess, @unchecked Sendable {
    override func count(at place: UnsafeRawPointer) -> Int {
        unsafe place.assumingMemoryBound(to: [String: Value].self).pointee.count
    }

    override func forEachEntry(
        at place: UnsafeRawPointer, sortsKeys: Bool, _ body: (String, UnsafeRawPointer) -> Bool
    ) -> Bool {
        unsafe visit(place.assumingMemoryBound(to: [String: Value].self).pointee, body)
    }

    override func put(
        _ keys: [String], _ values: UnsafeMutableRawPointer, count: Int, at place: UnsafeMutableRawPointer,
        replacing: Bool
    ) -> Bool {
        unsafe putDictionary(keys, values.assumingMemoryBound(to: Value.self), at: place, replacing: replacing)
    }

    override func deinitialize(_ place: UnsafeMutableRawPointer) {
        unsafe place.assumingMemoryBound(to: [String: Value].self).deinitialize(count: 1)
    }

    override func destroy(_ values: UnsafeMutableRawPointer, count: Int) {
        unsafe values.assumingMemoryBound(to: Value.self).discard(count: count)
    }
}

/// Converts a dictionary's keys to the texts that represent them in files, and back.
package struct KeyTexts<Key: Hashable> {
    let text: (Key) -> String
    /// Returns the key that is represented by exactly this text. Returns nil if no key has the text.
    let key: (String) -> Key?
    /// Returns the indexes of keys in the order in which files contain the keys. `texts` are the texts of the keys.
    let order: ([Key], _ texts: [String]) -> [Int]
    /// Returns true if the library's own code writes the keys, and not the code of their type: see
    /// ``ValueForm/init(record:_:isCoded:)``.
    let isCoded: (@Sendable (Key) -> Bool)?

    package init(
        isCoded: (@Sendable (Key) -> Bool)? = nil, text: @escaping (Key) -> String,
        key: @escaping (String) -> Key?,
        order: @escaping ([Key], _ texts: [String]) -> [Int] = { Array(ExactText.order(of: $1)) }
    ) {
        self.isCoded = isCoded
        self.text = text
        self.key = key
        self.order = order
    }
}

/// Reads and writes dictionaries whose keys are texts in files, but not in memory.
final class KeyedAccess<Key: Hashable, Value>: EntriesAccess, @unchecked Sendable {
    private let texts: KeyTexts<Key>
    private let question: TypeQuestion<Key>?

    init(_ texts: KeyTexts<Key>) {
        self.texts = texts
        question = if let isCoded = texts.isCoded { TypeQuestion(isCoded) } else { nil }
    }

    override func count(at place: UnsafeRawPointer) -> Int {
        unsafe place.assumingMemoryBound(to: [Key: Value].self).pointee.count
    }

    override func forEachEntry(
        at place: UnsafeRawPointer, sortsKeys: Bool, _ body: (String, UnsafeRawPointer) -> Bool
    ) -> Bool {
        var (keys, values): ([Key], [Value]) = ([], [])
        for (key, value) in unsafe place.assumingMemoryBound(to: [Key: Value].self).pointee {
            keys.append(key)
            values.append(value)
        }
        if let question, let first = keys.first {
            guard unsafe withUnsafePointer(to: first, { unsafe question.isCoded(at: $0) }) else { return false }
        }
        let names = keys.map(texts.text)
        return unsafe values.withUnsafeBufferPointer { values in
            guard let first = values.baseAddress else { return true }
            for index in sortsKeys ? Array(ExactText.order(of: names)) : texts.order(keys, names) {
                guard unsafe body(names[index], UnsafeRawPointer(first + index)) else { return false }
            }
            return true
        }
    }

    override func put(
        _ keys: [String], _ values: UnsafeMutableRawPointer, count: Int, at place: UnsafeMutableRawPointer,
        replacing: Bool
    ) -> Bool {
        let values = unsafe values.assumingMemoryBound(to: Value.self)
        var entries = [Key: Value](minimumCapacity: count)
        for index in keys.indices {
            let value = unsafe (values + index).move()
            if let key = texts.key(keys[index]) { entries.updateValue(value, forKey: key) }
        }
        guard entries.count == count else { return false }
        unsafe place.put(entries, replacing: replacing)
        return true
    }

    override func accepts(_ keys: [String]) -> Bool { keys.allSatisfy { texts.key($0) != nil } }

    override func deinitialize(_ place: UnsafeMutableRawPointer) {
        unsafe place.assumingMemoryBound(to: [Key: Value].self).deinitialize(count: 1)
    }

    override func destroy(_ values: UnsafeMutableRawPointer, count: Int) {
        unsafe values.assumingMemoryBound(to: Value.self).deinitialize(count: count)
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

    override func forEachEntry(
        at place: UnsafeRawPointer, sortsKeys: Bool, _ body: (String, UnsafeRawPointer) -> Bool
    ) -> Bool {
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

// Generic code asks the runtime for each type that it makes of `Value`. So there is specialized code for frequent
// types.

@_specialize(where Element == String)
@_specialize(where Element == Int)
private func elements<Element: Hashable>(of set: Set<Element>) -> [Element] {
    var elements: [Element] = []
    elements.reserveCapacity(set.count)
    for element in set {
        // If the work is stopped, nobody uses the elements.
        if elements.count & (LongWork.values &- 1) == LongWork.values &- 1, !LongWork.mayGoOn { break }
        elements.append(element)
    }
    return elements
}

/// Returns the set of the elements, which are moved. Returns nil if two elements are equal. Also returns nil if an
/// element isn't short.
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

@_specialize(where Value == AnyObject)
@_specialize(where Value == String)
@_specialize(where Value == Int)
@_specialize(where Value == Double)
@_specialize(where Value == Bool)
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

/// Puts the dictionary of keys and their values, which are moved, at an address. Returns false if two keys are equal.
@_specialize(where Value == AnyObject)
@_specialize(where Value == String)
@_specialize(where Value == Int)
@_specialize(where Value == Double)
@_specialize(where Value == Bool)
private func putDictionary<Value>(
    _ keys: [String], _ values: UnsafeMutablePointer<Value>, at place: UnsafeMutableRawPointer, replacing: Bool
) -> Bool {
    var entries = [String: Value](minimumCapacity: keys.count)
    for index in keys.indices {
        if index & (LongWork.values &- 1) == LongWork.values &- 1, !LongWork.mayGoOn {
            unsafe (values + index).discard(count: keys.count - index)
            LongWork.discard(entries)
            break
        }
        entries.updateValue(unsafe (values + index).move(), forKey: keys[index])
    }
    guard entries.count == keys.count else { return false }
    unsafe place.put(entries, replacing: replacing)
    return true
}
