import Documents
import FormatSupport

/// Reads models directly from JSON text.
struct JSONDirectReader: DirectReader, ~Copyable {
    private var scanner: JSONScanner
    private let dates: DateStyle?
    /// True after an opening brace, when no comma comes before the next key.
    private var isFirst = false
    /// True at a key that isn't in the table, after the comma.
    private var isAtUnknownKey = false

    /// True if the values that aren't as expected are read as JSON5. Any JSON text has the same meaning in JSON5.
    private let allowsJSON5: Bool

    /// Returns nil for text in an encoding other than UTF-8.
    init?(_ content: Data, dates: DateStyle?, allowsJSON5: Bool) {
        guard case .utf8(let mark) = JSONTextEncoding(content) else { return nil }
        scanner = JSONScanner(ByteSource(content), allowsJSON5: false)
        scanner.position = mark
        self.dates = dates
        self.allowsJSON5 = allowsJSON5
        skipSpace()
    }

    /// Returns true if only white space is left.
    mutating func isAtEnd() -> Bool {
        skipSpace()
        return scanner.position >= scanner.count
    }

    @inline(__always)
    private mutating func skipSpace() {
        if scanner.byte <= 0x20 { skipMoreSpace() }
    }

    @inline(never)
    private mutating func skipMoreSpace() {
        while JSONText.isSpace(scanner.byte) { scanner.position = scanner.endOfSpaces(from: scanner.position &+ 1) }
    }

    // MARK: Containers

    @inline(__always)
    mutating func begin(_ table: PropertyTable) -> Bool {
        guard scanner.byte == UInt8(ascii: "{"), !table.hasSpecialKeys else { return false }
        scanner.position &+= 1
        skipSpace()
        // The first key may name another class. The source has padding after the end.
        isFirst = scanner[scanner.position &+ 1] != UInt8(ascii: "$") || mayBegin(table)
        return isFirst
    }

    /// Called for an object whose first key begins with a dollar sign. Returns true if the key isn't `$class`, or if
    /// the table has a row for the class's name. Otherwise goes back to the object's brace and returns false.
    @inline(never)
    private mutating func mayBegin(_ table: PropertyTable) -> Bool {
        if table.namesClass || scanner[scanner.position &+ 2] != UInt8(ascii: "c") { return true }
        while scanner.byte != UInt8(ascii: "{") { scanner.position &-= 1 }
        return false
    }

    mutating func className() -> String? {
        guard scanner.byte == UInt8(ascii: "{") else { return nil }
        let start = scanner.position
        defer { scanner.position = start }
        scanner.position &+= 1
        skipSpace()
        guard readString() == ClassKey.text, skipColon(from: scanner.position) else { return nil }
        return readString()
    }

    mutating func text(of row: PropertyTable.Row) -> String? {
        guard scanner.byte == UInt8(ascii: "{") else { return nil }
        let start = scanner.position
        defer { scanner.position = start }
        scanner.position &+= 1
        skipSpace()
        // Scalar members before the row's member are skipped. Containers aren't: with containers inside containers,
        // the same text would be skipped again and again.
        while scanner.byte == UInt8(ascii: "\"") {
            if skip(row) { return readString() }
            guard (try? scanner.scanString()) != nil, skipColon(from: scanner.position), skipScalar() else {
                return nil
            }
            skipSpace()
            guard scanner.byte == UInt8(ascii: ",") else { return nil }
            scanner.position &+= 1
            skipSpace()
        }
        return nil
    }

    /// Skips a value that is no container. Returns false for a container.
    private mutating func skipScalar() -> Bool {
        if scanner.byte == UInt8(ascii: "\"") { return (try? scanner.scanString()) != nil }
        if scanner.isAtNumber { return (try? scanner.readNumeral()) != nil }
        return readBool() != nil || skipNull()
    }

