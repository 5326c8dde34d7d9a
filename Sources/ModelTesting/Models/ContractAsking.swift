import ModelCore

/// A model whose class's code reads and writes keys besides a property. The code requests each key by its text, and
/// gets the value that a file has under exactly this key.
class ContractAsking: BaseModel {
    final var known = 0
    /// The values, at the index of their key in ``keys``. Only the class's own code saves them.
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

    /// Sets the property, and the values of the keys for whose index `isGiven` returns true; by default of all keys.
    final func filled(_ isGiven: (Int) -> Bool = { _ in true }) -> Self {
        known = 1000
        for index in Self.keys.indices where isGiven(index) { values[index] = 100 + index }
        return self
    }
}

/// A model whose code requests its own keys before its property is read.
final class ContractAskingFirst: ContractAsking {
    private static let ownModelClass = ModelClass(ContractAskingFirst.self, overrides: [.setWithDecoder])
    override class var modelClass: ModelClass { ownModelClass }

    override func set(with decoder: ModelDecoder) throws {
        try ask(decoder)
        try super.set(with: decoder)
    }
}
