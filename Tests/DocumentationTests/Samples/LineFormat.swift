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

    func capabilities(of format: FileFormat) -> FormatCapabilities { [.null] }

    func detect(_ content: Data) -> FormatDetection? {
        content.starts(with: Self.head.utf8) ? .certain(.lines) : nil
    }
}
// snippet.end

// snippet.writer
extension LineFormat {
    func serialize(_ walker: inout DocumentWalker, context: FormatContext) throws -> Data {
        var text = Self.head
        while let step = try walker.next() { text += try Self.line(for: step, of: walker) + "\n" }
        return Data(text.utf8)
    }

    static func line(for step: DocumentWalker.Step, of walker: borrowing DocumentWalker) throws -> String {
        switch step {
        case .null: "null"
        case .bool(let value): "\(value)"
        case .int64(let value): "integer \(value)"
        case .uint64(let value): "unsigned \(value)"
        case .double(let value): "real \(value)"
        case .key, .string: "text \(escaped(walker.text))"
        case .beginArray: "array"
        case .beginDictionary: "dictionary"
        case .end: "end"
        default: throw ModelError(.unrepresentableValue, "Lines can't store \(step).")
        }
    }

    /// Escapes line breaks and percent signs.
    static func escaped(_ text: String) -> String {
        let percents = text.replacingOccurrences(of: "%", with: "%25", options: .literal)
        return percents.replacingOccurrences(of: "\n", with: "%0A", options: .literal)
    }
}
// snippet.end

// snippet.reader
extension LineFormat {
    func parse(_ content: Data, into builder: inout DocumentBuilder, context: FormatContext) throws {
        try Self.read(content, behind: Self.head, into: &builder) { try Self.append($0, $1, to: &$2) }
    }

    /// Passes each line to `append`: its first word, and the rest if there is one. `append` returns false for a wrong line.
    static func read(
        _ content: Data, behind head: String, into builder: inout DocumentBuilder,
        append: (_ word: String, _ rest: String?, inout DocumentBuilder) throws -> Bool
    ) throws {
        guard content.starts(with: head.utf8), content.last == 0x0A else {
            throw ModelError(.corruptData, "No head, or no end.")
        }
        for line in content.dropFirst(head.utf8.count).dropLast().split(separator: 0x0A, omittingEmptySubsequences: false) {
            builder.offset = line.startIndex - content.startIndex
            // Split by scalars: a space and an accent behind it are one character.
            let parts = String(validating: line, as: UTF8.self)?.unicodeScalars
                .split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false).map { String($0) }
            guard let parts, try append(parts[0], parts.count > 1 ? parts[1] : nil, &builder) else {
                throw ModelError(.corruptData, "No value.").at(ModelLocation(byteOffset: line.startIndex - content.startIndex))
            }
        }
    }

    static func append(_ word: String, _ rest: String?, to builder: inout DocumentBuilder) throws -> Bool {
        switch (word, rest) {
        case ("null", nil): try builder.appendNull()
        case ("true", nil): try builder.append(true)
        case ("false", nil): try builder.append(false)
        case ("integer", let rest?): if let value = Int64(rest) { try builder.append(value) } else { return false }
        case ("unsigned", let rest?): if let value = UInt64(rest) { try builder.append(value) } else { return false }
        case ("real", let rest?):
            // Swift reads "nan", "0x1p3" and, as infinity, "1e999", too.
            guard rest.allSatisfy("0123456789+-.e".contains), let value = Double(rest), value.isFinite else { return false }
            try builder.append(value)
        case ("text", let rest?):
            guard let text = unescaped(rest) else { return false }
            if builder.expectsKey { try builder.key(text) } else { try builder.append(text) }
        case ("array", nil): try builder.beginArray()
        case ("dictionary", nil): try builder.beginDictionary()
        case ("end", nil): try builder.end()
        default: return false
        }
        return true
    }

    /// Nil for text that no writer writes.
    static func unescaped(_ text: String) -> String? {
        let breaks = text.replacingOccurrences(of: "%0A", with: "\n", options: .literal)
        let plain = breaks.replacingOccurrences(of: "%25", with: "%", options: .literal)
        return escaped(plain) == text ? plain : nil
    }
}
// snippet.end

// snippet.outline
import FormatSupport

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
// snippet.end
#endif
