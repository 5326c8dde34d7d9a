import FormatSupport
import Foundation

extension KeyedArchiveDecoder {
    func peekKind() throws -> ModelKind {
        if archive.isNil(current) { return .null }
        switch current.object.kind {
        case .null: return .null
        case .bool: return .bool
        case .integer: return .integer
        case .real: return .real
        case .date: return .date
        case .data: return .data
        case .string: return .string
        case .array: return .array
        case .set: return .set
        case .dictionary: return try kind(of: try object())
        case .uid, .unknown: throw error(.corruptData, "A value of no known type.")
        }
    }

    private func kind(of object: ArchiveObject) throws -> ModelKind {
        switch object.role {
        case .object: .object
        case .array: .array
        case .set: .set
        case .orderedSet: .orderedSet
        case .dictionary: .dictionary
        // One that isn't as Foundation writes it is an object like any other.
        default: try scalar(of: object)?.kind ?? .object
        }
    }

    func decodeScalar() throws -> ModelScalar {
        let scalar = try currentScalar()
        try valueConsumed()
        return scalar
    }

    private func currentScalar() throws -> ModelScalar {
        let object = current.object
        if archive.isNil(current) { return .null }
        switch object.kind {
        case .null: return .null
        case .bool: return .bool(try list.bool(object))
        case .integer:
            if let value = try list.int64(object) { return .int64(value) }
            if let value = try list.uint64(object) { return .uint64(value) }
            throw error(.outOfRange, "An integer of more than 64 bits.")
        case .real: return list.isFloat(object) ? .float(try list.float(object)) : .double(try list.double(object))
        case .date: return .date(try list.date(object))
        case .data: return .data(try data(object))
        case .string: return .string(try string(object))
        case .dictionary: if let scalar = try scalar(of: try self.object()) { return scalar }
        case .array, .set, .uid, .unknown: break
        }
        throw mismatch(expected: "a single value")
    }

    // MARK: Fast ways to the frequent types

    func decodeNull() throws -> Bool {
        if archive.isNil(current) || current.object.marker == 0 {
            try valueConsumed()
            return true
        }
        guard current.object.marker >> 4 == 0xD, try object().role == .null else { return false }
        try valueConsumed()
        return true
    }

    func decodeBool() throws -> Bool {
        guard current.object.marker == 0x08 || current.object.marker == 0x09 else {
            return try convertScalar(ScalarConversion.bool)
        }
        let value = current.object.marker == 0x09
        try valueConsumed()
        return value
    }

    func decodeInt64() throws -> Int64 {
        guard current.object.marker >> 4 == 0x1, let value = try list.int64(current.object) else {
            return try convertScalar(ScalarConversion.int64)
        }
        try valueConsumed()
        return value
    }

    func decodeDouble() throws -> Double {
        guard current.object.marker == 0x23 else { return try convertScalar(ScalarConversion.double) }
        let value = try list.double(current.object)
        try valueConsumed()
        return value
    }

    func decodeString() throws -> String {
        guard (0x5...0x6).contains(current.object.marker >> 4), !archive.isNil(current) else {
            return try convertScalar(ScalarConversion.string)
        }
        let text = try string(current.object)
        try valueConsumed()
        return text
    }

    func decodeDate() throws -> Date {
        guard current.object.marker >> 4 == 0xD, case let object = try object(), object.role == .date else {
            return try convertScalar(ScalarConversion.date)
        }
        let position = try object.shape.position(ofLiteral: "NS.time", turn: 0)
        guard position >= 0, case let time = try list.object(list.number(position, in: object.values)), time.kind == .real
        else { return try convertScalar(ScalarConversion.date) }
        let date = Date(timeIntervalSinceReferenceDate: try list.double(time))
        try valueConsumed()
        return date
    }
}
