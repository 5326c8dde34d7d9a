import Foundation
import HRCoder
import ModelCore
import TestSupport
import Testing

@Suite("Hostile files", .endsAtLast)
struct HostileTests {
    private static func sample(_ format: FileFormat) throws -> Data {
        let shared = ModelNode.array(ArrayNode([.int(1)]))
        let object = ModelNode.object(
            ObjectNode(CodedClass(name: "HRPage"), [("a.b", shared), ("u", .scalar(.uuid(UUID())))]))
        let dictionary = ModelNode.dictionary(DictionaryNode([(.int(1), object), (shared, .scalar(.float(.nan)))]))
        let root = ModelNode.object(
            ObjectNode(
                CodedClass(name: "HRBook"),
                [
                    ("d", dictionary), ("s", .array(ArrayNode([object, shared], kind: .set))),
                    ("$class", .scalar(.date(Date(timeIntervalSince1970: 0.5)))),
                ]))
        return try HRCoder().encode(root, as: format)
    }

    private static func tryAll(_ data: Data, _ format: FileFormat) {
        let limits = DecodingLimits(depth: 64)
        if let node = try? HRCoder().decode(ModelNode.self, from: data, as: format, limits: limits) {
            _ = try? HRCoder().encode(node, as: format, limits: limits)
        }
        _ = try? HRCoder().decode(from: data, as: format, limits: limits) { try AnyValue.decode(from: $0) }
        _ = HRCoder().detect(data)
    }

