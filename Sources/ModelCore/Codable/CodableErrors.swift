// The conversion of errors to and from the standard library's, which `Codable` code throws and may catch.

extension ModelPath {
    init(coding path: [any CodingKey]) {
        self.init(path.map(Component.init(coding:)))
    }
}

extension ModelPath.Component {
    init(coding key: any CodingKey) { self = key.intValue.map(Self.index) ?? .key(key.stringValue) }
}

extension ModelError {
    /// The error about a value as a `DecodingError` of the standard library, which a type's code may catch.
    ///
    /// - Parameters:
    ///   - type: The type that the code requested.
    ///   - path: The path of the value.
    ///   - isNull: True if the value is null.
    func decodingError(of type: Any.Type, at path: [any CodingKey], isNull: Bool) -> any Error {
        var located = self
        if located.path.components.isEmpty { located.path = ModelPath(coding: path) }
        let context = DecodingError.Context(codingPath: path, debugDescription: reason, underlyingError: located)
        switch code {
        case .typeMismatch where isNull: return DecodingError.valueNotFound(type, context)
        case .typeMismatch: return DecodingError.typeMismatch(type, context)
        case .outOfRange: return DecodingError.dataCorrupted(context)
        // A type's code can do nothing about any other error, such as an exceeded limit.
        default: return located
        }
    }

    /// The error that a `Codable` type has thrown. If the type only passed on an error of this library, that error is
    /// used.
    init(_ error: DecodingError) {
        let (code, context): (Code, DecodingError.Context?) =
            switch error {
            case .typeMismatch(_, let context), .dataCorrupted(let context): (.typeMismatch, context)
            case .keyNotFound(_, let context), .valueNotFound(_, let context): (.missingValue, context)
            @unknown default: (.underlying, nil)
            }
        if let passed = context?.underlyingError as? ModelError {
            self = passed
        } else {
            self.init(code, context?.debugDescription ?? "\(error)")
            path = ModelPath(coding: context?.codingPath ?? [])
        }
    }
}
