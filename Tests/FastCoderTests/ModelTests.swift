import FastCoder
import Foundation
import ModelCore
import ModelTesting
import TestSupport
import Testing

@Suite("Models")
struct ModelTests {
    private func back<Value: ModelValue>(_ value: Value) throws -> Value {
        try ClassRegistry.withClasses(.animals) {
            try FastCoder().decode(Value.self, from: try FastCoder().encode(value))
        }
    }

    @Test("A class that writes what it lists has a class definition, and its objects an index before their members")
    func classDefinition() throws {
        let dog = Dog()
        dog.name = "Rex"
        dog.friend = dog
        dog.tricks = ["sit", "roll"]
        dog.scores = [2: 0.5, 1: -0.0]
        let data = try ClassRegistry.withClasses(.animals) { try FastCoder().encode(dog as Animal) }
        try OriginalReader.check(data, allowsExtensions: false)
        #expect(try OriginalReader.types(in: data)[30] == 1)
        let copy = try #require(try back(dog as Animal) as? Dog)
        #expect(copy.friend === copy)
        #expect(copy.tricks == ["sit", "roll"])
        #expect(copy.scores[2] == 0.5)
        #expect(copy.scores[1]?.sign == .minus)
        dog.friend = nil
        copy.friend = nil
    }

    @Test(
        "A class with coding of its own is an object with its keys; a cycle through it is kept, in a file that the original refuses"
    )
    func ownCoding() throws {
        let cat = Cat("Tom")
        cat.lives = 7
        let data = try FastCoder().encode(cat)
        try OriginalReader.check(data, allowsExtensions: false)
        #expect(try OriginalReader.types(in: data)[43] == 1)
        #expect(try back(cat).lives == 7)
        cat.friend = Animal("Jerry")
        cat.friend?.friend = cat
        let copy = try back(cat)
        #expect(copy.friend?.friend === copy)
        #expect(copy.friend?.name == "Jerry")
        #expect(throws: (any Error).self) { try OriginalReader.check(FastCoder().encode(cat), allowsExtensions: false) }
        cat.friend = nil
        copy.friend = nil
    }

    final class Holder: BaseModel {
        private static let known = ModelClass(Holder.self, overrides: [])
        override class var modelClass: ModelClass { known }
        var held: Holder?
        var extra: Int?
        override class var modelProperties: [ModelProperty] {
            [
                ModelProperty("held", \Holder.held),
                ModelProperty("extra", \Holder.extra, key: PropertyKey(path: "held.extra")),
            ]
        }
    }

    @Test("A null in a held model that is another's property isn't kept there: nothing more is written than without it")
    func nullOfAnother() throws {
        let held: [String: Int?] = ["extra": nil]
        let holder = try ModelDocument(encoding: ["held": held]).decode(Holder.self)
        let data = try FastCoder().encode(holder)
        let again = try FastCoder().decode(Holder.self, from: data)
        #expect(try FastCoder().encode(again) == data)
        #expect(again.held != nil)
    }

    final class Versioned: BaseModel {
        private static let known = ModelClass(Versioned.self, overrides: [], version: 2)
        override class var modelClass: ModelClass { known }
        var name = ""
        override class var modelProperties: [ModelProperty] { [ModelProperty("name", \Versioned.name)] }
        override class func migrate(_ object: inout ModelDocument, from version: Int) throws {}
    }

    @Test("Objects with a version, and with keys that their class doesn't know, are read by the original, too")
    func openObjects() throws {
        let model = Versioned()
        model.name = "x"
        let data = try FastCoder().encode([model, Versioned()])
        try OriginalReader.check(data, allowsExtensions: false)
        // Asked for their keys: the original sets all that a class definition has, and stumbles over unknown ones.
        #expect(try OriginalReader.types(in: data)[43] == 2 && OriginalReader.types(in: data)[30] == nil)
        #expect(try FastCoder().decode([Versioned].self, from: data)[0].name == "x")

        var document = try ModelDocument(encoding: Dog())
        try document.set(.int64(1), at: ["newer"])
        let dog = try ClassRegistry.withClasses(.animals) { try document.decode(Dog.self) }
        let kept = try FastCoder().encode(dog)
        try OriginalReader.check(kept, allowsExtensions: false)
        #expect(try OriginalReader.types(in: kept)[43] == 1)
    }

