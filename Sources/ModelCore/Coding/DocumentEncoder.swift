import FormatSupport
import Foundation

/// Writes values into a document.
///
/// Nothing is put in plainer terms: a document holds everything that a model may hold.
final class DocumentEncoder: ModelEncoder {
    let context: EncodingContext
    /// Those of the format that the document is for.
    let capabilities: FormatCapabilities

    /// Nobody else has it, and no call below calls out while it is accessed: so accesses can't overlap.
    @exclusivity(unchecked) private var builder: DocumentBuilder
    /// A document that was encoded as it is.
    private var whole: ModelDocument?
    @exclusivity(unchecked) private var numbers = Numbers()

    init(context: EncodingContext, capabilities: FormatCapabilities = .all) {
        self.context = context
        self.capabilities = capabilities
        unsafe builder = DocumentBuilder(limits: context.limits)
    }

    /// The document of what was encoded.
    func finishDocument() throws -> ModelDocument { unsafe try whole ?? builder.finish() }

    /// Takes a document as it is, if nothing was encoded yet.
    func takeWhole(_ document: ModelDocument) -> Bool {
        guard unsafe builder.isEmpty, whole == nil else { return false }
        if let codedClass = document.root.codedClass { context.willEncodeRoot(codedClass) }
        whole = document
        return true
    }

    /// The numbers of the objects that were met, which it keeps alive: so that no address is used twice.
    private struct Numbers: ~Copyable {
        private var known = IdentityTable()
        private var next = 0

        @inline(__always)
        mutating func number(of object: AnyObject) -> Int {
            if let known = known.findOrInsert(object, next) { return known }
            next &+= 1
            return next &- 1
        }
    }

    // MARK: Keys

    func encodeKey(_ key: ModelKey) throws { unsafe try builder.key(key) }
    func encodeKey(_ key: String) throws { unsafe try builder.key(key) }

    func encodeNil(forKey key: ModelKey, isDefault: Bool) throws {
        try encodeKey(key)
        if isDefault { unsafe try builder.appendAbsent() } else { unsafe try builder.appendNull() }
    }

    func encodeReference(to object: AnyObject, forKey key: ModelKey) throws {
        try encodeKey(key)
        unsafe try builder.appendReference(to: numbers.number(of: object), isWeak: true)
    }

    // MARK: Scalars

    func encodeNull() throws {
        unsafe try builder.appendNull()
    }

    func encode(_ value: Bool) throws {
        unsafe try builder.append(value)
    }

    func encode(_ value: Int64) throws {
        unsafe try builder.append(value)
    }

    func encode(_ value: UInt64) throws {
        unsafe try builder.append(value)
    }

    func encode(_ value: Float) throws {
        unsafe try builder.append(value)
    }

    func encode(_ value: Double) throws {
        unsafe try builder.append(value)
    }

    func encode(_ value: String) throws {
        unsafe try builder.append(value)
    }

    func encode(_ value: Data) throws {
        unsafe try builder.append(value)
    }

    func encode(_ value: Date) throws {
        unsafe try builder.append(value)
    }

    func encode(_ value: Decimal) throws { try add(.decimal(value)) }
    func encode(_ value: URL) throws { try add(.url(value)) }
    func encode(_ value: UUID) throws { try add(.uuid(value)) }
    func encode(_ value: ModelGeometry) throws { try add(.geometry(value)) }

    func encode(_ scalar: ModelScalar) throws { try add(scalar, isDeclared: false) }

    private func add(_ scalar: ModelScalar, isDeclared: Bool = true) throws {
        unsafe try builder.append(scalar, isDeclared: isDeclared)
    }

    // MARK: Containers

    /// The number that a container is to be begun with; nil, and a reference in its place, where it was begun before.
    private func identify(_ object: AnyObject?, isExpected: Bool = false) throws -> (isNew: Bool, number: Int?) {
        guard let object else { return (true, nil) }
        let number = unsafe numbers.number(of: object)
        guard unsafe builder.hasContainer(number) else { return (true, number) }
        unsafe try builder.appendReference(to: number, isExpected: isExpected)
        return (false, nil)
    }

    func beginArray(_ kind: ModelArrayKind, count: Int, identity: AnyObject?) throws -> Bool {
        let (isNew, number) = try identify(identity)
        if isNew { unsafe try builder.beginArray(kind, number: number) }
        return isNew
    }

    func endArray() throws { unsafe try builder.endArray() }

    func beginDictionary(keys: ModelDictionaryKeys, count: Int, identity: AnyObject?) throws -> Bool {
        let (isNew, number) = try identify(identity)
        guard isNew else { return false }
        switch keys {
        case .strings: unsafe try builder.beginDictionary(number: number)
        case .values: unsafe try builder.beginValueDictionary(number: number)
        }
        return true
    }

    func endDictionary() throws { unsafe try builder.endDictionary() }

    func beginObject(_ object: AnyObject, class codedClass: CodedClass, isExpected: Bool) throws -> Bool {
        let (isNew, number) = try identify(object, isExpected: isExpected)
        guard isNew else { return false }
        if codedClass.name.isEmpty {
            unsafe try builder.beginDictionary(number: number)
        } else {
            unsafe try builder.beginObject(codedClass, number: number, isExpected: isExpected)
        }
        return true
    }

    func endObject() throws { unsafe try builder.endObject() }
}
