import Foundation
import ModelCore

/// A model with a property of each type, with defaults, coded as `@Model` would write it.
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

    /// A property, and the code that encodes and decodes it.
    private struct Part: Sendable {
        let property: ModelProperty
        let encode: @Sendable (ContractValues, ModelEncoder) throws -> Void
        let decode: @Sendable (ContractValues, ModelDecoder) throws -> Void

        init<Value: ModelValue & SendableMetatype>(
            _ name: String, _ path: ReferenceWritableKeyPath<ContractValues, Value> & Sendable,
            isNilDefault: Bool = true
        ) {
            let key = ModelKey(name)
            property = ModelProperty(described: name, path)
            encode = { model, encoder in
                try encoder.encode(model[keyPath: path], forKey: key, isNilDefault: isNilDefault)
            }
            decode = { model, decoder in
                if let value = try decoder.decode(Value.self, forKey: key) { model[keyPath: path] = value }
            }
        }

        /// Creates the part of a property whose type has raw values, and doesn't conform to `ModelValue`.
        init<Value: RawRepresentable & SendableMetatype>(
            raw name: String, _ path: ReferenceWritableKeyPath<ContractValues, Value> & Sendable
        ) where Value.RawValue: ModelValue {
            let key = ModelKey(name)
            property = ModelProperty(described: name, path)
            encode = { model, encoder in try encoder.encode(model[keyPath: path], forKey: key) }
            decode = { model, decoder in
                if let value = try decoder.decode(Value.self, forKey: key) { model[keyPath: path] = value }
            }
        }
    }

    /// The properties, in the order in which they are written.
    private static let parts: [Part] = [
        Part("bool", \ContractValues.bool), Part("int", \ContractValues.int), Part("int8", \ContractValues.int8),
        Part("int16", \ContractValues.int16), Part("int32", \ContractValues.int32),
        Part("int64", \ContractValues.int64), Part("uint", \ContractValues.uint), Part("uint8", \ContractValues.uint8),
        Part("uint16", \ContractValues.uint16), Part("uint32", \ContractValues.uint32),
        Part("uint64", \ContractValues.uint64), Part("float", \ContractValues.float),
        Part("double", \ContractValues.double), Part("decimal", \ContractValues.decimal),
        Part("string", \ContractValues.string), Part("data", \ContractValues.data), Part("date", \ContractValues.date),
        Part("url", \ContractValues.url), Part("uuid", \ContractValues.uuid), Part("indexes", \ContractValues.indexes),
        Part("point", \ContractValues.point), Part("size", \ContractValues.size), Part("rect", \ContractValues.rect),
        Part("nsRange", \ContractValues.nsRange), Part("range", \ContractValues.range),
        Part("transform", \ContractValues.transform), Part("optional", \ContractValues.optional, isNilDefault: false),
        Part("array", \ContractValues.array), Part("strings", \ContractValues.strings),
        Part("nested", \ContractValues.nested), Part("set", \ContractValues.set),
        Part("dictionary", \ContractValues.dictionary), Part("intKeys", \ContractValues.intKeys),
        Part(raw: "suit", \ContractValues.suit), Part("level", \ContractValues.level),
        Part("address", \ContractValues.address), Part("kind", \ContractValues.kind),
        Part("model", \ContractValues.model), Part("models", \ContractValues.models),
    ]

    private static let ownModelClass = ModelClass(ContractValues.self, overrides: [])
    override class var modelClass: ModelClass { ownModelClass }
    override class var modelProperties: [ModelProperty] { super.modelProperties + parts.map(\.property) }

    /// The keys of Foundation's structured values, which some formats can't contain.
    private static let structuredKeys: Set<String> = [
        "indexes", "point", "size", "rect", "nsRange", "range", "transform",
    ]

    /// False to omit these values.
    var encodesStructures = true

    override func encodeProperties(to encoder: ModelEncoder) throws {
        try super.encodeProperties(to: encoder)
        for part in Self.parts where encodesStructures || !Self.structuredKeys.contains(part.property.name) {
            try part.encode(self, encoder)
        }
    }

    override func decodeProperties(from decoder: ModelDecoder) throws {
        try super.decodeProperties(from: decoder)
        for part in Self.parts { try part.decode(self, decoder) }
    }
}
