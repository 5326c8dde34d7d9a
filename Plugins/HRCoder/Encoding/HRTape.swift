import Foundation
import ModelCore

/// Keeps calls for an encoder, from the first reference to an object on that wasn't written yet.
final class HRTape: ModelEncoder {
    enum Event {
        case key(ModelKey)
        case text(String)
        case scalar(ModelScalar)
        case array(count: Int)
        case dictionary(count: Int)
        case object(AnyObject, CodedClass)
        case endArray, endDictionary, endObject
        /// A key and an alias, where there is such an object in the end; else nothing.
        case reference(AnyObject, key: String)
    }

    let base: any ModelEncoder
    private var events: [Event] = []
    private var byteCount = 0
    /// Where the first kept call stands.
    private let path: [ModelPath.Component]

    init(_ base: any ModelEncoder, path: [ModelPath.Component]) {
        self.base = base
        self.path = path
    }

    var context: EncodingContext { base.context }
    var capabilities: FormatCapabilities { base.capabilities }

    func add(_ event: Event) { events.append(event) }

    /// Keeps a value, which is a byte in the file at least.
    private func add(_ scalar: ModelScalar) throws {
        byteCount += scalar.byteCount
        try context.checkSize(byteCount)
        events.append(.scalar(scalar))
    }

    func encodeKey(_ key: ModelKey) throws { events.append(.key(key)) }
    func encodeKey(_ key: String) throws { events.append(.text(key)) }
    func encodeNull() throws { try add(.null) }
    func encode(_ value: Bool) throws { try add(.bool(value)) }
    func encode(_ value: Int64) throws { try add(.int64(value)) }
    func encode(_ value: UInt64) throws { try add(.uint64(value)) }
    func encode(_ value: Float) throws { try add(.float(value)) }
    func encode(_ value: Double) throws { try add(.double(value)) }
    func encode(_ value: Decimal) throws { try add(.decimal(value)) }
    func encode(_ value: String) throws { try add(.string(value)) }
    func encode(_ value: Data) throws { try add(.data(value)) }
    func encode(_ value: Date) throws { try add(.date(value)) }
    func encode(_ value: URL) throws { try add(.url(value)) }
    func encode(_ value: UUID) throws { try add(.uuid(value)) }
    func encode(_ value: ModelGeometry) throws { try add(.geometry(value)) }

    func beginArray(_ kind: ModelArrayKind, count: Int, identity: AnyObject?) throws -> Bool {
        events.append(.array(count: count))
        return true
    }

    func beginDictionary(keys: ModelDictionaryKeys, count: Int, identity: AnyObject?) throws -> Bool {
        events.append(.dictionary(count: count))
        return true
    }

    func beginObject(_ object: AnyObject, class codedClass: CodedClass, isExpected: Bool) throws -> Bool {
        events.append(.object(object, codedClass))
        return true
    }

    func endArray() throws { events.append(.endArray) }
    func endDictionary() throws { events.append(.endDictionary) }
    func endObject() throws { events.append(.endObject) }
    func finish() throws -> Data { throw ModelError(.unrepresentableValue, "Kept calls have no bytes.") }

    /// Repeats the kept calls.
    ///
    /// - Parameter find: The path of an object; nil where it wasn't written.
    func replay(_ find: (AnyObject) throws -> String?) throws {
        var path = path
        do {
            for event in events {
                Self.follow(event, &path)
                try replay(event, find)
            }
        } catch {
            var error = ModelError(wrapping: error)
            error.path.components.insert(contentsOf: path, at: 0)
            throw error
        }
        events = []
    }

    private func replay(_ event: Event, _ find: (AnyObject) throws -> String?) throws {
        switch event {
        case .key(let key): try base.encodeKey(key)
        case .text(let key): try base.encodeKey(key)
        case .scalar(let scalar): try base.encodeExpected(scalar)
        case .array(let count): _ = try base.beginArray(.array, count: count, identity: nil)
        case .dictionary(let count): _ = try base.beginDictionary(keys: .strings, count: count, identity: nil)
        case .object(let object, let codedClass): _ = try base.beginObject(object, class: codedClass, isExpected: true)
        case .endArray: try base.endArray()
        case .endDictionary: try base.endDictionary()
        case .endObject: try base.endObject()
        case .reference(let object, let key):
            guard let path = try find(object) else { return }
            try base.encodeKey(key)
            _ = try base.beginDictionary(keys: .strings, count: 1, identity: nil)
            try base.encodeKey("$alias" as ModelKey)
            try base.encode(path)
            try base.endDictionary()
        }
    }

    /// Keeps the path to the next value, whose last part is the innermost container's.
    private static func follow(_ event: Event, _ path: inout [ModelPath.Component]) {
        switch event {
        case .key(let key): name(.key(key.stringValue), &path)
        case .text(let key), .reference(_, let key): name(.key(key), &path)
        case .scalar: count(&path)
        case .array, .dictionary, .object:
            count(&path)
            path.append(.index(-1))
        case .endArray, .endDictionary, .endObject: _ = path.popLast()
        }
    }

    private static func name(_ component: ModelPath.Component, _ path: inout [ModelPath.Component]) {
        if !path.isEmpty { path[path.count - 1] = component }
    }

    private static func count(_ path: inout [ModelPath.Component]) {
        if case .index(let index)? = path.last { path[path.count - 1] = .index(index + 1) }
    }
}
