import FormatSupport
import Foundation

/// Writes values into a document.
///
/// Nothing is put in plainer terms: a document holds everything that a model may hold.
final class DocumentEncoder: ModelEncoder {
    let context: EncodingContext
    /// Those of the format that the document is for.
    let capabilities: FormatCapabilities

    /// What makes bytes of the document; nil for one that stays in memory.
    private let serialize: ((ModelDocument) throws -> Data)?

    private var builder: DocumentBuilder
    /// A document that was encoded as it is.
    private var whole: ModelDocument?
    /// The numbers of the objects that were met, which it keeps alive: so that no address is used twice.
    private var numbers = IdentityTable()
    private var nextNumber = 0

    init(
        context: EncodingContext, capabilities: FormatCapabilities = .all,
        serialize: ((ModelDocument) throws -> Data)? = nil
    ) {
        self.context = context
        self.capabilities = capabilities
        self.serialize = serialize
        builder = DocumentBuilder(limits: context.limits)
    }

    /// The document of what was encoded.
    func finishDocument() throws -> ModelDocument { try whole ?? builder.finish() }

    /// Takes a document as it is, if nothing was encoded yet.
    func takeWhole(_ document: ModelDocument) -> Bool {
        guard builder.isEmpty, whole == nil else { return false }
        if let codedClass = document.root.codedClass { context.willEncodeRoot(codedClass) }
        whole = document
        return true
    }

    func finish() throws -> Data {
        guard let serialize else { throw ModelError(.unrepresentableValue, "A document has no bytes.") }
        return try serialize(try finishDocument())
    }

    private func number(of object: AnyObject) -> Int {
        if let known = numbers.findOrInsert(object, nextNumber) { return known }
        nextNumber += 1
        return nextNumber - 1
    }

    // MARK: Keys

    func encodeKey(_ key: ModelKey) throws {
        let isNew = unsafe key.withUTF8 { bytes in
            catching { () throws(ModelError) in unsafe try builder.key(utf8: bytes) }
        }
        if let error = isNew { throw error }
    }

    func encodeKey(_ key: String) throws { try builder.key(key) }

    /// A typed error can't leave `withUTF8`.
    private func catching(_ body: () throws(ModelError) -> Void) -> ModelError? {
        do {
            try body()
            return nil
        } catch {
            return error
        }
    }

    func encodeNil(forKey key: ModelKey, isDefault: Bool) throws {
        try encodeKey(key)
        if isDefault { try builder.appendAbsent() } else { try builder.appendNull() }
    }

    func encodeReference(to object: AnyObject, forKey key: ModelKey) throws {
        try encodeKey(key)
        try hold(1)
        try builder.appendReference(to: number(of: object), isWeak: true)
    }

    // MARK: Scalars

    private func hold(_ bytes: Int) throws { try context.hold(bytes) }

    func encodeNull() throws {
        try hold(1)
        try builder.appendNull()
    }

    func encode(_ value: Bool) throws {
        try hold(1)
        try builder.append(value)
    }

    func encode(_ value: Int64) throws {
        try hold(1)
        try builder.append(value)
    }

    func encode(_ value: UInt64) throws {
        try hold(1)
        try builder.append(value)
    }

    func encode(_ value: Float) throws {
        try hold(1)
        try builder.append(value)
    }

    func encode(_ value: Double) throws {
        try hold(1)
        try builder.append(value)
    }

    func encode(_ value: String) throws {
        try hold(value.utf8.count)
        try builder.append(value)
    }

    func encode(_ value: Data) throws {
        try hold(value.count)
        try builder.append(value)
    }

    func encode(_ value: Date) throws {
        try hold(1)
        try builder.append(value)
    }

    func encode(_ value: Decimal) throws { try add(.decimal(value)) }
    func encode(_ value: URL) throws { try add(.url(value)) }
    func encode(_ value: UUID) throws { try add(.uuid(value)) }
    func encode(_ value: ModelGeometry) throws { try add(.geometry(value)) }

    func encode(_ scalar: ModelScalar) throws { try add(scalar, isDeclared: false) }

    private func add(_ scalar: ModelScalar, isDeclared: Bool = true) throws {
        try hold(scalar.byteCount)
        try builder.append(scalar, isDeclared: isDeclared)
    }

    // MARK: Containers

    /// The number that a container is to be begun with; nil, and a reference in its place, where it was begun before.
    private func identify(_ object: AnyObject?, isExpected: Bool = false) throws -> (isNew: Bool, number: Int?) {
        try hold(1)
        guard let object else { return (true, nil) }
        let number = number(of: object)
        guard builder.hasContainer(number) else { return (true, number) }
        try builder.appendReference(to: number, isExpected: isExpected)
        return (false, nil)
    }

    func beginArray(_ kind: ModelArrayKind, count: Int, identity: AnyObject?) throws -> Bool {
        let (isNew, number) = try identify(identity)
        if isNew { try builder.beginArray(kind, number: number) }
        return isNew
    }

    func endArray() throws { try builder.endArray() }

    func beginDictionary(keys: ModelDictionaryKeys, count: Int, identity: AnyObject?) throws -> Bool {
        let (isNew, number) = try identify(identity)
        guard isNew else { return false }
        switch keys {
        case .strings: try builder.beginDictionary(number: number)
        case .values: try builder.beginValueDictionary(number: number)
        }
        return true
    }

    func endDictionary() throws { try builder.endDictionary() }

    func beginObject(_ object: AnyObject, class codedClass: CodedClass, isExpected: Bool) throws -> Bool {
        let (isNew, number) = try identify(object, isExpected: isExpected)
        guard isNew else { return false }
        if codedClass.name.isEmpty {
            try builder.beginDictionary(number: number)
        } else {
            try builder.beginObject(codedClass, number: number, isExpected: isExpected)
        }
        return true
    }

    func endObject() throws { try builder.endObject() }
}
