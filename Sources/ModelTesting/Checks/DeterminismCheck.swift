import ModelCore

extension ContractCheck {
    /// The check that equal models give equal bytes.
    package static let determinism = ContractCheck(
        "determinism", "Equal models give equal bytes, in whatever order their sets and dictionaries were filled."
    ) { run in
        try run.expectSameBytes("a drawing, twice") { _ in ContractDrawing.sample() }
        try run.expectSameBytes("a model with every property, twice") { _ in run.fillableValues() }
        try run.expectSameBytes("a dictionary") { variant in filledDictionary(variant) { "key \($0)" } }
        try run.expectSameBytes("a dictionary with integers as keys") { variant in
            filledDictionary(variant) { $0 * 37 }
        }
        try run.expectSameBytes("a set of text") { variant in Set(filledDictionary(variant) { "element \($0)" }.keys) }
        try run.expectSameBytes("a set of integers") { variant in
            var set = Set<Int>(minimumCapacity: variant * 1000)
            for number in variant == 1 ? Array((0..<100).reversed()) : Array(0..<100) { set.insert(number) }
            return set
        }
        try run.expectSameBytes("dictionaries and sets in Any") { variant in
            let model = ContractUntyped()
            model.table = filledDictionary(variant) { "key \($0)" }.mapValues { $0 as Any }
            model.value = model.table
            return model
        }
        let drawing = ContractDrawing.sample()
        let content = try run.encode(drawing)
        guard run.capabilities.contains(.classes) else { return }
        let again = try run.encode(try run.decode(ContractDrawing.self, from: content))
        try run.expectSameBytes(again, content, "a file read and written again")
    }

    private static func filledDictionary<Key: Hashable>(_ variant: Int, _ key: (Int) -> Key) -> [Key: Int] {
        var dictionary = [Key: Int](minimumCapacity: variant * 1000)
        for number in variant == 1 ? Array((0..<100).reversed()) : Array(0..<100) { dictionary[key(number)] = number }
        if variant == 2 {
            dictionary[key(1000)] = 1
            dictionary[key(1000)] = nil
        }
        return dictionary
    }
}

extension ContractRun {
    fileprivate func expectSameBytes<Value: ModelValue>(_ subject: String, _ make: (Int) -> Value) throws {
        let first = try encode(make(0))
        for variant in [0, 1, 2, 3] { try expectSameBytes(encode(make(variant)), first, subject) }
    }
}
