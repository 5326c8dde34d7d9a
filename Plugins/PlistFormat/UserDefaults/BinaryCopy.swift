import FormatSupport
import Foundation
import ModelCore
import PropertyListCodec

/// Copies objects of one binary property list to another, each once.
struct BinaryCopy {
    let reader: BinaryPropertyListReader
    private let limits: DecodingLimits
    private var depth = 0
    private var count = 0
    /// The numbers that objects have in the copy; nil for containers that are being copied.
    private var numbers: [Int: UInt32?] = [:]

    init(reader: BinaryPropertyListReader, limits: DecodingLimits) {
        self.reader = reader
        self.limits = limits
    }

    /// The number that an object has in the copy.
    ///
    /// - Throws: `depthExceeded`, `nodesExceeded`, `cycle`, and `PropertyListError` for what isn't well formed.
    mutating func number(of object: Int, in writer: inout BinaryPropertyListWriter) throws -> UInt32 {
        if let known = numbers[object] {
            guard let number = known else { throw ModelError(.cycle, "A value contains itself.") }
            return number
        }
        numbers[object] = .some(nil)
        // Each level takes some of the stack.
        let deepest = min(limits.depth, DecodingLimits.standard.depth)
        guard depth < deepest else {
            throw ModelError(.depthExceeded, "Nested more than \(deepest) levels deep.")
        }
        depth += 1
        count += 1
        guard count <= limits.nodes else {
            throw ModelError(.nodesExceeded, "There are more than \(limits.nodes) values.")
        }
        let number = try copy(try reader.object(object), to: &writer)
        depth -= 1
        numbers[object] = number
        return number
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
        case .data: return writer.append(try reader.data(object))
        case .string: return writer.append(try reader.string(object))
        case .uid: return writer.append(uid: try reader.uid(object))
        case .array, .set:
            let elements = try reader.elements(of: object)
            let copies = try (0..<elements.count).map { try number(of: reader.number($0, in: elements), in: &writer) }
            return object.kind == .set ? writer.append(set: copies.span) : writer.append(array: copies.span)
        case .dictionary:
            let (keys, values) = try reader.entries(of: object)
            var entries: [UInt32] = []
            for index in 0..<keys.count {
                entries.append(try number(of: reader.number(index, in: keys), in: &writer))
                entries.append(try number(of: reader.number(index, in: values), in: &writer))
            }
            return writer.append(dictionary: entries.span)
        case .unknown:
            throw ModelError(.corruptData, "An object has a type that property lists don't have.")
                .at(ModelLocation(byteOffset: object.offset))
        }
    }
}
