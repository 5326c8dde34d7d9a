import Foundation
import ModelCore

/// A format of the tests, which keeps the document of what it is handed, and reads it again value by value.
public final class EchoFormat: FormatProvider, @unchecked Sendable {
    public static let format = FileFormat("echo", fileExtension: "echo", library: "Tests")
    public let held: FormatCapabilities
    public let scalars: FileConventions.Scalars?
    public let keyStyle: KeyStyle?
    /// Used by one thread.
    public var document = ModelDocument(.null)
    public var edit: (inout DocumentBuilder) throws -> Void = { _ in }

    public init(
        _ held: FormatCapabilities, scalars: FileConventions.Scalars? = nil, keyStyle: KeyStyle? = nil
    ) {
        self.held = held
        self.scalars = scalars
        self.keyStyle = keyStyle
    }

    public var formats: [FileFormat] { [Self.format] }
    public func capabilities(of format: FileFormat) -> FormatCapabilities { held }

    public func conventions(of format: FileFormat) -> FileConventions {
        var conventions = FileConventions()
        conventions.keyStyle = keyStyle
        return conventions
    }

    public func detect(_ content: Data) -> FormatDetection? { nil }

    public func serialize(_ walker: inout DocumentWalker, context: FormatContext) throws -> Data {
        document = try walker.document()
        return Data()
    }

    public func parse(_ content: Data, into builder: inout DocumentBuilder, context: FormatContext) throws {
        if let scalars { builder.scalars = scalars }
        try edit(&builder)
    }

    /// Returns the value that is read from the document that a closure builds.
    public func read<Value: ModelValue>(
        _ type: Value.Type, _ edit: @escaping (inout DocumentBuilder) throws -> Void
    ) throws -> Value {
        self.edit = edit
        return try decode(type, from: Data(), as: Self.format)
    }
}
