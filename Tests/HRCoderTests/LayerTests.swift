import Foundation
import HRCoder
import ModelCore
import ModelTesting
import PlistFormat
import TestSupport
import Testing

/// A format of lines, as a third party writes one: keys and values of text, each container in brackets of its own.
struct LineTree: FormatProvider {
    static let format = FileFormat("lineTree", fileExtension: "lines", library: "HRCoderTests")
    var formats: [FileFormat] { [Self.format] }
    func capabilities(of format: FileFormat) -> FormatCapabilities { [.null] }

    func detect(_ content: Data) -> FormatDetection? {
        content.starts(with: "lines\n".utf8) ? .certain(Self.format) : nil
    }

    func serialize(_ walker: inout DocumentWalker, context: FormatContext) throws -> Data {
        var lines = ["lines"]
        while let step = try walker.next() {
            switch step {
            case .null: lines.append("n")
            case .bool(let value): lines.append("b\(value)")
            case .int64(let value): lines.append("i\(value)")
            case .uint64(let value): lines.append("i\(value)")
            case .double(let value): lines.append("d\(value)")
            case .string, .key: lines.append("s" + Data(walker.text.utf8).base64EncodedString())
            case .beginArray: lines.append("[")
            case .beginDictionary: lines.append("{")
            case .end: lines.append("]")
            default: throw ModelError(.unrepresentableValue, "No line for \(step).")
            }
        }
        return Data(lines.map { $0 + "\n" }.joined().utf8)
    }

    func parse(_ content: Data, into builder: inout DocumentBuilder, context: FormatContext) throws {
        let lines = String(decoding: content, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.last == "" else { throw ModelError(.corruptData, "The last line is incomplete.") }
        for line in lines.dropFirst().dropLast() {
            guard try append(line, to: &builder) else { throw ModelError(.corruptData, "No line: \(line)") }
        }
    }

    private func append(_ line: Substring, to builder: inout DocumentBuilder) throws -> Bool {
        let rest = String(line.dropFirst())
        switch line.first {
        case "n" where rest.isEmpty: try builder.appendNull()
        case "b": if let value = Bool(rest) { try builder.append(value) } else { return false }
        case "i":
            if let value = Int64(rest) {
                try builder.append(value)
            } else if let value = UInt64(rest) {
                try builder.append(value)
            } else {
                return false
            }
        case "d": if let value = Double(rest) { try builder.append(value) } else { return false }
        case "s":
            guard let data = Data(base64Encoded: rest), let text = String(validating: data, as: UTF8.self) else {
                return false
            }
            if builder.expectsKey { try builder.key(text) } else { try builder.append(text) }
        case "[": try builder.beginArray()
        case "{": try builder.beginDictionary()
        case "]" where rest.isEmpty: try builder.end()
        default: return false
        }
        return true
    }
}

@Suite("Any plain format can be HRCoded")
struct LayerTests {
    static let lines = HRCoded(LineTree(), as: FileFormat("hrLines", fileExtension: "lines", library: "HRCoderTests"))

    @Test("One over lines keeps the contract of every format", arguments: FormatContract.checks)
    func contract(_ check: ContractCheck) async {
        var options = ContractOptions.few
        // The reader makes a tree, which has no places.
        options.locatesErrors = false
        await FormatContract(Self.lines, options: options).check(check)
    }

    @Test("Random graphs come back")
    func randomGraphs() throws {
        for seed in 1...300 {
            let graph = try RandomGraph.document(seed: UInt64(seed))
            let data = try Self.lines.encode(graph)
            let back = try Self.lines.decode(ModelNode.self, from: data, as: Self.lines.format)
            #expect(Fingerprint.text(of: back) == Fingerprint.text(of: graph), "seed \(seed)")
            #expect(try Self.lines.encode(back) == data)
        }
    }

