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
}
