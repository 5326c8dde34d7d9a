import Foundation
import Records

// The check of two locations that are used in turn, in transactions and in loops.

extension StoreCheck {
    /// The check of transactions and loops in two locations.
    package static let recordPlaces = StoreCheck(
        "recordPlaces", "A transaction and a loop in one place see and change nothing of another place."
    ) { run in
        guard let store = run.contract.store as? any RecordStore else { return }
        let other = run.at((run.contract.format.place ?? "contract") + ".other")
        other.clear()
        defer { other.clear() }
        // A store with only one location refuses a format with another location.
        do { try run.two(other).there.save(ContractPair(1), id: "first") } catch is ModelError { return }
        try run.checkInstances(other)
        try run.checkTransactions(other)
        try run.checkValuesInTransactions(other)
        try run.checkLoops(other, in: store)
    }
}

extension StoreRun {
    fileprivate typealias Pairs = ModelRecords<ContractPair>

    fileprivate func two(_ other: StoreRun) -> (here: Pairs, there: Pairs) {
        (Pairs(in: contract.format), Pairs(in: other.contract.format))
    }

    /// True if `body` has succeeded. False if it has thrown an error of this library: in the body of a transaction, a
    /// store may refuse changes in another location.
    private func accepts(_ body: () throws -> Void) throws -> Bool {
        do {
            try body()
            return true
        } catch is ModelError {
            return false
        }
    }

    /// Checks an instance that is saved in both locations.
    fileprivate func checkInstances(_ other: StoreRun) throws {
        let (here, there) = two(other)
        try here.save(ContractPair(1), id: "a")
        try here.save(ContractPair(2), id: "b")
        try there.save(ContractPair(3), id: "b")
        let pair = try here.load(id: "b")
        expectCode(.fileChanged, "a save over a record of another place") { try there.save(pair, id: "b") }
        try there.save(pair, id: "new")
        try there.save(pair, id: "new")
        expect(try here.identifiers() == ["a", "b"], "the identifiers of a place", "its own", "others")
        expect(
            try there.identifiers() == ["b", "first", "new"], "the identifiers of another place", "its own", "others")
        try there.remove(id: "b")
        try expectEqual(try here.load(id: "b"), ContractPair(2), "a record, when another place's was removed")
        // A save in one location compares with the version of the record in the same location.
        try here.save(pair, id: "b")
        try here.save(pair, id: "c")
        try here.save(pair, id: "b")
        try here.remove(id: "c")
    }

    /// Checks changes in one location inside transactions of another location.
    fileprivate func checkTransactions(_ other: StoreRun) throws {
        struct Stop: Error {}
        let (here, there) = two(other)
        try there.save(ContractPair(4), id: "b")
        var isSaved = false
        try here.transaction {
            try here.update(id: "b") { $0.first = 5 }
            try expectEqual(try there.load(id: "b"), ContractPair(4), "another place's record in a transaction")
            isSaved = try accepts { try there.update(id: "b") { $0.first = 6 } }
            if let store = contract.store as? any RecordStore {
                expect(
                    isSaved != store.hasWholeTransactions, "a save in another place's transaction",
                    "\(isSaved ? "refused" : "carried out"), as hasWholeTransactions says", "the opposite")
            }
            if isSaved {
                expect(try there.load(id: "b").first == 6, "another place's record, saved in a transaction", "6", "it")
            }
            expect(try here.load(id: "b").first == 5, "a record in a transaction, beside another place's", "5", "it")
            expect(
                try here.load(.all.where(\.first, in: 4...)).count == 1, "a query in a transaction", "one record",
                "others")
        }
        expect(try here.load(id: "b").first == 5, "a record after a transaction", "5", "another")
        let wanted = isSaved ? 6 : 4
        expect(
            try there.load(id: "b").first == wanted, "another place's record after a transaction", "\(wanted)",
            "\(try there.load(id: "b").first)")
        do {
            try here.transaction {
                try here.remove(id: "b")
                _ = try accepts { try there.save(ContractPair(7), id: "late") }
                throw Stop()
            }
        } catch is Stop {}
        expect(try here.load(id: "b").first == 5, "a record after a transaction that threw", "5", "another")
        expect(
            try there.load(id: "b").first == wanted, "another place's record after a transaction that threw",
            "\(wanted)", "another")
        try there.remove(id: "late")
        // A place that was refused can be used afterwards.
        try there.update(id: "b") { $0.first = 8 }
        expect(try there.load(id: "b").first == 8, "another place's record, saved after transactions", "8", "another")
    }

    /// Checks the values that are kept once for each class, saved inside transactions of another location.
    fileprivate func checkValuesInTransactions(_ other: StoreRun) throws {
        let (here, there) = two(other)
        try save(ContractPair(10))
        var (isSaved, isRemoved) = (false, false)
        try here.transaction {
            isSaved = try accepts { try other.save(ContractPair(11)) }
            if isSaved { try other.expectSaved(ContractPair(11), "another place's values in a transaction") }
            try expectSaved(ContractPair(10), "values in a transaction, beside another place's")
        }
        try expectSaved(ContractPair(10), "values, when another place's were saved in a transaction")
        guard isSaved else { return try other.expectNothing(of: ContractPair.self, "values that were refused") }
        try other.expectSaved(ContractPair(11), "values that were saved in another place's transaction")
        try there.transaction {
            isRemoved = try accepts { try ContractPair.removeContents(ofStore: contract.format) }
        }
        if isRemoved { try expectNothing(of: ContractPair.self, "values that another place's transaction removed") }
        try other.expectSaved(ContractPair(11), "values, when another place's were removed")
    }

    /// Checks a loop over so many records of a location that a store reads them in parts. Its body contains another
    /// such loop.
    fileprivate func checkLoops(_ other: StoreRun, in store: any RecordStore) throws {
        let record = record("ContractQueried", [])
        let formats = [contract.format, other.contract.format]
        let records = formats.map { StoreRecord(format: $0, className: record.className) }
        // A secret for each would take long.
        let count = contract.store.keepsSecrets ? 20 : 250
        let ids = (0..<2).map { place in (0..<count).map { "\(place)-\(1000 + $0)" } }
        for (place, format) in formats.enumerated() {
            try store.transaction(in: format) { transaction in
                for id in ids[place] {
                    _ = try transaction.save(
                        try ModelDocument(encoding: ["n": 1]), id: id, of: records[place], expecting: .nothing)
                }
            }
        }
        defer {
            for (place, format) in formats.enumerated() {
                try? store.transaction(in: format) { transaction in
                    for id in ids[place] { try transaction.remove(id, of: records[place], expecting: .anything) }
                }
            }
        }
        /// Loops over the first location. From the middle of this loop on, its body contains a loop over the second
        /// location.
        func loop(_ snapshot: any StoreSnapshot, _ name: String) throws {
            var found: [[String]] = [[], []]
            try snapshot.forEachRecord(of: records[0], matching: StoreQuery()) { next in
                found[0].append(next.id)
                guard found[0].count == 2 || found[0].count == count - 1 else { return }
                found[1] = []
                try store.snapshot(in: formats[1]) { inner in
                    try inner.forEachRecord(of: records[1], matching: StoreQuery()) { found[1].append($0.id) }
                }
                expect(found[1] == ids[1], "a loop in \(name) of another place", "all \(count)", "\(found[1].count)")
            }
            expect(found[0] == ids[0], "\(name) with one over another place in it", "all \(count)", "\(found[0].count)")
        }
        try store.transaction(in: formats[0]) { try loop($0, "a loop in a transaction") }
        try store.snapshot(in: formats[0]) { try loop($0, "a loop") }
    }
}
