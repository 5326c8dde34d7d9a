import FormatSupport

/// Reads values in the order in which the program asks for them. A class's `set(with:)` and a type's `decode(from:)`
/// get one as their argument.
///
/// A decoder is at one value, its *position*. A `decode` call consumes that value; a `begin…` call enters it. In an
/// object the program asks for keys in any order. Most code needs only `decode(_:forKey:)` and similar functions.
///
/// Every call checks that it is allowed at the position. If code catches an error in a value that it had entered, the
/// position is unknown afterwards: so the error is thrown again at the end.
public final class ModelDecoder {
    let context: DecodingContext

    struct State: ~Copyable {
        var cursor: DocumentCursor
        /// True if the decoder will be finished, and models aren't compared now: only then may filling them be
        /// deferred.
        var mayDefer: Bool
        /// Models that were made but not filled, because the stack had no room, with the indexes of their values.
        var deferred: [Deferred] = []
        /// The first elements that were skipped, and the number of all that were.
        var skipped: [Skipped] = []
        var skippedCount = 0
        /// The values of those that models of the program keep.
        var skippedValues: [SkippedValue] = []
        /// The number of values whose types have told that they can't write them as the file has them.
        var toldCount = 0
        var caught = CaughtError()
        /// The place of the values of the enum's case that is decoded next.
        var place = CasePlace.key
        /// True if nothing is decoded: see ``LibraryCoding``.
        var isAsked = false
    }

    /// Only this decoder uses it, and no function below calls other code while it accesses it, except to convert a
    /// value: so accesses can't overlap.
    @safe @exclusivity(unchecked) var state: State
    var cursor: DocumentCursor {
        @inline(__always) _read { yield state.cursor }
        @inline(__always) _modify { yield &state.cursor }
    }

    /// A decoder at the root of a document of a format with these capabilities.
    ///
    /// - Parameter isFinished: True if ``finish()`` will be called.
    init(
        _ document: ModelDocument, context: DecodingContext, capabilities: FormatCapabilities = .all,
        isFinished: Bool = false
    ) {
        self.context = context
        if isFinished { context.hasEnd = true }
        let cursor = DocumentCursor(document, context: context, capabilities: capabilities)
        state = State(cursor: cursor, mayDefer: isFinished)
    }

    /// A decoder for a value that a program sets a model with. No file size limits it, and text is accepted for
    /// numbers.
    convenience init(setting document: ModelDocument) {
        self.init(document, setting: document.content.conventions.read(as: .init(origin: .program)))
    }

    private convenience init(_ document: ModelDocument, setting conventions: FileConventions) {
        let context = DecodingContext(
            conventions, byteCount: Int.max / 8, limits: conventions.limits, report: nil)
        self.init(document, context: context)
    }

    /// A decoder for a value of the program. Arrays and dictionaries of `Any` are only expanded when they are read.
    ///
    /// - Parameter file: The conventions of the file that the value was made of; nil if the program made it.
    convenience init(_ value: Any, from file: FileConventions? = nil) throws {
        let document = try ModelEncoder.document(models: .kept) { try AnyValue.encode(value, to: $0) }
        document.content.conventions = .ofDictionary(from: file)
        self.init(document, setting: document.content.conventions)
    }

    /// A decoder for values inside those that this one reads. The file's conventions apply to them, and they count
    /// towards its limits. ``finish()`` isn't called on it.
    func inner(_ document: ModelDocument) -> ModelDecoder {
        ModelDecoder(document, context: DecodingContext(embeddedIn: context))
    }

    /// Ends the decoding. The decoder can't be used afterwards.
    func finish() throws {
        try cursor.finish()
        try decodeRest()
        try cursor.finish()
        context.finish()
        reportSkipped()
    }

    /// Fills the models that had to wait.
    func decodeRest() throws {
        while let next = state.deferred.popLast() { try decodeDeferred(next) }
    }

