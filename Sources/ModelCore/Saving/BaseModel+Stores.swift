import FormatSupport

extension BaseModel {
    /// Saves the properties in a store. Each is stored separately, under the class's name and the property's key.
    /// They replace all values that the store keeps of the class.
    ///
    /// The save is all or nothing: if it throws, the old values stay. Values that the class can't read are never
    /// overwritten: remove them first with ``removeContents(ofStore:)``.
    ///
    /// - Parameter format: The format of a store, such as `.userDefaults`.
    /// - Throws: `notSaveable` for a format of files; `requisiteLibraryMissing`; `fileUnreadable` if the store has
    ///   values that the class can't read; `cycle` if a property leads back to the model; the errors of the store. The
    ///   error's path begins with the class's name.
    public func write(toStore format: FileFormat) throws {
        let type = type(of: self)
        // This is checked each time: another program may have changed the values, and another location of the store
        // has other values.
        try type.requireReadable(store: format)
        try type.withStore(format) { store, record in
            let values = try ModelError.withoutContent(where: store.keepsSecrets) {
                try ModelEncoder.document(format: record.format, limits: record.limits) {
                    try $0.encodeObject(self, expected: type)
                }.cutIntoProperties()
            }
            // A store that has begun to save a record goes on to the end.
            try LongWork.requireWhole()
            try LongWork.steadily { try store.save(values, in: record) }
        }
    }

    /// Throws if the class can't read the values that a store keeps of it.
    private class func requireReadable(store format: FileFormat) throws {
        do {
            _ = try saved(inStore: format, for: .comparison)
        } catch {
            throw refusal(of: error)
        }
    }

    /// The error for stored values that aren't overwritten, because they can't be read.
    package class func refusal(of error: any Error) -> ModelError {
        var refusal = ModelError(wrapping: error)
        // Any other error keeps its code: for example, the error of a store that can't be reached or isn't linked, or
        // of a key that another class also has.
        guard contentCodes.contains(refusal.code) else { return refusal }
        refusal.code = .fileUnreadable
        refusal.reason += " It isn't overwritten."
        return refusal
    }

    private static let contentCodes: Set<ModelError.Code> = [
        .corruptData, .unknownFormat, .newerVersion, .typeMismatch, .missingValue, .outOfRange, .unknownKey,
        .unknownClass, .classMismatch, .duplicateClass, .depthExceeded, .nodesExceeded, .bytesExceeded,
        .untrustedArchive, .underlying,
    ]

    /// Makes a new instance from the values that a store keeps of the class.
    ///
    /// - Parameter format: As in ``write(toStore:)``.
    /// - Throws: `fileMissing` if nothing was saved yet; `notSaveable` for a format of files;
    ///   `requisiteLibraryMissing`; `classMismatch` if ``awakeAfterDecoding()`` replaces the instance by an instance
    ///   of another class; the errors for values that can't be read. The error's path begins with the class's name.
    public class func load(fromStore format: FileFormat) throws -> Self {
        if let saved = try saved(inStore: format) { return saved }
        throw ModelError.prefixing(
            .key(ModelClass.of(self).name), to: ModelError(.fileMissing, "Nothing was saved there yet.")
        ).in(format)
    }

    /// Makes a new instance from the values that a store keeps of the class. Returns nil if nothing was saved yet.
    class func saved(inStore format: FileFormat, for purpose: FileConventions.Purpose = .use) throws -> Self? {
        try requireUsable()
        return try withStore(format) { store, record in
            // A save that was interrupted may have to be mended first.
            guard let document = try LongWork.steadily({ try store.document(for: record) }) else { return nil }
            let model = try instance()
            return try ModelError.withoutContent(where: store.keepsSecrets) {
                let context = DecodingContext(
                    document.content.conventions.read(as: .init(format: record.format)),
                    byteCount: document.byteCount, limits: record.limits)
                context.isConfidential = store.keepsSecrets
                context.purpose = purpose
                let decoder = ModelDecoder(document, context: context, isFinished: true)
                let known = try context.decodedClass(of: type(of: model))
                _ = try decoder.beginModel(expected: type(of: model))
                // The values count as an object that names its class: they were saved under the class's name, by its
                // own code.
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

    /// Removes the values that a store keeps of the class. Does nothing if nothing was saved.
    ///
    /// - Parameter format: As in ``write(toStore:)``.
    /// - Throws: `notSaveable` for a format of files; `requisiteLibraryMissing`; the errors of the store.
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
    /// The values of the root's properties, each as a separate document.
    ///
    /// An object that two properties share is copied into both documents. A weak reference to an object outside its
    /// document is dropped.
    ///
    /// - Throws: `cycle` if a property leads back to the root.
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
