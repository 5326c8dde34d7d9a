import FormatSupport

/// A new version of a binary property list. It contains unchanged bytes of the old list's objects, and new objects.
///
/// The old objects keep their numbers from the old list. The numbers of new objects follow. Only objects that can be
/// reached from the root are written. Each object is written once. Containers that overlap, as in a hostile file, are
/// an error.
package struct BinaryPropertyListRevision {
    /// A container, with the numbers of the objects in it.
    package enum Container: Hashable {
        case array([Int])
        case set([Int])
        case dictionary(keys: [Int], values: [Int])

        /// All numbers. In a dictionary, the numbers of the keys come before the numbers of the values.
        package var numbers: [Int] {
            switch self {
            case .array(let elements), .set(let elements): elements
            case .dictionary(let keys, let values): keys + values
            }
        }
    }

    private enum Node {
        case container(Container)
        /// The bytes of an object that is neither a container nor a UID.
        case bytes([UInt8])
        case uid(UInt64)
    }

    package let old: BinaryPropertyListReader
    private var new: [Node] = []

    /// Creates a revision without new objects.
    package init(of old: BinaryPropertyListReader) { self.old = old }

    // MARK: Reading

    /// Returns the container with a number. Returns nil for any other object, and for an ordered set. The time is
    /// linear in the size of the container.
    ///
    /// - Throws: `PropertyListError` if no object has the number, or if the object can't be read.
    package func container(_ number: Int) throws(PropertyListError) -> Container? {
        if number < old.objectCount { return try old.container(number) }
        guard case .container(let container) = try node(number) else { return nil }
        return container
    }

    /// Returns the UID with a number. Returns nil if the object isn't a UID.
    package func uid(_ number: Int) throws(PropertyListError) -> UInt64? {
        if number < old.objectCount {
            let object = try old.object(number)
            return object.kind == .uid ? try old.wideUID(object) : nil
        }
        guard case .uid(let uid) = try node(number) else { return nil }
        return uid
    }

    private func node(_ number: Int) throws(PropertyListError) -> Node {
        guard new.indices.contains(number - old.objectCount) else {
            throw PropertyListError("There is no object \(number).", at: old.objectsEnd)
        }
        return new[number - old.objectCount]
    }

    /// The total number of object numbers in the new containers.
    package var newCount: Int {
        new.reduce(0) { count, node in
            guard case .container(let container) = node else { return count }
            return count + container.numbers.count
        }
    }

    // MARK: Adding

    private mutating func add(_ node: Node) -> Int {
        new.append(node)
        return old.objectCount + new.count - 1
    }

    /// Adds a container, and returns its number.
    package mutating func add(_ container: Container) -> Int { add(.container(container)) }

    /// Adds a UID, and returns its number.
    package mutating func add(uid: UInt64) -> Int { add(.uid(uid)) }

    /// Adds a string, and returns its number.
    package mutating func add(_ text: String) -> Int {
        var writer = BinaryPropertyListWriter(capacity: 64)
        _ = writer.append(text)
        return add(bytesOf: writer)
    }

    /// Adds the only object that a writer has written, and returns its number. The object must not be a container.
    package mutating func add(bytesOf writer: borrowing BinaryPropertyListWriter) -> Int {
        add(.bytes(writer.objectBytes))
    }

    /// Adds objects of another list, and all objects that can be reached from these objects. Each object is added
    /// once. Returns the new numbers of the given objects. The function doesn't recurse.
    ///
    /// - Parameter uids: Returns the new UID for a UID of the other list.
    /// - Throws: `PropertyListError` if an object can't be read, or if a container contains itself.
    package mutating func add(
        _ numbers: [Int], of other: BinaryPropertyListReader, uids: (UInt64) -> UInt64 = { $0 }
    ) throws(PropertyListError) -> [Int] {
        var copies: [Int: Int] = [:]
        var pending = numbers
        while let next = pending.last {
            if copies[next] != nil {
                pending.removeLast()
                continue
            }
            let object = try other.object(next)
            if object.kind == .uid {
                copies[next] = add(uid: uids(try other.wideUID(object)))
            } else if let container = try other.container(next) {
                let missing = container.numbers.filter { copies[$0] == nil }
                guard missing.isEmpty else {
                    // Each container is begun once, unless it contains itself.
                    guard pending.count <= other.objectsEnd else {
                        throw PropertyListError("A container holds itself.", at: object.offset)
                    }
                    pending += missing
                    continue
                }
                copies[next] = add(container.mapping { copies[$0] ?? 0 })
            } else {
                copies[next] = add(.bytes(try other.bytes(ofSingle: object).array))
            }
            pending.removeLast()
        }
        return numbers.map { copies[$0] ?? 0 }
    }

    // MARK: Writing

    /// Writes all objects that can be reached from the root.
    ///
    /// - Returns: The root's number in the written list.
    /// - Throws: `PropertyListError` if an object can't be read, if containers overlap, or if there are too many bytes.
    package func write(top: Int, to writer: inout BinaryPropertyListWriter) throws(PropertyListError) -> UInt32 {
        var met: Set<Int> = [top]
        var pending = [top]
        var containers: [Int: Container] = [:]
        // If containers don't overlap, those of the old file have fewer numbers in total than the file has bytes. The
        // numbers of the new containers are added.
        var room = old.objectsEnd + newCount
        while let next = pending.popLast() {
            guard let container = try container(next) else { continue }
            containers[next] = container
            room -= container.numbers.count
            guard room >= 0 else { throw PropertyListError("Its containers overlap.", at: old.objectsEnd) }
            for number in container.numbers where met.insert(number).inserted { pending.append(number) }
        }
        let order = met.sorted()
        var places: [Int: UInt32] = [:]
        for number in order { places[number] = UInt32(truncatingIfNeeded: writer.objectCount + places.count) }
        for number in order {
            if let container = containers[number] {
                append(container.mapping { Int(places[$0] ?? 0) }, to: &writer)
            } else if number < old.objectCount {
                let object = try old.object(number)
                guard (0xA...0xD).contains(object.marker >> 4) == false else {
                    throw PropertyListError("A container of no known type.", at: object.offset)
                }
                writer.append(single: try old.bytes(ofSingle: object))
            } else {
                switch try node(number) {
                case .bytes(let bytes): unsafe bytes.withUnsafeBufferPointer { writer.append(single: $0) }
                case .uid(let uid): _ = writer.append(wideUID: uid)
                case .container: break
                }
            }
            if writer.isOverfull { throw PropertyListError("More bytes than there may be.", at: writer.byteCount) }
        }
        return places[top] ?? 0
    }

    private func append(_ container: Container, to writer: inout BinaryPropertyListWriter) {
        func short(_ numbers: [Int]) -> [UInt32] { numbers.map { UInt32(truncatingIfNeeded: $0) } }
        switch container {
        case .array(let elements): _ = writer.append(array: short(elements))
        case .set(let elements): _ = writer.append(set: short(elements))
        case .dictionary(let keys, let values):
            _ = writer.append(dictionary: short(zip(keys, values).flatMap { [$0, $1] }))
        }
    }
}

