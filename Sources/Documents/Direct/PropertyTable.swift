import FormatSupport

/// The properties of a class or a struct, as the files of one format store them: one row for each, in the order of the
/// file. It is made once for the program.
///
/// A format gets the table from the core, and finds in it what it has to read and write: the keys as bytes. What the
/// properties' values are, and where they lie in memory, concerns only ``DirectSource`` and ``DirectTarget``.
///
/// The rows are in memory of the table's own, so that going through them counts no references.
@safe
public final class PropertyTable: @unchecked Sendable {
    /// A property: its key, its place in the memory of an instance or a struct, and the form of its value.
    @safe
    public struct Row: BitwiseCopyable {
        // The bytes of the key, and zeros up to the next multiple of eight. They are freed with the table.
        @usableFromInline let start: UnsafePointer<UInt8>
        /// The index of the row in its table.
        public let index: Int
        /// The number of bytes of the key.
        public let keyCount: Int
        /// The first sixteen bytes of the key as words, and the masks of those that belong to it.
        @usableFromInline let words: (UInt64, UInt64)
        @usableFromInline let masks: (UInt64, UInt64)
        /// The offset of the value in an instance, in bytes.
        @usableFromInline let offset: Int
        @usableFromInline let kind: ValueForm.Kind
        /// True if a nil needn't be written.
        @usableFromInline let omitsNil: Bool
        // The table keeps the form.
        @usableFromInline let form: Unmanaged<ValueForm>

        fileprivate init(_ index: Int, _ property: Property, _ form: ValueForm) {
            self.index = index
            let key = property.key
            let bytes = Array(key.utf8)
            let room = UnsafeMutablePointer<UInt8>.allocate(capacity: max((bytes.count + 7) & ~7, 16))
            unsafe room.initialize(repeating: 0, count: max((bytes.count + 7) & ~7, 16))
            unsafe room.update(from: bytes, count: bytes.count)
            unsafe start = UnsafePointer(room)
            keyCount = bytes.count
            func mask(_ count: Int) -> UInt64 { count <= 0 ? 0 : count >= 8 ? .max : 1 << UInt64(count * 8) - 1 }
            let raw = UnsafeRawPointer(room)
            words = unsafe (
                UInt64(littleEndian: raw.load(as: UInt64.self)),
                UInt64(littleEndian: raw.load(fromByteOffset: 8, as: UInt64.self))
            )
            masks = (mask(bytes.count), mask(bytes.count - 8))
            offset = property.offset
            kind = form.kind
            omitsNil = property.omitsNil
            unsafe self.form = Unmanaged.passUnretained(form)
        }

        /// The access to an optional that is nil if a file has no value for it; nil for any other property of a struct.
        @usableFromInline
        var missing: ContainerAccess? {
            kind == .optional && omitsNil ? unsafe form._withUnsafeGuaranteedRef { $0.container } : nil
        }

        /// The bytes of the key.
        @safe
        @inlinable
        public var key: UnsafeBufferPointer<UInt8> { unsafe UnsafeBufferPointer(start: start, count: keyCount) }

        /// True if the bytes at an address begin with the key. At least sixteen bytes can be read there.
        @unsafe
        @inlinable
        @inline(__always)
        public func begins(_ place: UnsafePointer<UInt8>) -> Bool {
            let raw = unsafe UnsafeRawPointer(place)
            let first = unsafe UInt64(littleEndian: raw.loadUnaligned(as: UInt64.self))
            guard (first ^ words.0) & masks.0 == 0 else { return false }
            guard masks.1 != 0 else { return true }
            let second = unsafe UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            guard (second ^ words.1) & masks.1 == 0 else { return false }
            if keyCount <= 16 { return true }
            return unsafe memcmp(place, start, keyCount) == 0
        }

