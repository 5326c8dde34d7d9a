import Documents
import FormatSupport
import PropertyListCodec

/// A shape: a list of keys that objects of one class have, and the position of each key.
final class ArchiveShape {
    struct Member {
        let name: String
        /// The position of the key in the list.
        let position: Int
    }

    let keys: BinaryPropertyListReferences
    /// The keys of the object's members in the file's order, each once. Keys that belong to the archive, such as
    /// `$class`, aren't included. The array is empty before ``readMembers()``.
    private(set) var members: ContiguousArray<Member> = []

    /// The number of bytes in long keys that aren't counted yet. Nil if there are none. Many lists may contain the
    /// same long key, or one list may contain it many times.
    var uncountedBytes: Int?

    private let list: BinaryPropertyListReader
    private var isRead = false
    private var objectKeys: DocumentBuilder.ObjectKeys?
    /// The positions of the keys by name. The dictionary is used for long lists. It is empty before the first search.
    private var positions: [ExactText: Int] = [:]

    init(keys: BinaryPropertyListReferences, list: BinaryPropertyListReader) {
        self.keys = keys
        self.list = list
        var bytes = 0
        for index in 0..<keys.count {
            guard let key = try? list.object(list.number(index, in: keys)), key.kind == .string,
                let isShort = try? BinaryPropertyListLongValues.isShort(key, in: list), !isShort
            else { continue }
            bytes += (try? list.byteRange(of: key).count) ?? 0
        }
        uncountedBytes = bytes > 0 ? bytes : nil
    }

    /// Reads the keys, if they weren't read before.
    ///
    /// - Throws: `PropertyListError` if a key isn't text.
    func readMembers() throws {
        guard !isRead else { return }
        var known: Set<ExactText> = []
        var found: ContiguousArray<Member> = []
        for index in 0..<keys.count {
            let key = try list.object(list.number(index, in: keys))
            let written = try list.string(key)
            // If a key occurs twice, the first counts.
            guard let name = Self.unescaped(written), known.insert(ExactText(name)).inserted else { continue }
            found.append(Member(name: name, position: index))
        }
        members = found
        isRead = true
    }

    /// Returns the members' names as the builder's keys, which are created once.
    func objectKeys(
        of codedClass: CodedClass, _ builder: inout DocumentBuilder
    ) throws(ModelError) -> DocumentBuilder.ObjectKeys {
        if let known = objectKeys { return known }
        let made = try builder.objectKeys(members.map(\.name), of: codedClass)
        objectKeys = made
        return made
    }

    /// Returns the position of a key. Returns nil if there is no such key.
    func position(of key: StaticString) throws -> Int? {
        guard keys.count <= 16 else { return try position(of: key.description) }
        for index in 0..<keys.count where list.isString(try list.object(list.number(index, in: keys)), key) {
            return index
        }
        return nil
    }

    func position(of key: String) throws -> Int? {
        try readMembers()
        if positions.isEmpty { for member in members { positions[ExactText(member.name)] = member.position } }
        return positions[ExactText(key)]
    }

    /// Returns the name of a member. NSKeyedArchiver doubles a dollar sign at the beginning of a key. Returns nil for
    /// the keys that NSKeyedArchiver adds itself.
    static func unescaped(_ name: String) -> String? {
        guard name.utf8.first == UInt8(ascii: "$") else { return name }
        if name == "$class" || name == "$classhints" { return nil }
        return name.hasPrefix("$$") ? String(name.dropFirst()) : name
    }
}

/// A dictionary of the property list as an object: its class, its keys, and the references to its values.
struct ArchiveObject {
    let archiveClass: ArchiveClass
    let shape: ArchiveShape
    let values: BinaryPropertyListReferences
    /// False if the dictionary has no `$class`, so that it is a plain dictionary.
    let hasClass: Bool

    var kind: ModelKind? { hasClass ? archiveClass.kind : .dictionary }
}
