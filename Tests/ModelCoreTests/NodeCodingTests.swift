import Foundation
import TestSupport
import Testing

@testable import Documents
@testable import ModelCore

@Suite("Models as nodes")
struct NodeCodingTests {
    @Test("Every kind of property survives")
    func everything() throws {
        let model = Everything()
        model.flag = true
        model.byte = 255
        model.big = .max
        model.ratio = 0.1
        model.amount = Decimal(string: "-12345678901234567890.123456789")!
        model.data = Data([0, 255])
        model.date = Date(timeIntervalSinceReferenceDate: 0.1)
        model.link = URL(string: "b?c", relativeTo: URL(string: "https://x.org/a/"))!
        model.identifier = UUID()
        model.point = CGPoint(x: -0.0, y: 1e300)
        model.span = -5..<7
        model.indexes = [1, 2, 3, 1000]
        model.tags = ["b", "a"]
        model.scores = [1: 2.5, -1: .infinity]
        model.items = [Item(), SpecialItem()]
        model.priority = .high
        model.level = .second
        model.address = Address(street: "Elm", number: 5, since: Date(timeIntervalSinceReferenceDate: 1))
        model.maybe = nil
        let back = try ModelNode.of(model).decoded(Everything.self, classes: .testing)
        #expect(back.flag && back.byte == 255 && back.big == .max && back.ratio == 0.1)
        #expect(back.amount == model.amount && back.data == model.data && back.date == model.date)
        #expect(back.link == model.link && back.link.baseURL == model.link.baseURL)
        #expect(back.identifier == model.identifier && back.point == model.point && back.span == model.span)
        #expect(back.indexes == model.indexes && back.tags == model.tags && back.scores == model.scores)
        #expect(back.items.map { "\(type(of: $0))" } == ["Item", "SpecialItem"])
        #expect(back.priority == .high && back.level == .second && back.address == model.address)
        #expect(back.maybe == nil)
    }

    @Test("Shared references, cycles and weak ones stay what they are")
    func graph() throws {
        let root = Branch()
        let leaf = Branch()
        leaf.name = "leaf"
        leaf.parent = root
        root.children = [leaf, leaf]
        let back = try ModelNode.of(root).decoded(Branch.self)
        #expect(back.children.count == 2 && back.children[0] === back.children[1])
        #expect(back.children[0].parent === back)
        let item = Item()
        item.next = item
        let cyclic = try ModelNode.of(item).decoded(Item.self)
        #expect(cyclic.next === cyclic)
        item.next = nil
        cyclic.next = nil
    }

    @Test("A weak reference to an object outside the graph is left out")
    func weakOutside() throws {
        let outside = Branch()
        let inside = Branch()
        inside.parent = outside
        let node = try ModelNode.of(inside)
        #expect(node["parent"] == nil)
        #expect(node["name"] != nil)
    }

    @Test("Only registered classes, only of the property's type")
    func classes() throws {
        let node = ModelNode.object(ObjectNode(CodedClass(name: "Unheard"), []))
        #expect { try node.decoded(Item.self) } throws: { ($0 as? ModelError)?.code == .unknownClass }
        let branch = try ModelNode.of(Branch())
        #expect { try branch.decoded(Item.self, classes: .testing) } throws: { ($0 as? ModelError)?.code == .classMismatch }
        var twice = ClassRegistry()
        twice.add(Item.self, name: "Thing")
        twice.add(Branch.self, name: "Thing")
        let thing = ModelNode.object(ObjectNode(CodedClass(name: "Thing"), []))
        #expect { try thing.decoded(BaseModel.self, classes: twice) } throws: { error in
            guard let error = error as? ModelError else { return false }
            return error.code == .duplicateClass && error.reason.contains("Item") && error.reason.contains("Branch")
        }
    }

    @Test("A class whose name another has too isn't written either")
    func ambiguousName() throws {
        var twice = ClassRegistry()
        twice.add(Item.self, name: "Item")
        twice.add(Branch.self, name: "Item")
        #expect(ClassRegistry.withClasses(twice) { errorCode { try ModelNode.of(Item()) } } == .duplicateClass)
    }

    @Test("An alias finds the class")
    func alias() throws {
        var classes = ClassRegistry()
        classes.add(Item.self, name: "New", aliases: ["Old"])
        let node = ModelNode.object(ObjectNode(CodedClass(name: "Old"), [("text", .scalar(.string("a")))]))
        #expect(try node.decoded(BaseModel.self, classes: classes) is Item)
    }

    @Test("Errors lead to the value")
    func paths() throws {
        let bad = ModelNode.dictionary(
            DictionaryNode([
                (.scalar(.string("items")), .array(ArrayNode([
                    .dictionary(DictionaryNode([(.scalar(.string("count")), .scalar(.string("x")))])),
                ])))
            ]))
        #expect { try bad.decoded(Everything.self) } throws: {
            ($0 as? ModelError)?.path.description == "items[0].count"
        }
    }

    @Test("Depth ends in an error both ways, on a small stack too")
    func depth() async throws {
        @Sendable func deep(_ levels: Int) -> ModelNode {
            var node = ModelNode.null
            for _ in 0..<levels { node = .array(ArrayNode([node])) }
            return node
        }
        _ = try deep(100).decoded(ModelNode.self)
        #expect { try deep(100_000).decoded(ModelNode.self) } throws: { ($0 as? ModelError)?.code == .depthExceeded }
        #expect { try ModelDocument(encoding: deep(100_000)) } throws: {
            ($0 as? ModelError)?.code == .depthExceeded
        }
        // Only the stack is a limit here. The system may hand out one that an earlier thread had, which is larger.
        try await onThread(stackSize: 160 * 1024) {
            #expect { try deep(100_000).decode(ModelNode.self, limits: DecodingLimits(depth: .max)) } throws: {
                ($0 as? ModelError)?.code == .depthExceeded
            }
        }
    }

    @Test("Sets and dictionaries are written in one order")
    func order() throws {
        var one: Set<Int> = []
        var other: Set<Int> = []
        other.reserveCapacity(1000)
        for value in 0..<50 { one.insert(value * 7 - 90) }
        for value in (0..<50).reversed() { other.insert(value * 7 - 90) }
        #expect(try StableOrder.sorted(one) == StableOrder.sorted(other))
        #expect(try StableOrder.sorted(one) == one.sorted())
        #expect(try StableOrder.sorted([-1.5, 2, -0.25, .infinity]) == [-1.5, -0.25, 2, .infinity])
    }

    @Test("Any keeps what it can")
    func any() throws {
        let item = Item()
        let value: [String: Any] = ["a": 1, "b": [true, 2.5, NSNull()], "c": ["d": Data([1])], "e": item, "f": Priority.high.rawValue]
        let node = try AnyValue.encodeToNode(value)
        let read = try ClassRegistry.withClasses(.testing) {
            try KeyedArchive().decode(from: KeyedArchive().encode(node)) { try AnyValue.decode(from: $0) } as? [String: Any]
        }
        let back = try #require(read)
        #expect(back["a"] as? Int == 1)
        let array = try #require(back["b"] as? [Any])
        #expect(array[0] as? Bool == true && array[1] as? Double == 2.5 && array[2] is NSNull)
        #expect((back["c"] as? [String: Any])?["d"] as? Data == Data([1]))
        #expect(back["e"] is Item)
    }
}
