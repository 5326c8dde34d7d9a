import Foundation

/// A file that holds a model, a value, or just bytes.
enum ModelFile {
    /// Writes what `body` encodes.
    static func write(
        to path: String, as format: FileFormat, atomically: Bool, _ body: (any ModelEncoder) throws -> Void
    ) throws {
        let path = AppFolder.resolve(path)
        do {
            let provider = try FormatRegistry.current.provider(for: format)
            let data = try provider.encode(as: format, body)
            try FileStore.write(data, to: path, atomically: atomically, isConfidential: provider.isConfidential)
        } catch {
            throw ModelError(wrapping: error).inFile(path)
        }
    }

    /// The content of a file: an absolute path, else below the application support folder, else in the bundle.
    static func content(of path: String, bundle: Bundle) throws -> Content {
        let own = AppFolder.resolve(path)
        if !FileStore.exists(own), !path.hasPrefix("/"), let folder = bundle.resourcePath {
            let bundled = (folder as NSString).appendingPathComponent(path)
            if FileStore.exists(bundled) { return Content(data: try FileStore.read(bundled), path: bundled, isBundled: true) }
        }
        return Content(data: try FileStore.read(own), path: own, isBundled: false)
    }

    /// What was read.
    struct Content {
        let data: Data
        let path: String
        /// True for a file that came with the program: nobody but who made the program wrote it.
        let isBundled: Bool
    }

    /// What `read` makes of the root value, or `raw` of bytes that no format recognises. `root` is the class that is expected, if any.
    static func decode<Result>(
        _ content: Data, at path: String, root: BaseModel.Type? = nil, raw: (Data) throws -> Result,
        read: (any ModelDecoder) throws -> Result
    ) throws -> Result {
        do {
            let registry = FormatRegistry.current
            let format: FileFormat
            do {
                format = try registry.format(of: content, for: root)
            } catch let error as ModelError where error.code == .unknownFormat {
                return try raw(content)
            }
            return try registry.provider(for: format).decode(from: content, as: format, root: root, read)
        } catch {
            throw ModelError(wrapping: error).inFile(path)
        }
    }
}
