import Foundation
import ModelCore

/// A model with a property of each type, with defaults. It is written as `@Model` would generate it.
final class ContractValues: BaseModel {
    var bool: Bool = true
    var int: Int = -5
    var int8: Int8 = -8
    var int16: Int16 = 16
    var int32: Int32 = -32
    var int64: Int64 = 64
    var uint: UInt = 5
    var uint8: UInt8 = 8
    var uint16: UInt16 = 16
    var uint32: UInt32 = 32
    var uint64: UInt64 = 64
    var float: Float = 0.5
    var double: Double = 0.25
    var decimal: Decimal = Decimal(12)
    var string: String = "text"
    var data: Data = Data([1, 2, 3])
    var date: Date = Date(timeIntervalSinceReferenceDate: 5)
    var url: URL = URL(filePath: "/tmp")
    var uuid: UUID = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
    /// Foundation's structured values. Empty for a format that can't contain them.
    var structures = [ContractStructures()]
    var optional: Int? = 4
    var array: [Int] = [1, 2]
    var strings: [String] = ["a"]
    var nested: [[Int]] = [[1], []]
    var set: Set<Int> = [1, 2]
    var dictionary: [String: Int] = ["a": 1]
    var intKeys: [Int: String] = [1: "a"]
    var suit: ContractSuit = .hearts
    var level: ContractLevel = .low
    var address: ContractAddress = ContractAddress()
    var kind: ContractKind = .plain
    var model: ContractShape = ContractShape()
    var models: [ContractShape] = []

    /// The properties, in the order in which they are written.
    private static let rows: [ModelProperty] = [
        ModelProperty("bool", \ContractValues.bool), ModelProperty("int", \ContractValues.int),
        ModelProperty("int8", \ContractValues.int8), ModelProperty("int16", \ContractValues.int16),
        ModelProperty("int32", \ContractValues.int32), ModelProperty("int64", \ContractValues.int64),
        ModelProperty("uint", \ContractValues.uint), ModelProperty("uint8", \ContractValues.uint8),
        ModelProperty("uint16", \ContractValues.uint16), ModelProperty("uint32", \ContractValues.uint32),
        ModelProperty("uint64", \ContractValues.uint64), ModelProperty("float", \ContractValues.float),
        ModelProperty("double", \ContractValues.double), ModelProperty("decimal", \ContractValues.decimal),
        ModelProperty("string", \ContractValues.string), ModelProperty("data", \ContractValues.data),
        ModelProperty("date", \ContractValues.date), ModelProperty("url", \ContractValues.url),
        ModelProperty("uuid", \ContractValues.uuid),
        ModelProperty("structures", \ContractValues.structures),
        ModelProperty("optional", \ContractValues.optional, isNilDefault: false),
        ModelProperty("array", \ContractValues.array), ModelProperty("strings", \ContractValues.strings),
        ModelProperty("nested", \ContractValues.nested), ModelProperty("set", \ContractValues.set),
        ModelProperty("dictionary", \ContractValues.dictionary), ModelProperty("intKeys", \ContractValues.intKeys),
        ModelProperty("suit", \ContractValues.suit), ModelProperty("level", \ContractValues.level),
        ModelProperty("address", \ContractValues.address), ModelProperty("kind", \ContractValues.kind),
        ModelProperty("model", \ContractValues.model), ModelProperty("models", \ContractValues.models),
    ]

    private static let ownModelClass = ModelClass(ContractValues.self, overrides: [])
    override class var modelClass: ModelClass { ownModelClass }
    override class var modelProperties: [ModelProperty] { super.modelProperties + rows }
}

/// A model with Foundation's structured values, which some formats can't contain.
final class ContractStructures: BaseModel {
    var indexes: IndexSet = IndexSet([1, 2, 5])
    var point: CGPoint = CGPoint(x: 1, y: 2)
    var size: CGSize = CGSize(width: 3, height: 4)
    var rect: CGRect = CGRect(x: 1, y: 2, width: 3, height: 4)
    var nsRange: NSRange = NSRange(location: 1, length: 2)
    var range: Range<Int> = 3..<9
    var transform: AffineTransform = AffineTransform(m11: 1, m12: 2, m21: 3, m22: 4, tX: 5, tY: 6)

    private static let ownModelClass = ModelClass(ContractStructures.self, overrides: [])
    override class var modelClass: ModelClass { ownModelClass }
    override class var modelProperties: [ModelProperty] {
        super.modelProperties + [
            ModelProperty("indexes", \ContractStructures.indexes), ModelProperty("point", \ContractStructures.point),
            ModelProperty("size", \ContractStructures.size), ModelProperty("rect", \ContractStructures.rect),
            ModelProperty("nsRange", \ContractStructures.nsRange), ModelProperty("range", \ContractStructures.range),
            ModelProperty("transform", \ContractStructures.transform),
        ]
    }
}