        /// Appends the key to a buffer.
        @inlinable
        @inline(__always)
        public func appendKey(to buffer: inout ByteBuffer) {
            guard keyCount <= 16 else { return buffer.append(key) }
            buffer.append(room: 16) { room in
                guard let start = UnsafeMutableRawPointer(room.baseAddress) else { return 0 }
                unsafe start.storeBytes(of: words.0.littleEndian, as: UInt64.self)
                unsafe start.storeBytes(of: words.1.littleEndian, toByteOffset: 8, as: UInt64.self)
                return keyCount
            }
        }
    }

    /// A property whose form isn't known yet.
    package struct Property: Sendable {
        let key: String
        let offset: Int
        let omitsNil: Bool
        let code: (any OwnCode)?
        let aliases: [String]
        let refusesNull: Bool
        let order: Int
        let hasAccessors: Bool

        /// - Parameters:
        ///   - key: The key in files.
        ///   - offset: The offset of the value in an instance, in bytes.
        ///   - omitsNil: True if a nil needn't be written.
        ///   - code: The code of the property, for values that aren't as their form has them.
        ///   - aliases: Its keys in older files.
        ///   - refusesNull: True if a null is an error.
        ///   - order: The position of the property among those of the class.
        ///   - group: The table of the dictionary, if the row is one that contains properties.
        package init(
            key: String, offset: Int, omitsNil: Bool, code: (any OwnCode)? = nil, aliases: [String] = [],
            refusesNull: Bool = false, order: Int = 0, group: PropertyTable? = nil
        ) {
            hasAccessors = code?.isAccessor ?? group?.hasAccessors ?? false
            self.order = order
            self.refusesNull = refusesNull
            self.aliases = aliases
            self.key = key
            self.offset = offset
            self.omitsNil = omitsNil
            self.code = code
        }
    }

    /// The facts about the instances of a class.
    package struct Instances: Sendable {
        fileprivate let type: AnyClass
        fileprivate let extrasOffset: Int
        fileprivate let make: @Sendable () -> AnyObject
        fileprivate let code: InstanceCode
        fileprivate let subclasses: Subclasses?
        fileprivate let unknown: UnknownMembers?

        /// - Parameters:
        ///   - type: The class.
        ///   - extrasOffset: The offset of a reference in each instance that is nil, unless the instance has more than
        ///     its properties.
        ///   - make: Makes an instance.
        ///   - code: The code of the instances.
        ///   - subclasses: The tables of its subclasses.
        ///   - unknown: The treatment of members that the class doesn't know; nil if they aren't read directly.
        package init(
            of type: AnyClass, extrasOffset: Int, make: @escaping @Sendable () -> AnyObject, code: InstanceCode = .none,
            subclasses: Subclasses? = nil, unknown: UnknownMembers? = nil
        ) {
            self.unknown = unknown
            self.subclasses = subclasses
            self.type = type
            self.extrasOffset = extrasOffset
            self.make = make
            self.code = code
        }
    }

    /// The code of the instances of a class.
    package struct InstanceCode: Sendable {
        let own: (any OwnCode)?
        package let causes: Causes
        package let awakes: Bool
        let isRelated: Bool
        package var encodesMembers: Bool
        package var decodesMembers: Bool
        let mayRun: ProgramCode
        let rowForms: (any RowForms)?

        /// True if it encodes all objects.
        package var encodes: Bool { !causes.encoding.isEmpty }
        /// True if it decodes all objects.
        package var decodes: Bool { !causes.decoding.isEmpty }

        /// The causes for which the code encodes or decodes all objects. None if the objects are written or read from
        /// memory.
        package struct Causes: Sendable {
            package var encoding: [DocumentReason.Cause] = []
            package var decoding: [DocumentReason.Cause] = []
            package init() {}
        }

        /// No code but the library's.
        package static let none = InstanceCode(
            own: nil, causes: Causes(), awakes: false, isRelated: false, encodesMembers: false,
            decodesMembers: false, mayRun: ProgramCode())

        /// - Parameters:
        ///   - own: The code for objects that aren't as expected. Nil in formats in which a part of a file has no meaning
        ///     of its own.
        ///   - causes: The causes for which it encodes or decodes all objects.
        ///   - awakes: True if it is called with each object that was read.
        ///   - isRelated: True if the objects have inverse relationships.
        ///   - encodesMembers: True if it encodes the properties as they are, or not at all, and members beside them.
        ///   - decodesMembers: The same of its reading.
        ///   - mayRun: Tells whether code of the program's may run.
        ///   - rowForms: The forms of rows in files. Nil if the class isn't written as it was read.
        package init(
            own: (any OwnCode)?, causes: Causes, awakes: Bool, isRelated: Bool = false,
            encodesMembers: Bool, decodesMembers: Bool, mayRun: ProgramCode, rowForms: (any RowForms)? = nil
        ) {
            self.rowForms = rowForms
            self.isRelated = isRelated
            self.encodesMembers = encodesMembers
            self.decodesMembers = decodesMembers
            self.own = own
            self.causes = causes
            self.awakes = awakes
            self.mayRun = mayRun
        }
    }

