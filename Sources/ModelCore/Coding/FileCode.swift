import FormatSupport

// The encode and decode functions of properties, types and classes, for values that can only be coded through a
// document.

/// Encodes and decodes a property of a class or a struct through a document, with the property's own functions.
final class PropertyOwnCode: FileCode, @unchecked Sendable {
    private let property: ModelProperty
    private let offset: Int?
    /// False for a property of a struct.
    private let isOfModel: Bool
    /// The description of the property if models keep the encoded form in which its value was read; else nil.
    private let formRow: FormRow?

    /// - Parameters:
    ///   - property: The property.
    ///   - offset: The offset of the value in its owner, in bytes. Nil if the property is only reached by its
    ///     accessors.
    ///   - isOfModel: False for a property of a struct.
    ///   - formRow: The description of the property if models keep the encoded form in which its value was read.
    init(_ property: ModelProperty, _ offset: Int?, isOfModel: Bool, formRow: FormRow? = nil) {
        self.formRow = formRow
        self.property = property
        self.offset = offset
        self.isOfModel = isOfModel
        super.init(mayBeProgram: offset == nil || property.form != nil || !property.hasLibraryType)
    }

    private func withOwner<Result>(
        at address: UnsafeMutableRawPointer, _ body: (PropertyOwner) throws -> Result
    ) rethrows -> Result {
        guard isOfModel else { return try body(unsafe PropertyOwner(address)) }
        // The address is that of an instance of the property's class.
        return try body(PropertyOwner(unsafe Unmanaged<BaseModel>.fromOpaque(address).takeUnretainedValue()))
    }

    override var isAccessor: Bool { offset == nil && !property.isReadOnly }

    override func withValue(of owner: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Bool) -> Bool {
        if let offset { return unsafe body(owner + offset) }
        return unsafe withOwner(at: UnsafeMutableRawPointer(mutating: owner)) { unsafe property.withValue($0, body) }
    }

    override func set(moving value: UnsafeMutableRawPointer, of owner: UnsafeMutableRawPointer) -> Bool {
        unsafe withOwner(at: owner) { unsafe property.take?($0, value) ?? false }
    }

    override func encode(_ owner: UnsafeRawPointer, to encoder: ModelEncoder) throws {
        try unsafe withOwner(at: UnsafeMutableRawPointer(mutating: owner)) { try property.encode($0, offset, encoder) }
    }

    override func decode(into owner: UnsafeMutableRawPointer, from decoder: ModelDecoder) throws {
        guard let decode = property.decode else { return }
        try unsafe withOwner(at: owner) { owner in
            decoder.context.filled = owner.model
            let hasValue = decoder.cursor.hasValue()
            let slot = decoder.cursor.slot
            // A struct gets its default from its initializer, which only a document calls. The value in memory isn't
            // the default.
            if !isOfModel, !hasValue, !property.mayBeAbsent { throw decoder.cursor.requiringWhole() }
            try decode(owner, offset, decoder, hasValue)
            if !hasValue { decoder.cursor.consumeNil() }
            if let formRow, let model = owner.model { decoder.noteForm(of: formRow, in: model, at: slot) }
        }
    }
}

/// Encodes and decodes a type through a document, for elements of a collection that don't have the usual encoded form.
final class ValueOwnCode<Value: ModelValue>: FileCode, @unchecked Sendable {
    init() { super.init(mayBeProgram: !(Value.self is any FormedScalar.Type || Value.self is any LoweredScalar.Type)) }

    override func value(from decoder: ModelDecoder) throws -> ((UnsafeMutableRawPointer) -> Void)? {
        let value = try decoder.decodeValue(Value.self)
        return { unsafe $0.assumingMemoryBound(to: Value.self).initialize(to: value) }
    }
}

/// Encodes and decodes an enum through a document, for values whose case has no form.
final class EnumOwnCode<Enum: ModelRecord>: FileCode, @unchecked Sendable {
    init() { super.init(mayBeProgram: false) }

    override func encode(_ owner: UnsafeRawPointer, to encoder: ModelEncoder) throws {
        try Enum.encode(unsafe owner.assumingMemoryBound(to: Enum.self).pointee, to: encoder)
    }
}

/// Encodes and decodes a class through a document, with the functions of the class.
final class ClassOwnCode: FileCode, @unchecked Sendable {
    private let type: BaseModel.Type

    init(_ type: BaseModel.Type) {
        self.type = type
        super.init(mayBeProgram: true)
    }

