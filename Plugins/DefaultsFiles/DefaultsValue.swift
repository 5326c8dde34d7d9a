import Documents
import FormatSupport
import PlistFormat

/// The representation of a property's value in the defaults.
///
/// The representation is unchanged when Foundation reads and writes the file: see
/// `PlistFormat.xmlForFoundation(_:limits:)`. If a property list can't contain a part of the value (an instance with
/// two references, a cycle, keys that aren't text), the whole value is a keyed archive.
enum DefaultsValue {
    /// Returns an XML property list with the values. Its root is a dictionary.
    static func encode(_ values: [(key: String, value: ModelDocument)], limits: DecodingLimits) throws -> Data {
        let entries = try values.map { key, value in
            do {
                guard key != DefaultsOwners.key, !key.hasPrefix(DefaultsRecords.prefix) else {
                    throw ModelError(.duplicateKey, "The key is kept for the names of the classes, and for records.")
                }
                return (key, try plain(value, limits))
            } catch {
                throw ModelError.prefixing(.key(key), to: error)
            }
        }
        return try propertyList(of: entries, limits: limits)
    }

    /// Returns an XML property list with values that ``plain(_:_:for:)`` has returned. Its root is a dictionary.
    static func propertyList(
        of values: [(key: String, value: ModelDocument)], limits: DecodingLimits
    ) throws -> Data {
        var builder = DocumentBuilder(limits: limits)
        try builder.beginDictionary()
        for (key, value) in values {
            try builder.key(key)
            try builder.append(value)
        }
        try builder.end()
        return try PlistFormat.xmlForFoundation(DocumentWalker(try builder.finish(), limits: limits), limits: limits)
    }

    /// The capabilities of a property list that names the classes of values. Foundation, which also writes the file,
    /// rounds long numbers to doubles.
    static let capabilities = PlistFormat().capabilities(of: .xmlPropertyList).union(.rootClass)
        .subtracting(.longNumbers)

    /// Returns the value lowered to the capabilities of a property list, or as a keyed archive.
    static func plain(
        _ value: ModelDocument, _ limits: DecodingLimits, for capabilities: FormatCapabilities = capabilities
    ) throws -> ModelDocument {
        if let data = value.root.dataValue, try EmbeddedArchive.isArchive(data) {
            // Data that is a keyed archive is archived again: the decoder opens only the outer one.
            return try archive(of: ModelDocument(.data(EmbeddedArchive.data(of: value, limits: limits))), limits)
        }
        // A property that is nil.
        if value.root.isNull { return try archive(of: value, limits) }
        guard isTree(value) else { return try archive(of: value, limits) }
        do {
            var walker = DocumentWalker(value, for: capabilities, limits: limits)
            let plain = try walker.document(limits: limits)
            // The value is serialized separately first, so that nothing of it is written if that fails. It is
            // serialized with its classes, whose names can't be lowered.
            if plain.root.scalar == nil {
                let walker = DocumentWalker(value, for: capabilities, limits: limits)
                _ = try PlistFormat.xmlForFoundation(walker, limits: limits)
            }
            return plain
        } catch let error as ModelError
            where value.root.scalar == nil && (error.code == .unrepresentableValue || error.code == .duplicateKey)
        {
            return try archive(of: value, limits)
        }
    }

    private static func archive(of value: ModelDocument, _ limits: DecodingLimits) throws -> ModelDocument {
        ModelDocument(.data(try EmbeddedArchive.data(of: value, limits: limits)))
    }

    /// Returns false if the value contains one of its containers more than once.
    private static func isTree(_ value: ModelDocument) -> Bool {
        var pending = [value.root]
        while let next = pending.popLast() {
            guard next.identity == nil else { return false }
            pending += next.elements
            for entry in next.entries { pending += [entry.key, entry.value] }
        }
        return true
    }

    /// Returns a value as the class saved it: if it is a keyed archive, the contents of the archive.
    static func opened(_ value: ModelDocument, limits: DecodingLimits) throws -> ModelDocument {
        guard let data = value.root.dataValue, try EmbeddedArchive.isArchive(data) else { return value }
        do {
            return try EmbeddedArchive.document(of: data, limits: limits)
        } catch {
            var error = ModelError(wrapping: error)
            error.format = nil
            throw error
        }
    }
}
