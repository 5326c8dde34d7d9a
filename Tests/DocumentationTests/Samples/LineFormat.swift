#if Macros
// snippet.provider
import Documents
import Foundation

extension FileFormat {
    static let lines = FileFormat("lines", displayName: "Lines", fileExtension: "lines", library: "LineFormat")
}

@FormatPlugin
struct LineFormat: FormatProvider {
    var formats: [FileFormat] { [.lines] }
    static let head = "lines 1\n"

    func capabilities(of format: FileFormat) -> FormatCapabilities { [.null, .uncountedMembers] }

    func detect(_ content: Data) -> FormatDetection? {
        content.starts(with: Self.head.utf8) ? .certain(.lines) : nil
    }
}
// snippet.end

// snippet.functions
extension LineFormat {
    func serialize(_ walker: inout DocumentWalker, context: FormatContext) throws -> Data {
        var writer = LineWriter(limits: context.limits)
        try writer.write(&walker)
        return writer.finish()
    }

    func serialize(_ source: borrowing DirectSource, context: FormatContext) -> Data? {
        var writer = LineWriter(limits: context.limits)
        return source.write(to: &writer) ? writer.finish() : nil
    }

    func parse(_ content: Data, into builder: inout DocumentBuilder, context: FormatContext) throws {
        guard var reader = LineReader(content) else { throw ModelError(.corruptData, "The file has no head.") }
        builder.setSource(reader.source)
        try reader.readValue(into: &builder)
        guard reader.isAtEnd else { throw reader.corrupt("A line follows the value.") }
    }

    func parse(_ content: Data, into target: borrowing DirectTarget, context: FormatContext) -> Bool {
        guard var reader = LineReader(content) else { return false }
        return target.read(from: &reader) { $0.isAtEnd }
    }
}
// snippet.end

// snippet.writer
import FormatSupport

struct LineWriter: DirectWriter, ~Copyable {
    private var output = ByteBuffer()

    init(limits: DecodingLimits) {
        output.limit = limits.bytes
        output.append(text: LineFormat.head)
    }

    var isOverfull: Bool { output.isOverfull }

    mutating func finish() -> Data { output.takeData() }

    mutating func beginDictionary(count: Int) -> Bool { write("dictionary\n") && !isOverfull }
    mutating func key(_ text: UnsafeBufferPointer<UInt8>, number: Int?, isFirst: Bool) -> Bool { append(utf8: text) }
    mutating func endDictionary(isEmpty: Bool) { output.append("end\n") }

    mutating func beginArray(_ kind: ModelArrayKind, count: Int) -> Bool { kind == .array && write("array\n") }
    mutating func endArray(isEmpty: Bool) { output.append("end\n") }

    @safe
    mutating func append(utf8 text: UnsafeBufferPointer<UInt8>) -> Bool {
        output.append("text ")
        if text.firstIndex(of: UInt8(ascii: "\n"), from: 0) == nil, text.firstIndex(of: UInt8(ascii: "%"), from: 0) == nil {
            output.append(text)
        } else {
            output.append(text: LineFormat.escaped(text.text))
        }
        return write("\n")
    }

    mutating func append(_ value: Int64) {
        output.append("integer ")
        output.appendText(value)
        output.append("\n")
    }

    mutating func append(_ value: Double) -> Bool {
        guard value.isFinite else { return false }
        output.append("real ")
        output.appendText(value)
        return write("\n")
    }

    mutating func append(_ value: Float) -> Bool { append(Double(value)) }
    mutating func append(_ value: Bool) { output.append(value ? "true\n" : "false\n") }
    mutating func append(_ value: Date) -> Bool { DateText.exactString(from: value).map { append($0) } ?? false }

    mutating func append(_ value: ModelScalar) -> Bool {
        if case .string(let text) = value { return append(text) }
        guard case .uint64(let number) = value else { return false }
        output.append("integer ")
        output.appendText(number)
        return write("\n")
    }

    mutating func appendNull() -> Bool { write("null\n") }

    private mutating func write(_ end: StaticString) -> Bool {
        output.append(end)
        return true
    }
}

extension LineFormat {
    static func escaped(_ text: String) -> String {
        let percents = text.replacingOccurrences(of: "%", with: "%25", options: .literal)
        return percents.replacingOccurrences(of: "\n", with: "%0A", options: .literal)
    }
}
// snippet.end

// snippet.reader
struct LineReader: DirectReader, ~Copyable {
    let source: ByteSource
    private(set) var offset: Int

    init?(_ content: Data, behind head: String = LineFormat.head) {
        guard content.starts(with: head.utf8) else { return nil }
        source = ByteSource(content)
        offset = head.utf8.count
    }

    var isAtEnd: Bool { offset == source.count }

    func corrupt(_ reason: String) -> ModelError {
        ModelError(.corruptData, reason).at(ModelLocation(byteOffset: offset))
    }

    /// Moves behind some lines, if they are at the position; else returns false.
    mutating func skip(_ lines: StaticString) -> Bool {
        guard source.bytes(from: offset).has(lines, at: 0) else { return false }
        offset += lines.bytes.count
        return true
    }