    override func encode(_ owner: UnsafeRawPointer, to encoder: ModelEncoder) throws {
        // The address is that of an instance of the class.
        let object = unsafe Unmanaged<BaseModel>.fromOpaque(owner).takeUnretainedValue()
        try encoder.encodeWhole(object, expected: type)
    }

    override func object(from decoder: ModelDecoder) throws -> BaseModel { try decoder.decodeObject(as: type) }

    override func require(_ object: BaseModel) throws {
        guard !ModelClass.of(Swift.type(of: object)).inherits(from: type), Swift.type(of: object) != type else {
            return
        }
        throw ModelError.otherClass("\(Swift.type(of: object))", expected: "\(type)")
    }
}

/// The superclass of all objects that encode and decode values through a document.
class FileCode: OwnCode, @unchecked Sendable {
    let mayBeProgram: Bool
    var isAccessor: Bool { false }

    /// Returns the object as a `FileCode`. No other class conforms to the protocol.
    @inline(__always)
    fileprivate static func of(_ code: any OwnCode) -> FileCode { unsafe unsafeDowncast(code, to: FileCode.self) }

    // Subclasses have no state that changes.
    fileprivate init(mayBeProgram: Bool) { self.mayBeProgram = mayBeProgram }

    func withValue(of owner: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Bool) -> Bool { false }
    func set(moving value: UnsafeMutableRawPointer, of owner: UnsafeMutableRawPointer) -> Bool { false }
    func encode(_ owner: UnsafeRawPointer, to encoder: ModelEncoder) throws {}
    func decode(into owner: UnsafeMutableRawPointer, from decoder: ModelDecoder) throws {}
    /// Decodes a value of a type, and returns a function that initializes memory with the value. Returns nil for a
    /// property and for a class.
    func value(from decoder: ModelDecoder) throws -> ((UnsafeMutableRawPointer) -> Void)? { nil }
    func object(from decoder: ModelDecoder) throws -> BaseModel? { nil }
    func require(_ object: BaseModel) throws {}

    func makeEncoder(
        _ capabilities: FormatCapabilities, _ conventions: FileConventions, _ limits: DecodingLimits
    ) -> any OwnEncoder { FileCodeEncoder(capabilities, conventions, limits) }

    func makeDecoder(
        _ content: ModelDocument.Content, _ capabilities: FormatCapabilities, _ conventions: FileConventions,
        _ limits: DecodingLimits, byteCount: Int
    ) -> any OwnDecoder { FileCodeDecoder(content, capabilities, conventions, limits, byteCount: byteCount) }
}

/// Encodes the values of one file that can only be written through a document, with one encoder.
private final class FileCodeEncoder: OwnEncoder {
    private let encoder: ModelEncoder

    init(_ capabilities: FormatCapabilities, _ conventions: FileConventions, _ limits: DecodingLimits) {
        encoder = ModelEncoder(
            conventions, capabilities: capabilities, limits: limits,
            models: capabilities.contains(.identity) ? .placed : .encoded)
    }

    func encode(_ code: any OwnCode, in owner: UnsafeRawPointer, depth: Int) throws(ModelError) -> OwnValue {
        do {
            let document = try encoder.member(depth: depth) { try unsafe FileCode.of(code).encode(owner, to: $0) }
            if encoder.needsWhole { return .none }
            return document.map { .document($0) } ?? .absent
        } catch {
            if encoder.needsWhole { return .none }
            throw ModelError(wrapping: error)
        }
    }

    func encode(
        membersOf object: UnsafeRawPointer, to members: any OwnMembers, depth: Int
    ) throws(ModelError) -> Bool {
        // The address is that of an instance of the class that `code` belongs to.
        let object = unsafe Unmanaged<BaseModel>.fromOpaque(object).takeUnretainedValue()
        do {
            try encoder.encode(membersOf: object, to: members, depth: depth)
            return true
        } catch {
            if encoder.state.needsWhole { return false }
            throw ModelError(wrapping: error)
        }
    }
}

/// Decodes the values of one file that can only be read through a document, with one decoder.
private final class FileCodeDecoder: OwnDecoder {
    private let content: ModelDocument.Content
    private let capabilities: FormatCapabilities
    private let context: DecodingContext
    /// The decoder. It is made when the reader of the format has set the conventions of the content.
    private lazy var decoder: ModelDecoder = {
        context.conventions = content.conventions.read(as: context.conventions.reading)
        return ModelDecoder(ModelDocument(content), context: context, capabilities: capabilities, isFinished: true)
    }()

    init(
        _ content: ModelDocument.Content, _ capabilities: FormatCapabilities, _ conventions: FileConventions,
        _ limits: DecodingLimits, byteCount: Int
    ) {
        self.content = content
        self.capabilities = capabilities
        context = DecodingContext(conventions, byteCount: byteCount, limits: limits, report: nil)
        context.readsParts = true
        context.hasEnd = true
        context.objects.collectsMade = capabilities.contains(.identity)
    }

