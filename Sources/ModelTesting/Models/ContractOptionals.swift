import Foundation
import ModelCore

/// A model with optional properties, of which some have nil as the default and others another value.
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
            ModelProperty(described: "plain", \ContractOptionals.plain),
            ModelProperty(described: "number", \ContractOptionals.number),
            ModelProperty(described: "text", \ContractOptionals.text),
            ModelProperty(described: "date", \ContractOptionals.date),
            ModelProperty(described: "list", \ContractOptionals.list),
            ModelProperty(described: "shape", \ContractOptionals.shape),
            ModelProperty(described: "required", \ContractOptionals.required),
            ModelProperty(described: "holes", \ContractOptionals.holes),
        ]
    }

    override func encodeProperties(to encoder: ModelEncoder) throws {
        try super.encodeProperties(to: encoder)
        try encoder.encode(plain, forKey: "plain")
        try encoder.encode(number, forKey: "number", isNilDefault: false)
        try encoder.encode(text, forKey: "text", isNilDefault: false)
        try encoder.encode(date, forKey: "date", isNilDefault: false)
        try encoder.encode(list, forKey: "list", isNilDefault: false)
        try encoder.encode(shape, forKey: "shape", isNilDefault: false)
        try encoder.encode(required, forKey: "required")
        if !holes.isEmpty { try encoder.encode(holes, forKey: "holes") }
    }

    override func decodeProperties(from decoder: ModelDecoder) throws {
        try super.decodeProperties(from: decoder)
        if let value = try decoder.decode(forKey: "plain", like: plain) { plain = value }
        if let value = try decoder.decode(forKey: "number", like: number) { number = value }
        if let value = try decoder.decode(forKey: "text", like: text) { text = value }
        if let value = try decoder.decode(forKey: "date", like: date) { date = value }
        if let value = try decoder.decode(forKey: "list", like: list) { list = value }
        if let value = try decoder.decode(forKey: "shape", like: shape) { shape = value }
        if let value = try decoder.decode(forKey: "required", like: required) { required = value }
        if let value = try decoder.decode(forKey: "holes", like: holes) { holes = value }
    }
}