    @Test("A property that is nil is nil in the file, whatever its default, and is read back so")
    func nilProperties() throws {
        let animal = Animal("A")
        animal.lost = nil
        #expect(try back(animal).lost == nil)
        let types = try OriginalReader.types(in: FastCoder().encode(animal))
        #expect(types[0] == 3)
        #expect(types[1] == nil)
        // Without the class it isn't lost either.
        let node = try FastCoder().decode(ModelNode.self, from: FastCoder().encode(animal))
        #expect(node["lost"]?.scalar == .null)
        let copy = try ClassRegistry.withClasses(.animals) {
            try KeyedArchive().decode(Animal.self, from: KeyedArchive().encode(node))
        }
        #expect(copy.lost == nil)
    }

    @Test("A nil leaves the default of a property that can't be nil, in any order")
    func nilOfNoOptional() throws {
        for names in [["name", "weight", "lost"], ["lost", "weight", "name"]] {
            let content = CraftedFile.version3(minor: 3, objects: 1, strings: 0, classes: 1) {
                $0.classDefinition("Animal", names)
                $0.bytes([30, 0, 0, 0, 0])
            }
            let animal = try ClassRegistry.withClasses(.animals) { try FastCoder().decode(Animal.self, from: content) }
            #expect(animal.name.isEmpty && animal.weight == 1.5)
            #expect(animal.lost == nil)
        }
    }

