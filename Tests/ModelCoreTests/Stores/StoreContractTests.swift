import Foundation
import ModelTesting
import Records
import Synchronization
import TestSupport
import Testing

@Suite("The contract of stores")
struct StoreContractTests {
    @Test("A store in memory keeps it", arguments: StoreContract.checks)
    func memory(_ check: StoreCheck) {
        StoreContract(MemoryStore(), MemoryStore.format).check(check)
    }

    @Test("Each check notices what it is for", arguments: BrokenStore.Defect.allCases)
    func defects(_ defect: BrokenStore.Defect) throws {
        let contract = StoreContract(BrokenStore(defect), MemoryStore.format)
        let check = try #require(StoreContract.checks.first { $0.name == defect.check })
        #expect(!contract.failures(of: check).isEmpty)
    }

    @Test("There is a defect for each check", arguments: StoreContract.checks)
    func checkCanFail(_ check: StoreCheck) {
        #expect(BrokenStore.Defect.allCases.contains { $0.check == check.name })
    }
}

/// A store in memory that does one thing wrong.
final class BrokenStore: RecordStore {
    enum Defect: CaseIterable {
        case findsSomething, losesText, keepsOldKeys, mergesKeys, empties, keepsRemoved, savesAtOnce, savesBitByBit,
            losesDictionaries, losesAccents, losesVersions, lowersKeys, ignoresPlaces, ignoresFormerNames,
            keepsFormerNames,
            removesNoFormerNames, losesRecords, mixesIdentifiers, mixesClasses, expectsNothing, runsBeside, keepsHalf,
            keepsRemovedRecords, losesRecordVersions, forgetsFormerNames, ordersNothing, meetsSavedRecords, cutsTexts,
            givesVersionsAgain, keepsValues, keepsOtherValues
        // Two places are taken for one.
        case cachesByClass, removesEverywhere, emptiesOtherPlaces, ignoresPlacesOfRecords, listsEverywhere,
            findsEverywhere, removesRecordsEverywhere, forgetsOtherPlaces, readsOpenPlace, savesIntoOpenPlace,
            removesInOpenPlace, takesPartEverywhere, hasOneLoop, endsOuterLoops

        /// The check that has to notice it.
        var check: String {
            switch self {
            case .findsSomething: "nothingSaved"
            case .losesText: "roundTrip"
            case .keepsOldKeys: "nilProperties"
            case .mergesKeys: "wholeRecords"
            case .empties: "foreignRecords"
            case .keepsRemoved: "removal"
            case .savesAtOnce: "refusedValues"
            case .savesBitByBit: "wholeReads"
            case .losesDictionaries: "keys"
            case .losesAccents: "unknownKeys"
            case .losesVersions: "versions"
            case .lowersKeys: "keys"
            case .ignoresPlaces: "places"
            case .ignoresFormerNames, .keepsFormerNames, .removesNoFormerNames: "formerNames"
            case .losesRecords: "records"
            case .mixesIdentifiers: "recordIdentifiers"
            case .mixesClasses: "recordClasses"
            case .expectsNothing: "recordExpectations"
            case .runsBeside: "recordIncrements"
            case .keepsHalf, .givesVersionsAgain, .keepsValues: "recordTransactions"
            case .keepsOtherValues: "records"
            case .keepsRemovedRecords: "recordRemoval"
            case .losesRecordVersions: "recordVersions"
            case .forgetsFormerNames: "recordFormerNames"
            case .ordersNothing, .meetsSavedRecords, .cutsTexts, .findsEverywhere: "recordQueries"
            case .cachesByClass: "roundTrip"
            case .removesEverywhere: "removal"
            case .emptiesOtherPlaces: "keys"
            case .ignoresPlacesOfRecords: "recordClasses"
            case .listsEverywhere: "recordIdentifiers"
            case .removesRecordsEverywhere: "recordRemoval"
            case .forgetsOtherPlaces: "recordTransactions"
            case .readsOpenPlace, .savesIntoOpenPlace, .removesInOpenPlace, .takesPartEverywhere, .hasOneLoop,
                .endsOuterLoops:
                "recordPlaces"
            }
        }
    }

