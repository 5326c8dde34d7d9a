import FormatSupport

/// The properties of a class or a struct, as the files of one format store them: one row for each, in the order of the
/// file. It is made once for the program.
///
/// A format gets the table from the core, and finds the keys in it as bytes. Only ``DirectSource`` and
/// ``DirectTarget`` know the properties' values and their addresses in memory.
///
/// The rows are in memory that the table allocates, so that going through them counts no references.
@safe
public final class PropertyTable: @unchecked Sendable {
    /// The class as files name it. Its name is empty for a struct, and for a dictionary that exists only to contain
    /// some of an object's properties.
    public let codedClass: CodedClass
    /// The name of the class in files. Empty for a dictionary.
    public var name: String { codedClass.name }
    /// True for a dictionary, which has no class: a struct, for example.
    public let isDictionary: Bool
    /// True if one of the rows is the version of the class.
    public let hasVersion: Bool
    /// The number of rows.
    public let count: Int
    /// True if a key contains a character that text formats may have to escape.
    public let hasSpecialKeys: Bool
    /// The indexes of the rows in the order of their keys' bytes.
    public let sorted: [Int]
    // Memory for `count` rows. They are initialized before another thread gets the table.
    @safe @usableFromInline let rows: UnsafeMutablePointer<Row>
    /// The instances' class. Nil for a struct.
    @usableFromInline let type: AnyClass?
    /// The offset of a reference in each instance. The reference is nil unless the instance has more than its
    /// properties.
    @usableFromInline let extrasOffset: Int
    /// Makes an instance. Nil for a struct.
    @usableFromInline let make: (@Sendable () -> AnyObject)?
    /// Tells when the class encodes and decodes its instances with its own functions. Nil for a struct.
    private let instanceCode: InstanceCode?
    @usableFromInline let encodesItself: Bool
    /// The causes for which the class encodes or decodes all of its objects with its own functions.
    let causes: InstanceCode.Causes
    @usableFromInline let encodesMembers: Bool
    @usableFromInline let decodesMembers: Bool
    @usableFromInline let decodesItself: Bool
    @usableFromInline let awakes: Bool
    /// The representations of each row's values in files. Nil if the class's objects aren't written in the
    /// representations of the file that they were read from.
    @usableFromInline let rowForms: (any RowForms)?
    /// True if the instances have inverse relationships, which are set after an object was read.
    let isRelated: Bool
    let subclasses: Subclasses?
    let unknown: UnknownMembers?
    /// The index of the row whose text tells the class of an object that may be of a subclass. -1 if there is no such
    /// row.
    @usableFromInline let tagRow: Int
    /// True if the first row has the name of the class.
    public let namesClass: Bool
    /// A mask with the bits of the rows that aren't properties: the row of the class's name and the row of the
    /// version.
    @usableFromInline let marks: UInt64
    /// A mask with the bits of the rows that each object of the current version has: the version's row, unless the
    /// version is 1.
    @usableFromInline let required: UInt64
    /// A mask with the bits of the rows that each object has: the required rows, and the rows of its tags.
    @usableFromInline let needed: UInt64
    /// A mask with the bits of the rows of its tags, if only the tags tell the class.
    @usableFromInline let tagBits: UInt64
    let properties: [Property]
    /// The rows of the properties with keys in older files, by these keys.
    let aliases: [ExactText: Int]
    /// True if some properties are set only through their setters, also in dictionaries on key paths.
    @usableFromInline let hasAccessors: Bool
    /// The forms of the rows' values, kept alive for the rows that refer to them.
    private(set) var forms: [ValueForm] = []

    /// The number of rows that a bit mask covers: the mask is a word of 64 bits, and has one bit for each row. The
    /// rows after them are noted in arrays of such words.
    package static let wordRows = 64
    /// The greatest number of rows of a class.
    package static let most = 4096
    /// True if the table has rows beyond the bit mask.
    @usableFromInline let isWide: Bool
    /// The number of rows with a bit in the mask.
    @usableFromInline let rowsWithBit: Int
    /// True if reading an object takes more than setting its properties, one after the other.
    @usableFromInline let isSpecial: Bool
    /// True for a class whose properties that can't be nil all keep their defaults if the file has a null.
    @usableFromInline let passesNulls: Bool

    /// Encodes the index of a row beyond the bit mask as a negative number. Returns -2 for a row that the table
    /// doesn't have.
    @usableFromInline
    @inline(never)
    func code(beyond row: Int) -> Int { row < count ? -3 - row : -2 }
    /// Returns the index of the row that ``code(beyond:)`` encoded as a negative number. Returns nil for -2.
    @inlinable
    func row(beyond code: Int) -> Int? { code < -2 ? -3 &- code : nil }
    /// The length in bytes from which a key counts as more than one value.
    package static let longKey = DocumentShapes.longKey

    /// Returns the number of values that a dictionary's key counts as, for the limit on values. The value of the key
    /// isn't included. Returns nil for a key that begins with a special sign, because the format's reader may take it
    /// for a key with another meaning, such as `$class`.
    ///
    /// - Parameter namesClasses: True if each object in the format names its class. The format then has more special
    ///   keys.
    @inlinable
    @inline(__always)
    static func weight(of key: String, namesClasses: Bool) -> Int? {
        if ClassKey.mayBeMark(key), namesClasses || ClassKey.isClassKey(key) { return nil }
        return key.utf8.count / DocumentShapes.longKey
    }

