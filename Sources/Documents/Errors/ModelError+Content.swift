import Synchronization

extension ModelError {
    /// The error without anything from the content that was read or written: for formats and stores whose content is
    /// confidential.
    ///
    /// The code, the format, the file and the location are kept. The names of the program's classes and properties
    /// are kept, too. Any other key in the path is replaced by an ellipsis. The reason is kept if errors with the
    /// code name only sizes and classes.
    public var withoutContent: ModelError {
        var copy = self
        copy.path = path.withoutContent
        copy.underlyingError = nil
        // `found` is the kind, followed by the value: `string "tomorrow"`. Only the kind stays.
        copy.found = found.flatMap { ModelKind(rawValue: String($0.prefix { $0 != " " }))?.rawValue }
        guard !Self.codesWithoutContent.contains(code) else { return copy }
        if let expected {
            copy.reason = "Expected \(expected), found \(copy.found ?? "something else")."
        } else {
            copy.reason = "The content doesn't fit (\(code)). What it is isn't said, because it is confidential."
        }
        return copy
    }

    /// Runs code. If the content is confidential, the errors of this code are thrown without the content.
    package static func withoutContent<Result>(where isConfidential: Bool, _ body: () throws -> Result) throws -> Result
    {
        do {
            return try body()
        } catch let error where isConfidential {
            throw ModelError(wrapping: error).withoutContent
        }
    }

    /// The error of a format's reader or writer without its content. The reason is kept if the format defines the
    /// error's code, because such an error concerns passwords, for example.
    var withoutParsedContent: ModelError {
        if Self.codesOfContent.contains(code) { return withoutContent }
        var copy = self
        copy.path = path.withoutContent
        copy.underlyingError = nil
        return copy
    }

    private static let codesOfContent: Set<Code> = [
        .corruptData, .typeMismatch, .outOfRange, .unrepresentableValue, .duplicateKey, .invalidCoding, .underlying,
    ]

    /// The codes of errors whose reasons name only limits, the program's classes, or the formats that it links.
    private static let codesWithoutContent: Set<Code> = [
        .depthExceeded, .nodesExceeded, .bytesExceeded, .cycle, .unknownClass, .classMismatch, .duplicateClass,
        .abstractClass, .requisiteLibraryMissing, .newerVersion, .notSaveable, .missingValue, .untrustedArchive,
    ]
}

extension ModelPath {
    /// Returns the keys that an error may show although the file is confidential: the keys of the program's own
    /// classes. The layer of the models sets this function.
    package static let knownKeys = Mutex<@Sendable () -> Set<String>> { [] }

    /// The path with an ellipsis in place of each key of a dictionary: a key that is neither a property's name nor on
    /// a property's key path.
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
