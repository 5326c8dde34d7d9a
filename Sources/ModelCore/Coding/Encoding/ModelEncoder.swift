import FormatSupport

/// Writes values from the outside in. A class's `encode(with:)` and a type's `encode(_:to:)` get an encoder as their
/// argument.
///
/// A value is written by one `encode` call, or by a `begin…` call, its contents, and ``end()``. Inside an object,
/// call `encodeKey(_: ModelKey)` before each value. Inside a dictionary, call `encodeKey(_: String)` before each
/// value. In a dictionary that ``beginValueDictionary(identity:)`` began, encode the key as a value instead. Most
/// code needs only `encode(_:forKey:)` and similar functions.
///
/// Every call checks the limits, and whether the call is allowed at the position. Code may catch an error, but the
/// value is missing then. So the first error is thrown again at the end.
public final class ModelEncoder {
    /// The format that is written.
    public var format: FileFormat { state.classes.conventions.format }
    /// The capabilities of that format.
    public let capabilities: FormatCapabilities
    /// The limits of this encoding.
    let limits: DecodingLimits

    /// The treatment of the program's models.
    enum Models {
        /// A model is encoded with its class and its properties.
        case encoded
        /// A model is encoded as a text, by which models are sorted.
        case sortTexts
        /// A model is put into the document as an instance.
        case kept
        /// A model is put into the document as an instance. The format encodes it later, with the table of its class.
        case placed
        /// The encoder only finds out whether the library's encode function is called for a type: that function throws
        /// ``LibraryCoding``, and encodes nothing.
        case asked
    }
    let models: Models
    /// True to encode models for a comparison: with all properties, even with properties that their classes omit, and
    /// without elements that couldn't be read.
    var writesAll = false

    struct State: ~Copyable {
        var builder: DocumentBuilder
        var numbers = IdentityTable()
        var classes: EncodedClassCache
        /// True while an object is encoded whose class has a resource file. A nil has to be written then, because
        /// loaded values replace the resource file's values.
        var keepsNil = false
        /// The class of the model that is the root; nil if the root is another value.
        var rootType: BaseModel.Type?
        /// The texts by which models are sorted. Used if the encoder makes such texts.
        var sortTexts = ModelSortText()
        /// The root's class as the file names it; nil if the root isn't an object.
        var rootClass: CodedClass?
        /// For each document of which only parts were encoded, by its content: the parts that were copied.
        var copies: [ObjectIdentifier: DocumentCopy] = [:]
        /// The document that was encoded as a whole, if that is the result. Nil in all other cases.
        var whole: ModelDocument?
        /// The forms of the types of values that were encoded while the format writes the file.
        var forms: [ObjectIdentifier: ValueForm?] = [:]
        /// Counts the collections of values without a declared type.
        var collections = SharedCollections()
        /// For each model: the key paths inside it that a property of another model writes, with `@Key(path:)`.
        var writtenByOthers: [ObjectIdentifier: Set<[String]>] = [:]
        /// The values that features of the library, such as relationships, keep for the encoding.
        var parts: [any EncodingPart] = []
        /// Models that are encoded later, because the stack had no room. Each has the index of the reference to it.
        var deferred: [Deferred] = []
        /// The reference numbers of the deferred models.
        var deferredNumbers: Set<Int> = []
        /// The depth of the deferred model that is being encoded.
        var deferredDepth = 0
        var caught = CaughtError()
        /// The names of enum cases, with their keys, to write into the dictionary that is begun next.
        var tags: [(key: String, name: String)] = []
        /// The elements that couldn't be read, of the list or the dictionary that is encoded next.
        var skipped: SkippedElements?
        /// The object that is being encoded.
        var open = OpenObject()
        /// The object that was begun for the members of a model, if no member was encoded into it.
        var unused: UnusedObject?
        /// The models that were encoded into other models' objects, with their unknown values.
        var passedOn: [PassedOn] = []
        /// True if a value can't be encoded without the rest of the file.
        var needsWhole = false
    }

    /// The encoder's state. Only this encoder uses the state, and no function below calls other code during an
    /// access. So accesses can't overlap.
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

