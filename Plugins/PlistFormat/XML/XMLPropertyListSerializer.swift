import Documents
import FormatSupport
import Foundation
import PropertyListCodec

/// Writes a document's values as the text of an XML property list.
struct XMLPropertyListSerializer: ~Copyable {
    private var writer: XMLPropertyListWriter
    private let limits: DecodingLimits
    private let isRewritten: Bool
    /// The keys that were written, as pieces of the text, by the walker's key numbers.
    private var keys = KeyTable<ByteBuffer.Piece>()
    /// True to write the keys of objects in the order of their bytes: for objects that are written from memory.
    let sortsKeys: Bool
    /// The keys of objects that are written from memory.
    private var rows = RowValues<ByteBuffer.Piece>()

    /// - Parameters:
    ///   - limits: The limits for the size of the file.
    ///   - sortsKeys: True to write the keys of objects from memory in the order of their bytes.
    ///   - writer: The writer of the text, with its indentation.
    ///   - isRewritten: True for text that Foundation will read and write. Then floats are written with the digits of
    ///     the double that they are equal to. A value that Foundation would change is written as a keyed archive: -0.0,
    ///     and text with a carriage return or with a byte order mark at its beginning.
    init(
        limits: DecodingLimits, sortsKeys: Bool = false,
        writer: consuming XMLPropertyListWriter = XMLPropertyListWriter(),
        isRewritten: Bool = false
    ) {
        self.limits = limits
        self.sortsKeys = sortsKeys
        self.isRewritten = isRewritten
        self.writer = writer
        self.writer.byteLimit = limits.bytes
    }

    mutating func write(_ walker: inout DocumentWalker) throws -> Data {
        /// True behind the key `$class` that names a class.
        var isClassName = false
        while true {
            if writer.isOverfull { throw ModelError(.bytesExceeded, "More than \(limits.bytes) bytes.") }
            let step: DocumentWalker.Step
            if let member = walker.nextMember() {
                try key(walker.memberNumber, walker)
                step = member
            } else if let next = try walker.next() {
                step = next
            } else {
                break
            }
            switch step {
            case .key:
                try key(walker.keyNumber, walker)
                isClassName = walker.namesClass
                continue
            case .string: try string(walker, isClassName: isClassName)
            case .int64(let value): writer.integer(value)
            case .uint64(let value): writer.integer(value)
            case .bool(let value): writer.bool(value)
            case .double(let value): try double(value)
            case .float(let value): if isRewritten { try double(Double(value)) } else { writer.real(value) }
            case .date(let value): try date(value)
            case .data: writer.data(walker.data)
            case .beginArray: writer.begin(isArray: true)
            case .beginDictionary: writer.begin(isArray: false)
            case .end: writer.end()
            case .other where walker.uid != nil: writer.uid(walker.uid ?? 0)
            case .null, .other, .beginValueDictionary, .beginObject, .reference:
                throw ModelError(.unrepresentableValue, "Property lists have no form for \(step).")
            }
            isClassName = false
        }
        return writer.finish()
    }

    /// Writes the key that the walker met last, alone or with its value. `number` is the walker's number for it; nil if
    /// it has none.
    @inline(__always)
    private mutating func key(_ number: Int?, _ walker: borrowing DocumentWalker) throws {
        if let number, let written = keys[number] { writer.key(written) } else { try newKey(number, walker) }
    }

    @inline(never)
    private mutating func newKey(_ number: Int?, _ walker: borrowing DocumentWalker) throws {
        var (text, written): (String, ByteBuffer.Piece?) = ("", nil)
        walker.withKeyBytes { key in
            text = key.text
            written = isChanged(key) ? nil : writer.key(key)
        }
        guard let written else {
            throw ModelError(
                .unrepresentableValue, "XML can't hold the control characters of the key \(ErrorText.quoted(text)).")
        }
        if let number { keys[number] = written }
    }

    private mutating func string(_ walker: borrowing DocumentWalker, isClassName: Bool) throws {
        var isWritten = false
        walker.withBytes { text in
            isWritten = !isChanged(text) && writer.string(text)
        }
        guard !isWritten else { return }
        // Other text would become data. A reader wouldn't take that for a name.
        guard !isClassName else {
            throw ModelError(
                .unrepresentableValue,
                "XML can't hold the control characters of the class name \(ErrorText.quoted(walker.text)).")
        }
        try archive(.string(walker.text))
    }

    /// True if Foundation would change the text when it reads and writes it.
    @safe
    private func isChanged(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard isRewritten else { return false }
        return text.firstIndex(of: 0x0D, from: 0) != nil || text.has("\u{FEFF}", at: 0)
    }

    private mutating func double(_ value: Double) throws {
        if isRewritten, value == 0, value.sign == .minus { try archive(.double(value)) } else { writer.real(value) }
    }

    /// Writes a date. A date with a fraction is rounded: it comes here only if that is wanted.
    private mutating func date(_ value: Date) throws {
        if writer.date(value) { return }
        let rounded = Date(timeIntervalSinceReferenceDate: value.timeIntervalSinceReferenceDate.rounded())
        if !writer.date(rounded) { try archive(.date(value)) }
    }

    private mutating func archive(_ scalar: ModelScalar) throws {
        writer.data(try EmbeddedArchive.data(of: scalar, limits: limits))
    }
}

// From memory.

extension XMLPropertyListSerializer: DirectWriter {
    /// The file, when all was written; nil if it exceeds the limit.
    mutating func finish() -> Data? { writer.isOverfull ? nil : writer.finish() }

    mutating func begin(_ table: PropertyTable) -> Bool {
        guard !table.hasSpecialKeys, !writer.isOverfull else { return false }
        rows.enter(table)
        writer.begin(isArray: false)
        return true
    }

    mutating func end(_ table: PropertyTable, isEmpty: Bool) {
        rows.leave()
        writer.end()
    }

    @inline(__always)
    mutating func key(_ row: PropertyTable.Row, isFirst: Bool) {
        if let written = rows[row] { writer.key(written) } else { rows[row] = writer.key(row.key) }
    }

    mutating func beginArray(count: Int) -> Bool {
        writer.begin(isArray: true)
        return true
    }

    mutating func endArray(isEmpty: Bool) { writer.end() }

    mutating func beginDictionary(count: Int) -> Bool {
        writer.begin(isArray: false)
        return !writer.isOverfull
    }

    mutating func key(_ text: UnsafeBufferPointer<UInt8>, isFirst: Bool) -> Bool {
        !isChanged(text) && writer.key(text) != nil
    }

    mutating func endDictionary(isEmpty: Bool) { writer.end() }

    @inline(__always)
    mutating func append(_ value: String) -> Bool { value.withStoredUTF8 { writer.string($0) } ?? false }

    @inline(__always)
    mutating func append(_ value: Int64) { writer.integer(value) }

    // A NaN has bits that the text doesn't show; some formats around this one keep them.
    @inline(__always)
    mutating func append(_ value: Double) -> Bool {
        writer.real(value)
        return !value.isNaN
    }

    mutating func append(_ value: Float) -> Bool {
        writer.real(value)
        return !value.isNaN
    }

    @inline(__always)
    mutating func append(_ value: Bool) { writer.bool(value) }

    mutating func append(_ value: Date) -> Bool { writer.date(value) }

    mutating func append(_ value: ModelScalar) -> Bool {
        switch value {
        case .string(let text): return append(text)
        case .uint64(let number): writer.integer(number)
        case .data(let data): writer.data(data)
        default: return false
        }
        return true
    }

    // Property lists have no null.
    mutating func appendNull() -> Bool { false }
}
