import Foundation
import ModelCore
import Testing
import YAMLFormat

/// Edits of YAML that leave the rest of the text alone.
@Suite struct YAMLEditTests {
    private static let sample = """
        # Where the server listens.
        host: 'example.org'   # the name
        port: 0080

        paths:
          # all of them
          - /usr   # first
          - "/opt"
          - {kind: temporary, name: /tmp}
        users:
        - name: Anna
          age: 30 # years
        - name: Bert
          tags: [a, b] # both
        text: |
          one
          two
        nothing:
        last: true

        """

    private func edited(_ text: String, _ change: (inout ModelDocument) throws -> Void) throws -> String {
        let old = Data(text.utf8)
        var document = try YAMLFormat().document(from: old)
        try change(&document)
        let new = try YAMLFormat().encode(document, keepingTextOf: old)
        #expect(try YAMLFormat().document(from: new) == document)
        return String(decoding: new, as: UTF8.self)
    }

    @Test("Values are replaced, added and removed")
    func edits() throws {
        let sample = Self.sample
        #expect(try edited(sample) { _ in } == sample)
        #expect(try edited(sample) { try $0.set(.int64(81), at: ["port"]) } == sample.replacing("0080", with: "81"))
        #expect(
            try edited(sample) { try $0.set(.string("b.org"), at: ["host"]) }
                == sample.replacing("'example.org'", with: "'b.org'"))
        #expect(
            try edited(sample) { try $0.set(.int64(31), at: ["users", 0, "age"]) }
                == sample.replacing("30 #", with: "31 #"))
        #expect(
            try edited(sample) { try $0.set(.string("new"), at: ["nothing"]) }
                == sample.replacing("nothing:", with: "nothing: new"))
        #expect(
            try edited(sample) { try $0.set(.int64(5), at: ["users", 1, "age"]) }
                == sample.replacing("[a, b] # both\n", with: "[a, b] # both\n  age: 5\n"))
        #expect(
            try edited(sample) { try $0.insert(ModelDocument(.string("c")), at: ["users", 1, "tags", 2]) }
                == sample.replacing("[a, b]", with: "[a, b, c]"))
        #expect(
            try edited(sample) { try $0.set(.int64(1), at: ["paths", 2, "size"]) }
                == sample.replacing("name: /tmp", with: "name: /tmp, size: 1"))
        #expect(
            try edited(sample) { try $0.insert(ModelDocument(.string("/var")), at: ["paths", 1]) }
                == sample.replacing("# first\n", with: "# first\n  - /var\n"))
        #expect(
            try edited(sample) { try $0.removeValue(at: ["paths", 1]) } == sample.replacing("  - \"/opt\"\n", with: ""))
        #expect(
            try edited(sample) { try $0.removeValue(at: ["users", 0, "name"]) }
                == sample.replacing("- name: Anna\n  age", with: "- age"))
        #expect(
            try edited(sample) { try $0.removeValue(at: ["text"]) }
                == sample.replacing("text: |\n  one\n  two\n", with: ""))
        #expect(
            try edited(sample) { try $0.renameKey(at: ["port"], to: "door") }
                == sample.replacing("port:", with: "door:"))
        let user = try YAMLFormat().document(from: Data("{name: Cleo, tags: [x], more: {a: 1}}".utf8))
        #expect(
            try edited(sample) { try $0.insert(user, at: ["users", 2]) }
                == sample.replacing("# both\n", with: "# both\n- name: Cleo\n  tags:\n  - x\n  more:\n    a: 1\n"))
        #expect(
            try edited(sample) { try $0.set(user, at: ["last"]) }
                == sample.replacing("last: true", with: "last:\n  name: Cleo\n  tags:\n  - x\n  more:\n    a: 1"))
    }

    @Test("Classes are tags")
    func classes() throws {
        let text = "--- !Cat\nname: Felix # the cat\nkitten: !Cat\n  name: Tom\n"
        #expect(
            try edited(text) { try $0.set(.string("Tim"), at: ["kitten", "name"]) }
                == text.replacing("Tom", with: "Tim"))
        #expect(try edited(text) { try $0.set(.int64(7), at: ["age"]) } == text + "age: 7\n")
    }

    @Test(
        "What Yams doesn't tell is written anew", arguments: ["a: &x [1]\nb: *x # again\n", "a: two\n  lines\nb: 1\n"])
    func anew(_ text: String) throws {
        let new = try edited(text) { try $0.set(.int64(2), at: ["b"]) }
        #expect(new.hasPrefix("---"))
    }

    @Test("A thousand random edits of generated text", arguments: 0..<10) func random(_ part: Int) throws {
        var random = Generator(state: UInt64(part) &+ 1)
        for _ in 0..<100 {
            let lines = (0..<20).map { number -> String in
                switch Int.random(in: 0..<6, using: &random) {
                case 0: "key\(number): 0\(number) # c\(number)"
                case 1: "key\(number):\n  - a\(number) # c\(number)\n  # d\(number)\n  - b\(number)"
                case 2: "# c\(number)\nkey\(number): {x: \(number), y: 'z \(number)'} # d\(number)"
                case 3:
                    "key\(number):\n    x: 0\(number) # c\(number)\n    y:\n    - 1\n    - u: 0\(number)\n      v: 2"
                case 4: "key\(number): \"q \(number)\"\n"
                default: "key\(number): |\n  text \(number)\n  more\n"
                }
            }
            let text = "# head\n" + lines.joined(separator: "\n") + "\n# end\n"
            let place = Int.random(in: 0..<20, using: &random)
            let key = ModelPath.Component.key("key\(place)")
            let operation = Int.random(in: 0..<5, using: &random)
            let isArray = lines[place].contains("- a")
            let isDictionary = lines[place].contains("x: ")
            let new = try edited(text) { document in
                switch operation {
                case 0: try document.set(.string("new text"), at: ModelPath([key]))
                case 1 where place > 0: try document.removeValue(at: ModelPath([key]))
                case 2 where isArray: try document.removeValue(at: ModelPath([key, .index(place % 2)]))
                case 2 where isDictionary: try document.removeValue(at: ModelPath([key, .key("x")]))
                case 3 where isArray:
                    try document.insert(ModelDocument(.bool(true)), at: ModelPath([key, .index(place % 3)]))
                case 3 where isDictionary: try document.set(.bool(true), at: ModelPath([key, .key("new")]))
                default: try document.set(.int64(1), at: ["added"])
                }
            }
            for (number, line) in lines.enumerated() where number != place {
                #expect(
                    new.contains(line.trimmingCharacters(in: .newlines) + "\n"),
                    "\(operation) at \(place) of:\n\(text)\n\(new)")
            }
            #expect(new.hasPrefix("# head\n") && new.hasSuffix("# end\n") || operation == 4, "\(text)\n\(new)")
        }
    }
}

/// The same numbers each time (xorshift64*).
private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state ^= state >> 12
        state ^= state << 25
        state ^= state >> 27
        return state &* 0x2545_F491_4F6C_DD1D
    }
}
