import FormatSupport
import Foundation
import ModelCore

/// Reads values from JSON, without a tree in between.
@safe
final class JSONModelDecoder: ModelDecoder {
    let context: DecodingContext
    let convertsText = true

    /// Behind a pointer, because each access to a class's property of this size would be checked for exclusivity while
    /// the program runs. Nobody else has it, and no call below calls out while it is accessed. It lives as long as this object.
    let scanner: UnsafeMutablePointer<JSONScanner>
    private let isStrict: Bool
    private let start: Int
    private var classes = CodedClassTable()
    /// What was found at the object that was last asked for its class: where its name stands, with its quotes.
    var lastLook: (position: Int, name: Int, end: Int, coded: CodedClass)?

    init(_ content: Data, options: JSONFormat, context: DecodingContext) throws {
        self.context = context
        let (text, start) = try JSONTextEncoding.utf8(content)
        var made = JSONScanner(ByteSource(text), options: options, depthLimit: context.limits.depth)
        made.position = start
        try made.skipSpace()
        if options.duplicateKeys != .error { try made.findRepeats() }
        isStrict = !options.reading.contains(.json5)
        self.start = made.position
        unsafe scanner = .allocate(capacity: 1)
        unsafe scanner.initialize(to: made)
    }

    deinit {
        unsafe scanner.deinitialize(count: 1)
        unsafe scanner.deallocate()
    }

    var location: ModelLocation? {
        unsafe scanner.pointee.lines.location(scanner.pointee.position, in: scanner.pointee.source)
    }

    // MARK: Scalars

    func peekKind() throws -> ModelKind {
        let byte = unsafe scanner.pointee.byte
        switch byte {
        case UInt8(ascii: "{"): return try unsafe scanner.pointee.classNameOffset() == nil ? .dictionary : .object
        case UInt8(ascii: "["): return .array
        case UInt8(ascii: "\""): return .string
        case UInt8(ascii: "t"), UInt8(ascii: "f"): return .bool
        case UInt8(ascii: "n"): return .null
        default:
            let place = unsafe scanner.pointee.position
            let scalar = try unsafe scanner.pointee.readScalar()
            unsafe scanner.pointee.position = place
            return scalar.kind
        }
    }

    func decodeScalar() throws -> ModelScalar {
        let byte = unsafe scanner.pointee.byte
        if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") { throw mismatch(expected: "a single value") }
        return unsafe try scanner.pointee.readScalar()
    }

    func decodeNull() throws -> Bool {
        guard unsafe scanner.pointee.byte == UInt8(ascii: "n") else { return false }
        unsafe try scanner.pointee.skip("null")
        return true
    }

    func decodeBool() throws -> Bool {
        switch unsafe scanner.pointee.byte {
        case UInt8(ascii: "t"):
            unsafe try scanner.pointee.skip("true")
            return true
        case UInt8(ascii: "f"):
            unsafe try scanner.pointee.skip("false")
            return false
        default:
            return try convertScalar(ScalarConversion.bool)
        }
    }

    func decodeInt64() throws -> Int64 {
        if let value = unsafe scanner.pointee.readShortInteger() { return value }
        return try convertScalar(ScalarConversion.int64)
    }

    func decodeUInt64() throws -> UInt64 {
        if unsafe scanner.pointee.byte != UInt8(ascii: "-"),
            let value = unsafe scanner.pointee.readShortInteger()
        {
            return UInt64(truncatingIfNeeded: value)
        }
        return try convertScalar(ScalarConversion.uint64)
    }

    /// The double nearest to a numeral, as everywhere where people write numbers.
    func decodeDouble() throws -> Double {
        if unsafe scanner.pointee.isAtNumber, let value = try readDouble() { return value }
        return try convertScalar(ScalarConversion.double)
    }

    func decodeFloat() throws -> Float {
        if unsafe scanner.pointee.isAtNumber {
            let place = unsafe scanner.pointee.position
            if let value = try readDouble() { return unsafe try scanner.pointee.float(value, from: place) }
        }
        return try convertScalar(ScalarConversion.float)
    }

    /// As the scanner's; nil too for what is a number in JSON5 alone.
    @inline(__always)
    private func readDouble() throws -> Double? {
        if isStrict { return unsafe try scanner.pointee.readDouble() }
        let place = unsafe scanner.pointee.position
        if let value = unsafe try? scanner.pointee.readDouble(), unsafe scanner.pointee.byte | 0x20 != UInt8(ascii: "x")
        {
            return value
        }
        unsafe scanner.pointee.position = place
        return nil
    }

