import Documents
import FormatSupport
import Foundation
import JSONFormat
import Patching
import Testing

@Suite("Documents that are changed as trees")
struct DocumentTreeTests {
    private func document(_ json: String) throws -> ModelDocument { try JSONFormat().document(from: Data(json.utf8)) }

    private static let values = [
        "null", "true", "false", "0", "1", "1.5", #""""#, #""a""#, "[]", "[1]", "[1,2]", "[2,1]", "[[1]]", "[1,null]", "{}", #"{"a":1}"#,
        #"{"a":2}"#, #"{"b":1}"#, #"{"a":1,"b":2}"#, #"{"a":1,"b":3}"#, #"{"a":1,"c":2}"#, #"{"a":[1,{"b":2}]}"#, #"{"a":[1,{"b":3}]}"#,
        #"{"a":[1,{"b":2,"c":3}]}"#, #"{"a":null}"#, #"{"a":{}}"#, #"{"a":[]}"#,
    ]

    @Test("A value is equal to itself alone, however much of the tree was read")
    func equality() throws {
        for (index, value) in Self.values.enumerated() {
            for (other, second) in Self.values.enumerated() {
                let (own, wanted) = (try document(value), try document(second))
                for path in [[], ["k"]] as [ModelPath] {
                    let whole = path.components.isEmpty ? own : try document(#"{"k":1}"#)
                    let tree = DocumentTree(whole, limit: .max)
                    var slot = tree.root
                    if !path.components.isEmpty {
                        #expect(tree.set("k", in: tree.root, to: tree.new(own.root)))
                        slot = try #require(tree.slot("k", in: tree.root))
                    }
                    #expect(try tree.isEqual(slot, wanted.root) == (index == other), "\(own) and \(wanted)")
                }
            }
        }
    }

    @Test(
        "Numbers are equal by their values, and no others are",
        arguments: [
            (.int64(1), .double(1), true), (.int64(1), .uint64(1), true), (.int64(1), .bool(true), false),
            (.double(0.1), .float(0.1), true),
            (.float(0.1), .double(0.1), true), (.float(0.1), .double(Double(Float(0.1))), true),
            (.double(0.1), .decimal(Decimal(string: "0.1")!), true),
            (.float(0.5), .decimal(Decimal(string: "0.5")!), true), (.int64(1 << 53 + 1), .double(0x1p53), false),
            (.uint64(.max), .int64(-1), false), (.int64(1), .string("1"), false), (.double(1.5), .double(1.25), false),
            (.null, .bool(false), false),
            (.null, .null, true), (.string("a"), .string("a"), true), (.string("é"), .string("e\u{301}"), false),
            (.decimal(Decimal(string: "12345678901234567890")!), .uint64(12_345_678_901_234_567_890), true),
        ] as [(ModelScalar, ModelScalar, Bool)])
    func numbers(_ left: ModelScalar, _ right: ModelScalar, _ areEqual: Bool) {
        let (one, other) = (ModelDocument(left), ModelDocument(right))
        #expect(DocumentTree.areEqual(one.root, other.root) == areEqual)
        #expect(DocumentTree.areEqual(other.root, one.root) == areEqual)
    }

    @Test("Elements are inserted from the first place to the one behind the last", arguments: [0, 1, 2, 3])
    func insert(_ index: Int) throws {
        let tree = DocumentTree(try document("[10,11]"), limit: .max)
        let isInserted = tree.insert(tree.new(ModelDocument(.int64(5)).root), at: index, in: tree.root)
        #expect(isInserted == (index < 3))
        var expected = ["10", "11"]
        if index < 3 { expected.insert("5", at: index) }
        let elements = try tree.document(limits: .standard).root.elements
        #expect(elements.map(\.description) == expected && tree.count(of: tree.root) == expected.count)
        #expect(!tree.insert(tree.root, at: -1, in: tree.root))
    }

    @Test("Steps that lead nowhere change nothing")
    func nowhere() throws {
        let original = try document(#"{"a":[1,2],"b":3}"#)
        let tree = DocumentTree(original, limit: .max)
        let array = try #require(tree.slot("a", in: tree.root))
        let new = tree.new(ModelDocument(.null).root)
        #expect(tree.slot(2, in: array) == nil && tree.slot(-1, in: array) == nil && tree.slot("a", in: array) == nil)
        #expect(tree.slot(0, in: tree.root) == nil && tree.slot("c", in: tree.root) == nil)
        #expect(!tree.set(2, in: array, to: new) && !tree.set("x", in: array, to: new) && !tree.set(0, in: tree.root, to: new))
        #expect(!tree.remove(2, in: array) && !tree.remove("a", in: array) && !tree.remove("c", in: tree.root))
        let scalar = try #require(tree.slot("b", in: tree.root))
        #expect(!tree.set("x", in: scalar, to: new) && !tree.insert(new, at: 0, in: scalar) && tree.count(of: scalar) == nil)
        #expect(!tree.insert(new, at: 0, in: tree.root) && tree.hasKeys(tree.root) && !tree.hasKeys(array) && !tree.hasKeys(scalar))
        #expect(try tree.document(limits: .standard) == original)
    }

    @Test("Members keep their order when they are set, removed and added, also very many")
    func members() throws {
        let tree = DocumentTree(try document(#"{"a":1,"b":2,"c":3}"#), limit: .max)
        func new(_ number: Int64) -> DocumentTree.Slot { tree.new(ModelDocument(.int64(number)).root) }
        #expect(tree.set("b", in: tree.root, to: new(5)) && tree.remove("a", in: tree.root) && tree.set("d", in: tree.root, to: new(6)))
        #expect(tree.set("a", in: tree.root, to: new(7)))
        #expect(try tree.document(limits: .standard).root.keys == ["b", "c", "d", "a"])
        for number in 0..<100 {
            #expect(tree.set(.key("k\(number)"), in: tree.root, to: new(Int64(number))))
            if number % 3 != 0 { #expect(tree.remove(.key("k\(number)"), in: tree.root)) }
        }
        let expected = ["b", "c", "d", "a"] + stride(from: 0, to: 100, by: 3).map { "k\($0)" }
        let document = try tree.document(limits: .standard)
        #expect(document.root.keys == expected && document["k99"]?.intValue == 99 && document["b"]?.intValue == 5)
        for key in expected { #expect(tree.slot(.key(key), in: tree.root) != nil) }
    }

    /// `{a: #0 {n: 1, self: weak #0, other: weak #1}, b: #1 {n: 2}, c: #0}`
    private func graph() throws -> ModelDocument {
        var builder = DocumentBuilder()
        try builder.beginDictionary()
        try builder.key("a")
        try builder.beginObject(CodedClass(name: "A"), number: 0)
        try builder.key("n")
        try builder.append(Int64(1))
        try builder.key("self")
        try builder.appendReference(to: 0, isWeak: true)
        try builder.key("other")
        try builder.appendReference(to: 1, isWeak: true)
        try builder.end()
        try builder.key("b")
        try builder.beginObject(CodedClass(name: "B"), number: 1)
        try builder.key("n")
        try builder.append(Int64(2))
        try builder.end()
        try builder.key("c")
        try builder.appendReference(to: 0)
        try builder.end()
        return try builder.finish()
    }

    @Test("A tree that isn't changed is the document, with what it shares")
    func same() throws {
        let graph = try graph()
        for readsAll in [false, true] {
            let tree = DocumentTree(graph, readsAll: readsAll, limit: .max)
            #expect(try tree.document(limits: .standard) == graph)
            #expect(tree.className(of: try #require(tree.slot("a", in: tree.root))) == "A")
        }
    }

    @Test("What is changed in a shared object is changed in each of its places")
    func shared() throws {
        let tree = DocumentTree(try graph(), limit: .max)
        let a = try #require(tree.slot("a", in: tree.root))
        #expect(tree.set("n", in: a, to: tree.new(ModelDocument(.int64(9)).root)))
        let document = try tree.document(limits: .standard)
        #expect(
            document[["a", "n"]]?.intValue == 9 && document[["c", "n"]]?.intValue == 9 && document[["a", "self", "n"]]?.intValue == 9)
    }

    @Test("In a copy, weak references to what is copied lead to the copy, and others to where they led")
    func copies() throws {
        let tree = DocumentTree(try graph(), limit: .max)
        let copy = try tree.copy(try #require(tree.slot("a", in: tree.root)))
        #expect(tree.set("d", in: tree.root, to: copy))
        #expect(tree.set("n", in: copy, to: tree.new(ModelDocument(.int64(7)).root)))
        let document = try tree.document(limits: .standard)
        #expect(document[["a", "n"]]?.intValue == 1 && document[["d", "n"]]?.intValue == 7)
        #expect(document[["d", "self", "n"]]?.intValue == 7 && document[["a", "self", "n"]]?.intValue == 1)
        #expect(document[["d", "other", "n"]]?.intValue == 2 && document[["a", "other", "n"]]?.intValue == 2)
    }

    @Test("The work has a limit, which may be met exactly")
    func work() throws {
        let tree = DocumentTree(try document("[1]"), limit: 3)
        try tree.spend(2)
        try tree.spend(1)
        #expect(throws: ModelError.self) { try tree.spend(1) }
    }
}
