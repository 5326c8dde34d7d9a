import FormatSupport

// Containers, which are begun and ended.

extension ModelEncoder {
    /// Begins an array or a set.
    ///
    /// - Parameters:
    ///   - kind: The kind: an array, a set, or an ordered set.
    ///   - identity: The array itself, if it is an object that may occur again in the graph. Nil for any other array.
    /// - Returns: False if a reference to an earlier occurrence was written instead: then there is nothing to add, and
    ///   no ``end()``.
    @discardableResult
    public func beginArray(_ kind: ModelArrayKind = .array, identity: AnyObject? = nil) throws -> Bool {
        let (isNew, number) = try identify(identity)
        if isNew { try build { (builder) throws(ModelError) in try builder.beginArray(kind, number: number) } }
        return isNew
    }

    /// Begins a dictionary whose keys are text: call `encodeKey(_: String)` before each value. The result is that of
    /// ``beginArray(_:identity:)``.
    @discardableResult
    public func beginDictionary(identity: AnyObject? = nil) throws -> Bool {
        let (isNew, number) = try identify(identity)
        if isNew { try build { (builder) throws(ModelError) in try builder.beginDictionary(number: number) } }
        return isNew
    }

    /// Begins a dictionary whose text keys a `Codable` type has chosen. Such a key may begin with a dollar sign.
    func beginOwnDictionary() throws {
        guard StackGuard.hasRoomToCode else { throw noted(.tooDeep(limits, at: builder.depth)) }
        try build { (builder) throws(ModelError) in try builder.beginOwnDictionary() }
    }

    /// True if the format contains values of Foundation's types as objects of Foundation's classes.
    var hasFoundationObjects: Bool {
        capabilities.isSuperset(of: [.classes, .typedScalars]) && format != .document
    }

    /// Begins an object without an identity. Its class encodes the keys and the values with its own function.
    func beginObject(of codedClass: CodedClass) throws {
        guard StackGuard.hasRoomToCode else { throw noted(.tooDeep(limits, at: builder.depth)) }
        if builder.isEmpty { state.rootClass = codedClass }
        try build { (builder) throws(ModelError) in try builder.beginObject(codedClass) }
    }

    /// Begins a dictionary whose keys are any values: keys and values alternate. The result is that of
    /// ``beginArray(_:identity:)``.
    @discardableResult
    public func beginValueDictionary(identity: AnyObject? = nil) throws -> Bool {
        let (isNew, number) = try identify(identity)
        if isNew { try build { (builder) throws(ModelError) in try builder.beginValueDictionary(number: number) } }
        return isNew
    }

    /// Begins an object, whose keys and values follow. The result is that of ``beginArray(_:identity:)``.
    ///
    /// - Parameters:
    ///   - object: The object, by whose identity shared references and cycles are recognized.
    ///   - codedClass: The object's class as files name it.
    ///   - isExpected: True if a reader would assume this class anyway, because it is the declared class of the
    ///     property or of the element.
    @discardableResult
    public func beginObject(_ object: AnyObject, class codedClass: CodedClass, isExpected: Bool = false) throws -> Bool
    {
        let (isNew, number) = try identify(object, isExpected: isExpected)
        guard isNew else { return false }
        if builder.isEmpty, !codedClass.name.isEmpty { state.rootClass = codedClass }
        try build { (builder) throws(ModelError) in
            try builder.beginObject(codedClass, number: number, isExpected: isExpected)
        }
        return true
    }

    /// Ends the array, the set, the dictionary or the object that was begun last.
    public func end() throws { try build { (builder) throws(ModelError) in try builder.end() } }

    /// The number with which references refer to an object. The object is kept alive, so that no other object gets
    /// its address.
    @inline(__always)
    func number(of object: AnyObject) -> Int {
        let next = builder.nextNumber
        if let known = state.numbers.findOrInsert(object, next) { return known }
        return builder.newNumber()
    }

    /// The reference number of a container that is to be begun. If the container was begun before, a reference is
    /// written instead, and there is no number.
    @inline(__always)
    func identify(_ object: AnyObject?, isExpected: Bool = false) throws -> (isNew: Bool, number: Int?) {
        guard StackGuard.hasRoomToCode else { throw noted(.tooDeep(limits, at: builder.depth)) }
        guard let object else { return (true, nil) }
        let number = number(of: object)
        guard builder.hasContainer(number) else { return (true, number) }
        try build { (builder) throws(ModelError) in try builder.appendReference(to: number, isExpected: isExpected) }
        return (false, nil)
    }
}
