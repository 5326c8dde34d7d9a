// Errors of `Codable` code, which may catch the standard library's.

extension ModelPath {
    init(coding path: [any CodingKey]) {
        self.init(path.map(Component.init(coding:)))
    }
}

extension ModelPath.Component {
    init(coding key: any CodingKey) { self = key.intValue.map(Self.index) ?? .key(key.stringValue) }
}

extension ModelError {
    /// An error about a value as the standard library's own, which a type's code may catch.
    ///
    /// - Parameters:
    ///   - type: What the code asked for.
    ///   - path: Where the value stands.
    ///   - isNull: True for a value that is null.
    func decodingError(of type: Any.Type, at path: [any CodingKey], isNull: Bool) -> any Error {
        var located = self
        if located.path.components.isEmpty { located.path = ModelPath(coding: path) }
        let context = DecodingError.Context(codingPath: path, debugDescription: reason, underlyingError: located)
        switch code {
        case .typeMismatch where isNull: return DecodingError.valueNotFound(type, context)
        case .typeMismatch: return DecodingError.typeMismatch(type, context)
        case .outOfRange: return DecodingError.dataCorrupted(context)
        // Limits, and what the file doesn't give, aren't for the type to mend.
        default: return located
        }
    }

    /// What a `Codable` type throws, as our own: the one that was passed to it, where it passed that on.
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
