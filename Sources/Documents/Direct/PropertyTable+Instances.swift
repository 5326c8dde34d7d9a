// The classes whose instances a table describes, and the functions by which these classes encode and decode
// themselves.

extension PropertyTable {
    /// The class whose instances a table describes, and how to make, encode and decode them.
    package struct Instances: Sendable {
        let type: AnyClass
        let extrasOffset: Int
        let make: @Sendable () -> AnyObject
        let code: InstanceCode
        let subclasses: Subclasses?
        let unknown: UnknownMembers?

        /// - Parameters:
        ///   - type: The class.
        ///   - extrasOffset: The offset of a reference in each instance. The reference is nil unless the instance has
        ///     more than its properties.
        ///   - make: Makes an instance.
        ///   - code: Tells whether the class encodes and decodes its instances with its own functions.
        ///   - subclasses: The tables of its subclasses.
        ///   - unknown: The treatment of members that the class doesn't know. Nil if these members aren't read
        ///     directly.
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

    /// Tells when the encode and decode functions of a class are called for its instances, instead of writing and
    /// reading the properties directly.
    package struct InstanceCode: Sendable {
        let own: (any OwnCode)?
        package let causes: Causes
        package let awakes: Bool
        let isRelated: Bool
        package var encodesMembers: Bool
        package var decodesMembers: Bool
        let mayRun: ProgramCode
        let rowForms: (any RowForms)?

        /// True if the encode function of the class is called for all objects.
        package var encodes: Bool { !causes.encoding.isEmpty }
        /// True if the decode function of the class is called for all objects.
        package var decodes: Bool { !causes.decoding.isEmpty }

        /// The causes for which the encode or the decode function of a class is called for all of its objects. Empty
        /// if the objects are written or read directly.
        package struct Causes: Sendable {
            package var encoding: [DocumentReason.Cause] = []
            package var decoding: [DocumentReason.Cause] = []
            package init() {}
        }

        /// For a class that has only the library's functions, and whose objects are written and read directly.
        package static let none = InstanceCode(
            own: nil, causes: Causes(), awakes: false, isRelated: false, encodesMembers: false,
            decodesMembers: false, mayRun: ProgramCode())

        /// - Parameters:
        ///   - own: Calls the encode and decode functions of the class, for objects that aren't as expected. Nil in
        ///     formats whose files can't be read in parts.
        ///   - causes: The causes for which one of these functions is called for all objects.
        ///   - awakes: True if `awakeAfterDecoding()` is called for each object that was read.
        ///   - isRelated: True if the objects have inverse relationships.
        ///   - encodesMembers: True if the encode function encodes all properties unchanged, or none of them, and
        ///     additional members.
        ///   - decodesMembers: True if the decode function decodes all properties unchanged, or none of them, and
        ///     additional members.
        ///   - mayRun: Notes and tells whether the program's code may run.
        ///   - rowForms: The representations of the properties in files. Nil if objects aren't written as they were
        ///     read.
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

    /// Finds the tables of a class's subclasses. A table is made when the first instance is seen.
    package struct Subclasses: Sendable {
        /// Returns the table of a class. Returns nil if its instances aren't written directly.
        let ofType: @Sendable (AnyClass) -> PropertyTable?
        /// Returns the table of the class with a name in files. Returns nil if its instances aren't read directly.
        let named: @Sendable (String) -> PropertyTable?
        /// Returns the table of the class with a tag. Returns nil if its instances aren't read directly.
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

    /// The treatment of members in files that an object's class doesn't know.
    package struct UnknownMembers: Sendable {
        /// A member of an object: its key, and the index of its value in the array of all members' values.
        package struct Member {
            package let object: AnyObject
            package let key: String
            package let index: Int
            /// True if the object's class ignores the member.
            let isIgnored: Bool
        }
        /// A function that gives objects the members that their classes don't know. The values of the members are the
        /// elements of a document. All members of an object follow one another.
        package typealias Keep = @Sendable ([Member], ModelDocument) -> Void

        /// Returns true for a key that isn't known to the class.
        let isUnknown: @Sendable (String) -> Bool
        /// Gives objects the members that their classes don't know. Nil if these members are dropped.
        let keep: Keep?

        package init(isUnknown: @escaping @Sendable (String) -> Bool, keep: Keep?) {
            self.isUnknown = isUnknown
            self.keep = keep
        }
    }
}