    func set(_ code: any OwnCode, in owner: UnsafeMutableRawPointer, to index: Int, depth: Int) throws(ModelError) {
        try decoder.decodePart(at: index, depth: depth) { try unsafe FileCode.of(code).decode(into: owner, from: $0) }
    }

    func read(
        _ code: any OwnCode, into place: UnsafeMutableRawPointer, from index: Int, depth: Int
    ) throws(ModelError) -> Bool {
        let initialize = try unsafe decoder.decodePart(at: index, depth: depth) {
            try unsafe FileCode.of(code).value(from: $0)
        }
        unsafe initialize?(place)
        return unsafe initialize != nil
    }

    func object(
        _ code: any OwnCode, from index: Int, depth: Int, filling made: AnyObject?
    ) throws(ModelError) -> AnyObject? {
        // Only the object for a class calls this, so the instance is a model.
        context.unfilled = made.map { unsafe unsafeDowncast($0, to: BaseModel.self) }
        defer { context.unfilled = nil }
        return try decoder.decodePart(at: index, depth: depth) { try FileCode.of(code).object(from: $0) }
    }

    func fill(_ object: AnyObject, from members: any UnreadMembers, depth: Int) throws(ModelError) {
        // `code` belongs to a class of models.
        try decoder.fill(unsafe unsafeDowncast(object, to: BaseModel.self), from: members, depth: depth)
    }

    func awake(_ object: AnyObject, expected: (any OwnCode)?) throws(ModelError) -> AnyObject {
        guard let object = object as? BaseModel, let expected else { return object }
        if object.inverseUpkeep == .removals {
            object.inverseUpkeep = .all
            BaseModel.relations.link(object, in: context)
            return object
        }
        do {
            let awake = try object.awakeAfterDecoding()
            try FileCode.of(expected).require(awake)
            return awake
        } catch {
            throw ModelError(wrapping: error)
        }
    }

    var needsWhole: Bool { context.needsWhole }

    func takeMade() -> [(object: AnyObject, number: Int)] { context.objects.takeMade() }

    func finish() { context.finish() }
}

extension ModelEncoder {
    /// True if the value can't be encoded without the rest of the file, for example because it contains references.
    var needsWhole: Bool { models == .placed && (state.needsWhole || builder.hasReferences) }

    /// The document of the value that `body` encodes for a key. The document is valid until the next call. Returns
    /// nil if the key is omitted.
    fileprivate func member(depth: Int, _ body: (ModelEncoder) throws -> Void) throws -> ModelDocument? {
        restart(depth: depth)
        try body(self)
        if let failure = state.caught.first { throw failure }
        return try state.whole ?? endMember()
    }

    /// Ends the document of a value. Returns nil if the key is omitted.
    func endMember() throws -> ModelDocument? {
        try builder.endMember()
        try encodeRest()
        guard let document = try builder.member() else { return nil }
        do {
            return try builder.nesting.applied(to: document)
        } catch {
            // A key path may go into a model.
            state.needsWhole = true
            throw error
        }
    }
}

extension ModelDecoder {
    /// Runs code that reads a part of the file: a value that is read through a document, while the other values are
    /// read directly.
    ///
    /// - Parameters:
    ///   - place: The index of the value in the document.
    ///   - depth: The number of levels of nesting around the value.
    fileprivate func decodePart<Value>(
        at place: Int, depth: Int, _ body: (ModelDecoder) throws -> Value
    ) throws(ModelError) -> Value {
        try decodePart(depth: depth) {
            cursor.begin(part: place)
            return try body(self)
        }
    }

    /// Runs code that begins a part of the file and reads it. `depth` is the number of levels of nesting around the
    /// value.
    func decodePart<Value>(depth: Int, _ body: () throws -> Value) throws(ModelError) -> Value {
        // It isn't certain that a model exists after the part was read.
        defer { (context.filled, context.merged) = (nil, nil) }
        do {
            context.resume(at: depth)
            state.caught = CaughtError()
            let value = try body()
            guard cursor.isAtRoot else { throw state.caught.first ?? DocumentCursor.notLeft }
            try decodeRest()
            return value
        } catch {
            let first = ModelError(wrapping: cursor.isAtRoot ? error : state.caught.first ?? error)
            // Another part of the file may be read next. If it comes first in the file, its error counts.
            cursor.unwind(to: 0, depth: depth)
            throw first
        }
    }
}
