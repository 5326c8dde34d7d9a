import FormatSupport
import Records

/// The format `.keychain`: each property of a model is a separate secret, under the account `Class.key`.
///
/// Linking this module registers the format's store, with the app's identifier as the service. The format can name
/// another service, as in `.keychain(service: "org.example.mail")`. For another collection or other options, register
/// it anew:
///
/// ```swift
/// FormatRegistry.replace(with: KeychainStore(SecretStore(options: SecretStoreOptions(allowsPrompts: true))))
/// ```
///
/// A save is all or nothing, even if the service ends in the middle of it: the values that are about to change are kept
/// in a separate secret until the save is finished. A value that property lists can't represent, such as a cycle, is an
/// error unless ``SecretStoreOptions/trustsArchives`` is set.
///
/// The store also keeps any number of records of a class. Each record is a secret. A transaction holds the lock that
/// all programs with this module take, until its body has ended. If the body takes longer than
/// ``SecretStoreOptions/timeout``, other programs that wait for the lock fail. All records of the service are read
/// for each transaction and each query, so the store is for dozens of records.
public struct KeychainStore: RecordStore {
    private let chosen: SecretStore?

    /// Creates the format for a store. By default, the store's service is the app's identifier.
    public init(_ store: SecretStore? = nil) {
        chosen = store
    }

    public var formats: [FileFormat] { [.keychain] }
    public var keepsSecrets: Bool { true }

    public func save(_ values: [(key: String, value: ModelDocument)], in record: StoreRecord) throws {
        let store = store(for: record)
        let options = store.options
        var secrets: [String: Data] = [:]
        for (key, value) in values {
            do {
                let account = PropertyAccount.text(className: record.className, key: key)
                try SecretStore.check(account)
                secrets[account] = try SecretContent.data(of: value, options: options, limits: record.limits)
            } catch {
                throw Self.naming(key, in: error)
            }
        }
        let (classes, new) = (record.classNames, secrets)
        try naming(record) {
            try store.perform(writing: true) { transaction in
                try transaction.replace(in: classes, with: new) { account, old in
                    // A secret that can't be read must not be overwritten.
                    _ = try SecretContent.decode(old, for: account, options: options) { $0 }
                }
            }
        }
    }

    public func document(for record: StoreRecord) throws -> ModelDocument? {
        let store = store(for: record)
        let classes = record.classNames
        let secrets = try naming(record) { try store.perform(writing: false) { try $0.secrets(in: classes) } }
        // The former names of a class are used only if nothing is stored under its current name.
        for name in classes {
            let own = secrets.compactMap { account, secret in
                PropertyAccount.key(of: account, className: name).map { (key: $0, secret: secret) }
            }
            if own.isEmpty { continue }
            return try Self.document(of: own.sorted { $0.key < $1.key }, options: store.options, limits: record.limits)
        }
        return nil
    }

    private static func document(
        of secrets: [(key: String, secret: Data)], options: SecretStoreOptions, limits: DecodingLimits
    ) throws -> ModelDocument {
        var builder = DocumentBuilder(limits: limits)
        builder.scalars = .strings
        builder.trustsArchives = options.trustsArchives
        try builder.beginDictionary()
        for (key, secret) in secrets {
            do {
                try builder.key(key)
                try builder.append(try SecretContent.document(secret, options: options, limits: limits))
            } catch {
                throw naming(key, in: error)
            }
        }
        try builder.end()
        return try builder.finish()
    }

    public func removeValues(in record: StoreRecord) throws {
        let classes = record.classNames
        try naming(record) {
            try store(for: record).perform(writing: true) { try $0.replace(in: classes, with: [:]) { _, _ in } }
        }
    }

    private func store(for record: StoreRecord) -> SecretStore { store(in: record.format) }

    private func store(in format: FileFormat) -> SecretStore {
        let store = chosen ?? SecretStore()
        guard let service = format.place else { return store }
        return SecretStore(service: service, collection: store.collection, options: store.options)
    }

