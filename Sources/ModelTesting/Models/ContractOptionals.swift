import Foundation
import ModelCore

/// A model with optional properties. The default of some is nil, and of others another value.
final class ContractOptionals: BaseModel {
    var plain: Int?
    var number: Int? = 7
    var text: String? = "default"
    var date: Date? = Date(timeIntervalSinceReferenceDate: 1)
    var list: [String]? = ["default"]
    var shape: ContractShape? = ContractShape()
    var required = 5
    var holes: [Int?] = []

    private static let ownModelClass = ModelClass(ContractOptionals.self, overrides: [])
    override class var modelClass: ModelClass { ownModelClass }
    override class var modelProperties: [ModelProperty] {
        super.modelProperties + [
            ModelProperty("plain", \ContractOptionals.plain),
            ModelProperty("number", \ContractOptionals.number, isNilDefault: false),
            ModelProperty("text", \ContractOptionals.text, isNilDefault: false),
            ModelProperty("date", \ContractOptionals.date, isNilDefault: false),
            ModelProperty("list", \ContractOptionals.list, isNilDefault: false),
            ModelProperty("shape", \ContractOptionals.shape, isNilDefault: false),
            ModelProperty("required", \ContractOptionals.required),
            ModelProperty("holes", \ContractOptionals.holes),
        ]
    }
}