    fileprivate let defect: Defect
    fileprivate let store = MemoryStore()
    /// The format of the transaction that runs, and the transaction.
    fileprivate let open = Mutex<(format: FileFormat, transaction: BrokenTransaction)?>(nil)
    /// Of each class, what was saved last.
    private let last = Mutex<[String: ModelDocument]>([:])
    private let beside = BesideState()

    init(_ defect: Defect) { self.defect = defect }

    /// The place that the defect uses in place of a format's.
    fileprivate func place(_ format: FileFormat, if others: Defect...) -> FileFormat {
        guard others.contains(defect), let open = open.withLock({ $0?.format }) else { return format }
        return open
    }

    var formats: [FileFormat] { store.formats }
    var hasWholeTransactions: Bool { store.hasWholeTransactions }

    func kept(_ document: ModelDocument, of record: StoreRecord) throws -> ModelDocument {
        defect == .keepsOtherValues ? ModelDocument(.null) : try store.kept(document, of: record)
    }

    func save(_ values: [(key: String, value: ModelDocument)], in record: StoreRecord) throws {
        let record = seen(record)
        switch defect {
        case .lowersKeys:
            try store.save(values.map { (key: $0.key.lowercased(), value: $0.value) }, in: record)
        case .keepsFormerNames:
            try store.save(values, in: StoreRecord(format: record.format, className: record.className))
        case .losesText:
            try store.save(values.filter { $0.value.root.kind != .array }, in: record)
        case .losesDictionaries:
            try store.save(values.filter { $0.value.root.kind != .dictionary }, in: record)
        case .losesAccents:
            try store.save(values.filter { $0.value.root.stringValue != "é" }, in: record)
        case .losesVersions:
            try store.save(values.filter { $0.key != "$version" }, in: record)
        case .keepsOldKeys, .mergesKeys:
            let old = store.values(record.className) ?? []
            try store.save(values, in: record)
            let known = Set(values.map(\.key))
            store.records.withLock { $0["/" + record.className, default: []] += old.filter { !known.contains($0.key) } }
        case .empties:
            store.records.withLock { $0 = [:] }
            try store.save(values, in: record)
        case .savesAtOnce:
            // It refuses what leads back, but too late.
            try store.removeValues(in: record)
            throw ModelError(.cycle, "It leads back.")
        case .savesBitByBit:
            for count in 1...max(values.count, 1) {
                try store.save(Array(values.prefix(count)), in: record)
                usleep(500)
            }
        case .emptiesOtherPlaces:
            store.records.withLock { $0 = $0.filter { $0.key.hasPrefix("\(record.format.place ?? "")/") } }
            try store.save(values, in: record)
        case .cachesByClass:
            try store.save(values, in: record)
            let document = try store.document(for: record)
            last.withLock { $0[record.className] = document }
        default: try store.save(values, in: record)
        }
    }

    /// What the defect leaves of where to look.
    private func seen(_ record: StoreRecord) -> StoreRecord {
        StoreRecord(
            format: defect == .ignoresPlaces ? record.format.at(nil) : place(record.format, if: .savesIntoOpenPlace),
            className: record.className,
            formerClassNames: defect == .ignoresFormerNames ? [] : record.formerClassNames)
    }

    func document(for record: StoreRecord) throws -> ModelDocument? {
        if let document = try store.document(for: seen(record)) {
            return last.withLock { $0[record.className] } ?? document
        }
        guard defect == .findsSomething else { return nil }
        return try ModelDocument(encoding: [:] as [String: Int])
    }

    func removeValues(in record: StoreRecord) throws {
        switch defect {
        case .keepsRemoved: break
        case .removesEverywhere:
            store.records.withLock { $0 = $0.filter { !$0.key.hasSuffix("/\(record.className)") } }
        case .removesInOpenPlace:
            try store.removeValues(
                in: StoreRecord(format: place(record.format, if: .removesInOpenPlace), className: record.className))
        case .removesNoFormerNames:
            try store.removeValues(in: StoreRecord(format: record.format, className: record.className))
        default: try store.removeValues(in: seen(record))
        }
    }