    /// Lines that claim to keep sets.
    private struct SetTree: FormatProvider {
        private let lines = LineTree()
        var formats: [FileFormat] { lines.formats }
        func capabilities(of format: FileFormat) -> FormatCapabilities { [.null, .sets] }

        func detect(_ content: Data) -> FormatDetection? { lines.detect(content) }
        func serialize(_ walker: inout DocumentWalker, context: FormatContext) throws -> Data {
            try lines.serialize(&walker, context: context)
        }
        func parse(_ content: Data, into builder: inout DocumentBuilder, context: FormatContext) throws {
            try lines.parse(content, into: &builder, context: context)
        }
    }

    @Test("A set is written in one form, whatever else is there, over a format that keeps sets, too")
    func sets() throws {
        let layer = HRCoded(SetTree(), as: Self.lines.format)
        let name = "s" + Data("NSSet".utf8).base64EncodedString()
        for other in [ModelScalar.int64(1), .url(try #require(URL(string: "http://a")))] {
            var builder = DocumentBuilder()
            try builder.beginArray()
            try builder.append(other)
            try builder.beginArray(.set)
            try builder.append("x")
            try builder.end()
            try builder.end()
            let document = try builder.finish()
            let data = try layer.encode(document)
            #expect(String(decoding: data, as: UTF8.self).contains(name))
            #expect(try layer.document(from: data, as: layer.format) == document)
        }
    }

    @Test("Property lists of the old style may be HRCoded, too")
    func openStep() throws {
        let text =
            #"{ "$class" = HRBook; pages = ( { "$class" = HRPage; title = One; }, { "$alias" = "pages.0"; } ); }"#
        let node = try HRCoder().decode(ModelNode.self, from: Data(text.utf8), as: .hrCodedXML)
        #expect(node["pages"]?[0]?.kind == .object)
        #expect(node["pages"]?[1]?.instance == node["pages"]?[0]?.instance)
    }

    /// Reads a file as one document, whatever it holds.
    private struct Fixed: FormatProvider {
        let document: ModelDocument
        var formats: [FileFormat] { [LineTree.format] }
        func capabilities(of format: FileFormat) -> FormatCapabilities { .all }

        func detect(_ content: Data) -> FormatDetection? { nil }
        func serialize(_ walker: inout DocumentWalker, context: FormatContext) throws -> Data { Data() }
        func parse(_ content: Data, into builder: inout DocumentBuilder, context: FormatContext) throws {
            try builder.append(document)
        }
    }

    @Test("No path leads through keys that are no text, and a long key counts like any other")
    func pathsOfOtherKeys() throws {
        let long = String(repeating: "long ", count: 100)
        func node(aliasOf path: String) throws -> ModelNode {
            var builder = DocumentBuilder()
            func named(_ name: String) throws {
                try builder.beginDictionary()
                try builder.key("name")
                try builder.append(name)
                try builder.end()
            }
            try builder.beginDictionary()
            try builder.key("m")
            try builder.beginValueDictionary()
            try builder.append(1 as Int64)
            try named("hidden")
            try builder.end()
            try builder.key(long)
            try named("under a long key")
            try builder.key("alias")
            try builder.beginDictionary()
            try builder.key("$alias")
            try builder.append(path)
            try builder.end()
            try builder.end()
            let format = FileFormat("hrCodedFixed", fileExtension: "fixed", library: "HRCoderTests")
            let coder = HRCoded(Fixed(document: try builder.finish()), as: format)
            return try coder.decode(ModelNode.self, from: Data("x".utf8))
        }
        let whole = try node(aliasOf: "m")
        #expect(whole["alias"]?.instance == whole["m"]?.instance)
        #expect(try node(aliasOf: long)["alias"]?["name"]?.stringValue == "under a long key")
        for path in ["m.m", "", "m.name"] {
            let error = #expect(throws: ModelError.self) { try node(aliasOf: path) }
            #expect(error?.reason.contains("leads nowhere") == true, "\(path)")
        }
    }
}
