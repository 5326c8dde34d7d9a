import Documents
import FormatSupport
import PropertyListCodec

/// The table of objects of a keyed archive, in the property list that contains it.
struct ArchiveReader {
    /// A value: the property list's object, its number, and its UID.
    struct Place {
        var object: BinaryPropertyListObject
        /// The object's number in the property list.
        var number: Int
        /// The object's index in `$objects`, which is its UID. -1 if the object is stored in the container around it,
        /// without a UID.
        var uid: Int
    }

    let list: BinaryPropertyListReader
    /// The references in `$objects`.
    let objects: BinaryPropertyListReferences
    /// The dictionary `$top`.
    let top: BinaryPropertyListObject
    let topNumber: Int

    /// - Throws: `corruptData` if the list isn't a keyed archive, `newerVersion` if its version is later than 100000.
    init(_ list: BinaryPropertyListReader) throws {
        self.list = list
        let root = try list.object(list.topObject)
        guard root.kind == .dictionary, try Self.isArchive(list) else {
            throw ModelError(.corruptData, "This is no keyed archive.").at(ModelLocation(byteOffset: root.offset))
        }
        var version: BinaryPropertyListObject?
        var objects: BinaryPropertyListObject?
        var topNumber: Int?
        let (keys, values) = try list.entries(of: root)
        for index in 0..<keys.count {
            let key = try list.object(list.number(index, in: keys))
            let number = list.number(index, in: values)
            if list.isString(key, "$version") {
                version = try list.object(number)
            } else if list.isString(key, "$objects") {
                objects = try list.object(number)
            } else if list.isString(key, "$top") {
                topNumber = number
            }
        }
        guard let version, version.kind == .integer, let number = try list.int64(version) else {
            throw Self.missing("$version", root)
        }
        // No other version exists.
        guard number == 100_000 else {
            let code: ModelError.Code = number > 100_000 ? .newerVersion : .corruptData
            throw ModelError(code, "The archive is of version \(number); 100000 is the only one known.")
                .at(ModelLocation(byteOffset: version.offset))
        }
        guard let objects, objects.kind == .array else { throw Self.missing("$objects", root) }
        guard let topNumber else { throw Self.missing("$top", root) }
        top = try list.object(topNumber)
        guard top.kind == .dictionary else { throw Self.missing("$top", root) }
        self.topNumber = topNumber
        self.objects = try list.elements(of: objects)
        // UID 0 means nil, so an object there would be lost.
        guard self.objects.count > 0, list.isString(try list.object(list.number(0, in: self.objects)), "$null") else {
            throw ModelError(.corruptData, "The archive's $objects don't begin with $null.")
                .at(ModelLocation(byteOffset: objects.offset))
        }
    }

    private static func missing(_ key: String, _ root: BinaryPropertyListObject) -> ModelError {
        ModelError(.corruptData, "The archive has no proper \(key).").at(ModelLocation(byteOffset: root.offset))
    }

    /// Returns true if the root is a dictionary whose `$archiver` is NSKeyedArchiver.
    static func isArchive(_ list: BinaryPropertyListReader) throws -> Bool {
        let root = try list.object(list.topObject)
        guard root.kind == .dictionary, let archiver = try list.value(forKey: "$archiver", in: root) else {
            return false
        }
        return list.isString(archiver, "NSKeyedArchiver")
    }

    /// Returns the value that a container's reference points to. `number` is the number of the reference in the
    /// property list.
    @inline(__always)
    func place(_ number: Int) throws(PropertyListError) -> Place {
        let object = try list.object(number)
        if object.marker >> 4 == 0x8 { return try place(uid: try list.uid(object), from: object) }
        // In a file that was converted from XML, a UID may still be a dictionary with the key `CF$UID`.
        if object.marker == 0xD1, let uid = try dictionaryUID(object) { return try place(uid: uid, from: object) }
        return Place(object: object, number: number, uid: -1)
    }

    @inline(__always)
    private func place(uid: Int, from origin: BinaryPropertyListObject) throws(PropertyListError) -> Place {
        guard uid >= 0, uid < objects.count else {
            throw PropertyListError("There is no object with UID \(uid), only \(objects.count).", at: origin.offset)
        }
        let number = list.number(uid, in: objects)
        let object = try list.object(number)
        guard object.marker >> 4 != 0x8 else {
            throw PropertyListError("A UID refers to a UID.", at: object.offset)
        }
        return Place(object: object, number: number, uid: uid)
    }

    @inline(never)
    private func dictionaryUID(_ object: BinaryPropertyListObject) throws(PropertyListError) -> Int? {
        let (keys, values) = try list.entries(of: object)
        let value = try list.object(list.number(0, in: values))
        guard value.kind == .integer, list.isString(try list.object(list.number(0, in: keys)), "CF$UID"),
            let uid = try list.int64(value)
        else { return nil }
        return Int(uid)
    }

    /// Returns true for UID 0, and for the string `$null` under any other UID. Returns false for a value without a
    /// UID.
    @inline(__always)
    func isNil(_ place: Place) -> Bool {
        place.uid == 0 || (place.uid > 0 && place.object.marker == 0x55 && list.isString(place.object, "$null"))
    }
}
