import Documents
import FormatSupport

extension FastOutput {
    /// Appends a scalar of an infrequent kind.
    mutating func append(_ scalar: ModelScalar) throws {
        switch scalar {
        case .decimal(let value): append(value)
        case .url(let value): append(value)
        case .uuid(let value): try append(value)
        case .uid(let value): try append(uid: value)
        case .geometry(let value): try append(value)
        case .null, .bool, .int64, .uint64, .float, .double, .string, .data, .date: break
        }
    }

    mutating func append(_ value: Bool) { append(value ? .true : .false) }

    /// Appends the integer in the smallest chunk that it fits into.
    @inline(__always)
    mutating func append(_ value: Int64) {
        if let small = Int8(exactly: value) {
            if value == 0 {
                append(ChunkType.zero)
            } else if value == 1 {
                append(ChunkType.one)
            } else {
                append(.int8, small)
            }
        } else if let short = Int16(exactly: value) {
            append(.int16, short)
        } else if let int = Int32(exactly: value) {
            append(.int32, int)
        } else {
            append(.int64, value)
        }
    }

    mutating func append(_ value: UInt64) {
        if let signed = Int64(exactly: value) { append(signed) } else { append(.uint64, value) }
    }

    mutating func append(_ value: Float) { append(.float32, value.bitPattern) }
    mutating func append(_ value: Double) { append(.float64, value.bitPattern) }

    mutating func append(_ value: Date) {
        append(.date, value.timeIntervalSinceReferenceDate.bitPattern)
        objectCount &+= 1
    }

    mutating func append(_ value: Decimal) {
        append(ChunkType.decimal)
        align(DecimalParts.size)
        for byte in DecimalParts.bytes(of: value) { bytes.append(byte) }
    }

    /// - Throws: `unrepresentableValue` for more than 4 GiB.
    mutating func append(_ value: Data, as type: ChunkType = .data) throws {
        append(type, try Self.count(value.count))
        bytes.append(value)
        bytes.append(repeating: 0, count: (0 &- value.count) & 3)
        objectCount &+= 1
    }

    mutating func append(_ value: URL) {
        // A base may have a base itself.
        var bases: [URL] = []
        var next: URL? = value
        while let url = next {
            append(.url)
            append(url.relativeString)
            bases.append(url)
            next = url.baseURL
        }
        append(.unset)
        // Each URL takes its index after its base.
        for _ in bases { strings.skip() }
    }

    /// Appends a UUID as the original writes an NSUUID: a coded object.
    mutating func append(_ value: UUID) throws {
        append(ChunkType.codedObject)
        append(FoundationClass.uuid)
        try append(value.data)
        append(FoundationClass.uuidKey)
        append(ChunkType.unset)
        objectCount &+= 1
    }

    private mutating func append(uid value: UInt64) throws {
        append(ChunkType.codedObject)
        append(FoundationClass.uid)
        append(value)
        append(FoundationClass.uidKey)
        append(ChunkType.unset)
        objectCount &+= 1
    }

    mutating func append(_ value: ModelGeometry) throws {
        switch value {
        case .point(let x, let y): append(.point, [x, y])
        case .size(let width, let height): append(.size, [width, height])
        case .rect(let x, let y, let width, let height): append(.rect, [x, y, width, height])
        case .transform(let m11, let m12, let m21, let m22, let tX, let tY):
            append(.affineTransform, [m11, m12, m21, m22, tX, tY])
        case .range(let location, let length): append(location: location, length: length)
        case .indexSet(let indexes): try append(indexes)
        }
    }

    mutating func append(_ type: ChunkType, _ numbers: [Double]) {
        append(type)
        align(8)
        for number in numbers { bytes.appendLittleEndian(number.bitPattern) }
    }

    private mutating func append(location: Int, length: Int) {
        if let location = UInt32(exactly: location), let length = UInt32(exactly: length) {
            append(.range, location)
            bytes.appendLittleEndian(length)
        } else {
            append(.wideRange, Int64(location))
            bytes.appendLittleEndian(Int64(length))
        }
    }

    mutating func append(_ ranges: [Range<Int>], as type: ChunkType = .indexSet) throws {
        let count = try Self.count(ranges.count)
        if ranges.last?.upperBound ?? 0 <= UInt32.max {
            append(type, count)
            for range in ranges {
                bytes.appendLittleEndian(UInt32(truncatingIfNeeded: range.lowerBound))
                bytes.appendLittleEndian(UInt32(clamping: range.count))
            }
        } else {
            append(.wideIndexSet, UInt64(count))
            for range in ranges {
                bytes.appendLittleEndian(Int64(range.lowerBound))
                bytes.appendLittleEndian(Int64(range.count))
            }
        }
        objectCount &+= 1
    }

    /// Returns a count as an integer of 32 bits, as files contain it. Throws `unrepresentableValue` for a larger
    /// count.
    static func count(_ value: Int) throws -> UInt32 {
        guard let count = UInt32(exactly: value) else {
            throw ModelError(.unrepresentableValue, "\(value) are more than this format can count: \(UInt32.max).")
        }
        return count
    }
}
