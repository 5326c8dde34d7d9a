import FormatSupport
import ModelCore
import PlistFormat
import PropertyListCodec

/// The encoding of values as the bytes of secrets. Text is stored unchanged, and any other value as a binary property
/// list.
enum SecretContent {
    /// Returns the bytes of a value. Text is stored as UTF-8, so that every tool can show it. Text that looks like a
    /// property list is stored as a property list.
    ///
    /// - Parameter keepsNumbers: True if numbers keep their types, for queries.
    static func data(
        of value: ModelDocument, options: SecretStoreOptions, limits: DecodingLimits = .standard,
        keepsNumbers: Bool = false
    ) throws -> Data {
        if let text = value.root.stringValue {
            let bytes = Data(text.utf8)
            if !isPropertyList(bytes) { return bytes }
        }
        do {
            // Property lists omit the root's class, because their readers know it. A secret's reader doesn't.
            let format = FileFormat.binaryPropertyList
            let capabilities = PlistFormat().capabilities(of: format).union(
                keepsNumbers ? [.rootClass, .exactNumbers] : .rootClass)
            var walker = DocumentWalker(value, for: capabilities, limits: limits)
            return try PlistFormat().serialize(&walker, context: FormatContext(format: format, limits: limits))
        } catch let error as ModelError
            where options.trustsArchives && (error.code == .cycle || error.code == .unrepresentableValue)
        {
            return try EmbeddedArchive.data(of: value, limits: limits)
        }
    }

    /// Returns the value of a secret's bytes, which may come from an untrusted source. A person may have typed the
    /// text, so it can also be decoded as numbers, dates and data.
    ///
    /// - Throws: `corruptData` for bytes that begin like a property list, but are neither a property list nor text,
    ///   `untrustedArchive`.
    static func document(
        _ content: Data, options: SecretStoreOptions, limits: DecodingLimits = .standard
    ) throws -> ModelDocument {
        var document = try value(content, options: options, limits: limits)
        document.trustsArchives = options.trustsArchives
        if document.root.kind == .string { document.scalars = .text }
        return document
    }

    private static func value(
        _ content: Data, options: SecretStoreOptions, limits: DecodingLimits
    ) throws -> ModelDocument {
        if try EmbeddedArchive.isArchive(content) {
            guard options.trustsArchives else {
                throw ModelError(
                    .untrustedArchive,
                    "The secret holds a keyed archive. The store's options say whether those are trusted.")
            }
            return try EmbeddedArchive.document(of: content, limits: limits)
        }
        if isPropertyList(content) {
            do {
                return try PlistFormat().document(from: content, as: .binaryPropertyList, limits: limits)
            } catch let error as ModelError where error.code == .corruptData {
                guard let text = text(content) else { throw error }
                return ModelDocument(.string(text))
            }
        }
        return ModelDocument(text(content).map { .string($0) } ?? .data(content))
    }

    private static func isPropertyList(_ content: Data) -> Bool { BinaryPropertyListReader.canRead(content) }

    private static func text(_ content: Data) -> String? { String(bytes: content, encoding: .utf8) }
}

extension SecretContent {
    /// Calls `body` with a secret's document, and returns its result. Errors name the account, and contain nothing of
    /// the secret.
    static func decode<Value>(
        _ content: Data, for account: String, options: SecretStoreOptions, _ body: (ModelDocument) throws -> Value
    ) throws -> Value {
        do {
            return try body(try document(content, options: options))
        } catch {
            var error = ModelError(wrapping: error)
            error.path = ModelPath()
            error.format = nil
            throw error.withoutContent.about(account)
        }
    }
}
