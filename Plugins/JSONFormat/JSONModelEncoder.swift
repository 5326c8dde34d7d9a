import FormatSupport
import Foundation
import ModelCore

/// Writes values as JSON.
@safe
final class JSONModelEncoder: ModelEncoder {
    let context: EncodingContext
    let capabilities: FormatCapabilities = [.null]

    /// Behind a pointer, because each access to a class's property of this size would be checked for exclusivity while
    /// the program runs. Nobody else has it, and no call below calls out, so accesses can't overlap. It lives as long as this object.
    private let writer: UnsafeMutablePointer<JSONWriter>

    init(options: JSONFormat.WritingOptions, context: EncodingContext) {
        self.context = context
        unsafe writer = .allocate(capacity: 1)
        unsafe writer.initialize(to: JSONWriter(options, byteLimit: context.limits.bytes))
    }

    deinit {
        unsafe writer.deinitialize(count: 1)
        unsafe writer.deallocate()
    }

    func encodeKey(_ key: ModelKey) throws { unsafe try key.withUTF8 { unsafe try writer.pointee.key($0) } }

    func encodeKey(_ key: String) throws {
        var key = key
        try key.withUTF8 { unsafe try writer.pointee.key($0) }
    }

    func encodeNull() throws { try literal("null") }
    func encode(_ value: Bool) throws { try literal(value ? "true" : "false") }

    private func literal(_ text: StaticString) throws {
        unsafe try writer.pointee.beginValue()
        unsafe writer.pointee.buffer.append(text)
    }

    func encode(_ value: Int64) throws {
        unsafe try writer.pointee.beginValue()
        unsafe writer.pointee.buffer.appendText(value)
    }

    func encode(_ value: UInt64) throws {
        unsafe try writer.pointee.beginValue()
        unsafe writer.pointee.buffer.appendText(value)
    }

    func encode(_ value: Float) throws {
        guard value.isFinite else { throw notFinite("\(value)") }
        unsafe try writer.pointee.beginValue()
        unsafe writer.pointee.buffer.appendText(value)
    }

    func encode(_ value: Double) throws {
        guard value.isFinite else { throw notFinite("\(value)") }
        unsafe try writer.pointee.beginValue()
        unsafe writer.pointee.buffer.appendText(value)
    }

    func encode(_ value: Decimal) throws {
        guard value.isFinite else { throw notFinite("\(value)") }
        unsafe try writer.pointee.beginValue()
        unsafe writer.pointee.buffer.append(value.description)
    }

    private func notFinite(_ text: String) -> ModelError {
        ModelError(.unrepresentableValue, "JSON has no form for the number \(text).")
    }

    func encode(_ value: String) throws {
        unsafe try writer.pointee.beginValue()
        // Without a copy, and so without counting a reference, for every string that is stored as UTF-8.
        let isWritten: Void? = unsafe value.utf8.withContiguousStorageIfAvailable { unsafe writer.pointee.string($0) }
        guard isWritten == nil else { return }
        var copy = value
        copy.withUTF8 { unsafe writer.pointee.string($0) }
    }

    func encode(_ value: Data) throws {
        unsafe try writer.pointee.beginValue()
        unsafe writer.pointee.buffer.append(UInt8(ascii: "\""))
        unsafe Base64.encode(value, to: &writer.pointee.buffer)
        unsafe writer.pointee.buffer.append(UInt8(ascii: "\""))
    }

    func encode(_ value: Date) throws {
        if let text = DateText.exactString(from: value) { try encode(text) } else { try encodeArchived(value) }
    }

    func encode(_ value: URL) throws {
        if let text = ScalarConversion.text(of: value) { try encode(text) } else { try encodeArchived(value) }
    }

    func encode(_ value: UUID) throws { try encode(value.uuidString) }

    func encode(_ value: ModelGeometry) throws {
        try encode(try KeyedArchive().encode(limits: context.limits) { try $0.encode(value) })
    }

    private func encodeArchived<Value: ModelValue>(_ value: Value) throws {
        try encode(try KeyedArchive().encode(value, limits: context.limits))
    }

    func beginArray(_ kind: ModelArrayKind, count: Int, identity: AnyObject?) throws -> Bool {
        try begin(UInt8(ascii: "["), .element)
        return true
    }

    func endArray() throws { unsafe try writer.pointee.endArray() }

    func beginDictionary(keys: ModelDictionaryKeys, count: Int, identity: AnyObject?) throws -> Bool {
        guard keys == .strings else {
            throw ModelError(
                .unrepresentableValue, "JSON's keys are text: a dictionary with other keys can't be written.")
        }
        try begin(UInt8(ascii: "{"), .key)
        return true
    }

    func endDictionary() throws { unsafe try writer.pointee.endObject() }

    func beginObject(_ object: AnyObject, class codedClass: CodedClass, isExpected: Bool) throws -> Bool {
        let isRoot = unsafe writer.pointee.outer.isEmpty
        try begin(UInt8(ascii: "{"), .key)
        // A root that names its class would be taken for HRCoded JSON; whoever reads a plain file says what it holds.
        if !isExpected, !isRoot, !codedClass.name.isEmpty {
            unsafe writer.pointee.className(codedClass.name)
        }
        return true
    }

    func endObject() throws { unsafe try writer.pointee.endObject() }

    private func begin(_ bracket: UInt8, _ state: JSONWriter.State) throws {
        unsafe try context.checkSize(writer.pointee.buffer.count)
        unsafe try writer.pointee.begin(bracket, state)
    }

    func finish() throws -> Data { unsafe try writer.pointee.finish() }
}
