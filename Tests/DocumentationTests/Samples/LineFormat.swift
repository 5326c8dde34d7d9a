#if Macros
import FormatSupport
// snippet.provider
import Foundation
import ModelCore

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
        while let step = try walker.next() {
            switch step {
            case .null: text += "null\n"
            case .bool(let value): text += "\(value)\n"
            case .int64(let value): text += "integer \(value)\n"
            case .uint64(let value): text += "unsigned \(value)\n"
            case .double(let value): text += "real \(value)\n"
            case .key, .string: text += "text \(Self.escaped(walker.text))\n"
            case .beginArray: text += "array\n"
            case .beginDictionary: text += "dictionary\n"
            case .end: text += "end\n"
            default: throw ModelError(.unrepresentableValue, "Lines have no form for \(step).")
            }
        }
        return Data(text.utf8)
    }

    /// No line breaks in a line.
    private static func escaped(_ text: String) -> String {
        let percents = text.replacingOccurrences(of: "%", with: "%25", options: .literal)
        return percents.replacingOccurrences(of: "\n", with: "%0A", options: .literal)
    }
}
// snippet.end

// snippet.reader
extension LineFormat {
    func parse(_ content: Data, into builder: inout DocumentBuilder, context: FormatContext) throws {
        guard detect(content) != nil, content.last == 0x0A else { throw ModelError(.corruptData, "No head, or no end.") }
        for line in content.dropFirst(Self.head.utf8.count).dropLast().split(separator: 0x0A, omittingEmptySubsequences: false) {
            builder.offset = line.startIndex - content.startIndex
            guard let text = String(validating: line, as: UTF8.self), try append(text, to: &builder) else {
                throw ModelError(.corruptData, "No value.").at(ModelLocation(byteOffset: line.startIndex - content.startIndex))
            }
        }
    }

    private func append(_ line: String, to builder: inout DocumentBuilder) throws -> Bool {
        // Not by characters: a space and an accent behind it would be one.
        let parts = line.unicodeScalars.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false).map { String($0) }
        switch (parts[0], parts.count > 1 ? parts[1] : nil) {
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
            let breaks = rest.replacingOccurrences(of: "%0A", with: "\n", options: .literal)
            let text = breaks.replacingOccurrences(of: "%25", with: "%", options: .literal)
            guard Self.escaped(text) == rest else { return false }
            if builder.expectsKey { try builder.key(text) } else { try builder.append(text) }
        case ("array", nil): try builder.beginArray()
        case ("dictionary", nil): try builder.beginDictionary()
        case ("end", nil): try builder.end()
        default: return false
        }
        return true
    }
}
// snippet.end

// snippet.outline
extension LineFormat: TextFormatProvider {
    func outline(of content: Data, context: FormatContext) throws -> TextOutline? {
        var builder = DocumentBuilder(limits: context.limits)
        builder.setSource(ByteSource(content))
        try parse(content, into: &builder, context: context)
        var outline = TextOutline(try builder.finish(), comments: [])
        var start = Self.head.utf8.count
        /// Of what is open: true for a dictionary, and whether a key comes next.
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
