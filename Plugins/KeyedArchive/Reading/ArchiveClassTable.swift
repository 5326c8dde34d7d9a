import Documents
import FormatSupport
import PropertyListCodec

/// The classes that an archive describes. Each description is read once.
struct ArchiveClassTable {
    private var classes: [Int: ArchiveClass] = [:]
    /// The errors in descriptions that can't be read, by the offset of the description.
    private var failures: [Int: PropertyListError] = [:]
    /// A direct-mapped cache of the classes found last, by the number of the reference to the class.
    private var recent = [(number: Int, found: ArchiveClass)?](repeating: nil, count: 64)
    /// The number of the string `$class`, which a writer stores once. -1 until the string is found.
    private var classKey = -1
    private var longNames = BinaryPropertyListLongValues()
    private var nameCount = 0

    /// Returns the position of `$class` among the keys. Returns nil if it isn't among the keys.
    mutating func classPosition(
        _ keys: BinaryPropertyListReferences, in list: BinaryPropertyListReader
    ) throws(PropertyListError) -> Int? {
        let count = keys.count
        guard count > 0 else { return nil }
        if list.number(count &- 1, in: keys) == classKey { return count &- 1 }
        for index in 0..<count where list.number(index, in: keys) == classKey { return index }
        for index in 0..<count {
            let number = list.number(index, in: keys)
            if list.isString(try list.object(number), "$class") {
                classKey = number
                return index
            }
        }
        return nil
    }

    /// Returns the class that an object's `$class` refers to.
    @inline(__always)
    mutating func find(_ number: Int, in archive: ArchiveReader) throws -> ArchiveClass {
        if let known = recent[number & 63], known.number == number { return known.found }
        return try read(number, in: archive)
    }

    @inline(never)
    private mutating func read(_ number: Int, in archive: ArchiveReader) throws -> ArchiveClass {
        let place = try archive.place(number)
        if let failure = failures[place.object.offset] { throw failure }
        do {
            let found = try classes[place.object.offset] ?? ArchiveClass(description(place.object, in: archive.list))
            classes[place.object.offset] = found
            recent[number & 63] = (number, found)
            return found
        } catch let error as PropertyListError {
            failures[place.object.offset] = error
            throw error
        }
    }

    private mutating func description(
        _ object: BinaryPropertyListObject, in list: BinaryPropertyListReader
    ) throws -> CodedClass {
        guard object.kind == .dictionary, let name = try list.value(forKey: "$classname", in: object),
            name.kind == .string,
            case let ownName = try text(name, in: list), !ownName.isEmpty
        else { throw PropertyListError("An object's class has no name.", at: object.offset) }
        // Without `$classes`, the superclasses are unknown.
        guard let classes = try list.value(forKey: "$classes", in: object) else { return CodedClass(name: ownName) }
        guard classes.kind == .array else { throw Self.noList(ownName, classes) }
        let elements = try list.elements(of: classes)
        // A class that exists in a program has fewer superclasses.
        guard elements.count <= 1000 else {
            throw PropertyListError("A class with \(elements.count) superclasses.", at: object.offset)
        }
        var names: [String] = []
        for index in 0..<elements.count {
            let element = try list.object(list.number(index, in: elements))
            guard element.kind == .string else { throw Self.noList(ownName, classes) }
            names.append(try text(element, in: list))
        }
        guard names.first == ownName else { throw Self.noList(ownName, classes) }
        return CodedClass(name: ownName, superclassNames: Array(names.dropFirst()))
    }

    /// Reads the name of a class, and counts it. Throws if more names are read than the file has bytes. This is only
    /// possible if lists of superclasses overlap, in a file that was made to waste time.
    private mutating func text(
        _ object: BinaryPropertyListObject, in list: BinaryPropertyListReader
    ) throws(PropertyListError) -> String {
        nameCount += 1
        guard nameCount <= list.objectsEnd else {
            throw PropertyListError("The classes share too many superclasses.", at: object.offset)
        }
        let name = try longNames.string(object, in: list)
        guard name.utf8.count <= CodedClass.longestName else {
            throw PropertyListError(CodedClass.tooLong, at: object.offset)
        }
        return name
    }

    private static func noList(_ name: String, _ classes: BinaryPropertyListObject) -> PropertyListError {
        PropertyListError("The $classes of \(name) are no list of names that begins with it.", at: classes.offset)
    }
}
