import Documents
import Foundation

// Reading the sample format, by way of a document and directly.

extension SampleFormat {
    func parse(_ content: Data, into builder: inout DocumentBuilder, context: FormatContext) throws {
        var reader = SampleReader(scanner: try SampleScanner(content, mistake: mistake(on: .document)))
        try reader.read(into: &builder)
        try reader.scanner.requireEnd()
    }

    func parse(_ content: Data, into target: borrowing DirectTarget, context: FormatContext) -> Bool {
        let mistake = mistake(on: .direct)
        guard mistake != .nothingIsReadDirectly, let scanner = try? SampleScanner(content, mistake: mistake) else {
            return false
        }
        if keepsObjects {
            var reader = SampleDirectReader<ObjectSamples>(scanner: scanner)
            return target.read(from: &reader) { (try? $0.scanner.requireEnd()) != nil }
        }
        var reader = SampleDirectReader<PlainSamples>(scanner: scanner)
        return target.read(from: &reader) { (try? $0.scanner.requireEnd()) != nil }
    }
}

/// Reads a file into a document.
private struct SampleReader {
    var scanner: SampleScanner
    /// The open containers: whether each is an array, and whether nothing was read in it yet.
    private var open: [(isArray: Bool, isFirst: Bool)] = []
    /// The number of objects that were begun.
    private var objects = 0
    /// The position of the value before.
    private var lastPlace = 0

    init(scanner: SampleScanner) { self.scanner = scanner }

    mutating func read(into builder: inout DocumentBuilder) throws {
        repeat {
            setPlace(in: &builder, isValue: false)
            if let container = open.last {
                if scanner.skip(container.isArray ? "]" : "}") {
                    open.removeLast()
                    try builder.end()
                    continue
                }
                if !container.isFirst { try scanner.require(", ") }
                open[open.count - 1].isFirst = false
                if !container.isArray {
                    try builder.key(try scanner.readKey())
                    try scanner.require(" = ")
                }
            }
            setPlace(in: &builder, isValue: true)
            try readValue(into: &builder)
        } while !open.isEmpty
    }

    private mutating func setPlace(in builder: inout DocumentBuilder, isValue: Bool) {
        switch scanner.mistake {
        case .placesAreMissing: break
        case .placesAreOfTheRoot: builder.offset = SampleFormat.head.utf8.count
        case .placesAreBehind: builder.offset = min(scanner.position + 200, scanner.count)
        case .placesAreStale: builder.offset = lastPlace
        default: builder.offset = scanner.position
        }
        if isValue { lastPlace = scanner.position }
    }

    private mutating func readValue(into builder: inout DocumentBuilder) throws {
        switch UnicodeScalar(scanner.byte) {
        case "\"":
            let text = try scanner.readQuoted()
            if text.isEmpty, scanner.mistake == .emptyTextIsReadAsNull { return try builder.appendNull() }
            try builder.append(text)
        case "@": try builder.append(try scanner.readDate())
        case "<": try builder.append(try scanner.readData())
        case "*":
            let number = try scanner.readReference()
            try builder.appendReference(to: Self.number(number))
        case "&":
            try scanner.require("&")
            let number = Self.number(try scanner.readNumber())
            try scanner.require(" ")
            if scanner.byte == UInt8(ascii: "[") {
                try beginArray(number, &builder)
            } else {
                try beginTable(number, &builder)
            }
        case "[": try beginArray(nil, &builder)
        case "{": try beginTable(nil, &builder)
        case "(":
            try scanner.require("(")
            let name = try scanner.readKey()
            try scanner.require("){")
            open.append((false, true))
            try builder.beginObject(named: name, number: Self.number(objects))
            objects += 1
        default: try readWord(into: &builder)
        }
    }

    private mutating func readWord(into builder: inout DocumentBuilder) throws {
        if scanner.skip("null") {
            if scanner.mistake == .nullsAreSkipped, let last = open.last, last.isArray {
                // The separator that follows belongs to the element.
                if scanner.skip(", ") { open[open.count - 1].isFirst = true }
                return
            }
            return try builder.appendNull()
        }
        if scanner.skip("none") { return try builder.appendNil() }
        if scanner.skip("true") { return try builder.append(true) }
        if scanner.skip("false") { return try builder.append(false) }
        guard let (text, isFloat) = scanner.readNumeral() else { throw scanner.corrupt("Expected a value.") }
        if isFloat, let value = Float(text) { return try builder.append(value) }
        if SampleScanner.isReal(text), let value = scanner.double(text) { return try builder.append(value) }
        switch scanner.integer(text) {
        case .int64(1) where scanner.mistake == .oneIsReadAsTrue: try builder.append(true)
        case .int64(let value): try builder.append(value)
        case .uint64(let value): try builder.append(value)
        default: throw scanner.corrupt("Expected a number.")
        }
    }

    private mutating func beginArray(_ number: Int?, _ builder: inout DocumentBuilder) throws {
        try scanner.require("[")
        open.append((true, true))
        try builder.beginArray(number: number)
    }

    private mutating func beginTable(_ number: Int?, _ builder: inout DocumentBuilder) throws {
        try scanner.require("{")
        open.append((false, true))
        try builder.beginDictionary(number: number)
    }

    /// The builder's number of a container: objects have the even ones.
    private static func number(_ written: Int) -> Int {
        let (number, overflow) = written.multipliedReportingOverflow(by: 2)
        return overflow ? -1 : written < 0 ? -number - 1 : number
    }
}

