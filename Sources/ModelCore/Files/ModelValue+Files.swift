import Foundation

extension ModelValue {
    /// The value that a file of any linked format holds, which its content tells.
    ///
    /// - Parameter path: Absolute, or relative to ``BaseModel/applicationSupportFolder``, and then to the program's
    ///   bundle.
    /// - Throws: `fileMissing`, `fileUnreadable`, `unknownFormat`, `requisiteLibraryMissing`; what the file's format
    ///   throws; `typeMismatch` and the like for what the type doesn't fit.
    public static func load(fromFile path: String) throws -> Self {
        let content = try ModelFile.content(of: path, bundle: .main)
        let root = content.isBundled ? nil : self as? BaseModel.Type
        return try ModelFile.decode(content.data, at: content.path, root: root) { _ in
            throw ModelError(.unknownFormat, "No linked format recognises the content.")
        } read: {
            try $0.decodeValue(Self.self)
        }
    }

    /// Writes the value to a file.
    ///
    /// - Parameters:
    ///   - path: Absolute, or relative to ``BaseModel/applicationSupportFolder``. Missing folders are made.
    ///   - format: The format.
    ///   - atomically: As in ``BaseModel/write(toFile:format:atomically:)``.
    /// - Throws: `requisiteLibraryMissing`, `fileUnwritable`; what the format can't hold, with the path to it.
    public func write(toFile path: String, format: FileFormat, atomically: Bool = true) throws {
        try ModelFile.write(to: path, as: format, atomically: atomically, reread: Self.rereading) {
            try $0.encodeValue(self)
        }
    }

    /// What tells which values a file has already.
    private static func rereading(_ content: Data, at path: String) throws -> (ModelEncoder) throws -> Void {
        let value: Self = try FormatRegistry.current.decode(from: content, root: self as? BaseModel.Type) {
            try $0.decodeValue(Self.self)
        }
        return { try $0.encodeValue(value) }
    }
}
