import Documents
import FormatSupport
import PropertyListCodec

/// Builds a document from a keyed archive. It follows the references from object to object in a loop, so that deep
/// nesting takes no stack.
///
/// Arrays and dictionaries are containers, whether they are objects of Foundation's classes or of the property list
/// itself. Objects of Foundation's value classes are scalars. Every other object with a class is an object with keys. A
/// value that can't be read becomes an error, which is thrown only to a caller that decodes this value.
struct ArchiveParser {
    let archive: ArchiveReader
    let list: BinaryPropertyListReader
    /// The class for dictionaries that name no class.
    private let plain = ArchiveClass(CodedClass(name: ""))
    private var classes = ArchiveClassTable()
    private var longValues = BinaryPropertyListLongValues()
    /// The work done besides creating values. It is limited, because lists of keys may overlap, and because many
    /// objects may share a long value.
    private var work = 0
    /// The errors of objects that can't be read, by the objects' numbers. They are kept because very many references
    /// may point to such an object.
    private var failures: [Int: ModelError] = [:]
    private let workLimit: Int
    /// The objects that the direct reader made from the archive. Nil if there are none.
    private let made: ArchiveObjects?
    private var open: [Container] = []
    /// The scalars that were read from large objects of Foundation's classes, such as long texts. The key is the
    /// offset of the object's list of values. The scalar is nil for an object that isn't stored as Foundation writes
    /// it.
    var foundationValues: [Int: ModelScalar?] = [:]

    /// An open container, and the number of its values that were read.
    private struct Container {
        var values = BinaryPropertyListReferences.none
        /// The references to a dictionary's keys.
        var keys = BinaryPropertyListReferences.none
        /// An object's keys, which were given to the builder when the object began.
        var members: ContiguousArray<ArchiveShape.Member> = []
        /// The values of a container with numbered keys, such as `NS.object.0`. In a dictionary, each value follows
        /// its key. Nil for any other container, because its values are in a list of references.
        var numbers: [Int]?
        var next = 0
        var count: Int
    }

    /// Appends the root value of an archive, which is a binary or an XML property list.
    static func parse(_ content: Data, into builder: inout DocumentBuilder) throws {
        var source = ByteSource(content)
        // An XML property list is converted to binary first, because its references point forward and backward.
        if PropertyListText.isPropertyList(content) { source = ByteSource(try XMLPropertyList.binary(from: source)) }
        try parse(source, into: &builder)
    }

    /// Appends the root value of an archive that is a binary property list.
    static func parse(_ source: ByteSource, into builder: inout DocumentBuilder) throws {
        builder.setSource(source, isText: false)
        // Throws `corruptData` if this isn't a keyed archive, `newerVersion` if its version is later than 100000.
        var parser = ArchiveParser(try ArchiveReader(try BinaryPropertyListReader(source)), limits: builder.limits)
        try parser.read(try parser.root(), into: &builder)
    }

    /// - Parameter made: The objects that the direct reader made from the archive. These objects replace the values
    ///   from which they were made.
    init(_ archive: ArchiveReader, made: ArchiveObjects? = nil, limits: DecodingLimits) {
        list = archive.list
        self.archive = archive
        self.made = made
        workLimit = limits.nodes
    }

    /// Appends the value with a number in the property list, and all values in it.
    mutating func read(_ number: Int, into builder: inout DocumentBuilder) throws {
        open.removeAll()
        try read(try archive.place(number), into: &builder)
    }

    /// Appends a value with all values in it.
    private mutating func read(_ root: ArchiveReader.Place, into builder: inout DocumentBuilder) throws {
        try append(root, to: &builder)
        while let last = open.indices.last {
            let index = open[last].next
            guard index < open[last].count else {
                open.removeLast()
                try builder.end()
                continue
            }
            open[last].next = index &+ 1
            let number: Int
            if !open[last].members.isEmpty {
                number = list.number(open[last].members[index].position, in: open[last].values)
            } else if let numbers = open[last].numbers {
                number = numbers[index]
            } else if open[last].keys.count > 0 {
                let references = index & 1 == 0 ? open[last].keys : open[last].values
                number = list.number(index >> 1, in: references)
            } else {
                number = list.number(index, in: open[last].values)
            }
            try append(number, to: &builder)
        }
    }

    /// Returns the root value: the only value of `$top`, or the value under `root` if there are several. If there is
    /// no key `root`, the root value is the dictionary `$top`.
    private func root() throws -> ArchiveReader.Place {
        let (keys, values) = try list.entries(of: archive.top)
        guard keys.count > 0 else { throw PropertyListError("The archive's $top is empty.", at: archive.top.offset) }
        if keys.count == 1 { return try archive.place(list.number(0, in: values)) }
        for index in 0..<keys.count where list.isString(try list.object(list.number(index, in: keys)), "root") {
            return try archive.place(list.number(index, in: values))
        }
        return ArchiveReader.Place(object: archive.top, number: archive.topNumber, uid: -1)
    }

