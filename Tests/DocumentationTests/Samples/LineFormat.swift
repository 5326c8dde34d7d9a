#if Macros
// snippet.provider
import Foundation
import ModelCore

extension FileFormat {
    static let lines = FileFormat("lines", displayName: "Lines", fileExtension: "lines", library: "LineFormat")
}

@FormatPlugin
struct LineFormat: NodeFormatProvider {
    var format: FileFormat { .lines }
    var capabilities: FormatCapabilities { [.null] }
    static let head = "lines 1\n"

    func detect(_ content: Data) -> FormatDetection? {
        content.starts(with: Self.head.utf8) ? FormatDetection(.lines, .certain) : nil
    }

    func data(from node: ModelNode) throws -> Data {
        var text = Self.head
        try write(node, to: &text)
        return Data(text.utf8)
    }

    func node(from content: Data, context: DecodingContext) throws -> ModelNode {
        guard detect(content) != nil, content.last == 0x0A else { throw ModelError(.corruptData, "No head, or no end.") }
        let lines = content.dropFirst(Self.head.utf8.count).dropLast().split(separator: 0x0A, omittingEmptySubsequences: false)
        var reader = LineReader(lines: lines[...], context: context)
        let node = try reader.node()
        guard reader.lines.isEmpty else { throw ModelError(.corruptData, "Something follows the value.") }
        return node
    }
}
// snippet.end

// snippet.writer
extension LineFormat {
    func write(_ node: ModelNode, to text: inout String) throws {
        switch node {
        case .scalar(.null): text += "null\n"
        case .scalar(.bool(let value)): text += "\(value)\n"
        case .scalar(.int64(let value)): text += "integer \(value)\n"
        case .scalar(.uint64(let value)): text += "unsigned \(value)\n"
        case .scalar(.double(let value)): text += "real \(value)\n"
        case .scalar(.string(let value)):
            // No line breaks in a line.
            let percents = value.replacingOccurrences(of: "%", with: "%25", options: .literal)
            text += "text \(percents.replacingOccurrences(of: "\n", with: "%0A", options: .literal))\n"
        case .array(let array):
            text += "array\n"
            for element in array.elements { try write(element, to: &text) }
            text += "end\n"
        case .dictionary(let dictionary):
            text += "dictionary\n"
            for (key, value) in dictionary.entries {
                try write(key, to: &text)
                try write(value, to: &text)
            }
            text += "end\n"
        case .object(let object):
            text += "dictionary\n"
            for (key, value) in object.properties {
                try write(.scalar(.string(key)), to: &text)
                try write(value, to: &text)
            }
            text += "end\n"
        default: throw ModelError(.unrepresentableValue, "Lines have no form for \(node.kind).")
        }
    }
}
// snippet.end

// snippet.reader
struct LineReader {
    var lines: ArraySlice<Data.SubSequence>
    let context: DecodingContext

    mutating func node() throws -> ModelNode {
        let line = String(decoding: lines.popFirst() ?? Data(), as: UTF8.self)
        let space = line.firstIndex(of: " ") ?? line.endIndex
        let rest = String(line[space...].dropFirst())
        switch line[..<space] {
        case "null": return .null
        case "true": return .scalar(.bool(true))
        case "false": return .scalar(.bool(false))
        case "integer": if let value = Int64(rest) { return .scalar(.int64(value)) }
        case "unsigned": if let value = UInt64(rest) { return .scalar(.uint64(value)) }
        case "real": if let value = Double(rest) { return .scalar(.double(value)) }
        case "text":
            let breaks = rest.replacingOccurrences(of: "%0A", with: "\n", options: .literal)
            return .scalar(.string(breaks.replacingOccurrences(of: "%25", with: "%", options: .literal)))
        case "array":
            let array = ArrayNode()
            try context.enter()
            while try !isAtEnd() { array.elements.append(try node()) }
            context.leave()
            return .array(array)
        case "dictionary":
            let dictionary = DictionaryNode()
            try context.enter()
            while try !isAtEnd() { dictionary.entries.append((key: try node(), value: try node())) }
            context.leave()
            return .dictionary(dictionary)
        default: break
        }
        throw ModelError(.corruptData, "No value: \(line.prefix(40))")
    }

    private mutating func isAtEnd() throws -> Bool {
        guard let line = lines.first else { throw ModelError(.corruptData, "The file ends too early.") }
        guard line.elementsEqual("end".utf8) else { return false }
        lines.removeFirst()
        return true
    }
}
// snippet.end
#endif
