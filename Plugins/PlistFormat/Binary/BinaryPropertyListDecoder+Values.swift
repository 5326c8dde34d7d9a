import FormatSupport
import Foundation
import ModelCore

extension BinaryPropertyListDecoder {
    public func peekKind() throws -> ModelKind {
        let object = try current()
        switch object.kind {
        case .null: return .null
        case .bool: return .bool
        case .integer, .uid: return .integer
        case .real: return .real
        case .date: return .date
        case .data: return try archivedScalar()?.kind ?? .data
        case .string: return .string
        case .array: return .array
        case .set: return object.marker >> 4 == 0xB ? .orderedSet : .set
        case .dictionary: return try className(of: object) == nil ? .dictionary : .object
        case .unknown: throw error(.corruptData, "An object of no known type.")
        }
    }

    public func decodeScalar() throws -> ModelScalar {
        let object = try current()
        switch object.kind {
        case .null:
            value = nil
            return .null
        case .bool: return .bool(try decodeBool())
        case .integer: return try integer(object)
        case .uid: return .int64(Int64(try consume { () throws(PropertyListError) in try reader.uid(object) }))
        case .real: return reader.isFloat(object) ? .float(try decodeFloat()) : .double(try decodeDouble())
        case .date: return .date(try decodeDate())
        case .data:
            let archived = try archivedScalar()
            let data = try decodeData()
            return archived ?? .data(data)
        case .string: return .string(try decodeString())
        case .array, .set, .dictionary, .unknown: throw mismatch(expected: "a single value")
        }
    }

    /// What `read` makes of the value at the position, which is consumed then.
    @inline(__always)
    private func consume<Value>(_ read: () throws(PropertyListError) -> Value) throws -> Value {
        let result: Value
        do {
            result = try read()
        } catch {
            throw ModelError(error)
        }
        value = nil
        return result
    }

    private func integer(_ object: BinaryPropertyListObject) throws -> ModelScalar {
        if let small = try consume({ () throws(PropertyListError) in try reader.int64(object) }) { return .int64(small) }
        if let large = try consume({ () throws(PropertyListError) in try reader.uint64(object) }) { return .uint64(large) }
        throw ModelError(.outOfRange, "The integer has more than 64 bits.").at(ModelLocation(byteOffset: object.offset))
    }

    public func decodeNull() throws -> Bool {
        guard let object = value else { return false }
        if object.kind == .null {
            value = nil
            return true
        }
        guard object.kind == .data, case .null? = try archivedScalar() else { return false }
        value = nil
        return true
    }

    public func decodeBool() throws -> Bool {
        guard let object = value, object.kind == .bool else { return try convertScalar(ScalarConversion.bool) }
        value = nil
        return object.marker == 0x09
    }

    public func decodeInt64() throws -> Int64 {
        guard let object = value, object.kind == .integer else { return try convertScalar(ScalarConversion.int64) }
        guard let number = try consume({ () throws(PropertyListError) in try reader.int64(object) }) else {
            value = object
            return try convertScalar(ScalarConversion.int64)
        }
        return number
    }

    public func decodeDouble() throws -> Double {
        guard let object = value, object.kind == .real else { return try convertScalar(ScalarConversion.double) }
        return try consume { () throws(PropertyListError) in try reader.double(object) }
    }

    public func decodeFloat() throws -> Float {
        guard let object = value, reader.isFloat(object) else { return try convertScalar(ScalarConversion.float) }
        return try consume { () throws(PropertyListError) in try reader.float(object) }
    }

    public func decodeString() throws -> String {
        guard let object = value, (0x5...0x7).contains(object.marker >> 4) else {
            if value?.kind == .data, let archive = try embeddedArchive() { return try archive.decodeString() }
            return try convertScalar(ScalarConversion.string)
        }
        return try consume { () throws(PropertyListError) in try string(object) }
    }

    public func decodeData() throws -> Data {
        guard let object = value, object.kind == .data else { return try convertScalar(ScalarConversion.data) }
        let data = try consume { () throws(PropertyListError) in try self.data(object) }
        return try EmbeddedArchive.unwrapping(data, context: context)
    }

    public func decodeDate() throws -> Date {
        guard let object = value, object.kind == .date else { return try convertScalar(ScalarConversion.date) }
        return try consume { () throws(PropertyListError) in try reader.date(object) }
    }

    // MARK: Embedded archives

    public func embeddedArchive() throws -> (any ModelDecoder)? {
        guard let data = try archiveData(),
            let decoder = try KeyedArchive.embeddedDecoder(in: .data(data), context: context)
        else { return nil }
        value = nil
        return decoder
    }

    /// The data at the position where it may be an archive. Consumes nothing.
    private func archiveData() throws -> Data? {
        guard let object = value, object.kind == .data else { return nil }
        do {
            let data = try self.data(object)
            return EmbeddedArchive.mayBeArchive(data) ? data : nil
        } catch {
            throw ModelError(error)
        }
    }

    /// What the archive at the position holds, where that is a single value: a null, a URL. Consumes nothing.
    private func archivedScalar() throws -> ModelScalar? {
        guard let data = try archiveData() else { return nil }
        return try EmbeddedArchive.scalar(in: data, context: context)
    }
}
