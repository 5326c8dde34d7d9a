import Synchronization

extension ModelError {
    /// The same error with nothing in it of what was read or written: for formats and stores whose content is
    /// confidential.
    ///
    /// What stays is the code, the format, the file, the place, and names that the program has: of its classes and of
    /// their properties. Any other step of the path is shown as an ellipsis. A reason stays where the code tells that
    /// it names only sizes and classes.
    public var withoutContent: ModelError {
        var copy = self
        copy.path = path.withoutContent
        copy.underlyingError = nil
        // The value follows the kind: `string "tomorrow"`.
        copy.found = found.flatMap { ModelKind(rawValue: String($0.prefix { $0 != " " }))?.rawValue }
        guard !Self.codesWithoutContent.contains(code) else { return copy }
        if let expected {
            copy.reason = "Expected \(expected), found \(copy.found ?? "something else")."
        } else {
            copy.reason = "The content doesn't fit (\(code)). What it is isn't said, because it is confidential."
        }
        return copy
    }

    /// Runs code whose errors say nothing of what it reads or writes where that is confidential.
    package static func withoutContent<Result>(where isConfidential: Bool, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error where isConfidential {
            throw ModelError(wrapping: error).withoutContent
        }
    }

    /// The same of an error of a format's reader or writer. The reasons of codes that are the format's own stay: they
    /// tell of passwords and the like.
    package var withoutParsedContent: ModelError {
        if Self.codesOfContent.contains(code) { return withoutContent }
        var copy = self
        copy.path = path.withoutContent
        copy.underlyingError = nil
        return copy
    }

    private static let codesOfContent: Set<Code> = [
        .corruptData, .typeMismatch, .outOfRange, .unrepresentableValue, .duplicateKey, .invalidCoding, .underlying,
    ]

    /// Errors whose reasons tell of limits, of the program's classes, or of the formats that it links.
    private static let codesWithoutContent: Set<Code> = [
        .depthExceeded, .nodesExceeded, .bytesExceeded, .cycle, .unknownClass, .classMismatch, .duplicateClass,
        .abstractClass, .requisiteLibraryMissing, .newerVersion, .notSaveable, .missingValue, .untrustedArchive,
    ]
}

extension ModelPath {
    /// Returns the keys that an error may show though the file is confidential: those of the program's own classes. The
    /// layer of the models sets it.
    package static let knownKeys = Mutex<@Sendable () -> Set<String>> { [] }

    /// The same path with an ellipsis for each key that no registered class's property has, nor a way to one: it is a
    /// dictionary's.
    fileprivate var withoutContent: ModelPath {
        guard !components.isEmpty else { return self }
        let known = Self.knownKeys.withLock { $0 }()
        return ModelPath(
            components.map { component in
                if case .key(let key) = component, !known.contains(key) { return .key("…") }
                return component
            })
    }
}
