import ModelCore

extension ContractCheck {
    /// The check of classes that are named by a tag, as in the JSON of a service.
    package static let tags = ContractCheck(
        "tags", "The text under a key tells the class of an object, and objects of unknown classes are kept."
    ) { run in
        func classes(_ models: [ContractTagged]) -> String { models.map { "\(type(of: $0))" }.joined(separator: ", ") }
        let tags = ContractTags.sample()
        let back = try run.decode(ContractTags.self, from: run.encode(tags))
        run.expectEqual(classes(back.list), classes(tags.list), "the classes in an array")
        let others = [back.named["a"], back.one, back.list.first?.next].compactMap(\.self)
        run.expectEqual(
            classes(others), "ContractTaggedText, ContractTaggedNumber, ContractTaggedNumber", "the classes elsewhere")
        run.expectEqual((back.list.first as? ContractTaggedText)?.kind ?? "nothing", "text", "the property of the key")
        run.expect(
            back.list.allSatisfy { $0.unknownValues == nil }, "what is unknown", expected: "nothing",
            found: "\(back.list.compactMap { $0.unknownValues })")

        // A dictionary, as another program writes it.
        func list(_ members: [(String, SampleValue)]...) throws -> ContractTags {
            let objects = SampleValue.array(members.map { .dictionary($0) })
            return try run.decode(ContractTags.self, from: run.encode(.dictionary([("list", objects)])))
        }
        guard !run.capabilities.contains(.everyClass) else { return }
        let read = try list(
            [("name", "a"), ("text", "b"), ("kind", "text")], [("kind", "odd"), ("more", .array(["x", 1]))],
            [("unit", "ContractTaggedNumber"), ("kind", "number"), ("number", 2.5)])
        run.expectEqual(
            classes(read.list), "ContractTaggedText, ContractTagged, ContractTaggedNumber", "the classes by their tags")
        let again = try run.decode(ContractTags.self, from: run.encode(read))
        run.expectEqual(again.list[1].classTag ?? "nothing", "odd", "the tag of an unknown class")
        run.expectEqual(
            "\(again.list[1].unknownValues?["more"]?.count ?? 0)", "2", "the values of an object of an unknown class")

        let other = try run.decode(ContractTags.self, from: run.encode(list([("text", "b"), ("kind", "txt")])))
        run.expectEqual(classes(other.list), "ContractTaggedText", "the class of another tag")
        run.expectEqual(other.list.first?.classTag ?? "nothing", "txt", "the other tag")

        run.expectError("an object without the tag", codes: [.missingValue], path: "list[0]") {
            try list([("name", "a")])
        }
        run.expectError("a number as the tag", codes: [.typeMismatch], path: "list[0].kind") {
            try list([("kind", 5)])
        }
        let wrong = SampleValue.dictionary([("text", .dictionary([("kind", "number")]))])
        run.expectError("the tag of another class", codes: [.classMismatch], path: "text") {
            try run.decode(ContractTags.self, from: run.encode(wrong))
        }
    }
}
