import FormatSupport
import Foundation

/// Writes values, from the outside in: what a class's `encode(with:)` and a type's `encode(_:to:)` are given.
///
/// A value is written by one `encode` call, or by a `begin…` call, its contents, and ``end()``. Inside an object,
/// `encodeKey(_: ModelKey)` comes before each value; inside a dictionary, `encodeKey(_: String)` does, or the key
/// itself, as a value, where ``beginValueDictionary(identity:)`` began it. Most code needs none of these, but
/// `encode(_:forKey:)` and its relatives.
///
/// Every call checks that it fits where it comes, and the limits. An error can be caught, but not undone: what it left
/// out is missing, and so the first error is thrown again at the end.
public final class ModelEncoder {
    /// The format that is written.
    public var format: FileFormat { state.classes.conventions.format }
    /// What that format can hold without help.
    public let capabilities: FormatCapabilities
    /// What bounds this one encoding.
    let limits: DecodingLimits

    /// What becomes of the program's models.
    enum Models {
        /// Their classes and properties are encoded.
        case encoded
        /// A text stands for each, by which models are sorted.
        case sortTexts
        /// They stay themselves.
        case kept
    }
    let models: Models

    struct State: ~Copyable {
        var builder: DocumentBuilder
        var numbers = IdentityTable()
        var classes: EncodedClassCache
        /// True while the properties of an object are encoded whose class has a resource file: reading lays the file
        /// over that, so a nil has to be in it.
        var keepsNil = false
        /// The class of the model that is the root; nil where the root is another value.
        var rootType: BaseModel.Type?
        /// The root's class as the file names it; nil where the root is no object.
        var rootClass: CodedClass?
        /// Documents that were encoded as parts, by their content.
        var copies: [ObjectIdentifier: DocumentCopy] = [:]
        /// A document that was encoded as it is.
        var whole: ModelDocument?
        /// The collections of values whose types nobody declares.
        var collections = SharedCollections()
        /// Ways to values that another model's properties have, of the models that they lead through.
        var owned: [ObjectIdentifier: Set<[String]>] = [:]
        /// How the unknown values were encoded that came last: most objects have the same keys.
        var unknownPlan: UnknownPlan?
        /// The models that properties hold which others lead back to.
        var related: [RelatedList: Set<ObjectIdentifier>] = [:]
        /// What formats that can't refer back were not given, and lists of many that many lead back to which they were.
        var leftOut: [LeftOut] = []
        var writtenLists: Set<RelatedList> = []
        /// Models that were met where the stack had no more room, and where they belong.
        var deferred: [Deferred] = []
        /// The numbers of all that were.
        var deferredNumbers: Set<Int> = []
        /// How deep the one stands that is encoded now.
        var deferredDepth = 0
        var caught = CaughtError()
    }

    /// Nobody else has it, and no call below calls out while it is accessed: so accesses can't overlap.
    @safe @exclusivity(unchecked) var state: State
    var builder: DocumentBuilder {
        @inline(__always) _read { yield state.builder }
        @inline(__always) _modify { yield &state.builder }
    }

    init(
        _ conventions: FileConventions = FileConventions(), capabilities: FormatCapabilities = .all,
        limits: DecodingLimits = .standard, models: Models = .encoded
    ) {
        self.capabilities = capabilities
        self.limits = limits
        self.models = models
        state = State(
            builder: DocumentBuilder(limits: limits), classes: EncodedClassCache(conventions))
    }

    /// The document of what was encoded.
    func finish() throws(ModelError) -> ModelDocument {
        if let failure = state.caught.first { throw failure }
        while let next = state.deferred.popLast() { try encodeDeferred(next) }
        try checkLeftOut()
        guard let whole = state.whole else { return try builder.nester.applied(to: try builder.finish()) }
        guard builder.isEmpty else { throw DocumentBuilder.misuse("More than one value was encoded.") }
        return whole
    }

