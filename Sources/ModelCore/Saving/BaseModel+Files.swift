import FormatSupport

extension BaseModel {
    // MARK: Reading

    /// Loads a new instance from a file of any linked format. The format is detected from the content. The instance
    /// may be of a subclass.
    ///
    /// Content that no format recognises is passed to ``set(with:)-(Data)``.
    ///
    /// - Parameter path: Absolute, or relative to ``applicationSupportDirectory``, and then to ``resourceFolder``.
    /// - Throws: `fileMissing`, `fileUnreadable`, `unknownFormat`, `requisiteLibraryMissing`; the errors of the file's
    ///   format and of ``set(withObject:)``; `classMismatch` for an object of another class; `typeMismatch` for a null.
    public class func load(fromFile path: String) throws -> Self {
        try LongWork.run {
            try requireUsable()
            let content = try ModelFile.content(of: path, resources: resourceFolder)
            return try instance(of: content.data, at: content.path, root: content.isBundled ? nil : self)
        }
    }

    /// Makes an instance from a file, as ``load(fromFile:)`` does, but of exactly this class.
    ///
    /// - Throws: The errors of ``load(fromFile:)``; `classMismatch` for an object of a subclass, too.
    public convenience init(contentsOfFile path: String) throws {
        try Self.requireUsable()
        let content = try LongWork.run { try ModelFile.content(of: path, resources: Self.resourceFolder) }
        self.init()
        try requireResource()
        try LongWork.run {
            guard try fill(fromContent: content.data, at: content.path, root: content.isBundled ? nil : Self.self)
            else { throw ModelError(.typeMismatch, expected: "\(Self.self)", found: "null").inFile(content.path) }
        }
    }

    // MARK: Writing

    /// Writes the model to a file.
    ///
    /// - Parameters:
    ///   - path: Absolute, or relative to ``applicationSupportDirectory``. Missing folders are made.
    ///   - format: By default the format that the class's files must have, such as an encrypted format. If there is
    ///     none: the class's ``saveFormat``, if the path has that format's extension or no extension. Otherwise: the
    ///     first linked format with the path's extension.
    ///   - atomically: True: the new file is written to the disk first, and then replaces the old file in one step,
    ///     so that a failure leaves the old file. False: the file is overwritten in place.
    /// - Throws: `requisiteLibraryMissing`, `fileUnwritable`; `unknownFormat` for an extension that no format has; the
    ///   error for a value that the format can't contain, with the path of the value.
    public func write(toFile path: String, format: FileFormat? = nil, atomically: Bool = true) throws {
        try LongWork.run {
            try encodedModel(forFile: path, format: format).write(atomically: atomically)
        }
    }

    /// The bytes of the model in a file.
    func encodedModel(forFile path: String, format: FileFormat?) throws -> EncodedFile {
        let type = type(of: self)
        let format = try format ?? ModelFile.format(for: path, type, preferring: type.saveFormat)
        return try ModelFile.encoded(for: path, as: format, decodeOld: type.oldContentDecoder) {
            try $0.encode(root: self, as: format)
        }
    }

    /// Decodes a model from the old content of a file that is going to be written, and returns a function that encodes
    /// this model again. If a value of it is encoded as the new file contains it, the value is unchanged, and the
    /// file's text stays.
    class func oldContentDecoder(
        _ content: Data, at path: String, as format: FileFormat
    ) throws -> (ModelEncoder) throws -> Void {
        let model = try instance(of: content, at: path, root: self, named: format, for: .comparison)
        return { try $0.encodeObject(model, expected: self) }
    }

    /// Writes any value to a file. A model is written as ``write(toFile:format:atomically:)`` does. `Data` without a
    /// `format` is written as its bytes. Any other value is written in `format`.
    ///
    /// - Parameters:
    ///   - object: The value.
    ///   - path: As in ``write(toFile:format:atomically:)``.
    ///   - format: By default the first linked format with the path's extension. For the extension `plist`, and if no
    ///     linked format has the extension: an XML property list for dictionaries and arrays if the program links
    ///     PlistFormat, and a keyed archive for everything else.
    ///   - atomically: As in ``write(toFile:format:atomically:)``.
    /// - Throws: The errors of ``write(toFile:format:atomically:)``; `unrepresentableValue` for a type that can't be
    ///   saved.
    public class func write(_ object: Any, toFile path: String, format: FileFormat? = nil, atomically: Bool = true)
        throws
    {
        try LongWork.run {
            if let model = AnyValue.model(object) {
                return try model.write(toFile: path, format: format, atomically: atomically)
            }
            if let data = object as? Data, format == nil {
                return try FileStore.write(
                    data, to: AppFolder.path(path, orThrow: .fileUnwritable), atomically: atomically)
            }
            let isCollection = object is [Any] || object is [String: Any]
            let hasPropertyLists = FormatRegistry.current.formats.contains(.xmlPropertyList)
            let fallback: FileFormat = isCollection && hasPropertyLists ? .xmlPropertyList : .keyedArchive
            let format = try format ?? ModelFile.format(for: path, preferring: fallback)
            try ModelFile.encoded(for: path, as: format) {
                try $0.encode(as: format) { try AnyValue.encode(object, to: $0) }
            }.write(atomically: atomically)
        }
    }