    @inline(__always)
    mutating func nextRow(of table: PropertyTable, expected: Int) -> ReadStep {
        skipSpace()
        if isFirst {
            isFirst = false
            if scanner.byte == UInt8(ascii: "}") { return end() }
        } else {
            if scanner.byte == UInt8(ascii: "}") { return end() }
            guard scanner.byte == UInt8(ascii: ",") else { return .other }
            scanner.position &+= 1
            skipSpace()
        }
        guard scanner.byte == UInt8(ascii: "\"") else { return .other }
        if expected < table.count, skip(table[expected]) { return .row(expected) }
        return search(table, expected)
    }

    @inline(__always)
    private mutating func end() -> ReadStep {
        scanner.position &+= 1
        return .end
    }

    /// Moves past a key and its colon if it is the key of the given row. Otherwise returns false, without moving.
    @inline(__always)
    private mutating func skip(_ row: PropertyTable.Row) -> Bool {
        // The source has padding after the end.
        guard unsafe row.begins(scanner.base + scanner.position + 1) else { return false }
        let end = scanner.position &+ row.keyCount &+ 1
        guard scanner[end] == UInt8(ascii: "\"") else { return false }
        if scanner[end &+ 1] == UInt8(ascii: ":") {
            scanner.position = end &+ 2
            skipSpace()
            return true
        }
        return skipColon(from: end &+ 1)
    }

    @inline(never)
    private mutating func skipColon(from end: Int) -> Bool {
        let start = scanner.position
        scanner.position = end
        skipSpace()
        guard scanner.byte == UInt8(ascii: ":") else {
            scanner.position = start
            return false
        }
        scanner.position &+= 1
        skipSpace()
        return true
    }

    /// Searches for the row of the key at the position: first in the rows that follow, and then from the start.
    @inline(never)
    private mutating func search(_ table: PropertyTable, _ expected: Int) -> ReadStep {
        for step in 0..<table.count {
            let index = (expected &+ step) % table.count
            if skip(table[index]) { return .row(index) }
        }
        isAtUnknownKey = true
        return .other
    }

    @inline(__always)
    mutating func beginArray(_ kind: ModelArrayKind) -> Bool {
        guard kind == .array, scanner.byte == UInt8(ascii: "[") else { return false }
        scanner.position &+= 1
        return true
    }

    @inline(__always)
    mutating func nextElement(isFirst: Bool) -> ReadStep {
        skipSpace()
        if scanner.byte == UInt8(ascii: "]") {
            scanner.position &+= 1
            return .end
        }
        if isFirst { return .value }
        guard scanner.byte == UInt8(ascii: ",") else { return .other }
        scanner.position &+= 1
        skipSpace()
        // No element follows this comma.
        return scanner.byte == UInt8(ascii: "]") ? .other : .value
    }

    mutating func beginDictionary() -> Bool {
        guard scanner.byte == UInt8(ascii: "{") else { return false }
        scanner.position &+= 1
        return true
    }

    mutating func nextEntry(_ key: inout String, isFirst: Bool) -> ReadStep {
        skipSpace()
        if scanner.byte == UInt8(ascii: "}") {
            scanner.position &+= 1
            return .end
        }
        if !isFirst {
            guard scanner.byte == UInt8(ascii: ",") else { return .other }
            scanner.position &+= 1
            skipSpace()
        }
        guard let text = readString() else { return .other }
        key = text
        skipSpace()
        guard scanner.byte == UInt8(ascii: ":") else { return .other }
        scanner.position &+= 1
        skipSpace()
        return .value
    }

    mutating func unknownKey() -> String? {
        guard isAtUnknownKey, let key = readString(), skipColon(from: scanner.position) else { return nil }
        isAtUnknownKey = false
        return key
    }

    // MARK: Objects that aren't as expected

    var offset: Int { @inline(__always) get { scanner.position } }

    static var parsedParts: ParsedParts { .objects }

