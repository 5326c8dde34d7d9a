#if Macros
// snippet.provider
import Documents
import FormatSupport
import Foundation

extension FileFormat {
    static let plainCBOR = FileFormat("plainCBOR", displayName: "Plain CBOR", fileExtension: "cbor", library: "PlainCBOR")
}

/// CBOR (RFC 8949) without classes and references.
@FormatPlugin
struct PlainCBOR: FormatProvider {
    var formats: [FileFormat] { [.plainCBOR] }
    /// The tag that says CBOR, and a tag of the format's own, as RFC 9277 has it.
    static let head = Data([0xD9, 0xD9, 0xF7, 0xDA]) + Data("PCBR".utf8)

    func capabilities(of format: FileFormat) -> FormatCapabilities { [.null, .nonFinite, .floats, .data, .ordinaryDates] }

    func detect(_ content: Data) -> FormatDetection? { content.starts(with: Self.head) ? .certain(.plainCBOR) : nil }
    // snippet.end

    func serialize(_ walker: inout DocumentWalker, context: FormatContext) throws -> Data {
        var writer = PlainCBORWriter(limits: context.limits)
        try writer.write(&walker)
        return writer.finish()
    }

    func serialize(_ source: borrowing DirectSource, context: FormatContext) -> Data? {
        var writer = PlainCBORWriter(limits: context.limits)
        return source.write(to: &writer) ? writer.finish() : nil
    }

    func parse(_ content: Data, into builder: inout DocumentBuilder, context: FormatContext) throws {
        guard var reader = PlainCBORReader(content) else { throw ModelError(.corruptData, "The file has no head.") }
        try reader.readValue(into: &builder)
        guard reader.isAtEnd else { throw reader.corrupt("Something follows the value.") }
    }

    func parse(_ content: Data, into target: borrowing DirectTarget, context: FormatContext) -> Bool {
        guard var reader = PlainCBORReader(content) else { return false }
        return target.read(from: &reader) { $0.isAtEnd }
    }
    // snippet.provider
}
// snippet.end

// snippet.writer
struct PlainCBORWriter: DirectWriter, ~Copyable {
    private var output = ByteBuffer()

    init(limits: DecodingLimits) {
        output.limit = limits.bytes
        output.append(PlainCBOR.head)
    }

    var isOverfull: Bool { output.isOverfull }

    mutating func finish() -> Data { output.takeData() }

    mutating func beginDictionary(count: Int) -> Bool { head(5, count) && !isOverfull }
    mutating func key(_ text: UnsafeBufferPointer<UInt8>, number: Int?, isFirst: Bool) -> Bool { append(utf8: text) }
    mutating func endDictionary(isEmpty: Bool) {}

    mutating func key(_ row: PropertyTable.Row, isFirst: Bool) {
        head(3, row.keyCount)
        row.appendKey(to: &output)
    }

    mutating func beginArray(_ kind: ModelArrayKind, count: Int) -> Bool { kind == .array && head(4, count) }
    mutating func endArray(isEmpty: Bool) {}

    @safe
    mutating func append(utf8 text: UnsafeBufferPointer<UInt8>) -> Bool {
        head(3, text.count)
        output.append(text)
        return true
    }

    mutating func append(_ value: Int64) {
        if value < 0 { head(1, -1 - value) } else { head(0, value) }
    }

    mutating func append(_ value: Double) -> Bool { item(0xFB, value.bitPattern) }
    mutating func append(_ value: Float) -> Bool { item(0xFA, value.bitPattern) }
    mutating func append(_ value: Bool) { output.append(value ? 0xF5 : 0xF4) }

    mutating func append(_ value: Date) -> Bool {
        guard let text = DateText.exactString(from: value) else { return false }
        // Tag 0: a date as text.
        output.append(0xC0)
        return append(text)
    }

    mutating func append(_ value: ModelScalar) -> Bool {
        switch value {
        case .string(let text): return append(text)
        case .uint64(let number): return head(0, number)
        case .data(let data):
            head(2, data.count)
            output.append(data)
            return true
        default: return false
        }
    }

    mutating func appendNull() -> Bool {
        output.append(0xF6)
        return true
    }

    /// Writes the beginning of an item: its type, and its value or count in as few bytes as hold it.
    @discardableResult
    private mutating func head(_ type: UInt8, _ value: some FixedWidthInteger) -> Bool {
        if let value = UInt8(exactly: value) {
            if value < 24 { output.append(type << 5 | value) } else { item(type << 5 | 24, value) }
            return true
        }
        if let value = UInt16(exactly: value) { return item(type << 5 | 25, value) }
        if let value = UInt32(exactly: value) { return item(type << 5 | 26, value) }
        return item(type << 5 | 27, UInt64(value))
    }

    @discardableResult
    private mutating func item(_ first: UInt8, _ number: some FixedWidthInteger) -> Bool {
        output.append(first)
        output.appendBigEndian(number)
        return true
    }
}
// snippet.end

// snippet.reader
struct PlainCBORReader: DirectReader, ~Copyable {
    private let source: ByteSource
    private(set) var offset = PlainCBOR.head.count
    /// The open maps and arrays: the offset of each, and the number of members that are left in it.
    private var open: [(start: Int, left: Int)] = []

    init?(_ content: Data) {
        guard content.starts(with: PlainCBOR.head) else { return nil }
        source = ByteSource(content)
    }

    var isAtEnd: Bool { offset == source.count }

    func corrupt(_ reason: String) -> ModelError {
        ModelError(.corruptData, reason).at(ModelLocation(byteOffset: offset))
    }

