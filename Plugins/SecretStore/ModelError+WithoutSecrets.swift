import ModelCore

extension ModelError {
    /// The same error without anything that may come out of a secret: its reason is written anew, what was found is told by its
    /// kind, and keys inside of the secret aren't named.
    var withoutSecrets: ModelError {
        var copy = ModelError(code, reasonWithoutSecrets)
        copy.format = .keychain
        copy.path = ModelPath(Array(path.components.prefix(1)))
        copy.location = location
        copy.expected = expected
        copy.found = foundKind
        return copy
    }

    private var foundKind: String? { found.flatMap { ModelKind(rawValue: $0)?.rawValue } }

    private var reasonWithoutSecrets: String {
        if let expected { return "Expected \(expected), found \(foundKind ?? "another value")." }
        switch code {
        // These are this module's own, or tell of classes and limits only.
        case .untrustedArchive, .bytesExceeded, .depthExceeded, .nodesExceeded, .newerVersion, .unknownClass, .classMismatch,
            .abstractClass, .duplicateClass, .cycle, .requisiteLibraryMissing:
            return reason
        case .corruptData: return "The secret is neither text nor a property list."
        case .typeMismatch: return "The secret has another type."
        case .outOfRange: return "The number doesn't fit."
        case .unrepresentableValue: return "The value can't be kept as a secret: property lists have no such type."
        default: return "The secret can't be used (\(code))."
        }
    }
}
