import JSONSchema
import ModelCore
import TestSupport
import Testing

/// Parts of schemas by themselves.
@Suite("Parts of a schema")
struct PartTests {
    typealias Part = JSONSchema.Part

    /// The keywords of a part in their order, without those of the whole schema.
    private func keywords(_ part: Part) throws -> [String] {
        try JSONSchema(part, title: "Part").document.root.keys.filter { $0.hasPrefix("k") }
    }

    @Test("However keywords are set and removed, each is found, once and in its order", arguments: 0..<8)
    func changes(_ seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        var part: Part = [:]
        var wanted: [(name: String, value: Int64)] = []
        // About the number from which on keywords have an index.
        let size = [3, 15, 16, 17, 18, 19, 24, 40][seed]
        for step in 0..<300 {
            let name = "k\(Int.random(in: 0..<(size + 4), using: &random))"
            let place = wanted.firstIndex { $0.name == name }
            if wanted.count >= size || Int.random(in: 0..<4, using: &random) == 0 {
                part[name] = nil
                if let place { wanted.remove(at: place) }
            } else {
                part[name] = Part(.int64(Int64(step)))
                if let place { wanted[place].value = Int64(step) } else { wanted.append((name, Int64(step))) }
            }
            for number in 0..<(size + 4) {
                let value = wanted.first { $0.name == "k\(number)" }?.value
                guard part["k\(number)"] == value.map({ Part(.int64($0)) }) else {
                    Issue.record("k\(number) after \(step) steps: \(String(describing: value))")
                    return
                }
            }
            if step % 20 == 0 { #expect(try keywords(part) == wanted.map(\.name)) }
        }
        #expect(try keywords(part) == wanted.map(\.name))
        // Equal parts are equal however they came to be.
        let made = wanted.reduce(into: [:] as Part) { $0[$1.name] = Part(.int64($1.value)) }
        #expect(part == made && Set([part, made]).count == 1)
    }

    @Test("The second schema of a property restricts it, at any number of properties", arguments: [1, 15, 16, 17, 18, 30])
    func restricted(_ count: Int) throws {
        for twice in Set([0, count / 2, count - 1]) {
            var part: Part = ["type": "object"]
            for number in 0..<count { try part.addProperty(["minimum": 1], at: ["p\(number)"]) }
            try part.addProperty(["maximum": 5], at: ["p\(twice)"], isRequired: true)
            try part.addProperty(["maximum": 5], at: ["p\(twice)"], isRequired: true)
            let document = try JSONSchema(part, title: "Part").document
            #expect(document["properties"]?.keys == (0..<count).map { "p\($0)" })
            #expect(document["properties"]?["p\(twice)"]?["allOf"]?.count == 2)
            #expect(document["required"]?.elements.compactMap(\.stringValue) == ["p\(twice)"])
        }
    }

    @Test("A null is allowed by the type alone if no other keyword excludes it")
    func orNull() {
        let null: Part = ["type": "null"]
        let parts: [(Part, Part)] = [
            (true, true), (false, ["anyOf": [false, null]]), (null, null), ([:], ["anyOf": [[:], null]]),
            (["type": "string"], ["type": ["string", "null"]]),
            (["type": ["string", "integer"]], ["type": ["string", "integer", "null"]]),
            (["type": ["null", "string"]], ["type": ["null", "string"]]),
            (["type": "string", "pattern": "a"], ["type": ["string", "null"], "pattern": "a"]),
            (["minimum": 1], ["anyOf": [["minimum": 1], null]]),
            (["anyOf": [["type": "string"], null]], ["anyOf": [["type": "string"], null]]),
            (["anyOf": ["a", "b"]], ["anyOf": ["a", "b", null]]),
        ]
        for (part, wanted) in parts {
            #expect(part.orNull == wanted)
            #expect(wanted.orNull == wanted, "The second time changes nothing.")
        }
        for keyword in ["$dynamicRef", "$ref", "allOf", "const", "enum", "if", "not", "oneOf", "anyOf"] {
            var part: Part = ["type": "string"]
            part[keyword] = "x"
            #expect(part.orNull == ["anyOf": [part, null]], "\(keyword)")
            part["pattern"] = "y"
            #expect(part.orNull == ["anyOf": [part, null]], "\(keyword)")
        }
    }

    @Test(
        "A reference has the name as a JSON pointer in a fragment of a URI",
        arguments: [
            ("Book", "Book"), ("a/b", "a~1b"), ("a~b", "a~0b"), ("a~1b", "a~01b"), ("a/~b", "a~1~0b"), ("~/", "~0~1"),
            ("a b", "a%20b"), ("a%b", "a%25b"), ("é", "%C3%A9"), ("Box<Int>", "Box%3CInt%3E"), ("A.B-c_d", "A.B-c_d"),
            ("", ""), ("\"#?", "%22%23%3F"),
        ])
    func references(_ name: String, _ text: String) {
        #expect(Part.reference(to: name) == ["$ref": Part(.string("#/$defs/" + text))])
    }

    @Test("A key path may be just as long as is allowed")
    func depth() throws {
        var part: Part = [:]
        try part.addProperty(true, at: (0..<200).map { "k\($0)" }, isRequired: true)
        #expect(errorCode { try part.addProperty(true, at: (0..<201).map { "k\($0)" }) } == .depthExceeded)
        #expect(errorCode { try part.addProperty(true, at: []) } == .invalidKey)
    }
}