    /// Finds the tables of a class's subclasses, which are made when the first instance is met.
    package struct Subclasses: Sendable {
        /// Returns the table of a class; nil if its instances aren't written directly.
        let ofType: @Sendable (AnyClass) -> PropertyTable?
        /// Returns the table of the class that files know by a name, or by a tag; nil if its instances aren't read
        /// directly.
        let named: @Sendable (String) -> PropertyTable?
        let tagged: @Sendable (String) -> PropertyTable?

        package init(
            ofType: @escaping @Sendable (AnyClass) -> PropertyTable?,
            named: @escaping @Sendable (String) -> PropertyTable?,
            tagged: @escaping @Sendable (String) -> PropertyTable?
        ) {
            self.ofType = ofType
            self.named = named
            self.tagged = tagged
        }
    }

    /// The treatment of an object's members in files that its class doesn't know.
    package struct UnknownMembers: Sendable {
        /// A member of an object: its key, and the index of its value in an array.
        package struct Member {
            package let object: AnyObject
            package let key: String
            package let index: Int
            /// True if the object's class ignores it.
            let isIgnored: Bool
        }
        /// Gives objects their members, whose values are the elements of a document. Those of an object follow one
        /// another.
        package typealias Keep = @Sendable ([Member], ModelDocument) -> Void

        /// Returns true for a key that the class doesn't know in any way.
        let isUnknown: @Sendable (String) -> Bool
        /// Nil if the members are ignored.
        let keep: Keep?

        package init(isUnknown: @escaping @Sendable (String) -> Bool, keep: Keep?) {
            self.isUnknown = isUnknown
            self.keep = keep
        }
    }

    /// The class as files name it; without a name for a struct, and for a dictionary that exists only to contain some of
    /// an object's properties.
    public let codedClass: CodedClass
    /// The name of the class in files; empty for a dictionary.
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
    /// The instances' class; nil for a struct. This and the next three are as in ``Instances``.
    @usableFromInline let type: AnyClass?
    @usableFromInline let extrasOffset: Int
    @usableFromInline let make: (@Sendable () -> AnyObject)?
    /// The code of the instances; nil for a struct.
    private let instanceCode: InstanceCode?
    @usableFromInline let encodesItself: Bool
    /// The causes for which the code encodes or decodes all objects.
    let causes: InstanceCode.Causes
    @usableFromInline let encodesMembers: Bool
    @usableFromInline let decodesMembers: Bool
    @usableFromInline let decodesItself: Bool
    @usableFromInline let awakes: Bool
    /// Nil if the class isn't written as it was read.
    @usableFromInline let rowForms: (any RowForms)?
    /// True if the instances have inverse relationships, which are set when an object was read.
    let isRelated: Bool
    let subclasses: Subclasses?
    let unknown: UnknownMembers?
    /// The row whose text tells the class of an object, if that may be a subclass; -1 if there is none.
    @usableFromInline let tagRow: Int
    /// True if the first row has the name of the class.
    public let namesClass: Bool
    /// The bits of the rows that aren't properties, and of those without which an object is of another version.
    @usableFromInline let marks: UInt64
    @usableFromInline let required: UInt64
    /// The bits of the rows that each object has: the required ones, and the rows of its tags.
    @usableFromInline let needed: UInt64
    /// The bits of the rows of its tags, if they alone tell the class.
    @usableFromInline let tagBits: UInt64
    private let properties: [Property]
    /// The rows of the properties with keys in older files, by these keys.
    private let aliases: [ExactText: Int]
    /// True if properties are reached by their setters alone, also in dictionaries on key paths.
    @usableFromInline let hasAccessors: Bool
    /// Keeps the forms of the rows.
    private var forms: [ValueForm] = []