    /// The document of what `body` encodes, which is one value.
    static func document(
        format: FileFormat = .document, limits: DecodingLimits = .standard, models: Models = .encoded,
        _ body: (ModelEncoder) throws -> Void
    ) throws -> ModelDocument {
        let encoder = ModelEncoder(FileConventions().read(as: .init(format: format)), limits: limits, models: models)
        try body(encoder)
        return try encoder.finish()
    }

    /// The document of what `body` encodes, as a file with these conventions contains it. It is read with them, too.
    static func document(
        as conventions: FileConventions, _ body: (ModelEncoder) throws -> Void
    ) throws -> ModelDocument {
        let encoder = ModelEncoder(conventions, limits: conventions.limits)
        try body(encoder)
        let document = try encoder.finish()
        guard conventions.keyStyle != nil else { return document }
        var walker = DocumentWalker(document, limits: conventions.limits)
        walker.conventions = conventions
        return try walker.document(limits: conventions.limits)
    }

    // MARK: Errors

    /// Calls the builder, and takes note of its error.
    @inline(__always)
    func build(_ body: (inout DocumentBuilder) throws(ModelError) -> Void) throws(ModelError) {
        do {
            try body(&builder)
        } catch {
            throw noted(error)
        }
    }

    /// Remembers an error, which is thrown again at the end.
    ///
    /// - Returns: The first one, where this only follows from it.
    @inline(never)
    func noted(_ error: ModelError) -> ModelError {
        state.caught.note(error)
        return error.code == .invalidCoding ? state.caught.first ?? error : error
    }

    /// An error as seen from the container that has the key or the index. It is remembered so, until code catches it.
    @usableFromInline
    @inline(never)
    func failing(_ component: ModelPath.Component, _ error: any Error) -> ModelError {
        let inner = ModelError(wrapping: error)
        return state.caught.prefix(component, to: inner)
    }

    // MARK: Keys

    /// Names the next value of the object that was begun last.
    ///
    /// - Throws: `invalidKey` for `$version`, which says something of the object itself.
    public func encodeKey(_ key: ModelKey) throws {
        if key.withUTF8({ $0.has("$", at: 0) }) { try requireOwn(key.stringValue) }
        try build { (builder) throws(ModelError) in try builder.key(key) }
    }

    /// Names the next value of the dictionary that was begun last.
    public func encodeKey(_ key: String) throws {
        if key.utf8.first == UInt8(ascii: "$") { try requireOwn(key) }
        try build { (builder) throws(ModelError) in try builder.key(key) }
    }

    /// Throws where an object's own value would be taken for what files say of the object.
    private func requireOwn(_ key: String) throws {
        guard builder.frame.isModel, key == ModelVersions.keyText else { return }
        throw noted(ModelError(.invalidKey, "An object can't have a value of its own under \(key)."))
    }

    /// Leaves out or writes a property that is nil.
    ///
    /// - Parameters:
    ///   - key: The property's name.
    ///   - isDefault: True where a missing key would be read as nil.
    @usableFromInline
    func encodeNil(forKey key: ModelKey, isDefault: Bool = true) throws {
        try encodeKey(key)
        try encodeNil(isDefault: isDefault)
    }

    /// Leaves out or writes a property that is nil, whose key was given.
    @usableFromInline
    func encodeNil(isDefault: Bool) throws {
        try build { (builder) throws(ModelError) in
            if isDefault && !state.keepsNil { try builder.appendAbsent() } else { try builder.appendNil() }
        }
    }

    /// Writes a key and a reference to an object, where it is encoded elsewhere in the file, before or later; else
    /// neither.
    func encodeReference(to object: AnyObject, forKey key: ModelKey) throws {
        try encodeKey(key)
        // In a format without references nothing is written, and no dictionary on the way to it.
        guard capabilities.contains(.identity) else {
            return try build { (builder) throws(ModelError) in try builder.appendAbsent() }
        }
        let number = number(of: object)
        try build { (builder) throws(ModelError) in try builder.appendReference(to: number, isWeak: true) }
    }

