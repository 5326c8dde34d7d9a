import FormatSupport
import Foundation

/// The classes and keys of a document's objects: a tree, in which each node is a class and the keys that an object has
/// so far.
///
/// Objects with the same class and the same keys in the same order lead to the same node, so their keys are stored
/// once.
///
/// A class, as a document's content is, and changed by the same.
package final class DocumentShapes: @unchecked Sendable {
    /// One shape: its parent's keys, and one more.
    package struct Node: Sendable, BitwiseCopyable {
        package var parent: Int32
        /// The number of the last key; -1 where there is none yet.
        package var key: Int32
        /// The number of the class; -1 for dictionaries. Those of classes without a name, which are dictionaries too,
        /// count down from -2.
        package var ownClass: Int32
        /// How many keys there are.
        package var count: Int32
        /// The shape that came last behind this one: most often the next, too.
        package var next: Int32 = -1
        /// The first of the shapes behind this one, and the one that stands behind the same as this one does.
        package var first: Int32 = -1
        package var sibling: Int32 = -1
        /// The length of the last key, if it is short and of letters, digits, `_`, `-` and `.` alone, which no format
        /// writes otherwise, else 0; and its first eight bytes.
        package var plainLength: Int32 = 0
        package var plainStart: UInt64 = 0
        /// Where the literal stands in memory that the key of `next` was given as; 0 where it wasn't.
        package var nextLiteral: UInt = 0
        /// What was `next` before, and its literal: objects of two kinds often come in turns.
        package var previous: Int32 = -1
        package var previousLiteral: UInt = 0

        package mutating func setNext(_ shape: Int32) {
            if shape == next { return }
            let literal = shape == previous ? previousLiteral : 0
            (previous, previousLiteral) = (next, nextLiteral)
            (next, nextLiteral) = (shape, literal)
        }
    }

    // Accesses to these aren't checked: whoever changes them calls nothing that accesses them while it does.
    @safe @exclusivity(unchecked) package private(set) var nodes = Stack<Node>()
    private var branches: [Branch: Int32] = [:]

    @safe @exclusivity(unchecked) package private(set) var keys: ContiguousArray<String> = []
    /// The keys' UTF-8 bytes, and where each one's are.
    @safe @exclusivity(unchecked) private var keyBytes = WordBuffer()
    @safe @exclusivity(unchecked) private var keyPlaces = Stack<Int>()
    private var keyNumbers: [ExactText: Int32] = [:]

    @safe @exclusivity(unchecked) package private(set) var classes: ContiguousArray<CodedClass> = []
    /// The shape without keys of each class.
    private var classNodes: [ObjectIdentifier: Int32] = [:]

    private struct Branch: Hashable {
        var node: Int32
        var key: Int32
    }

    /// What was made for each shape that was met.
    package struct Cache<Value> {
        private var known: ContiguousArray<Value?> = []

        package init() {}

        @inline(__always)
        package mutating func value(of shape: Int, make: () -> Value) -> Value {
            if let value = self[shape] { return value }
            let value = make()
            self[shape] = value
            return value
        }

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

    /// The same, to be changed.
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
    package static let empty = 0
    /// How many bytes a key has at least that counts as a value: a file may use it very often.
    package static let longKey = 64

    /// The shape of a class's object before it has keys. A class is an instance, which a reader makes once: two of one
    /// name may have other superclasses and keys.
    package func shape(of codedClass: CodedClass) -> Int {
        // Most objects are of the class of the one before. Each class that has a node is kept, so its address is its
        // own.
        if let last = lastClass, last.id == ObjectIdentifier(codedClass) { return last.node }
        let node = findShape(of: codedClass)
        lastClass = (ObjectIdentifier(codedClass), node)
        return node
    }

    /// The shape of these keys, of which no two are equal; without a class, that of a dictionary.
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

    /// The shape with one key more, whose UTF-8 bytes are given; nil where it has that key already.
    ///
    /// - Parameter known: The keys of the object that is being built, where they are many: so that adding one doesn't
    ///   take longer with each.
    @safe
    @inline(never)
    package func shape(_ shape: Int, with key: UnsafeBufferPointer<UInt8>, _ known: inout Set<Int32>?) -> Int? {
        if known == nil, let next = otherShape(shape, key) { return next }
        return branch(of: shape, to: number(of: key), &known)
    }

    /// One of the few shapes behind one that has this key: found without a hash.
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

    /// The shape that came last behind one, or the one before it, if it is the one that is looked for: most objects
    /// have the keys of the one before.
    @inline(__always)
    private func recentShape(_ shape: Int, _ isWanted: (Int32) -> Bool) -> Int? {
        let next = nodes[shape].next
        guard next >= 0 else { return nil }
        if isWanted(next) { return Int(next) }
        let previous = nodes[shape].previous
        guard previous >= 0, isWanted(previous) else { return nil }
        nodes[shape].setNext(previous)
        return Int(previous)
    }

    /// One of the two that came last behind a shape, where it has this key.
    @safe
    @inline(__always)
    package func nextShape(_ shape: Int, _ key: UnsafeBufferPointer<UInt8>) -> Int? {
        recentShape(shape) { isKey(nodes[Int($0)].key, key) }
    }

    /// The same by the key's number.
    @inline(__always)
    package func nextShape(_ shape: Int, number: Int32) -> Int? { recentShape(shape) { nodes[Int($0)].key == number } }

    /// The same where the bytes begin with the key and the ending, and the key is plain; with the key's length.
    @safe
    @inline(__always)
    package func nextShape(
        _ shape: Int, in bytes: UnsafeBufferPointer<UInt8>, ending: DocumentBuilder.KeyEnding
    ) -> (shape: Int, length: Int)? {
        recentShape(shape) { isPlainKey(of: $0, in: bytes, ending) }.map { ($0, Int(nodes[$0].plainLength)) }
    }

    /// True where a shape's last key is plain, and the bytes begin with it and the ending.
    @safe
    @inline(__always)
    private func isPlainKey(
        of shape: Int32, in bytes: UnsafeBufferPointer<UInt8>, _ ending: DocumentBuilder.KeyEnding
    ) -> Bool {
        let node = nodes[Int(shape)]
        let length = Int(node.plainLength)
        // Eight bytes are looked at behind the key.
        guard length > 0, length &+ 8 <= bytes.count, let base = unsafe UnsafeRawPointer(bytes.baseAddress) else {
            return false
        }
        let start = unsafe UInt64(littleEndian: base.loadUnaligned(as: UInt64.self))
        let end = unsafe UInt64(littleEndian: base.loadUnaligned(fromByteOffset: length, as: UInt64.self))
        let mask: UInt64 = length < 8 ? (1 &<< UInt64(truncatingIfNeeded: length &* 8)) &- 1 : .max
        guard (start ^ node.plainStart) & mask == 0, (end ^ ending.bytes) & ending.mask == 0 else { return false }
        return unsafe length <= 8 || isRest(of: node.key, base + 8)
    }

    /// True where the key with that number has these bytes behind its first eight.
    private func isRest(of number: Int32, _ rest: UnsafeRawPointer) -> Bool {
        withKey(Int(number)) { key in
            guard let base = key.baseAddress else { return false }
            return unsafe memcmp(base + 8, rest, key.count - 8) == 0
        }
    }

    /// One of the two that came last behind a shape, where its key was given as the literal at that address.
    @inline(__always)
    package func nextShape(_ shape: Int, _ literal: UInt) -> Int? {
        let node = nodes[shape]
        if node.nextLiteral == literal { return Int(node.next) }
        guard node.previousLiteral == literal else { return nil }
        nodes[shape].setNext(node.previous)
        return Int(node.previous)
    }

    /// Remembers the literal that a shape's last key was given as.
    package func noteLiteral(_ shape: Int, _ literal: UInt) {
        let parent = Int(nodes[shape].parent)
        if nodes[parent].next == shape { nodes[parent].nextLiteral = literal }
    }

    /// True where the key with that number has these UTF-8 bytes.
    @safe
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

    /// The number of a key, which is new where no shape has it.
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

    /// See ``Node/plainLength``.
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

    /// The numbers of a shape's keys, the last first.
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

    /// The number of the class of a shape's objects; -1 for dictionaries.
    package func classNumber(of shape: Int) -> Int { Int(nodes[shape].ownClass) }

    /// The class of a shape's objects; nil for dictionaries.
    package func codedClass(of shape: Int) -> CodedClass? {
        let number = nodes[shape].ownClass
        return number < 0 ? nil : classes[Int(number)]
    }

    /// What is known of the keys of a shape's objects: their class, also one without a name; nil where that is nothing.
    package func terms(of shape: Int) -> CodedClass? {
        let number = nodes[shape].ownClass
        return number == -1 ? nil : classes[Int(number < 0 ? -2 - number : number)]
    }

    /// The number of a key; nil where no shape has it.
    package func keyNumber(of key: String) -> Int32? { keyNumbers[ExactText(key)] }

    /// Which of a shape's keys this is; nil where it is none. Linear in their number.
    package func position(of key: String, in shape: Int) -> Int? {
        guard let number = keyNumber(of: key) else { return nil }
        var node = nodes[shape]
        while node.key >= 0 {
            if node.key == number { return Int(node.count) - 1 }
            node = nodes[Int(node.parent)]
        }
        return nil
    }

    /// How many keys a shape has.
    package func count(of shape: Int) -> Int { Int(nodes[shape].count) }

    /// The numbers of a shape's keys in their order. Linear in their number.
    package func keyNumbers(inOrderOf shape: Int) -> ContiguousArray<Int32> {
        var found = keyNumbers(of: shape)
        found.reverse()
        return found
    }

    /// A shape's last key; nil where it has none.
    package func lastKey(of shape: Int) -> String? { nodes[shape].key < 0 ? nil : keys[Int(nodes[shape].key)] }

    /// The UTF-8 bytes of the key with that number.
    @safe
    package func withKey<Result>(_ number: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
        try keyBytes.withBytes(at: keyPlaces[number], body)
    }

    /// A shape's keys in their order. Linear in their number.
    package func keys(of shape: Int) -> [String] {
        keyNumbers(inOrderOf: shape).map { keys[Int($0)] }
    }
}