    /// Returns the value that a file contains: models of registered classes, arrays, dictionaries and single values
    /// as their Swift types. Returns nil for a null, and `Data` if no linked format recognises the content.
    ///
    /// - Throws: The errors of ``load(fromFile:)``.
    public class func object(contentsOfFile path: String) throws -> Any? {
        try LongWork.run {
            let content = try ModelFile.content(of: path, resources: resourceFolder)
            return try FileContent.decode(
                content.data, at: content.path, expected: BaseModel.self, named: saveFormat
            ) { data, _ in
                data
            } read: {
                try AnyValue.decode(from: $0)
            }
        }
    }

    /// The bytes of a file. Its path is absolute, or relative to ``applicationSupportDirectory``, and then to
    /// ``resourceFolder``.
    ///
    /// - Throws: `fileMissing`, `fileUnreadable`, `bytesExceeded`.
    public class func content(ofFile path: String) throws -> Data {
        try LongWork.run {
            try ModelFile.content(of: path, resources: resourceFolder).data
        }
    }

    /// Writes bytes that are already a whole file of a format, as ``write(toFile:format:atomically:)`` writes its own.
    ///
    /// - Throws: `requisiteLibraryMissing`, `fileUnwritable`.
    public class func write(
        content: Data, toFile path: String, format: FileFormat, atomically: Bool = true
    ) throws {
        try LongWork.run {
            let path = try AppFolder.path(path, orThrow: .fileUnwritable)
            let provider = try ModelFile.naming(path) { try FormatRegistry.current.provider(for: format) }
            try FileStore.write(
                content, to: path, atomically: atomically, isConfidential: provider.isConfidential(format))
        }
    }

    /// Replaces a file whose content is known, atomically, by bytes that are already a whole file of a format. For
    /// programs that read a file, change its content, and write it again.
    ///
    /// If several programs do so at the same time, each program can only write after it has read the content that the
    /// previous program has written.
    ///
    /// - Parameters:
    ///   - content: The bytes.
    ///   - path: Absolute, or relative to ``applicationSupportDirectory``.
    ///   - format: The format of the bytes. It decides who may read the file.
    ///   - old: The content of the file when it was read; nil if there was no file.
    /// - Throws: `fileChanged` if the file has another content than `old`; the file then stays unchanged;
    ///   `requisiteLibraryMissing`, `fileUnwritable`.
    public class func write(content: Data, toFile path: String, format: FileFormat, replacing old: Data?) throws {
        try LongWork.run {
            let isConfidential = try FormatRegistry.current.provider(for: format).isConfidential(format)
            let path = try AppFolder.path(path, orThrow: .fileUnwritable)
            let stamp = old.map { FileStamp(nil, $0) }
            guard try FileStore.write(content, to: path, since: stamp, isConfidential: isConfidential) else {
                throw ModelError(.fileChanged, "Another program has written it since it was read.").inFile(path)
            }
        }
    }

    /// True if there is a file or a folder at the path: absolute, or relative to ``applicationSupportDirectory``.
    public class func fileExists(atPath path: String) -> Bool {
        (try? AppFolder.path(path, orThrow: .fileMissing)).map { FileStore.exists($0) } ?? false
    }

    /// Removes the file at the path: absolute, or relative to ``applicationSupportDirectory``.
    ///
    /// - Throws: `fileMissing`, `fileUnwritable`.
    public class func removeFile(atPath path: String) throws {
        try FileStore.remove(AppFolder.path(path, orThrow: .fileUnwritable))
    }

    /// A new unique identifier: a random UUID as text, which no other call will return, on this machine or another.
    public class func newUniqueIdentifier() -> String {
        UUID().uuidString
    }
}