    // MARK: The position

    /// The format that is read.
    public var format: FileFormat { context.format }
    /// The limits of this decoding.
    var limits: DecodingLimits { context.limits }

    /// True if the decoder reads a value with which the program sets a model.
    var setsFromProgram: Bool { cursor.convertsAllText }

    /// The location of the value at the position in the file; nil if the format can't tell.
    public var location: ModelLocation? { cursor.location }

    /// The identity of the array, dictionary or object at the position. Nil if no references point to it. The
    /// identity is the same at each reference.
    var reference: Int? { cursor.reference }

    /// The kind of the value at the position. Consumes nothing.
    public func peekKind() throws -> ModelKind { try cursor.peekKind() }

    /// The class of the object at the position; nil for any other value.
    var peekClass: CodedClass? { cursor.peekClass }

    /// Consumes the value at the position, whatever it is.
    public func skipValue() throws { try cursor.skipValue() }

    // MARK: Scalars

    /// Consumes a value that is no container.
    public func decodeScalar() throws -> ModelScalar { try cursor.decodeScalar() }

    /// Consumes a null and returns true; else leaves the position as it is.
    func decodeNull() throws -> Bool { try cursor.decodeNull() }

    /// Consumes the text `$null` and returns true, if it can't be a value: Foundation's `PropertyListEncoder` writes it
    /// for nil. Else leaves the position as it is.
    func decodeNullText() -> Bool { cursor.decodeNullText() }

    /// Decodes the value at the position.
    public func decode<Value: ModelValue>(_ type: Value.Type = Value.self) throws -> Value { try decodeValue(type) }

    // Called by the types' own code.

    func decodeBool() throws -> Bool { try cursor.decodeBool() }
    /// Decodes the exact number, as the functions below do: `outOfRange` for one beyond the type.
    func decodeInt64() throws -> Int64 { try cursor.decodeInt64() }
    func decodeUInt64() throws -> UInt64 { try cursor.decodeUInt64() }
    /// Decodes the exact number, or the nearest if the file has numbers as text.
    func decodeFloat() throws -> Float { try cursor.decodeFloat() }
    func decodeDouble() throws -> Double { try cursor.decodeDouble() }
    func decodeString() throws -> String { try cursor.decodeString() }
    func decodeData() throws -> Data { try cursor.decodeData() }
    func decodeDate() throws -> Date { try cursor.decodeDate() }

    /// Consumes the scalar at the position and converts it, exactly or not at all.
    package func convertScalar<Value>(_ conversion: (ModelScalar, _ fromText: Bool) throws -> Value) throws -> Value {
        try locating { try conversion(try decodeScalar(), cursor.convertsText) }
    }

    /// The value that `make` makes of the scalar at the position, which `make` consumes. The value of a large index
    /// set is made once, however many references point to it.
    package func madeOnce<Value>(_ make: () throws -> Value) throws -> Value {
        let slot = cursor.slot
        guard slot != ModelDocument.Content.noIndex, case let (content, index) = (cursor.content, cursor.index),
            content.word(at: index).tag == .indexSet, content.size(at: index) > 16
        else { return try make() }
        if let known: MadeOnce<Value> = context.madeValues.known(for: index, of: content) {
            try skipValue()
            return known.value
        }
        let made = try make()
        context.madeValues.keep(MadeOnce(value: made), for: index, of: content)
        return made
    }

    private struct MadeOnce<Value> {
        let value: Value
    }

    /// A decoder for the keyed archive in the data, or in the base64 text, at the position; nil if there is none.
    /// Consumes the value only if the result isn't nil.
    func embeddedArchive() throws -> ModelDecoder? { try cursor.embeddedArchive() }

    // MARK: Containers

    /// Enters an array or a set.
    ///
    /// - Returns: The number of elements.
    @discardableResult
    public func beginArray() throws -> Int { try cursor.beginArray() }

