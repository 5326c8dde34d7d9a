import FastCoder
import Foundation
import JSONFormat
import KeyedArchive
import ModelCore
import ModelTesting
import PlistFormat
import TestSupport
import Testing

#if Macros
    /// The direct way between memory and files must lead to the same bytes, values and errors as the way by a document.
    @Suite("The direct way")
    struct DirectWayTests {
        struct Format: CustomTestStringConvertible, Sendable {
            let provider: any FormatProvider
            let format: FileFormat
            let name: String
            /// True if shared references and cycles are kept.
            var isGraph = false

            var testDescription: String { name }

            static let all = [
                Format(provider: JSONFormat(), format: .json, name: "JSON"),
                Format(
                    provider: JSONFormat(
                        writing: [.prettyPrinted, .sortedKeys], keys: .snakeCase, dates: .secondsSince1970),
                    format: .json, name: "pretty JSON in a style"),
                Format(provider: FastCoder(), format: .fastCoding, name: "FastCoding", isGraph: true),
                Format(provider: KeyedArchive(), format: .keyedArchive, name: "archive", isGraph: true),
                Format(provider: PlistFormat(), format: .binaryPropertyList, name: "binary list"),
                Format(provider: PlistFormat(sortsKeys: true), format: .xmlPropertyList, name: "XML list"),
            ]

            func direct<Value: ModelValue>(_ value: Value) -> Data? { provider.encodeDirectly(value, as: format) }

            func byDocument<Value: ModelValue>(_ value: Value) throws -> Data {
                try provider.encodeByDocument(value, as: format)
            }

            func direct<Value: ModelValue>(_ type: Value.Type, _ content: Data) -> Value? {
                provider.decodeDirectly(type, from: content, as: format)
            }

            func byDocument<Value: ModelValue>(_ type: Value.Type, _ content: Data) throws -> Value {
                try provider.decodeByDocument(type, from: content, as: format)
            }
        }

        /// The value as a file that keeps everything, by way of a document.
        private static func everything<Value: ModelValue>(in value: Value) throws -> Data {
            try FastCoder().encodeByDocument(value, as: .fastCoding)
        }

        @Test("A thousand random graphs have the same bytes, and are read as the same", arguments: Format.all)
        func randomGraphs(_ format: Format) throws {
            var generator = SeededGenerator(seed: 41)
            var (written, read) = (0, 0)
            for _ in 0..<1000 {
                let node = DirectNode.random(&generator, size: 6, shares: Bool.random(using: &generator))
                let whole = Result { try format.byDocument(node) }
                if let direct = format.direct(node) {
                    written += 1
                    #expect(try direct == whole.get())
                }
                guard let content = try? whole.get(), let back = format.direct(DirectNode.self, content) else {
                    continue
                }
                read += 1
                let other = try format.byDocument(DirectNode.self, content)
                #expect(try Self.everything(in: back) == Self.everything(in: other))
            }
            #expect(written > 100 && read > 100, "\(written) written, \(read) read")
        }

        @Test("A damaged file is read as by way of a document, or not at all", arguments: Format.all)
        func damagedFiles(_ format: Format) throws {
            var generator = SeededGenerator(seed: 42)
            var read = 0
            for _ in 0..<1000 {
                let node = DirectNode.random(&generator, size: 3, shares: false)
                guard let content = try? format.byDocument(node) else { continue }
                for _ in 0..<10 {
                    var damaged = content
                    let place = Int.random(in: 0..<damaged.count, using: &generator)
                    switch Int.random(in: 0..<3, using: &generator) {
                    case 0: damaged[place] = UInt8.random(in: 0...255, using: &generator)
                    case 1: damaged.remove(at: place)
                    default: damaged.insert(damaged.randomElement(using: &generator) ?? 0, at: place)
                    }
                    guard let back = format.direct(DirectNode.self, damaged) else { continue }
                    read += 1
                    let other = try format.byDocument(DirectNode.self, damaged)
                    #expect(try Self.everything(in: back) == Self.everything(in: other))
                }
            }
            #expect(read > 10, "\(read) read")
        }

        @Test("What isn't plain isn't written directly", arguments: Format.all)
        func refusals(_ format: Format) throws {
            let holder = DirectHolder()
            #expect(format.direct(holder) != nil)
            holder.base = DirectChild()
            #expect(format.direct(holder) == nil)
            holder.base = nil
            let node = DirectNode()
            holder.nodes = [node, node]
            #expect((format.direct(holder) != nil) == format.isGraph)
            node.next = node
            #expect((format.direct(node) != nil) == format.isGraph)
            node.next = nil
            var chain = DirectNode()
            for _ in 0..<80 {
                let outer = DirectNode()
                outer.next = chain
                chain = outer
            }
            #expect(format.direct(chain) == nil)
            let unknown = try JSONFormat().decode(DirectNode.self, from: Data(#"{"name":"n","colour":"red"}"#.utf8))
            #expect(unknown.unknownValues != nil && format.direct(unknown) == nil)
        }

        @Test("Limits are the same on both ways", arguments: Format.all)
        func limits(_ format: Format) throws {
            let node = DirectNode()
            node.others = [DirectNode(), DirectNode()]
            node.rows = [[1, 2], [3]]
            let content = try format.byDocument(node)
            for nodes in 0...150 {
                let limits = DecodingLimits(nodes: nodes)
                let direct = format.provider.encodeDirectly(node, as: format.format, limits)
                let other = try? format.provider.encodeByDocument(node, as: format.format, limits: limits)
                #expect(direct == nil || direct == other, "\(nodes)")
                let back = format.provider.decodeDirectly(DirectNode.self, from: content, as: format.format, limits)
                let otherBack = try? format.provider.decodeByDocument(
                    DirectNode.self, from: content, as: format.format, limits: limits)
                #expect(back == nil || otherBack != nil, "\(nodes)")
            }
            for depth in 0...6 {
                let limits = DecodingLimits(depth: depth)
                let direct = format.provider.encodeDirectly(node, as: format.format, limits)
                let other = try? format.provider.encodeByDocument(node, as: format.format, limits: limits)
                #expect(direct == nil || direct == other, "depth \(depth)")
                let back = format.provider.decodeDirectly(DirectNode.self, from: content, as: format.format, limits)
                let otherBack = try? format.provider.decodeByDocument(
                    DirectNode.self, from: content, as: format.format, limits: limits)
                #expect(back == nil || otherBack != nil, "depth \(depth)")
            }
            let bytes = DecodingLimits(bytes: content.count - 1)
            #expect(format.provider.encodeDirectly(node, as: format.format, bytes) == nil)
            #expect(format.provider.decodeDirectly(DirectNode.self, from: content, as: format.format, bytes) == nil)
        }

        @Test("In JSON, an object that isn't as expected goes by way of a document, and the others directly")
        func unexpectedObjects() throws {
            let text = """
                { "nodes": [ {"name":"a"}, {"count":2, "name":"b", "colour":"red"}, {"name":"c\\u0041","limit":null},
                  {"others":[{"name":"d","colour":["x"]}]} ], "base": {"$class":"DirectChild","title":"t","extra":5} }
                """
            let content = Data(text.utf8)
            let direct = try #require(JSONFormat().decodeDirectly(DirectHolder.self, from: content, as: .json))
            let other = try JSONFormat().decodeByDocument(DirectHolder.self, from: content, as: .json)
            #expect(try Self.everything(in: direct) == Self.everything(in: other))
            #expect(direct.nodes[1].unknownValues?["colour"]?.stringValue == "red" && direct.nodes[2].name == "cA")
            #expect(direct.nodes[2].limit == nil && (direct.base as? DirectChild)?.extra == 5)
        }

        @Test("An error is found by way of a document, with its place")
        func errors() {
            for (text, code, path) in [
                (#"{"nodes":[{"name":"a"},{"name":1e}]}"#, ModelError.Code.corruptData, "nodes[1].name"),
                (#"{"nodes":[{"name":"a"},{"count":"x"}]}"#, .typeMismatch, "nodes[1].count"),
                (#"{"nodes":[{"name":"a","name":"b"}]}"#, .duplicateKey, "nodes[0]"),
            ] {
                #expect {
                    try JSONFormat().decode(DirectHolder.self, from: Data(text.utf8))
                } throws: { error in
                    guard let error = error as? ModelError else { return false }
                    return error.code == code && error.path.description.hasPrefix(path)
                }
            }
        }

        @Test("If very many objects aren't as expected, the file goes by way of a document")
        func manyUnexpectedObjects() throws {
            let objects = (0..<2000).map { #"{"name":"n\#($0)","colour":"red"}"# }.joined(separator: ",")
            let content = Data(#"{"nodes":[\#(objects)]}"#.utf8)
            #expect(JSONFormat().decodeDirectly(DirectHolder.self, from: content, as: .json) == nil)
            let holder = try JSONFormat().decode(DirectHolder.self, from: content)
            #expect(holder.nodes.count == 2000 && holder.nodes.allSatisfy { $0.unknownValues != nil })
        }
    }
#endif
