import Records

/// The format `.userDefaults`: each property of a model is a separate value in the user's defaults, under the
/// property's key.
///
/// Linking this module registers the store. `FileFormat.userDefaults` means the defaults of `UserDefaults.standard`,
/// and `.userDefaults(suite: "org.example.shared")` means the defaults of `UserDefaults(suiteName:)`. The files are
/// those of Foundation. This module reads and writes them itself, because Foundation on Linux replaces files that it
/// can't read, writes in place, and lets one process overwrite the changes of another process.
///
/// A save takes a lock that all processes with this module share, reads the file, replaces the class's keys, and
/// replaces the file by a new file that is on the disk. In a program with DefaultsStore, Foundation first writes the
/// program's unsynchronized changes of its `UserDefaults`, so that none of them is lost. Afterwards, Foundation is
/// made to read the file again.
///
/// The same file contains any number of records of a class, each under a separate key. A transaction holds the lock
/// while its body runs, and replaces the file once. All records of the file are read for each transaction and each
/// query, so the store is for hundreds of records, not for millions.
///
/// Don't store secrets in it: the file is plain text.
public struct UserDefaultsStore: RecordStore {
    /// The folder of the files. Nil: the folder in which Foundation keeps them.
    private let folder: String?
    /// The maximum time to wait for another process that reads or writes defaults, in seconds.
    private let patience: Double

    /// - Parameters:
    ///   - folder: The folder of the files. The default is Foundation's folder: `$XDG_CONFIG_HOME`, otherwise
    ///     `~/.config`. Foundation doesn't see the files in any other folder.
    ///   - patience: The maximum time to wait for another process that reads or writes defaults, in seconds.
    public init(folder: String? = nil, patience: Double = 10) {
        self.folder = folder
        self.patience = patience
    }

    public var formats: [FileFormat] { [.userDefaults] }

    public func save(_ values: [(key: String, value: ModelDocument)], in record: StoreRecord) throws {
        // The values are encoded first, so that a value that can't be stored is an error before anything is touched.
        let entries = try DefaultsValue.encode(values, limits: record.limits)
        let file = try file(of: record)
        try file.withLock(patience: patience, makesFolder: true) {
            var content = try current(file, record.limits, for: .writing)
            let keys = values.map(\.key)
            try content.owners.requireNoOther(record, keys: keys + record.propertyNames)
            let old = content.owners.take(keys, for: record)
            let gone = Set(old).union(keys).union(record.propertyNames)
            try file.write(try content.replacing(gone, with: entries, limits: record.limits))
            try settle(file)
        }
        file.announce()
    }

    public func document(for record: StoreRecord) throws -> ModelDocument? {
        let file = try file(of: record)
        let content = try file.withLock(patience: patience, makesFolder: false) {
            try current(file, record.limits, for: .reading)
        }
        try content.owners.requireNoOther(record, keys: record.propertyNames)
        let own = content.owners.keys(of: record)
        let keys = (own ?? []) + record.propertyNames.filter { !(own ?? []).contains($0) }
        let values = keys.compactMap { key in content.values[key].map { (key: key, value: $0) } }
        if own == nil, values.isEmpty { return nil }
        let saved = Set(own ?? [])
        // The values and the text are limited by the size of the file: it may contain one value under very many keys.
        let limits = record.limits.forFile(of: content.byteCount)
        var opened: [ModelDocument.Value.ID: ModelDocument] = [:]
        var builder = DocumentBuilder(limits: limits)
        // People edit settings, so numbers are read from text, too.
        builder.scalars = .text
        try builder.beginDictionary()
        for (key, value) in values {
            try builder.key(key)
            guard saved.contains(key) else {
                try builder.append(ModelDocument(value))
                continue
            }
            let known = opened[value.id]
            do {
                let document = try known ?? DefaultsValue.opened(ModelDocument(value), limits: record.limits)
                opened[value.id] = document
                try builder.append(document)
            } catch {
                throw ModelError.prefixing(.key(key), to: error)
            }
        }
        try builder.end()
        return try builder.finish()
    }

    public func removeValues(in record: StoreRecord) throws {
        let file = try file(of: record)
        guard file.exists else { return }
        try file.withLock(patience: patience, makesFolder: true) {
            var content = try current(file, record.limits, for: .writing)
            let others = content.owners.others(than: record)
            let free = record.propertyNames.filter { others[$0] == nil }
            let gone = Set(content.owners.remove(record)).union(free)
            if content.isEmpty(without: gone) {
                try file.remove()
            } else {
                try file.write(try content.replacing(gone, with: nil, limits: record.limits))
            }
            try settle(file)
        }
        file.announce()
    }

    // MARK: Records

    public func transaction<Result>(
        in format: FileFormat, _ body: (any StoreTransaction) throws -> Result
    ) throws -> Result {
        let file = try file(in: format)
        let result = try file.withLock(patience: patience, makesFolder: true) {
            let table = DefaultsRecords.table(of: try current(file, .standard, for: .writing))
            let result = try body(table)
            if table.changes.isEmpty { return result }
            // The body may have saved other values, and the program may have set some in its `UserDefaults`.
            let content = try current(file, .standard, for: .writing)
            let keys = Set(table.changes.keys.map(DefaultsRecords.key))
            if content.isEmpty(without: keys), table.changes.values.allSatisfy({ $0 == nil }) {
                try file.remove()
            } else {
                let entries = try DefaultsRecords.propertyList(of: table.changes)
                try file.write(try content.replacing(keys, with: entries, limits: .standard))
            }
            try settle(file)
            return result
        }
        file.announce()
        return result
    }

    public func kept(_ document: ModelDocument, of record: StoreRecord) throws -> ModelDocument {
        try DefaultsRecords.table([:]).kept(document, of: record)
    }

    public func snapshot<Result>(in format: FileFormat, _ body: (any StoreSnapshot) throws -> Result) throws -> Result {
        let file = try file(in: format)
        let content = try file.withLock(patience: patience, makesFolder: false) {
            try current(file, .standard, for: .reading)
        }
        return try body(DefaultsRecords.table(of: content))
    }

    // MARK: Files

    private func file(of record: StoreRecord) throws -> DefaultsFile { try file(in: record.format) }

    private func file(in format: FileFormat) throws -> DefaultsFile {
        try DefaultsFile(suite: format.place, folder: folder)
    }

    private enum Purpose {
        case reading
        case writing
    }

    /// Returns the content of the file, including the program's changes in its own `UserDefaults`. Call it only while
    /// the lock is held.
    private func current(
        _ file: DefaultsFile, _ limits: DecodingLimits, for purpose: Purpose
    ) throws -> DefaultsContent {
        do {
            // The file is read before Foundation sees it, which would replace a file that it can't read.
            let content = try file.content(limits: limits)
            // A file can be read even if nothing can be written.
            let isChanged = purpose == .reading ? (try? file.synchronize()) == true : try file.synchronize()
            return isChanged ? try file.content(limits: limits) : content
        } catch var error as ModelError where purpose == .writing {
            error.code = .fileUnreadable
            error.reason += " It isn't overwritten: move or remove it first."
            throw error
        }
    }

    /// Makes Foundation read the file again. If the program has set something in its `UserDefaults` in the meantime,
    /// Foundation has written the file in its own way, which needn't be on the disk yet. Then the file is written once
    /// more.
    private func settle(_ file: DefaultsFile) throws {
        if try file.synchronize(), let written = try file.read() { try file.write(written) }
    }
}
