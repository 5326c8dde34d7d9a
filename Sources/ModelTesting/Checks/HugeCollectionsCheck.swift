import ModelCore

extension ContractCheck {
    /// The check of large arrays, dictionaries, sets and texts.
    package static let hugeCollections = ContractCheck("hugeCollections", "Large collections come back whole.") { run in
        let count = run.options.hugeCount
        let numbers = (0..<count).map { $0 &* 2_654_435_761 }
        // The full number for one kind of value is enough: the sizes of offsets in a file depend on the number of
        // values.
        try run.expectSame(numbers, "\(count) integers")
        let some = numbers.prefix(count / 8)
        try run.expectSame(some.map { Double($0) / 3 }, "\(some.count) doubles")
        try run.expectSame(some.map { "text \($0)" }, "\(some.count) texts")
        try run.expectSame(Set(some), "a set of \(some.count)")
        let table = Dictionary(some.map { ("key \($0)", $0) }) { _, last in last }
        try run.expectSame(table, "a dictionary of \(some.count)")
        let long = String(repeating: "0123456789é", count: count / 10)
        try run.expectSame(long, "a text of \(long.utf8.count) bytes")

        // More keys, texts and objects than 16 bits can count.
        if count > 1 << 16 {
            let many = (1 << 16) + 1
            let texts = Dictionary(uniqueKeysWithValues: (0..<many).map { ("\($0)", "\(-$0)") })
            try run.expectSame(texts, "a dictionary of \(many) texts")
            let pairs = (0..<many).map { ContractPair($0) }
            run.attempt("\(many) objects, and two of them once more") {
                let back = try run.decode([ContractPair].self, from: run.encode(pairs + [pairs[0], pairs[many - 1]]))
                let isShared = run.capabilities.contains(.identity)
                run.expect(
                    back.map(\.first) == Array(0..<many) + [0, many - 1] && (back[0] === back[many]) == isShared
                        && (back[many - 1] === back[many + 1]) == isShared,
                    "\(many) objects, and two of them once more", expected: "the same",
                    found: "\(back.count), or others")
            }
        }
        let models = (0..<count / 10).map { ContractLink("\($0)") }
        let back = try run.decode([ContractLink].self, from: run.encode(models))
        run.expect(
            back.map(\.label) == models.map(\.label), "\(models.count) models", expected: "all of them",
            found: "\(back.count), or others")
    }
}

extension ContractRun {
    fileprivate func expectSame<Value: ModelValue & Equatable>(_ value: Value, _ subject: String) throws {
        let back = try decode(Value.self, from: encode(value))
        expect(back == value, subject, expected: "the same", found: "another value")
    }
}