    // MARK: Values

    private mutating func append(_ number: Int, to builder: inout DocumentBuilder) throws {
        if !failures.isEmpty, let known = failures[number] { return try builder.append(unreadable: known) }
        do {
            let place = try archive.place(number)
            try append(place, to: &builder)
        } catch let error as PropertyListError {
            let failure = ModelError(wrapping: error)
            failures[number] = failure
            try builder.append(unreadable: failure)
        }
    }

    /// Appends a value, or the beginning of a container.
    ///
    /// - Throws: `PropertyListError` if the value can't be read. Nothing is appended then.
    private mutating func append(_ place: ArchiveReader.Place, to builder: inout DocumentBuilder) throws {
        let object = place.object
        builder.offset = object.offset
        if archive.isNil(place) { return try builder.appendNil() }
        switch object.kind {
        case .null: try builder.appendNull()
        case .bool: try builder.append(try list.bool(object))
        case .integer:
            if let value = try list.int64(object) { return try builder.append(value) }
            guard let value = try list.uint64(object) else {
                throw PropertyListError("An integer of more than 64 bits.", at: object.offset)
            }
            try builder.append(value)
        case .real:
            if list.isFloat(object) {
                try builder.append(try list.float(object))
            } else {
                try builder.append(try list.double(object))
            }
        case .date: try builder.append(try list.date(object))
        case .data: try builder.append(try data(object))
        case .string:
            if let bytes = unsafe try list.shortASCII(object)
                ?? longValues.ascii(object, in: list, ofAtLeast: DocumentBuilder.bytesKept)
            {
                return try builder.append(utf8: bytes)
            }
            try builder.append(try string(object))
        case .array, .set, .dictionary: try appendContainer(place, to: &builder)
        case .uid, .unknown: throw PropertyListError("A value of no known type.", at: object.offset)
        }
    }

    /// Appends the beginning of a container, or a reference to it if it was begun before. If the object represents a
    /// scalar, appends the scalar.
    private mutating func appendContainer(_ place: ArchiveReader.Place, to builder: inout DocumentBuilder) throws {
        if let made, place.uid >= 0, let object = made[place.uid] { return try builder.append(object: object) }
        // Checked before the object is read, because many references may point to a large object.
        let number = number(of: place)
        if builder.hasContainer(number) { return try builder.appendReference(to: number) }
        guard place.object.kind != .dictionary else { return try appendObject(place, to: &builder) }
        let elements = try list.elements(of: place.object)
        try begin(place, Container(values: elements, count: elements.count), &builder) {
            builder, number throws(ModelError) in
            try builder.beginArray(place.object.kind == .set ? .set : .array, number: number)
        }
    }

    private mutating func appendObject(_ place: ArchiveReader.Place, to builder: inout DocumentBuilder) throws {
        let object = try object(of: place.object)
        // A plain dictionary is stored in its container itself, without a UID.
        guard object.hasClass || place.uid < 0 else {
            throw PropertyListError("An object without a class.", at: place.object.offset)
        }
        switch object.kind {
        case .array?: try beginArray(.array, place, object, &builder)
        case .set?: try beginArray(.set, place, object, &builder)
        case .orderedSet?: try beginArray(.orderedSet, place, object, &builder)
        case .dictionary?:
            let contents = try entries(of: object, at: place.object.offset)
            try begin(place, contents, &builder) { builder, number throws(ModelError) in
                try builder.beginValueDictionary(number: number)
            }
        case nil: try beginObject(place, object, &builder)
        default:
            // An object that isn't as Foundation writes it is read like any other object.
            guard let scalar = try scalar(of: object) else { return try beginObject(place, object, &builder) }
            try builder.append(scalar)
        }
    }

    private mutating func beginArray(
        _ kind: ModelArrayKind, _ place: ArchiveReader.Place, _ object: ArchiveObject, _ builder: inout DocumentBuilder
    ) throws {
        var contents: Container
        if let elements = try elements(of: object, "NS.objects") {
            contents = Container(values: elements, count: elements.count)
        } else {
            let numbers = try numbered(object, "NS.object.")
            contents = Container(numbers: numbers, count: numbers.count)
        }
        try begin(place, contents, &builder) { builder, number throws(ModelError) in
            try builder.beginArray(kind, number: number)
        }
    }