    mutating func parse(valueAt offset: Int, into builder: inout DocumentBuilder) throws {
        (isFirst, isAtUnknownKey) = (false, false)
        scanner.position = offset
        var reader = JSONReader(scanner, allowsJSON5: allowsJSON5)
        try reader.readPart(into: &builder)
        scanner.position = reader.position
    }

    // MARK: Values

    mutating func skipNull() -> Bool {
        guard scanner.byte == UInt8(ascii: "n") else { return false }
        return (try? scanner.skip("null")) != nil
    }

    @inline(__always)
    mutating func readString() -> String? {
        guard scanner.byte == UInt8(ascii: "\"") else { return nil }
        // The scanner has checked the bytes.
        return try? scanner.readText { bytes, _ in unsafe bytes.uncheckedText }
    }

    @safe
    mutating func skipString(_ text: String, utf8 bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        // The source has padding after the end, and a text in the file may have escapes.
        let end = scanner.position &+ bytes.count &+ 1
        guard scanner.byte == UInt8(ascii: "\""), end < scanner.count, scanner[end] == UInt8(ascii: "\""),
            unsafe !bytes.contains(UInt8(ascii: "\\")), let start = bytes.baseAddress,
            unsafe memcmp(scanner.base + scanner.position + 1, start, bytes.count) == 0
        else { return readString().map { ExactText($0) == ExactText(text) } ?? false }
        scanner.position = end &+ 1
        return true
    }

    @inline(__always)
    mutating func readInteger() -> Int64? { scanner.readShortInteger() ?? readLongInteger() }

    /// Reads an integer with more digits than `readShortInteger()` of the scanner reads.
    @inline(never)
    private mutating func readLongInteger() -> Int64? {
        let start = scanner.position
        guard scanner.isAtNumber, let numeral = try? scanner.readNumeral(), numeral.isInteger, numeral.significand > 0
        else { return nil }
        if case .int64(let value)? = scanner.integer(numeral, start) { return value }
        return nil
    }

    @inline(__always)
    mutating func readDouble() -> Double? {
        guard scanner.isAtNumber else { return nil }
        let start = scanner.position
        guard let numeral = try? scanner.readNumeral() else { return nil }
        let value = scanner.double(numeral, start)
        return value.isFinite ? value : nil
    }

    mutating func readFloat() -> Float? {
        guard scanner.isAtNumber else { return nil }
        let start = scanner.position
        guard (try? scanner.readNumeral()) != nil,
            let value = Float(scanner.source.bytes(start..<scanner.position).text), value.isFinite
        else { return nil }
        return value
    }

    @inline(__always)
    mutating func readBool() -> Bool? {
        let first = scanner.byte
        guard first == UInt8(ascii: "t") || first == UInt8(ascii: "f") else { return nil }
        return (try? scanner.skipLiteral()) == true ? first == UInt8(ascii: "t") : nil
    }

    mutating func readDate() -> Date? {
        if scanner.byte == UInt8(ascii: "\"") {
            guard let dates else { return try? scanner.readText { bytes, _ in DateText.date(from: bytes) } }
            guard let text = readString() else { return nil }
            return try? dates.date(of: .string(text))
        }
        guard let dates, let number = readNumber() else { return nil }
        return try? dates.date(of: number)
    }

    mutating func readScalar() -> ModelScalar? {
        scanner.isAtNumber ? readDecimal().map { .decimal($0) } : readString().map { .string($0) }
    }

    /// Reads a number with few digits as a decimal. A double could represent all of its digits.
    private mutating func readDecimal() -> Decimal? {
        let start = scanner.position
        guard let numeral = try? scanner.readNumeral(), scanner.position &- start <= 15 else { return nil }
        return DecimalText.decimal(
            digits: UInt128(numeral.significand), exponent: numeral.exponent, isNegative: numeral.isNegative)
    }

    private mutating func readNumber() -> ModelScalar? {
        if let integer = scanner.readShortInteger() { return .int64(integer) }
        return readDouble().map { .double($0) }
    }
}
