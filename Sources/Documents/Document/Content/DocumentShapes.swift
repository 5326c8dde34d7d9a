import FormatSupport

/// The shapes of a document's objects. A shape is a class and a list of keys. Objects with the same class and the same
/// keys in the same order have the same shape, so their keys are stored only once.
///
/// The shapes are a tree: a child has the keys of its parent and one more key. Each key has a number, and the number
/// of a key is the same in all shapes.
///
/// It is a class for the same reasons as the document's content. Only code that may change the content changes it.
@usableFromInline
package final class DocumentShapes: @unchecked Sendable {
    /// A shape: the keys of its parent, and one more key at the end.
    @usableFromInline
    package struct Node: Sendable, BitwiseCopyable {
        package var parent: Int32
        /// The number of the last key. -1 if there is no key.
        @usableFromInline package var key: Int32
        /// The number of the class. -1 for dictionaries. A class without a name, whose objects are dictionaries too,
        /// is stored as -2 minus the number of the class.
        var ownClass: Int32
        /// The number of keys.
        package var count: Int32
        /// The child that was used last. Most often, the next object needs the same child.
        @usableFromInline package var next: Int32 = -1
        /// The newest child, and the next older sibling. -1 if there is none.
        package var first: Int32 = -1
        package var sibling: Int32 = -1
        /// The length of the last key, and its first eight bytes. Both are 0 if the key is long, or if it contains
        /// anything but letters, digits, `_`, `-` and `.`, which all formats write unescaped.
        @usableFromInline var plainLength: Int32 = 0
        @usableFromInline var plainStart: UInt64 = 0
        /// The address of the literal with the key that the child `next` adds. 0 if that key wasn't made from a
        /// literal.
        @usableFromInline var nextLiteral: UInt = 0
        /// The child that was `next` before, and the literal of its last key. Two kinds of objects often alternate.
        @usableFromInline var previous: Int32 = -1
        @usableFromInline var previousLiteral: UInt = 0

        @usableFromInline mutating func setNext(_ shape: Int32) {
            if shape == next { return }
            let literal = shape == previous ? previousLiteral : 0
            (previous, previousLiteral) = (next, nextLiteral)
            (next, nextLiteral) = (shape, literal)
        }
    }

    // Accesses to these properties aren't checked: code that changes one of them calls nothing meanwhile that accesses
    // it. Other modules would check them, so they get accessors that are inlined there.
    @usableFromInline @safe @exclusivity(unchecked) var storedNodes = Stack<Node>()
    @usableFromInline @safe @exclusivity(unchecked) var storedKeys: ContiguousArray<String> = []
    @usableFromInline @safe @exclusivity(unchecked) var storedClasses: ContiguousArray<CodedClass> = []
    @inlinable package var nodes: Stack<Node> {
        @inline(__always) _read { yield storedNodes }
        @inline(__always) _modify { yield &storedNodes }
    }
    private var branches: [Branch: Int32] = [:]

    @inlinable package var keys: ContiguousArray<String> {
        @inline(__always) _read { yield storedKeys }
        @inline(__always) _modify { yield &storedKeys }
    }
    /// The UTF-8 bytes of all keys, and the index at which the bytes of each key begin.
    @usableFromInline @safe @exclusivity(unchecked) var keyBytes = WordBuffer()
    @usableFromInline @safe @exclusivity(unchecked) var keyPlaces = Stack<Int>()
    private var keyNumbers: [ExactText: Int32] = [:]

    @inlinable package var classes: ContiguousArray<CodedClass> {
        @inline(__always) _read { yield storedClasses }
        @inline(__always) _modify { yield &storedClasses }
    }
    /// For each class, the shape without keys.
    private var classNodes: [ObjectIdentifier: Int32] = [:]

    private struct Branch: Hashable {
        var node: Int32
        var key: Int32
    }

    /// The text that follows a key, as the first bytes of a word of 8 bytes, and a mask of these bytes.
    @usableFromInline
    struct KeyEnding {
        @usableFromInline package let bytes: UInt64
        @usableFromInline package let mask: UInt64

        @inlinable
        @inline(__always)
        package init(_ text: StaticString) {
            let count = text.utf8CodeUnitCount
            precondition(text.hasPointerRepresentation && 1...8 ~= count, "An ending has one to eight bytes.")
            var bytes: UInt64 = 0
            for index in 0..<count { bytes |= unsafe UInt64(text.utf8Start[index]) &<< UInt64(index &* 8) }
            self.bytes = bytes
            mask = UInt64.max &>> UInt64(64 &- count &* 8)
        }
    }

    /// The results that were computed for the shapes that occurred.
    @usableFromInline
    package struct Cache<Value> {
        @usableFromInline var known: ContiguousArray<Value?> = []

        @inlinable
        package init() {}

        @inlinable
        @inline(__always)
        package mutating func value(of shape: Int, make: () -> Value) -> Value {
            if let value = self[shape] { return value }
            let value = make()
            self[shape] = value
            return value
        }

        @inlinable
        @inline(__always)
        package subscript(shape: Int) -> Value? {
            get { shape < known.count ? known[shape] : nil }
            set {
                if shape >= known.count { known.append(contentsOf: repeatElement(nil, count: shape + 1 - known.count)) }
                known[shape] = newValue
            }
        }
    }

    @safe @exclusivity(unchecked) private var lastClass: (id: ObjectIdentifier, node: Int)?

    package init() { nodes.append(Node(parent: -1, key: -1, ownClass: -1, count: 0)) }

    /// Returns a copy of the shapes that may be changed.
    package func copy() -> DocumentShapes {
        let copy = DocumentShapes()
        copy.nodes = nodes.copy()
        copy.branches = branches
        copy.keys = keys
        copy.keyBytes = keyBytes.copy()
        copy.keyPlaces = keyPlaces.copy()
        copy.keyNumbers = keyNumbers
        copy.classes = classes
        copy.classNodes = classNodes
        return copy
    }

    /// The shape without a class and without keys.
    @usableFromInline package static let empty = 0
    /// The length of a key in bytes from which the key counts as values, because a file may use such a key very
    /// often. The key counts as one value for each time that this length fits into the key's length.
    @usableFromInline package static let longKey = 64

    /// Returns the shape of a class's object without keys. Classes are compared by identity: a reader makes one
    /// instance for each class, and two classes with one name may have different superclasses and keys.
    package func shape(of codedClass: CodedClass) -> Int {
        // Most objects have the same class as the object before. Each class with a node is kept, so its address is
        // unique.
        if let last = lastClass, last.id == ObjectIdentifier(codedClass) { return last.node }
        let node = findShape(of: codedClass)
        lastClass = (ObjectIdentifier(codedClass), node)
        return node
    }

    /// Returns the shape with the given keys, which must be different from each other. Without a class, the shape is
    /// that of a dictionary.
    package func shape(of codedClass: CodedClass?, keys: [String]) -> Int {
        var found = codedClass.map { shape(of: $0) } ?? Self.empty
        var known: Set<Int32>?
        for key in keys {
            var key = key
            found = key.withUTF8 { shape(found, with: $0, &known) } ?? found
        }
        return found
    }

    private func findShape(of codedClass: CodedClass) -> Int {
        if let known = classNodes[ObjectIdentifier(codedClass)] { return Int(known) }
        let node = Int32(nodes.count)
        let number = Int32(classes.count)
        nodes.append(Node(parent: -1, key: -1, ownClass: codedClass.name.isEmpty ? -2 - number : number, count: 0))
        classes.append(codedClass)
        classNodes[ObjectIdentifier(codedClass)] = node
        return Int(node)
    }

    /// Returns the child of a shape that adds a key, given by its UTF-8 bytes. Returns nil if the shape has the key
    /// already.
    ///
    /// - Parameter known: The numbers of all keys of the object, if it has many keys. With these numbers, the time to
    ///   add a key doesn't depend on the number of keys.
    @safe
    @inline(never)
    package func shape(_ shape: Int, with key: UnsafeBufferPointer<UInt8>, _ known: inout Set<Int32>?) -> Int? {
        if known == nil, let next = otherShape(shape, key) { return next }
        return branch(of: shape, to: number(of: key), &known)
    }

    /// Returns the child of a shape that adds the given key, if it is one of the eight newest children. It is found
    /// without hashing.
    @safe
    private func otherShape(_ shape: Int, _ key: UnsafeBufferPointer<UInt8>) -> Int? {
        var next = nodes[shape].first
        var left = 8
        while next >= 0, left > 0 {
            if isKey(nodes[Int(next)].key, key) {
                nodes[shape].setNext(next)
                return Int(next)
            }
            next = nodes[Int(next)].sibling
            left -= 1
        }
        return nil
    }

    /// Returns the last or the second to last child of a shape that was used, if `isWanted` accepts it. Returns nil
    /// for any other child. Most objects have the same keys as the object before.
    @inlinable
    @inline(__always)
    func recentShape(_ shape: Int, _ isWanted: (Int32) -> Bool) -> Int? {
        let next = nodes[shape].next
        guard next >= 0 else { return nil }
        if isWanted(next) { return Int(next) }
        let previous = nodes[shape].previous
        guard previous >= 0, isWanted(previous) else { return nil }
        nodes[shape].setNext(previous)
        return Int(previous)
    }

    /// Returns the child of a shape that adds the key with the given bytes, if it is one of the two children that were
    /// used last. Otherwise returns nil.
    @safe
    @inlinable
    @inline(__always)
    func nextShape(_ shape: Int, _ key: UnsafeBufferPointer<UInt8>) -> Int? {
        recentShape(shape) { isKey(nodes[Int($0)].key, key) }
    }

    /// Returns the child of a shape that adds the key with the given number, if it is one of the two children that
    /// were used last. Otherwise returns nil.
    @inlinable
    @inline(__always)
    func nextShape(_ shape: Int, number: Int32) -> Int? { recentShape(shape) { nodes[Int($0)].key == number } }

    /// Returns the child of a shape that adds the key at the beginning of the bytes, and the length of that key. The
    /// ending must follow the key. Returns nil if the key isn't plain (see ``Node/plainLength``), or if the child
    /// isn't one of the two children that were used last.
    @safe
    @inlinable
    @inline(__always)
    func nextShape(
        _ shape: Int, in bytes: UnsafeBufferPointer<UInt8>, ending: KeyEnding
    ) -> (shape: Int, length: Int)? {
        recentShape(shape) { isPlainKey(of: $0, in: bytes, ending) }.map { ($0, Int(nodes[$0].plainLength)) }
    }

    /// Returns true if the bytes begin with a shape's last key and the ending. The last key must be plain: see
    /// ``Node/plainLength``.
    @safe
    @inlinable
    @inline(__always)
    func isPlainKey(
        of shape: Int32, in bytes: UnsafeBufferPointer<UInt8>, _ ending: KeyEnding
    ) -> Bool {
        let node = nodes[Int(shape)]
        let length = Int(node.plainLength)
        // The eight bytes after the key are read.
        guard length > 0, length &+ 8 <= bytes.count, let base = unsafe UnsafeRawPointer(bytes.baseAddress) else {
            return false
        }
        let start = unsafe UInt64(littleEndian: base.loadUnaligned(as: UInt64.self))
        let end = unsafe UInt64(littleEndian: base.loadUnaligned(fromByteOffset: length, as: UInt64.self))
        let mask: UInt64 = length < 8 ? (1 &<< UInt64(truncatingIfNeeded: length &* 8)) &- 1 : .max
        guard (start ^ node.plainStart) & mask == 0, (end ^ ending.bytes) & ending.mask == 0 else { return false }
        return unsafe length <= 8 || isRest(of: node.key, base + 8)
    }

    /// Returns true if the key with a number, after its first eight bytes, continues with the bytes at an address.
    @usableFromInline func isRest(of number: Int32, _ rest: UnsafeRawPointer) -> Bool {
        withKey(Int(number)) { key in
            guard let base = key.baseAddress else { return false }
            return unsafe memcmp(base + 8, rest, key.count - 8) == 0
        }
    }

    /// Returns the child of a shape that adds the key of a literal, if it is one of the two children that were used
    /// last. The address of the literal identifies the key.
    @inlinable
    @inline(__always)
    func nextShape(_ shape: Int, _ literal: UInt) -> Int? {
        let node = nodes[shape]
        if node.nextLiteral == literal { return Int(node.next) }
        guard node.previousLiteral == literal else { return nil }
        nodes[shape].setNext(node.previous)
        return Int(node.previous)
    }

    /// Remembers the literal from which a shape's last key was made.
    func noteLiteral(_ shape: Int, _ literal: UInt) {
        let parent = Int(nodes[shape].parent)
        if nodes[parent].next == shape { nodes[parent].nextLiteral = literal }
    }

    /// Returns true if the key with a number has the given UTF-8 bytes.
    @safe
    @inlinable
    @inline(__always)
    package func isKey(_ number: Int32, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        keyBytes.withBytes(at: keyPlaces[Int(number)]) { own in
            own.equals(bytes)
        }
    }

    @safe
    @inline(never)
    private func number(of key: UnsafeBufferPointer<UInt8>) -> Int32 {
        number(of: key.text)
    }

    /// Returns the number of a key. A new key gets a new number.
    package func number(of text: String) -> Int32 {
        if let known = keyNumbers[ExactText(text)] { return known }
        let number = Int32(keys.count)
        keys.append(text)
        keyPlaces.append(keyBytes.count)
        var bytes = text
        bytes.withUTF8 { keyBytes.append(counted: $0) }
        keyNumbers[ExactText(text)] = number
        return number
    }

    @inline(never)
    private func branch(of shape: Int, to key: Int32, _ known: inout Set<Int32>?) -> Int? {
        if known == nil, nodes[shape].count >= 32 { known = Set(keyNumbers(of: shape)) }
        if known != nil {
            guard known?.insert(key).inserted ?? true else { return nil }
        } else if keyNumbers(of: shape).contains(key) {
            return nil
        }
        let branch = Branch(node: Int32(shape), key: key)
        if let known = branches[branch] {
            nodes[shape].setNext(known)
            return Int(known)
        }
        let node = Int32(nodes.count)
        let plain = plainKey(key)
        nodes.append(
            Node(
                parent: Int32(shape), key: key, ownClass: nodes[shape].ownClass, count: nodes[shape].count + 1,
                sibling: nodes[shape].first, plainLength: Int32(plain.length), plainStart: plain.start))
        branches[branch] = node
        nodes[shape].setNext(node)
        nodes[shape].first = node
        return Int(node)
    }

    /// Returns the length and the first eight bytes of a key that all formats write unescaped, as
    /// ``Node/plainLength`` describes.
    private func plainKey(_ number: Int32) -> (length: Int, start: UInt64) {
        let bytes = keys[Int(number)].utf8
        let isPlain =
            bytes.count < Self.longKey
            && bytes.allSatisfy {
                switch $0 {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
                case UInt8(ascii: "0")...UInt8(ascii: "9"): true
                case UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."): true
                default: false
                }
            }
        guard isPlain else { return (0, 0) }
        return (bytes.count, bytes.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) })
    }

    /// Returns the numbers of a shape's keys, beginning with the last key.
    private func keyNumbers(of shape: Int) -> ContiguousArray<Int32> {
        var found: ContiguousArray<Int32> = []
        var node = nodes[shape]
        found.reserveCapacity(Int(node.count))
        while node.key >= 0 {
            found.append(node.key)
            node = nodes[Int(node.parent)]
        }
        return found
    }

    /// Returns the number of the class of a shape's objects. It is negative for dictionaries.
    func classNumber(of shape: Int) -> Int { Int(nodes[shape].ownClass) }

    /// Returns the class of a shape's objects. Returns nil for dictionaries.
    package func codedClass(of shape: Int) -> CodedClass? {
        let number = nodes[shape].ownClass
        return number < 0 ? nil : classes[Int(number)]
    }

    /// Returns the class of a shape's objects, even if the class has no name and only describes keys. Returns nil for
    /// dictionaries without a class.
    package func terms(of shape: Int) -> CodedClass? {
        let number = nodes[shape].ownClass
        return number == -1 ? nil : classes[Int(number < 0 ? -2 - number : number)]
    }

    /// Returns the number of a key. Returns nil if no shape has the key.
    package func keyNumber(of key: String) -> Int32? { keyNumbers[ExactText(key)] }

    /// Returns the position of a key among a shape's keys. Returns nil if the shape doesn't have the key. The time is
    /// linear in the number of keys.
    package func position(of key: String, in shape: Int) -> Int? {
        guard let number = keyNumber(of: key) else { return nil }
        var node = nodes[shape]
        while node.key >= 0 {
            if node.key == number { return Int(node.count) - 1 }
            node = nodes[Int(node.parent)]
        }
        return nil
    }

    /// Returns the number of a shape's keys.
    package func count(of shape: Int) -> Int { Int(nodes[shape].count) }

    /// Returns the numbers of a shape's keys in their order. The time is linear in the number of keys.
    package func keyNumbers(inOrderOf shape: Int) -> ContiguousArray<Int32> {
        var found = keyNumbers(of: shape)
        found.reverse()
        return found
    }

    /// Returns the last key of a shape. Returns nil if the shape has no keys.
    func lastKey(of shape: Int) -> String? { nodes[shape].key < 0 ? nil : keys[Int(nodes[shape].key)] }

    /// Calls `body` with the UTF-8 bytes of the key with a number.
    @safe
    package func withKey<Result>(_ number: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows
        -> Result
    {
        try keyBytes.withBytes(at: keyPlaces[number], body)
    }

    /// Returns a shape's keys in their order. The time is linear in the number of keys.
    package func keys(of shape: Int) -> [String] {
        keyNumbers(inOrderOf: shape).map { keys[Int($0)] }
    }
}