    /// Moves to the array's next element. After the last one, leaves the array and returns false.
    public func nextElement() throws -> Bool { try cursor.nextElement() }

    /// Enters a dictionary. The result is as ``beginArray()``'s.
    @discardableResult
    public func beginDictionary() throws -> Int { try cursor.beginDictionary() }

    /// Moves to the dictionary's next entry. After the last one, leaves the dictionary and returns nil.
    public func nextEntry() throws -> ModelEntryKey? { try cursor.nextEntry() }

    /// Enters an object, or a dictionary that represents an object.
    ///
    /// - Returns: The object's class; nil if the file doesn't name it.
    @discardableResult
    public func beginObject() throws -> CodedClass? { try cursor.beginObject() }

    /// Moves to the value of `key` in the object that was entered last; returns false if there is none. A null is a
    /// value.
    public func moveToKey(_ key: ModelKey) throws -> Bool { try cursor.moveToKey(key) || cursor.isAtNull }

    /// Moves to the value of `key`, as ``moveToKey(_:)`` does; returns false for a null, too.
    func moveToValue(of key: ModelKey) throws -> Bool { try cursor.moveToKey(key) }

    /// True if the key that ``moveToValue(of:)`` has just found no value for is in the file, with a nil or a null.
    var foundNil: Bool { cursor.foundNil }

    /// All keys of the object that was entered last, in the file's order.
    public func objectKeys() throws -> [String] { try cursor.objectKeys() }

    /// Leaves the object, whether or not all of it was read.
    public func endObject() throws { try cursor.endObject() }

    /// Decodes the elements of an `NSCountedSet` in an archive: an object with numbered keys.
    ///
    /// - Parameter element: Called at each, with its index.
    /// - Returns: False for any other value, of which nothing was read.
    func decodeCountedSet(_ element: (Int) throws -> Void) throws -> Bool {
        guard peekClass?.name == "NSCountedSet" else { return false }
        try beginObject()
        var index = 0
        while try moveToKey(ModelKey("NS.object\(index)")) {
            try element(index)
            index += 1
        }
        try endObject()
        return true
    }

    // MARK: Errors

    /// The index of the value at the position in the document.
    var place: Int { cursor.place }

    /// Runs code that reads the value at the position. Its errors get the location of the value to which their path
    /// leads, as far as the file has it. The location is only determined then.
    func locating<Value>(_ body: () throws -> Value) throws -> Value {
        let slot = cursor.slot
        do {
            return try body()
        } catch {
            throw located(error, in: slot)
        }
    }

    /// An error of code that has read the value at an index, with a location.
    func located(_ error: any Error, in slot: Int) -> ModelError {
        let error = ModelError(wrapping: error).fromOutside
        guard error.location == nil, slot != ModelDocument.Content.noIndex else { return error }
        if error.path.components.isEmpty || error.hasWholePath(in: cursor.content) {
            return error.at(cursor.location(ofSlot: slot))
        }
        let value = ModelDocument.Value(document: ModelDocument(cursor.content), index: slot)
        return error.at(cursor.location(ofSlot: value.last(on: error.path).index))
    }

    /// An error of this code at the decoder's position.
    func error(_ code: ModelError.Code, _ reason: String) -> ModelError {
        ModelError(code, reason).at(location)
    }

    /// The error for an unexpected value at the position: it names the kinds that were expected and found.
    public func mismatch(expected: String) -> ModelError { cursor.mismatch(expected: expected) }

    /// The error with the key or the index of the value in front of its path. Code may catch it.
    @inline(never)
    func failing(_ component: ModelPath.Component, _ error: any Error) -> ModelError {
        let inner = ModelError(wrapping: error).fromOutside
        guard !inner.hasWholePath(in: cursor.content) else {
            state.caught.note(inner)
            return inner
        }
        return state.caught.prefix(component, to: inner)
    }