    func transaction<Result>(
        in format: FileFormat, _ body: (any StoreTransaction) throws -> Result
    ) throws -> Result {
        switch defect {
        case .runsBeside:
            // Nothing waits for another thread: the defect shows however threads are scheduled.
            let transaction = MemoryTransaction(beside.begin(store.many.withLock { $0 }))
            let result = try body(BrokenTransaction(defect, transaction))
            store.many.withLock { $0 = transaction.many }
            return result
        case .takesPartEverywhere where open.withLock { $0 != nil }:
            guard let transaction = open.withLock({ $0?.transaction }) else { return try body(BrokenTransaction(defect)) }
            return try body(transaction)
        case .keepsHalf:
            let result = try store.transaction(in: format) { transaction in
                Swift.Result { try body(transaction) }
            }
            return try result.get()
        case .givesVersionsAgain:
            let before = store.many.withLock { $0.saves }
            do {
                return try store.transaction(in: format) { try body(BrokenTransaction(defect, $0)) }
            } catch {
                store.many.withLock { $0.saves = before }
                throw error
            }
        case .keepsValues:
            var values = store.records.withLock { $0 }
            do {
                return try store.transaction(in: format) { transaction in
                    defer { values = store.records.withLock { $0 } }
                    return try body(BrokenTransaction(defect, transaction))
                }
            } catch {
                store.records.withLock { $0 = values }
                throw error
            }
        default:
            return try store.transaction(in: format) { transaction in
                let transaction = BrokenTransaction(defect, transaction)
                open.withLock { $0 = (format, transaction) }
                defer { open.withLock { $0 = nil } }
                let result = try body(transaction)
                if defect == .forgetsOtherPlaces, transaction.hasSaved { transaction.forget(outside: format) }
                return result
            }
        }
    }
}

extension BrokenStore {
    func snapshot<Result>(
        in format: FileFormat, _ body: (any StoreSnapshot) throws -> Result
    ) throws -> Result {
        try store.snapshot(in: format) { snapshot in
            let place = place(format, if: .readsOpenPlace)
            let open = open.withLock { $0?.transaction }
            let loops = open?.loops ?? Loops()
            return try body(BrokenTransaction(defect, snapshot as? MemoryTransaction, loops, at: place))
        }
    }
}

/// The number of loops that run.
fileprivate final class Loops {
    var count = 0
    /// The number of inner loops that have ended.
    var last = 0
}

/// The records with which transactions begin if each runs beside the one before, provided that another thread ran that
/// one: both begin with the same records.
private final class BesideState: Sendable {
    private struct Begun {
        // It is kept, so that no later thread is the same object.
        let thread: Thread
        let records: MemoryStore.Many
    }

    private let last = Mutex<Begun?>(nil)

    /// The records for a transaction that begins on this thread.
    ///
    /// - Parameter current: The records that the store has.
    func begin(_ current: MemoryStore.Many) -> MemoryStore.Many {
        last.withLock { last in
            let isBeside = last.map { $0.thread !== Thread.current } ?? false
            let records = isBeside ? last?.records ?? current : current
            last = Begun(thread: Thread.current, records: records)
            return records
        }
    }
}

