import Foundation
import ModelCore

// Writing and reading in both ways: directly, and through a document. If a format can't store a value as the root, the
// value is put into a root that the format can store.

extension FormatProvider {
    /// The bytes of a value. If the value can be written directly, also returns the bytes that are written through a
    /// document.
    func encodeBothWays<Value: ModelValue>(
        _ value: Value, as format: FileFormat, _ limits: DecodingLimits
    ) throws -> (content: Data, byDocument: Result<Data, any Error>?) {
        func encode<Root: ModelValue>(
            _ root: Root, _ limits: DecodingLimits
        ) throws -> (Data, Result<Data, any Error>?) {
            guard let direct = try encodeDirectly(root, as: format, limits) else {
                return (try self.encode(root, as: format, limits: limits), nil)
            }
            return (direct, Result { try encodeByDocument(root, as: format, limits: limits) })
        }
        switch RootHolder(of: value, for: capabilities(of: format)) {
        case .none: return try encode(value, limits)
        case .model: return try RootHolder.model.unwrapping { try encode(ContractHolder(value), limits.deeper) }
        case .array: return try RootHolder.array.unwrapping { try encode([value], limits.deeper) }
        }
    }

    /// Decodes a value. If the value can be read directly, it is read through a document, too.
    func decodeBothWays<Value: ModelValue>(
        _ type: Value.Type, from content: Data, as format: FileFormat, _ limits: DecodingLimits
    ) throws -> ReadValue<Value> {
        switch RootHolder(of: type, for: capabilities(of: format)) {
        case .none:
            // A document of arrays may be in a holder.
            let isHeld = type == ModelDocument.self && !capabilities(of: format).allowsRoot(.array)
            let read = try decodeRoot(type, from: content, as: format, isHeld ? limits.deeper : limits)
            return try read.map { try unwrapped($0, in: format) }
        case .model:
            return try RootHolder.model.unwrapping {
                let read = try decodeRoot(ContractHolder<Value>.self, from: content, as: format, limits.deeper)
                return try read.map { try RootHolder.value($0.value, of: type, in: format) }
            }
        case .array:
            return try RootHolder.array.unwrapping {
                let read = try decodeRoot([Value].self, from: content, as: format, limits.deeper)
                return try read.map { try RootHolder.value($0.first, of: type, in: format) }
            }
        }
    }

    private func decodeRoot<Root: ModelValue>(
        _ type: Root.Type, from content: Data, as format: FileFormat, _ limits: DecodingLimits
    ) throws -> ReadValue<Root> {
        guard let direct = try decodeDirectly(type, from: content, as: format, limits) else {
            let value = try decodeByDocument(type, from: content, as: format, limits: limits)
            return ReadValue(value: value, isDirect: false)
        }
        let other = Result { try decodeByDocument(type, from: content, as: format, limits: limits) }
        let (own, found) = (Fingerprint.text(of: direct), (try? other.get()).map { Fingerprint.text(of: $0) })
        let difference = own == found ? nil : WaysDiffer(direct: own, byDocument: found ?? "\(other)")
        return ReadValue(value: direct, isDirect: true, difference: difference)
    }

    /// The document inside the holder of a root. Any other value is returned unchanged.
    private func unwrapped<Value>(_ value: Value, in format: FileFormat) throws -> Value {
        guard let document = value as? ModelDocument else { return value }
        return try RootHolder.content(of: document, for: capabilities(of: format)) as? Value ?? value
    }
}

extension DecodingLimits {
    /// The limits for a value that is put into another value.
    fileprivate var deeper: DecodingLimits {
        var limits = self
        limits.depth = depth == .max ? .max : depth + 1
        return limits
    }
}

/// The kind of holder for a value that a format can't store as the root. The holder contains the value.
private enum RootHolder {
    /// No holder: the format can store the value as the root.
    case none
    /// A ``ContractHolder``.
    case model
    /// An array of one element.
    case array

    /// The holder of a value.
    init<Value: ModelValue>(of value: Value, for capabilities: FormatCapabilities) {
        self.init(kind: (value as? ModelDocument)?.root.kind ?? Self.kind(of: Value.self), for: capabilities)
    }

    /// The holder of a type's values. For a document, the file's content decides.
    init<Value: ModelValue>(of type: Value.Type, for capabilities: FormatCapabilities) {
        if type == ModelDocument.self { self = .none } else { self.init(kind: Self.kind(of: type), for: capabilities) }
    }

    private init(kind: ModelKind, for capabilities: FormatCapabilities) {
        self = capabilities.allowsRoot(kind) ? .none : capabilities.contains(.dictionaryRoots) ? .model : .array
    }

    /// The kind of a type's values. Kinds that every format allows as a root aren't distinguished.
    private static func kind(of type: Any.Type) -> ModelKind {
        type is BaseModel.Type ? .object : (type as? any HoldingType.Type)?.kind ?? .null
    }

    /// The value in a holder. A nil is a missing value.
    static func value<Value: ModelValue>(_ value: Value?, of type: Value.Type, in format: FileFormat) throws -> Value {
        if let value { return value }
        guard let type = type as? any ExpressibleByNilLiteral.Type, let none = none(of: type) as? Value else {
            throw ModelError(.typeMismatch, "The file has no value.").in(format)
        }
        return none
    }

    private static func none<Value: ExpressibleByNilLiteral>(of type: Value.Type) -> Any { nil as Value }

    /// Runs `body`. An error is thrown without the first component of its path, which is the holder's.
    func unwrapping<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch var error as ModelError {
            error.path = ModelPath(Array(error.path.components.dropFirst()))
            throw error
        }
    }

    /// The value inside the holder in a document; nil if the holder has no value.
    static func content(of document: ModelDocument, for capabilities: FormatCapabilities) throws -> ModelDocument? {
        let root = document.root
        guard !capabilities.isDisjoint(with: [.dictionaryRoots, .arrayRoots]) else { return nil }
        if capabilities.contains(.dictionaryRoots) {
            guard root.keys.filter({ $0 != "$class" }) == ["value"] else { return nil }
            return root["value"].map { ModelDocument($0) }
        }
        return root.count == 1 ? root[0].map { ModelDocument($0) } : nil
    }
}

/// A type whose values are containers, and no models.
private protocol HoldingType {
    static var kind: ModelKind { get }
}

extension Array: HoldingType {
    fileprivate static var kind: ModelKind { .array }
}

extension Set: HoldingType {
    fileprivate static var kind: ModelKind { .set }
}

extension Dictionary: HoldingType {
    fileprivate static var kind: ModelKind { .dictionary }
}

/// A value that was read: directly, if that is possible.
struct ReadValue<Value> {
    let value: Value
    /// True if the value was read directly.
    let isDirect: Bool
    /// The difference, if reading directly and reading through a document gave different values.
    var difference: WaysDiffer?

    func map<Other>(_ transform: (Value) throws -> Other) rethrows -> ReadValue<Other> {
        ReadValue<Other>(value: try transform(value), isDirect: isDirect, difference: difference)
    }
}

/// The error for a file whose value differs when it is read directly and when it is read through a document.
struct WaysDiffer: Error, CustomStringConvertible {
    let direct: String
    let byDocument: String

    var description: String {
        let difference = Difference(byDocument, direct)
        return "Read by way of a document as \(difference.expected), directly as \(difference.found)"
    }
}
