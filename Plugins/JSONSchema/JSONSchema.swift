import FormatSupport
import JSONFormat
import ModelCore

/// The JSON Schema of a model's plain JSON, or of another value's. It is for editors that complete and check files
/// while people write them, for web services, and for tests.
///
/// ```swift
/// let schema = try JSONSchema(of: Author.self)
/// try schema.data().write(to: URL(fileURLWithPath: "author.schema.json"))
/// ```
///
/// It describes what `JSONFormat` writes. No property of a class is required, since a missing key leaves the property's
/// default. Source of the format: JSON Schema, draft 2020-12.
public struct JSONSchema: Sendable {
    /// The schema as a document, which can be read, changed, and written in any format.
    public let document: ModelDocument

    /// The schema of a type's values. The type is a model class, or any other type that a property may have.
    ///
    /// Each class, struct and enum that is reached has a definition in `$defs`. Where a model is expected, an object of
    /// any registered subclass that `ClassRegistry.current` knows fits too, with its class's name under the key
    /// `$class`.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - format: The format with the options of the files, such as a key style or a date style.
    ///   - mapping: The mapping of the files, if they store the properties of some classes in another way than the
    ///     classes say.
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

    /// A schema that is put together from parts.
    ///
    /// - Parameters:
    ///   - root: The schema of the whole file.
    ///   - title: The schema's title, for people.
    ///   - id: The schema's own address.
    ///   - definitions: The parts that ``Part/reference(to:)`` refers to, by name, in this order.
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

    /// Returns the schema as a JSON file, with one keyword a line. The text is the same each time.
    ///
    /// - Throws: `bytesExceeded` if it has more bytes than a file may have.
    public func data() throws(ModelError) -> Data {
        do {
            return try JSONFormat(writing: .prettyPrinted).encode(document)
        } catch {
            throw ModelError(wrapping: error)
        }
    }
}
