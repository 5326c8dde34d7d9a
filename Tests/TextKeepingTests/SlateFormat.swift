import FormatSupport
import Foundation
import ModelCore
import TestSupport

/// A text format of the tests: the values of JSON, without escapes, between which commas stand or nothing but space.
/// Comments reach from a # to the end of the line, or stand between two bars.
struct SlateFormat: TextFormatProvider {
    static let commas = FileFormat("slateCommas", fileExtension: "slate", library: "Tests")
    static let spaces = FileFormat("slateSpaces", fileExtension: "slate", library: "Tests")

    /// The format that is detected for any text; nil for none.
    var detected: FileFormat?
    /// True if a key may be repeated: the first one counts. Else that is an error.
    var ignoresRepeatedKeys = false

    var formats: [FileFormat] { [Self.commas, Self.spaces] }
    func capabilities(of format: FileFormat) -> FormatCapabilities { [.null] }

    func detect(_ content: Data) -> FormatDetection? {
        guard let detected, let first = content.first, "#{[".utf8.contains(first) else { return nil }
        return .possible(detected)
    }

    // MARK: Reading

    func parse(_ content: Data, into builder: inout DocumentBuilder, context: FormatContext) throws {
        let source = ByteSource(content)
        builder.setSource(source)
        var lexer = SlateLexer(source)
        var keys: [Set<String>] = []
        while let (token, range) = try lexer.next() {
            builder.offset = range.lowerBound
            switch token {
            case .begin(let isArray):
                keys.append([])
                if isArray { try builder.beginArray() } else { try builder.beginDictionary() }
            case .end:
                keys.removeLast()
                try builder.end()
            case .key(let key):
                if !keys.isEmpty, !keys[keys.count - 1].insert(key).inserted, ignoresRepeatedKeys {
                    try lexer.skipValue()
                } else {
                    try builder.key(key)
                }
            case .scalar(let scalar): try builder.append(scalar)
            }
        }
    }

    func outline(of content: Data, context: FormatContext) throws -> TextOutline? {
        var builder = DocumentBuilder(limits: context.limits)
        try parse(content, into: &builder, context: context)
        var outline = TextOutline(try builder.finish(), comments: [.init(from: "#"), .init(from: "|", to: "|")])
        var lexer = SlateLexer(ByteSource(content))
        while let (token, range) = try lexer.next() {
            switch token {
            case .begin: outline.begin(range, separator: context.format == Self.commas ? UInt8(ascii: ",") : nil)
            case .end: outline.end(range)
            case .key: outline.key(range)
            case .scalar: outline.value(range)
            }
        }
        return outline
    }

    // MARK: Writing

    func serialize(_ walker: inout DocumentWalker, context: FormatContext) throws -> Data {
        let separator = context.format == Self.commas ? ", " : " "
        var text = ""
        var isFirst = true
        var open: [String] = []
        func separate() {
            if !isFirst { text += separator }
            isFirst = true
        }
        while let step = try walker.next() {
            switch step {
            case .key:
                separate()
                text += "\(walker.text): "
                continue
            case .end:
                text += open.removeLast()
                isFirst = false
                continue
            default: separate()
            }
            switch step {
            case .beginArray:
                text += "["
                open.append("]")
            case .beginDictionary, .beginObject, .beginValueDictionary:
                text += "{"
                open.append("}")
            default:
                text += Self.text(of: walker.scalar ?? .null)
                isFirst = false
            }
        }
        return Data(text.utf8)
    }

    private static func text(of scalar: ModelScalar) -> String {
        switch scalar {
        case .string(let text): "\"\(text)\""
        case .bool(let value): "\(value)"
        case .int64(let value): "\(value)"
        case .uint64(let value): "\(value)"
        case .double(let value): "\(value)"
        default: "null"
        }
    }
}

private struct SlateLexer {
    enum Token {
        case begin(isArray: Bool)
        case end
        case key(String)
        case scalar(ModelScalar)
    }

    private let bytes: [UInt8]
    private var position = 0

    init(_ source: ByteSource) { bytes = source.bytes(0..<source.count).array }

    mutating func next() throws(ModelError) -> (Token, Range<Int>)? {
        skipSpace()
        guard position < bytes.count else { return nil }
        let start = position
        position += 1
        switch bytes[start] {
        case UInt8(ascii: "{"): return (.begin(isArray: false), start..<position)
        case UInt8(ascii: "["): return (.begin(isArray: true), start..<position)
        case UInt8(ascii: "}"), UInt8(ascii: "]"): return (.end, start..<position)
        case UInt8(ascii: "\""):
            while position < bytes.count, bytes[position] != UInt8(ascii: "\"") { position += 1 }
            guard position < bytes.count else { throw ModelError(.corruptData, "The text doesn't end.") }
            position += 1
            return (.scalar(.string(text(start + 1..<position - 1))), start..<position)
        default:
            while position < bytes.count, !" \n,:{}[]#|\"".utf8.contains(bytes[position]) { position += 1 }
            let word = text(start..<position)
            if position < bytes.count, bytes[position] == UInt8(ascii: ":") { return (.key(word), start..<position) }
            return (.scalar(try Self.scalar(word)), start..<position)
        }
    }

    mutating func skipValue() throws(ModelError) {
        var depth = 0
        repeat {
            switch try next()?.0 {
            case .begin?: depth += 1
            case .end?: depth -= 1
            case nil: return
            default: break
            }
        } while depth > 0
    }

    private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    private static func scalar(_ word: String) throws(ModelError) -> ModelScalar {
        switch word {
        case "null": return .null
        case "true", "yes": return .bool(true)
        case "false", "no": return .bool(false)
        default:
            if let number = Int64(word) { return .int64(number) }
            if let number = Double(word) { return .double(number) }
            throw ModelError(.corruptData, "\(word) is no value.")
        }
    }

    private mutating func skipSpace() {
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: ","), UInt8(ascii: ":"): position += 1
            case UInt8(ascii: "#"):
                while position < bytes.count, bytes[position] != UInt8(ascii: "\n") { position += 1 }
            case UInt8(ascii: "|"):
                position += 1
                while position < bytes.count, bytes[position] != UInt8(ascii: "|") { position += 1 }
                position += 1
            default: return
            }
        }
    }
}
