import ModelCore

/// A model with keys of its class's own code besides a property, as a class with `@Model` may have. Its code asks for
/// each key by the key's text, and gets the value that a file has under exactly that key.
class ContractAsking: BaseModel {
    final var known = 0
    /// The values by the index of their key in ``keys``; only the class's own code saves them.
    final var values = [Int?](repeating: nil, count: ContractAsking.keys.count)

    /// Keys that a reader may take for another key.
    static let keys =
        [
            "old", "Old", "OLD", "ol", "old2", "old ", " old", "o.l.d", "\"old\"", "o\\ld", "o%ld", "o%0Ald", "", "17",
            "true", "known ", "Known", "unknown", "know", "\u{F6}ld\u{1F600}", "e\u{301}", "$old",
            "a long key, of more than 16 bytes 1", "a long key, of more than 16 bytes 2",
            "1 is where two long keys of as many bytes differ", "2 is where two long keys of as many bytes differ",
        ] + ["1", "2"].map { String(repeating: "k", count: 149) + $0 + String(repeating: "k", count: 150) }

    private static let ownModelClass = ModelClass(
        ContractAsking.self, overrides: [.encodeWithEncoder, .setWithDecoder])
    override class var modelClass: ModelClass { ownModelClass }
    override class var modelProperties: [ModelProperty] {
        super.modelProperties + [ModelProperty("known", \ContractAsking.known, isStored: true)]
    }

    override func encode(with encoder: ModelEncoder) throws {
        try super.encode(with: encoder)
        for (key, value) in zip(Self.keys, values) {
            if let value { try encoder.encode(value, forKey: ModelKey(key)) }
        }
    }

    override func set(with decoder: ModelDecoder) throws {
        try super.set(with: decoder)
        try ask(decoder)
    }

    fileprivate final func ask(_ decoder: ModelDecoder) throws {
        // The last key first: the order in the file doesn't matter.
        for (index, key) in Self.keys.enumerated().reversed() {
            values[index] = try decoder.decode(Int.self, forKey: ModelKey(key))
        }
    }

    /// Sets a property, and the values of the keys whose index is among the given ones; by default of all.
    final func filled(_ isGiven: (Int) -> Bool = { _ in true }) -> Self {
        known = 1000
        for index in Self.keys.indices where isGiven(index) { values[index] = 100 + index }
        return self
    }
}

/// A model that asks for the keys of its class's own code before its property is read.
final class ContractAskingFirst: ContractAsking {
    private static let ownModelClass = ModelClass(ContractAskingFirst.self, overrides: [.setWithDecoder])
    override class var modelClass: ModelClass { ownModelClass }

    override func set(with decoder: ModelDecoder) throws {
        try ask(decoder)
        try super.set(with: decoder)
    }
}
