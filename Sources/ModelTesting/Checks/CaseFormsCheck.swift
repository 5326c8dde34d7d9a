import ModelCore

extension ContractCheck {
    /// The check of enums with values.
    package static let caseForms = ContractCheck(
        "caseForms", "Enums with values keep them, whichever way files tell their cases."
    ) { run in
        let marks = ContractMarks.sample()
        let back = try run.decode(ContractMarks.self, from: run.encode(marks))
        run.expect(back.keyed == marks.keyed, "cases by a key", expected: "\(marks.keyed)", found: "\(back.keyed)")
        run.expect(back.tagged == marks.tagged, "cases by a tag", expected: "\(marks.tagged)", found: "\(back.tagged)")
        run.expect(
            back.content == marks.content, "cases with a content", expected: "\(marks.content)",
            found: "\(back.content)")
        run.expect(
            back.untagged == marks.untagged, "untagged cases", expected: "\(marks.untagged)",
            found: "\(back.untagged)")
        run.expect(
            back.one == marks.one, "an optional case", expected: "\(marks.one as Any)", found: "\(back.one as Any)")
        if run.capabilities.contains(.identity) {
            func owner<Form>(_ mark: ContractMark<Form>?) -> ContractTagged? {
                if case .titled(let title)? = mark { title.owner } else { nil }
            }
            run.expect(
                owner(back.one) != nil && owner(back.one) === owner(back.keyed[2])
                    && owner(back.one) === owner(back.content["c"]),
                "a model in several cases", expected: "the same", found: "others")
        }

        // Dictionaries, as another program writes them.
        guard !run.capabilities.contains(.everyClass) else { return }
        func read(_ key: String, _ values: SampleValue...) throws -> ContractMarks {
            try run.decode(ContractMarks.self, from: run.encode(.dictionary([(key, .array(values))])))
        }
        let keyed = try read(
            "keyed", "plain", .dictionary([("a title", .dictionary([("title", "x")]))]),
            .dictionary([("sized", .dictionary([("note", "n"), ("width", 5)]))]))
        run.expectEqual(
            "\(keyed.keyed == [.plain, .titled(.init(title: "x")), .sized(.init(width: 5, note: "n"))])", "true",
            "cases by a key, as written elsewhere")
        let tagged = try read(
            "tagged", .dictionary([("width", 5), ("kind", "sized")]), .dictionary([("kind", "plain")]))
        run.expectEqual(
            "\(tagged.tagged == [.sized(.init(width: 5)), .plain])", "true", "cases by a tag behind the values")
        let untagged = try read("untagged", .dictionary([("title", "x")]), "plain", .dictionary([("width", 1)]))
        run.expectEqual(
            "\(untagged.untagged == [.titled(.init(title: "x")), .plain, .sized(.init(width: 1))])", "true",
            "untagged cases, as written elsewhere")

        run.expectError("an unknown case", codes: [.typeMismatch], path: "keyed[0]") { try read("keyed", "odd") }
        run.expectError("two cases", codes: [.typeMismatch], path: "keyed[0]") {
            try read("keyed", .dictionary([("sized", .dictionary([("width", 1)])), ("plain", "x")]))
        }
        run.expectError("no tag", codes: [.missingValue], path: "tagged[0]") {
            try read("tagged", .dictionary([("width", 1)]))
        }
        run.expectError("an untagged case without its key", codes: [.typeMismatch], path: "untagged[0]") {
            try read("untagged", .dictionary([("note", "n")]))
        }
    }
}
