import FormatSupport
import Foundation
import ModelCore

extension ChunkType {
    /// True for values that may take much memory.
    fileprivate var mayBeLarge: Bool {
        switch self {
        case .string, .mutableString, .countedString, .data, .mutableData, .keyedArchive, .url, .indexSet, .mutableIndexSet,
            .wideIndexSet:
            true
        default: false
        }
    }

    fileprivate var isInteger: Bool {
        switch self {
        case .int8, .int16, .int32, .int64, .zero, .one: true
        default: false
        }
    }
}

extension FastReader {
    /// What kind of value stands at the position.
    mutating func peekKind() throws -> ModelKind {
        let target = try target()
        switch target.type {
        case .unset, .null: return .null
        case .true, .false: return .bool
        case .int8, .int16, .int32, .int64, .one, .zero, .uint64: return .integer
        case .float32, .float64: return .real
        case .decimal: return .decimal
        case .string, .mutableString, .countedString: return .string
        case .data, .mutableData, .keyedArchive: return .data
        case .date, .legacyDate: return .date
        case .url: return .url
        case .point, .size, .rect, .range, .vector, .affineTransform, .wideRange, .indexSet, .mutableIndexSet,
            .wideIndexSet:
            return .geometry
        case .array, .mutableArray: return .array
        case .set, .mutableSet: return .set
        case .orderedSet, .mutableOrderedSet: return .orderedSet
        case .dictionary, .mutableDictionary: return .dictionary
        case .codedObject: return try isUUID(target.offset) ? .uuid : .object
        case .transform3D where isAtTransformNumber: return .real
        case .transform3D, .object8, .object16, .object32, .classDefinition: return .object
        case .objectAlias8, .objectAlias16, .objectAlias32, .stringAlias8, .stringAlias16, .stringAlias32,
            .objectAtOffset:
            throw layout.error("An alias leads to an alias.", at: position)
        }
    }

    mutating func isUUID(_ offset: Int) throws -> Bool {
        try codedClassName(at: offset) == FoundationClass.uuid
    }

    /// The reference number of the value at the position, where it is a container.
    mutating func reference() -> Int? {
        guard let target = try? target(), target.type.isContainer else { return nil }
        if target.type == .transform3D { return nil }
        if target.offset == position, isStreaming { return tables.offsets.count }
        return try? number(at: target.offset)
    }

    mutating func decodeNull() throws -> Bool {
        guard position < source.count, source[position] <= ChunkType.null.rawValue else { return false }
        advance(to: position + 1)
        return true
    }

    /// The text at the position; nil where there is something else.
    @inline(__always)
    mutating func decodeString() throws -> String? {
        if source[position] == ChunkType.string.rawValue, position < source.count {
            let end = try layout.endOfText(at: position &+ 1)
            let text = try layout.text(position &+ 1..<end)
            if isStreaming { tables.enterString(position) }
            if end &- position > Self.short { keep(text, at: position) }
            advance(to: end &+ 1)
            return text
        }
        let type = try layout.type(at: position)
        if type.isStringAlias { return try decodeStringAlias(type) }
        let target = try target()
        guard target.type == .string || target.type == .mutableString || target.type == .countedString else {
            return nil
        }
        let text = try longString(at: target)
        try skip()
        return text
    }

    @inline(__always)
    private mutating func decodeStringAlias(_ type: ChunkType) throws -> String? {
        let (index, end) = try layout.index(type, at: position)
        if let known = recentStrings.find(index) {
            advance(to: end)
            return known
        }
        let target = try target()
        guard target.type == .string || target.type == .countedString else { return nil }
        let text = try longString(at: target)
        recentStrings.enter(index, text)
        advance(to: end)
        return text
    }

    /// The integer at the position; nil where there is something else.
    @inline(__always)
    mutating func decodeInt64() throws -> Int64? {
        let type = try layout.type(at: position)
        let value: Int64
        let end: Int
        switch type {
        case .zero:
            value = 0
            end = position &+ 1
        case .one:
            value = 1
            end = position &+ 1
        case .int8:
            end = try layout.number(of: position, size: 1) &+ 1
            value = Int64(source.raw(at: end &- 1, Int8.self))
        case .int16:
            end = try layout.number(of: position, size: 2) &+ 2
            value = Int64(source.raw(at: end &- 2, Int16.self))
        case .int32:
            end = try layout.number(of: position, size: 4) &+ 4
            value = Int64(source.raw(at: end &- 4, Int32.self))
        case .int64:
            end = try layout.number(of: position, size: 8) &+ 8
            value = source.raw(at: end &- 8, Int64.self)
        case .true, .false:
            // Versions before 3.2 wrote 1 and 0 so.
            guard header.major == 3, header.minor < 2 else { return nil }
            value = type == .true ? 1 : 0
            end = position &+ 1
        default: return nil
        }
        advance(to: end)
        return value
    }

