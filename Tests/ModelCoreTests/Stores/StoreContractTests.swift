import Foundation
import ModelCore
import ModelTesting
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
    func defects(_ defect: BrokenStore.Defect) {
        let contract = StoreContract(BrokenStore(defect), MemoryStore.format)
        let found = StoreContract.checks.filter { !contract.failures(of: $0).isEmpty }.map(\.name)
        #expect(found.contains(defect.check), "\(defect): \(found)")
    }

    @Test("There is a defect for each check", arguments: StoreContract.checks)
    func checkCanFail(_ check: StoreCheck) {
        #expect(BrokenStore.Defect.allCases.contains { $0.check == check.name })
    }
}

/// A store in memory that does one thing wrong.
final class BrokenStore: StoreProvider {
    enum Defect: CaseIterable {
        case findsSomething, losesText, keepsOldKeys, mergesKeys, empties, keepsRemoved, savesAtOnce, savesBitByBit,
            losesDictionaries, losesAccents, losesVersions, lowersKeys, ignoresPlaces, ignoresFormerNames, keepsFormerNames,
            removesNoFormerNames

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
            }
        }
    }

    private let defect: Defect
    private let store = MemoryStore()

    init(_ defect: Defect) { self.defect = defect }

    var formats: [FileFormat] { store.formats }

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
        case .findsSomething, .keepsRemoved, .ignoresPlaces, .ignoresFormerNames, .removesNoFormerNames:
            try store.save(values, in: record)
        }
    }

    /// What the defect leaves of where to look.
    private func seen(_ record: StoreRecord) -> StoreRecord {
        StoreRecord(
            format: defect == .ignoresPlaces ? record.format.at(nil) : record.format, className: record.className,
            formerClassNames: defect == .ignoresFormerNames ? [] : record.formerClassNames)
    }

    func document(for record: StoreRecord) throws -> ModelDocument? {
        if let document = try store.document(for: seen(record)) { return document }
        guard defect == .findsSomething else { return nil }
        return try ModelDocument(encoding: [:] as [String: Int])
    }

    func removeValues(in record: StoreRecord) throws {
        switch defect {
        case .keepsRemoved: break
        case .removesNoFormerNames:
            try store.removeValues(in: StoreRecord(format: record.format, className: record.className))
        default: try store.removeValues(in: seen(record))
        }
    }
}
