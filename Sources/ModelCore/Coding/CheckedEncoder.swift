import Foundation

/// What a class's own code encodes to, and a type's: passes each call on, and refuses those that make no file.
///
/// So no format has to: each key comes once and has one value, an array has as many elements as it was begun with, and what is begun is
/// ended. The first error is thrown again at the end, also where the code caught it: what was written by then can't be taken back.
final class CheckedEncoder: ModelEncoder {
    /// Nil before and after its time, when somebody may have kept it.
    private var base: (any ModelEncoder)?
    private var frames: [CheckedFrame] = []
    /// The keys of all open objects, each frame's behind those of the frames around it.
    private var keys: [ModelKey] = []
    /// How many frames the code that runs must leave alone.
    private var floor = 0
    private var failure: ModelError?

    var context: EncodingContext { base?.context ?? EncodingContext(format: .node) }
    var capabilities: FormatCapabilities { base?.capabilities ?? [] }

    // MARK: Running code

    /// Runs code that encodes one value, or (`.object`) the keys and values of an object that was begun.
    static func run(
        _ kind: CheckedFrame.Kind, on encoder: any ModelEncoder, _ body: (any ModelEncoder) throws -> Void
    ) throws {
        if let checked = encoder as? CheckedEncoder { return try checked.run(kind, body) }
        let context = encoder.context
        let checked = context.spareChecked ?? CheckedEncoder()
        context.spareChecked = nil
        context.checks += 1
        checked.base = encoder
        defer {
            checked.clear()
            context.checks -= 1
            context.spareChecked = checked
        }
        if kind == .object { checked.push(.object) }
        try checked.run(kind, body)
    }

    /// Runs code that needs no checks, with the encoder behind.
    static func runUnchecked(on encoder: any ModelEncoder, _ body: (any ModelEncoder) throws -> Void) throws {
        guard let checked = encoder as? CheckedEncoder, let base = checked.base else { return try body(encoder) }
        do {
            try body(base)
        } catch {
            throw checked.fail(error)
        }
    }

    private func run(_ kind: CheckedFrame.Kind, _ body: (any ModelEncoder) throws -> Void) throws {
        if kind == .value {
            try expectValue()
            push(.value)
        }
        let context = context
        let (outerFloor, depth) = (floor, context.depth)
        floor = frames.count
        do {
            try body(self)
        } catch {
            throw fail(error)
        }
        if let failure { throw failure }
        guard frames.count == floor else { throw misuse("Something was begun that wasn't ended.") }
        try expectComplete()
        floor = outerFloor
        context.depth = depth
        if kind == .value {
            pop()
            added()
        }
    }

    private func clear() {
        base = nil
        frames.removeAll(keepingCapacity: true)
        keys.removeAll(keepingCapacity: true)
        floor = 0
        failure = nil
    }

    // MARK: Errors

    private func fail(_ error: any Error) -> ModelError {
        let error = ModelError(wrapping: error)
        if failure == nil { failure = error }
        return error
    }

    /// The first error where there was one: what comes behind it follows from it.
    private func misuse(_ reason: String, _ code: ModelError.Code = .invalidCoding) -> ModelError {
        fail(failure ?? ModelError(code, reason))
    }

    /// What calls are passed on to.
    private func ready() throws -> any ModelEncoder {
        if let failure { throw failure }
        guard let base else { throw ModelError(.invalidCoding, "The encoder was kept, and used after its time.") }
        return base
    }

    private func pass<Result>(_ body: (any ModelEncoder) throws -> Result) throws -> Result {
        let base = try ready()
        do {
            return try body(base)
        } catch {
            throw fail(error)
        }
    }

    // MARK: Frames

    private func push(_ kind: CheckedFrame.Kind, count: Int = 0) {
        frames.append(CheckedFrame(kind: kind, count: count, firstKey: keys.count))
    }

    private func pop() {
        if let frame = frames.popLast() { keys.removeLast(keys.count - frame.firstKey) }
    }

