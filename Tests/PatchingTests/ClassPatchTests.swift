#if Macros
    import Documents
    import FastCoder
    import Foundation
    import JSONFormat
    import KeyedArchive
    import ModelCore
    import Patching
    import Testing

    @Suite("Patches of documents in pairs, and of models whose objects change their classes")
    struct ClassPatchTests {
        @Model("PatchPart") class Part: BaseModel {
            final var note: String?
            final var label: String? = "standard"
            final var size = 1
        }
        @Model("PatchWheel") final class Wheel: Part {
            var spokes = 3
        }
        @Model("PatchBell") final class Bell: Part {
            var tone = "a"
        }
        @Model final class Bike: BaseModel {
            var part: Part?
            var lead: Part = Wheel()
            var parts: [Part] = []
            var named: [String: Part]? = [:]
            var items: [Part]? = []
            var more: [[Part]]?
            var notes: [String?]?
        }

        private static let documents = [
            "1", "null", "[]", "{}", "[1]", "[1,1]", "[1,1,1]", "[1,2]", "[2,1]", "[1,2,1]", "[[1],[1]]", "[[1],[2]]", #"{"a":1}"#,
            #"{"a":1,"b":2}"#, #"{"b":2}"#, #"{"a":{"b":1}}"#, #"{"a":{"b":1,"c":2}}"#, #"{"a":{"c":2}}"#, #"{"a":[1]}"#,
            #"{"a":[1,{"b":1}]}"#,
            #"{"a":[{"b":1},1]}"#, #"{"a":[{"b":2},1]}"#, #"{"a":[1,{"b":1},{"b":1}]}"#, #"{"":1}"#, #"{"a/b":{"~":1}}"#,
            #"{"a/b":{"~":2}}"#,
            #"{"$class":"A","p":1}"#, #"{"$class":"B","p":1}"#, #"{"$class":"A","p":2}"#, #"{"$class":"A","p":1,"q":{"$class":"B","x":1}}"#,
            #"{"$class":"A","p":1,"q":{"$class":"A","x":1}}"#, #"{"$class":"A","p":1,"q":{"x":1}}"#, #"[{"$class":"A","p":1}]"#,
            #"[{"$class":"B","p":1}]"#, #"{"k":{"$class":"A","p":1}}"#, #"{"k":{"$class":"B","p":1}}"#, #"{"k":{"$class":"B","p":2}}"#,
        ]

        @Test("The difference of any two turns one into the other")
        func differences() throws {
            for old in Self.documents {
                for new in Self.documents {
                    let (before, after) = (try json(old), try json(new))
                    var changed = before
                    let patch = try JSONPatch(from: before, to: after)
                    try changed.apply(patch)
                    #expect(changed == after, "\(old) to \(new): \(patch)")
                    #expect(patch.operations.isEmpty == (old == new), "\(old) to \(new)")
                    // A test of the new value holds for it alone.
                    for document in [before, after] {
                        var tested = document
                        let holds = (try? tested.apply(JSONPatch([.test("", after)]))) != nil
                        // Classes are no part of JSON's values.
                        if !old.contains("$class"), !new.contains("$class") {
                            #expect(holds == (document == after), "\(document) is \(new)")
                        }
                    }
                    changed = before
                    guard let merge = try? MergePatch(from: before, to: after) else {
                        #expect(new.contains("null") || old.contains("$class"), "\(old) to \(new)")
                        continue
                    }
                    try changed.apply(merge)
                    #expect(changed == after, "\(old) to \(new): \(merge)")
                }
            }
        }

        private static func part(_ kind: Int) -> Part {
            let part: Part = [Part(), Wheel(), Wheel(), Bell(), Bell()][kind]
            if kind == 2 { (part as? Wheel)?.spokes = 5 }
            if kind == 4 { (part.note, part.size) = ("x", 2) }
            return part
        }

        private static func bike(_ kind: Int) -> Bike {
            let bike = Bike()
            bike.part = kind == 5 ? nil : part(kind)
            bike.lead = part((kind + 1) % 5)
            bike.parts = kind == 5 ? [] : [part(kind), part((kind + 2) % 5)]
            return bike
        }

        private func text(_ bike: Bike) throws -> String { String(decoding: try JSONFormat().encode(bike), as: UTF8.self) }

        @Test(
            "The difference of two models turns one into the other, whatever classes its objects have",
            arguments: [
                FileFormat.keyedArchive,
            ])
        func models(_ format: FileFormat) throws {
            for old in 0...5 {
                for new in 0...5 {
                    let (before, after) = (Self.bike(old), Self.bike(new))
                    try before.apply(try JSONPatch(from: before, to: after, as: format), as: format)
                    #expect(try text(before) == text(after), "\(old) to \(new), \(format)")
                    let other = Self.bike(old)
                    try other.apply(try MergePatch(from: other, to: after, as: format), as: format)
                    #expect(try text(other) == text(after), "\(old) to \(new), merged, \(format)")
                }
            }
        }

        @Test("An object whose class stays is the same object, and another one if it changes")
        func identity() throws {
            for (patch, isSame) in [
                (#"{"part":{"size":7}}"#, true), (#"{"part":{"$class":"PatchWheel","spokes":9}}"#, true),
                (#"{"part":{"$class":"PatchBell"}}"#, false),
                (#"{"lead":{"size":5}}"#, true),
            ] {
                let bike = Self.bike(1)
                let part = bike.part
                try bike.apply(MergePatch(json(patch)))
                #expect((bike.part === part) == isSame, "\(patch)")
            }
        }

        @Test(
            "A null in a patch makes nil, where a property may be nil",
            arguments: [
                "part", "items", "named", "more", "notes",
            ])
        func nils(_ key: String) throws {
            let bike = Bike()
            (bike.part, bike.items, bike.named, bike.more, bike.notes) = (Bell(), [Bell()], ["b": Bell()], [[Bell()]], ["x", nil])
            try bike.apply(MergePatch(json(#"{"\#(key)":null}"#)))
            let isNil = [
                "part": bike.part == nil, "items": bike.items == nil, "named": bike.named == nil, "more": bike.more == nil,
                "notes": bike.notes == nil,
            ]
            #expect(isNil.filter(\.value).map(\.key) == [key])
        }

        @Test(
            "A property of an element is removed or set, in lists that may be nil, in lists of lists, in dictionaries",
            arguments: [
                "/items/0/label", "/parts/0/label", "/named/a/label", "/more/0/0/label", "/part/label", "/lead/label",
            ])
        func elements(_ pointer: String) throws {
            func bike() -> Bike {
                let bike = Bike()
                let all = (0..<6).map { _ in Bell() }
                for bell in all { bell.label = "old" }
                (bike.part, bike.lead, bike.parts, bike.items, bike.named, bike.more) = (
                    all[0], all[1], [all[2]], [all[3]], ["a": all[4]], [[all[5]]]
                )
                return bike
            }
            func labels(_ bike: Bike) -> [String?] {
                [
                    bike.items?[0].label, bike.parts[0].label, bike.named?["a"]?.label, bike.more?[0][0].label, bike.part?.label,
                    bike.lead.label,
                ]
            }
            let place = JSONPointer(pointer)!
            for (operation, note) in [
                (JSONPatch.Operation.remove(place), nil), (.replace(place, "new"), "new"), (.add(place, ModelDocument(.null)), nil),
                (.test(place, "old"), "old"),
            ] as [(JSONPatch.Operation, String?)] {
                let bike = bike()
                try bike.apply(JSONPatch([operation]))
                let changed = labels(bike)
                let own = ["/items/0/label", "/parts/0/label", "/named/a/label", "/more/0/0/label", "/part/label", "/lead/label"]
                    .firstIndex(
                        of: pointer)!
                for (index, found) in changed.enumerated() { #expect(found == (index == own ? note : "old"), "\(operation) at \(index)") }
            }
        }
    }
#endif