    /// Runs code that reads values which are compared at once: elements of sets, and keys. Filling the models among
    /// them can't be deferred.
    func decodeCompared<Value>(_ body: () throws -> Value) throws -> Value {
        let (mightDefer, textUse) = (state.mayDefer, cursor.textUse)
        state.mayDefer = false
        cursor.textUse = .compared
        defer {
            state.mayDefer = mightDefer
            cursor.textUse = textUse
        }
        return try body()
    }

    /// Runs code that processes each long text and data that it reads. They count each time: a small file may contain
    /// one in very many places.
    func countingText<Value>(_ body: () throws -> Value) rethrows -> Value {
        let textUse = cursor.textUse
        if textUse == .kept { cursor.textUse = .read }
        defer { cursor.textUse = textUse }
        return try body()
    }

    // MARK: The code of models and types

    /// Decodes a value by its type's code. If the type isn't known to code one value, its calls are checked.
    @inline(__always)
    func decodeValue<Value: ModelValue>(_ type: Value.Type) throws -> Value {
        if let fit = cursor.fit, fit.comparesScalars { return try decodeFitting(type, fit) }
        return try decodeOwn(type)
    }

    /// Decodes a value by its type's code, whatever a file would have for it.
    @inline(__always)
    func decodeOwn<Value: ModelValue>(_ type: Value.Type) throws -> Value {
        if Value._codesOneValue { try type.decode(from: self) } else { try decodeChecked(type) }
    }

    @inline(never)
    func decodeChecked<Value: ModelValue>(_ type: Value.Type) throws -> Value {
        let level = try cursor.beginValue()
        let outer = state.caught
        state.caught = CaughtError()
        let value: Value
        do {
            value = try type.decode(from: self)
            guard cursor.isAt(level) else { throw state.caught.first ?? DocumentCursor.notLeft }
        } catch {
            guard cursor.isAt(level) else { throw state.caught.first ?? error }
            // A single value that isn't what was expected: the code around may go on without it.
            try cursor.endValue(level)
            throw error
        }
        try cursor.endValue(level)
        state.caught = outer
        return value
    }

    /// Runs code that reads the object that was entered last, and then leaves the object.
    ///
    /// - Parameters:
    ///   - object: The object that is filled; nil: unknown keys are ignored.
    ///   - keys: The keys of its properties in the file; nil if each key is the property's name.
    func decodeModel(_ object: BaseModel? = nil, keys: PropertyKeys? = nil, _ body: () throws -> Void) throws {
        let level = cursor.beginModel()
        if let keys { try cursor.use(keys) }
        let outer = state.caught
        state.caught = CaughtError()
        var refused: ModelError?
        do {
            try body()
            if cursor.frame.unread != .none { try cursor.endUnread() }
            if let object, cursor.mayHaveUnknown, cursor.isAt(level) {
                refused = try BaseModel.evolution.takeUnknown(of: object, keys, in: self)
            }
            if refused == nil { try cursor.endModel(level) }
        } catch {
            if let object { LongWork.discard(object) }
            // If code has caught an error, that first error is thrown: the position isn't known since then.
            let error = cursor.isAt(level) ? error : state.caught.first ?? error
            if (error as? ModelError)?.hasWholePath(in: cursor.content) == true { throw error }
            let steps =
                cursor.migrated.isEmpty ? nil : BaseModel.evolution.steps(of: cursor.frames[level].start, in: self)
            if keys == nil, steps == nil { throw error }
            throw state.caught.locate(error) { error in
                let located = keys?.located(error) ?? error
                return steps?.blamed(for: located) ?? located
            }
        }
        // Its path has the file's keys already.
        if let refused { throw refused }
        state.caught = outer
    }