    private mutating func beginObject(
        _ place: ArchiveReader.Place, _ object: ArchiveObject, _ builder: inout DocumentBuilder
    ) throws {
        let codedClass = object.archiveClass.codedClass
        try object.shape.readMembers()
        let members = object.shape.members
        let contents = Container(values: object.values, members: members, count: members.count)
        let keys = try object.shape.objectKeys(of: codedClass, &builder)
        try begin(place, contents, &builder) { builder, number throws(ModelError) in
            try builder.beginObject(keys, number: number)
        }
    }

    /// Returns the builder's number of a container: its UID, or a number above all UIDs if the container has no UID.
    @inline(__always)
    private func number(of place: ArchiveReader.Place) -> Int {
        place.uid >= 0 ? place.uid : archive.objects.count &+ place.number
    }

    /// Begins a container that wasn't begun before.
    @inline(__always)
    private mutating func begin(
        _ place: ArchiveReader.Place, _ contents: Container, _ builder: inout DocumentBuilder,
        _ begin: (inout DocumentBuilder, Int) throws(ModelError) -> Void
    ) throws {
        try begin(&builder, number(of: place))
        open.append(contents)
    }

    // MARK: Objects

    /// Returns the keys, values and class of a dictionary of the property list.
    mutating func object(of object: BinaryPropertyListObject) throws -> ArchiveObject {
        let (keys, values) = try list.entries(of: object)
        // In a file that was made to waste time, lists of keys may overlap.
        if keys.count > 64 { try count(keys.count >> 3) }
        guard let position = try classes.classPosition(keys, in: list) else {
            return ArchiveObject(
                archiveClass: plain, shape: try shape(of: plain, keys), values: values, hasClass: false)
        }
        let archiveClass = try classes.find(list.number(position, in: values), in: archive)
        return ArchiveObject(
            archiveClass: archiveClass, shape: try shape(of: archiveClass, keys), values: values, hasClass: true)
    }

    private mutating func shape(
        of archiveClass: ArchiveClass, _ keys: BinaryPropertyListReferences
    ) throws(ModelError) -> ArchiveShape {
        let shape = archiveClass.shape(keys, in: list)
        // The keys of a shape are counted once, even if many objects share the shape.
        if let bytes = shape.uncountedBytes {
            try count(bytes: bytes)
            shape.uncountedBytes = nil
        }
        return shape
    }

    /// Counts the bytes of a text or data in an object, if it is long.
    mutating func count(bytes: Int) throws(ModelError) {
        if bytes > BinaryPropertyListLongValues.longestShort { try count(bytes >> 4) }
    }

    private mutating func count(_ steps: Int) throws(ModelError) {
        work += steps
        guard work <= workLimit else { throw ModelError.tooMany(workLimit) }
    }

    /// Returns the array under a key of an object. Returns nil if the object has no such key.
    private func elements(of object: ArchiveObject, _ key: StaticString) throws -> BinaryPropertyListReferences? {
        guard let position = try object.shape.position(of: key) else { return nil }
        let array = try archive.place(list.number(position, in: object.values)).object
        guard array.kind == .array else {
            throw PropertyListError("Expected an array under \(key).", at: array.offset)
        }
        return try list.elements(of: array)
    }

    /// Returns the references to the values under `NS.object.0`, `NS.object.1` …
    private func numbered(_ object: ArchiveObject, _ prefix: String) throws -> [Int] {
        var numbers: [Int] = []
        while let position = try object.shape.position(of: "\(prefix)\(numbers.count)") {
            numbers.append(list.number(position, in: object.values))
        }
        return numbers
    }

    /// Returns the entries of an NSDictionary, or of a dictionary of the property list.
    private func entries(of object: ArchiveObject, at offset: Int) throws -> Container {
        guard object.hasClass else {
            return Container(values: object.values, keys: object.shape.keys, count: object.values.count * 2)
        }
        let keys = try elements(of: object, "NS.keys")
        let values = try elements(of: object, "NS.objects")
        if keys == nil, values == nil {
            let keys = try numbered(object, "NS.key.")
            let values = try numbered(object, "NS.object.")
            guard keys.count == values.count else { throw Self.unequal(offset) }
            return Container(numbers: zip(keys, values).flatMap { [$0, $1] }, count: keys.count * 2)
        }
        guard let keys, let values, keys.count == values.count else { throw Self.unequal(offset) }
        return Container(values: values, keys: keys, count: keys.count * 2)
    }

    private static func unequal(_ offset: Int) -> PropertyListError {
        PropertyListError("A dictionary hasn't as many keys as values.", at: offset)
    }

    // MARK: Text and data

    mutating func string(_ object: BinaryPropertyListObject) throws -> String {
        try longValues.string(object, in: list)
    }

    mutating func data(_ object: BinaryPropertyListObject) throws -> Data { try longValues.data(object, in: list) }
}