    /// The document of the values that were encoded.
    func finish() throws(ModelError) -> ModelDocument {
        if let failure = state.caught.first { throw failure }
        try encodeRest()
        guard let whole = state.whole else { return try builder.nesting.applied(to: try builder.finish()) }
        guard builder.isEmpty else { throw ModelError.misuse("More than one value was encoded.") }
        return whole
    }

    /// Encodes the models and values that were deferred until the end.
    func encodeRest() throws(ModelError) {
        while let next = state.deferred.popLast() { try encodeDeferred(next) }
        for part in state.parts { try part.finish(in: self) }
    }

    /// Forgets all values, and begins with another value. The facts about classes are kept.
    ///
    /// - Parameter depth: The number of levels around the value.
    func restart(depth: Int) {
        if builder.nextNumber > 0 {
            // A value that is encoded separately contains few objects.
            state.numbers.removeAll(bits: 2)
            builder.nesting.forgetNumbers()
        }
        builder.restart(depth: depth)
        state.caught = CaughtError()
        state.collections = SharedCollections()
        (state.whole, state.keepsNil, state.needsWhole) = (nil, false, false)
        if !state.copies.isEmpty { state.copies = [:] }
        if !state.writtenByOthers.isEmpty { state.writtenByOthers = [:] }
        if !state.parts.isEmpty { state.parts.removeAll { !type(of: $0).outlivesValues } }
        if !state.deferredNumbers.isEmpty { state.deferredNumbers = [] }
        if !state.deferred.isEmpty { state.deferred = [] }
        if !state.passedOn.isEmpty { state.passedOn = [] }
        state.open = OpenObject()
        state.unused = nil
    }

    /// The document of the one value that `body` encodes.
    static func document(
        format: FileFormat = .document, limits: DecodingLimits = .standard, models: Models = .encoded,
        _ body: (ModelEncoder) throws -> Void
    ) throws -> ModelDocument {
        let encoder = ModelEncoder(FileConventions().read(as: .init(format: format)), limits: limits, models: models)
        try body(encoder)
        return try encoder.finish()
    }

    /// The document of the value that `body` encodes, as a file with these conventions contains the value. A reader
    /// of the document needs the same conventions.
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

    /// Calls the builder, and notes an error that it throws.
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
    /// - Returns: The error. If it is `invalidCoding`, and an earlier error was remembered: the earlier error, which
    ///   has caused it.
    @inline(never)
    func noted(_ error: ModelError) -> ModelError {
        state.caught.note(error)
        return error.code == .invalidCoding ? state.caught.first ?? error : error
    }

    /// The error with the key or the index of the value before its path. The first error is remembered with this
    /// path.
    @inline(never)
    func failing(_ component: ModelPath.Component, _ error: any Error) -> ModelError {
        let inner = ModelError(wrapping: error)
        return state.caught.prefix(component, to: inner)
    }

    // MARK: Keys

    /// Names the next value of the object that was begun last.
    ///
    /// - Throws: `invalidKey` for `$version`, the key of an object's version.
    public func encodeKey(_ key: ModelKey) throws {
        if key.withUTF8({ $0.has("$", at: 0) }) { try requireOwn(key.stringValue) }
        try build { (builder) throws(ModelError) in try builder.key(key) }
    }

    /// Names the next value of the dictionary that was begun last.
    public func encodeKey(_ key: String) throws {
        if ClassKey.mayBeMark(key) { try requireOwn(key) }
        try build { (builder) throws(ModelError) in try builder.key(key) }
    }

    /// Throws if a key is `$version`, under which files store an object's version.
    func requireOwn(_ key: String) throws {
        guard builder.frame.isModel, key == VersionKey.text else { return }
        throw noted(ModelError(.invalidKey, "An object can't have a value of its own under \(key)."))
    }

    /// Omits or writes a property that is nil, after its key.
    ///
    /// - Parameter isDefault: True if a missing key would be read as nil.
    func encodeNil(isDefault: Bool) throws {
        try build { (builder) throws(ModelError) in
            if isDefault && !state.keepsNil { try builder.appendAbsent() } else { try builder.appendNil() }
        }
    }

    /// Omits a property, after its key.
    func encodeNothing() throws { try build { (builder) throws(ModelError) in try builder.appendAbsent() } }