    @Test("A null, as earlier versions wrote it, is nil too")
    func nullOfEarlierVersions() throws {
        let content = CraftedFile.version3(minor: 3, objects: 1, strings: 0, classes: 1) {
            $0.classDefinition("Animal", ["lost"])
            $0.bytes([30, 0, 1])
        }
        #expect(
            try ClassRegistry.withClasses(.animals) { try FastCoder().decode(Animal.self, from: content) }.lost == nil)
    }

    final class Restless: BaseModel {
        var text = ""
        var calls = 0

        override class var modelProperties: [ModelProperty] {
            super.modelProperties + [ModelProperty("text", \Restless.text)]
        }

        override func encode(with encoder: ModelEncoder) throws {
            while calls < 1_000_000 {
                calls += 1
                try encoder.encode(calls, forKey: ModelKey("key \(calls)"))
            }
        }
    }

    @Test("An object that goes on encoding is stopped, also where only its keys are looked for")
    func restless() {
        let restless = Restless()
        #expect(throws: ModelError.self) {
            try FastCoder().encode(restless, limits: DecodingLimits(nodes: 1000, bytes: 1000))
        }
        #expect(restless.calls < 10_000)
    }

    @Test(
        "A class that lists its properties by hand is written as one with the macro, cycles too; one with keys of its own isn't"
    )
    func listedByHand() throws {
        let listed = Listed()
        listed.name = "same"
        listed.other = Listed()
        listed.other?.other = listed
        let macros = LikeMacros()
        macros.name = "same"
        macros.other = LikeMacros()
        macros.other?.other = macros
        defer {
            listed.other = nil
            macros.other = nil
        }
        let data = try FastCoder().encode(listed)
        #expect(try data == FastCoder().encode(macros))
        try OriginalReader.check(data, allowsExtensions: false)
        #expect(try OriginalReader.types(in: data)[30] == 2)

        // One object of the class encodes what it lists alone, another more.
        let own = [ListedWithMore(), ListedWithMore(), ListedWithMore()]
        own[1].more = 7
        let types = try OriginalReader.types(in: FastCoder().encode(own))
        #expect(types[30] == 2 && types[43] == 1)
        var classes = ClassRegistry()
        classes.add(ListedWithMore.self, name: "ListedWithMore")
        let copies = try ClassRegistry.withClasses(classes) {
            try FastCoder().decode([ListedWithMore].self, from: FastCoder().encode(own))
        }
        #expect(copies.map(\.more) == [0, 7, 0])
    }

    @Test("A weak reference leads backward, forward, nowhere, and to what only a weak reference leads to")
    func weakReferences() throws {
        let first = Animal("first")
        let second = Animal("second")
        let third = Dog("third")
        first.owner = second
        second.owner = first
        third.owner = second
        let copies = try back([first, second, third])
        #expect(copies[0].owner === copies[1])
        #expect(copies[1].owner === copies[0])
        #expect(copies[2].owner === copies[1])
        let data = try ClassRegistry.withClasses(.animals) { try FastCoder().encode([first, second, third]) }
        try OriginalReader.check(data, allowsExtensions: false)
        let alone = try back([first])
        #expect(alone[0].owner == nil)
        #expect(alone[0].lost == 5)
    }

    @Test("Weak references that would nest objects deeply lead to an offset")
    func weakChain() throws {
        let animals = (0..<300).map { Animal("\($0)") }
        for (animal, next) in zip(animals, animals.dropFirst()) { animal.owner = next }
        let copies = try back(animals)
        for (copy, next) in zip(copies, copies.dropFirst()) where copy.owner !== next { Issue.record("\(copy.name)") }
        #expect(copies.map(\.name) == animals.map(\.name))
    }

    @Test("Properties are found in any order, and those that the program doesn't know are passed over")
    func otherOrder() throws {
        let other = ObjectNode(
            CodedClass(name: "Dog", propertyNames: ["tricks", "gone", "name", "weight"]),
            [
                ("tricks", .array(ArrayNode([.scalar(.string("sit"))]))),
                ("gone", .array(ArrayNode([.array(ArrayNode([.scalar(.string("deep"))]))]))),
                ("name", .scalar(.string("Rex"))),
                ("weight", .scalar(.double(3))),
            ])
        let data = try FastCoder().encode(ModelNode.array(ArrayNode([.object(other), .scalar(.string("deep"))])))
        let dogs = try ClassRegistry.withClasses(.animals) {
            try FastCoder().decode(from: data) { decoder in
                _ = try decoder.beginArray()
                _ = try decoder.nextElement()
                let dog = try Dog.decode(from: decoder)
                _ = try decoder.nextElement()
                #expect(try decoder.decode(String.self) == "deep")
                #expect(try !decoder.nextElement())
                return [dog]
            }
        }
        #expect(dogs[0].name == "Rex" && dogs[0].weight == 3 && dogs[0].tricks == ["sit"])
    }

    @Test("Values alone: a file that names a class is refused as a whole")
    func safeMode() throws {
        let safe = FastCoder(reading: .valuesOnly)
        let values = ModelNode.dictionary(
            DictionaryNode([
                (.scalar(.string("id")), .scalar(.uuid(UUID()))), (.scalar(.int64(3)), .scalar(.date(Date()))),
            ]))
        let read = try safe.decode(ModelNode.self, from: FastCoder().encode(values))
        #expect(Fingerprint.text(of: read) == Fingerprint.text(of: values))
        for model in [Animal("A"), Cat("B")] {
            let data = try ClassRegistry.withClasses(.animals) { try FastCoder().encode([model]) }
            #expect { try safe.decode(ModelNode.self, from: data) } throws: {
                ($0 as? ModelError)?.code == .classRefused
            }
        }
        let archive = try Fixtures.goldenData("FastCoder/keyedarchive_offset1.fast")
        #expect { try safe.decode(ModelNode.self, from: archive) } throws: {
            ($0 as? ModelError)?.code == .classRefused
        }
    }

    @Test("Objects called as Foundation's, but not made as those, are objects like any other")
    func foundationNames() throws {
        let short = ModelDocument(.data(Data([1, 2, 3])))
        for name in ["NSUUID", "CATransform3D"] {
            for (key, value) in [("other", short), ("NS.uuidbytes", short), ("NS.uuidbytes", ModelDocument(.null))] {
                var builder = DocumentBuilder()
                try builder.beginArray()
                try builder.beginObject(named: name, number: 0)
                try builder.key(key)
                try builder.append(value)
                try builder.end()
                try builder.appendReference(to: 0)
                try builder.end()
                let document = try builder.finish()
                let data = try FastCoder().encode(document)
                #expect(try FastCoder().document(from: data) == document, "\(name) \(key)")
                #expect { try FastCoder(reading: .valuesOnly).document(from: data) } throws: {
                    ($0 as? ModelError)?.code == .classRefused
                }
            }
        }
    }

    @Test("A UUID whose bytes are in any chunk that holds bytes", arguments: [0x15, 0x1C, 0x2F] as [UInt8])
    func uuidChunks(_ type: UInt8) throws {
        let document = ModelDocument(.uuid(UUID()))
        var data = try FastCoder().encode(document)
        let name = try #require(data.range(of: Data("NSUUID\0".utf8)))
        #expect(data[name.upperBound] == 0x15)
        data[name.upperBound] = type
        #expect(try FastCoder().document(from: data) == document)
        // Archives name classes, and aren't looked into.
        guard type != 0x2F else { return }
        #expect(try FastCoder(reading: .valuesOnly).document(from: data) == document)
    }

    @Test("A newer version, and a file of another kind")
    func versions() throws {
        var data = try FastCoder().encode(1)
        #expect(FastCoder().detect(data) == .certain(.fastCoding))
        data[4] = 4
        #expect { try FastCoder().decode(Int.self, from: data) } throws: { ($0 as? ModelError)?.code == .newerVersion }
        #expect(FastCoder().detect(Data("TSAF but text".utf8)) == nil)
    }
}