    // MARK: Scalars

    /// Encodes a value at the position.
    @inlinable
    public func encode<Value: ModelValue>(_ value: Value) throws { try encodeValue(value) }

    /// Encodes a null as the value at the position.
    public func encodeNull() throws { try build { (builder) throws(ModelError) in try builder.appendNull() } }

    // What the types' own code calls.

    @usableFromInline
    func encode(_ value: Bool) throws { try build { (builder) throws(ModelError) in try builder.append(value) } }
    @usableFromInline
    func encode(_ value: Int64) throws { try build { (builder) throws(ModelError) in try builder.append(value) } }
    @usableFromInline
    func encode(_ value: UInt64) throws { try build { (builder) throws(ModelError) in try builder.append(value) } }
    @usableFromInline
    func encode(_ value: Float) throws { try build { (builder) throws(ModelError) in try builder.append(value) } }
    @usableFromInline
    func encode(_ value: Double) throws { try build { (builder) throws(ModelError) in try builder.append(value) } }
    @usableFromInline
    func encode(_ value: String) throws { try build { (builder) throws(ModelError) in try builder.append(value) } }
    @usableFromInline
    func encode(_ value: Data) throws { try build { (builder) throws(ModelError) in try builder.append(value) } }
    @usableFromInline
    func encode(_ value: Date) throws { try build { (builder) throws(ModelError) in try builder.append(value) } }

    /// Writes a scalar whose kind a reader isn't told by what it expects.
    ///
    /// A format whose plain form of a float, say, would be read back as a double marks it then, and leaves those alone
    /// that are declared as floats.
    public func encode(_ scalar: ModelScalar) throws {
        try build { (builder) throws(ModelError) in try builder.append(scalar, isDeclared: false) }
    }

    /// Writes a scalar as a property does that is declared with its type.
    func encodeDeclared(_ scalar: ModelScalar) throws {
        try build { (builder) throws(ModelError) in try builder.append(scalar) }
    }

    // MARK: Containers

    /// Begins an array or a set.
    ///
    /// - Parameters:
    ///   - kind: What the elements mean.
    ///   - identity: The array itself where it is an object that may be met again, else nil.
    /// - Returns: False where a reference to an earlier occurrence was written in its place: then there is nothing to
    ///   add, and no ``end()``.
    @discardableResult
    public func beginArray(_ kind: ModelArrayKind = .array, identity: AnyObject? = nil) throws -> Bool {
        let (isNew, number) = try identify(identity)
        if isNew { try build { (builder) throws(ModelError) in try builder.beginArray(kind, number: number) } }
        return isNew
    }

    /// Begins a dictionary whose keys are text: `encodeKey(_: String)` comes before each value. The result is as
    /// ``beginArray(_:identity:)``'s.
    @discardableResult
    public func beginDictionary(identity: AnyObject? = nil) throws -> Bool {
        let (isNew, number) = try identify(identity)
        if isNew { try build { (builder) throws(ModelError) in try builder.beginDictionary(number: number) } }
        return isNew
    }

    /// Begins a dictionary whose text keys are a `Codable` type's own.
    func beginOwnDictionary() throws {
        guard StackGuard.hasRoomToCode else { throw noted(.tooDeep(limits, at: builder.depth)) }
        try build { (builder) throws(ModelError) in try builder.beginOwnDictionary() }
    }

    /// Begins a dictionary whose keys are any values: they and what they stand for come in turn. The result is as
    /// ``beginArray(_:identity:)``'s.
    @discardableResult
    public func beginValueDictionary(identity: AnyObject? = nil) throws -> Bool {
        let (isNew, number) = try identify(identity)
        if isNew { try build { (builder) throws(ModelError) in try builder.beginValueDictionary(number: number) } }
        return isNew
    }