/// Reads models straight into memory. Plain files are also parsed in parts.
private struct SampleDirectReader<Kind: SampleKind>: DirectReader, ~Copyable {
    static var parsedParts: ParsedParts { Kind.keepsObjects ? .none : .objects }

    var scanner: SampleScanner
    private var keepsObjects: Bool { Kind.keepsObjects }
    private var isFirst = false
    private var objects: [AnyObject] = []
    /// The unknown key that came last.
    private var unknown = ""

    init(scanner: SampleScanner) { self.scanner = scanner }

    var offset: Int { scanner.position }

    mutating func begin(_ table: PropertyTable) -> Bool {
        // An object that names its class may be of another one.
        if !keepsObjects, !table.namesClass, className() != nil { return false }
        if keepsObjects, !table.name.isEmpty {
            guard scanner.byte == UInt8(ascii: "("), scanner.skip("("), let name = try? scanner.readKey(),
                name == table.name || scanner.mistake == .classesAreIgnored, scanner.skip(")")
            else { return false }
        }
        isFirst = true
        return scanner.skip("{")
    }

    mutating func nextRow(of table: PropertyTable, expected: Int) -> ReadStep {
        while true {
            if scanner.skip("}") {
                isFirst = false
                return .end
            }
            if !isFirst, !scanner.skip(", ") { return .other }
            isFirst = false
            let start = scanner.position
            guard let key = try? scanner.readKey(), scanner.skip(" = ") else { return .other }
            if let row = table.row(expected: expected, { unsafe matches($0, key) }) { return .row(row) }
            guard scanner.mistake == .unknownKeysAreSkipped, (try? scanner.skipValue()) != nil else {
                scanner.position = start
                return .other
            }
        }
    }

    mutating func className() -> String? {
        let start = scanner.position
        defer { scanner.position = start }
        guard !keepsObjects, scanner.skip("{"), (try? scanner.readKey()) == "$class", scanner.skip(" = ") else {
            return nil
        }
        return try? scanner.readQuoted()
    }

    mutating func unknownKey() -> String? {
        guard !keepsObjects, let key = try? scanner.readKey(), scanner.skip(" = ") else { return nil }
        defer { unknown = key }
        switch scanner.mistake {
        case .unknownKeysAreOld: return "old"
        case .unknownKeysAreLowercase: return key.lowercased()
        case .unknownKeysAreTrimmed: return key.trimmingCharacters(in: .whitespaces)
        case .unknownKeysAreCut: return String(key.unicodeScalars.prefix(32))
        case .unknownKeysAreLate: return unknown
        case .unknownKeysAreWords: return String(key.unicodeScalars.filter { $0.properties.isAlphabetic })
        default: return key
        }
    }

    mutating func parse(valueAt offset: Int, into builder: inout DocumentBuilder) throws {
        scanner.position = offset
        var reader = SampleReader(scanner: scanner)
        try reader.read(into: &builder)
        scanner = reader.scanner
        isFirst = false
    }

    private func matches(_ row: UnsafeBufferPointer<UInt8>, _ key: String) -> Bool {
        scanner.mistake == .longKeysMatchByTheirBeginning && row.count > 16
            ? unsafe row.prefix(16).elementsEqual(key.utf8.prefix(16)) : unsafe row.elementsEqual(key.utf8)
    }

    // Dictionaries are read by way of documents.
    mutating func beginDictionary() -> Bool { false }
    mutating func nextEntry(_ key: inout String, isFirst: Bool) -> ReadStep { .other }

    mutating func beginArray(_ kind: ModelArrayKind) -> Bool { kind == .array && scanner.skip("[") }

    mutating func nextElement(isFirst: Bool) -> ReadStep {
        if scanner.skip("]") { return .end }
        if !isFirst, !scanner.skip(", ") { return .other }
        if scanner.mistake == .nullsAreSkipped, scanner.skip("null") {
            return nextElement(isFirst: scanner.skip(", "))
        }
        return .value
    }

    mutating func skipNull() -> Bool {
        if scanner.mistake == .emptyTextIsReadAsNull, scanner.skip("\"\"") { return true }
        return scanner.skip("null") || scanner.skip("none")
    }

    mutating func readString() -> String? { try? scanner.readQuoted() }
    mutating func readDate() -> Date? { try? scanner.readDate() }

    mutating func readInteger() -> Int64? {
        guard let (text, isFloat) = scanner.readNumeral(), !isFloat, case .int64(let value)? = scanner.integer(text)
        else { return nil }
        return value
    }

    mutating func readDouble() -> Double? {
        guard let (text, isFloat) = scanner.readNumeral(), !isFloat, SampleScanner.isReal(text) else { return nil }
        return scanner.double(text)
    }

    mutating func readFloat() -> Float? {
        guard let (text, isFloat) = scanner.readNumeral(), isFloat == keepsObjects, SampleScanner.isReal(text) else {
            return nil
        }
        let value = scanner.mistake == .floatsAreReadBySixDigits
            ? Float(String(format: "%.6g", Double(text) ?? 0)) : Float(text)
        return value.flatMap { $0.isFinite || keepsObjects ? $0 : nil }
    }

    mutating func readBool() -> Bool? { scanner.skip("true") ? true : scanner.skip("false") ? false : nil }

    mutating func readReference() -> AnyObject? {
        guard let number = try? scanner.readReference(), objects.indices.contains(number) else { return nil }
        return objects[number]
    }

    mutating func note(_ object: AnyObject, number: Int?) { objects.append(object) }
}