    /// Moves behind the beginning of an item, and returns its value or count. Nil, without a move, for another type.
    private mutating func head(_ type: UInt8) -> UInt64? {
        let (first, low) = (source[offset], Int(source[offset] & 0x1F))
        guard first >> 5 == type, low < 28, offset < source.count else { return nil }
        var value = UInt64(low)
        if low >= 24 {
            let size = 1 << (low - 24)
            guard size < source.count - offset else { return nil }
            value = 0
            for index in 1...size { value = value << 8 | UInt64(source[offset + index]) }
            offset += size
        }
        offset += 1
        return value
    }

    /// As `head`, for a number of bytes, or of members of at least a byte. Nil if the file can't have so many.
    private mutating func length(_ type: UInt8) -> Int? {
        let start = offset
        if let count = head(type), count <= UInt64(source.count - offset) { return Int(count) }
        offset = start
        return nil
    }

    /// Moves behind text or data, and returns where it is.
    private mutating func bytes(_ type: UInt8) -> Range<Int>? {
        guard let count = length(type) else { return nil }
        offset += count
        return offset - count..<offset
    }

    private mutating func skip(_ byte: UInt8) -> Bool {
        guard source[offset] == byte else { return false }
        offset += 1
        return true
    }

    mutating func readString() -> String? { bytes(3).flatMap { source.bytes($0).validText } }

    mutating func readInteger() -> Int64? {
        if source[offset] >> 5 == 1 { return head(1).flatMap { Int64(exactly: $0) }.map { -1 - $0 } }
        return head(0).flatMap { Int64(exactly: $0) }
    }

    mutating func readDouble() -> Double? { source[offset] == 0xFB ? head(7).map { Double(bitPattern: $0) } : nil }

    mutating func readFloat() -> Float? {
        source[offset] == 0xFA ? head(7).map { Float(bitPattern: UInt32($0)) } : nil
    }

    mutating func readBool() -> Bool? { skip(0xF5) ? true : skip(0xF4) ? false : nil }
    mutating func readDate() -> Date? { skip(0xC0) ? bytes(3).flatMap { DateText.date(from: source.bytes($0)) } : nil }

    mutating func readScalar() -> ModelScalar? {
        if let range = bytes(2) { return .data(source.data(range)) }
        return readString().map { .string($0) }
    }

    mutating func skipNull() -> Bool { skip(0xF6) }

    private mutating func begin(_ type: UInt8) -> Bool {
        let start = offset
        guard let count = length(type) else { return false }
        open.append((start, count))
        return true
    }

    /// Counts a member of the container that was entered last. Returns false at its end, and leaves it.
    private mutating func next() -> Bool {
        guard let last = open.popLast(), last.left > 0 else { return false }
        open.append((last.start, last.left - 1))
        return true
    }

    mutating func className() -> String? {
        let start = offset
        defer { offset = start }
        // The byte before a text of six bytes is an f in ASCII.
        guard length(5) != nil, source.bytes(from: offset).has("f$class", at: 0) else { return nil }
        offset += 7
        return readString()
    }

    mutating func nextRow(of table: PropertyTable, expected: Int) -> ReadStep {
        guard next() else { return .end }
        let start = offset
        if let range = bytes(3), let row = table.row(expected: expected, { $0.equals(source.bytes(range)) }) {
            return .row(row)
        }
        offset = start
        return .other
    }

    mutating func unknownKey() -> String? { readString() }

    mutating func beginDictionary() -> Bool { begin(5) }

    mutating func nextEntry(_ key: inout String, isFirst: Bool) -> ReadStep {
        guard next() else { return .end }
        guard let text = readString() else { return .other }
        key = text
        return .value
    }

    mutating func beginArray(_ kind: ModelArrayKind) -> Bool { kind == .array && begin(4) }
    mutating func nextElement(isFirst: Bool) -> ReadStep { next() ? .value : .end }

    mutating func readValue(into builder: inout DocumentBuilder) throws {
        let depth = open.count
        repeat {
            builder.offset = offset
            if open.count > depth {
                guard next() else {
                    try builder.end()
                    continue
                }
                if builder.expectsKey {
                    guard let key = readString() else { throw corrupt("The key is no text.") }
                    try builder.key(key)
                    builder.offset = offset
                }
            }
            if beginArray(.array) {
                try builder.beginArray()
            } else if beginDictionary() {
                try builder.beginDictionary()
            } else if let scalar = readAnyScalar() {
                try builder.append(scalar)
            } else {
                throw corrupt("The item is none that is known, or isn't whole.")
            }
        } while open.count > depth
    }

    private mutating func readAnyScalar() -> ModelScalar? {
        switch source[offset] {
        case 0x00...0x1F: head(0).map { value in Int64(exactly: value).map { .int64($0) } ?? .uint64(value) }
        case 0x20...0x3F: readInteger().map { .int64($0) }
        case 0x40...0x7F: readScalar()
        case 0xC0: readDate().map { .date($0) }
        case 0xF4, 0xF5: readBool().map { .bool($0) }
        case 0xFA: readFloat().map { .float($0) }
        case 0xFB: readDouble().map { .double($0) }
        default: skipNull() ? .null : nil
        }
    }

    static var parsedParts: ParsedParts { .values }

    mutating func parse(valueAt offset: Int, into builder: inout DocumentBuilder) throws {
        self.offset = offset
        // Containers in the value may have been entered.
        while let last = open.last, last.start >= offset { open.removeLast() }
        try readValue(into: &builder)
    }
}
// snippet.end
#endif