    /// Throws where no value belongs.
    private func expectValue() throws {
        guard let frame = frames.last else { return }
        switch frame.kind {
        case .value where frame.values == 1: throw misuse("More than one value was encoded.")
        case .object where !frame.owesValue, .texts where !frame.owesValue: throw misuse("A value was encoded without a key.")
        case .array where frame.values == frame.count:
            throw misuse("An array was begun with \(frame.count) elements, and has more.")
        case .entries where frame.values / 2 == frame.count:
            throw misuse("A dictionary was begun with \(frame.count) entries, and has more.")
        default: break
        }
    }

    /// Throws where something is missing of the innermost container.
    private func expectComplete() throws {
        guard let frame = frames.last else { return }
        if frame.owesValue { throw misuse("The key \(keys.last?.stringValue ?? "") has no value.") }
        switch frame.kind {
        case .object: break
        case .value where frame.values == 0: throw misuse("No value was encoded.")
        case .value: break
        case .array where frame.values != frame.count:
            throw misuse("An array was begun with \(frame.count) elements, and has \(frame.values).")
        case .entries where frame.values % 2 == 1: throw misuse("A dictionary's key has no value.")
        case .entries where frame.values / 2 != frame.count:
            throw misuse("A dictionary was begun with \(frame.count) entries, and has \(frame.values / 2).")
        case .texts where frame.values != frame.count:
            throw misuse("A dictionary was begun with \(frame.count) entries, and has \(frame.values).")
        case .array, .entries, .texts: break
        }
    }

    private func added() {
        guard let last = frames.indices.last else { return }
        frames[last].values += 1
        frames[last].owesValue = false
    }

    private func add(_ scalar: @autoclosure () -> ModelScalar, _ body: (any ModelEncoder) throws -> Void) throws {
        try expectValue()
        if let last = frames.indices.last, frames[last].kind == .entries, frames[last].values % 2 == 0 {
            guard frames[last].entryKeys.insert(scalar()) else { throw repeated("\(scalar())") }
        }
        try pass(body)
        added()
    }

    private func begin(
        _ kind: CheckedFrame.Kind, count: Int = 0, _ body: (any ModelEncoder) throws -> Bool
    ) throws -> Bool {
        try expectValue()
        guard count >= 0 else { throw misuse("Something was begun with a count of \(count).") }
        let hasBegun = try pass(body)
        added()
        if hasBegun { push(kind, count: count) }
        return hasBegun
    }

    private func end(_ kinds: CheckedFrame.Kind..., body: (any ModelEncoder) throws -> Void) throws {
        if let failure { throw failure }
        guard frames.count > floor, let frame = frames.last, kinds.contains(frame.kind) else {
            throw misuse("Something was ended that wasn't begun.")
        }
        try expectComplete()
        try pass(body)
        pop()
    }

    // MARK: Keys

    private func repeated(_ key: String) -> ModelError { misuse("The key \(key) was encoded twice.", .duplicateKey) }

    private func add(_ key: ModelKey, owesValue: Bool, _ body: (any ModelEncoder) throws -> Void) throws {
        guard let last = frames.indices.last, frames[last].kind == .object || frames[last].kind == .texts else {
            throw misuse("The key \(key) was encoded where none belongs.")
        }
        guard !frames[last].owesValue else { throw misuse("The key \(keys.last?.stringValue ?? "") has no value.") }
        guard frames[last].isNew(key, among: keys) else { throw repeated(key.stringValue) }
        keys.append(key)
        try pass(body)
        if owesValue, last < frames.count { frames[last].owesValue = true }
    }

    func encodeKey(_ key: ModelKey) throws { try add(key, owesValue: true) { try $0.encodeKey(key) } }
    func encodeKey(_ key: String) throws { try add(ModelKey(key), owesValue: true) { try $0.encodeKey(key) } }

    func encodeNil(forKey key: ModelKey, isDefault: Bool) throws {
        try add(key, owesValue: false) { try $0.encodeNil(forKey: key, isDefault: isDefault) }
    }

    func encodeReference(to object: AnyObject, forKey key: ModelKey) throws {
        try add(key, owesValue: false) { try $0.encodeReference(to: object, forKey: key) }
    }

    // MARK: Scalars