    /// Writes a reference to an object, after its key. If the object isn't encoded elsewhere in the file, before or
    /// later, the key and the reference are omitted.
    func encodeReference(to object: AnyObject) throws {
        guard capabilities.contains(.identity) else { return try encodeNothing() }
        if models == .placed {
            return try build { (builder) throws(ModelError) in try builder.append(instance: OwnInstance(object, nil)) }
        }
        let number = number(of: object)
        try build { (builder) throws(ModelError) in try builder.appendReference(to: number, isWeak: true) }
    }

    // MARK: Scalars

    /// Encodes a value at the position.
    public func encode<Value: ModelValue>(_ value: Value) throws { try encodeValue(value) }

    /// Encodes a null as the value at the position.
    public func encodeNull() throws { try build { (builder) throws(ModelError) in try builder.appendNull() } }

    // The encode functions of types call these.

    func encode(_ value: Bool) throws { try build { (builder) throws(ModelError) in try builder.append(value) } }
    func encode(_ value: Int64) throws { try build { (builder) throws(ModelError) in try builder.append(value) } }
    func encode(_ value: UInt64) throws { try build { (builder) throws(ModelError) in try builder.append(value) } }
    func encode(_ value: Float) throws { try build { (builder) throws(ModelError) in try builder.append(value) } }
    func encode(_ value: Double) throws { try build { (builder) throws(ModelError) in try builder.append(value) } }
    func encode(_ value: String) throws { try build { (builder) throws(ModelError) in try builder.append(value) } }
    func encode(_ value: Data) throws { try build { (builder) throws(ModelError) in try builder.append(value) } }
    func encode(_ value: Date) throws { try build { (builder) throws(ModelError) in try builder.append(value) } }

    /// Writes a scalar without a declared type: no property tells a reader its kind.
    ///
    /// A format may mark the kind of such a scalar, for example of a float that would otherwise be read back as a
    /// double. The floats of properties that are declared as floats get no mark.
    public func encode(_ scalar: ModelScalar) throws {
        try build { (builder) throws(ModelError) in try builder.append(scalar, isDeclared: false) }
    }

    /// Writes a scalar of a declared type, as a property does.
    func encodeDeclared(_ scalar: ModelScalar) throws {
        try build { (builder) throws(ModelError) in try builder.append(scalar) }
    }

    // MARK: Other values

    /// Encodes a value with the encode function of its type. Unless the function is known to encode exactly one value,
    /// this is checked.
    @inline(__always)
    func encodeValue<Value: ModelValue>(_ value: Value) throws {
        if Value._codesOneValue { try Value.encode(value, to: self) } else { try encodeChecked(value) }
    }

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

    /// Counts a collection of values without a declared type.
    func count(_ collection: Any, elements: Int) throws {
        do {
            try state.collections.count(collection, elements: elements)
        } catch {
            throw noted(error)
        }
    }

    /// Runs code that encodes values without a declared type.
    func encodeUndeclared(_ body: () throws -> Void) throws {
        let wereDeclared = builder.areDeclared
        builder.areDeclared = false
        try body()
        builder.areDeclared = wereDeclared
    }

    /// Encodes a long scalar, or a collection that is only expanded when it is read, as an instance.
    func encode(unread value: Any) throws {
        try build { (builder) throws(ModelError) in try builder.append(instance: value) }
    }

    /// Encodes a document, or a part of a document that holds unknown values. A value that two such parts share is
    /// encoded once.
    ///
    /// - Parameter models: Returns the models that references in the part refer to, by the references' numbers. It
    ///   adds the containers that it has searched to `searched`.
    func encode(
        _ document: ModelDocument,
        _ models: (ModelDocument.Value, _ searched: inout Set<Int>) -> [Int: BaseModel] = { _, _ in [:] }
    ) throws {
        if builder.isEmpty, state.whole == nil {
            state.rootClass = document.root.codedClass
            state.whole = document
            return
        }
        let content = document.content
        var copy = state.copies.removeValue(forKey: ObjectIdentifier(content)) ?? DocumentCopy(content)
        for (reference, model) in models(document.root, &copy.linked) where copy.links[reference] == nil {
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
