import FormatSupport

// The functions for files, with URLs instead of paths. Each throws the errors of the function with a path, and
// `fileUnreadable` or `fileUnwritable` for a URL that isn't a file's.

extension BaseModel {
    /// Makes an instance of exactly this class from a file: see ``init(contentsOfFile:)``.
    public convenience init(contentsOf url: URL) throws {
        try self.init(contentsOfFile: url.pathOfFile(.fileUnreadable))
    }

    /// Loads a value from a file of any linked format: `load([Book].self, from: url)`.
    public class func load<Value: ModelValue>(
        _ type: Value.Type, from url: URL, format: FileFormat? = nil
    ) throws -> Value {
        try type.load(from: url, format: format)
    }

    /// Loads a value of a type with its own `Decodable` code from a file of any linked format.
    @_disfavoredOverload
    public class func load<Value: Decodable>(
        _ type: Value.Type, from url: URL, format: FileFormat? = nil
    ) throws -> Value {
        try load(type, fromFile: url.pathOfFile(.fileUnreadable), format: format)
    }

    /// Writes any value to a file: see `write(_:toFile:format:atomically:)`.
    public class func write(_ object: Any, to url: URL, format: FileFormat? = nil, atomically: Bool = true) throws {
        try write(object, toFile: url.pathOfFile(.fileUnwritable), format: format, atomically: atomically)
    }

    /// Returns the value that a file contains: see ``object(contentsOfFile:)``.
    public class func object(contentsOf url: URL) throws -> Any? {
        try object(contentsOfFile: url.pathOfFile(.fileUnreadable))
    }
}

extension ModelValue {
    /// Loads a value from a file: see ``load(fromFile:format:)``.
    public static func load(from url: URL, format: FileFormat? = nil) throws -> Self {
        try load(fromFile: url.pathOfFile(.fileUnreadable), format: format)
    }

    /// Writes the value to a file: see ``write(toFile:format:atomically:)``.
    public func write(to url: URL, format: FileFormat? = nil, atomically: Bool = true) throws {
        try write(toFile: url.pathOfFile(.fileUnwritable), format: format, atomically: atomically)
    }
}

extension URL {
    /// The path of the file that the URL names. Throws an error with `code` if the URL isn't the URL of a file.
    fileprivate func pathOfFile(_ code: ModelError.Code) throws(ModelError) -> String {
        guard isFileURL else { throw ModelError(code, "\(absoluteString) is no file's URL.") }
        return path(percentEncoded: false)
    }
}
