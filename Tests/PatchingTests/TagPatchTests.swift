#if Macros
    import Documents
    import Foundation
    import JSONFormat
    import ModelCore
    import Patching
    import PlistFormat
    import Testing

    @Suite("Patches that change the tags of objects")
    struct TagPatchTests {
        @Model(tag: "type") class Node: BaseModel {
            final var name = ""
            final var label: String? = "standard"
            final var list: [Node] = []
        }
        @Model(tagged: "leaf", "blade") final class Leaf: Node {
            var size = 0
            var note: String?
            var hint: String? = "-"
        }
        @Model(tag: "style", tagged: "branch") class Branch: Node {
            final var inner: Node?
        }
        @Model(tagged: "bent", keys: .snakeCase) final class Bent: Branch {
            var turnAngle = 0
            var note: String? = "none"
        }
        @Model(untagged: true) final class Bare: Node {
            var inner: Node?
        }
        @Model final class Holder: BaseModel {
            var node: Node?
            var nodes: [Node] = []
            var named: [String: Node] = [:]
        }

        private static func read<Model: BaseModel>(_ type: Model.Type, _ text: String) throws -> Model {
            try JSONFormat().decode(type, from: Data(text.utf8), as: .json)
        }

        private static func json(_ model: BaseModel) throws -> String {
            String(decoding: try JSONFormat(writing: .sortedKeys).encode(model, as: .json), as: UTF8.self)
        }

        // An object of an unknown class has all keys of the declared one here: a missing one would be written as the nil
        // that a patch makes of it.
        private static let kinds = [
            #"{"type":"leaf","size":1}"#, #"{"type":"blade","note":"n","label":null,"hint":"h"}"#,
            #"{"type":"leaf","hint":null,"list":[{"type":"leaf"},{"name":"b"}]}"#,
            #"{"type":"branch","style":"TagPatchTests.Branch","inner":{"type":"leaf","note":"x"}}"#,
            #"{"type":"branch","style":"bent","turn_angle":3,"note":null,"inner":{"name":"c"}}"#,
            #"{"type":"branch","style":"odd","more":[1],"name":"o","label":"l","list":[],"inner":{"type":"leaf"}}"#,
            #"{"name":"bare","inner":{"type":"leaf"}}"#, #"{"type":"owl","span":1,"name":"o","label":null,"list":[]}"#,
            #"{"type":"newt","name":"n","label":"standard","list":[{"type":"leaf"}]}"#,
        ]

        @Test(
            "The difference of two models turns one into the other, whatever the tags of their objects",
            arguments: [FileFormat.json, .json5, .xmlPropertyList])
        func differences(_ format: FileFormat) throws {
            func holder(_ kind: Int) throws -> Holder {
                guard kind < Self.kinds.count else { return Holder() }
                let (one, other) = (Self.kinds[kind], Self.kinds[(kind + 2) % Self.kinds.count])
                return try Self.read(
                    Holder.self,
                    #"{"node":\#(one),"nodes":[\#(other),{"type":"branch","inner":\#(one),"style":"TagPatchTests.Branch"}],"named":{"k":\#(other)}}"#)
            }
            for old in 0...Self.kinds.count {
                for new in 0...Self.kinds.count {
                    let after = try holder(new)
                    let (one, other) = (try holder(old), try holder(old))
                    try one.apply(try JSONPatch(from: one, to: after, as: format), as: format)
                    #expect(try Self.json(one) == Self.json(after), "\(old) to \(new)")
                    try other.apply(try MergePatch(from: other, to: after, as: format), as: format)
                    #expect(try Self.json(other) == Self.json(after), "\(old) to \(new), merged")
                    #expect(other.node.map { "\(type(of: $0))" } == after.node.map { "\(type(of: $0))" })
                }
            }
        }

        @Test("The instance stays if its class does, and else a new one takes its place")
        func identity() throws {
            for (patch, type, tag, isSame) in [
                (#"{"node":{"type":"blade"}}"#, "Leaf", "blade", true),
                (#"{"node":{"type":"leaf","size":2}}"#, "Leaf", "leaf", true),
                (#"{"node":{"type":"branch","style":"bent"}}"#, "Bent", "bent", false),
                (#"{"node":{"type":"owl"}}"#, "Node", "owl", false), (#"{"node":{"type":null}}"#, "Bare", nil, false),
            ] as [(String, String, String?, Bool)] {
                let holder = try Self.read(
                    Holder.self, #"{"node":{"type":"leaf","size":1,"note":"n","list":[{"type":"leaf","name":"inner"}]}}"#)
                let (node, inner) = (holder.node, holder.node?.list.first)
                try holder.apply(MergePatch(from: Data(patch.utf8)))
                #expect(holder.node.map { "\(Swift.type(of: $0))" } == type && holder.node?.classTag == tag, "\(patch)")
                #expect((holder.node === node) == isSame, "\(patch)")
                // The models in it are the same.
                #expect(holder.node?.list.first === inner && inner?.name == "inner")
                if type != "Leaf" {
                    // The new class doesn't know the values of the old one's own properties.
                    #expect(holder.node?.unknownValues?["note"]?.stringValue == (type == "Bent" ? nil : "n"))
                    #expect(holder.node?.unknownValues?["size"]?.intValue == 1)
                }
            }
        }

        @Test("A tag changes as any other value: known or not, in both ways")
        func rule() throws {
            let holder = try Self.read(Holder.self, #"{"nodes":[{"type":"owl","span":1},{"type":"leaf","size":5}]}"#)
            try holder.apply(JSONPatch([.replace("/nodes/0/type", "leaf"), .add("/nodes/0/size", 3)]))
            let leaf = try #require(holder.nodes[0] as? Leaf)
            #expect(leaf.size == 3 && leaf.unknownValues?["span"]?.intValue == 1)
            try holder.apply(JSONPatch([.replace("/nodes/1/type", "owl")]))
            let owl = holder.nodes[1]
            #expect(owl.isOfUnknownClass && owl.classTag == "owl" && owl.unknownValues?["size"]?.intValue == 5)
            try holder.apply(JSONPatch([.replace("/nodes/1/type", "newt")]))
            #expect(holder.nodes[1] === owl && owl.classTag == "newt")
            try holder.apply(JSONPatch([.replace("/nodes/1/type", "leaf"), .move(from: "/nodes/1", to: "/nodes/0")]))
            #expect((holder.nodes[0] as? Leaf)?.size == 5 && holder.nodes[1] === leaf)
        }

        @Test("The model that is patched can't become another one")
        func root() throws {
            let leaf = Leaf()
            leaf.size = 3
            for text in ["branch", "TagPatchTests.Node"] {
                let error = #expect(throws: ModelError.self) { try leaf.apply(["type": .init(stringLiteral: text), "size": 4]) }
                #expect(error?.code == .classMismatch && leaf.size == 3)
            }
            let error = #expect(throws: ModelError.self) { try leaf.apply(JSONPatch([.remove("/type")])) }
            #expect(error?.code == .missingValue)
            try leaf.apply(["type": "blade"])
            #expect(leaf.classTag == "blade")
            try leaf.apply(["type": "odd"])
            #expect(leaf.classTag == "odd" && leaf.isOfUnknownClass)
            try leaf.apply(["type": "leaf"])
            #expect(leaf.classTag == "leaf" && !leaf.isOfUnknownClass)
        }

        @Model class Owner: BaseModel {
            var name = ""
            @Relationship(inverse: \Pet.owner) final var pets: [Pet] = []
        }
        @Model(tag: "kind") class Pet: BaseModel {
            final var name = ""
            @Relationship final weak var owner: Owner?
        }
        @Model(tagged: "cat") final class Cat: Pet {}
        @Model(tagged: "dog") final class Dog: Pet {}

        @Test("Relationships lead to the new model")
        func relationships() throws {
            let owner = try Self.read(
                Owner.self, #"{"pets":[{"kind":"cat","name":"Tom"},{"kind":"dog","name":"Rex"}]}"#)
            let (tom, rex) = (owner.pets[0], owner.pets[1])
            try owner.apply(JSONPatch([.replace("/pets/0/kind", "dog")]))
            #expect(owner.pets[0] is Dog && owner.pets[0].name == "Tom" && owner.pets[0].owner === owner)
            #expect(owner.pets[1] === rex && rex.owner === owner && tom.owner == nil)
        }

        @Test("A null of a property of the new class")
        func nulls() throws {
            let holder = try Self.read(Holder.self, #"{"node":{"type":"branch","style":"bent","note":"n"},"nodes":[]}"#)
            try holder.apply(["node": ["type": "leaf", "hint": .null, "note": .null, "style": .null, "turn_angle": .null]])
            let leaf = try #require(holder.node as? Leaf)
            #expect(leaf.hint == nil && leaf.note == nil)
            // Only the property of the old class that the patch doesn't name is left.
            #expect(leaf.unknownValues?.root.keys == ["inner"] || leaf.unknownValues == nil)
            try holder.apply(["named": ["k": ["type": "leaf", "hint": .null], "l": ["note": .null]]])
            #expect((holder.named["k"] as? Leaf)?.hint == nil && holder.named["l"] is Bare)
            #expect(holder.named["l"]?.unknownValues == nil)
        }
    }
#endif
