import ModelCore
import Synchronization

/// A model whose `encode(with:)` and `set(with:)` run code that a check provides. Most of that code uses the encoder or
/// the decoder wrongly.
final class ContractClumsy: BaseModel {
    var name = "clumsy"
    var link: ContractLink?
    /// The code that runs after the properties were encoded; not saved.
    var writing: (ContractClumsy, ModelEncoder) throws -> Void = { _, _ in }

    /// The code that runs before the properties of an instance are decoded. It is in a struct, because an optimised
    /// build passes on a task-local value of a function type without its type, and stops (Swift 6.3.1).
    struct Reading: Sendable {
        let body: @Sendable (ModelDecoder) throws -> Void
    }

    /// The code that runs before the properties of each instance are decoded.
    @TaskLocal static var reading = Reading { _ in }

    // The overrides are listed, as `@Model` does it. A class without the macro that lists none gets plain dictionaries,
    // too.
    private static let ownModelClass = ModelClass(
        ContractClumsy.self, overrides: .encodeWithEncoder)
    override class var modelClass: ModelClass { ownModelClass }
    override class var modelProperties: [ModelProperty] {
        super.modelProperties + [
            ModelProperty("name", \ContractClumsy.name), ModelProperty("link", \ContractClumsy.link),
        ]
    }

    override func encode(with encoder: ModelEncoder) throws {
        try super.encode(with: encoder)
        try writing(self, encoder)
    }

    override func set(with decoder: ModelDecoder) throws {
        try Self.reading.body(decoder)
        try super.set(with: decoder)
    }

    func encodeAgain(with encoder: ModelEncoder) throws { try super.encode(with: encoder) }
}

/// A model that lists a property under the same name as its superclass.
final class ContractRelisted: ContractSuper {
    var other = "other"
    override class var modelProperties: [ModelProperty] {
        super.modelProperties + [ModelProperty("name", \ContractRelisted.other)]
    }
}

/// The superclass of ``ContractRelisted``.
class ContractSuper: BaseModel {
    var name = "name"
    override class var modelProperties: [ModelProperty] {
        super.modelProperties + [ModelProperty("name", \ContractSuper.name)]
    }
}

/// A value that encodes itself wrongly.
enum ContractMisfit: ModelValue, Hashable, CaseIterable {
    case nothing, twice, unended, ended, keyed

    static func encode(_ value: ContractMisfit, to encoder: ModelEncoder) throws {
        switch value {
        case .nothing: break
        case .twice:
            try encoder.encode("one")
            try encoder.encode("two")
        case .unended: _ = try encoder.beginArray(.array)
        case .ended: try encoder.end()
        case .keyed: try encoder.encode("value", forKey: "label")
        }
    }

    static func decode(from decoder: ModelDecoder) throws -> ContractMisfit { .nothing }
}

/// A value that files contain as a number, and that is decoded in different ways, right and wrong.
enum ContractReader: ModelValue, Equatable {
    case number(Int64)

    /// The ways in which `decode(from:)` reads the number. Only `plain` is right.
    enum Way: Sendable, CaseIterable { case plain, notAtAll, twice, afterAnError }
    @TaskLocal static var way = Way.plain

    static func encode(_ value: ContractReader, to encoder: ModelEncoder) throws {
        if case .number(let number) = value { try encoder.encode(number) }
    }

    static func decode(from decoder: ModelDecoder) throws -> ContractReader {
        switch way {
        case .plain: return .number(try decoder.decode(Int64.self))
        case .notAtAll: return .number(0)
        case .twice:
            _ = try decoder.decode(Int64.self)
            return .number(try decoder.decode(Int64.self))
        case .afterAnError:
            _ = try? decoder.beginArray()
            return .number(0)
        }
    }
}