    // MARK: Records

    public func transaction<Result>(
        in format: FileFormat, _ body: (any StoreTransaction) throws -> Result
    ) throws -> Result {
        let store = store(in: format)
        // Other operations needn't wait while a user answers a prompt.
        if store.options.allowsPrompts { try store.checkAvailability() }
        return try StoreLock.hold(service: store.service, options: store.options) {
            let table = try records(of: store)
            let result = try body(table)
            let changes = Dictionary(uniqueKeysWithValues: table.changes.map { (Self.account($0), $1) })
            if !changes.isEmpty {
                try Self.namingRecords { try store.perform(writing: true) { try $0.apply(changes) } }
            }
            return result
        }
    }

    public func snapshot<Result>(in format: FileFormat, _ body: (any StoreSnapshot) throws -> Result) throws -> Result {
        try body(try records(of: store(in: format)))
    }

    /// The beginning of each record's account. Its ``RecordName/text`` follows. No property has an account without a point.
    private static let recordPrefix = "$record/"

    private static func account(_ name: RecordName) -> String { recordPrefix + name.text }

    private func records(of store: SecretStore) throws -> RecordTable<Data> {
        let secrets = try Self.namingRecords {
            try store.perform(writing: false) { try $0.secrets { $0.hasPrefix(Self.recordPrefix) } }
        }
        let named = secrets.compactMap { account, secret in
            RecordName(account.dropFirst(Self.recordPrefix.count)).map { ($0, secret) }
        }
        return Self.table(Dictionary(uniqueKeysWithValues: named), options: store.options)
    }

    public func kept(_ document: ModelDocument, of record: StoreRecord) throws -> ModelDocument {
        try Self.table([:], options: store(in: record.format).options).kept(document, of: record)
    }

    private static func table(
        _ records: [RecordName: Data], options: SecretStoreOptions
    ) -> RecordTable<Data> {
        RecordTable(records) { stored, record in
            do {
                let document = try stored.documentWithVersion(limits: record.limits)
                let content = try SecretContent.data(
                    of: document, options: options, limits: record.limits, keepsNumbers: true)
                guard content.count <= options.maximumSecretSize else {
                    throw ModelError(.bytesExceeded, "The secret is larger than \(options.maximumSecretSize) bytes.")
                }
                return content
            } catch {
                throw StoredRecord.inRecord(error)
            }
        } decode: { secret, id, record in
            try StoredRecord(
                id: id,
                documentWithVersion: SecretContent.document(secret, options: options, limits: record.limits))
        }
    }

    /// Calls `body`. If it throws an error that names a record's account, the error names the record instead.
    private static func namingRecords<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch {
            var error = ModelError(wrapping: error)
            guard case .key(let account)? = error.path.components.first, account.hasPrefix(recordPrefix),
                let name = RecordName(account.dropFirst(recordPrefix.count))
            else { throw error }
            error.path.components.replaceSubrange(...0, with: [.key(name.className), .key(name.id)])
            throw error
        }
    }

    // MARK: Errors

    /// Returns the error about a property that couldn't be encoded as a secret, or decoded from one.
    private static func naming(_ key: String, in error: any Error) -> ModelError {
        var error = ModelError(wrapping: error).withoutContent
        error.path = ModelPath([.key(key)])
        error.format = nil
        return error
    }

    /// Calls `body`. If it throws an error that names an account, the error names the account's property instead.
    private func naming<Value>(_ record: StoreRecord, _ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch {
            var error = ModelError(wrapping: error)
            guard case .key(let account)? = error.path.components.first,
                let key = record.classNames.lazy.compactMap({ PropertyAccount.key(of: account, className: $0) }).first
            else { throw error }
            error.path.components[0] = .key(key)
            throw error
        }
    }
}

extension StoreRecord {
    fileprivate var classNames: [String] { [className] + formerClassNames }
}