    /// Returns what `value` makes of the line at the position behind its first word, and moves behind the line. Nil, without
    /// a move, if the line begins otherwise, isn't whole, or has no such value.
    @safe
    mutating func read<Value>(_ word: StaticString, _ value: (UnsafeBufferPointer<UInt8>) -> Value?) -> Value? {
        let (bytes, start) = (source.bytes(from: offset), word.bytes.count)
        guard bytes.has(word, at: 0), let end = bytes.firstIndex(of: UInt8(ascii: "\n"), from: start),
            let result = unsafe value(bytes.part(start..<end))
        else { return nil }
        offset += end + 1
        return result
    }

    mutating func readString() -> String? { read("text ") { LineFormat.unescaped($0) } }
    mutating func readInteger() -> Int64? { read("integer ") { Int64($0.text) } }
    mutating func readDouble() -> Double? { read("real ") { NumberText.double($0).flatMap { $0.isFinite ? $0 : nil } } }
    mutating func readFloat() -> Float? { readDouble().flatMap { Float(exactly: $0) } }
    mutating func readBool() -> Bool? { skip("true\n") ? true : skip("false\n") ? false : nil }
    mutating func readDate() -> Date? { read("text ") { DateText.date(from: $0) } }
    mutating func skipNull() -> Bool { skip("null\n") }
    // snippet.end

    // snippet.members
    mutating func className() -> String? {
        let start = offset
        defer { offset = start }
        return skip("dictionary\ntext $class\n") ? readString() : nil
    }

    mutating func nextRow(of table: PropertyTable, expected: Int) -> ReadStep {
        if skip("end\n") { return .end }
        // A key with escapes counts as unknown.
        return read("text ") { key in table.row(expected: expected) { $0.equals(key) } }.map { .row($0) } ?? .other
    }

    mutating func unknownKey() -> String? { readString() }

    mutating func beginDictionary() -> Bool { skip("dictionary\n") }

    mutating func nextEntry(_ key: inout String, isFirst: Bool) -> ReadStep {
        if skip("end\n") { return .end }
        guard let text = readString() else { return .other }
        key = text
        return .value
    }

    mutating func beginArray(_ kind: ModelArrayKind) -> Bool { kind == .array && skip("array\n") }
    mutating func nextElement(isFirst: Bool) -> ReadStep { skip("end\n") ? .end : .value }
    // snippet.end

    // snippet.parts
    /// Reads the value at the position.
    mutating func readValue(into builder: inout DocumentBuilder) throws {
        var depth = 0
        repeat {
            builder.offset = offset
            if skip("array\n") {
                try builder.beginArray()
                depth += 1
            } else if skip("dictionary\n") {
                try builder.beginDictionary()
                depth += 1
            } else if depth > 0, skip("end\n") {
                try builder.end()
                depth -= 1
            } else {
                try readLine(into: &builder)
            }
        } while depth > 0
    }

    /// Reads a line that is a key, or a whole value.
    mutating func readLine(into builder: inout DocumentBuilder) throws {
        if let text = readString() {
            if builder.expectsKey { try builder.key(text) } else { try builder.append(text) }
        } else if let value = readInteger() {
            try builder.append(value)
        } else if let value = read("integer ", { UInt64($0.text) }) {
            try builder.append(value)
        } else if let value = readDouble() {
            try builder.append(value)
        } else if let value = readBool() {
            try builder.append(value)
        } else if skipNull() {
            try builder.appendNull()
        } else {
            throw corrupt("The line is no value.")
        }
    }

    static var parsedParts: ParsedParts { .objects }

    mutating func parse(valueAt offset: Int, into builder: inout DocumentBuilder) throws {
        self.offset = offset
        try readValue(into: &builder)
    }
}

extension LineFormat {
    /// Nil for text that no writer writes.
    @safe
    static func unescaped(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        guard let text = bytes.validText, text.utf8.contains(UInt8(ascii: "%")) else { return bytes.validText }
        let breaks = text.replacingOccurrences(of: "%0A", with: "\n", options: .literal)
        let plain = breaks.replacingOccurrences(of: "%25", with: "%", options: .literal)
        return escaped(plain) == text ? plain : nil
    }
}
// snippet.end

extension LineFormat: TextFormatProvider {
    func outline(of content: Data, context: FormatContext) throws -> TextOutline? {
        var builder = DocumentBuilder(limits: context.limits)
        builder.setSource(ByteSource(content))
        try parse(content, into: &builder, context: context)
        var outline = TextOutline(try builder.finish(), comments: [])
        var start = Self.head.utf8.count
        /// The open containers: whether each has keys, and whether a key comes next.
        var open: [(hasKeys: Bool, expectsKey: Bool)] = []
        for line in content.dropFirst(start).split(separator: 0x0A, omittingEmptySubsequences: false).dropLast() {
            let range = start..<(start + line.count)
            start = range.upperBound + 1
            if let last = open.last, last.hasKeys, last.expectsKey, line.first != UInt8(ascii: "e") {
                open[open.count - 1].expectsKey = false
                outline.key(range)
                continue
            }
            if line.elementsEqual("end".utf8) {
                outline.end(range)
                open.removeLast()
            } else if line.elementsEqual("array".utf8) || line.elementsEqual("dictionary".utf8) {
                outline.begin(range)
                open.append((line.first == UInt8(ascii: "d"), true))
                continue
            } else {
                outline.value(range)
            }
            if !open.isEmpty { open[open.count - 1].expectsKey = true }
        }
        return outline
    }
}
#endif
