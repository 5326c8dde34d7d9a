#if Macros
import Foundation
import ModelCore
import TestSupport
import Testing

@Suite("Classes with @Model")
struct ModelMacroTests {
    @Test("Everything that a property may hold comes back")
    func everything() throws {
        let original = Catalog()
        original.text = "milk"
        original.count = 7
        original.ratio = -0.0
        original.due = Date(timeIntervalSinceReferenceDate: 0.1)
        original.revealed = "hidden"
        original.note = nil
        original.link = nil
        original.forced = "forced"
        original.extra = ["a": 1, "b": ["c", true] as [Any]]
        original.anything = "any"
        original.list = [1, "two"]
        original.priority = .high
        original.priorities = [.high, .low]
        original.maybePriority = .high
        original.address = Place(street: "Elm", number: 3)
        original.maybeAddress = Place(street: "Oak", number: 4)
        original.addresses = [Place(street: "Ash", number: 5)]
        original.level = 8
        original.word = nil
        original.observed = 2
        original.encoder = "1"
        original.decoder = "2"
        original.value = "3"
        original.properties = "4"
        original.default = "5"
        original.changes = 99

        let copy = try roundTrip(original)
        #expect(copy.text == "milk")
        #expect(copy.count == 7)
        #expect(copy.ratio.sign == .minus)
        #expect(copy.due == original.due)
        #expect(copy.revealed == "hidden")
        #expect(copy.note == nil)
        #expect(copy.link == nil)
        #expect(copy.forced == "forced")
        #expect(copy.extra["a"] as? Int == 1)
        #expect((copy.extra["b"] as? [Any])?.last as? Bool == true)
        #expect(copy.anything as? String == "any")
        #expect(copy.list.count == 2)
        #expect(copy.priority == .high)
        #expect(copy.priorities == [.high, .low])
        #expect(copy.maybePriority == .high)
        #expect(copy.address == original.address)
        #expect(copy.maybeAddress == original.maybeAddress)
        #expect(copy.addresses == original.addresses)
        #expect(copy.level == 8)
        #expect(copy.word == nil)
        #expect(copy.observed == 2)
        #expect([copy.encoder, copy.decoder, copy.value, copy.properties, copy.default] == ["1", "2", "3", "4", "5"])
        // Once for `observed`, and not read from the file.
        #expect(copy.changes == 1)
        // A constant is its own.
        #expect(copy.id != original.id)
    }

    @Test("Optionals that are nil stay nil, whatever the default")
    func optionals() throws {
        let original = Catalog()
        let written = try node(of: original)
        #expect(written["due"] == nil)
        #expect(written["maybePriority"] == nil)
        #expect(written["note"]?.stringValue == "none")
        original.note = nil
        #expect(try node(of: original)["note"]?.kind == .null)
        #expect(try roundTrip(original).note == nil)
        #expect(try roundTrip(original).word == "fallback")
        original.word = nil
        #expect(try roundTrip(original).word == nil)

        let assigned = Assigned()
        #expect(assigned.text == "set up")
        assigned.text = nil
        #expect(try roundTrip(assigned).text == nil)
    }

    @Test("Keys stand in the order of declaration, and only what is stored has one")
    func keys() throws {
        let keys = try node(of: Catalog()).keys
        #expect(keys.prefix(4) == ["text", "count", "ratio", "secret"])
        #expect(keys.contains("id"))
        #expect(keys.contains("default"))
        #expect(keys.contains("system"))
        #expect(Set(keys).isDisjoint(with: ["changes", "costly", "computed", "shared2", "revealed", "_level", "device"]))
        #expect(Catalog.allPropertyKeys.contains("id"))
        #expect(!Catalog.codablePropertyKeys.contains("id"))
        #expect(Catalog.codableProperties["due"] == Date?.self)
    }

