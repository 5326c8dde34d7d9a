import Foundation
import KeyedArchive
import ModelCore

/// A Core Data model: its entities with their attributes and relationships, as Xcode's files have them.
///
/// ```swift
/// let model = try DataModel(contentsOf: "Library.xcdatamodeld")
/// for attribute in model["Book"]?.attributes ?? [] { print(attribute.name, attribute.type) }
/// ```
///
/// It needs neither Core Data nor the classes that the entities name. Fetch requests, fetched properties, indexes,
/// configurations and the elements of composite attributes aren't kept.
public struct DataModel: Sendable, Hashable {
    let content: Content

    /// Reads a model: from a folder `.xcdatamodeld` or `.momd`, whose current version it is unless another is named;
    /// from a folder `.xcdatamodel`, or from a file. What they are is seen from what is in them.
    ///
    /// - Parameters:
    ///   - path: Absolute, or relative to the current folder.
    ///   - version: One of ``versions(ofModelAt:)``, with or without the ending of its file.
    /// - Throws: `fileMissing` where there is no such file or version, or nothing says which version is the current
    ///   one; `fileUnreadable`, `bytesExceeded`; what ``init(data:)`` throws.
    public init(contentsOf path: String, version: String? = nil) throws(ModelError) {
        let file = try ModelFolder.file(at: path, version: version)
        do {
            try self.init(data: ModelFolder.data(of: file))
        } catch {
            throw error.inFile(file)
        }
    }

    /// Reads the content of a file: the XML in a `contents` file, a compiled model (`.mom`), or the `elements` that
    /// Xcode wrote up to version 3, whichever it is. XML may have 8 MiB, the others 64; a name and a key of a
    /// `userInfo` 1024 bytes.
    ///
    /// - Throws: `unknownFormat` where it is none of them, `corruptData`; `duplicateKey` for two entities or two
    ///   properties of one name, `cycle` where an entity is its own ancestor, `typeMismatch` and `outOfRange` for a
    ///   value that isn't what its type says; `bytesExceeded`, `nodesExceeded` and `depthExceeded` for what no model
    ///   needs. The error's path has the entity's and the property's name.
    public init(data: Data) throws(ModelError) {
        let entities =
            try KeyedArchive().detect(data) == nil
            ? XMLModelReader.entities(in: data) : ArchivedModel.entities(in: data)
        content = Content(entities)
    }

    /// All entities, in the file's order.
    public var entities: [Entity] { content.entities.indices.map { Entity(model: self, index: $0) } }

    /// The entity of that name; nil where there is none.
    public subscript(name: String) -> Entity? {
        content.places[name].map { Entity(model: self, index: $0) }
    }

    /// The names of a model's versions, in the order of their numbers; none for what has no versions.
    ///
    /// - Throws: `fileMissing`, `fileUnreadable`.
    public static func versions(ofModelAt path: String) throws(ModelError) -> [String] {
        try ModelFolder(path)?.versions ?? []
    }

    /// The name of the version that the folder says is the current one, or of its only version; nil where it has
    /// several and says nothing, and for what has no versions.
    ///
    /// - Throws: As ``versions(ofModelAt:)``; `corruptData` for what isn't the property list that it should be.
    public static func currentVersion(ofModelAt path: String) throws(ModelError) -> String? {
        try ModelFolder(path)?.currentVersion()
    }

    /// What all entities of a model share. They refer to each other by number.
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
