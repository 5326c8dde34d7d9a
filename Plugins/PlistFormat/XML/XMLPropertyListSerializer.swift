import Documents
import FormatSupport
import PropertyListCodec

/// Writes values of models in memory or of a document as the text of an XML property list.
struct XMLPropertyListSerializer: DirectWriter, ~Copyable {
    private var writer: XMLPropertyListWriter
    private let limits: DecodingLimits
    private let isRewritten: Bool
    /// The keys of a document that were already written, by the keys' numbers in the document. Each key is a piece: a
    /// range of the written text, which is copied when the key occurs again.
    private var keys = KeyTable<ByteBuffer.Piece>()
    /// True to write the keys of objects in the order of their bytes, for objects that are written directly from
    /// memory.
    let sortsKeys: Bool
    private(set) var refusal: ModelError?
    /// The keys of objects that are written directly from memory. Each key is a piece: a range of the written text.
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

    var isOverfull: Bool { writer.isOverfull }

    /// Returns the file, after all values were written. Returns nil if it exceeds the limit.
    mutating func finish() -> Data? { writer.isOverfull ? nil : writer.finish() }

    // MARK: Containers

    mutating func begin(_ table: PropertyTable, count: Int) -> Bool {
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

    mutating func beginArray(_ kind: ModelArrayKind, count: Int) -> Bool {
        guard kind == .array else { return false }
        writer.begin(isArray: true)
        return true
    }

    mutating func endArray(isEmpty: Bool) { writer.end() }

    mutating func beginDictionary(count: Int) -> Bool {
        writer.begin(isArray: false)
        return !writer.isOverfull
    }

    mutating func key(_ text: UnsafeBufferPointer<UInt8>, number: Int?, isFirst: Bool) -> Bool {
        guard !isChanged(text), let written = writer.key(text) else {
            refusal = ModelError(
                .unrepresentableValue,
                "XML can't hold the control characters of the key \(ErrorText.quoted(text.text)).")
            return false
        }
        if let number { keys[number] = written }
        return true
    }

    @inline(__always)
    mutating func repeatKey(_ number: Int, isFirst: Bool) -> Bool {
        guard let written = keys[number] else { return false }
        writer.key(written)
        return true
    }

    mutating func forgetKeys() { keys = KeyTable() }

    mutating func endDictionary(isEmpty: Bool) { writer.end() }

    // MARK: Values

    @inline(__always)
    mutating func append(_ value: String) -> Bool {
        value.withStoredUTF8 { !isChanged($0) && writer.string($0) } ?? false
    }

    @safe
    @inline(__always)
    mutating func append(utf8 text: UnsafeBufferPointer<UInt8>) -> Bool { !isChanged(text) && writer.string(text) }

    /// Returns true if Foundation would change the text when it reads and writes it.
    @safe
    @inline(__always)
    private func isChanged(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        isRewritten && (text.firstIndex(of: 0x0D, from: 0) != nil || text.has("\u{FEFF}", at: 0))
    }

    @inline(__always)
    mutating func append(_ value: Int64) { writer.integer(value) }

    // A NaN may have bits that the text doesn't show. A format that is built on this format may keep such bits.
    @inline(__always)
    mutating func append(_ value: Double) -> Bool {
        guard !value.isNaN, !(isRewritten && value == 0) else { return false }
        writer.real(value)
        return true
    }

    mutating func append(_ value: Float) -> Bool {
        guard !value.isNaN, !isRewritten else { return false }
        writer.real(value)
        return true
    }

    @inline(__always)
    mutating func append(_ value: Bool) { writer.bool(value) }

    mutating func append(_ value: Date) -> Bool { writer.date(value) }

    mutating func append(_ value: ModelScalar) -> Bool {
        switch value {
        case .string(let text): return append(text) || appendArchive(of: value)
        case .uint64(let number): writer.integer(number)
        case .data(let data): writer.data(data)
        case .double(let number): return append(other: number)
        case .float(let number): if isRewritten { return append(other: Double(number)) } else { writer.real(number) }
        case .date(let date): return append(other: date)
        case .uid(let number): writer.uid(number)
        default: return false
        }
        return true
    }

    // The digits aren't written as an integer: Foundation refuses a file with an integer beyond 64 bits, and rounds a
    // real number.
    mutating func append(numeral digits: String) -> Bool {
        writer.real(digits)
        return true
    }

    private mutating func append(other value: Double) -> Bool {
        if isRewritten, value == 0, value.sign == .minus { return appendArchive(of: .double(value)) }
        writer.real(value)
        return true
    }

    /// Writes a date that the text can't represent unchanged. A fraction of a second is rounded. Dates with fractions
    /// are passed to this function only if rounding is wanted.
    private mutating func append(other value: Date) -> Bool {
        let rounded = Date(timeIntervalSinceReferenceDate: value.timeIntervalSinceReferenceDate.rounded())
        return writer.date(rounded) || appendArchive(of: .date(value))
    }

    /// Writes a scalar that the text can't represent, as data that contains a keyed archive.
    private mutating func appendArchive(of scalar: ModelScalar) -> Bool {
        do {
            writer.data(try EmbeddedArchive.data(of: scalar, limits: limits))
            return true
        } catch {
            refusal = ModelError(wrapping: error)
            return false
        }
    }

    // Property lists have no null.
    mutating func appendNull() -> Bool { false }
}

extension PlistFormat {
    /// Returns the XML property list of a walker's values, for a file that Foundation reads and writes, too. A value
    /// that Foundation would change is written as a keyed archive.
    package static func xmlForFoundation(
        _ walker: consuming DocumentWalker, limits: DecodingLimits
    ) throws -> Data {
        var serializer = XMLPropertyListSerializer(limits: limits, isRewritten: true)
        try serializer.write(&walker)
        guard let data = serializer.finish() else {
            throw ModelError(.bytesExceeded, "More than \(limits.bytes) bytes.")
        }
        return data
    }
}
