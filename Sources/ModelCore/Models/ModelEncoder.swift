import FormatSupport
import Foundation

/// Writes values, from the outside in: what a class's `encode(with:)` and a type's `encode(_:to:)` are given.
///
/// A value is written by one `encode` call, or by a `begin…` call, its contents, and the matching `end…` call. Inside
/// an object, `encodeKey(_: ModelKey)` comes before each value; inside a dictionary, `encodeKey(_: String)` does, or
/// the key itself, as a value, where the dictionary was begun with `keys: .values`. Most code needs none of these, but
/// ``encode(_:forKey:isNilDefault:)`` and its relatives.
///
/// Every call checks that it fits where it comes, and the limits. An error can be caught, but not undone: what it left
/// out is missing, and so the first error is thrown again at the end.
public final class ModelEncoder {
    /// The format that is written.
    public let format: FileFormat
    /// What that format can hold without help.
    public let capabilities: FormatCapabilities
    /// What bounds this one encoding.
    public let limits: DecodingLimits

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

    /// The class of the model that is the root; nil where the root is another value.
    var rootType: BaseModel.Type? { state.rootType }
    /// The root's class as the file names it; nil where the root is no object.
    var rootClass: CodedClass? { state.rootClass }
    private struct State: ~Copyable {
        var builder: DocumentBuilder
        var numbers = IdentityTable()
        var classes = EncodedClassCache()
        /// True while the properties of an object are encoded whose class has a resource file: reading lays the file
        /// over that, so a nil has to be in it.
        var keepsNil = false
        var rootType: BaseModel.Type?
        var rootClass: CodedClass?
        /// Documents that were encoded as parts, by their content.
        var copies: [ObjectIdentifier: DocumentCopy] = [:]
        /// A document that was encoded as it is.
        var whole: ModelDocument?
        /// Ways to values that another model's properties have, of the models that they lead through.
        var owned: [ObjectIdentifier: Set<[String]>] = [:]
        /// Models that were met where the stack had no more room, and where they belong.
        var deferred: [Deferred] = []
        /// The numbers of all that were.
        var deferredNumbers: Set<Int> = []
        /// How deep the one stands that is encoded now.
        var deferredDepth = 0
        var caught = CaughtError()
    }

    /// Nobody else has it, and no call below calls out while it is accessed: so accesses can't overlap.
    @exclusivity(unchecked) private var uncheckedState: State
    private var state: State {
        @inline(__always) _read { yield unsafe uncheckedState }
        @inline(__always) _modify { yield unsafe &uncheckedState }
    }
    private var builder: DocumentBuilder {
        @inline(__always) _read { yield unsafe uncheckedState.builder }
        @inline(__always) _modify { yield unsafe &uncheckedState.builder }
    }

    init(
        format: FileFormat, capabilities: FormatCapabilities = .all, limits: DecodingLimits = .standard,
        models: Models = .encoded
    ) {
        self.format = format
        self.capabilities = capabilities
        self.limits = limits
        self.models = models
        unsafe uncheckedState = State(builder: DocumentBuilder(limits: limits))
    }

    /// The document of what was encoded.
    func finish() throws(ModelError) -> ModelDocument {
        if let failure = state.caught.first { throw failure }
        while let next = state.deferred.popLast() { try encodeDeferred(next) }
        guard let whole = state.whole else { return try state.classes.nesting.applied(to: try builder.finish()) }
        guard builder.isEmpty else { throw DocumentBuilder.misuse("More than one value was encoded.") }
        return whole
    }

    /// The document of what `body` encodes, which is one value.
    static func document(
        format: FileFormat = .document, limits: DecodingLimits = .standard, models: Models = .encoded,
        _ body: (ModelEncoder) throws -> Void
    ) throws -> ModelDocument {
        let encoder = ModelEncoder(format: format, limits: limits, models: models)
        try body(encoder)
        return try encoder.finish()
    }

    // MARK: Errors