    /// Enters the object or the dictionary at the position, from which a model is made, after migrating it to the
    /// version of its class.
    ///
    /// - Parameter expected: The class of the object if the file doesn't name it.
    /// - Throws: `newerVersion`; the errors of the class's ``BaseModel/migrate(_:from:)``.
    func beginModel(expected: BaseModel.Type) throws -> CodedClass? {
        if !cursor.isCurrent(ObjectIdentifier(expected)) { try BaseModel.evolution.migrate(expected, in: self) }
        return try beginObject()
    }

    /// Makes a model from the object or the dictionary at the position, and fills it.
    func makeObject(expected: BaseModel.Type) throws -> BaseModel {
        var reference = reference
        if !cursor.isCurrent(ObjectIdentifier(expected)) {
            try BaseModel.evolution.migrate(expected, in: self)
            // A negative reference stays: it is computed from the object's old index, at which later references find
            // the object, and not from the index to which the migration has moved it.
            if reference ?? 0 >= 0 { reference = self.reference }
        }
        if !StackGuard.hasRoomForModel, state.mayDefer, !cursor.isAtRoot {
            return try deferObject(expected: expected, reference)
        }
        let codedClass = try cursor.beginObject() ?? context.lateClass(at: cursor.frame.start, of: cursor.content)
        let named = try namedClass(codedClass, at: cursor.frame.start, expected: expected)
        let (object, decodedClass) = try newObject(of: named, expected: expected, reference, at: cursor.frame.start)
        try fill(object, decodedClass, hasClass: codedClass != nil)
        return decodedClass.overrides.contains(.awakeAfterDecoding) ? try awake(object, reference) : object
    }

    /// Makes a model, and registers it for references to it.
    private func newObject(
        of codedClass: CodedClass?, expected: BaseModel.Type, _ reference: Int?, at place: Int
    ) throws -> (object: BaseModel, decodedClass: DecodedClass) {
        let type = try classToMake(codedClass, expected: expected, context)
        let made = context.unfilled
        context.unfilled = nil
        let object = if let made, Swift.type(of: made) == type { made } else { type.init() }
        // Called after an instance was made: only that finds what is wrong with a resource file.
        let decodedClass = try context.decodedClass(of: type)
        if decodedClass.overrides.contains(.awakeAfterDecoding) { object.isAsleep = true }
        if decodedClass.overrides.contains(.untagged) { noteMissingTags(object, at: place) }
        if let codedClass, context.classes.isKept(codedClass) {
            object.keep { $0.codedClass = codedClass.withKeys { _ in nil } }
        }
        if context.made != nil { context.made?.append((place, object)) }
        if let reference {
            context.objects.set(object, for: reference)
            if decodedClass.overrides.contains(.hashed) { decodeHashed(of: object, decodedClass, at: place) }
        }
        return (object, decodedClass)
    }

    /// Fills a model from the object that was entered last, and leaves the object.
    func fill(_ object: BaseModel, _ decodedClass: DecodedClass, hasClass: Bool) throws {
        let outer = context.filled
        context.filled = object
        defer { context.filled = outer }
        let overrides = decodedClass.overrides
        let isRelated = !overrides.isDisjoint(with: [.relationships, .mapped])
        // The class overrides `set(with: [String: Any])`.
        if overrides.contains(.setWithDictionary), !hasClass || !overrides.contains(.setWithDecoder) {
            func set() throws { try decodeModel { try object.setWithDictionary(from: self) } }
            return try isRelated ? relating(object, set) : set()
        }
        let keys = decodedClass.keys
        defer { if let keys, !keys.overlaps.isEmpty { note(keys.overlaps, of: object) } }
        let skipped = state.skippedValues.count
        func set() throws {
            try object.set(with: self)
            if overrides.contains(.sparse) || object.extras != nil {
                if cursor.frame.unread != .none { try cursor.readWhole() }
                noteForms(of: object, decodedClass, isPart: context.merged != nil)
            }
            if state.skippedValues.count > skipped {
                BaseModel.evolution.keepSkipped(since: skipped, of: object, decodedClass, in: self)
            }
        }
        if isRelated { return try relating(object) { try decodeModel(object, keys: keys, set) } }
        try decodeModel(object, keys: keys, set)
    }

