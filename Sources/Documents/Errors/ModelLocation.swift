/// A location in a file.
public struct ModelLocation: Sendable, Hashable, CustomStringConvertible {
    /// The number of bytes before the location.
    public var byteOffset: Int
    /// The line, counted from 1. Nil in formats that aren't text.
    public var line: Int?
    /// The column in bytes, counted from 1. Nil in formats that aren't text.
    public var column: Int?

    /// Creates a location. Text formats also pass the line and the column.
    public init(byteOffset: Int, line: Int? = nil, column: Int? = nil) {
        self.byteOffset = byteOffset
        self.line = line
        self.column = column
    }

    public var description: String {
        if let line, let column { "line \(line), column \(column)" } else { "byte \(byteOffset)" }
    }
}
