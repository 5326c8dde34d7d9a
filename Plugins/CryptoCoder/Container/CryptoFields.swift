import FormatSupport
import PropertyListCodec

/// Reads the fields of an encrypted file: the members of the root of its outer archive. It reads only the requested
/// fields, and doesn't recurse.
struct CryptoFields {
    private let list: BinaryPropertyListReader
    private let objects: BinaryPropertyListReferences
    private let root: BinaryPropertyListObject

    /// - Throws: `PropertyListError` if the list is no keyed archive of a `CryptoArchive`.
    init(_ list: BinaryPropertyListReader) throws(PropertyListError) {
        self.list = list
        let archive = try list.object(list.topObject)
        guard archive.kind == .dictionary, let archiver = try list.value(forKey: "$archiver", in: archive),
            list.isString(archiver, "NSKeyedArchiver"), let table = try list.value(forKey: "$objects", in: archive),
            table.kind == .array, let top = try list.value(forKey: "$top", in: archive), top.kind == .dictionary,
            let reference = try list.value(forKey: "root", in: top)
        else { throw Self.foreign }
        objects = try list.elements(of: table)
        let root = try Self.resolve(reference, list, objects)
        guard root.kind == .dictionary, let classReference = try list.value(forKey: "$class", in: root) else {
            throw Self.foreign
        }
        let named = try Self.resolve(classReference, list, objects)
        guard named.kind == .dictionary, let name = try list.value(forKey: "$classname", in: named),
            list.isString(name, "CryptoArchive")
        else { throw Self.foreign }
        self.root = root
    }

    private static let foreign = PropertyListError("This is no CryptoArchive.", at: 0)

    private static func resolve(
        _ object: BinaryPropertyListObject, _ list: BinaryPropertyListReader, _ objects: BinaryPropertyListReferences
    ) throws(PropertyListError) -> BinaryPropertyListObject {
        guard object.kind == .uid else { return object }
        let uid = try list.uid(object)
        guard uid < objects.count else { throw foreign }
        return try list.object(list.number(uid, in: objects))
    }

    private func value(_ key: StaticString) throws(PropertyListError) -> BinaryPropertyListObject? {
        guard let value = try list.value(forKey: key, in: root) else { return nil }
        return try Self.resolve(value, list, objects)
    }

    /// Returns the range of a field's data in the file. Returns nil if the field is missing, or if it isn't data.
    func dataRange(_ key: StaticString) throws(PropertyListError) -> Range<Int>? {
        guard let object = try dataObject(key) else { return nil }
        return try list.byteRange(of: object)
    }

    func data(_ key: StaticString, longest: Int) throws(PropertyListError) -> [UInt8]? {
        guard let object = try dataObject(key), try list.byteRange(of: object).count <= longest else { return nil }
        return [UInt8](try list.data(object))
    }

    /// Returns a field's data object: the field itself, or the data in an object of class NSData or NSMutableData.
    private func dataObject(_ key: StaticString) throws(PropertyListError) -> BinaryPropertyListObject? {
        guard var value = try value(key) else { return nil }
        if value.kind == .dictionary {
            guard let inner = try list.value(forKey: "NS.data", in: value) else { return nil }
            value = try Self.resolve(inner, list, objects)
        }
        return value.kind == .data ? value : nil
    }

    func text(_ key: StaticString, longest: Int) throws(PropertyListError) -> String? {
        guard var value = try value(key) else { return nil }
        if value.kind == .dictionary {
            guard let inner = try list.value(forKey: "NS.string", in: value) else { return nil }
            value = try Self.resolve(inner, list, objects)
        }
        guard value.kind == .string, try list.byteRange(of: value).count <= longest else { return nil }
        return try list.string(value)
    }

    func number(_ key: StaticString) throws(PropertyListError) -> Double? {
        guard let value = try value(key) else { return nil }
        switch value.kind {
        case .real: return try list.double(value)
        case .integer: return try list.int64(value).map { Double($0) }
        default: return nil
        }
    }

    func integer(_ key: StaticString) throws(PropertyListError) -> Int? {
        guard let value = try value(key), value.kind == .integer else { return nil }
        return try list.int64(value).flatMap { Int(exactly: $0) }
    }
}

/// The value of an encrypted file's field, other than the encrypted bytes.
enum CryptoField {
    case data([UInt8])
    /// Data as an object of class NSMutableData: the original library writes its salt and IV in this way.
    case mutableData([UInt8])
    case text(String)
    case integer(Int)
    case real(Double)
}
