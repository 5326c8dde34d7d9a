import Documents
import FormatSupport

/// The layout of the chunks of a version 3 file: where the payload of each chunk begins, and where the chunk ends.
///
/// The file isn't trusted: an offset is checked to lie within the file before it is read from, and lengths are compared
/// with the number of bytes left.
struct ChunkLayout {
    let source: ByteSource
    var dialect = Dialect()

    /// The maximum nesting of a URL and its bases.
    static let urlDepth = 64

    func error(_ reason: String, at offset: Int) -> ModelError {
        ModelError(.corruptData, reason).at(ModelLocation(byteOffset: min(offset, source.count)))
    }

    func endOfFile(at offset: Int) -> ModelError {
        error("The file ends within a value.", at: offset)
    }

    func classRefused(at offset: Int) -> ModelError {
        ModelError(.classRefused, "The file holds an object of a class, and is to hold values alone.").at(
            ModelLocation(byteOffset: offset))
    }

    /// Returns the type of the chunk at an offset.
    @inline(__always)
    func type(at offset: Int) throws -> ChunkType {
        guard offset < source.count else { throw endOfFile(at: offset) }
        guard let type = ChunkType(byte: source[offset]) else {
            throw error("There is no chunk of type \(source[offset]).", at: offset)
        }
        return type
    }

    /// Returns the offset if `size` bytes from the offset on lie within the file. Otherwise throws `corruptData`.
    @inline(__always)
    func checked(_ offset: Int, _ size: Int) throws -> Int {
        guard offset &+ size <= source.count else { throw endOfFile(at: offset) }
        return offset
    }

    /// Returns the offset of a number of `size` bytes, given the offset of its chunk. The number follows the chunk's
    /// type. In an aligned file, its offset is a multiple of `size`.
    @inline(__always)
    func number(of offset: Int, size: Int) throws -> Int {
        try checked(dialect.aligned(offset &+ 1, to: size), size)
    }

    /// Returns the offset of a payload of `size` bytes, given the offset of its chunk. In an aligned file it is a
    /// multiple of eight.
    func structure(of offset: Int, size: Int) throws -> Int {
        try checked(dialect.aligned(offset + 1, to: 8), size)
    }

    func transform(of offset: Int) throws -> Int {
        dialect.alignsTransforms ? try structure(of: offset, size: 48) : try checked(offset + 1, 48)
    }

    /// Returns the offset of a decimal's bytes, given the offset of its chunk. In an aligned file it is a multiple of
    /// the decimal's size: 20 or 42.
    func decimal(of offset: Int) throws -> Int {
        let size = dialect.decimalSize
        let place = dialect.isAligned ? (offset + size) / size * size : offset + 1
        return try checked(place, size)
    }

    func decimalBytes(at offset: Int) throws -> [UInt8] {
        let place = try decimal(of: offset)
        return (place..<place + dialect.decimalSize).map { source[$0] }
    }

    func checkDecimal(at offset: Int) throws {
        guard try DecimalParts.isDecimal(decimalBytes(at: offset)) else {
            throw error("The bytes make no decimal.", at: offset)
        }
    }

    /// Returns the number of members or of bytes that the chunk at an offset states, and the offset at which they
    /// begin.
    @inline(__always)
    func count(of offset: Int) throws -> (count: Int, start: Int) {
        let place = try number(of: offset, size: 4)
        return (source.integer(at: place, UInt32.self), place &+ 4)
    }

    /// Returns the number of members that the chunk at an offset states, and the offset at which they begin. Throws
    /// `corruptData` if the rest of the file is too short for so many members of at least `least` bytes each.
    @inline(__always)
    func memberCount(of offset: Int, least: Int = 1) throws -> (count: Int, start: Int) {
        let (count, start) = try count(of: offset)
        guard count &* least <= source.count &- start else {
            throw error("\(count) members are more than the file could hold.", at: offset)
        }
        return (count, start)
    }

    /// Returns the range of the bytes of data, or of a string whose length is stated.
    func dataRange(of offset: Int) throws -> Range<Int> {
        let (count, start) = try count(of: offset)
        _ = try checked(start, count)
        return start..<start + count
    }

    /// Returns the range of the archive's bytes in a chunk of type 47.
    ///
    /// The payload is a whole data chunk, including its type. The original's reader skips the type only by chance,
    /// when it aligns the length that follows. Therefore there may be files without the type.
    func archiveRange(of offset: Int) throws -> Range<Int> {
        let whole = offset + 1 < source.count && source[offset + 1] == ChunkType.data.rawValue
        let ranges = [whole ? try? dataRange(of: offset + 1) : nil, try? dataRange(of: offset)].compactMap { $0 }
        let found = ranges.first { range in
            source.data(range.prefix(5)).elementsEqual("bplis".utf8)
                || source.data(range.prefix(1)).elementsEqual("<".utf8)
        }
        guard let range = found ?? ranges.first else { throw endOfFile(at: offset) }
        return range
    }

    /// Returns the end of data, including the zeros after it up to a multiple of four bytes.
    func paddedEnd(_ range: Range<Int>) throws -> Int {
        let end = range.upperBound + (0 &- range.count) & 3
        return try checked(end, 0)
    }

