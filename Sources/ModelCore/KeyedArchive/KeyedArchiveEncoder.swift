import FormatSupport
import Foundation

/// Writes keyed archives: passes the calls on to an ``ArchiveOutput``.
@safe
final class KeyedArchiveEncoder: ModelEncoder {
    let context: EncodingContext
    let capabilities: FormatCapabilities = .all

    /// Behind a pointer, because each access to a class's property of this size would be checked for exclusivity while the
    /// program runs. One thread uses an encoder, and no call of this class leads to another.
    private let pointer: UnsafeMutablePointer<ArchiveOutput>

    private var output: ArchiveOutput {
        @inline(__always) _read { yield unsafe pointer.pointee }
        @inline(__always) _modify { yield unsafe &pointer.pointee }
    }

    /// Makes the file of an archive that is a secret; nil for one that isn't.
    private let finishing: ((consuming ByteBuffer) throws -> Data)?

    init(
        context: EncodingContext, capacity: Int = 1 << 16, finishing: ((consuming ByteBuffer) throws -> Data)? = nil
    ) {
        self.context = context
        self.finishing = finishing
        unsafe pointer = .allocate(capacity: 1)
        unsafe pointer.initialize(to: ArchiveOutput(capacity: capacity, wipesMemory: finishing != nil, byteLimit: context.limits.bytes))
    }

    deinit {
        unsafe pointer.deinitialize(count: 1)
        unsafe pointer.deallocate()
    }

    // MARK: Keys

    func encodeKey(_ key: ModelKey) throws { output.encodeKey(key) }
    func encodeKey(_ key: String) throws { output.encodeKey(key) }

    func encodeNil(forKey key: ModelKey, isDefault: Bool) throws {
        output.encodeKey(key)
        try write { $0.encodeNil() }
    }

    func encodeReference(to object: AnyObject, forKey key: ModelKey) throws {
        output.encodeKey(key)
        try write { $0.encodeReference(to: object) }
    }

    // MARK: Scalars

    func encodeNull() throws { try write { $0.encodeNull() } }
    func encode(_ value: Bool) throws { try write { $0.encode(value) } }
    func encode(_ value: Int64) throws { try write { $0.encode(value) } }
    func encode(_ value: UInt64) throws { try write { $0.encode(value) } }
    func encode(_ value: Float) throws { try write { $0.encode(value) } }
    func encode(_ value: Double) throws { try write { $0.encode(value) } }
    func encode(_ value: Decimal) throws { try write { $0.encode(value) } }
    func encode(_ value: String) throws { try write { $0.encode(value) } }
    func encode(_ value: Data) throws { try write { $0.encode(value) } }
    func encode(_ value: Date) throws { try write { $0.encode(value) } }
    func encode(_ value: URL) throws { try write { $0.encode(value) } }
    func encode(_ value: UUID) throws { try write { $0.encode(value) } }
    func encode(_ value: ModelGeometry) throws { try write { $0.encode(value) } }

    // MARK: Containers

    func beginArray(_ kind: ModelArrayKind, count: Int, identity: AnyObject?) throws -> Bool {
        let codedClass =
            switch kind {
            case .array: ArchiveClasses.array
            case .set: ArchiveClasses.set
            case .orderedSet: ArchiveClasses.orderedSet
            }
        return output.begin(.array, codedClass, identity)
    }

    func endArray() throws { try end() }

    func beginDictionary(keys: ModelDictionaryKeys, count: Int, identity: AnyObject?) throws -> Bool {
        output.begin(.dictionary, ArchiveClasses.dictionary, identity)
    }

    func endDictionary() throws { try end() }

    func beginObject(_ object: AnyObject, class codedClass: CodedClass, isExpected: Bool) throws -> Bool {
        // An object that nobody knows the class of is a dictionary.
        guard !codedClass.name.isEmpty else { return output.begin(.dictionary, ArchiveClasses.dictionary, object) }
        return output.begin(.object, codedClass, object)
    }

    func endObject() throws { try end() }

    private func end() throws { try write { $0.end() } }

    /// Writes something, and throws where the file gets too large. The core checks the size of what is left in the end.
    @inline(__always)
    private func write(_ body: (inout ArchiveOutput) -> Void) throws {
        body(&output)
        if output.isOverfull { throw ModelError.tooLarge(context.limits.bytes) }
    }

    func finish() throws -> Data {
        let top = try output.finish()
        guard let finishing else { return try output.writer.finish(top: top) }
        return try finishing(output.takeWriter().finishBuffer(top: top))
    }
}
