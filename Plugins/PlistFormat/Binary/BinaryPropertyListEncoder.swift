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
        builder = BinaryPropertyListBuilder(sortsKeys: sortsKeys, byteLimit: context.limits.bytes)
    }

    public func finish() throws -> Data {
        do {
            return try builder.finish()
        } catch {
            throw ModelError(.unrepresentableValue, error.reason)
        }
    }

    // MARK: Keys

    public func encodeKey(_ key: ModelKey) throws {
        unsafe key.withUTF8 { unsafe builder.addKey($0) }
        if builder.repeatsClassKey {
            throw ModelError(.duplicateKey, "An object that names its class has a key $class of its own.")
        }
    }

    public func encodeKey(_ key: String) throws { builder.addKey(key) }

    public func encodeNil(forKey key: ModelKey, isDefault: Bool) throws {
        guard !isDefault else { return }
        try encodeKey(key)
        try encodeArchive(of: .null)
    }

    // MARK: Scalars

    public func encodeNull() throws {
        let data = try EmbeddedArchive.dataOfNull(limits: context.limits)
        try add { $0.add(data) }
    }

    public func encode(_ value: Bool) throws { try add { $0.add(value) } }
    public func encode(_ value: Int64) throws { try add { $0.add(value) } }
    public func encode(_ value: UInt64) throws { try add { $0.add(value) } }
    public func encode(_ value: Float) throws { try add { $0.add(value) } }
    public func encode(_ value: Double) throws { try add { $0.add(value) } }
    public func encode(_ value: String) throws { try add { $0.add(value) } }
    public func encode(_ value: Data) throws {
        let data = try EmbeddedArchive.wrapping(value, limits: context.limits)
        try add { $0.add(data) }
    }
    public func encode(_ value: Date) throws { try add { $0.add(value) } }
    public func encode(_ value: UUID) throws { try add { $0.add(value.uuidString) } }
    public func encode(_ value: ModelGeometry) throws { try encodeArchive(of: .geometry(value)) }

    public func encode(_ value: Decimal) throws {
        guard !value.isNaN else { return try encodeArchive(of: .decimal(value)) }
        try add { $0.add("\(value)") }
    }

    public func encode(_ value: URL) throws {
        guard let text = ScalarConversion.text(of: value) else { return try encodeArchive(of: .url(value)) }
        try add { $0.add(text) }
    }

    /// Writes what property lists have no type for.
    private func encodeArchive(of scalar: ModelScalar) throws {
        let data = try EmbeddedArchive.data(of: scalar, limits: context.limits)
        try add { $0.add(data) }
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
            builder.addClassKey()
            try encode(codedClass.name)
        }
        return true
    }

    public func endObject() throws { try endDictionary() }

    /// Adds a value, unless there are too many already. The core checks the size of what is left in the end.
    @inline(__always)
    private func add(_ body: (inout BinaryPropertyListBuilder) -> Void) throws {
        body(&builder)
        try checkSize()
    }

    @inline(__always)
    private func checkSize() throws {
        if builder.isOverfull { throw ModelError(.bytesExceeded, "More than \(context.limits.bytes) bytes.") }
    }
}