    /// The number of rows that have a bit of a word each.
    package static let wordRows = 64
    /// The greatest number of rows of a class.
    package static let most = 4096
    /// True if there are rows without a bit.
    @usableFromInline let isWide: Bool
    /// The number of rows with a bit.
    @usableFromInline let rowsWithBit: Int
    /// True if objects need more than to set their rows, one after the other.
    @usableFromInline let isSpecial: Bool
    /// True for a class all of whose properties that can't be nil keep their defaults at a null.
    @usableFromInline let passesNulls: Bool

    /// The row without a bit as a negative number; -2 for a row that the table doesn't have.
    @usableFromInline
    @inline(never)
    func code(beyond row: Int) -> Int { row < count ? -3 - row : -2 }
    /// The row that ``code(beyond:)`` stands for; nil for -2.
    @inlinable
    func row(beyond code: Int) -> Int? { code < -2 ? -3 &- code : nil }
    /// The number of bytes from which a key counts as more than one value.
    package static let longKey = DocumentShapes.longKey

    /// The number of values that a dictionary's key counts as beyond the first. Nil for a key that may be mistaken for a
    /// mark of the format.
    ///
    /// - Parameter namesClasses: True if each object in the format names its class: then there are more marks.
    @inlinable
    @inline(__always)
    static func weight(of key: String, namesClasses: Bool) -> Int? {
        if key.utf8.first == UInt8(ascii: "$"), namesClasses || ClassKey.isClassKey(key) { return nil }
        return key.utf8.count / DocumentShapes.longKey
    }

    /// Makes a table without rows, which ``fill(_:)`` adds: their forms may lead to this table.
    ///
    /// - Parameters:
    ///   - codedClass: The class as files name it; without a name for a struct.
    ///   - properties: The properties.
    ///   - namesClass: True if the first property stands for the class's name, which comes first in any order.
    ///   - version: The version that the next property stands for; nil if there is none.
    ///   - tagRow: The property whose text tells the class of an object, if that may be a subclass.
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
        // An object without a version has version 1.
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
        // Accessors wait for others, and an object of another version has other properties.
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

    /// The code of the instances; nil if there is none.
    @usableFromInline var code: (any OwnCode)? { instanceCode?.own }

    /// Notes that code of the program's may run when instances are written or read.
    @usableFromInline
    func mayRunCode() { instanceCode?.mayRun.note() }

    /// The key of a row, and the code of its property.
    func key(_ row: Int) -> String { properties[row].key }
    @usableFromInline
    func code(_ row: Int) -> (any OwnCode)? { properties[row].code }

    /// The position of a row's property among those of the class.
    func order(of row: Int) -> Int { properties[row].order }

    /// The keys that lead to a row of this table, or of the table of a dictionary on a key path.
    func path(to table: PropertyTable, _ row: Int) -> [String] {
        if table === self { return [key(row)] }
        for index in 0..<count {
            guard let inner = rows[index].kind == .group ? forms[index].table : nil else { continue }
            let path = inner.path(to: table, row)
            if !path.isEmpty { return [key(index)] + path }
        }
        return []
    }

    /// The text of the tag that instances of the table's own class have, if instances of others may be in their places.
    private(set) var tag: String?

