import FormatSupport
import Foundation
import ModelCore

/// Reads values from a binary property list, straight from its bytes.
///
/// Objects that are dictionaries whose first key is `$class`, with a string, have that class. Containers that a file uses in several
/// places are read in each: how often in all is bounded by `DecodingContext`, as is how deep. The references of a keyed archive
/// read as integers.
public final class BinaryPropertyListDecoder: ModelDecoder {
    public let context: DecodingContext

    let reader: BinaryPropertyListReader
    /// The value at the position; nil once it is consumed.
    var value: BinaryPropertyListObject?
    var container = BinaryContainer(kind: .root)
    private(set) var outer: [BinaryContainer] = []
    var classes = CodedClassTable()
    /// The keys of the dictionary that was checked last.
    private var checkedKeys: BinaryPropertyListReferences?
    /// The objects that were passed over: each is looked at once.
    private var passed: [Bool] = []
    private var longValues = BinaryPropertyListLongValues()

    /// Stands at the root value.
    ///
    /// - Throws: `corruptData` where header, trailer or root aren't right.
    public init(_ content: Data, context: DecodingContext) throws {
        self.context = context
        do {
            reader = try BinaryPropertyListReader(ByteSource(content))
            value = try reader.object(reader.topObject)
        } catch {
            throw ModelError(error)
        }
    }

    public var location: ModelLocation? { value.map { ModelLocation(byteOffset: $0.offset) } }

    /// The value at the position.
    func current() throws -> BinaryPropertyListObject {
        guard let value else { throw ModelError(.corruptData, "There is no value here.") }
        return value
    }

    func object(_ index: Int, in references: BinaryPropertyListReferences) throws -> BinaryPropertyListObject {
        do {
            return try reader.object(reader.number(index, in: references))
        } catch {
            throw ModelError(error)
        }
    }

    func enter(_ new: BinaryContainer) {
        outer.append(container)
        container = new
        value = nil
    }

    func leave() {
        container = outer.popLast() ?? BinaryContainer(kind: .root)
        value = nil
    }

    // MARK: Arrays

    public func beginArray() throws -> Int {
        let array = try current()
        guard array.kind == .array || array.kind == .set else { throw mismatch(expected: "array") }
        let elements: BinaryPropertyListReferences
        do {
            elements = try reader.elements(of: array)
        } catch {
            throw ModelError(error)
        }
        enter(BinaryContainer(kind: .array, values: elements))
        return elements.count
    }

    public func nextElement() throws -> Bool {
        guard container.kind == .array else { throw mismatch(expected: "array") }
        guard container.next < container.values.count else {
            leave()
            return false
        }
        value = try object(container.next, in: container.values)
        container.next &+= 1
        return true
    }

    // MARK: Dictionaries

    public func beginDictionary() throws -> Int {
        try enterDictionary(as: .entries)
        return container.keys.count
    }

    public func nextEntry() throws -> ModelEntryKey? {
        guard container.kind == .entries else { throw mismatch(expected: "dictionary") }
        guard container.next < container.keys.count else {
            leave()
            return nil
        }
        let key = try text(of: try object(container.next, in: container.keys))
        value = try object(container.next, in: container.values)
        container.next &+= 1
        return .text(key)
    }

    private func enterDictionary(as kind: BinaryContainer.Kind) throws {
        let dictionary = try current()
        guard dictionary.kind == .dictionary else { throw mismatch(expected: "dictionary") }
        let (keys, values): (BinaryPropertyListReferences, BinaryPropertyListReferences)
        do {
            (keys, values) = try reader.entries(of: dictionary)
        } catch {
            throw ModelError(error)
        }
        // Counted, so that a large dictionary that a small file uses very often ends in an error.
        try context.count(keys.count)
        try checkKeys(keys)
        enter(BinaryContainer(kind: kind, keys: keys, values: values))
    }

    /// Throws where a dictionary has a key twice. The next one with the same keys isn't checked again.
    private func checkKeys(_ keys: BinaryPropertyListReferences) throws {
        if let checkedKeys, reader.areEqual(keys, checkedKeys) { return }
        var known: Set<ExactText> = []
        known.reserveCapacity(keys.count)
        for index in 0..<keys.count {
            let object = try object(index, in: keys)
            let key = try text(of: object)
            guard known.insert(ExactText(key)).inserted else {
                throw ModelError(.duplicateKey, "The dictionary has the key \(key) twice.")
                    .at(ModelLocation(byteOffset: object.offset))
            }
        }
        checkedKeys = keys
    }

