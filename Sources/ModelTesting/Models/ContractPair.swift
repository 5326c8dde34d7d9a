import ModelCore

/// Two numbers that are always the same.
final class ContractPair: BaseModel {
    var first = 0
    var second = 0

    private static let ownModelClass = ModelClass(ContractPair.self, overrides: [])
    override class var modelClass: ModelClass { ownModelClass }
    override class var modelProperties: [ModelProperty] {
        super.modelProperties + [
            ModelProperty(described: "first", \ContractPair.first),
            ModelProperty(described: "second", \ContractPair.second),
        ]
    }

    override func encodeProperties(to encoder: ModelEncoder) throws {
        try super.encodeProperties(to: encoder)
        try encoder.encode(first, forKey: "first")
        try encoder.encode(second, forKey: "second")
    }

    override func decodeProperties(from decoder: ModelDecoder) throws {
        try super.decodeProperties(from: decoder)
        if let value = try decoder.decode(forKey: "first", like: first) { first = value }
        if let value = try decoder.decode(forKey: "second", like: second) { second = value }
    }

    convenience init(_ number: Int) {
        self.init()
        first = number
        second = number
    }
}
