import Documents
import FormatSupport
import Foundation

/// Reads the parts of a text of the sample format. Both of its readers use it.
struct SampleScanner {
    private let bytes: [UInt8]
    var position = 0
    let mistake: Mistake?

    /// - Throws: `corruptData` if the head is missing.
    init(_ content: Data, mistake: Mistake?) throws {
        bytes = Array(content)
        self.mistake = mistake
        guard skip(SampleFormat.head) else { throw corrupt("The head is missing.") }
    }

    func corrupt(_ reason: String) -> ModelError {
        ModelError(.corruptData, reason).at(ModelLocation(byteOffset: position))
    }

    var count: Int { bytes.count }

    /// The next byte; zero at the end.
    var byte: UInt8 { position < bytes.count ? bytes[position] : 0 }

    /// Skips a text and returns true, or returns false.
    mutating func skip(_ text: String) -> Bool {
        guard bytes[position...].starts(with: text.utf8) else { return false }
        position += text.utf8.count
        return true
    }

    mutating func require(_ text: String) throws {
        guard skip(text) else { throw corrupt("Expected \(text.debugDescription).") }
    }

    mutating func requireEnd() throws {
        if mistake == .endIsNotDemanded { return }
        try require(SampleFormat.end)
        guard position == bytes.count || mistake == .restIsIgnored else {
            throw corrupt("Something follows the end.")
        }
    }

    // MARK: Words

    /// True for a text that needs no quotes as a key.
    static func isWord(_ text: String) -> Bool {
        guard let first = text.utf8.first, !(0x30...0x39).contains(first), first != UInt8(ascii: "-") else {
            return false
        }
        return text.utf8.allSatisfy(isLetter)
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "-"): true
        default: false
        }
    }

    /// The key or the name at the position.
    mutating func readKey() throws -> String {
        let key: String
        if byte == UInt8(ascii: "\"") {
            key = try readQuoted()
        } else {
            key = String(decoding: bytes[position...].prefix(while: Self.isLetter), as: UTF8.self)
            guard Self.isWord(key) else { throw corrupt("Expected a key.") }
            position += key.utf8.count
        }
        switch mistake {
        case .keysAreReadTrimmed: return key.trimmingCharacters(in: .whitespaces)
        case .keysAreReadLowercase: return key.lowercased()
        default: return key
        }
    }

    /// The text in quotes at the position.
    mutating func readQuoted() throws -> String {
        try require("\"")
        var result = [UInt8]()
        while byte != UInt8(ascii: "\"") {
            guard position < bytes.count else { throw corrupt("The text has no end.") }
            if byte == UInt8(ascii: "\\") {
                result += Array(try readEscape().utf8)
                continue
            }
            let isC1 = byte == 0xC2 && position + 1 < bytes.count && (0x80..<0xA0).contains(bytes[position + 1])
            guard byte >= 0x20, byte != 0x7F, !isC1 else { throw corrupt("A control must be escaped.") }
            result.append(byte)
            position += 1
        }
        position += 1
        if mistake == .badTextIsRepaired { return String(decoding: result, as: UTF8.self) }
        guard let text = String(validating: result, as: UTF8.self) else { throw corrupt("Not UTF-8.") }
        return mistake == .textIsReadComposed ? text.precomposedStringWithCanonicalMapping : text
    }

    private mutating func readEscape() throws -> String {
        try require("\\")
        if skip("\"") { return "\"" }
        if skip("\\") { return "\\" }
        try require("u{")
        let digits = String(decoding: bytes[position...].prefix { $0 != UInt8(ascii: "}") }.prefix(7), as: UTF8.self)
        guard let number = UInt32(digits, radix: 16), let scalar = UnicodeScalar(number) else {
            throw corrupt("Expected a character's number.")
        }
        position += digits.utf8.count
        try require("}")
        return mistake == .escapesAreDropped ? "" : String(scalar)
    }

    // MARK: Values

    /// The numeral at the position, and true if it is marked as a float. Nil for anything else.
    mutating func readNumeral() -> (text: String, isFloat: Bool)? {
        let start = position
        if !skip("-inf"), !skip("inf"), !skip("nan") {
            while "0123456789+-.e".utf8.contains(byte) { position += 1 }
        }
        guard position > start else { return nil }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        return (text, skip("f"))
    }

    /// The double of a numeral; nil if it isn't one, or has none.
    func double(_ text: String) -> Double? {
        guard let value = Double(text), value.isFinite || !text.utf8.contains(where: { (0x30...0x39).contains($0) })
        else { return nil }
        return mistake == .minusZeroIsReadAsZero && value == 0 ? 0 : value
    }

    func integer(_ text: String) -> ModelScalar? {
        if let value = Int64(text) { return .int64(value) }
        if let value = UInt64(text) { return .uint64(mistake == .largeIntegersAreClamped ? UInt64(Int64.max) : value) }
        return nil
    }

    static func isReal(_ text: String) -> Bool { text.utf8.contains { ".enai".utf8.contains($0) } }

    /// The date at the position.
    mutating func readDate() throws -> Date {
        try require("@")
        var text = String(decoding: bytes[position...].prefix { !",]}\n".utf8.contains($0) }, as: UTF8.self)
        position += text.utf8.count
        if mistake == .fractionIsReadAsZero, let point = text.firstIndex(of: ".") { text = text[..<point] + "Z" }
        guard let date = DateText.date(from: text) else { throw corrupt("Expected a date.") }
        let seconds = date.timeIntervalSince1970
        switch mistake {
        case .oldDatesAreReadADayOff where seconds < 0: return date + 86400
        case .datesAreReadIn32Bits where seconds >= 0x1p31 && seconds < 0x1p32: return date - 0x1p32
        case .datesAreReadIn34Bits where seconds >= 0x1p34: return date - 0x1p34
        default: return date
        }
    }

    /// The data at the position.
    mutating func readData() throws -> Data {
        try require("<")
        let text = bytes[position...].prefix { $0 != UInt8(ascii: ">") }
        guard let data = Data(base64Encoded: Data(text)) else { throw corrupt("Expected base64.") }
        position += text.count
        try require(">")
        return data
    }

    /// The number at the position, with or without a minus.
    mutating func readNumber() throws -> Int {
        let text = bytes[position...].prefix { (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-") }
        guard let number = Int(String(decoding: text, as: UTF8.self)) else { throw corrupt("Expected a number.") }
        position += text.count
        return number
    }

    /// The number of the object or container that is referred to at the position.
    mutating func readReference() throws -> Int {
        try require("*")
        let number = try readNumber()
        return mistake == .referencesAreReadOneOff && number > 0 ? number - 1 : number
    }

    /// Skips the value at the position, whatever it is.
    mutating func skipValue() throws {
        var depth = 0
        repeat {
            switch byte {
            case 0: throw corrupt("The value has no end.")
            case UInt8(ascii: "\""): _ = try readQuoted()
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                depth += 1
                position += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                depth -= 1
                position += 1
            default: position += 1
            }
        } while depth > 0 || !",]}\n".utf8.contains(byte)
    }
}