extension BinaryPropertyListRevision.Container {
    /// Returns the container with its numbers transformed.
    func mapping(_ transform: (Int) -> Int) -> Self {
        switch self {
        case .array(let elements): .array(elements.map(transform))
        case .set(let elements): .set(elements.map(transform))
        case .dictionary(let keys, let values): .dictionary(keys: keys.map(transform), values: values.map(transform))
        }
    }
}

extension BinaryPropertyListReader {
    /// Returns the container with a number. Returns nil for any other object, and for an ordered set. The time is
    /// linear in the size of the container.
    package func container(_ number: Int) throws(PropertyListError) -> BinaryPropertyListRevision.Container? {
        let object = try object(number)
        func numbers(_ references: BinaryPropertyListReferences) -> [Int] {
            (0..<references.count).map { self.number($0, in: references) }
        }
        switch object.marker >> 4 {
        case 0xA: return .array(numbers(try elements(of: object)))
        case 0xC: return .set(numbers(try elements(of: object)))
        case 0xD:
            let (keys, values) = try entries(of: object)
            return .dictionary(keys: numbers(keys), values: numbers(values))
        default: return nil
        }
    }

    /// Returns the bytes of an object that isn't a container.
    @safe
    func bytes(
        ofSingle object: BinaryPropertyListObject
    ) throws(PropertyListError) -> UnsafeBufferPointer<UInt8> {
        let low = Int(object.marker & 0x0F)
        let size: Int
        switch object.marker >> 4 {
        case 0x0: size = 1
        case 0x1, 0x2:
            guard low <= 4 else { throw unexpected(object, "a number") }
            size = 1 + 1 << low
        case 0x3: size = 9
        case 0x4...0x7: size = try byteRange(of: object).upperBound - object.offset
        case 0x8: size = 2 + low
        default: throw unexpected(object, "a single value")
        }
        try check(object.offset, size: size)
        return bytes(object.offset..<object.offset + size)
    }
}

extension BinaryPropertyListWriter {
    /// Writes an object that isn't a container, with its bytes from another list.
    @safe
    mutating func append(single bytes: UnsafeBufferPointer<UInt8>) {
        buffer.append(bytes)
        _ = number()
    }

    /// The bytes of all objects.
    fileprivate var objectBytes: [UInt8] { buffer.withBytes { Array($0.array.dropFirst(8)) } }
}
