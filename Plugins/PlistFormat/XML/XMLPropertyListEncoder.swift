import FormatSupport
import Foundation
import ModelCore

/// Writes values as the text of an XML property list, as they come.
public final class XMLPropertyListEncoder: ModelEncoder {
    public let context: EncodingContext
    public var capabilities: FormatCapabilities { [.nonFinite, .data] }

    private var writer: XMLPropertyListWriter
    private let roundsDates: Bool
    private let isRewritten: Bool

    /// - Parameters:
    ///   - context: The limits of this encoding.
    ///   - indentation: How the text is indented.
    ///   - sortsKeys: True to write keys in the order of their UTF-8 bytes.
    ///   - roundsDates: True to round dates to whole seconds, false to write those with a fraction as keyed archives.
    ///   - isRewritten: True for text that Foundation will read and write: then floats are written with the digits of the double that they are
    ///     equal to, and what Foundation would change is written as a keyed archive: -0.0, and text with a carriage return or with a byte
    ///     order mark at its beginning.
    public init(
        context: EncodingContext, indentation: XMLPropertyListWriter.Indentation = .tabs, sortsKeys: Bool = false,
        roundsDates: Bool = false, isRewritten: Bool = false
    ) {
        self.context = context
        self.roundsDates = roundsDates
        self.isRewritten = isRewritten
        writer = XMLPropertyListWriter(indentation: indentation, sortsKeys: sortsKeys)
        writer.byteLimit = context.limits.bytes
    }

    /// To be called for each value.
    @inline(__always)
    private func checkSize() throws {
        if writer.isOverfull { try context.checkSize(writer.count) }
    }

    public func finish() throws -> Data { writer.finish() }

    // MARK: Keys

    public func encodeKey(_ key: ModelKey) throws {
        guard unsafe key.withUTF8({ unsafe !isChanged($0) && writer.key($0) }) else {
            throw unwritableKey(key.stringValue)
        }
    }

    public func encodeKey(_ key: String) throws {
        // Foundation would write it plainly.
        if key == "$class", !isRewritten { return writer.escapedClassKey() }
        var text = key
        guard text.withUTF8({ unsafe !isChanged($0) && writer.key($0) }) else { throw unwritableKey(key) }
    }

    private func unwritableKey(_ key: String) -> ModelError {
        ModelError(.unrepresentableValue, "XML can't hold the control characters of the key \(key.debugDescription).")
    }

    public func encodeNil(forKey key: ModelKey, isDefault: Bool) throws {
        guard !isDefault else { return }
        try encodeKey(key)
        try encodeArchive(of: ModelScalar.null)
    }

    // MARK: Scalars

    public func encodeNull() throws {
        try checkSize()
        writer.data(try EmbeddedArchive.dataOfNull(limits: context.limits))
    }

    public func encode(_ value: Bool) throws {
        try checkSize()
        writer.bool(value)
    }

    public func encode(_ value: Int64) throws {
        try checkSize()
        writer.integer(value)
    }

    public func encode(_ value: UInt64) throws {
        try checkSize()
        writer.integer(value)
    }

    public func encode(_ value: UUID) throws { try encode(value.uuidString) }
    public func encode(_ value: Data) throws {
        try checkSize()
        writer.data(try EmbeddedArchive.wrapping(value, limits: context.limits))
    }

    public func encode(_ value: ModelGeometry) throws { try encodeArchive(of: .geometry(value)) }

    public func encode(_ value: Float) throws {
        try checkSize()
        if isRewritten { try encode(Double(value)) } else { writer.real(value) }
    }

    public func encode(_ value: Double) throws {
        try checkSize()
        if isRewritten, value == 0, value.sign == .minus {
            try encodeArchive(of: .double(value))
        } else {
            writer.real(value)
        }
    }

    public func encode(_ value: String) throws {
        try checkSize()
        var text = value
        if !text.withUTF8({ unsafe !isChanged($0) && writer.string($0) }) { try encodeArchive(of: .string(value)) }
    }

    /// True for text that doesn't stay the same where Foundation reads and writes it.
    private func isChanged(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard isRewritten else { return false }
        return unsafe text.contains(0x0D) || text.starts(with: [0xEF, 0xBB, 0xBF])
    }

    public func encode(_ value: Date) throws {
        try checkSize()
        if writer.date(value) { return }
        let rounded = Date(timeIntervalSinceReferenceDate: value.timeIntervalSinceReferenceDate.rounded())
        guard roundsDates, writer.date(rounded) else { return try encodeArchive(of: .date(value)) }
    }

    public func encode(_ value: Decimal) throws {
        guard !value.isNaN else { return try encodeArchive(of: .decimal(value)) }
        try encode("\(value)")
    }

    public func encode(_ value: URL) throws {
        guard let text = ScalarConversion.text(of: value) else { return try encodeArchive(of: .url(value)) }
        try encode(text)
    }

    /// Writes what property lists have no type for.
    private func encodeArchive(of scalar: ModelScalar) throws { try encodeArchive(of: .scalar(scalar)) }

    func encodeArchive(of node: ModelNode) throws {
        try checkSize()
        writer.data(try KeyedArchive().encode(node, limits: context.limits))
    }

    // MARK: Containers

    public func beginArray(_ kind: ModelArrayKind, count: Int, identity: AnyObject?) throws -> Bool {
        writer.beginArray()
        return true
    }

    public func endArray() throws {
        writer.endArray()
        try context.checkSize(writer.count)
    }

    public func beginDictionary(keys: ModelDictionaryKeys, count: Int, identity: AnyObject?) throws -> Bool {
        guard keys == .strings else {
            throw ModelError(.unrepresentableValue, "Property lists have no dictionaries whose keys aren't text.")
        }
        writer.beginDictionary()
        return true
    }

    public func endDictionary() throws {
        writer.endDictionary()
        try context.checkSize(writer.count)
    }

    public func beginObject(_ object: AnyObject, class codedClass: CodedClass, isExpected: Bool) throws -> Bool {
        let isRoot = writer.depth == 0
        writer.beginDictionary()
        if !isExpected, !isRoot, !codedClass.name.isEmpty {
            try encodeKey("$class" as ModelKey)
            // As data, which other text becomes, nobody would take it for a name.
            var name = codedClass.name
            guard name.withUTF8({ unsafe !isChanged($0) && writer.string($0) }) else {
                throw ModelError(
                    .unrepresentableValue,
                    "XML can't hold the control characters of the class name \(name.debugDescription).")
            }
        }
        return true
    }

    public func endObject() throws { try endDictionary() }
}
