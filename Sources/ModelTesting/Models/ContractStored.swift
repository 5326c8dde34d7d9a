import ModelCore

/// A model whose properties are read and written directly in memory, as `@Model` would write them in a final class.
final class ContractStored: BaseModel {
    var flag = false
    var int8: Int8 = 0
    var uint8: UInt8 = 0
    var int16: Int16 = 0
    var uint16: UInt16 = 0
    var int32: Int32 = 0
    var uint32: UInt32 = 0
    var int64: Int64 = 0
    var uint64: UInt64 = 0
    var int = 0
    var uint: UInt = 0
    var float: Float = 0
    var double = 0.0
    var text = ""
    var texts: [String] = []
    var maybe: Int? = 1

    private static let rows = [
        ModelProperty("flag", \ContractStored.flag, isStored: true),
        ModelProperty("int8", \ContractStored.int8, isStored: true),
        ModelProperty("uint8", \ContractStored.uint8, isStored: true),
        ModelProperty("int16", \ContractStored.int16, isStored: true),
        ModelProperty("uint16", \ContractStored.uint16, isStored: true),
        ModelProperty("int32", \ContractStored.int32, isStored: true),
        ModelProperty("uint32", \ContractStored.uint32, isStored: true),
        ModelProperty("int64", \ContractStored.int64, isStored: true),
        ModelProperty("uint64", \ContractStored.uint64, isStored: true),
        ModelProperty("int", \ContractStored.int, isStored: true),
        ModelProperty("uint", \ContractStored.uint, isStored: true),
        ModelProperty("float", \ContractStored.float, isStored: true),
        ModelProperty("double", \ContractStored.double, isStored: true),
        ModelProperty("text", \ContractStored.text, isStored: true),
        ModelProperty("texts", \ContractStored.texts, isStored: true),
        ModelProperty("maybe", \ContractStored.maybe, isNilDefault: false, isStored: true),
    ]

    private static let ownModelClass = ModelClass(
        ContractStored.self, name: "ContractStored", overrides: [])
    override class var modelClass: ModelClass { ownModelClass }
    override class var modelProperties: [ModelProperty] { super.modelProperties + rows }

    /// Instances with border values. There are more instances than a type has border values, so that each integer
    /// property has each of its border values at least once.
    static func samples() -> [ContractStored] {
        func border<Integer: FixedWidthInteger>(_ number: Int, _ type: Integer.Type = Integer.self) -> Integer {
            [Integer.min, .max, 0, 1, Integer.max - 1, Integer.min + 1, Integer.max / 2 + 1][number % 7]
        }
        return (0..<9).map { number in
            let stored = ContractStored()
            stored.flag = number % 2 == 1
            (stored.int8, stored.uint8) = (border(number), border(number))
            (stored.int16, stored.uint16) = (border(number + 1), border(number + 1))
            (stored.int32, stored.uint32) = (border(number + 2), border(number + 2))
            (stored.int64, stored.uint64) = (border(number + 3), border(number + 3))
            (stored.int, stored.uint) = (border(number + 4), border(number + 4))
            stored.float = [0.1, -0.0, .greatestFiniteMagnitude][number % 3]
            stored.double = [-0.0, 0.1, .leastNonzeroMagnitude, 1e22][number % 4]
            stored.text = ["", "\u{E9}", "$null", String(repeating: "x", count: 20)][number % 4]
            stored.texts = (0..<number % 4).map { "\($0)" }
            stored.maybe = number % 3 == 1 ? nil : number
            return stored
        }
    }
}

extension ContractStored {
    /// The values of the properties that ``ContractStoredByHand`` has, too.
    var values: [Any] { [int8, uint8, int64, uint64, int, uint, float, double, text, flag] }
}

/// A counterpart of ``ContractStored`` in a program that lists its properties by hand. Neither class is registered:
/// both are stored under the same name.
final class ContractStoredByHand: BaseModel {
    private static let known = ModelClass(ContractStoredByHand.self, name: "ContractStored", overrides: [])
    override class var modelClass: ModelClass { known }

    var int8: Int8 = 0
    var uint8: UInt8 = 0
    var int64: Int64 = 0
    var uint64: UInt64 = 0
    var int = 0
    var uint: UInt = 0
    var float: Float = 0
    var double = 0.0
    var text = ""
    var flag = false

    var values: [Any] { [int8, uint8, int64, uint64, int, uint, float, double, text, flag] }

    override class var modelProperties: [ModelProperty] {
        [
            ModelProperty("int8", \ContractStoredByHand.int8), ModelProperty("uint8", \ContractStoredByHand.uint8),
            ModelProperty("int64", \ContractStoredByHand.int64), ModelProperty("uint64", \ContractStoredByHand.uint64),
            ModelProperty("int", \ContractStoredByHand.int), ModelProperty("uint", \ContractStoredByHand.uint),
            ModelProperty("float", \ContractStoredByHand.float), ModelProperty("double", \ContractStoredByHand.double),
            ModelProperty("text", \ContractStoredByHand.text), ModelProperty("flag", \ContractStoredByHand.flag),
        ]
    }
}
