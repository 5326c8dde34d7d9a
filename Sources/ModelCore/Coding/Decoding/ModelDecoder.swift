import FormatSupport

/// Reads values in the order in which the program asks for them. A class's `set(with:)` and a type's `decode(from:)`
/// get a decoder as their argument.
///
/// A decoder is at one value, its *position*. A `decode` call consumes the value; a `begin…` call enters the value.
/// In an object the program asks for keys in any order. Most code needs only `decode(_:forKey:)` and similar
/// functions.
///
/// Every call checks whether it is allowed at the position. If code enters a value and catches an error there, the
/// position is unknown afterwards. So the error is thrown again at the end.
public final class ModelDecoder {
    let context: DecodingContext

    struct State: ~Copyable {
        var cursor: DocumentCursor
        /// True if filling a model may be deferred: the decoder will be finished, and no models are compared now.
        var mayDefer: Bool
        /// Models that were made but not filled, because the stack had no room, with the indexes of their values.
        var deferred: [Deferred] = []
        /// The first elements that were skipped. `skippedCount` is the number of all skipped elements.
        var skipped: [Skipped] = []
        var skippedCount = 0
        /// The skipped values that the program's models keep, to write them back.
        var skippedValues: [SkippedValue] = []
        /// The number of values that their types can't write again as the file has them.
        var toldCount = 0
        var caught = CaughtError()
        /// The location of the values of the enum case that is decoded next.
        var place = CasePlace.key
        /// True if the decoder only finds out whether the library's decode function is called for a type: that
        /// function throws ``LibraryCoding``, and decodes nothing.
        var isAsked = false
    }

    /// The decoder's state. Only this decoder uses the state, and no function below calls other code during an
    /// access, except to convert a value. So accesses can't overlap.
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

    /// A decoder for a value with which the program sets a model. No file size limits the value, and text is accepted
    /// for numbers.
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
    /// - Parameter file: The conventions of the file from which the value was made; nil if the program made the
    ///   value.
    convenience init(_ value: Any, from file: FileConventions? = nil) throws {
        let document = try ModelEncoder.document(models: .kept) { try AnyValue.encode(value, to: $0) }
        document.content.conventions = .ofDictionary(from: file)
        self.init(document, setting: document.content.conventions)
    }

    /// A decoder for a value inside a value that this decoder reads. The file's conventions apply, and its limits
    /// count the values. ``finish()`` isn't called on the new decoder.
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

    /// Fills the models that were deferred because the stack had no room.
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

    /// The identity of the array, dictionary or object at the position. Nil if no references point to the container.
    /// The identity is the same at each reference.
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

    /// Consumes a null and returns true. For any other value, leaves the position as it is and returns false.
    func decodeNull() throws -> Bool { try cursor.decodeNull() }

    /// Consumes the text `$null` and returns true, if that text can't be a value. Foundation's `PropertyListEncoder`
    /// writes the text for nil. Otherwise leaves the position as it is.
    func decodeNullText() -> Bool { cursor.decodeNullText() }

    /// Decodes the value at the position.
    public func decode<Value: ModelValue>(_ type: Value.Type = Value.self) throws -> Value { try decodeValue(type) }

    // The decode functions of types call these.

    func decodeBool() throws -> Bool { try cursor.decodeBool() }
    /// Decodes the exact number, as the functions below do. Throws `outOfRange` for a number that the type can't
    /// represent.
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

    /// The value that `make` makes of the scalar at the position, which `make` consumes. A large index set to which
    /// several references point is made once.
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

    /// A decoder for the keyed archive in the data, or in the base64 text, at the position. Returns nil, and consumes
    /// nothing, if the value contains no archive.
    func embeddedArchive() throws -> ModelDecoder? { try cursor.embeddedArchive() }

    // MARK: Containers

    /// Enters an array or a set.
    ///
    /// - Returns: The number of elements.
    @discardableResult
    public func beginArray() throws -> Int { try cursor.beginArray() }

    /// Moves to the array's next element. After the last element, leaves the array and returns false.
    public func nextElement() throws -> Bool { try cursor.nextElement() }

    /// Enters a dictionary. Returns the number of entries.
    @discardableResult
    public func beginDictionary() throws -> Int { try cursor.beginDictionary() }

    /// Moves to the dictionary's next entry. After the last entry, leaves the dictionary and returns nil.
    public func nextEntry() throws -> ModelEntryKey? { try cursor.nextEntry() }

    /// Enters an object, or a dictionary that represents an object.
    ///
    /// - Returns: The object's class; nil if the file doesn't name it.
    @discardableResult
    public func beginObject() throws -> CodedClass? { try cursor.beginObject() }

    /// Moves to the value of `key` in the object that was entered last. Returns false if the object has no value for
    /// the key. A null is a value.
    public func moveToKey(_ key: ModelKey) throws -> Bool { try cursor.moveToKey(key) || cursor.isAtNull }

    /// Moves to the value of `key`, as ``moveToKey(_:)`` does; returns false for a null, too.
    func moveToValue(of key: ModelKey) throws -> Bool { try cursor.moveToKey(key) }

    /// True if the key of the last call of ``moveToValue(of:)`` is in the file with a nil or a null.
    var foundNil: Bool { cursor.foundNil }

    /// All keys of the object that was entered last, in the file's order.
    public func objectKeys() throws -> [String] { try cursor.objectKeys() }

    /// Leaves the object, whether or not all of it was read.
    public func endObject() throws { try cursor.endObject() }

    /// Decodes the elements of an `NSCountedSet` in an archive: an object with numbered keys.
    ///
    /// - Parameter element: Called at each element, with the element's index.
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

    /// Runs code that reads the value at the position. Its errors get a location: of the value at the end of the
    /// error's path, or of the nearest container that the file has. The location is only determined for an error.
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

    /// An error with a code and a reason, at the decoder's position.
    func error(_ code: ModelError.Code, _ reason: String) -> ModelError {
        ModelError(code, reason).at(location)
    }

    /// The error for an unexpected value at the position. It names the expected kind and the kind that was found.
    public func mismatch(expected: String) -> ModelError { cursor.mismatch(expected: expected) }

    /// The error with the key or the index of the value before its path. The program's code may catch the error.
    @inline(never)
    func failing(_ component: ModelPath.Component, _ error: any Error) -> ModelError {
        let inner = ModelError(wrapping: error).fromOutside
        guard !inner.hasWholePath(in: cursor.content) else {
            state.caught.note(inner)
            return inner
        }
        return state.caught.prefix(component, to: inner)
    }

    /// Runs code that reads elements of sets or keys of dictionaries. These are compared at once, so filling the
    /// models among them can't be deferred.
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

    /// Runs code that processes each long text and data that it reads. Each reading counts, because references may
    /// point to one text from very many locations of a small file.
    func countingText<Value>(_ body: () throws -> Value) rethrows -> Value {
        let textUse = cursor.textUse
        if textUse == .kept { cursor.textUse = .read }
        defer { cursor.textUse = textUse }
        return try body()
    }
}

/// The key of a dictionary's entry.
public enum ModelEntryKey: Sendable, Hashable {
    /// Text. The decoder's position is the entry's value.
    case text(String)
    /// Any other value. The decoder's position is the key. After the key was decoded, the position is the entry's
    /// value.
    case value
}