    /// Makes a table without rows. ``fill(_:)`` adds the rows later, because their forms may refer to this table.
    ///
    /// - Parameters:
    ///   - codedClass: The class as files name it; without a name for a struct.
    ///   - properties: The properties.
    ///   - namesClass: True if the first property is the class's name, which comes first in any order.
    ///   - version: The version of the class, if the next property is the version. Nil if there is none.
    ///   - tagRow: The property whose text tells the class of an object, if it may be a subclass. Nil if there is
    ///     none.
    ///   - tagBits: The bits of the properties that tell the class.
    ///   - instances: Nil for a struct.
    package init(
        _ codedClass: CodedClass, _ properties: [Property], namesClass: Bool = false, version: Int? = nil,
        tagRow: Int? = nil, tagBits: UInt64 = 0, _ instances: Instances? = nil
    ) {
        self.tagRow = tagRow ?? -1
        let classBit: UInt64 = namesClass ? 1 : 0
        let versionBit: UInt64 = version == nil ? 0 : namesClass ? 2 : 1
        marks = classBit | versionBit
        // An object without a version is of version 1.
        required = version == 1 ? 0 : versionBit
        needed = required | tagBits
        self.tagBits = tagBits
        self.codedClass = codedClass
        isDictionary = codedClass.name.isEmpty
        hasVersion = version != nil
        type = instances?.type
        extrasOffset = instances?.extrasOffset ?? 0
        make = instances?.make
        instanceCode = instances?.code
        causes = instances?.code.causes ?? InstanceCode.Causes()
        encodesItself = instances?.code.encodes ?? false
        encodesMembers = instances?.code.encodesMembers ?? false
        decodesItself = instances?.code.decodes ?? false
        awakes = instances?.code.awakes ?? false
        rowForms = instances?.code.rowForms
        isRelated = instances?.code.isRelated ?? false
        subclasses = instances?.subclasses
        unknown = instances?.unknown
        self.namesClass = namesClass
        self.properties = properties
        var aliases: [ExactText: Int] = [:]
        for (index, property) in properties.enumerated() {
            for alias in property.aliases { aliases[ExactText(alias)] = index }
        }
        self.aliases = aliases
        hasAccessors = properties.contains(where: \.hasAccessors)
        count = properties.count
        isWide = properties.count > Self.wordRows
        rowsWithBit = min(properties.count, Self.wordRows)
        isSpecial = isWide || hasAccessors || rowForms != nil
        // Accessors wait for other properties, and an object of another version has other properties.
        decodesMembers = instances?.code.decodesMembers == true && !isSpecial && !hasVersion
        passesNulls = instances != nil && !properties.contains(where: \.refusesNull)
        rows = UnsafeMutablePointer.allocate(capacity: max(properties.count, 1))
        hasSpecialKeys = properties.contains { property in
            property.key.utf8.contains { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }
        }
        let named = properties.indices.prefix(namesClass ? 1 : 0)
        sorted =
            named
            + properties.indices.dropFirst(named.count).sorted {
                ExactText(properties[$0].key) < ExactText(properties[$1].key)
            }
    }

    /// Calls the encode and decode functions of the class. Nil for a struct, and in formats whose files can't be read
    /// in parts.
    @usableFromInline var code: (any OwnCode)? { instanceCode?.own }

    /// Notes that the program's code may run when instances are written or read.
    @usableFromInline
    func mayRunCode() { instanceCode?.mayRun.note() }

    /// Returns the key of a row.
    func key(_ row: Int) -> String { properties[row].key }
    /// Returns the object that encodes and decodes a row's property through a document. Returns nil if there is none.
    @usableFromInline
    func code(_ row: Int) -> (any OwnCode)? { properties[row].code }

    /// Returns the position of a row's property among the properties of the class.
    func order(of row: Int) -> Int { properties[row].order }

    /// Returns the key path of a row of this table, or of the table of a dictionary on a key path.
    func path(to table: PropertyTable, _ row: Int) -> [String] {
        if table === self { return [key(row)] }
        for index in 0..<count {
            guard let inner = rows[index].kind == .group ? forms[index].table : nil else { continue }
            let path = inner.path(to: table, row)
            if !path.isEmpty { return [key(index)] + path }
        }
        return []
    }

    /// The text of the tag that names the table's own class in files. Nil if ``tagRow`` is -1.
    private(set) var tag: String?

    /// Adds the rows, with the forms of the properties' values. Called once.
    package func fill(_ forms: [ValueForm]) {
        self.forms = forms
        tag = tagRow < 0 ? nil : forms[tagRow].constant
        for (index, (property, form)) in zip(properties, forms).enumerated() {
            unsafe (rows + index).initialize(to: Row(index, property, form))
        }
    }

    /// Removes the rows of a table that isn't used, because their forms may refer to the table itself.
    package func removeRows() {
        for row in 0..<forms.count { unsafe rows[row].start.deallocate() }
        unsafe rows.deinitialize(count: forms.count)
        forms = []
    }

    deinit {
        removeRows()
        unsafe rows.deallocate()
    }

    /// Returns the index of the row whose key `isKey` accepts. Returns nil if it accepts no key.
    ///
    /// - Parameter expected: The index of the row that most likely has the key.
    @safe
    public func row(expected: Int, _ isKey: (UnsafeBufferPointer<UInt8>) -> Bool) -> Int? {
        (0..<count).lazy.map { (expected + $0) % self.count }.first { unsafe isKey(self[$0].key) }
    }

    /// The row at an index.
    @inlinable
    public subscript(index: Int) -> Row {
        @inline(__always) get {
            precondition(index >= 0 && index < count, "The table has no such row.")
            return rows[index]
        }
    }
}
