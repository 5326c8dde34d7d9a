import FormatSupport
import JSONFormat
import ModelCore

/// The JSON Schema of a model's plain JSON, or of another value's plain JSON. It is for editors that complete and
/// check files while people write them, for web services, and for tests.
///
/// ```swift
/// let schema = try JSONSchema(of: Author.self)
/// try schema.data().write(to: URL(fileURLWithPath: "author.schema.json"))
/// ```
///
/// The schema describes the files that `JSONFormat` writes. No property of a class is required, because a property
/// without a key keeps its default. Source of the format: JSON Schema, draft 2020-12.
public struct JSONSchema: Sendable {
    /// The schema as a document, which can be read, changed and written in any format.
    public let document: ModelDocument

    /// Creates the schema of a type's values. The type is a model class, or any other type that a property may have.
    ///
    /// Each class, struct and enum that is reached has a definition in `$defs`. In place of a model, the schema also
    /// accepts an object of any registered subclass in `ClassRegistry.current`, with the subclass's name under the
    /// key `$class`.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - format: The format with the options of the files, such as a key style or a date style.
    ///   - mapping: The mapping of the files, if they store the properties of some classes in another way than the
    ///     classes declare.
    ///   - id: The schema's own address, `$id`. By default it has none.
    /// - Throws: `duplicateKey` if two properties of a class share a key; `invalidKey` for a malformed key path;
    ///   `depthExceeded` for a key path of more than 200 keys.
    public init<Value: ModelValue>(
        of type: Value.Type, in format: JSONFormat = JSONFormat(), mappedBy mapping: ModelMapping? = nil,
        id: String? = nil
    ) throws(ModelError) {
        let maker = SchemaMaker(format, mapping: mapping)
        let root = maker.part(of: type)
        let title = (type as? BaseModel.Type).map { ModelClass.of($0).name } ?? "\(type)"
        try self.init(root, title: title, id: id, definitions: try maker.definitions())
    }

    /// Creates a schema from parts.
    ///
    /// - Parameters:
    ///   - root: The schema of the whole file.
    ///   - title: The schema's title, for people.
    ///   - id: The schema's own address.
    ///   - definitions: The parts that ``Part/reference(to:)`` refers to, by name, in the order of the schema.
    /// - Throws: `duplicateKey` for two definitions of one name; `depthExceeded` for parts that are nested too deeply.
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

    /// Returns the schema as a JSON file, with one line for each keyword. The same schema always has the same text.
    ///
    /// - Throws: `bytesExceeded` if the file would have more bytes than a file may have.
    public func data() throws(ModelError) -> Data {
        do {
            return try JSONFormat(writing: .prettyPrinted).encode(document)
        } catch {
            throw ModelError(wrapping: error)
        }
    }
}
