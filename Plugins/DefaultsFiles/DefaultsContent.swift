import Documents
import FormatSupport
import PlistFormat
import PropertyListCodec

/// The content of a defaults file.
struct DefaultsContent {
    /// The values by key.
    let values: [String: ModelDocument.Value]
    /// The file's size in bytes.
    let byteCount: Int
    var owners: DefaultsOwners

    private let source: Data?
    /// True if the file has a string under `$class`. This string isn't in `values`.
    private let hasClass: Bool

    /// - Parameter data: The bytes of the file. Nil if there is no file.
    /// - Throws: An error if the file can't be read. In this case, Foundation must not read the file either.
    init(_ data: Data?, limits: DecodingLimits) throws {
        source = data
        byteCount = data?.count ?? 0
        guard let data else {
            values = [:]
            owners = DefaultsOwners(nil)
            hasClass = false
            return
        }
        let isBinary = BinaryPropertyListReader.canRead(data)
        guard isBinary || XMLPropertyList.canRead(data) else {
            throw ModelError(
                .corruptData, data.isEmpty ? "The file is empty." : "It is neither an XML nor a binary property list.")
        }
        if isBinary { try BinaryDefaults.check(data, limits: limits) }
        let format = isBinary ? FileFormat.binaryPropertyList : .xmlPropertyList
        let root = try PlistFormat().document(from: data, as: format, limits: limits).root
        guard root.kind == .dictionary || root.kind == .object else {
            throw ModelError(.corruptData, "It holds a value of kind \(root.kind.rawValue), and no dictionary.")
        }
        hasClass = root.kind == .object
        values = Dictionary(root.properties) { first, _ in first }
        owners = DefaultsOwners(values[DefaultsOwners.key])
    }

    /// Returns true if the file has no other entries than the entries of the given keys.
    func isEmpty(without gone: Set<String>) -> Bool {
        !hasClass && owners.isEmpty && values.keys.allSatisfy { gone.contains($0) || $0 == DefaultsOwners.key }
    }

    /// Returns the file without the given keys, and with other entries instead. All other entries are kept, and the
    /// file keeps its style: XML or binary.
    ///
    /// - Parameter entries: The new entries, as an XML property list whose root is a dictionary. Nil if there are no
    ///   new entries.
    func replacing(_ gone: Set<String>, with entries: Data?, limits: DecodingLimits) throws -> Data {
        var added: [Data] = []
        if let entries { added.append(entries) }
        if !owners.isEmpty {
            added.append(try PlistFormat().encode(owners.document(), as: .xmlPropertyList, limits: limits))
        }
        let gone = gone.union([DefaultsOwners.key])
        do {
            if let source, BinaryPropertyListReader.canRead(source) {
                return try BinaryDefaults.replacing(gone, in: source, with: added, limits: limits)
            }
            return try XMLDefaults.replacing(gone, in: source, with: added)
        } catch {
            throw ModelError(wrapping: error)
        }
    }
}