    @inline(__always)
    mutating func decodeDouble() throws -> Double? {
        guard source[position] == ChunkType.float64.rawValue, position < source.count else { return nil }
        let place = try layout.number(of: position, size: 8)
        let value = source.double(at: place)
        advance(to: place &+ 8)
        return value
    }

    @inline(__always)
    mutating func decodeBool() throws -> Bool? {
        let byte = source[position]
        guard byte == ChunkType.true.rawValue || byte == ChunkType.false.rawValue else { return nil }
        advance(to: position &+ 1)
        return byte == ChunkType.true.rawValue
    }

    mutating func decodeScalar() throws -> ModelScalar {
        if isAtTransformNumber {
            return .double(source.double(at: try layout.structure(of: frame.start, size: 128) + 8 * (frame.slot - 1)))
        }
        // Where 1 and 0 were written as booleans, they stay so.
        if try layout.type(at: position).isInteger, let value = try decodeInt64() { return .int64(value) }
        try settle()
        if try layout.type(at: position).hasDialect { try scan() }
        let target = try target()
        let scalar = try isLarge(target) ? once(at: target.offset) { try $0.scalar(at: target) } : scalar(at: target)
        try skip()
        return scalar
    }

    /// True for a value that is large, though an alias of it takes two bytes.
    private func isLarge(_ target: (type: ChunkType, offset: Int)) throws -> Bool {
        guard target.type.mayBeLarge else { return false }
        guard let end = try layout.leafEnd(target.type, at: target.offset) else { return true }
        return end - target.offset > Self.short
    }

    /// The scalar at a target, which isn't passed.
    private mutating func scalar(at target: (type: ChunkType, offset: Int)) throws -> ModelScalar {
        let offset = target.offset
        switch target.type {
        case .unset, .null: return .null
        case .true: return .bool(true)
        case .false: return .bool(false)
        case .float32:
            return .float(Float(bitPattern: source.raw(at: try layout.number(of: offset, size: 4), UInt32.self)))
        case .float64: return .double(source.double(at: try layout.number(of: offset, size: 8)))
        case .uint64: return .uint64(source.raw(at: try layout.number(of: offset, size: 8), UInt64.self))
        case .string, .mutableString, .countedString: return .string(try longString(at: target))
        case .data, .mutableData: return .data(source.data(try layout.dataRange(of: offset)))
        case .keyedArchive: return .data(source.data(try layout.archiveRange(of: offset)))
        case .date:
            return .date(
                Date(timeIntervalSinceReferenceDate: source.double(at: try layout.number(of: offset, size: 8))))
        case .legacyDate:
            return .date(Date(timeIntervalSince1970: source.double(at: try layout.number(of: offset, size: 8))))
        case .url: return .url(try url(at: offset))
        case .decimal: return .decimal(try decimal(at: offset))
        case .codedObject where try isUUID(offset): return .uuid(try uuid(at: offset))
        default:
            guard let geometry = try geometry(target.type, at: offset) else {
                throw ModelError(.typeMismatch, expected: "a single value", found: try peekKind().rawValue).at(
                    ModelLocation(byteOffset: position))
            }
            return .geometry(geometry)
        }
    }

    private mutating func url(at offset: Int, depth: Int = 0) throws -> URL {
        // Its parts may be aliases of one another.
        if isStreaming { try scan() }
        let (urls, last) = try layout.urlParts(at: offset)
        var base: URL?
        let type = try layout.type(at: last)
        if type.isStringAlias {
            let index = try layout.index(type, at: last).index
            guard index < tables.strings.count else { throw layout.error("There is no URL \(index).", at: last) }
            // An alias leads to something before it: the chain of bases ends.
            let place = Int(tables.strings[index])
            guard place < offset else { throw layout.error("A URL is its own base.", at: last) }
            guard depth < ChunkLayout.urlDepth else { throw layout.error("A URL has too many bases.", at: offset) }
            if case .url(let known) = try once(at: place, { .url(try $0.url(at: place, depth: depth + 1)) }) { base = known }
        }
        for url in urls.reversed() {
            guard let text = try keyText(at: url + 1), let made = URL(string: text, relativeTo: base)
            else {
                throw layout.error("Text that is no URL.", at: url + 1)
            }
            base = made
        }
        guard let base else { throw layout.error("Expected a URL.", at: offset) }
        return base
    }

    private func decimal(at offset: Int) throws -> Decimal {
        let bytes = try layout.decimalBytes(at: offset)
        let value = bytes.count == DecimalParts.size ? DecimalParts.decimal(bytes) : DecimalParts.gnustepDecimal(bytes)
        guard let value else { throw layout.error("The bytes make no decimal.", at: offset) }
        return value
    }

    private mutating func uuid(at offset: Int) throws -> UUID {
        try scan()
        let keys = try keyTable(codedObjectAt: offset)
        guard let place = keys.offset(of: ModelKey(FoundationClass.uuidKey)), try layout.type(at: place) == .data else {
            throw layout.error("An NSUUID without its bytes.", at: offset)
        }
        return try ScalarConversion.uuid(.data(source.data(try layout.dataRange(of: place))), fromText: false)
    }
}
