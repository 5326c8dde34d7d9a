import Foundation
import ModelCore

/// A format of the tests, which keeps the document of what it is handed, and reads it again value by value.
final class EchoFormat: FormatProvider, @unchecked Sendable {
    static let format = FileFormat("echo", fileExtension: "echo", library: "Tests")
    let held: FormatCapabilities
    let scalars: FileConventions.Scalars?
    /// Used by one thread.
    var document = ModelDocument(.null)
    var edit: (inout DocumentBuilder) throws -> Void = { _ in }

    init(_ held: FormatCapabilities, scalars: FileConventions.Scalars? = nil) {
        self.held = held
        self.scalars = scalars
    }

    var formats: [FileFormat] { [Self.format] }
    func capabilities(of format: FileFormat) -> FormatCapabilities { held }
    func requiredFormat(for type: Any.Type) -> FileFormat? { nil }

    func detect(_ content: Data) -> FormatDetection? { nil }

    func serialize(_ walker: inout DocumentWalker, context: FormatContext) throws -> Data {
        document = try walker.document()
        return Data()
    }

    func parse(_ content: Data, into builder: inout DocumentBuilder, context: FormatContext) throws {
        if let scalars { builder.scalars = scalars }
        try edit(&builder)
    }

    /// What is read of what a closure builds.
    func read<Value: ModelValue>(
        _ type: Value.Type, _ edit: @escaping (inout DocumentBuilder) throws -> Void
    ) throws -> Value {
        self.edit = edit
        return try decode(type, from: Data(), as: Self.format)
    }
}
