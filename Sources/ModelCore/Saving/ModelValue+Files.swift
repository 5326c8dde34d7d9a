import FormatSupport

extension ModelValue {
    /// Loads a value from a file of any linked format.
    ///
    /// - Parameters:
    ///   - path: Absolute, or relative to ``BaseModel/applicationSupportDirectory``, and then to the program's bundle.
    ///   - format: By default the format of the content. HRCoder's files of arrays and dictionaries look like plain
    ///     JSON or property lists: name their format.
    /// - Throws: `fileMissing`, `fileUnreadable`, `unknownFormat`, `requisiteLibraryMissing`; the errors of the file's
    ///   format; `typeMismatch` and the like for a value that doesn't fit the type.
    public static func load(fromFile path: String, format: FileFormat? = nil) throws -> Self {
        try LongWork.run {
            let type = self as? BaseModel.Type
            // Generic code calls this for models too, whose class may require a format.
            if format == nil, let type, let model = try type.load(fromFile: path) as? Self { return model }
            let content = try ModelFile.content(of: path, resources: type?.resourceFolder ?? AppFolder.resources)
            if type == nil, self is any Decodable.Type {
                return try FileContent.decodeCodable(content.data, at: content.path, as: format) {
                    try $0.decodeValue(self)
                }
            }
            return try FileContent.decode(
                content.data, at: content.path, as: format, root: type, expected: RootClass.expected(by: self)
            ) { _, error in
                throw error
            } directly: { provider, format, opened in
                try provider.decodeDirectly(self, from: content.data, as: format, opened: opened)
            } read: {
                try $0.decodeValue(self)
            }
        }
    }

    /// Writes the value to a file.
    ///
    /// - Parameters:
    ///   - path: Absolute, or relative to ``BaseModel/applicationSupportDirectory``. Missing folders are made.
    ///   - format: By default the first linked format with the path's extension; a keyed archive if the path has no
    ///     extension.
    ///   - atomically: As in ``BaseModel/write(toFile:format:atomically:)``.
    /// - Throws: `requisiteLibraryMissing`, `fileUnwritable`; `unknownFormat` for an extension that no format has; the
    ///   error for a value that the format can't contain, with the path of the value.
    public func write(toFile path: String, format: FileFormat? = nil, atomically: Bool = true) throws {
        try LongWork.run {
            try encoded(forFile: path, format: format).write(atomically: atomically)
        }
    }

    /// The bytes of the value in a file.
    func encoded(forFile path: String, format: FileFormat?) throws -> EncodedFile {
        if let model = self as? BaseModel { return try model.encodedModel(forFile: path, format: format) }
        let format = try format ?? ModelFile.format(for: path)
        return try ModelFile.encoded(for: path, as: format, decodeOld: Self.oldContentDecoder) {
            try $0.encode(self, as: format)
        }
    }

    /// Decodes a value from the old content of a file that is going to be written, and returns a function that encodes
    /// this value again. If a value in it is encoded as the new file contains it, that value is unchanged, and the
    /// file's text stays.
    private static func oldContentDecoder(
        _ content: Data, at path: String, as named: FileFormat
    ) throws -> (ModelEncoder) throws -> Void {
        let registry = FormatRegistry.current
        let formats =
            try self is any Decodable.Type
            ? registry.plainFormats(of: content, named: named) : registry.formats(of: content, for: nil, named: named)
        let value: Self = try registry.reading(in: formats) { format, isParsed in
            try registry.decode(from: content, as: format, root: nil, isParsed: &isParsed) { decoder in
                decoder.context.purpose = .comparison
                return try decoder.decodeValue(Self.self)
            }
        }
        return { try $0.encodeValue(value) }
    }
}

extension BaseModel {
    /// Loads a value from a file of any linked format: `load([Book].self, fromFile: path)`. The parameters and errors
    /// are those of ``ModelValue/load(fromFile:format:)``.
    public class func load<Value: ModelValue>(
        _ type: Value.Type, fromFile path: String, format: FileFormat? = nil
    ) throws -> Value {
        try type.load(fromFile: path, format: format)
    }

    /// Loads a value of a type with its own `Decodable` code from a file of any linked format. The parameters and
    /// errors are those of ``ModelValue/load(fromFile:format:)``.
    @_disfavoredOverload
    public class func load<Value: Decodable>(
        _ type: Value.Type, fromFile path: String, format: FileFormat? = nil
    ) throws -> Value {
        try LongWork.run {
            let content = try ModelFile.content(of: path, resources: resourceFolder)
            return try FileContent.decodeCodable(content.data, at: content.path, as: format) {
                try $0.decode(codable: type)
            }
        }
    }
}
