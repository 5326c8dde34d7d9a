/// One record of a store: a model under an identifier.
public struct StoredRecord: Sendable {
    /// The identifier.
    public let id: String
    /// The version. Each save gives the record a new version.
    public let version: StoreVersion
    /// The model, as the class has saved it.
    public let document: ModelDocument

    /// The error of a record that the store can't read; nil for any other record. Decoding the record's document
    /// throws the error.
    public let fault: ModelError?

    /// A record that a store has read.
    public init(id: String, version: StoreVersion, document: ModelDocument) {
        self.id = id
        self.version = version
        self.document = document
        fault = nil
    }

    /// A record that a store can't read: see ``StoreSnapshot/forEachRecord(of:matching:_:)``.
    public init(id: String, version: StoreVersion, fault: ModelError) {
        self.id = id
        self.version = version
        self.fault = fault
        var builder = DocumentBuilder()
        // Decoding the document throws the error of the record. If not even that document can be made, the document is
        // a null.
        document = ((try? builder.append(unreadable: fault)).flatMap { try? builder.finish() }) ?? ModelDocument(.null)
    }
}

/// The version of a record, as the store represents it: for example, a number that each save increases.
public struct StoreVersion: RawRepresentable, Sendable, Hashable {
    /// The version as text.
    public let rawValue: String
    /// A version with this text.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// A version with this number.
    public init(_ number: Int64) { rawValue = String(number) }
}

/// The record that a save or a removal expects under an identifier.
public enum StoreExpectation: Sendable, Hashable {
    /// No record.
    case nothing
    /// The record of this version.
    case version(StoreVersion)
    /// Any record, or no record.
    case anything

    /// Throws `fileChanged` if the stored record isn't the expected record.
    ///
    /// - Parameter version: The version of the stored record; nil if no record is stored.
    public func require(_ version: StoreVersion?) throws(ModelError) {
        switch self {
        case .nothing where version == nil: return
        case .version(let expected) where version == expected: return
        case .anything: return
        default: throw StoreRecord.changed()
        }
    }
}