    /// True if a row's value is an optional scalar.
    @usableFromInline
    func holdsScalar(_ row: Int) -> Bool {
        let form = forms[row].kind == .accessed ? forms[row].element : forms[row]
        return form?.element?.kind.isScalar ?? false
    }

    /// True if a row has a key.
    @usableFromInline
    func hasRow(_ key: String) -> Bool {
        key.withStoredUTF8 { bytes in (0..<count).contains { self[$0].key.equals(bytes) } }
            ?? properties.contains { ExactText($0.key) == ExactText(key) }
    }

    /// True if a row has a key, or had it in older files.
    @usableFromInline
    func reads(_ key: String) -> Bool { hasRow(key) || row(ofAlias: key) != nil }

    /// The row of the property that had a key in older files; nil if none had.
    @usableFromInline
    func row(ofAlias key: String) -> Int? { aliases.isEmpty ? nil : aliases[ExactText(key)] }

    /// Adds the rows, with the forms of the properties. Called once.
    package func fill(_ forms: [ValueForm]) {
        self.forms = forms
        tag = tagRow < 0 ? nil : forms[tagRow].constant
        for (index, (property, form)) in zip(properties, forms).enumerated() {
            unsafe (rows + index).initialize(to: Row(index, property, form))
        }
    }

    /// Removes the rows of a table that isn't used: their forms may lead to the table itself.
    package func removeRows() {
        for row in 0..<forms.count { unsafe rows[row].start.deallocate() }
        unsafe rows.deinitialize(count: forms.count)
        forms = []
    }

    deinit {
        removeRows()
        unsafe rows.deallocate()
    }

    /// True for an instance of the table's class or of a subclass.
    @usableFromInline
    func accepts(_ object: AnyObject) -> Bool {
        var next: AnyClass? = Swift.type(of: object)
        while let type = next, type != self.type { next = _getSuperclass(type) }
        return next != nil
    }

    /// Destroys the values of some rows of the struct at an address: those whose bits are set.
    @unsafe
    @usableFromInline
    func deinitialize(_ place: UnsafeMutableRawPointer, _ met: UInt64) {
        for row in 0..<count where met & 1 << UInt64(row) != 0 {
            unsafe forms[row].deinitialize(place + rows[row].offset)
        }
    }

    /// True if at least one of the rows is written for the object or the struct at an address.
    @unsafe
    @usableFromInline
    func hasValue(in owner: UnsafeRawPointer) -> Bool {
        (0..<count).contains { index in
            let row = rows[index]
            switch row.kind {
            case .optional where row.omitsNil:
                return unsafe forms[index].container?.elements(at: owner + row.offset).start != nil
            case .group: return unsafe forms[index].table?.hasValue(in: owner) ?? false
            default: return true
            }
        }
    }

    /// The number of rows that are written for the object or the struct at an address. Nil if only code of the program's
    /// tells.
    ///
    /// - Parameter hasIdentity: False if the format has no references: weak ones are omitted.
    @unsafe
    @usableFromInline
    func memberCount(in owner: UnsafeRawPointer, hasIdentity: Bool) -> Int? {
        var members = 0
        for index in 0..<count {
            let (row, form) = (rows[index], forms[index])
            switch row.kind {
            case .optional where row.omitsNil:
                if unsafe form.container?.elements(at: owner + row.offset).start == nil { continue }
            case .group:
                guard let table = form.table, unsafe table.memberCount(in: owner, hasIdentity: hasIdentity) != nil else {
                    return nil
                }
                if unsafe !table.hasValue(in: owner) { continue }
            case .accessed where form.isWeak:
                guard !hasIdentity, row.omitsNil else { return nil }
                continue
            case .accessed where form.element?.kind == .optional && row.omitsNil: return nil
            case .own: return nil
            default: break
            }
            members += 1
        }
        return members
    }

    /// The index of the row whose key is accepted by `isKey`; nil if there is none.
    ///
    /// - Parameter expected: The index of the row that most likely has it.
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