    /// Begins an object, whose keys and values follow. The result is as ``beginArray(_:identity:)``'s.
    ///
    /// - Parameters:
    ///   - object: The object; its identity is what shared references and cycles are known by.
    ///   - codedClass: The object's class as files name it.
    ///   - isExpected: True where a reader would choose this class without being told, because it is the class of the
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

    /// Ends what was begun last: the array or the set, the dictionary or the object.
    public func end() throws { try build { (builder) throws(ModelError) in try builder.end() } }

    /// By which number references lead to an object, which is kept alive: so that no address is used twice.
    @inline(__always)
    func number(of object: AnyObject) -> Int {
        let next = builder.nextNumber
        if let known = state.numbers.findOrInsert(object, next) { return known }
        return builder.newNumber()
    }

    /// The number that a container is to be begun with; nil, and a reference in its place, where it was begun before.
    @inline(__always)
    private func identify(_ object: AnyObject?, isExpected: Bool = false) throws -> (isNew: Bool, number: Int?) {
        guard StackGuard.hasRoomToCode else { throw noted(.tooDeep(limits, at: builder.depth)) }
        guard let object else { return (true, nil) }
        let number = number(of: object)
        guard builder.hasContainer(number) else { return (true, number) }
        try build { (builder) throws(ModelError) in try builder.appendReference(to: number, isExpected: isExpected) }
        return (false, nil)
    }

    // MARK: Other values

    /// Encodes a value by its type's code, which is checked where nobody knows it.
    @inlinable
    @inline(__always)
    func encodeValue<Value: ModelValue>(_ value: Value) throws {
        if Value.codesOneValue { try Value.encode(value, to: self) } else { try encodeChecked(value) }
    }

    @usableFromInline
    @inline(never)
    func encodeChecked<Value: ModelValue>(_ value: Value) throws {
        try encodeOne { try Value.encode(value, to: $0) }
    }

    /// Runs code that has to encode one value.
    func encodeOne(_ body: (ModelEncoder) throws -> Void) throws {
        do {
            let level = try builder.beginValue()
            try body(self)
            if let failure = state.caught.first { throw failure }
            if state.whole == nil { try builder.endValue(level) }
        } catch {
            throw noted(ModelError(wrapping: error))
        }
    }

    /// Counts a collection of values whose types nobody declares.
    func count(_ collection: Any, elements: Int) throws {
        do {
            try state.collections.count(collection, elements: elements)
        } catch {
            throw noted(error)
        }
    }

    /// Runs code that encodes values whose types nobody declares.
    func encodeUndeclared(_ body: () throws -> Void) throws {
        let wereDeclared = builder.areDeclared
        builder.areDeclared = false
        try body()
        builder.areDeclared = wereDeclared
    }

    /// Encodes a collection that stays itself until somebody reads it, or a long scalar.
    func encode(unread value: Any) throws {
        try build { (builder) throws(ModelError) in try builder.append(instance: value) }
    }

    /// Encodes a document, or the part of one that a file had for what the program doesn't know. What is in two such
    /// parts is one.
    ///
    /// - Parameter file: What knows the models that references in it lead to.
    func encode(_ document: ModelDocument, of file: UnknownContent? = nil) throws {
        if builder.isEmpty, state.whole == nil {
            state.rootClass = document.root.codedClass
            state.whole = document
            return
        }
        let content = document.content
        var copy = state.copies.removeValue(forKey: ObjectIdentifier(content)) ?? DocumentCopy(content)
        let models = file?.models(in: document.root, besides: &copy.linked) ?? [:]
        for (reference, model) in models where copy.links[reference] == nil {
            let number = number(of: model)
            copy.links[reference] = number
            builder.noteReference(to: number)
            if !builder.hasContainer(number), !state.deferredNumbers.contains(number) {
                try leave(model, number, nil)
            }
        }
        try build { (builder) throws(ModelError) in try builder.append(document.rootIndex, with: &copy) }
        state.copies[ObjectIdentifier(content)] = copy
    }
}