    /// Returns the offset of the NUL that ends the text beginning at an offset.
    @inline(__always)
    func endOfText(at offset: Int) throws -> Int {
        guard offset < source.count else { throw endOfFile(at: offset) }
        // Zeros follow the last byte of the file, so that a NUL is always found.
        let end = unsafe offset &+ strlen(UnsafeRawPointer(source.base + offset).assumingMemoryBound(to: CChar.self))
        guard end < source.count else { throw error("Text runs on to the end of the file.", at: offset) }
        return end
    }

    /// Returns the end of a chunk that contains no other chunks. Returns nil for a chunk that contains other chunks.
    func leafEnd(_ type: ChunkType, at offset: Int) throws -> Int? {
        switch type {
        case .unset, .null, .true, .false, .zero, .one: return offset + 1
        case .objectAlias8, .stringAlias8, .int8: return try number(of: offset, size: 1) + 1
        case .objectAlias16, .stringAlias16, .int16: return try number(of: offset, size: 2) + 2
        case .objectAlias32, .stringAlias32, .int32, .float32, .objectAtOffset:
            return try number(of: offset, size: 4) + 4
        case .int64, .float64, .legacyDate, .date, .uint64: return try number(of: offset, size: 8) + 8
        case .string, .mutableString: return try endOfText(at: offset + 1) + 1
        case .data, .mutableData: return try paddedEnd(dataRange(of: offset))
        case .countedString: return try dataRange(of: offset).upperBound
        case .point, .size, .vector, .wideRange: return try structure(of: offset, size: 16) + 16
        case .rect: return try structure(of: offset, size: 32) + 32
        case .transform3D: return try structure(of: offset, size: 128) + 128
        case .affineTransform: return try transform(of: offset) + 48
        case .range: return try checked(number(of: offset, size: 4), 8) + 8
        case .mutableIndexSet, .indexSet:
            let (count, start) = try memberCount(of: offset, least: 8)
            return start + 8 * count
        case .wideIndexSet:
            let place = try number(of: offset, size: 8)
            let count = source.integer(at: place, UInt64.self)
            guard count >= 0, count <= (source.count - place - 8) / 16 else { throw endOfFile(at: offset) }
            return place + 8 + 16 * count
        case .decimal: return try decimal(of: offset) + dialect.decimalSize
        case .keyedArchive: return try paddedEnd(archiveRange(of: offset))
        case .dictionary, .array, .set, .orderedSet, .mutableDictionary, .mutableArray, .mutableSet, .mutableOrderedSet,
            .classDefinition, .object8, .object16, .object32, .url, .codedObject:
            return nil
        }
    }

    /// Returns the index that an alias or an object chunk contains, and the offset after the index.
    @inline(__always)
    func index(_ type: ChunkType, at offset: Int) throws -> (index: Int, end: Int) {
        switch type {
        case .objectAlias8, .stringAlias8, .object8:
            let place = try checked(offset &+ 1, 1)
            return (Int(source[place]), place &+ 1)
        case .objectAlias16, .stringAlias16, .object16:
            let place = try number(of: offset, size: 2)
            return (source.integer(at: place, UInt16.self), place &+ 2)
        default:
            let place = try number(of: offset, size: 4)
            return (source.integer(at: place, UInt32.self), place &+ 4)
        }
    }

    /// Returns the offsets of the chunks of a URL and its bases, from the outside in, and the offset of the innermost
    /// URL's base, which isn't a URL chunk.
    func urlParts(at offset: Int) throws -> (urls: [Int], base: Int) {
        var urls: [Int] = []
        var next = offset
        while next < source.count, source[next] == ChunkType.url.rawValue {
            guard urls.count < Self.urlDepth else {
                throw error("A URL has more than \(Self.urlDepth) bases.", at: offset)
            }
            urls.append(next)
            let text = try type(at: next + 1)
            guard text.isText, let end = try leafEnd(text, at: next + 1) else {
                throw error("A URL's first part isn't text.", at: next + 1)
            }
            next = end
        }
        return (urls, next)
    }

    /// Returns the end of a URL and its bases.
    func urlEnd(at offset: Int) throws -> Int {
        let base = try urlParts(at: offset).base
        let type = try type(at: base)
        guard type == .unset || type == .null || type.isText, let end = try leafEnd(type, at: base) else {
            throw error("A URL's base is neither a URL nor nil.", at: base)
        }
        return end
    }
}

extension ChunkType {
    /// True for strings, and for aliases that may refer to a string.
    var isText: Bool {
        switch self {
        case .string, .mutableString, .countedString, .stringAlias8, .stringAlias16, .stringAlias32, .objectAlias8,
            .objectAlias16, .objectAlias32:
            true
        default: false
        }
    }

    var isString: Bool { self == .string || self == .mutableString || self == .countedString }
    var isObjectAlias: Bool { self == .objectAlias8 || self == .objectAlias16 || self == .objectAlias32 }
    var isStringAlias: Bool { self == .stringAlias8 || self == .stringAlias16 || self == .stringAlias32 }
    var isObject: Bool { self == .object8 || self == .object16 || self == .object32 }
}
