import FormatSupport
import Foundation
import ModelCore

/// Writes values as a binary property list, as they come.
public final class BinaryPropertyListEncoder: ModelEncoder {
    public let context: EncodingContext
    public var capabilities: FormatCapabilities { [.nonFinite, .data, .exactDates] }

    private var builder: BinaryPropertyListBuilder

    /// An encoder for one file.
    public init(context: EncodingContext, sortsKeys: Bool = false) {
        self.context = context
        builder = BinaryPropertyListBuilder(sortsKeys: sortsKeys)
    }

    public func finish() throws -> Data {
        do {
            return try builder.finish()
        } catch {
            throw ModelError(.unrepresentableValue, error.reason)
        }
    }

    // MARK: Keys

    public func encodeKey(_ key: ModelKey) throws { unsafe key.withUTF8 { unsafe builder.addKey($0) } }
    public func encodeKey(_ key: String) throws { builder.addKey(key) }

    public func encodeNil(forKey key: ModelKey, isDefault: Bool) throws {
        guard !isDefault else { return }
        try encodeKey(key)
        try encodeArchive(of: .null)
    }

    // MARK: Scalars

    public func encodeNull() throws { builder.add(try EmbeddedArchive.dataOfNull(limits: context.limits)) }
    public func encode(_ value: Bool) throws { builder.add(value) }
    public func encode(_ value: Int64) throws { builder.add(value) }
    public func encode(_ value: UInt64) throws { builder.add(value) }
    public func encode(_ value: Float) throws { builder.add(value) }
    public func encode(_ value: Double) throws { builder.add(value) }
    public func encode(_ value: String) throws { builder.add(value) }
    public func encode(_ value: Data) throws {
        builder.add(try EmbeddedArchive.wrapping(value, limits: context.limits))
    }
    public func encode(_ value: Date) throws { builder.add(value) }
    public func encode(_ value: UUID) throws { builder.add(value.uuidString) }
    public func encode(_ value: ModelGeometry) throws { try encodeArchive(of: .geometry(value)) }

    public func encode(_ value: Decimal) throws {
        guard !value.isNaN else { return try encodeArchive(of: .decimal(value)) }
        builder.add("\(value)")
    }

    public func encode(_ value: URL) throws {
        guard let text = ScalarConversion.text(of: value) else { return try encodeArchive(of: .url(value)) }
        builder.add(text)
    }

    /// Writes what property lists have no type for.
    private func encodeArchive(of scalar: ModelScalar) throws {
        builder.add(try EmbeddedArchive.data(of: scalar, limits: context.limits))
    }

    // MARK: Containers

    public func beginArray(_ kind: ModelArrayKind, count: Int, identity: AnyObject?) throws -> Bool {
        builder.beginContainer()
        return true
    }

    public func endArray() throws {
        builder.endArray()
        try checkSize()
    }

    public func beginDictionary(keys: ModelDictionaryKeys, count: Int, identity: AnyObject?) throws -> Bool {
        guard keys == .strings else {
            throw ModelError(.unrepresentableValue, "Property lists have no dictionaries whose keys aren't text.")
        }
        builder.beginContainer()
        return true
    }

    public func endDictionary() throws {
        builder.endDictionary()
        try checkSize()
    }

    public func beginObject(_ object: AnyObject, class codedClass: CodedClass, isExpected: Bool) throws -> Bool {
        let isRoot = builder.depth == 0
        builder.beginContainer()
        if !isExpected, !isRoot, !codedClass.name.isEmpty {
            try encodeKey("$class" as ModelKey)
            builder.add(codedClass.name)
        }
        return true
    }

    public func endObject() throws { try endDictionary() }

    /// References take four bytes until the end, when they may shrink to one: the core checks the size of what is left.
    private func checkSize() throws { try context.checkSize(builder.byteCount / 4) }
}