    func text(of key: BinaryPropertyListObject) throws -> String {
        guard key.kind == .string else {
            throw ModelError(.corruptData, "A dictionary's key isn't text.").at(ModelLocation(byteOffset: key.offset))
        }
        do {
            if try BinaryPropertyListLongValues.isShort(key, in: reader) { return try reader.string(key) }
            // Keys are compared and hashed: a long one costs time in each dictionary that has it.
            try context.count(reader.byteRange(of: key).count >> 4)
            return try string(key)
        } catch let error as PropertyListError {
            throw ModelError(error)
        }
    }

    /// The string, which is read once if it is long.
    @inline(__always)
    func string(_ object: BinaryPropertyListObject) throws(PropertyListError) -> String {
        if object.marker & 0x0F != 0x0F { return try reader.string(object) }
        return try longValues.string(object, in: reader)
    }

    /// The data, which are read once if they are long.
    func data(_ object: BinaryPropertyListObject) throws(PropertyListError) -> Data {
        try longValues.data(object, in: reader)
    }

    // MARK: Objects

    /// The name that stands in a dictionary's first entry under `$class`; nil where there is none.
    func className(of dictionary: BinaryPropertyListObject) throws -> BinaryPropertyListObject? {
        do {
            let (keys, values) = try reader.entries(of: dictionary)
            guard keys.count > 0, case let key = try reader.object(reader.number(0, in: keys)),
                // As UTF-16 it is a key like any other.
                key.marker == 0x56, reader.isString(key, "$class")
            else {
                return nil
            }
            let name = try reader.object(reader.number(0, in: values))
            return name.kind == .string ? name : nil
        } catch {
            throw ModelError(error)
        }
    }

    public func beginObject() throws -> CodedClass? {
        let dictionary = try current()
        guard dictionary.kind == .dictionary else { throw mismatch(expected: "object") }
        let className = try className(of: dictionary)
        try enterDictionary(as: .object)
        guard let className else { return nil }
        container.next = 1
        return classes.codedClass(named: try text(of: className))
    }

    public func moveToKey(_ key: ModelKey) throws -> Bool {
        guard container.kind == .object else { throw mismatch(expected: "object") }
        guard let index = try unsafe key.withUTF8({ try unsafe index(of: $0) }) else {
            value = nil
            return false
        }
        value = try object(index, in: container.values)
        container.next = index &+ 1
        return true
    }

    /// Where the key is: first where it is expected, then from there on, and around.
    private func index(of key: UnsafeBufferPointer<UInt8>) throws -> Int? {
        let keys = container.keys
        let expected = container.next
        do {
            if expected < keys.count,
                unsafe reader.isString(try reader.object(reader.number(expected, in: keys)), key)
            {
                return expected
            }
            for index in 0..<keys.count where index != expected {
                if unsafe reader.isString(try reader.object(reader.number(index, in: keys)), key) { return index }
            }
        } catch {
            throw ModelError(error)
        }
        return nil
    }

    public func objectKeys() throws -> [String] {
        guard container.kind == .object else { throw mismatch(expected: "object") }
        let texts = try (0..<container.keys.count).map { try text(of: try object($0, in: container.keys)) }
        return container.next > 0 && texts.first == "$class" ? Array(texts.dropFirst()) : texts
    }

    public func endObject() throws {
        guard container.kind == .object else { throw mismatch(expected: "object") }
        leave()
    }

    // MARK: Passing over

    /// Looks at each object once, however often the file uses it. Doesn't recurse.
    public func skipValue() throws {
        guard let first = value else { return }
        value = nil
        if passed.isEmpty { passed = [Bool](repeating: false, count: reader.objectCount) }
        do {
            var pending = try check(first)
            while let number = pending.popLast() {
                let object = try reader.object(number)
                guard !passed[number] else { continue }
                passed[number] = true
                pending += try check(object)
            }
        } catch {
            throw ModelError(error)
        }
    }

    /// Checks an object, and returns the numbers of what it holds.
    private func check(_ object: BinaryPropertyListObject) throws(PropertyListError) -> [Int] {
        func numbers(_ references: BinaryPropertyListReferences) -> [Int] {
            (0..<references.count).map { reader.number($0, in: references) }
        }
        switch object.kind {
        case .array, .set: return numbers(try reader.elements(of: object))
        case .dictionary:
            let (keys, values) = try reader.entries(of: object)
            return numbers(keys) + numbers(values)
        case .string, .data: _ = try reader.byteRange(of: object)
        case .integer: _ = try reader.uint64(object)
        case .real: _ = try reader.double(object)
        case .date: _ = try reader.date(object)
        case .uid: _ = try reader.uid(object)
        case .null, .bool: break
        case .unknown: throw PropertyListError("An object of no known type.", at: object.offset)
        }
        return []
    }
}