    /// Runs code that fills a model, and then makes the related models refer back to it.
    @inline(never)
    func relating(_ object: BaseModel, _ body: () throws -> Void) throws {
        object.inverseUpkeep = .removals
        defer { object.inverseUpkeep = .all }
        try body()
        BaseModel.relations.link(object, in: context)
    }

    func note(_ overlaps: [Overlap], of object: BaseModel) {
        object.noteRead(overlaps) { [context] in (try? context.keys(of: $0)) ?? nil }
    }

    struct Deferred {
        let object: BaseModel
        let decodedClass: DecodedClass
        let hasClass: Bool
        let reference: Int?
        let place: Int
        let depth: Int
    }

    /// Makes a model that is filled later, when the stack has room again.
    @inline(never)
    private func deferObject(expected: BaseModel.Type, _ reference: Int?) throws -> BaseModel {
        guard context.depth < limits.depth else { throw ModelError.tooDeep(limits, at: context.depth) }
        let codedClass = try cursor.peekExpectedClass()
        let named = try namedClass(codedClass, at: cursor.index, expected: expected)
        let (object, decodedClass) = try newObject(of: named, expected: expected, reference, at: cursor.index)
        state.deferred.append(
            Deferred(
                object: object, decodedClass: decodedClass, hasClass: codedClass != nil, reference: reference,
                place: cursor.place, depth: context.depth))
        try skipValue()
        if object.isAsleep { noteEarly(object) }
        return object
    }

    private func decodeDeferred(_ deferred: Deferred) throws {
        do {
            context.resume(at: deferred.depth)
            try cursor.resume(at: deferred.place)
            _ = try cursor.beginObject()
            try fill(deferred.object, deferred.decodedClass, hasClass: deferred.hasClass)
            if deferred.decodedClass.overrides.contains(.awakeAfterDecoding) {
                _ = try awake(deferred.object, deferred.reference)
            }
        } catch {
            var error = ModelError(wrapping: error)
            if error.hasWholePath(in: cursor.content) { throw error }
            error.path = ModelPath(cursor.path(to: deferred.place).components + error.path.components)
            throw error
        }
    }

    /// True if the object at the position names its class, and it is the given class or a subclass.
    func isAt(_ type: BaseModel.Type) -> Bool {
        if let knownObject { return ModelClass.of(Swift.type(of: knownObject)).inherits(from: type) }
        let named = try? namedClass(cursor.peekExpectedClass(), at: cursor.index, expected: type)
        let own = named.flatMap { try? context.classes.modelClass(for: $0, expected: type) }
        return own?.inherits(from: type) ?? false
    }

    /// The model at the position: an instance of the program, or the model that was already made from the file's
    /// object. Nil if there is no model yet.
    var knownObject: BaseModel? {
        if cursor.holdsInstances || context.readsParts, let model = cursor.model { return model }
        guard let known = reference.flatMap({ context.objects.object(for: $0) }) else { return nil }
        if known.isAsleep { noteEarly(known) }
        return known
    }

    /// Notes that the model that is being filled gets a model that may still be replaced. Inside a struct, it
    /// couldn't be replaced.
    private func noteEarly(_ object: BaseModel) {
        context.objects.noteReferrer(cursor.isInStruct ? nil : context.filled, of: object)
    }

    /// Consumes the value at the position, and returns it as a document that shares this one's memory.
    func decodeDocument() throws -> ModelDocument {
        try cursor.decodeDocument()
    }
}

/// The key of a dictionary's entry.
public enum ModelEntryKey: Sendable, Hashable {
    /// Text. The decoder's position is the entry's value.
    case text(String)
    /// Any other value. The decoder's position is that key; when it has been decoded, it is the entry's value.
    case value
}