    @Test("Cut off anywhere, a file is refused", arguments: forms)
    func truncation(_ format: FileFormat) throws {
        let data = try Self.sample(format)
        // The line break at the end of XML may be missing, and what closes it isn't looked at by all readers.
        for length in 0..<(format == .hrCodedXML ? data.count - "</plist>\n".utf8.count : data.count) {
            #expect(throws: ModelError.self) {
                try HRCoder().decode(ModelNode.self, from: data.prefix(length), as: format)
            }
        }
    }

    @Test("With any byte changed, a file is read or refused, and nothing else", arguments: forms)
    func changes(_ format: FileFormat) throws {
        let data = try Self.sample(format)
        for index in data.indices {
            for change: UInt8 in [0x01, 0x80, 0xFF] {
                var changed = data
                changed[index] ^= change
                Self.tryAll(changed, format)
            }
        }
    }

    @Test("Golden files with bytes changed at random", arguments: Fixtures.golden)
    func goldenChanges(_ path: String) throws {
        var random = SystemRandomNumberGenerator()
        let data = try Fixtures.goldenData(path)
        for _ in 0..<15 {
            var changed = data
            for _ in 0...2 {
                changed[Int.random(in: 0..<data.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            Self.tryAll(
                changed, path.hasSuffix(".json") ? .hrCodedJSON : path.contains("xml") ? .hrCodedXML : .hrCodedBinary)
        }
    }

    @Test("Aliases that lead deeper and deeper end at the limit, which the error says")
    func depth() throws {
        // Each object's next one is another alias.
        let objects = (0..<2000).map { #"{"$class": "HRPage", "next": {"$alias": "\#($0 + 1)"}}"# }.joined(
            separator: ",")
        let content = Data("[\(objects),{\"$class\": \"HRPage\"}]".utf8)
        #expect {
            try ClassRegistry.withClasses(.pages) { try HRCoder().decode([HRPage].self, from: content, as: .hrCodedJSON) }
        } throws: { error in
            let error = error as? ModelError
            return error?.code == .depthExceeded && error?.reason.contains("512") == true
        }
        // A document has no depth of its own. Written, it does.
        let document = try HRCoder().document(from: content, as: .hrCodedJSON)
        #expect { try HRCoder().encode(document, as: .hrCodedJSON) } throws: {
            ($0 as? ModelError)?.code == .depthExceeded
        }
        let url = #"[{"$class": "NSURL", "NS.relative": "a", "NS.base": {"$alias": "0"}}]"#
        #expect(refusal(url)?.code == .depthExceeded)
        // A set that holds itself is a graph like any other.
        let set = try HRCoder().decode(
            ModelNode.self, from: Data(#"{"$class": "NSSet", "NS.object.0": {"$alias": "$root"}}"#.utf8),
            as: .hrCodedJSON)
        #expect(set[0]?.instance == set.instance)
        if case .array(let node) = set { node.elements = [] }
        #expect(throws: ModelError.self) {
            try HRCoder().decode(from: Data(#"{"a": {"$alias": "$root"}}"#.utf8), as: .hrCodedJSON) {
                try AnyValue.decode(from: $0)
            }
        }
    }

    @Test("Deeply nested text is refused before it is followed", arguments: ["[", #"{"a":"#, #"{"$class":"A","a":"#])
    func nesting(_ opening: String) {
        let text = String(repeating: opening, count: 100_000)
        #expect(refusal(text)?.code == .depthExceeded)
        #expect(refusal(#"{"x": {"$alias": "y"}, "y": "# + text)?.code == .depthExceeded)
    }

    @Test("What many aliases lead to is looked at once", .endsAtLast)
    func manyAliases() throws {
        let members = (0..<5_000).map { #""k\#($0)": {"$class": "NSURL"}"# }.joined(separator: ",")
        let long = String(repeating: "?", count: 200_000)
        for target in [#"{"$class": "NSURL", \#(members)}"#, #"{"$class": "NSData", "$data": "\#(long)"}"#] {
            let aliases = [String](repeating: #"{"$alias": "x"}"#, count: 20_000).joined(separator: ",")
            let text = #"{"x": \#(target), "$class": "HRPage", "refs": [\#(aliases)]}"#
            _ = try? HRCoder().document(from: Data(text.utf8), as: .hrCodedJSON)
        }
    }

    @Test("A path that goes through an alias very often costs no more than its length")
    func work() throws {
        let path = Array(repeating: "self", count: 20_000).joined(separator: ".")
        let text =
            #"{"self": {"$alias": "$root"}, "big": [\#(Array(repeating: "0", count: 50_000).joined(separator: ","))], "x": {"$alias": "\#(path).big.5"}}"#
        #expect(try read(text)["x"]?.scalar == .int64(0))
        let keys = (0..<2000).map { #""\#($0).x": [], "a\#($0)": {"$alias": "$root.a\#($0 + 1).b.x"}"# }.joined(
            separator: ",")
        #expect(throws: ModelError.self) { try read("{\(keys)}") }
    }

    @Test(
        "A chain of 100,000 objects is refused in writing, and refused or read in reading, on a thread's small stack too",
        arguments: [512 << 10, 8 << 20])
    func chain(_ stack: Int) async throws {
        try await onThread(stack) {
            let first = HRPage("0")
            var last = first
            for number in 1..<100_000 {
                let next = HRPage("\(number)")
                last.next = next
                last = next
            }
            for format in forms {
                do {
                    _ = try HRCoder().encode(first, as: format)
                    Issue.record("It was written.")
                } catch let error as ModelError {
                    #expect(error.code == .depthExceeded)
                }
            }
            let objects = (0..<100_000).map { #"{"$class": "HRPage", "next": {"$alias": "pages.\#($0 + 1)"}}"# }.joined(
                separator: ",")
            do {
                // What waits for the stack is met again in the array, and stands no deeper there.
                let book = try read(HRBook.self, #"{"pages": [\#(objects), {"$class": "HRPage"}]}"#)
                #expect(book.pages.count == 100_001 && book.pages.indices.dropLast().allSatisfy { book.pages[$0].next === book.pages[$0 + 1] })
            } catch let error as ModelError {
                #expect(error.code == .depthExceeded)
            }
        }
    }

    private func onThread(_ stack: Int, _ body: @escaping @Sendable () throws -> Void) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            let thread = Thread { continuation.resume(with: Result(catching: body)) }
            thread.stackSize = stack
            thread.start()
        }
    }
}