    /// Calls the builder, and takes note of its error.
    @inline(__always)
    private func build(_ body: (inout DocumentBuilder) throws(ModelError) -> Void) throws(ModelError) {
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
    private func noted(_ error: ModelError) -> ModelError {
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

    /// The class and the keys that the object has so far that was begun last.
    var openShape: Int { builder.frame.shape }

    /// Names the next value by a key as the file has it, where the object had no such key when its shape was this.
    ///
    /// - Returns: False where it had.
    func encodeNewKey(_ key: String, behind shape: Int) throws -> Bool {
        guard builder.document.shapes.position(of: key, in: shape) == nil else { return false }
        try encodeKey(key)
        return true
    }

    /// Names the next value of the object that was begun last.
    public func encodeKey(_ key: ModelKey) throws {
        try build { (builder) throws(ModelError) in try builder.key(key) }
    }

    /// Names the next value of the dictionary that was begun last.
    public func encodeKey(_ key: String) throws {
        try build { (builder) throws(ModelError) in try builder.key(key) }
    }

    /// Leaves out or writes a property that is nil.
    ///
    /// - Parameter isDefault: True where a missing key would be read as nil.
    public func encodeNil(forKey key: ModelKey, isDefault: Bool = true) throws {
        try build { (builder) throws(ModelError) in
            try builder.key(key)
            if isDefault && !state.keepsNil { try builder.appendAbsent() } else { try builder.appendNull() }
        }
    }

    /// Writes a key and a reference to an object, where it is encoded elsewhere in the file, before or later; else
    /// neither.
    public func encodeReference(to object: AnyObject, forKey key: ModelKey) throws {
        let number = number(of: object)
        try build { (builder) throws(ModelError) in
            try builder.key(key)
            try builder.appendReference(to: number, isWeak: true)
        }
    }

    // MARK: Scalars

    public func encodeNull() throws { try build { (builder) throws(ModelError) in try builder.appendNull() } }
    public func encode(_ value: Bool) throws { try build { (builder) throws(ModelError) in try builder.append(value) } }
    public func encode(_ value: Int64) throws {
        try build { (builder) throws(ModelError) in try builder.append(value) }
    }
    public func encode(_ value: UInt64) throws {
        try build { (builder) throws(ModelError) in try builder.append(value) }
    }
    public func encode(_ value: Float) throws {
        try build { (builder) throws(ModelError) in try builder.append(value) }
    }
    public func encode(_ value: Double) throws {
        try build { (builder) throws(ModelError) in try builder.append(value) }
    }
    public func encode(_ value: String) throws {
        try build { (builder) throws(ModelError) in try builder.append(value) }
    }
    public func encode(_ value: Data) throws { try build { (builder) throws(ModelError) in try builder.append(value) } }
    public func encode(_ value: Date) throws { try build { (builder) throws(ModelError) in try builder.append(value) } }
    public func encode(_ value: Decimal) throws { try encodeDeclared(.decimal(value)) }
    public func encode(_ value: URL) throws { try encodeDeclared(.url(value)) }
    public func encode(_ value: UUID) throws { try encodeDeclared(.uuid(value)) }
    public func encode(_ value: ModelGeometry) throws { try encodeDeclared(.geometry(value)) }

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
    ///   add, and no ``endArray()``.
    @discardableResult
    public func beginArray(_ kind: ModelArrayKind = .array, identity: AnyObject? = nil) throws -> Bool {
        let (isNew, number) = try identify(identity)
        if isNew { try build { (builder) throws(ModelError) in try builder.beginArray(kind, number: number) } }
        return isNew
    }

    public func endArray() throws { try build { (builder) throws(ModelError) in try builder.endArray() } }

    /// Begins a dictionary. The result is as ``beginArray(_:identity:)``'s.
    @discardableResult
    public func beginDictionary(keys: ModelDictionaryKeys = .strings, identity: AnyObject? = nil) throws -> Bool {
        let (isNew, number) = try identify(identity)
        guard isNew else { return false }
        try build { (builder) throws(ModelError) in
            switch keys {
            case .strings: try builder.beginDictionary(number: number)
            case .values: try builder.beginValueDictionary(number: number)
            }
        }
        return true
    }

    public func endDictionary() throws { try build { (builder) throws(ModelError) in try builder.endDictionary() } }

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

    public func endObject() throws { try build { (builder) throws(ModelError) in try builder.endObject() } }

    /// By which number references lead to an object, which is kept alive: so that no address is used twice.
    @inline(__always)
    private func number(of object: AnyObject) -> Int {
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

    // MARK: Models

    /// Encodes a model, or a reference to it.
    ///
    /// - Parameter expected: The class that a reader assumes unless the file names another.
    public func encodeObject(_ object: BaseModel, expected: BaseModel.Type? = nil) throws {
        guard models == .encoded else { return try encodeStandIn(for: object) }
        do {
            let encodedClass = try encodedClass(of: type(of: object))
            let isExpected = encodedClass.type == expected
            let number = number(of: object)
            guard !builder.hasContainer(number),
                state.deferredNumbers.isEmpty || !state.deferredNumbers.contains(number)
            else { return try builder.appendReference(to: number, isExpected: isExpected) }
            guard StackGuard.hasRoomForModel else { return try deferObject(object, number, expected) }
            try encodeNew(object, encodedClass, number, isExpected)
        } catch {
            throw noted(leaving(object, with: error))
        }
    }

    /// An error as seen from a model, whose properties may have other keys.
    @inline(never)
    private func leaving(_ object: BaseModel, with error: any Error) -> ModelError {
        let inner = ModelError(wrapping: error)
        let located = located(inner, in: object)
        state.caught.put(located, inPlaceOf: inner)
        return ModelError.leaving(object, with: located)
    }

    private func located(_ error: ModelError, in object: BaseModel) -> ModelError {
        (try? encodedClass(of: type(of: object)).keys)?.located(error) ?? error
    }

    @inline(__always)
    private func encodeNew(
        _ object: BaseModel, _ encodedClass: EncodedClass, _ number: Int, _ isExpected: Bool
    ) throws {
        let (keptNil, wereDeclared) = (state.keepsNil, builder.areDeclared)
        state.keepsNil = encodedClass.keepsNil
        builder.areDeclared = true
        let unknown = object.unknown
        let level = try builder.beginModel(
            unknown == nil && encodedClass.versioned.isEmpty ? encodedClass.codedClass : encodedClass.openClass,
            number: number, isExpected: isExpected, renaming: encodedClass.renaming)
        if !encodedClass.versioned.isEmpty { try encodeVersions(encodedClass.versioned, of: encodedClass.type) }
        if let keys = encodedClass.keys, !keys.overlaps.isEmpty { own(keys.overlaps, of: object) }
        try object.encode(with: self)
        if let unknown { try encodeUnknown(unknown, encodedClass.keys, besides: ownedWays(in: object)) }
        if let failure = state.caught.first { throw failure }
        try builder.endModel(level)
        state.keepsNil = keptNil
        builder.areDeclared = wereDeclared
    }

    /// Notes which values the properties of a model have that stand in the models that it holds.
    @inline(never)
    private func own(_ overlaps: [(name: String, way: [String])], of object: BaseModel) {
        for (name, way) in overlaps {
            let value = AnyValue.unwrapped(ModelClass.of(type(of: object)).property(named: name)?.read(object))
            if let model = value.flatMap({ AnyValue.model($0) }) {
                state.owned[ObjectIdentifier(model), default: []].insert(way)
            }
        }
    }

    /// The ways to values in a model that are other models' properties.
    func ownedWays(in object: BaseModel) -> Set<[String]> {
        state.owned.isEmpty ? [] : state.owned[ObjectIdentifier(object)] ?? []
    }

    private struct Deferred {
        let object: BaseModel
        let expected: BaseModel.Type?
        let place: Int
        let depth: Int
    }

    /// Leaves a model for when the stack has room again, and a reference in its place.
    @inline(never)
    private func deferObject(_ object: BaseModel, _ number: Int, _ expected: BaseModel.Type?) throws {
        // Not where it is the first: then there never will be.
        guard builder.depth > state.deferredDepth else { throw ModelError.tooDeep(limits, at: builder.depth) }
        try leave(object, number, expected)
        try builder.appendReference(to: number, isExpected: type(of: object) == expected)
    }

    /// Leaves a model to be encoded behind all others, where a reference to it is appended next.
    private func leave(_ object: BaseModel, _ number: Int, _ expected: BaseModel.Type?) throws {
        let depth = builder.depth
        guard depth < limits.depth else { throw ModelError.tooDeep(limits, at: depth) }
        state.deferredNumbers.insert(number)
        state.deferred.append(Deferred(object: object, expected: expected, place: builder.nextPlace, depth: depth))
    }

    /// Encodes a model that was left out.
    private func encodeDeferred(_ deferred: Deferred) throws(ModelError) {
        do {
            let encodedClass = try encodedClass(of: type(of: deferred.object))
            let number = number(of: deferred.object)
            state.deferredNumbers.remove(number)
            state.deferredDepth = deferred.depth
            try builder.beginBehind(depth: deferred.depth)
            try encodeNew(deferred.object, encodedClass, number, encodedClass.type == deferred.expected)
            try builder.endBehind()
            state.deferredDepth = 0
        } catch {
            var error = located(ModelError(wrapping: error), in: deferred.object)
            error.path = ModelPath(builder.path(to: deferred.place).nested.components + error.path.components)
            throw error
        }
    }

    @inline(never)
    private func encodeStandIn(for object: BaseModel) throws {
        try build { (builder) throws(ModelError) in
            if models == .kept {
                try builder.append(instance: object)
            } else {
                try builder.append(ModelSortText.of(object))
            }
        }
    }

    /// False where all properties of a class are known to be the macro's. Kept, because to ask the class for each
    /// object took a fiftieth of all the time for encoding.
    @inline(__always)
    func mayList(_ type: BaseModel.Type) -> Bool {
        if let known = state.classes.recent(type) { known.mayList } else { ModelClass.mayList(type) }
    }

    /// What an object's class is in the file. Each class is looked up once.
    @inline(__always)
    private func encodedClass(of type: BaseModel.Type) throws -> EncodedClass {
        if let found = state.classes.recent(type) { return found }
        let found = try state.classes.find(type, format, capabilities, &builder)
        if builder.isEmpty {
            state.rootType = type
            state.rootClass = found.codedClass
        }
        return found
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
    /// - Parameter models: The models that its references lead to, by their numbers.
    func encode(_ document: ModelDocument, with models: [Int: BaseModel] = [:]) throws {
        if builder.isEmpty, state.whole == nil {
            state.rootClass = document.root.codedClass
            state.whole = document
            return
        }
        let content = document.content
        var copy = state.copies.removeValue(forKey: ObjectIdentifier(content)) ?? DocumentCopy(content)
        for (reference, model) in models where copy.links[reference] == nil {
            let number = number(of: model)
            copy.links[reference] = number
            if !builder.hasContainer(number), !state.deferredNumbers.contains(number) {
                try leave(model, number, nil)
            }
        }
        try build { (builder) throws(ModelError) in try builder.append(document.rootIndex, with: &copy) }
        state.copies[ObjectIdentifier(content)] = copy
    }
}
