import ModelCore

extension ContractCheck {
    /// The check of many objects of one class.
    package static let instances = ContractCheck(
        "instances", "What holds for the first object of a class in a file holds for every later one."
    ) { run in
        let stored = ContractStored.samples()
        let hasNull = run.capabilities.contains(.null)
        if !hasNull { for one in stored { one.maybe = one.maybe ?? 1 } }
        let back = try run.readBack(stored, "objects of one class, each with other values")
        for (number, (one, other)) in zip(stored, back).enumerated() {
            run.expectEqual(run.fingerprint(other), run.fingerprint(one), "the object at \(number)")
        }
        // Properties that are written directly from memory can be read like any others, and the other way round.
        let listed = try run.decode([ContractStoredByHand].self, from: run.encode(stored))
        run.expectEqual(
            listed.map { run.fingerprint($0.values) }.joined(separator: ", "),
            stored.map { run.fingerprint($0.values) }.joined(separator: ", "),
            "objects with other values, read by a class whose properties are listed by hand")
        let again = try run.decode([ContractStored].self, from: run.encode(listed))
        run.expectEqual(
            again.map { run.fingerprint($0.values) }.joined(separator: ", "),
            stored.map { run.fingerprint($0.values) }.joined(separator: ", "),
            "objects with other values, written by a class whose properties are listed by hand")

        // The shapes are of three classes in turn, so that each class comes again after the other two.
        let shapes = (0..<9).map { number in
            let shape = [ContractShape(), ContractCircle(), ContractSquare()][number % 3]
            (shape.name, shape.area) = ("\(number)", Double(number) / 3)
            (shape as? ContractCircle)?.radius = Float(number)
            (shape as? ContractSquare)?.tags = ["\(number)"]
            return shape
        }
        if run.capabilities.contains(.classes) { try run.readBack(shapes, "objects of several classes in turn") }

        let optionals = (0..<6).map { number in
            let optionals = ContractOptionals()
            optionals.plain = number % 2 == 0 ? nil : number
            if number % 3 == 1 { (optionals.number, optionals.text) = (nil, nil) }
            if number == 4 { (optionals.list, optionals.shape, optionals.holes) = (nil, nil, [nil, 1, nil]) }
            return optionals
        }
        if hasNull { try run.readBack(optionals, "objects of which later ones have nil") }
        // Objects of one class that have the same number of keys, but not the same keys.
        let turning = (0..<6).map { number in
            let turning = ContractTurning()
            turning.isTurned = number % 3 == 1
            (turning.first, turning.second) = (turning.isTurned ? 0 : number, turning.isTurned ? number : 0)
            return turning
        }
        try run.readBack(turning, "objects of one class with different keys")
        run.checkBehindModels()
        run.checkLaterUnknownKeys()
        if run.capabilities.contains(.identity) { run.checkLaterReferences() }
    }
}

extension ContractRun {
    /// Checks values without a declared type that follow models in an array.
    fileprivate func checkBehindModels() {
        attempt("values behind models") {
            let untyped = ContractUntyped()
            let values: [Any] = [Float(0.1), 7, true, "x"]
            untyped.list = values + [ContractPair(1)] + values + [["k": ContractPair(2)], ContractPair(3)] + values
            let back = try decode(ContractUntyped.self, from: encode(untyped))
            guard back.list.count == untyped.list.count else {
                return fail(
                    "values behind models", expected: "\(untyped.list.count) of them", found: "\(back.list.count)")
            }
            for start in [5, 11] {
                for index in values.indices {
                    expectEqual(
                        fingerprint(back.list[start + index]), fingerprint(back.list[index]),
                        "the value at \(start + index), behind a model")
                }
            }
        }
    }

    /// Checks unknown keys that the first objects of a class don't have.
    fileprivate func checkLaterUnknownKeys() {
        attempt("later unknown keys") {
            let objects: [SampleValue] = (0..<7).map { number in
                var properties: [(String, SampleValue)] = [("name", .scalar(.string("\(number)")))]
                if number == 3 || number == 5 { properties.append(("extra \(number)", .array([1, "x"]))) }
                if number == 5 { properties.insert(("before", true), at: 0) }
                return .object("ContractOpen", properties)
            }
            let models = try decode([ContractOpen].self, from: encode(SampleValue.array(objects)))
            let document = try decode(ModelDocument.self, from: encode(models))
            for (number, wanted) in [[], [], [], ["extra 3"], [], ["before", "extra 5"], []].enumerated() {
                // A format without classes may have the class's name among the keys.
                let own = ["name", "next", "$class"]
                let keys = document[number]?.keys.filter { !own.contains($0) }.sorted() ?? ["nothing"]
                expectEqual(
                    keys.joined(separator: ", "), wanted.joined(separator: ", "),
                    "unknown keys of the object at \(number)")
            }
            expectEqual(
                document[5]?["extra 5"]?[1]?.stringValue ?? "nothing", "x", "an unknown value of a later object")
        }
    }

    /// Checks references that come before their objects, references that come after their objects, and objects in
    /// between to which no reference points.
    fileprivate func checkLaterReferences() {
        let root = ContractLink("root")
        let targets = ["first", "second", "third"].map { ContractLink($0) }
        let early = (0..<6).map { number in
            let link = ContractLink("early \(number)")
            link.owner = targets[number % 3]
            return link
        }
        let late = (0..<6).map { number in
            let link = ContractLink("late \(number)")
            link.next = targets[number % 3]
            link.owner = early[number]
            return link
        }
        root.others = early + [ContractLink("between"), targets[0], ContractLink("between")] + targets[1...] + late
        // Each link refers to the next link, and so do the links inside it. A distant object is either written deep
        // inside another object, or later.
        let chain = (0..<50).map { ContractLink("chain \($0)") }
        for (link, next) in zip(chain, chain.dropFirst()) {
            link.owner = next
            link.others = [ContractLink("beside \(link.label)"), ContractLink("again \(link.label)")]
            for beside in link.others { beside.owner = next }
        }
        root.others += chain
        defer { root.unlink() }
        attempt("references to several objects") {
            try readBack(root, "references to several objects, before and behind them").unlink()
        }
    }
}
