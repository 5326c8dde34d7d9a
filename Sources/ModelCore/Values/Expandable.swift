/// A model, or only its identifier: services expand such a value if a request asks for it.
///
/// ```swift
/// @Model final class Customer: BaseModel, Identifiable {
///     var id = ""
///     var name = ""
/// }
/// var customer: Expandable<Customer>?
/// ```
///
/// The value is written as it was read. The identifier's type mustn't be written as a dictionary, because the model
/// is one.
public enum Expandable<Model: BaseModel & Identifiable> where Model.ID: ModelValue {
    /// Only the identifier.
    case id(Model.ID)
    /// The model, which has the identifier.
    case model(Model)

    /// The identifier.
    public var id: Model.ID {
        switch self {
        case .id(let id): id
        case .model(let model): model.id
        }
    }

    /// The model; nil if there is only the identifier.
    public var model: Model? { if case .model(let model) = self { model } else { nil } }
}

extension Expandable: ModelValue, UncheckedModelValue {
    public static func encode(_ value: Expandable, to encoder: ModelEncoder) throws {
        switch value {
        case .id(let id): try encoder.encodeValue(id)
        case .model(let model): try encoder.encodeValue(model)
        }
    }

    public static func decode(from decoder: ModelDecoder) throws -> Expandable {
        switch try decoder.peekKind() {
        case .object, .dictionary: .model(try decoder.decodeValue(Model.self))
        default: .id(try decoder.decodeValue(Model.ID.self))
        }
    }
}
