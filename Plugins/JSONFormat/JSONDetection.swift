import Foundation
import ModelCore

/// Tells JSON by its first bytes.
enum JSONDetection {
    /// How far a look goes.
    private static let reach = 1024

    /// Certain where an object or array begins as only JSON does; possible for a single value, and for an object that names its
    /// class, which is likelier to be HRCoded. Nil for anything else.
    static func confidence(_ content: Data) -> FormatDetection.Confidence? {
        var head = Array(content.prefix(reach))
        switch JSONTextEncoding(content) {
        case .utf8(let mark): head.removeFirst(mark)
        case .utf16(let mark, _), .utf32(let mark, _):
            // Only ASCII counts here, and that is what is left without the zeros.
            head.removeFirst(mark)
            head.removeAll { $0 == 0 }
        }
        let isWhole = content.count <= reach
        let text = head.drop(while: JSONText.isSpace)
        guard let first = text.first else { return nil }
        let rest = text.dropFirst().drop(while: JSONText.isSpace)
        switch first {
        case UInt8(ascii: "{"): return object(rest)
        case UInt8(ascii: "["): return array(rest)
        case UInt8(ascii: "\""): return .possible
        default: return scalar(text, isWhole)
        }
    }

    /// What begins behind a brace. A property list in OpenStep's style has `=` behind its keys.
    private static func object(_ rest: ArraySlice<UInt8>) -> FormatDetection.Confidence? {
        guard let first = rest.first else { return .possible }
        if first == UInt8(ascii: "}") { return .certain }
        guard first == UInt8(ascii: "\"") else { return nil }
        var index = rest.startIndex + 1
        while index < rest.endIndex, rest[index] != UInt8(ascii: "\"") {
            index += rest[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        guard index < rest.endIndex else { return .possible }
        let key = rest[(rest.startIndex + 1)..<index]
        guard let next = rest[(index + 1)...].first(where: { !JSONText.isSpace($0) }) else { return .possible }
        guard next == UInt8(ascii: ":") else { return nil }
        return key.elementsEqual("$class".utf8) ? .possible : .certain
    }

    private static func array(_ rest: ArraySlice<UInt8>) -> FormatDetection.Confidence? {
        guard let first = rest.first else { return .possible }
        switch first {
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "\""), UInt8(ascii: "-"), 0x30...0x39:
            return .certain
        default:
            return ["true", "false", "null"].contains { rest.starts(with: $0.utf8) } ? .certain : nil
        }
    }

    /// A number or a literal, and nothing behind it.
    private static func scalar(_ text: ArraySlice<UInt8>, _ isWhole: Bool) -> FormatDetection.Confidence? {
        guard isWhole else { return nil }
        let end = text.lastIndex { !JSONText.isSpace($0) } ?? text.startIndex
        let token = text[...end]
        if ["true", "false", "null"].contains(where: { token.elementsEqual($0.utf8) }) { return .possible }
        let isNumber = token.allSatisfy { JSONText.isDigit($0) || "+-.eE".utf8.contains($0) }
        return isNumber && token.contains(where: JSONText.isDigit) ? .possible : nil
    }
}
