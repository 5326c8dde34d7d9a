import Foundation
import HRCoder
import ModelCore
import ModelTesting
import PlistFormat
import Testing

/// A format of lines over a tree, as a third party writes one: keys and values of text, each container in brackets of its own.
struct LineTree: NodeFormatProvider {
    var format: FileFormat { FileFormat("lineTree", fileExtension: "lines", library: "HRCoderTests") }
    var capabilities: FormatCapabilities { [.null] }

    func detect(_ content: Data) -> FormatDetection? {
        content.starts(with: "lines\n".utf8) ? FormatDetection(format, .certain) : nil
    }

    func data(from node: ModelNode) throws -> Data {
        var lines = ["lines"]
        try write(node, &lines)
        return Data(lines.joined(separator: "\n").utf8)
    }

    private func write(_ node: ModelNode, _ lines: inout [String]) throws {
        switch node {
        case .scalar(.null): lines.append("n")
        case .scalar(.bool(let value)): lines.append("b\(value)")
        case .scalar(.int64(let value)): lines.append("i\(value)")
        case .scalar(.uint64(let value)): lines.append("i\(value)")
        case .scalar(.double(let value)): lines.append("d\(value)")
        case .scalar(.string(let value)): lines.append("s" + Data(value.utf8).base64EncodedString())
        case .array(let array):
            lines.append("[")
            for element in array.elements { try write(element, &lines) }
            lines.append("]")
        case .dictionary(let dictionary):
            try write(dictionary.entries.map { ($0.key.stringValue ?? "", $0.value) }, &lines)
        case .object(let object): try write(object.properties.map { ($0.key, $0.value) }, &lines)
        default: throw ModelError(.unrepresentableValue, "No line for \(node).")
        }
    }

    private func write(_ entries: [(String, ModelNode)], _ lines: inout [String]) throws {
        lines.append("{")
        for (key, value) in entries {
            try write(.text(key), &lines)
            try write(value, &lines)
        }
        lines.append("}")
    }

    func node(from content: Data, context: DecodingContext) throws -> ModelNode {
        var lines = String(decoding: content, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            .dropFirst()[...]
        let node = try read(&lines, context)
        guard let node, lines.isEmpty else { throw ModelError(.corruptData, "Something is missing, or follows.") }
        return node
    }

    /// Nil at a closing bracket.
    private func read(_ lines: inout ArraySlice<Substring>, _ context: DecodingContext) throws -> ModelNode? {
        guard let line = lines.popFirst() else { throw ModelError(.corruptData, "The end is missing.") }
        let rest = String(line.dropFirst())
        switch line.first {
        case "n" where rest.isEmpty: return .null
        case "b": if let value = Bool(rest) { return .scalar(.bool(value)) }
        case "i":
            if let value = Int64(rest) { return .scalar(.int64(value)) }
            if let value = UInt64(rest) { return .scalar(.uint64(value)) }
        case "d": if let value = Double(rest) { return .scalar(.double(value)) }
        case "s":
            if let data = Data(base64Encoded: rest), let text = String(validating: data, as: UTF8.self) {
                return .text(text)
            }
        case "[":
            try context.enter()
            let array = ArrayNode()
            while let element = try read(&lines, context) { array.elements.append(element) }
            context.leave()
            return .array(array)
        case "{":
            try context.enter()
            let dictionary = DictionaryNode()
            while let key = try read(&lines, context), let value = try read(&lines, context) {
                dictionary.entries.append((key, value))
            }
            context.leave()
            return .dictionary(dictionary)
        case "]" where rest.isEmpty, "}" where rest.isEmpty: return nil
        default: break
        }
        throw ModelError(.corruptData, "No line: \(line)")
    }
}

@Suite("Any plain format can be HRCoded")
struct LayerTests {
    static let lines = HRCoded(LineTree(), as: FileFormat("hrLines", fileExtension: "lines", library: "HRCoderTests"))

    @Test("One over a tree keeps the contract of every format", arguments: FormatContract.checks)
    func contract(_ check: ContractCheck) async {
        await FormatContract(Self.lines).check(check)
    }

    @Test("Random graphs come back")
    func randomGraphs() throws {
        for seed in 1...300 {
            var made = RandomGraph(seed: UInt64(seed))
            let graph = made.node()
            defer { made.empty() }
            let data = try Self.lines.encode(graph)
            let back = try Self.lines.decode(ModelNode.self, from: data, as: Self.lines.format)
            #expect(Fingerprint.text(of: back) == Fingerprint.text(of: graph), "seed \(seed)")
            #expect(try Self.lines.encode(back) == data)
        }
    }

    @Test("A decoder that can't return to a value is read into a tree first: property lists of the old style")
    func openStep() throws {
        let text =
            #"{ "$class" = HRBook; pages = ( { "$class" = HRPage; title = One; }, { "$alias" = "pages.0"; } ); }"#
        let node = try HRCoder().decode(ModelNode.self, from: Data(text.utf8), as: .hrCodedXML)
        #expect(node["pages"]?[0]?.kind == .object)
        #expect(node["pages"]?[1]?.instance == node["pages"]?[0]?.instance)
    }
}