    func encodeNull() throws { try add(.null) { try $0.encodeNull() } }
    func encode(_ value: Bool) throws { try add(.bool(value)) { try $0.encode(value) } }
    func encode(_ value: Int64) throws { try add(.int64(value)) { try $0.encode(value) } }
    func encode(_ value: UInt64) throws { try add(.uint64(value)) { try $0.encode(value) } }
    func encode(_ value: Float) throws { try add(.float(value)) { try $0.encode(value) } }
    func encode(_ value: Double) throws { try add(.double(value)) { try $0.encode(value) } }
    func encode(_ value: Decimal) throws { try add(.decimal(value)) { try $0.encode(value) } }
    func encode(_ value: String) throws { try add(.string(value)) { try $0.encode(value) } }
    func encode(_ value: Data) throws { try add(.data(value)) { try $0.encode(value) } }
    func encode(_ value: Date) throws { try add(.date(value)) { try $0.encode(value) } }
    func encode(_ value: URL) throws { try add(.url(value)) { try $0.encode(value) } }
    func encode(_ value: UUID) throws { try add(.uuid(value)) { try $0.encode(value) } }
    func encode(_ value: ModelGeometry) throws { try add(.geometry(value)) { try $0.encode(value) } }
    func encode(_ scalar: ModelScalar) throws { try add(scalar) { try $0.encode(scalar) } }

    // MARK: Containers

    func beginArray(_ kind: ModelArrayKind, count: Int, identity: AnyObject?) throws -> Bool {
        try begin(.array, count: count) { try $0.beginArray(kind, count: count, identity: identity) }
    }

    func endArray() throws { try end(.array) { try $0.endArray() } }

    func beginDictionary(keys: ModelDictionaryKeys, count: Int, identity: AnyObject?) throws -> Bool {
        try begin(keys == .strings ? .texts : .entries, count: count) {
            try $0.beginDictionary(keys: keys, count: count, identity: identity)
        }
    }

    func endDictionary() throws { try end(.texts, .entries) { try $0.endDictionary() } }

    func beginObject(_ object: AnyObject, class codedClass: CodedClass, isExpected: Bool) throws -> Bool {
        try begin(.object) { try $0.beginObject(object, class: codedClass, isExpected: isExpected) }
    }

    func endObject() throws { try end(.object) { try $0.endObject() } }
}

/// A container that is being encoded.
struct CheckedFrame {
    enum Kind {
        /// One value of any kind.
        case value
        case object
        case array
        /// A dictionary whose keys are text.
        case texts
        /// A dictionary whose keys are values.
        case entries
    }

    let kind: Kind
    /// How many elements or entries were promised.
    let count: Int
    /// Where its keys begin.
    let firstKey: Int
    /// How many values there are by now, with a dictionary's keys that are values.
    var values = 0
    /// True between a key and its value.
    var owesValue = false
    /// The keys of a dictionary that are single values.
    var entryKeys = KeySet()
    /// All keys, once there are many.
    private var manyKeys = KeySet()

    init(kind: Kind, count: Int, firstKey: Int) {
        self.kind = kind
        self.count = count
        self.firstKey = firstKey
    }

    /// True for a key that isn't the frame's yet. Few keys are compared, which costs less than hashing them.
    mutating func isNew(_ key: ModelKey, among keys: [ModelKey]) -> Bool {
        guard keys.count - firstKey >= 16 else {
            return !keys[firstKey...].contains { Self.areSame($0, key) }
        }
        if manyKeys.isEmpty { for key in keys[firstKey...] { _ = manyKeys.insert(key.stringValue) } }
        return manyKeys.insert(key.stringValue)
    }

    private static func areSame(_ left: ModelKey, _ right: ModelKey) -> Bool {
        guard let one = left.literal, let other = right.literal else {
            return left.stringValue.utf8.elementsEqual(right.stringValue.utf8)
        }
        guard one.utf8CodeUnitCount == other.utf8CodeUnitCount else { return false }
        // Literals stay where they are for the program's life, and their lengths are those.
        return unsafe one.utf8Start == other.utf8Start || memcmp(one.utf8Start, other.utf8Start, one.utf8CodeUnitCount) == 0
    }
}