    @Test("A key that a file doesn't have leaves the default, and touches no observer")
    func absentKeys() throws {
        let object = ObjectNode(CodedClass(name: "Catalog"), [("text", .scalar(.string("only")))])
        let read = try model(Catalog.self, from: .object(object))
        #expect(read.text == "only")
        #expect(read.count == 1)
        #expect(read.note == "none")
        #expect(read.level == 3)
        #expect(read.changes == 0)
    }

    @Test("Superclasses' properties come first, and subclasses stay what they are")
    func inheritance() throws {
        let drawing = Drawing()
        let circle = Circle()
        circle.name = "round"
        circle.radius = 2
        circle.owner = drawing
        drawing.shapes = [circle, Shape()]
        drawing.first = circle
        #expect(Circle.allPropertyKeys == ["name", "owner", "radius"])
        #expect(try node(of: drawing)["shapes"]?[0]?.keys == ["name", "owner", "radius"])

        let copy = try roundTrip(drawing)
        let read = try #require(copy.shapes.first as? Circle)
        #expect(read.name == "round")
        #expect(read.radius == 2)
        #expect(read.owner === copy)
        #expect(copy.first === read)
        #expect(type(of: copy.shapes[1]) == Shape.self)
    }

    @Test("A weak property outside of the graph isn't written")
    func weak() throws {
        let owner = Drawing()
        let shape = Shape()
        shape.owner = owner
        #expect(try node(of: shape)["owner"] == nil)
        #expect(try roundTrip(shape).owner == nil)
    }

    @Test("Classes are registered when the program is loaded, under their names and aliases")
    func names() throws {
        let registry = ClassRegistry.default
        func type(_ name: String) throws -> BaseModel.Type? { try registry.type(named: name) }
        #expect(try type("Catalog") == Catalog.self)
        #expect(try type("OldCatalog") == Catalog.self)
        #expect(try type("Drawing.Title") == Drawing.Title.self)
        #expect(try type("Drawing.Layer.Group") == Drawing.Layer.Group.self)
        #expect(try type("Frame") == Drawing.Border.self)
        #expect(try type("Hidden") != nil)
        #expect(Drawing.Layer.Group.modelClass.name == "Drawing.Layer.Group")
        #expect(Drawing.Layer.Group.modelClass.superclass?.name == "Drawing.Layer")
    }

    @Test("The name that the macro finds is the one that the core finds")
    func sameNames() {
        for type in [Drawing.self, Drawing.Title.self, Drawing.Layer.Group.self, Circle.self] as [BaseModel.Type] {
            #expect(ModelClass(type).name == type.modelClass.name)
        }
    }

    @Test("A private class")
    func privateClass() throws {
        let hidden = makeHidden("private")
        #expect(try node(of: model(BaseModel.self, from: node(of: hidden)))["text"]?.stringValue == "private")
    }

    @Test("A generic class is saved and read where its type is known")
    func generic() throws {
        let box = Box<Int>()
        box.content = 3
        box.others = [1, 2]
        let copy = try roundTrip(box)
        #expect(copy.content == 3)
        #expect(copy.others == [1, 2])
        #expect(Box<Int>.modelClass !== Box<String>.modelClass)
    }

    @Test("A class that overrides set(with: [String: Any]) is given plain dictionaries")
    func overrides() throws {
        let node = ModelNode.dictionary(DictionaryNode([(.scalar(.string("text")), .scalar(.string("plain")))]))
        let read = try model(FromDictionary.self, from: node)
        #expect(read.text == "plain")
        #expect(read.keys == ["text"])
    }

    @Test("A superclass without the macro")
    func listedSuperclass() throws {
        let original = OverListed()
        original.byHand = "hand"
        original.byMacro = "macro"
        #expect(OverListed.allPropertyKeys == ["byHand", "byMacro"])
        let copy = try roundTrip(original)
        #expect(copy.byHand == "hand")
        #expect(copy.byMacro == "macro")
    }

    @Test("What the class writes itself is used")
    func handWritten() throws {
        let original = Partly()
        original.text = "loud"
        #expect(try roundTrip(original).text == "LOUD")
    }
}
#endif
