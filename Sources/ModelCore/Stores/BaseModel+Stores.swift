import Foundation

extension BaseModel {
    /// Saves the properties in a store, each on its own under the class and its name, in the place of all that is there of the class.
    ///
    /// All or nothing: where it throws, what was there stays.
    ///
    /// - Parameter format: A format that isn't kept in files, such as `.userDefaults`.
    /// - Throws: `notSaveable` for a format of files; `requisiteLibraryMissing`; `cycle` where a property leads back to the model; what the
    ///   store throws. The error's path begins with the class's name.
    public func write(toStore format: FileFormat) throws {
        let type = type(of: self)
        try type.withStore(format) { store, record in
            let encoder = StoreEncoder(self, context: EncodingContext(format: record.format, limits: record.limits))
            defer { encoder.dismantle() }
            try store.coding { try encoder.encodeObject(self, expected: type) }
            try store.save(encoder.values, in: record)
        }
    }

    /// A new instance from what a store holds of the class; nil where nothing was saved yet.
    ///
    /// - Parameter format: As in ``write(toStore:)``.
    /// - Throws: `notSaveable` for a format of files; `requisiteLibraryMissing`; what can't be read. The error's path begins with the class's name.
    public class func instance(contentsOfStore format: FileFormat) throws -> Self? {
        try requireUsable()
        return try withStore(format) { store, record in
            guard let decoder = try store.makeDecoder(for: record) else { return nil }
            let model = try instance()
            try store.coding {
                try decoder.context.enter()
                _ = try decoder.beginObject()
                // What is kept under the class's name was encoded by the class: it is no dictionary to be looked at first.
                try model.setChecked(with: decoder)
                try decoder.endObject()
                decoder.context.leave()
            }
            return model
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
        let record = StoreRecord(of: self, format: format)
        do {
            return try body(try FormatRegistry.current.store(for: format), record)
        } catch let error as ModelError where error.code == .requisiteLibraryMissing || error.code == .duplicateFormat {
            throw error.in(format)
        } catch {
            throw ModelError.prefixing(.key(record.className), to: error).in(format)
        }
    }
}
