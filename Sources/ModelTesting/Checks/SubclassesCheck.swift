import ModelCore

extension ContractCheck {
    /// The check of subclasses in properties of the superclass's type.
    package static let subclasses = ContractCheck(
        "subclasses", "A subclass stays what it is, with all its fields, wherever its superclass is declared."
    ) { run in
        let drawing = ContractDrawing.sample()
        let circle = ContractCircle()
        circle.radius = 8
        drawing.anything = circle
        let back = try run.decode(ContractDrawing.self, from: run.encode(drawing))
        guard run.capabilities.contains(.classes) else {
            // Without classes in the file, only the superclass's properties come back.
            let found = ([back.main] + back.shapes).map { "\($0?.name ?? "none") \($0?.area ?? 0)" }
            let wanted = ([drawing.main] + drawing.shapes).map { "\($0?.name ?? "none") \($0?.area ?? 0)" }
            return run.expectEqual(
                found.joined(separator: ", "), wanted.joined(separator: ", "), "the superclass's part")
        }
        run.expectEqual(
            run.fingerprint(back), run.fingerprint(drawing), "subclasses in a property, an array, a dictionary and Any")
        run.expect(
            back.main is ContractCircle, "the property's class", expected: "ContractCircle",
            found: "\(type(of: back.main))")

        let root = try run.decode(ContractShape.self, from: run.encode(circle))
        run.expect(
            (root as? ContractCircle)?.radius == 8, "a subclass as the root", expected: "ContractCircle",
            found: run.fingerprint(root))
        let mixed: [ContractShape] = [ContractCircle(), ContractSquare(), ContractShape(), ContractCircle()]
        try run.readBack(mixed, "an array of several subclasses")

        // Only objects of the property's type, or of its subclasses, are ever made.
        let wrong = try run.encode(ContractLink("not a shape"))
        run.expectError("an object of another class as the root", codes: [.classMismatch, .typeMismatch]) {
            try run.decode(ContractShape.self, from: wrong)
        }
        let sibling = try run.encode(
            SampleValue.object("ContractDrawing", [("shapes", .array([.object("ContractLink")]))]))
        run.expectError(
            "an object of another class in an array", codes: [.classMismatch, .typeMismatch], path: "shapes[0]"
        ) {
            try run.decode(ContractDrawing.self, from: sibling)
        }
        let unknown = try run.encode(
            SampleValue.object("ContractDrawing", [("main", .object("NoSuchClass", [("name", "x")]))]))
        run.expectError("an object of an unknown class", codes: [.unknownClass], path: "main") {
            try run.decode(ContractDrawing.self, from: unknown)
        }
    }
}
