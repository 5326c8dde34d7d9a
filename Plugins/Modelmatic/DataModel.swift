import FormatSupport
import KeyedArchive
import ModelCore

/// A Core Data model: its entities with their attributes and relationships, as Xcode's files describe them.
///
/// ```swift
/// let model = try DataModel(contentsOf: "Library.xcdatamodeld")
/// for attribute in model["Book"]?.attributes ?? [] { print(attribute.name, attribute.type) }
/// ```
///
/// This type needs neither Core Data nor the classes that the entities name. It omits fetch requests, fetched
/// properties, indexes, configurations, and the elements of composite attributes.
public struct DataModel: Sendable, Hashable {
    let content: Content

    /// Reads a model from a folder `.xcdatamodeld` or `.momd`, from a folder `.xcdatamodel`, or from a file. The
    /// content determines the kind of the folder or file. In a folder with versions, the current version is read,
    /// unless `version` names another version.
    ///
    /// - Parameters:
    ///   - path: Absolute, or relative to the current folder.
    ///   - version: One of ``versions(ofModelAt:)``, with or without the extension of its file.
    /// - Throws: `fileMissing` if the file or the version doesn't exist, or if the current version isn't known;
    ///   `fileUnreadable`, `bytesExceeded`; the errors of ``init(data:)``.
    public init(contentsOf path: String, version: String? = nil) throws(ModelError) {
        let file = try ModelFolder.file(at: path, version: version)
        do {
            try self.init(data: ModelFolder.data(of: file))
        } catch {
            throw error.inFile(file)
        }
    }

    /// Reads the content of a file: the XML in a `contents` file, a compiled model (`.mom`), or the `elements` that
    /// Xcode wrote up to version 3. The content determines the kind. XML may have 8 MiB, and the other kinds 64 MiB.
    /// A name, and a key of a `userInfo`, may have 1024 bytes.
    ///
    /// - Throws: `unknownFormat` if the content is of none of these kinds; `corruptData`; `duplicateKey` for two
    ///   entities or two properties of one name, `cycle` if an entity is its own ancestor, `typeMismatch` and
    ///   `outOfRange` for a value that doesn't fit its type; `bytesExceeded`, `nodesExceeded` and `depthExceeded` if
    ///   the content exceeds limits that no model needs. The error's path contains the names of the entity and the
    ///   property.
    public init(data: Data) throws(ModelError) {
        let entities =
            try KeyedArchive().detect(data) == nil
            ? XMLModelReader.entities(in: data) : ArchivedModel.entities(in: data)
        content = Content(entities)
    }

    /// All entities, in the file's order.
    public var entities: [Entity] { content.entities.indices.map { Entity(model: self, index: $0) } }

    /// The entity with a name. Nil if there is no such entity.
    public subscript(name: String) -> Entity? {
        content.places[name].map { Entity(model: self, index: $0) }
    }

    /// Returns the names of a model's versions, in the order of their numbers. Returns an empty array if the model
    /// has no versions.
    ///
    /// - Throws: `fileMissing`, `fileUnreadable`.
    public static func versions(ofModelAt path: String) throws(ModelError) -> [String] {
        try ModelFolder(path)?.versions ?? []
    }

    /// Returns the name of the version that the folder names as the current one, or of its only version. Returns nil
    /// if the folder has several versions and names none of them. Also returns nil if the model has no versions.
    ///
    /// - Throws: The errors of ``versions(ofModelAt:)``; `corruptData` if the property list that names the version is
    ///   malformed.
    public static func currentVersion(ofModelAt path: String) throws(ModelError) -> String? {
        try ModelFolder(path)?.currentVersion()
    }

    /// The content of a model, which all of its entities share. Entities refer to each other by index.
    final class Content: Sendable, Hashable {
        let entities: [Entity.Content]
        let places: [String: Int]

        init(_ entities: [Entity.Content]) {
            self.entities = entities
            places = Dictionary(entities.enumerated().map { ($1.name, $0) }) { first, _ in first }
        }

        static func == (left: Content, right: Content) -> Bool { left === right || left.entities == right.entities }
        func hash(into hasher: inout Hasher) { hasher.combine(entities.count) }
    }
}
