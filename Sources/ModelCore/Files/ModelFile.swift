import Foundation

/// A file that holds a model, a value, or just bytes.
enum ModelFile {
    /// Writes what `body` encodes.
    static func write(
        to path: String, as format: FileFormat, atomically: Bool, _ body: (any ModelEncoder) throws -> Void
    ) throws {
        let path = AppFolder.resolve(path)
        do {
            let data = try FormatRegistry.current.provider(for: format).encode(as: format, body)
            try FileStore.write(data, to: path, atomically: atomically)
        } catch {
            throw ModelError(wrapping: error).inFile(path)
        }
    }

    /// The content of a file: an absolute path, else below the application support folder, else in the bundle.
    static func content(of path: String, bundle: Bundle) throws -> (content: Data, path: String) {
        let own = AppFolder.resolve(path)
        if !FileStore.exists(own), !path.hasPrefix("/"), let folder = bundle.resourcePath {
            let bundled = (folder as NSString).appendingPathComponent(path)
            if FileStore.exists(bundled) { return (try FileStore.read(bundled), bundled) }
        }
        return (try FileStore.read(own), own)
    }

    /// What `read` makes of the root value, or `raw` of bytes that no format recognises.
    static func decode<Result>(
        _ content: Data, at path: String, raw: (Data) throws -> Result, read: (any ModelDecoder) throws -> Result
    ) throws -> Result {
        do {
            let registry = FormatRegistry.current
            let format: FileFormat
            do {
                format = try registry.detect(content)
            } catch let error as ModelError where error.code == .unknownFormat {
                return try raw(content)
            }
            return try registry.provider(for: format).decode(from: content, as: format, read)
        } catch {
            throw ModelError(wrapping: error).inFile(path)
        }
    }
}
