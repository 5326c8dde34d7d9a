import Documents
import FormatSupport
import Foundation
import PropertyListCodec

/// What a defaults file holds.
struct DefaultsContent {
    /// The values by key.
    let values: [String: ModelDocument.Value]
    /// The file's size.
    let byteCount: Int
    var owners: DefaultsOwners

    private let source: Data?
    /// True where there is a string under `$class`, which isn't among the values.
    private let hasClass: Bool

    /// - Parameter data: The file; nil for none.
    /// - Throws: What is wrong with it. Then Foundation isn't to be given the file either.
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

    /// True where nothing is left when these keys are gone.
    func isEmpty(without gone: Set<String>) -> Bool {
        !hasClass && owners.isEmpty && values.keys.allSatisfy { gone.contains($0) || $0 == DefaultsOwners.key }
    }

    /// The file without these keys, and with others in their place. All other keys stay as they are, in the style that
    /// the file has.
    ///
    /// - Parameter entries: An XML property list whose root is a dictionary.
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
