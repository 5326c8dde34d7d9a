import FastCoder
import Foundation
import ModelCore
import ModelTesting
import TestSupport
import Testing

@Suite("Objects out of plain dictionaries")
struct BootstrappingTests {
    private func tree(_ json: String) throws -> ModelDocument {
        try ModelDocument(encoding: try JSONSerialization.jsonObject(with: Data(json.utf8)) as Any?)
    }

    @Test("A class of the program, with aliases backward, forward and around")
    func objects() throws {
        let graph = try tree(
            """
            {"first": {"$alias": "list.1"}, "list": [{"$class": "Animal", "name": "A", "friend": {"$alias": "list.1"}},
             {"$class": "Dog", "name": "B", "friend": {"$alias": "list.0"}, "tricks": ["sit"]}], "self": {"$alias": "$root"}}
            """
        ).bootstrapped()
        let data = try FastCoder().encode(graph)
        try OriginalReader.check(data, allowsExtensions: false)
        let read = try FastCoder().decode(ModelDocument.self, from: data)
        #expect(Fingerprint.text(of: read) == Fingerprint.text(of: graph))
        let list = try ClassRegistry.withClasses(.animals) {
            try FastCoder().decode(from: data) { decoder in
                _ = try decoder.beginObject()
                let list = try decoder.decode([Animal].self, forKey: "list") ?? []
                let first = try decoder.decode(Animal.self, forKey: "first")
                try decoder.endObject()
                #expect(first === list[1])
                return list
            }
        }
        #expect(list[0].friend === list[1] && list[1].friend === list[0])
        #expect((list[1] as? Dog)?.tricks == ["sit"])
        list[0].friend = nil
    }

    @Test("Objects of an unknown class that have the same keys share a definition; a key that one lacks isn't nil there")
    func unknownClass() throws {
        let graph = try tree(
            #"[{"$class": "Nope", "x": 1, "y": 2}, {"$class": "Nope", "x": 3}, {"$class": "Nope", "z": 4}, {"$class": "Nope", "x": 5}]"#
        ).bootstrapped()
        let data = try FastCoder().encode(graph)
        let types = try OriginalReader.types(in: data)
        #expect(types[29] == 3 && types[30] == 4 && types[0] == nil)
        #expect(Fingerprint.text(of: try FastCoder().decode(ModelDocument.self, from: data)) == Fingerprint.text(of: graph))
    }

    @Test(
        "An alias to nowhere, and aliases in a loop",
        arguments: [
            #"{"a": {"$alias": "b"}}"#, #"{"a": {"$alias": "b"}, "b": {"$alias": "a"}}"#, #"{"$alias": "$root"}"#,
            #"[{"$alias": "0"}]"#, #"[{"$alias": "7"}]"#,
        ])
    func wrongAliases(_ json: String) throws {
        #expect { try self.tree(json).bootstrapped() } throws: { ($0 as? ModelError)?.code == .corruptData }
    }

    // MARK: Small documents that would take the square of their size

    /// A dictionary with a value under `a`, and an array of aliases, one for each path, under `list`.
    private func document(
        paths: some Sequence<String>, _ value: (inout DocumentBuilder) throws -> Void
    ) throws -> ModelDocument {
        var builder = DocumentBuilder()
        try builder.beginDictionary()
        try builder.key("a")
        try value(&builder)
        try builder.key("list")
        try builder.beginArray()
        for path in paths {
            try builder.beginDictionary()
            try builder.key("$alias")
            try builder.append(path)
            try builder.end()
        }
        try builder.end()
        try builder.end()
        return try builder.finish()
    }

    @Test("Very many objects of a class that have a key of their own each")
    func manyKeys() throws {
        let count = 60_000
        var builder = DocumentBuilder()
        try builder.beginArray()
        for number in 0..<count {
            try builder.beginDictionary()
            try builder.key("k\(number)")
            try builder.append(Int64(number))
            try builder.key("$class")
            try builder.append("A")
            try builder.key("k0 of \(number % 2)")
            try builder.append(true)
            try builder.end()
        }
        try builder.end()
        let tree = try builder.finish()
        var graph: ModelDocument?
        let seconds = try threadSeconds { graph = try tree.bootstrapped() }
        #expect(seconds < 5 && graph?.root.count == count)
        let last = try #require(graph?.root.elements.last)
        // In the order of the class's keys.
        #expect(last.className == "A" && last.keys == ["k0 of 1", "k\(count - 1)"])
    }

    @Test("Very many aliases to one element of a long array", arguments: ["a.0", "a.199999"])
    func manyAliases(_ path: String) throws {
        let count = 50_000
        let tree = try document(paths: repeatElement(path, count: count)) { builder in
            try builder.beginArray()
            for number in 0..<200_000 { try builder.append(Int64(number)) }
            try builder.end()
        }
        var graph: ModelDocument?
        let seconds = try threadSeconds { graph = try tree.bootstrapped() }
        #expect(seconds < 5 && graph?["list"]?.count == count)
        #expect(graph?["list"]?.elements.last?.intValue == (path == "a.0" ? 0 : 199_999))
    }

    @Test("Very many aliases to a chain of aliases, and to a long text")
    func chains() throws {
        let text = String(repeating: "x", count: 1 << 21)
        // Each is the alias of the one before; a path through more than the limit is an error as before.
        let chain = ["a"] + (0..<500).map { "list.\($0)" }
        let count = 50_000
        let tree = try document(paths: chain + Array(repeating: "list.500", count: count)) { try $0.append(text) }
        var graph: ModelDocument?
        let seconds = try threadSeconds { graph = try tree.bootstrapped() }
        let last = try #require(graph?["list"]?.elements.last)
        #expect(seconds < 5 && graph?["list"]?.count == chain.count + count && last.stringValue == text)
        let long = try document(paths: ["a"] + (0..<511).map { "list.\($0)" }) { try $0.append(text) }
        #expect { try long.bootstrapped() } throws: { ($0 as? ModelError)?.code == .corruptData }
    }

    @Test("A long path that leads through itself")
    func longLoop() throws {
        let path = "list.0" + String(repeating: ".1", count: 1 << 20)
        let tree = try document(paths: [path]) { try $0.append(true) }
        let seconds = threadSeconds {
            let error = #expect(throws: ModelError.self) { try tree.bootstrapped() }
            #expect(error?.code == .corruptData)
        }
        #expect(seconds < 5)
    }
}
