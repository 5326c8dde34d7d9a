import Foundation
import ModelCore

/// A property of each type, with a default, as `@Model` would write them.
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
    var indexes: IndexSet = IndexSet([1, 2, 5])
    var point: CGPoint = CGPoint(x: 1, y: 2)
    var size: CGSize = CGSize(width: 3, height: 4)
    var rect: CGRect = CGRect(x: 1, y: 2, width: 3, height: 4)
    var nsRange: NSRange = NSRange(location: 1, length: 2)
    var range: Range<Int> = 3..<9
    var transform: AffineTransform = AffineTransform(m11: 1, m12: 2, m21: 3, m22: 4, tX: 5, tY: 6)
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

    private static let ownModelClass = ModelClass(ContractValues.self, overrides: [])
    override class var modelClass: ModelClass { ownModelClass }
    override class var modelProperties: [ModelProperty] { super.modelProperties + ownProperties }

    private static var ownProperties: [ModelProperty] {
        [
            ModelProperty(described: "bool", \ContractValues.bool),
            ModelProperty(described: "int", \ContractValues.int),
            ModelProperty(described: "int8", \ContractValues.int8),
            ModelProperty(described: "int16", \ContractValues.int16),
            ModelProperty(described: "int32", \ContractValues.int32),
            ModelProperty(described: "int64", \ContractValues.int64),
            ModelProperty(described: "uint", \ContractValues.uint),
            ModelProperty(described: "uint8", \ContractValues.uint8),
            ModelProperty(described: "uint16", \ContractValues.uint16),
            ModelProperty(described: "uint32", \ContractValues.uint32),
            ModelProperty(described: "uint64", \ContractValues.uint64),
            ModelProperty(described: "float", \ContractValues.float),
            ModelProperty(described: "double", \ContractValues.double),
            ModelProperty(described: "decimal", \ContractValues.decimal),
            ModelProperty(described: "string", \ContractValues.string),
            ModelProperty(described: "data", \ContractValues.data),
            ModelProperty(described: "date", \ContractValues.date),
            ModelProperty(described: "url", \ContractValues.url),
            ModelProperty(described: "uuid", \ContractValues.uuid),
            ModelProperty(described: "indexes", \ContractValues.indexes),
            ModelProperty(described: "point", \ContractValues.point),
            ModelProperty(described: "size", \ContractValues.size),
            ModelProperty(described: "rect", \ContractValues.rect),
            ModelProperty(described: "nsRange", \ContractValues.nsRange),
            ModelProperty(described: "range", \ContractValues.range),
            ModelProperty(described: "transform", \ContractValues.transform),
            ModelProperty(described: "optional", \ContractValues.optional),
            ModelProperty(described: "array", \ContractValues.array),
            ModelProperty(described: "strings", \ContractValues.strings),
            ModelProperty(described: "nested", \ContractValues.nested),
            ModelProperty(described: "set", \ContractValues.set),
            ModelProperty(described: "dictionary", \ContractValues.dictionary),
            ModelProperty(described: "intKeys", \ContractValues.intKeys),
            ModelProperty(described: "suit", \ContractValues.suit),
            ModelProperty(described: "level", \ContractValues.level),
            ModelProperty(described: "address", \ContractValues.address),
            ModelProperty(described: "kind", \ContractValues.kind),
            ModelProperty(described: "model", \ContractValues.model),
            ModelProperty(described: "models", \ContractValues.models),
        ]
    }

    /// The keys of Foundation's structured values, which some formats have no way to hold.
    static let structuredKeys: Set<String> = ["indexes", "point", "size", "rect", "nsRange", "range", "transform"]

    /// False to leave those out.
    var encodesStructures = true

    override func encodeProperties(to encoder: ModelEncoder) throws {
        try super.encodeProperties(to: encoder)
        try encoder.encode(bool, forKey: "bool")
        try encoder.encode(int, forKey: "int")
        try encoder.encode(int8, forKey: "int8")
        try encoder.encode(int16, forKey: "int16")
        try encoder.encode(int32, forKey: "int32")
        try encoder.encode(int64, forKey: "int64")
        try encoder.encode(uint, forKey: "uint")
        try encoder.encode(uint8, forKey: "uint8")
        try encoder.encode(uint16, forKey: "uint16")
        try encoder.encode(uint32, forKey: "uint32")
        try encoder.encode(uint64, forKey: "uint64")
        try encoder.encode(float, forKey: "float")
        try encoder.encode(double, forKey: "double")
        try encoder.encode(decimal, forKey: "decimal")
        try encoder.encode(string, forKey: "string")
        try encoder.encode(data, forKey: "data")
        try encoder.encode(date, forKey: "date")
        try encoder.encode(url, forKey: "url")
        try encoder.encode(uuid, forKey: "uuid")
        if encodesStructures { try encoder.encode(indexes, forKey: "indexes") }
        if encodesStructures { try encoder.encode(point, forKey: "point") }
        if encodesStructures { try encoder.encode(size, forKey: "size") }
        if encodesStructures { try encoder.encode(rect, forKey: "rect") }
        if encodesStructures { try encoder.encode(nsRange, forKey: "nsRange") }
        if encodesStructures { try encoder.encode(range, forKey: "range") }
        if encodesStructures { try encoder.encode(transform, forKey: "transform") }
        try encoder.encode(optional, forKey: "optional", isNilDefault: false)
        try encoder.encode(array, forKey: "array")
        try encoder.encode(strings, forKey: "strings")
        try encoder.encode(nested, forKey: "nested")
        try encoder.encode(set, forKey: "set")
        try encoder.encode(dictionary, forKey: "dictionary")
        try encoder.encode(intKeys, forKey: "intKeys")
        try encoder.encode(suit, forKey: "suit")
        try encoder.encode(level, forKey: "level")
        try encoder.encode(address, forKey: "address")
        try encoder.encode(kind, forKey: "kind")
        try encoder.encode(model, forKey: "model")
        try encoder.encode(models, forKey: "models")
    }

    override func decodeProperties(from decoder: ModelDecoder) throws {
        try super.decodeProperties(from: decoder)
        if let value = try decoder.decode(forKey: "bool", like: bool) { bool = value }
        if let value = try decoder.decode(forKey: "int", like: int) { int = value }
        if let value = try decoder.decode(forKey: "int8", like: int8) { int8 = value }
        if let value = try decoder.decode(forKey: "int16", like: int16) { int16 = value }
        if let value = try decoder.decode(forKey: "int32", like: int32) { int32 = value }
        if let value = try decoder.decode(forKey: "int64", like: int64) { int64 = value }
        if let value = try decoder.decode(forKey: "uint", like: uint) { uint = value }
        if let value = try decoder.decode(forKey: "uint8", like: uint8) { uint8 = value }
        if let value = try decoder.decode(forKey: "uint16", like: uint16) { uint16 = value }
        if let value = try decoder.decode(forKey: "uint32", like: uint32) { uint32 = value }
        if let value = try decoder.decode(forKey: "uint64", like: uint64) { uint64 = value }
        if let value = try decoder.decode(forKey: "float", like: float) { float = value }
        if let value = try decoder.decode(forKey: "double", like: double) { double = value }
        if let value = try decoder.decode(forKey: "decimal", like: decimal) { decimal = value }
        if let value = try decoder.decode(forKey: "string", like: string) { string = value }
        if let value = try decoder.decode(forKey: "data", like: data) { data = value }
        if let value = try decoder.decode(forKey: "date", like: date) { date = value }
        if let value = try decoder.decode(forKey: "url", like: url) { url = value }
        if let value = try decoder.decode(forKey: "uuid", like: uuid) { uuid = value }
        if let value = try decoder.decode(forKey: "indexes", like: indexes) { indexes = value }
        if let value = try decoder.decode(forKey: "point", like: point) { point = value }
        if let value = try decoder.decode(forKey: "size", like: size) { size = value }
        if let value = try decoder.decode(forKey: "rect", like: rect) { rect = value }
        if let value = try decoder.decode(forKey: "nsRange", like: nsRange) { nsRange = value }
        if let value = try decoder.decode(forKey: "range", like: range) { range = value }
        if let value = try decoder.decode(forKey: "transform", like: transform) { transform = value }
        if let value = try decoder.decode(forKey: "optional", like: optional) { optional = value }
        if let value = try decoder.decode(forKey: "array", like: array) { array = value }
        if let value = try decoder.decode(forKey: "strings", like: strings) { strings = value }
        if let value = try decoder.decode(forKey: "nested", like: nested) { nested = value }
        if let value = try decoder.decode(forKey: "set", like: set) { set = value }
        if let value = try decoder.decode(forKey: "dictionary", like: dictionary) { dictionary = value }
        if let value = try decoder.decode(forKey: "intKeys", like: intKeys) { intKeys = value }
        if let value = try decoder.decode(forKey: "suit", like: suit) { suit = value }
        if let value = try decoder.decode(forKey: "level", like: level) { level = value }
        if let value = try decoder.decode(forKey: "address", like: address) { address = value }
        if let value = try decoder.decode(forKey: "kind", like: kind) { kind = value }
        if let value = try decoder.decode(forKey: "model", like: model) { model = value }
        if let value = try decoder.decode(forKey: "models", like: models) { models = value }
    }
}
