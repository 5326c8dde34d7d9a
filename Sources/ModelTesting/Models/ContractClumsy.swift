import ModelCore
import Synchronization

/// A model whose own code codes as its properties tell: mostly wrong.
final class ContractClumsy: BaseModel {
    var name = "clumsy"
    var link: ContractLink?
    /// What it encodes behind its properties; not saved.
    var writing: (ContractClumsy, ModelEncoder) throws -> Void = { _, _ in }

    /// In a type of its own: an optimised build hands a task-local value of a function's type on without its type, and
    /// stops (Swift 6.3.1).
    struct Reading: Sendable {
        let body: @Sendable (ModelDecoder) throws -> Void
    }

    /// What each instance decodes before its properties.
    @TaskLocal static var reading = Reading { _ in }

    // As `@Model` says it of a class with these methods: one without the macro is given plain dictionaries too.
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

/// A model whose list has a name that its superclass has.
final class ContractRelisted: ContractSuper {
    var other = "other"
    override class var modelProperties: [ModelProperty] {
        super.modelProperties + [ModelProperty("name", \ContractRelisted.other)]
    }
}

/// What ``ContractRelisted`` inherits from.
class ContractSuper: BaseModel {
    var name = "name"
    override class var modelProperties: [ModelProperty] {
        super.modelProperties + [ModelProperty("name", \ContractSuper.name)]
    }
}

/// A value that codes itself wrongly.
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

/// A value that reads in its own ways what is a number in the file.
enum ContractReader: ModelValue, Equatable {
    case number(Int64)

    /// How it is read.
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
