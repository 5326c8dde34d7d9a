import Foundation

extension BaseModel {
    /// Saves the properties in a store, each on its own under the class and its name, in the place of all that is there
    /// of the class.
    ///
    /// All or nothing: where it throws, what was there stays.
    ///
    /// - Parameter format: A format that isn't kept in files, such as `.userDefaults`.
    /// - Throws: `notSaveable` for a format of files; `requisiteLibraryMissing`; `cycle` where a property leads back to
    ///   the model; what the store throws. The error's path begins with the class's name.
    public func write(toStore format: FileFormat) throws {
        let type = type(of: self)
        try type.withStore(format) { store, record in
            let values = try ModelError.withoutContent(where: store.keepsSecrets) {
                try ModelEncoder.document(format: record.format, limits: record.limits) {
                    try $0.encodeObject(self, expected: type)
                }.cutIntoProperties()
            }
            try store.save(values, in: record)
        }
    }

    /// A new instance from what a store holds of the class.
    ///
    /// - Parameter format: As in ``write(toStore:)``.
    /// - Throws: `fileMissing` where nothing was saved yet; `notSaveable` for a format of files;
    ///   `requisiteLibraryMissing`; `classMismatch` where an instance of another class takes its place; what can't be
    ///   read. The error's path begins with the class's name.
    public class func load(fromStore format: FileFormat) throws -> Self {
        if let saved = try saved(inStore: format) { return saved }
        throw ModelError.prefixing(
            .key(ModelClass.of(self).name), to: ModelError(.fileMissing, "Nothing was saved there yet.")
        ).in(format)
    }

    /// A new instance from what a store holds of the class; nil where nothing was saved yet.
    class func saved(inStore format: FileFormat) throws -> Self? {
        try requireUsable()
        return try withStore(format) { store, record in
            guard let document = try store.document(for: record) else { return nil }
            let model = try instance()
            return try ModelError.withoutContent(where: store.keepsSecrets) {
                let context = DecodingContext(
                    document.content.conventions.read(as: .init(format: record.format)),
                    byteCount: document.byteCount, limits: record.limits)
                context.isConfidential = store.keepsSecrets
                let decoder = ModelDecoder(document, context: context, isFinished: true)
                let known = try context.decodedClass(of: type(of: model))
                _ = try decoder.beginModel(expected: type(of: model))
                // What is kept under the class's name was encoded by the class.
                try decoder.fill(model, known, hasClass: true)
                let awake =
                    known.overrides.contains(.awakeAfterDecoding) ? try decoder.awake(model, nil) : model
                try decoder.finish()
                guard let awake = awake as? Self else {
                    throw ModelError(.classMismatch, expected: "\(self)", found: "\(type(of: awake))")
                }
                return awake
            }
        }
    }

    /// Removes what a store holds of the class; nothing where nothing was saved.
    ///
    /// - Parameter format: As in ``write(toStore:)``.
    /// - Throws: `notSaveable` for a format of files; `requisiteLibraryMissing`; what the store throws.
    public class func removeContents(ofStore format: FileFormat) throws {
        try withStore(format) { try $0.removeValues(in: $1) }
    }

    private class func withStore<Result>(
        _ format: FileFormat, _ body: (any StoreProvider, StoreRecord) throws -> Result
    ) throws -> Result {
        try requireConcrete()
        let record = try StoreRecord(of: self, format: format)
        do {
            return try body(try FormatRegistry.current.store(for: format), record)
        } catch let error as ModelError where error.code == .requisiteLibraryMissing || error.code == .duplicateFormat {
            throw error.in(format)
        } catch {
            throw ModelError.prefixing(.key(record.className), to: error).in(format)
        }
    }
}

extension ModelDocument {
    /// The values of the root's properties, each a document of its own.
    ///
    /// What two of them share is in both; a weak reference to what isn't in the same one is left out.
    ///
    /// - Throws: `cycle` where one leads back to the root.
    fileprivate func cutIntoProperties() throws(ModelError) -> [(key: String, value: ModelDocument)] {
        var values: [(key: String, value: ModelDocument)] = []
        for (key, place) in root.members {
            let content = Content(forPartsOf: self.content)
            var copy = DocumentCopy(self.content)
            copy.append(place, to: content)
            if copy.hasCopied(root.index) {
                var error = ModelError(
                    .cycle, "It leads back to the model, each of whose properties is kept on its own.")
                let property = ModelDocument(self.content, root: place)
                let way = Value(document: property, index: root.index).path?.components ?? []
                error.path = ModelPath([.key(key)] + way)
                throw error
            }
            values.append((key, ModelDocument(content)))
        }
        return values
    }
}
