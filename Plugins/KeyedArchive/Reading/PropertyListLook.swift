import Documents
import FormatSupport
import PropertyListCodec

/// The format of the content of a property list. It is detected without reading all values.
enum PropertyListLook: Equatable {
    case keyedArchive
    /// A keyed archive that contains an encrypted archive.
    case cryptoArchive
    /// A dictionary with the key `$class`.
    case hrCoded(isBinary: Bool)
    case plain(isBinary: Bool)

    /// Returns nil if the content isn't a property list, or if it is damaged.
    init?(_ content: Data) {
        if BinaryPropertyListReader.canRead(content.prefix(8)) {
            let found = content.withBytes { bytes -> Self? in
                // The bytes stay valid and unchanged while the reader is used.
                guard let list = unsafe try? BinaryPropertyListReader(bytes: bytes) else {
                    return nil
                }
                return try? Self.look(list)
            }
            guard let found else { return nil }
            self = found
        } else if PropertyListText.isPropertyList(content) {
            self = PropertyListText.look(content)
        } else {
            return nil
        }
    }

    private static func look(_ list: BinaryPropertyListReader) throws -> Self {
        guard try !ArchiveReader.isArchive(list) else {
            return (try? holdsCryptoArchive(list)) == true ? .cryptoArchive : .keyedArchive
        }
        let root = try list.object(list.topObject)
        guard root.kind == .dictionary else { return .plain(isBinary: true) }
        return try list.value(forKey: "$class", in: root) == nil ? .plain(isBinary: true) : .hrCoded(isBinary: true)
    }

    private static func holdsCryptoArchive(_ list: BinaryPropertyListReader) throws -> Bool {
        let archive = try ArchiveReader(list)
        guard let root = try list.value(forKey: "root", in: archive.top), root.kind == .uid else { return false }
        let object = try object(root, in: archive)
        guard object.kind == .dictionary, let reference = try list.value(forKey: "$class", in: object),
            reference.kind == .uid
        else { return false }
        guard let name = try list.value(forKey: "$classname", in: try self.object(reference, in: archive)) else {
            return false
        }
        return list.isString(name, "CryptoArchive")
    }

    private static func object(
        _ uid: BinaryPropertyListObject, in archive: ArchiveReader
    ) throws -> BinaryPropertyListObject {
        try archive.list.object(archive.list.number(archive.list.uid(uid), in: archive.objects))
    }
}
