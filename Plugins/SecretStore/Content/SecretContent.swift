import FormatSupport
import Foundation
import ModelCore
import PlistFormat

/// What a secret's bytes mean: text is itself, and anything else a binary property list.
enum SecretContent {
    /// The bytes of a value: text as UTF-8, so that every tool can show it, unless it would be taken for a property list.
    static func data(of node: ModelNode, options: SecretStoreOptions, limits: DecodingLimits = .standard) throws -> Data
    {
        if let text = node.stringValue {
            let bytes = Data(text.utf8)
            if !isPropertyList(bytes) { return bytes }
        }
        do {
            // Property lists leave a root's class out, which nobody expects here.
            let format = FileFormat.binaryPropertyList
            let capabilities = PlistFormat().capabilities(of: format).union(.rootClass)
            var walker = DocumentWalker(
                try ModelDocument(encoding: node, limits: limits), for: capabilities, limits: limits)
            return try PlistFormat().serialize(&walker, context: FormatContext(format: format, limits: limits))
        } catch let error as ModelError
            where options.trustsArchives && (error.code == .cycle || error.code == .unrepresentableValue)
        {
            return try KeyedArchive().encode(node, limits: limits)
        }
    }

    /// The value of a secret's bytes, which may come from anywhere.
    ///
    /// - Throws: `corruptData` for what begins as a property list and is neither that nor text, `untrustedArchive`.
    static func node(
        _ content: Data, options: SecretStoreOptions, limits: DecodingLimits = .standard
    ) throws -> ModelNode {
        if KeyedArchive().detect(content) != nil {
            guard options.trustsArchives else { throw ModelError.archiveNotTrusted }
            return try KeyedArchive().decode(from: content, limits: limits)
        }
        if isPropertyList(content) {
            do {
                return try PlistFormat().decode(from: content, as: .binaryPropertyList, limits: limits)
            } catch let error as ModelError where error.code == .corruptData {
                guard let text = text(content) else { throw error }
                return .scalar(.string(text))
            }
        }
        return .scalar(text(content).map { .string($0) } ?? .data(content))
    }

    private static func isPropertyList(_ content: Data) -> Bool { BinaryPropertyListReader.canRead(content) }

    private static func text(_ content: Data) -> String? { String(bytes: content, encoding: .utf8) }
}

extension ModelError {
    static var archiveNotTrusted: ModelError {
        ModelError(
            .untrustedArchive, "The secret holds a keyed archive. The store's options say whether those are trusted.")
    }
}

extension SecretContent {
    /// What `body` makes of a secret. Errors name the account, and nothing of the secret.
    static func decode<Value>(
        _ content: Data, for account: String, options: SecretStoreOptions, _ body: (any ModelDecoder) throws -> Value
    ) throws -> Value {
        do {
            let context = DecodingContext(format: .keychain, byteCount: content.count)
            let decoder = SecretDecoder(
                try node(content, options: options), context: context, trustsArchives: options.trustsArchives)
            return try body(decoder)
        } catch {
            var error = ModelError(wrapping: error)
            error.path = ModelPath()
            error.format = nil
            throw error.withoutValues.about(account)
        }
    }
}
