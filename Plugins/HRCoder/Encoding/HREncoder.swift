import FormatSupport
import Foundation
import ModelCore

/// Writes classes, references and coded values with a plain format's encoder.
@safe
final class HREncoder: ModelEncoder {
    let context: EncodingContext
    let capabilities: FormatCapabilities = .all

    private let plain: any ModelEncoder
    /// Keeps the calls for the plain format from the first reference on whose object wasn't written yet.
    private var tape: HRTape?
    let form: HRForm
    /// Behind a pointer, because each access to a class's property of this size would be checked for exclusivity while
    /// the program runs. Nobody else has it, and no call below calls out while it is accessed. It lives as long as this object.
    let places: UnsafeMutablePointer<HRPlaces>

    /// Objects begin without a class as far as the plain format knows: this layer names it.
    private static let anonymous = CodedClass(name: "")

    init(_ base: any ModelEncoder, form: HRForm, context: EncodingContext) {
        plain = base
        self.form = form
        self.context = context
        unsafe places = .allocate(capacity: 1)
        unsafe places.initialize(to: HRPlaces())
    }

    deinit {
        unsafe places.deinitialize(count: 1)
        unsafe places.deallocate()
    }

    /// Calls `body` with what the plain format's values are given to. Lent, so that no call counts a reference to it.
    @inline(__always)
    func write(_ body: (any ModelEncoder) throws -> Void) rethrows {
        if let tape { try body(tape) } else { try body(plain) }
    }

    func finish() throws -> Data {
        try tape?.replay { try self.aliasPath(to: $0) }
        return try plain.finish()
    }

    // MARK: Keys

    func encodeKey(_ key: ModelKey) throws {
        guard let literal = key.literal, unsafe literal.utf8Start.pointee != UInt8(ascii: "$") else {
            return try encodeKey(key.stringValue)
        }
        unsafe places.pointee.frame.literal = literal
        unsafe places.pointee.frame.hasText = false
        do {
            try write { try $0.encodeKey(key) }
        } catch {
            try encodeRefusedKey(key.stringValue, error)
        }
    }

    func encodeKey(_ key: String) throws {
        let written = key.utf8.first == UInt8(ascii: "$") ? HRKeys.escaped(key) : key
        unsafe places.pointee.setKey(written)
        do {
            try write { try $0.encodeKey(written) }
        } catch {
            try encodeRefusedKey(key, error)
        }
    }

    @inline(never)
    private func encodeRefusedKey(_ key: String, _ error: any Error) throws {
        guard let encoded = HRKeys.encoded(key) else { throw error }
        unsafe places.pointee.setKey(encoded)
        try write { try $0.encodeKey(encoded) }
    }

    private static func takenTwice() -> ModelError {
        ModelError(.unrepresentableValue, "The plain format took a new object for one that it has already.")
    }

    // MARK: References

    func encodeReference(to object: AnyObject, forKey key: ModelKey) throws {
        if let place = unsafe places.pointee.find(object) {
            try encodeKey(key)
            return try encodeAlias(place)
        }
        // The path isn't known before the object is written: from here on calls are kept until all are.
        let tape = tape ?? HRTape(plain, path: unsafe places.pointee.errorPath)
        self.tape = tape
        let text = key.stringValue
        tape.add(.reference(object, key: text.utf8.first == UInt8(ascii: "$") ? HRKeys.escaped(text) : text))
    }

    /// The path to an object; nil where it was never written.
    private func aliasPath(to object: AnyObject) throws -> String? {
        unsafe places.pointee.find(object).map { unsafe places.pointee.path($0) }
    }

    private func encodeAlias(_ place: Int) throws {
        try step()
        try write { _ = try $0.beginDictionary(keys: .strings, count: 1, identity: nil) }
        try write { try $0.encodeKey("$alias" as ModelKey) }
        try write { try $0.encode(unsafe places.pointee.path(place)) }
        try write { try $0.endDictionary() }
    }

    // MARK: Containers

    /// To be called before each value: counts it, and names it in a coded collection.
    @inline(__always)
    func step() throws {
        unsafe places.pointee.frame.index &+= 1
        let naming = unsafe places.pointee.frame.naming
        if naming == .elements || naming == .entries { try nameValue() }
    }

