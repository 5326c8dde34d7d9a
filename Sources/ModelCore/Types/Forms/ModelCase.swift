import FormatSupport

/// A case of an enum, for its ``ModelType``.
///
/// `@Model` generates the cases. An enum without the macro lists them by hand: <doc:StructsAndEnums>.
public struct ModelCase: Sendable {
    let name: String
    let keys: [PropertyKey]
    /// The struct that contains the values of the case.
    let values: (any ModelRecord.Type)?
    /// True for the case that represents every value that the enum doesn't know.
    let isUnknown: Bool
    /// The functions that encode and decode the case: a `CaseCode` of the enum.
    let code: any AnyObject & Sendable

    private init(
        _ name: String, _ keys: [PropertyKey], _ values: (any ModelRecord.Type)?, isUnknown: Bool = false,
        _ code: any AnyObject & Sendable
    ) {
        self.name = name
        self.keys = keys
        self.values = values
        self.isUnknown = isUnknown
        self.code = code
    }

    /// A case without values.
    ///
    /// - Parameters:
    ///   - name: The name of the case.
    ///   - keys: The name of the case in files, if it isn't the Swift name: a key without a path.
    ///   - isUnknown: True for the case that represents every value that the enum doesn't know.
    ///   - isCase: Returns true for a value of the case.
    ///   - make: Makes a value.
    public init<Enum: ModelRecord>(
        _ name: String, key keys: PropertyKey..., isUnknown: Bool = false,
        is isCase: @escaping @Sendable (Enum) -> Bool, make: @escaping @Sendable () -> Enum
    ) {
        self.init(name, keys, nil, isUnknown: isUnknown, PlainCase(name, isCase, make))
    }

    /// A case with values.
    ///
    /// - Parameters:
    ///   - name: The name of the case.
    ///   - keys: The name of the case in files, if it isn't the Swift name: a key without a path.
    ///   - get: Returns the values of the case in a struct. Returns nil for another case. Models in the struct are
    ///     the models that the case holds, never new models. If none of the struct's properties is required, a file
    ///     may contain the case without values.
    ///   - make: Makes a value of the case.
    @inlinable
    public init<Enum: ModelRecord, Values: ModelRecord>(
        _ name: String, key keys: PropertyKey..., get: @escaping @Sendable (Enum) -> Values?,
        make: @escaping @Sendable (Values) -> Enum
    ) {
        // Inlined, because in generic code, making the type of the optional takes longer than the rest.
        self.init(
            name, keys,
            { value, use in
                guard let values = get(value) else { return false }
                try use(values)
                return true
            }, make: make)
    }

    /// - Parameter use: Calls its second argument with the values of its first argument, and returns true. Returns
    ///   false for another case.
    @usableFromInline
    init<Enum: ModelRecord, Values: ModelRecord>(
        _ name: String, _ keys: [PropertyKey],
        _ use: @escaping @Sendable (Enum, (Values) throws -> Void) throws -> Bool,
        make: @escaping @Sendable (Values) -> Enum
    ) {
        self.init(name, keys, Values.self, ValuesCase(name, use, make))
    }

    /// The case that represents every value that the enum doesn't know, and keeps the file's value.
    ///
    /// - Parameters:
    ///   - name: The name of the case.
    ///   - get: Returns the file's value. Returns nil for another case.
    ///   - make: Makes a value of the case.
    public init<Enum: ModelRecord>(
        unknown name: String, get: @escaping @Sendable (Enum) -> ModelDocument?,
        make: @escaping @Sendable (ModelDocument) -> Enum
    ) {
        self.init(name, [], nil, isUnknown: true, DocumentCase(get, make))
    }

    /// Returns the name of a case with one value, for files that contain the name beside the value's keys. `@Model`
    /// calls it, so that the compiler refuses a value without keys, and a model: an object may be stored elsewhere in
    /// the file.
    @inlinable
    public static func name<Value: ModelRecord>(_ name: String, beside value: Value.Type) -> String
    where Value._ModelIdentity == Never { name }

    /// An unavailable overload, which the compiler chooses if the other overload doesn't fit. It is never called.
    @available(
        *, unavailable,
        message: """
            with a tag alone, a case has values with labels, or one struct or enum: give the enum a 'content', or use a \
            class with @Model(tag:), and subclasses in place of the cases
            """
    )
    @_disfavoredOverload
    public static func name<Value>(_ name: String, beside value: Value.Type) -> String { name }

