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
            ModelProperty(any: "value", \ContractUntyped.value),
            ModelProperty(any: "list", \ContractUntyped.list),
            ModelProperty(any: "table", \ContractUntyped.table),
        ]
    }
}