    @inline(never)
    private func nameValue() throws {
        let frame = unsafe places.pointee.frame
        try write { try $0.encodeKey(HRPlaces.name(frame.naming, frame.index)) }
    }

    /// Opens a container; false where an alias was written in its place.
    @inline(__always)
    private func open(_ object: AnyObject?, _ naming: HRPlaces.Naming) throws -> Bool {
        guard let object else {
            unsafe places.pointee.open(naming)
            return true
        }
        guard let known = unsafe places.pointee.open(object, naming) else { return true }
        // The value was counted already.
        unsafe places.pointee.frame.index &-= 1
        try encodeAlias(known)
        return false
    }

    func beginArray(_ kind: ModelArrayKind, count: Int, identity: AnyObject?) throws -> Bool {
        if kind != .array { return try beginSet(kind, count: count, identity: identity) }
        let naming = unsafe places.pointee.frame.naming
        unsafe places.pointee.frame.index &+= 1
        guard try open(identity, .indexes) else { return false }
        if naming == .elements || naming == .entries { try nameOuterValue() }
        try write { _ = try $0.beginArray(.array, count: count, identity: nil) }
        return true
    }

    private func beginSet(_ kind: ModelArrayKind, count: Int, identity: AnyObject?) throws -> Bool {
        try beginCoded(.elements, kind == .set ? "NSSet" : "NSOrderedSet", count: count, identity: identity)
    }

    private func beginCoded(
        _ naming: HRPlaces.Naming, _ className: String, count: Int, identity: AnyObject?
    ) throws -> Bool {
        let around = unsafe places.pointee.frame.naming
        unsafe places.pointee.frame.index &+= 1
        guard try open(identity, naming) else { return false }
        if around == .elements || around == .entries { try nameOuterValue() }
        try write { _ = try $0.beginDictionary(keys: .strings, count: count + 1, identity: nil) }
        try write { try $0.encodeKey("$class" as ModelKey) }
        try write { try $0.encode(className) }
        return true
    }

    /// Names the container that was just opened in the one around it.
    @inline(never)
    private func nameOuterValue() throws {
        guard let frame = unsafe places.pointee.outer.last else { return }
        try write { try $0.encodeKey(HRPlaces.name(frame.naming, frame.index)) }
    }

    func endArray() throws {
        let naming = unsafe places.pointee.frame.naming
        unsafe try places.pointee.close()
        if naming == .elements { try write { try $0.endDictionary() } } else { try write { try $0.endArray() } }
    }

    func beginDictionary(keys: ModelDictionaryKeys, count: Int, identity: AnyObject?) throws -> Bool {
        guard keys == .strings else {
            return try beginCoded(.entries, "NSDictionary", count: count * 2, identity: identity)
        }
        let naming = unsafe places.pointee.frame.naming
        unsafe places.pointee.frame.index &+= 1
        guard try open(identity, .keys) else { return false }
        if naming == .elements || naming == .entries { try nameOuterValue() }
        try write { _ = try $0.beginDictionary(keys: .strings, count: count, identity: nil) }
        return true
    }

    func endDictionary() throws {
        unsafe try places.pointee.close()
        try write { try $0.endDictionary() }
    }

    func beginObject(_ object: AnyObject, class codedClass: CodedClass, isExpected: Bool) throws -> Bool {
        let naming = unsafe places.pointee.frame.naming
        unsafe places.pointee.frame.index &+= 1
        guard try open(object, .keys) else { return false }
        if naming == .elements || naming == .entries { try nameOuterValue() }
        try write {
            guard try $0.beginObject(object, class: Self.anonymous, isExpected: true) else { throw Self.takenTwice() }
        }
        let name = codedClass.name
        if !name.isEmpty {
            try write { try $0.encodeKey("$class" as ModelKey) }
            try write { try $0.encode(HRKeys.writtenClassName(name)) }
        }
        return true
    }

    func endObject() throws {
        unsafe try places.pointee.close()
        try write { try $0.endObject() }
    }
}