    /// The type of the case's values in files: the struct, or the type of the only value. `Void` for a case without
    /// values.
    var valueType: Any.Type {
        guard let values else { return Void.self }
        guard let type = values.modelType, type.form == .value else { return values }
        return type.rows.properties.first?.valueType ?? values
    }

    /// True if a file can't contain the case without its values.
    var isRequired: Bool { values?.modelType?.rows.properties.contains(where: \.isRequired) ?? true }
}

/// The functions that take the values of one case out of an enum in memory, and make the enum from such values.
///
/// Only its subclasses are generic, and not this class: generic code that goes through a list of generic objects asks
/// the runtime for the list's type each time.
class CaseMemory: @unchecked Sendable {
    // Subclasses have no state that changes.
    fileprivate init() {}

    /// The size of the case's values in memory, in bytes.
    var size: Int { 0 }

    /// Calls `body` with the address of the values of the enum at an address. Returns nil for another case.
    func withValues(at place: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Bool) -> Bool? { nil }

    /// Makes an enum at the address `place`, from the case's values, which are moved from another address.
    ///
    /// - Parameter replacing: True if the memory at `place` already contains a value.
    func put(moving values: UnsafeMutableRawPointer, at place: UnsafeMutableRawPointer, replacing: Bool) {}

    /// Destroys the enum at an address.
    func deinitialize(_ place: UnsafeMutableRawPointer) {}
}

/// The functions that encode and decode one case of an enum.
class CaseCode<Enum: ModelRecord>: CaseMemory, @unchecked Sendable {
    /// Encodes a value of the case. Returns false for a value of another case.
    func encode(_ value: Enum, to encoder: ModelEncoder) throws -> Bool { false }

    /// Decodes a value of the case. `decodeEnum` prepares the decoder for the case.
    func decode(from decoder: ModelDecoder) throws -> Enum { throw decoder.unknownCase(of: Enum.self) }

    /// Makes the case from its values, which are moved from an address. Returns nil for the case that keeps a file's
    /// value, because this case isn't made from values.
    func make(moving values: UnsafeMutableRawPointer) -> Enum? { nil }

    final override func put(
        moving values: UnsafeMutableRawPointer, at place: UnsafeMutableRawPointer, replacing: Bool
    ) {
        guard let value = unsafe make(moving: values) else { return }
        let place = unsafe place.assumingMemoryBound(to: Enum.self)
        if replacing { unsafe place.pointee = value } else { unsafe place.initialize(to: value) }
    }

    final override func deinitialize(_ place: UnsafeMutableRawPointer) {
        unsafe place.assumingMemoryBound(to: Enum.self).deinitialize(count: 1)
    }
}

private final class PlainCase<Enum: ModelRecord>: CaseCode<Enum>, @unchecked Sendable {
    private let name: String
    private let isCase: @Sendable (Enum) -> Bool
    private let make: @Sendable () -> Enum

    init(_ name: String, _ isCase: @escaping @Sendable (Enum) -> Bool, _ make: @escaping @Sendable () -> Enum) {
        self.name = name
        self.isCase = isCase
        self.make = make
    }

    override func encode(_ value: Enum, to encoder: ModelEncoder) throws -> Bool {
        guard isCase(value) else { return false }
        try encoder.encodeCase(name, of: Enum.self)
        return true
    }

    override func decode(from decoder: ModelDecoder) throws -> Enum { make() }

    override func withValues(at place: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Bool) -> Bool? {
        guard isCase(unsafe place.assumingMemoryBound(to: Enum.self).pointee) else { return nil }
        return unsafe body(place)
    }

    override func make(moving values: UnsafeMutableRawPointer) -> Enum? { make() }
}

private final class ValuesCase<Enum: ModelRecord, Values: ModelRecord>: CaseCode<Enum>, @unchecked Sendable {
    private let key: ModelKey
    private let use: @Sendable (Enum, (Values) throws -> Void) throws -> Bool
    private let make: @Sendable (Values) -> Enum

    init(
        _ name: String, _ use: @escaping @Sendable (Enum, (Values) throws -> Void) throws -> Bool,
        _ make: @escaping @Sendable (Values) -> Enum
    ) {
        key = ModelKey(interning: name)
        self.use = use
        self.make = make
    }

    override func encode(_ value: Enum, to encoder: ModelEncoder) throws -> Bool {
        try use(value) { try encoder.encodeCase(key, $0, of: Enum.self) }
    }