/// A transaction that does one thing wrong.
fileprivate final class BrokenTransaction: StoreTransaction, @unchecked Sendable {
    // Only the thread uses it that runs the body of the transaction.
    private let defect: BrokenStore.Defect
    private let transaction: MemoryTransaction
    let loops: Loops
    /// The place in which the defect looks for all records; nil for each record's own.
    private let place: FileFormat?
    private(set) var hasSaved = false

    init(
        _ defect: BrokenStore.Defect, _ transaction: (any StoreTransaction)? = nil, _ loops: Loops = Loops(),
        at place: FileFormat? = nil
    ) {
        (self.defect, self.loops, self.place) = (defect, loops, place)
        self.transaction = transaction as? MemoryTransaction ?? MemoryTransaction(MemoryStore.Many())
    }

    private func seen(_ id: String) -> String { defect == .mixesIdentifiers ? id.lowercased() : id }

    private func seen(_ record: StoreRecord) -> StoreRecord {
        switch defect {
        case .mixesClasses: StoreRecord(format: record.format, className: "Any")
        case .forgetsFormerNames: StoreRecord(format: record.format, className: record.className)
        case .ignoresPlacesOfRecords: StoreRecord(format: record.format.at(nil), className: record.className)
        case .readsOpenPlace:
            StoreRecord(
                format: place ?? record.format, className: record.className, formerClassNames: record.formerClassNames)
        default: record
        }
    }

    /// The places that have records of a class.
    private func places(of record: StoreRecord) -> [String] {
        transaction.many.records.keys.filter { $0.hasSuffix("/\(record.className)") }
            .map { String($0.dropLast(record.className.count + 1)) }.sorted()
    }

    private func everywhere(_ record: StoreRecord) -> [StoreRecord] {
        places(of: record).map { StoreRecord(format: record.format.at($0), className: record.className) }
    }

    /// Forgets what is in other places.
    func forget(outside format: FileFormat) {
        transaction.many.records = transaction.many.records.filter { $0.key.hasPrefix("\(format.place ?? "")/") }
    }

    func record(_ id: String, of record: StoreRecord) throws -> StoredRecord? {
        try transaction.record(seen(id), of: seen(record))
    }

    func identifiers(of record: StoreRecord) throws -> [String] {
        guard defect == .listsEverywhere else { return try transaction.identifiers(of: seen(record)) }
        return try everywhere(record).flatMap { try transaction.identifiers(of: $0) }.sorted()
    }

    func forEachRecord(
        of record: StoreRecord, matching query: StoreQuery, _ body: (StoredRecord) throws -> Void
    ) throws {
        let record = seen(record)
        loops.count += 1
        defer { loops.count -= 1 }
        let depth = loops.count
        var query = query
        switch defect {
        case .ordersNothing: query.order = []
        case .cutsTexts:
            query.conditions = query.conditions.map { condition in
                guard case .isOneOf(let scalars) = condition.test else { return condition }
                return .init(condition.path, .isOneOf(scalars.filter { !($0.text?.contains("\0") ?? false) }))
            }
        case .findsEverywhere:
            let found = try everywhere(record).flatMap { try transaction.records(of: $0) }
            return try query.selection(from: found).forEach(body)
        case .meetsSavedRecords:
            var count = 0
            while let next = try transaction.records(of: record, matching: query).dropFirst(count).first {
                count += 1
                try body(next)
            }
            return
        case .hasOneLoop where try depth > 1 && transaction.identifiers(of: record).count > 200:
            throw ModelError(.corruptData, "There is a cursor of that name.")
        default: break
        }
        var isEnded = false
        try transaction.forEachRecord(of: record, matching: query) { next in
            if isEnded { return }
            let before = loops.last
            try body(next)
            if defect == .endsOuterLoops, loops.last != before, depth == 1 { isEnded = true }
        }
        if depth > 1 { loops.last += 1 }
    }

    func save(
        _ document: ModelDocument, id: String, of record: StoreRecord, expecting expected: StoreExpectation
    ) throws -> StoreVersion {
        hasSaved = true
        var document = document
        if defect == .losesRecords, document["title"] != nil { try document.removeValue(at: ["title"]) }
        if defect == .losesRecordVersions, document["$version"] != nil { try document.removeValue(at: ["$version"]) }
        return try transaction.save(
            document, id: seen(id), of: seen(record),
            expecting: defect == .expectsNothing || defect == .runsBeside ? .anything : expected)
    }

    func remove(_ id: String, of record: StoreRecord, expecting expected: StoreExpectation) throws {
        hasSaved = true
        switch defect {
        case .keepsRemovedRecords: break
        case .removesRecordsEverywhere:
            try transaction.remove(id, of: record, expecting: expected)
            for other in everywhere(record) { try transaction.remove(id, of: other, expecting: .anything) }
        default: try transaction.remove(seen(id), of: seen(record), expecting: expected)
        }
    }
}

extension ModelScalar {
    fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
}
