import FormatSupport
import Foundation
import ModelCore

extension XMLPropertyListDecoder {
    public func peekKind() throws -> ModelKind {
        switch tag.element {
        case .string: .string
        case .integer: .integer
        case .real: .real
        case .date: .date
        case .data: try archivedScalar()?.kind ?? .data
        case .true, .false: .bool
        case .array: .array
        case .dict: hasClass ? .object : .dictionary
        default: throw error(.corruptData, "There is no value here.")
        }
    }

    public func decodeScalar() throws -> ModelScalar {
        switch tag.element {
        case .string: return .string(try decodeString())
        case .integer:
            let (magnitude, isNegative) = try integer()
            if isNegative { return .int64(Int64(truncatingIfNeeded: 0 &- magnitude)) }
            return Int64(exactly: magnitude).map { .int64($0) } ?? .uint64(magnitude)
        case .real: return .double(try real())
        case .date: return .date(try decodeDate())
        case .data:
            let archived = try archivedScalar()
            let data = try decodeData()
            return archived ?? .data(data)
        case .true, .false: return .bool(try decodeBool())
        default: throw mismatch(expected: "a single value")
        }
    }

    private func integer() throws -> (magnitude: UInt64, isNegative: Bool) {
        guard tag == .integer else { throw mismatch(expected: "integer") }
        do {
            let value = try scanner.integer()
            tag = .endOfFile
            return value
        } catch {
            throw corrupt(error)
        }
    }

    private func real() throws -> Double {
        guard tag == .real else { throw mismatch(expected: "number") }
        do {
            let value = try scanner.real()
            tag = .endOfFile
            return value
        } catch {
            throw corrupt(error)
        }
    }

    public func decodeNull() throws -> Bool {
        guard tag == .data, case .null? = try archivedScalar() else { return false }
        try skipValue()
        return true
    }

    public func decodeBool() throws -> Bool {
        switch tag {
        case .true.empty, .false.empty:
            break
        case .true, .false:
            do {
                try scanner.expect(tag.closing)
            } catch {
                throw corrupt(error)
            }
        default:
            return try convertScalar(ScalarConversion.bool)
        }
        let value = tag.element == .true
        tag = .endOfFile
        return value
    }

    public func decodeInt64() throws -> Int64 {
        guard tag == .integer else { return try convertScalar(ScalarConversion.int64) }
        let (magnitude, isNegative) = try integer()
        if isNegative { return Int64(truncatingIfNeeded: 0 &- magnitude) }
        guard let value = Int64(exactly: magnitude) else {
            throw error(.outOfRange, "Expected int64, found the number \(magnitude).")
        }
        return value
    }

    public func decodeDouble() throws -> Double {
        tag == .real
            ? try real() : try convertScalar { try ScalarConversion.double($0, fromText: $1 || $0.kind == .integer) }
    }

    /// The float nearest to the numeral.
    public func decodeFloat() throws -> Float {
        guard tag == .real else {
            return try convertScalar { try ScalarConversion.float($0, fromText: $1 || $0.kind == .integer) }
        }
        let (place, start) = (valueStart, scanner.position)
        let value = try real()
        var nearest = Float(value)
        if NumberText.mayRoundTwice(value) {
            let end = scanner.position
            scanner.position = start
            if let text = try? scanner.string(of: .real) {
                nearest = Float(text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? nearest
            }
            scanner.position = end
        }
        guard nearest.isFinite || !value.isFinite else {
            valueStart = place
            throw error(.outOfRange, "Expected a number, found one beyond the largest float.")
        }
        return nearest
    }

    public func decodeString() throws -> String {
        switch tag {
        case .string:
            do {
                let text = try scanner.string(of: .string)
                tag = .endOfFile
                return text
            } catch {
                throw corrupt(error)
            }
        case .string.empty:
            tag = .endOfFile
            return ""
        case .data:
            if let archive = try embeddedArchive() { return try archive.decodeString() }
        default:
            break
        }
        return try convertScalar(ScalarConversion.string)
    }

    public func decodeData() throws -> Data {
        switch tag {
        case .data:
            let data: Data
            do {
                data = try scanner.data()
            } catch {
                throw corrupt(error)
            }
            tag = .endOfFile
            return try EmbeddedArchive.unwrapping(data, context: context)
        case .data.empty:
            tag = .endOfFile
            return Data()
        default:
            return try convertScalar(ScalarConversion.data)
        }
    }

    public func decodeDate() throws -> Date {
        guard tag == .date else { return try convertScalar(ScalarConversion.date) }
        do {
            let date = try scanner.date()
            tag = .endOfFile
            return date
        } catch {
            throw corrupt(error)
        }
    }

    // MARK: Embedded archives

    public func embeddedArchive() throws -> (any ModelDecoder)? {
        guard tag == .data, let data = try archiveData() else { return nil }
        let decoder = try KeyedArchive.embeddedDecoder(in: .data(data), context: context)
        if decoder != nil { try skipValue() }
        return decoder
    }

    /// The data at the position where it may be an archive. Consumes nothing.
    private func archiveData() throws -> Data? {
        guard scanner.dataStarts(with: "bplist00") || scanner.dataStarts(with: "<?xml") else { return nil }
        let start = scanner.position
        do {
            let data = try scanner.data()
            scanner.position = start
            return data
        } catch {
            throw corrupt(error)
        }
    }

    /// What the archive at the position holds, where that is a single value: a null, a date with a fraction, a URL. Consumes nothing.
    private func archivedScalar() throws -> ModelScalar? {
        guard tag == .data, let data = try archiveData() else { return nil }
        return try EmbeddedArchive.scalar(in: data, context: context)
    }
}
