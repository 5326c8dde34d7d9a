import ModelCore

/// A model with properties that contain `Any`, as `@Model` would write them.
final class ContractUntyped: BaseModel {
    var value: Any?
    var list: [Any] = []
    var table: [String: Any] = [:]

    private static let ownModelClass = ModelClass(ContractUntyped.self, overrides: [])
    override class var modelClass: ModelClass { ownModelClass }
    override class var modelProperties: [ModelProperty] {
        super.modelProperties + [
            ModelProperty(described: "value", \ContractUntyped.value),
            ModelProperty(described: "list", \ContractUntyped.list),
            ModelProperty(described: "table", \ContractUntyped.table),
        ]
    }

    override func encodeProperties(to encoder: ModelEncoder) throws {
        try super.encodeProperties(to: encoder)
        try encoder.encodeAny(value, forKey: "value")
        try encoder.encodeAny(list, forKey: "list")
        try encoder.encodeAny(table, forKey: "table")
    }

    override func decodeProperties(from decoder: ModelDecoder) throws {
        try super.decodeProperties(from: decoder)
        if let value = try decoder.decodeAny(forKey: "value", like: value) { self.value = value }
        if let value = try decoder.decodeAny(forKey: "list", like: list) { list = value }
        if let value = try decoder.decodeAny(forKey: "table", like: table) { table = value }
    }
}