    /// Exactly, unlike a double, which the same numeral would be where nobody says what is expected.
    func decodeDecimal() throws -> Decimal {
        guard unsafe scanner.pointee.isAtNumber else { return try convertScalar(ScalarConversion.decimal) }
        let place = unsafe scanner.pointee.position
        if try readDouble() != nil { return unsafe try scanner.pointee.decimal(from: place) }
        return try convertScalar(ScalarConversion.decimal)
    }

    func decodeString() throws -> String {
        if unsafe scanner.pointee.isAtString { return unsafe try scanner.pointee.readString() }
        return try convertScalar(ScalarConversion.string)
    }

    // MARK: Arrays

    func beginArray() throws -> Int {
        guard unsafe scanner.pointee.byte == UInt8(ascii: "[") else { throw mismatch(expected: "array") }
        unsafe try scanner.pointee.open(.array)
        // Nobody knows how many there are; a few save the first steps of growing.
        return unsafe scanner.pointee.byte == UInt8(ascii: "]") ? 0 : 4
    }

    func nextElement() throws -> Bool {
        guard unsafe scanner.pointee.frame.kind == .array else { throw wrongUse("array") }
        unsafe try scanner.pointee.settle()
        guard unsafe try scanner.pointee.toNextElement() else {
            unsafe scanner.pointee.position &+= 1
            unsafe scanner.pointee.close()
            return false
        }
        unsafe scanner.pointee.frame.valueStart = scanner.pointee.position
        return true
    }

    // MARK: Dictionaries

    func beginDictionary() throws -> Int {
        guard unsafe scanner.pointee.byte == UInt8(ascii: "{") else { throw mismatch(expected: "dictionary") }
        unsafe try scanner.pointee.enter(.dictionary)
        return 0
    }

    func nextEntry() throws -> ModelEntryKey? {
        guard unsafe scanner.pointee.frame.kind == .dictionary else { throw wrongUse("dictionary") }
        return unsafe try scanner.pointee.nextKey().map { .text($0) }
    }

    // MARK: Objects

    func beginObject() throws -> CodedClass? {
        guard unsafe scanner.pointee.byte == UInt8(ascii: "{") else { throw mismatch(expected: "object") }
        if let lastLook, unsafe scanner.pointee.position == lastLook.position {
            unsafe try scanner.pointee.enterObject(classEndsAt: lastLook.end)
            return lastLook.coded
        }
        guard let name = unsafe try scanner.pointee.classNameOffset() else {
            unsafe try scanner.pointee.enter(.object)
            return nil
        }
        let (text, end) = unsafe try scanner.pointee.string(at: name)
        unsafe try scanner.pointee.enterObject(classEndsAt: end)
        return codedClass(text)
    }

    func codedClass(_ name: String) -> CodedClass {
        classes.codedClass(named: name)
    }

    func moveToKey(_ key: ModelKey) throws -> Bool {
        guard unsafe scanner.pointee.frame.kind == .object else { throw wrongUse("object") }
        return unsafe try key.withUTF8 { unsafe try scanner.pointee.moveToKey($0) }
    }

    func objectKeys() throws -> [String] {
        guard unsafe scanner.pointee.frame.kind == .object else { throw wrongUse("object") }
        unsafe try scanner.pointee.indexRest()
        return unsafe scanner.pointee.keys
    }

    func endObject() throws {
        guard unsafe scanner.pointee.frame.kind == .object else { throw wrongUse("object") }
        unsafe try scanner.pointee.leaveObject()
    }

    func skipValue() throws { unsafe try scanner.pointee.skipValue() }

    private func wrongUse(_ expected: String) -> ModelError {
        ModelError(.typeMismatch, "No \(expected) was entered here.").at(location)
    }

    // MARK: Archives within, and the end

    func embeddedArchive() throws -> (any ModelDecoder)? {
        guard unsafe scanner.pointee.mayBeArchive else { return nil }
        let place = unsafe scanner.pointee.position
        let text = unsafe try scanner.pointee.readString()
        if let decoder = try KeyedArchive.embeddedDecoder(in: .string(text), context: context) { return decoder }
        unsafe scanner.pointee.position = place
        return nil
    }

    func finish() throws {
        if unsafe scanner.pointee.position == start { unsafe try scanner.pointee.skipValue() }
        guard unsafe scanner.pointee.outer.isEmpty else { throw wrongUse("value that wasn't left") }
        unsafe try scanner.pointee.skipSpace()
        guard unsafe scanner.pointee.position >= scanner.pointee.count else {
            throw unsafe scanner.pointee.unexpected("the end of the file")
        }
    }
}
