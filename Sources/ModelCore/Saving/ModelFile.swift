import FormatSupport

/// The bytes of a whole file that is to be written.
struct EncodedFile: Sendable {
    let path: String
    let data: Data
    let isConfidential: Bool

    func write(atomically: Bool = true) throws {
        try FileStore.write(data, to: path, atomically: atomically, isConfidential: isConfidential)
    }
}

/// Reads and writes files that contain a model, a value, or just bytes.
enum ModelFile {
    /// The bytes that `encode` returns, as a file that is to be written.
    ///
    /// - Parameter decodeOld: As in ``encode(for:as:decodeOld:_:)``.
    static func encoded(
        for path: String, as format: FileFormat, decodeOld: OldContentDecoder? = nil,
        _ encode: (any FormatProvider) throws -> Data
    ) throws -> EncodedFile {
        let path = try AppFolder.path(path, orThrow: .fileUnwritable)
        let (data, provider) = try self.encode(for: path, as: format, decodeOld: decodeOld, encode)
        return EncodedFile(path: path, data: data, isConfidential: provider.isConfidential(format))
    }

    /// Decodes the old content of a file as the type that is going to be written. Returns a function that encodes the
    /// result again.
    typealias OldContentDecoder =
        (_ content: Data, _ path: String, _ format: FileFormat) throws -> (ModelEncoder) throws -> Void

    /// The bytes that `encode` returns, and the provider of the format. Errors name the file.
    ///
    /// - Parameter decodeOld: Called if the format keeps the file's text. The values that its function encodes are
    ///   compared with the new values. Nil: the values in both files are compared.
    static func encode(
        for path: String, as format: FileFormat, decodeOld: OldContentDecoder? = nil,
        _ encode: (any FormatProvider) throws -> Data
    ) throws -> (data: Data, provider: any FormatProvider) {
        try naming(path) {
            let provider = try FormatRegistry.current.provider(for: format)
            let data = try encode(provider)
            guard format.keepsText else { return (data, provider) }
            let text = try provider.text(
                of: data, keeping: try? FileStore.read(path), as: format,
                rewritten: decodeOld.map { decodeOld in
                    { try provider.encode(as: format, decodeOld($0, path, format)) }
                })
            return (text, provider)
        }
    }

    /// The format in which a file is written, if the program names no format: the format that the class's files must
    /// have, or else a linked format with the path's extension. Errors name the file.
    static func format(
        for path: String, _ type: BaseModel.Type? = nil, preferring preferred: FileFormat = .keyedArchive
    ) throws -> FileFormat {
        try naming(AppFolder.path(path, orThrow: .fileUnwritable)) {
            let registry = FormatRegistry.current
            return try type.flatMap { try registry.requiredFormat(for: $0) }
                ?? registry.format(forFile: path, preferring: preferred)
        }
    }

    /// Runs code whose errors concern a file.
    static func naming<Result>(_ path: String, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch {
            throw ModelError(wrapping: error).inFile(path)
        }
    }

    /// The content of a file. A file with a relative path is searched in the application support folder, and then
    /// among the resources.
    static func content(of path: String, resources: String?) throws -> Content {
        let own = try AppFolder.path(path, orThrow: .fileUnreadable)
        if !FileStore.exists(own), !path.hasPrefix("/"), let resources {
            let bundled = PathText.appending(path, to: resources)
            if FileStore.exists(bundled) { return try Content(of: bundled, isBundled: true) }
        }
        return try Content(of: own)
    }

    /// The content of a file that was read.
    struct Content {
        let data: Data
        let look: FileStatus
        let path: String
        /// True for a file of the program's bundle, which only the maker of the program can have written.
        let isBundled: Bool

        init(of path: String, isBundled: Bool = false) throws {
            (data, look) = try FileStore.content(of: path)
            self.path = path
            self.isBundled = isBundled
        }
    }
}
