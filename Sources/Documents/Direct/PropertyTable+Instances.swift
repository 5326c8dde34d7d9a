// The classes whose instances a table describes, and their code.

extension PropertyTable {
    /// The facts about the instances of a class.
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
        ///   - code: The code of the instances.
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

        /// The causes for which the code of a class encodes or decodes all of its objects. Empty if the objects are
        /// written or read directly.
        package struct Causes: Sendable {
            package var encoding: [DocumentReason.Cause] = []
            package var decoding: [DocumentReason.Cause] = []
            package init() {}
        }

        /// Only the library's code.
        package static let none = InstanceCode(
            own: nil, causes: Causes(), awakes: false, isRelated: false, encodesMembers: false,
            decodesMembers: false, mayRun: ProgramCode())

        /// - Parameters:
        ///   - own: The code for objects that aren't as expected. Nil in formats whose files can't be read in parts.
        ///   - causes: The causes for which it encodes or decodes all objects.
        ///   - awakes: True if the code is called with each object that was read.
        ///   - isRelated: True if the objects have inverse relationships.
        ///   - encodesMembers: True if the code encodes all properties unchanged, or none of them, and additional
        ///     members.
        ///   - decodesMembers: True if the code decodes the properties and members in this way.
        ///   - mayRun: Tells whether the program's code may run.
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
        /// Gives objects the members that their classes don't know. The values of the members are the elements of a
        /// document. All members of an object follow one another.
        package typealias Keep = @Sendable ([Member], ModelDocument) -> Void

        /// Returns true for a key that isn't known to the class.
        let isUnknown: @Sendable (String) -> Bool
        /// Gives objects the members that their classes don't know. Nil if these members are ignored.
        let keep: Keep?

        package init(isUnknown: @escaping @Sendable (String) -> Bool, keep: Keep?) {
            self.isUnknown = isUnknown
            self.keep = keep
        }
    }
}
