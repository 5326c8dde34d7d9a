import FastCoder
import Foundation
import HRCoder
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

            /// True if values with code of their own stay on the direct way.
            var hasParts: Bool { !provider.capabilities(of: format).contains(.everyClass) }

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
                Format(provider: HRCoder(), format: .hrCodedJSON, name: "HRCoded JSON"),
                Format(provider: HRCoder(), format: .hrCodedBinary, name: "HRCoded binary list"),
                Format(
                    provider: HRCoded(PlistFormat(sortsKeys: true), as: FileFormat("sortedXML", fileExtension: nil, library: "HRCoder")),
                    format: FileFormat("sortedXML", fileExtension: nil, library: "HRCoder"), name: "sorted HRCoded XML"),
            ]

            func direct<Value: ModelValue>(_ value: Value) -> Data? { try? provider.encodeDirectly(value, as: format) }

            func byDocument<Value: ModelValue>(_ value: Value) throws -> Data {
                try provider.encodeByDocument(value, as: format)
            }

            func direct<Value: ModelValue>(_ type: Value.Type, _ content: Data) -> Value? {
                try? provider.decodeDirectly(type, from: content, as: format)
            }

            /// The error with which a value is read directly, and that by way of a document, if they differ.
            func differentErrors<Value: ModelValue>(_ type: Value.Type, _ content: Data) -> String? {
                do {
                    _ = try provider.decodeDirectly(type, from: content, as: format)
                    return nil
                } catch {
                    do {
                        _ = try provider.decodeByDocument(type, from: content, as: format)
                        return "directly: \(error); by way of a document none"
                    } catch let other {
                        return "\(error)" == "\(other)" ? nil : "directly: \(error); by way of a document: \(other)"
                    }
                }
            }

            func byDocument<Value: ModelValue>(_ type: Value.Type, _ content: Data) throws -> Value {
                try provider.decodeByDocument(type, from: content, as: format)
            }

            /// Expects that a value is read directly as by way of a document, if it is, and else with the same error.
            ///
            /// - Parameter comparesErrors: False to compare values alone.
            /// - Returns: True if it is read directly.
            func expectSame<Value: ModelValue>(
                _ type: Value.Type, _ content: Data, comparesErrors: Bool = true
            ) throws -> Bool {
                if comparesErrors, let different = differentErrors(type, content) {
                    Issue.record("\(different): \(String(decoding: content, as: UTF8.self))")
                }
                guard let direct = direct(type, content) else { return false }
                let other = try byDocument(type, content)
                #expect(
                    try DirectWayTests.everything(in: direct) == DirectWayTests.everything(in: other),
                    "\(String(decoding: content, as: UTF8.self))")
                return true
            }
        }

        /// The value as a file that keeps everything, by way of a document.
        static func everything<Value: ModelValue>(in value: Value) throws -> Data {
            try FastCoder().encodeByDocument(value, as: .fastCoding)
        }

        @Test("A thousand random graphs have the same bytes, and are read as the same", arguments: Format.all)
        func randomGraphs(_ format: Format) throws {
            var generator = SeededGenerator(seed: 41)
            let (written, read) = try Self.compare(in: format) {
                DirectNode.random(&generator, size: 6, shares: Bool.random(using: &generator))
            }
            #expect(written > 100 && read > 100, "\(written) written, \(read) read")
        }

        @Test("Structs in models, in arrays, in optionals and in structs", arguments: Format.all)
        func structs(_ format: Format) throws {
            var generator = SeededGenerator(seed: 43)
            let (written, read) = try Self.compare(in: format) { DirectSite.random(&generator, size: 4) }
            #expect(written > 100 && read > 100, "\(written) written, \(read) read")
        }

        @Test("Properties that lie deeper in files", arguments: Format.all)
        func keyPaths(_ format: Format) throws {
            var generator = SeededGenerator(seed: 44)
            let (written, read) = try Self.compare(in: format) { DirectMail.random(&generator, size: 3) }
            #expect(written > 100 && read > 100, "\(written) written, \(read) read")
            guard format.format == .json else { return }
            func direct(_ text: String) -> DirectMail? {
                try? JSONFormat().decodeDirectly(DirectMail.self, from: Data(text.utf8), as: .json)
            }
            let mail = try #require(direct(#"{"head":null,"body":"b","foot":{"more":{},"note":"n"}}"#))
            #expect(mail.body == "b" && mail.note == "n" && mail.from.isEmpty && mail.more == nil)
            #expect(direct(#"{"head":1}"#) == nil && direct(#"{"head":{"cc":"x"}}"#) == nil)
            #expect(direct(#"{"head":{"from":"a"},"head":{"from":"b"}}"#) == nil)
        }

        /// Compares a thousand values on both ways.
        ///
        /// - Returns: The number of those that were written directly, and of those that were read so.
        static func compare<Value: ModelValue>(
            in format: Format, _ make: () -> Value
        ) throws -> (written: Int, read: Int) {
            var (written, read) = (0, 0)
            for _ in 0..<1000 {
                let value = make()
                let whole = Result { try format.byDocument(value) }
                if let direct = format.direct(value) {
                    written += 1
                    let content = try whole.get()
                    #expect(direct == content, "\(Self.difference(direct, content))")
                }
                guard let content = try? whole.get(), let back = format.direct(Value.self, content) else { continue }
                read += 1
                let other = try format.byDocument(Value.self, content)
                #expect(try Self.everything(in: back) == Self.everything(in: other))
            }
            return (written, read)
        }

        /// The bytes of two contents around the first that differ.
        static func difference(_ one: Data, _ other: Data) -> String {
            let common = zip(one, other).prefix { $0 == $1 }.count
            return [one, other].map { String(decoding: $0.dropFirst(max(common - 60, 0)).prefix(120), as: UTF8.self) }
                .joined(separator: "\n")
        }

        @Test("A damaged file is read as by way of a document, or not at all", arguments: Format.all)
        func damagedFiles(_ format: Format) throws {
            var generator = SeededGenerator(seed: 42)
            let read = try Self.damage(in: format, &generator) { DirectNode.random(&$0, size: 3, shares: false) }
            #expect(read > 10, "\(read) read")
            _ = try Self.damage(in: format, &generator) { DirectSite.random(&$0, size: 2) }
            _ = try Self.damage(in: format, &generator) { DirectMail.random(&$0, size: 2) }
        }

        /// The content with one byte replaced, removed or added.
        static func damaged(_ content: Data, _ generator: inout SeededGenerator) -> Data {
            var damaged = content
            let place = Int.random(in: 0..<damaged.count, using: &generator)
            switch Int.random(in: 0..<3, using: &generator) {
            case 0: damaged[place] = UInt8.random(in: 0...255, using: &generator)
            case 1: damaged.remove(at: place)
            default: damaged.insert(damaged.randomElement(using: &generator) ?? 0, at: place)
            }
            return damaged
        }

        /// Damages files of some values, which are read as by way of a document, or with the same error.
        ///
        /// - Returns: The number of those that were read directly.
        static func damage<Value: ModelValue>(
            _ count: Int = 1000, in format: Format, _ generator: inout SeededGenerator,
            _ make: (inout SeededGenerator) -> Value
        ) throws -> Int {
            var read = 0
            for _ in 0..<count {
                guard let content = try? format.byDocument(make(&generator)) else { continue }
                for _ in 0..<10 {
                    let damaged = Self.damaged(content, &generator)
                    let difference = format.differentErrors(Value.self, damaged)
                    #expect(difference == nil, "\(damaged.base64EncodedString())")
                    guard let back = format.direct(Value.self, damaged) else { continue }
                    read += 1
                    do {
                        let other = try format.byDocument(Value.self, damaged)
                        #expect(try Self.everything(in: back) == Self.everything(in: other))
                    } catch {
                        Issue.record("\(error)\n\(content.base64EncodedString())\n\(damaged.base64EncodedString())")
                    }
                }
            }
            return read
        }

        @Test("A property that a file lacks is nil in a struct, or a matter of the struct's code")
        func missingProperties() throws {
            func direct(_ text: String) -> DirectSite? {
                try? JSONFormat().decodeDirectly(DirectSite.self, from: Data(text.utf8), as: .json)
            }
            let whole = #""code":2,"name":"n","height":1.0,"marks":[],"parts":[],"mood":"calm""#
            let site = try #require(direct(#"{"place":{\#(whole)},"places":[{\#(whole)}]}"#))
            #expect(site.place.note == nil && site.place.keeper == nil && site.places[0].note == nil)
            let read = try #require(direct(#"{"place":{"code":2,"name":"n"}}"#))
            #expect(read.place.height == 1.5 && read.place.note == nil)
            // A constant that isn't as expected is a matter of the whole struct.
            #expect(direct(#"{"place":{"code":"x","name":"n"}}"#) == nil)
        }

        @Test("What isn't plain isn't written directly", arguments: Format.all)
        func refusals(_ format: Format) throws {
            let holder = DirectHolder()
            #expect(format.direct(holder) != nil)
            let node = DirectNode()
            holder.nodes = [node, node]
            #expect((format.direct(holder) != nil) == (format.isGraph || format.hasParts))
            node.next = node
            #expect((format.direct(node) != nil) == format.isGraph)
            node.next = nil
            let unknown = try JSONFormat().decode(DirectNode.self, from: Data(#"{"name":"n","colour":"red"}"#.utf8))
            #expect(unknown.unknownValues != nil)
            #expect(try format.direct(unknown) == (format.hasParts ? format.byDocument(unknown) : nil))
        }

        @Test("Limits are the same on both ways", arguments: Format.all)
        func limits(_ format: Format) throws {
            let node = DirectNode()
            node.others = [DirectNode(), DirectNode()]
            node.rows = [[1, 2], [3]]
            let content = try format.byDocument(node)
            for nodes in 0...150 {
                let limits = DecodingLimits(nodes: nodes)
                let direct = try? format.provider.encodeDirectly(node, as: format.format, limits)
                let other = try? format.provider.encodeByDocument(node, as: format.format, limits: limits)
                #expect(direct == nil || direct == other, "\(nodes)")
                let back = try? format.provider.decodeDirectly(DirectNode.self, from: content, as: format.format, limits)
                let otherBack = try? format.provider.decodeByDocument(
                    DirectNode.self, from: content, as: format.format, limits: limits)
                #expect(back == nil || otherBack != nil, "\(nodes)")
            }
            for depth in 0...6 {
                let limits = DecodingLimits(depth: depth)
                let direct = try? format.provider.encodeDirectly(node, as: format.format, limits)
                let other = try? format.provider.encodeByDocument(node, as: format.format, limits: limits)
                #expect(direct == nil || direct == other, "depth \(depth)")
                let back = try? format.provider.decodeDirectly(DirectNode.self, from: content, as: format.format, limits)
                let otherBack = try? format.provider.decodeByDocument(
                    DirectNode.self, from: content, as: format.format, limits: limits)
                #expect(back == nil || otherBack != nil, "depth \(depth)")
            }
            let bytes = DecodingLimits(bytes: content.count - 1)
            #expect(try format.provider.encodeDirectly(node, as: format.format, bytes) == nil)
            #expect(try format.provider.decodeDirectly(DirectNode.self, from: content, as: format.format, bytes) == nil)
        }

        @Test("In JSON, an object that isn't as expected goes by way of a document, and the others directly")
        func unexpectedObjects() throws {
            let text = """
                { "nodes": [ {"name":"a"}, {"count":2, "name":"b", "colour":"red"}, {"name":"c\\u0041","limit":null},
                  {"others":[{"name":"d","colour":["x"]}]} ], "base": {"$class":"DirectChild","title":"t","extra":5} }
                """
            let content = Data(text.utf8)
            let direct = try #require(try JSONFormat().decodeDirectly(DirectHolder.self, from: content, as: .json))
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

        @Test("If very many objects or values aren't as expected, they go by way of one document")
        func manyUnexpectedObjects() throws {
            func direct(_ object: String) throws -> DirectHolder {
                let objects = Array(repeating: object, count: 2000).joined(separator: ",")
                let content = Data(#"{"nodes":[\#(objects)]}"#.utf8)
                return try #require(try JSONFormat().decodeDirectly(DirectHolder.self, from: content, as: .json))
            }
            #expect(try direct(#"{"$class":"DirectNode","name":"n"}"#).nodes.allSatisfy { $0.name == "n" })
            let holder = try direct(#"{"name":"n","colour":"red","count":1.0e0}"#)
            #expect(holder.nodes.count == 2000 && holder.nodes.allSatisfy { $0.unknownValues != nil && $0.count == 1 })
        }
    }
#endif
