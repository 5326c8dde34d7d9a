import Foundation
import ModelCore

/// A small file of some format.
public struct ForeignFile: Sendable {
    /// What the file is, for messages.
    public var name: String
    /// Its format.
    public var format: FileFormat
    /// Its bytes.
    public var content: Data

    /// A file with its name for messages.
    public init(_ name: String, format: FileFormat, content: Data) {
        self.name = name
        self.format = format
        self.content = content
    }
}
