import Documents
import FormatSupport
import PropertyListCodec

/// Copies objects of one binary property list to another. Each object is copied once.
struct BinaryCopy {
    let reader: BinaryPropertyListReader
    private let limits: DecodingLimits
    private var depth = 0
    private var count = 0
    /// The numbers of the copied objects in the copy, by their offsets in the original. (Several objects of the
    /// original may have the same offset.) Nil for a container that is being copied.
    private var numbers: [Int: UInt32?] = [:]
    private var longValues = BinaryPropertyListLongValues()
    /// The number of references in the containers copied so far.
    private var referenceCount = 0

    init(reader: BinaryPropertyListReader, limits: DecodingLimits) {
        self.reader = reader
        self.limits = limits
    }

    /// Returns the copy's number for an object, given the object's number in the original. Copies the object if it has
    /// no copy yet.
    ///
    /// - Throws: `depthExceeded`, `nodesExceeded`, `cycle`, and `PropertyListError` if the list isn't well formed.
    mutating func number(of number: Int, in writer: inout BinaryPropertyListWriter) throws -> UInt32 {
        let object = try reader.object(number)
        if let known = numbers[object.offset] {
            guard let number = known else { throw ModelError(.cycle, "A value contains itself.") }
            return number
        }
        numbers[object.offset] = .some(nil)
        // This recurses: each level takes some of the stack.
        let deepest = min(limits.depth, DecodingLimits.standard.depth)
        guard depth < deepest else {
            throw ModelError(.depthExceeded, "Nested more than \(deepest) levels deep.")
        }
        depth += 1
        count += 1
        guard count <= limits.nodes else {
            throw ModelError(.nodesExceeded, "There are more than \(limits.nodes) values.")
        }
        let copied = try copy(object, to: &writer)
        depth -= 1
        numbers[object.offset] = copied
        return copied
    }

    /// Returns the text of a key. A long text is created only once.
    mutating func string(_ object: BinaryPropertyListObject) throws -> String {
        try longValues.string(object, in: reader)
    }

    /// Counts the references of a container. In total, containers that don't overlap have fewer references than the
    /// file has bytes. Throws `PropertyListError` if there are more references.
    private mutating func countReferences(_ references: Int, of object: BinaryPropertyListObject) throws {
        referenceCount += references
        guard referenceCount <= reader.objectsEnd else {
            throw PropertyListError("Arrays, sets or dictionaries overlap.", at: object.offset)
        }
    }

    private mutating func copy(
        _ object: BinaryPropertyListObject, to writer: inout BinaryPropertyListWriter
    ) throws -> UInt32 {
        switch object.kind {
        case .null: return writer.appendNull()
        case .bool: return writer.append(try reader.bool(object))
        case .integer:
            if let value = try reader.int64(object) { return writer.append(value) }
            if let value = try reader.uint64(object) { return writer.append(value) }
            throw ModelError(.outOfRange, "An integer has more than 64 bits.").at(
                ModelLocation(byteOffset: object.offset))
        case .real:
            return reader.isFloat(object)
                ? writer.append(try reader.float(object)) : writer.append(try reader.double(object))
        case .date: return writer.append(try reader.date(object))
        case .data: return writer.append(try longValues.data(object, in: reader))
        case .string: return writer.append(try string(object))
        case .uid: return writer.append(uid: try reader.uid(object))
        case .array, .set:
            let elements = try reader.elements(of: object)
            try countReferences(elements.count, of: object)
            let copies = try (0..<elements.count).map { try number(of: reader.number($0, in: elements), in: &writer) }
            return object.kind == .set ? writer.append(set: copies) : writer.append(array: copies)
        case .dictionary:
            let (keys, values) = try reader.entries(of: object)
            try countReferences(keys.count + values.count, of: object)
            var entries: [UInt32] = []
            for index in 0..<keys.count {
                entries.append(try number(of: reader.number(index, in: keys), in: &writer))
                entries.append(try number(of: reader.number(index, in: values), in: &writer))
            }
            return writer.append(dictionary: entries)
        case .unknown:
            throw ModelError(.corruptData, "An object has a type that property lists don't have.")
                .at(ModelLocation(byteOffset: object.offset))
        }
    }
}
