import Documents
import FormatSupport
import PropertyListCodec

/// One list of keys that objects of a class have: which keys those are, and where each stands.
final class ArchiveShape {
    struct Member {
        let name: String
        /// The key's number in the list.
        let position: Int
    }

    let keys: BinaryPropertyListReferences
    /// The object's own keys in the file's order, each once: without those that belong to the archive. Those of
    /// ``readMembers()``.
    private(set) var members: ContiguousArray<Member> = []

    /// How many bytes long keys have, until that was counted: many lists may have the same key, or one many times.
    var uncountedBytes: Int?

    private let list: BinaryPropertyListReader
    private var isRead = false
    private var objectKeys: DocumentBuilder.ObjectKeys?
    /// Where the keys stand, for lists of many.
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

    /// Reads the keys, if that wasn't done before.
    ///
    /// - Throws: `PropertyListError` for a key that is no text.
    func readMembers() throws {
        guard !isRead else { return }
        var known: Set<ExactText> = []
        var found: ContiguousArray<Member> = []
        for index in 0..<keys.count {
            let key = try list.object(list.number(index, in: keys))
            let written = try list.string(key)
            // The first of two equal keys counts.
            guard let name = Self.unescaped(written), known.insert(ExactText(name)).inserted else { continue }
            found.append(Member(name: name, position: index))
        }
        members = found
        isRead = true
    }

    /// The members' names as a builder takes them, which is asked for once.
    func objectKeys(
        of codedClass: CodedClass, _ builder: inout DocumentBuilder
    ) throws(ModelError) -> DocumentBuilder.ObjectKeys {
        if let known = objectKeys { return known }
        let made = try builder.objectKeys(members.map(\.name), of: codedClass)
        objectKeys = made
        return made
    }

    /// The position of a key; nil where there is no such key.
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

    /// NSKeyedArchiver doubles the dollar sign that a key begins with. Nil for the keys that it adds itself.
    static func unescaped(_ name: String) -> String? {
        guard name.utf8.first == UInt8(ascii: "$") else { return name }
        if name == "$class" || name == "$classhints" { return nil }
        return name.hasPrefix("$$") ? String(name.dropFirst()) : name
    }
}

/// What is known of a dictionary of the property list: whose object it is, and where its keys and values stand.
struct ArchiveObject {
    let archiveClass: ArchiveClass
    let shape: ArchiveShape
    let values: BinaryPropertyListReferences
    /// False for a dictionary that is one.
    let hasClass: Bool

    var kind: ModelKind? { hasClass ? archiveClass.kind : .dictionary }
}
