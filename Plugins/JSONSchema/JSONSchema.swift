import Foundation
import JSONFormat
import ModelCore

/// The JSON Schema of what plain JSON has of a model, or of another value: for editors that complete and check files
/// while people write them, for web services, and for tests.
///
/// ```swift
/// let schema = try JSONSchema(of: Author.self)
/// try schema.data().write(to: URL(fileURLWithPath: "author.schema.json"))
/// ```
///
/// It describes what `JSONFormat` writes. Nothing of a class is required, since a missing key leaves a property's
/// default. Source of the format: JSON Schema, draft 2020-12.
public struct JSONSchema: Sendable {
    /// The schema as a document, which can be asked, changed and written in any format.
    public let document: ModelDocument

    /// The schema of a type's values: of a model class, or of any other type that a property may have.
    ///
    /// Each class, struct and enum that is reached has its place in `$defs`. Where a model is expected, each registered
    /// subclass that `ClassRegistry.current` knows will do, with its name under the key `$class`.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - format: With which options the files are written: names in a style, dates in another form.
    ///   - mapping: Where the files have the properties of some classes in another way than these say.
    ///   - id: The schema's own address, `$id`; by default it has none.
    /// - Throws: `duplicateKey` where two properties of a class share a key; `invalidKey` for a path of keys that is
    ///   none; `depthExceeded` for one of more than 200 keys.
    public init<Value: ModelValue>(
        of type: Value.Type, in format: JSONFormat = JSONFormat(), mappedBy mapping: ModelMapping? = nil,
        id: String? = nil
    ) throws(ModelError) {
        let maker = SchemaMaker(format, mapping: mapping)
        let root = maker.part(of: type)
        let title = (type as? BaseModel.Type).map { ModelClass.of($0).name } ?? "\(type)"
        try self.init(root, title: title, id: id, definitions: try maker.definitions())
    }

    /// A schema from its parts.
    ///
    /// - Parameters:
    ///   - root: What the whole file is.
    ///   - title: What people call it.
    ///   - id: The schema's own address.
    ///   - definitions: What ``Part/reference(to:)`` refers to, by names, in this order.
    /// - Throws: `duplicateKey` for two definitions of one name; `depthExceeded` for parts in parts without end.
    public init(
        _ root: Part, title: String, id: String? = nil, definitions: [(name: String, part: Part)] = []
    ) throws(ModelError) {
        var head: [(String, Part)] = [("$schema", "https://json-schema.org/draft/2020-12/schema")]
        if let id { head.append(("$id", Part(.string(id)))) }
        head.append(("title", Part(.string(title))))
        let parts = Part(keywords: definitions.map { ($0.name, $0.part) })
        var builder = DocumentBuilder()
        let whole = root == false ? ["not": true] : root
        let own = head.filter { whole[$0.0] == nil }
        try whole.with(definitions.isEmpty ? [] : [("$defs", parts)], before: own).append(to: &builder)
        document = try builder.finish()
    }

    /// The schema as a file: JSON, one keyword a line, the same each time.
    ///
    /// - Throws: `bytesExceeded` for more than a file may have.
    public func data() throws(ModelError) -> Data {
        do {
            return try JSONFormat(writing: .prettyPrinted).encode(document)
        } catch {
            throw ModelError(wrapping: error)
        }
    }
}
