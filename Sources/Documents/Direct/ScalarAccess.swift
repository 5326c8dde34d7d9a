/// Reads and writes the values of one scalar type in memory.
@usableFromInline
package class ScalarAccess: @unchecked Sendable {
    // Subclasses have no state that changes, but for an atomic answer.
    init() {}

    /// Returns the integer at an address. Returns nil if it doesn't fit into a signed integer of 64 bits.
    @usableFromInline func integer(at place: UnsafeRawPointer) -> Int64? { nil }
    /// Sets the integer at an address. Returns false if the type can't hold it.
    @usableFromInline func set(_ value: Int64, at place: UnsafeMutableRawPointer) -> Bool { false }
    /// Returns the text that represents the choice at an address.
    @usableFromInline func text(at place: UnsafeRawPointer) -> String? { nil }
    /// Sets the choice at an address by its text. Returns false for a text that isn't known.
    @usableFromInline func set(_ text: String, at place: UnsafeMutableRawPointer) -> Bool { false }
    /// Returns the value at an address as a scalar.
    @usableFromInline func scalar(at place: UnsafeRawPointer) -> ModelScalar { .null }
    /// Puts the value of a scalar at an address. Returns false, and changes nothing, for a scalar that the library
    /// would write differently.
    ///
    /// - Parameter replacing: True if the memory has a value.
    @usableFromInline
    func put(_ scalar: ModelScalar, at place: UnsafeMutableRawPointer, replacing: Bool) -> Bool { false }
    /// Destroys the value at an address.
    @usableFromInline func deinitialize(_ place: UnsafeMutableRawPointer) {}
}

final class IntegerAccess<Value: FixedWidthInteger>: ScalarAccess, @unchecked Sendable {
    override func integer(at place: UnsafeRawPointer) -> Int64? {
        unsafe Int64(exactly: place.assumingMemoryBound(to: Value.self).pointee)
    }

    override func set(_ value: Int64, at place: UnsafeMutableRawPointer) -> Bool {
        guard let exact = Value(exactly: value) else { return false }
        unsafe place.assumingMemoryBound(to: Value.self).pointee = exact
        return true
    }
}

/// The memory layout of an integer. Each layout has separate code, because generic code would query the type at each
/// step.
@usableFromInline
enum IntegerLayout: UInt8, Sendable {
    case int8, int16, int32, uint8, uint16, uint32, uint64
    /// The integer has another layout, and only ``IntegerAccess`` knows its type.
    case other

    init(_ type: Any.Type) {
        self =
            switch type {
            case is Int8.Type: .int8
            case is Int16.Type: .int16
            case is Int32.Type: .int32
            case is UInt8.Type: .uint8
            case is UInt16.Type: .uint16
            case is UInt32.Type: .uint32
            case is UInt64.Type: .uint64
            case is UInt.Type where UInt.bitWidth == 64: .uint64
            default: .other
            }
    }

    /// Returns the integer at an address. Returns nil if it doesn't fit into a signed integer of 64 bits.
    @unsafe
    @inlinable
    @inline(__always)
    func integer(at place: UnsafeRawPointer, _ access: ScalarAccess?) -> Int64? {
        switch self {
        case .int8: Int64(unsafe place.load(as: Int8.self))
        case .int16: Int64(unsafe place.load(as: Int16.self))
        case .int32: Int64(unsafe place.load(as: Int32.self))
        case .uint8: Int64(unsafe place.load(as: UInt8.self))
        case .uint16: Int64(unsafe place.load(as: UInt16.self))
        case .uint32: Int64(unsafe place.load(as: UInt32.self))
        case .uint64: Int64(exactly: unsafe place.load(as: UInt64.self))
        case .other: unsafe access?.integer(at: place)
        }
    }

    /// Sets the integer at an address. Returns false if its type can't hold the value.
    @unsafe
    @inlinable
    @inline(__always)
    func set(_ value: Int64, at place: UnsafeMutableRawPointer, _ access: ScalarAccess?) -> Bool {
        switch self {
        case .int8: unsafe store(Int8(exactly: value), at: place)
        case .int16: unsafe store(Int16(exactly: value), at: place)
        case .int32: unsafe store(Int32(exactly: value), at: place)
        case .uint8: unsafe store(UInt8(exactly: value), at: place)
        case .uint16: unsafe store(UInt16(exactly: value), at: place)
        case .uint32: unsafe store(UInt32(exactly: value), at: place)
        case .uint64: unsafe store(UInt64(exactly: value), at: place)
        case .other: unsafe access?.set(value, at: place) ?? false
        }
    }

    @unsafe
    @inlinable
    @inline(__always)
    func store<Value: BitwiseCopyable>(_ value: Value?, at place: UnsafeMutableRawPointer) -> Bool {
        guard let value else { return false }
        unsafe place.storeBytes(of: value, as: Value.self)
        return true
    }
}

final class ChoiceAccess<Value>: ScalarAccess, @unchecked Sendable {
    private let values: [String: Value]
    private let texts: [[UInt8]: String]

