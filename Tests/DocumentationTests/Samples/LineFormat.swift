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
            case .key, .string:
                // No line breaks in a line.
                let percents = walker.text.replacingOccurrences(of: "%", with: "%25", options: .literal)
                text += "text \(percents.replacingOccurrences(of: "\n", with: "%0A", options: .literal))\n"
            case .beginArray: text += "array\n"
            case .beginDictionary: text += "dictionary\n"
            case .end: text += "end\n"
            default: throw ModelError(.unrepresentableValue, "Lines have no form for \(step).")
            }
        }
        return Data(text.utf8)
    }
}
// snippet.end

// snippet.reader
extension LineFormat {
    func parse(_ content: Data, into builder: inout DocumentBuilder, context: FormatContext) throws {
        guard detect(content) != nil, content.last == 0x0A else { throw ModelError(.corruptData, "No head, or no end.") }
        for line in content.dropFirst(Self.head.utf8.count).dropLast().split(separator: 0x0A, omittingEmptySubsequences: false) {
            builder.offset = line.startIndex - content.startIndex
            guard try append(String(decoding: line, as: UTF8.self), to: &builder) else {
                throw ModelError(.corruptData, "No value.").at(ModelLocation(byteOffset: line.startIndex - content.startIndex))
            }
        }
    }

    private func append(_ line: String, to builder: inout DocumentBuilder) throws -> Bool {
        let space = line.firstIndex(of: " ") ?? line.endIndex
        let rest = String(line[space...].dropFirst())
        switch line[..<space] {
        case "null": try builder.appendNull()
        case "true": try builder.append(true)
        case "false": try builder.append(false)
        case "integer": if let value = Int64(rest) { try builder.append(value) } else { return false }
        case "unsigned": if let value = UInt64(rest) { try builder.append(value) } else { return false }
        case "real": if let value = Double(rest) { try builder.append(value) } else { return false }
        case "text":
            let breaks = rest.replacingOccurrences(of: "%0A", with: "\n", options: .literal)
            let text = breaks.replacingOccurrences(of: "%25", with: "%", options: .literal)
            if builder.expectsKey { try builder.key(text) } else { try builder.append(text) }
        case "array": try builder.beginArray()
        case "dictionary": try builder.beginDictionary()
        case "end": try builder.end()
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