    override func decode(from decoder: ModelDecoder) throws -> Enum {
        make(try decoder.decodeValues(Values.self, forKey: key))
    }

    override var size: Int { MemoryLayout<Values>.size }

    override func withValues(at place: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Bool) -> Bool? {
        var isDone: Bool?
        // The function throws only what `use` throws, and the closure throws nothing.
        _ = try? use(unsafe place.assumingMemoryBound(to: Enum.self).pointee) { values in
            unsafe withUnsafePointer(to: values) { isDone = unsafe body(UnsafeRawPointer($0)) }
        }
        return isDone
    }

    override func make(moving values: UnsafeMutableRawPointer) -> Enum? {
        make(unsafe values.assumingMemoryBound(to: Values.self).move())
    }
}

/// The case that keeps a file's value.
private final class DocumentCase<Enum: ModelRecord>: CaseCode<Enum>, @unchecked Sendable {
    private let get: @Sendable (Enum) -> ModelDocument?
    private let make: @Sendable (ModelDocument) -> Enum

    init(
        _ get: @escaping @Sendable (Enum) -> ModelDocument?, _ make: @escaping @Sendable (ModelDocument) -> Enum
    ) {
        self.get = get
        self.make = make
    }

    override func encode(_ value: Enum, to encoder: ModelEncoder) throws -> Bool {
        guard let document = get(value) else { return false }
        try ModelDocument.encode(document, to: encoder)
        return true
    }

    override func decode(from decoder: ModelDecoder) throws -> Enum {
        make(try ModelDocument.decode(from: decoder))
    }
}

/// The functions that encode and decode all cases of an enum.
final class EnumCode<Enum: ModelRecord>: Sendable {
    /// The cases with names, in the order of the declaration. Each is a `CaseCode` of the enum.
    let cases: [CaseMemory]
    /// The case for all values that the enum doesn't know. Nil if there is no such case.
    private let unknown: CaseCode<Enum>?
    private let numbers: [String: Int]

    /// Returns nil if a case belongs to another enum.
    init?(_ type: ModelType) {
        func code(_ modelCase: ModelCase) -> CaseCode<Enum>? { modelCase.code as? CaseCode<Enum> }
        cases = type.cases.compactMap(code)
        unknown = type.unknownCase.flatMap(code)
        guard cases.count == type.cases.count else { return nil }
        numbers = Dictionary(type.cases.enumerated().map { ($0.element.name, $0.offset) }) { first, _ in first }
    }

    private func code(_ number: Int) -> CaseCode<Enum> { unsafe unsafeDowncast(cases[number], to: CaseCode<Enum>.self) }

    func encode(_ value: Enum, to encoder: ModelEncoder) throws {
        for number in 0..<cases.count { if try code(number).encode(value, to: encoder) { return } }
        guard try unknown?.encode(value, to: encoder) == true else {
            throw ModelError.misuse("\(Enum.self) has a case that isn't in the list of its cases.")
        }
    }

    func decode(from decoder: ModelDecoder) throws -> Enum {
        try decoder.decodeEnum(Enum.self) { name, decoder in
            if let name, let number = numbers[name] { return try code(number).decode(from: decoder) }
            guard let unknown else { throw decoder.unknownCase(of: Enum.self) }
            if !(unknown is DocumentCase<Enum>) { try decoder.skipValue() }
            return try unknown.decode(from: decoder)
        }
    }
}

/// Reads and writes the cases of an enum in memory.
final class EnumAccess: CasesAccess {
    private let cases: [CaseMemory]

    /// - Parameter cases: The cases of the enum, at least one.
    init(_ cases: [CaseMemory]) { self.cases = cases }

    var size: Int { cases.map(\.size).max() ?? 0 }

    func withCase(at place: UnsafeRawPointer, _ body: (Int, UnsafeRawPointer) -> Bool) -> Bool {
        for number in 0..<cases.count {
            if let isDone = unsafe cases[number].withValues(at: place, { unsafe body(number, $0) }) { return isDone }
        }
        return false
    }

    func put(
        _ number: Int, moving values: UnsafeMutableRawPointer, at place: UnsafeMutableRawPointer, replacing: Bool
    ) {
        unsafe cases[number].put(moving: values, at: place, replacing: replacing)
    }

    func deinitialize(_ place: UnsafeMutableRawPointer) { unsafe cases[0].deinitialize(place) }
}