    init(_ choices: [(text: String, value: Value)]) {
        values = Dictionary(choices.map { ($0.text, $0.value) }) { first, _ in first }
        texts = Dictionary(choices.map { (Self.bytes(of: $0.value), $0.text) }) { first, _ in first }
    }

    private static func bytes(of value: Value) -> [UInt8] {
        unsafe withUnsafeBytes(of: value) { unsafe Array($0) }
    }

    override func text(at place: UnsafeRawPointer) -> String? {
        unsafe texts[Array(UnsafeRawBufferPointer(start: place, count: MemoryLayout<Value>.size))]
    }

    override func set(_ text: String, at place: UnsafeMutableRawPointer) -> Bool {
        guard let value = values[text] else { return false }
        unsafe place.assumingMemoryBound(to: Value.self).pointee = value
        return true
    }
}

/// Reads and writes values of a `RawRepresentable` type whose raw values are texts.
final class RawTextAccess<Value: RawRepresentable>: ScalarAccess, @unchecked Sendable {
    private let question: TypeQuestion<Value>?

    /// - Parameter question: Answers whether the library's own code writes a value. Nil: it does.
    init(_ question: TypeQuestion<Value>?) {
        precondition(Value.RawValue.self == String.self)
        self.question = question
    }

    override func text(at place: UnsafeRawPointer) -> String? {
        if let question, unsafe !question.isCoded(at: place) { return nil }
        // Both types are the same: a cast would ask the runtime each time.
        return unsafe withUnsafePointer(to: place.assumingMemoryBound(to: Value.self).pointee.rawValue) {
            unsafe UnsafeRawPointer($0).assumingMemoryBound(to: String.self).pointee
        }
    }

    override func set(_ text: String, at place: UnsafeMutableRawPointer) -> Bool {
        // The type's code compares the text with the texts of its cases. The work is counted unless the text is
        // short.
        guard text.utf8.count <= DecodingLimits.shortText else { return false }
        let value = unsafe withUnsafePointer(to: text) {
            unsafe Value(rawValue: UnsafeRawPointer($0).assumingMemoryBound(to: Value.RawValue.self).pointee)
        }
        guard let value else { return false }
        unsafe place.assumingMemoryBound(to: Value.self).pointee = value
        return true
    }
}

/// Reads and writes values of a `RawRepresentable` type whose raw values are integers.
final class RawIntegerAccess<Value: RawRepresentable, Raw: FixedWidthInteger>: ScalarAccess, @unchecked Sendable {
    private let question: TypeQuestion<Value>?

    /// - Parameter question: Answers whether the library's own code writes a value. Nil: it does.
    init(_ question: TypeQuestion<Value>?, _ raw: Raw.Type) {
        precondition(Value.RawValue.self == Raw.self)
        self.question = question
    }

    override func integer(at place: UnsafeRawPointer) -> Int64? {
        if let question, unsafe !question.isCoded(at: place) { return nil }
        return unsafe withUnsafePointer(to: place.assumingMemoryBound(to: Value.self).pointee.rawValue) {
            unsafe Int64(exactly: UnsafeRawPointer($0).assumingMemoryBound(to: Raw.self).pointee)
        }
    }

    override func set(_ value: Int64, at place: UnsafeMutableRawPointer) -> Bool {
        guard let raw = Raw(exactly: value) else { return false }
        let value = unsafe withUnsafePointer(to: raw) {
            unsafe Value(rawValue: UnsafeRawPointer($0).assumingMemoryBound(to: Value.RawValue.self).pointee)
        }
        guard let value else { return false }
        unsafe place.assumingMemoryBound(to: Value.self).pointee = value
        return true
    }
}

/// Reads and writes values that documents contain as another kind of scalar.
final class LoweredAccess<Value>: ScalarAccess, @unchecked Sendable {
    private let scalar: @Sendable (Value) -> ModelScalar
    private let value: @Sendable (ModelScalar) -> Value?

    init(
        _ scalar: @escaping @Sendable (Value) -> ModelScalar, _ value: @escaping @Sendable (ModelScalar) -> Value?
    ) {
        self.scalar = scalar
        self.value = value
    }

    override func scalar(at place: UnsafeRawPointer) -> ModelScalar {
        unsafe scalar(place.assumingMemoryBound(to: Value.self).pointee)
    }

    override func put(_ scalar: ModelScalar, at place: UnsafeMutableRawPointer, replacing: Bool) -> Bool {
        guard let value = value(scalar) else { return false }
        unsafe place.put(value, replacing: replacing)
        return true
    }

    override func deinitialize(_ place: UnsafeMutableRawPointer) {
        unsafe place.assumingMemoryBound(to: Value.self).deinitialize(count: 1)
    }
}

extension UnsafeMutableRawPointer {
    /// Puts a value at the address. If `replacing` is true, it replaces the value there.
    @unsafe
    @inline(__always)
    func put<Value>(_ value: Value, replacing: Bool) {
        let memory = unsafe assumingMemoryBound(to: Value.self)
        if replacing { unsafe memory.pointee = value } else { unsafe memory.initialize(to: value) }
    }
}
