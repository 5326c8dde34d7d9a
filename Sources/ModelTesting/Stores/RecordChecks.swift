import Foundation
import Records

// The checks of stores that keep any number of records of a class. Other stores pass them.

extension StoreCheck {
    /// A check of a record store. A store that isn't a `RecordStore` passes the check.
    private static func recordCheck(
        _ name: String, _ summary: String, _ body: @escaping @Sendable (StoreRun, any RecordStore) throws -> Void
    ) -> StoreCheck {
        StoreCheck(name, summary) { run in
            if let store = run.contract.store as? any RecordStore { try body(run, store) }
        }
    }

    /// The checks of record stores.
    static let ofRecords: [StoreCheck] = [
        records, recordIdentifiers, recordClasses, recordExpectations, recordIncrements, recordTransactions,
        recordRemoval, recordVersions, recordFormerNames, recordQueries, recordPlaces,
    ]

    /// The check of models under identifiers.
    package static let records = recordCheck(
        "records", "Models under identifiers come back with every bit, of subclasses, too."
    ) { run, _ in
        let drawings = ModelRecords<ContractDrawing>(in: run.contract.format)
        let shapes = ModelRecords<ContractShape>(in: run.contract.format)
        try run.expectMissing(drawings, "nothing", "an identifier under which nothing was saved")
        let drawing = ContractDrawing.sample()
        try drawings.save(drawing, id: "one")
        try run.expectEqual(try drawings.load(id: "one"), drawing, "a model with models in it")
        drawing.shapes = []
        drawing.title = ""
        try drawings.save(drawing, id: "one")
        try run.expectEqual(try drawings.load(id: "one"), drawing, "a model that was changed and saved again")
        let circle = ContractCircle()
        circle.name = "é"
        try shapes.save(circle, id: "circle")
        try shapes.save(ContractShape(), id: "shape")
        try run.expectEqual(try shapes.load(id: "circle"), circle, "a model of a subclass")
        try run.expectEqual(try shapes.load(id: "shape"), ContractShape(), "a model of the class")
        // Saves during a walk over the records don't disturb it.
        try shapes.forEach { id, shape in
            run.expect(try shapes.load(id: id).name == shape.name, "a record beside a walk", "it", "another")
            shape.area = 5
            try shapes.save(shape, id: id)
        }
        run.expect(try shapes.load().map(\.area) == [5, 5], "records that a walk has saved", "changed", "as before")
        let optionals = ContractOptionals()
        optionals.date = Date(timeIntervalSinceReferenceDate: 0.1)
        (optionals.plain, optionals.text, optionals.list) = (.min, nil, ["", "é日本😀", "a\nb", "$null", "<&>"])
        let records = ModelRecords<ContractOptionals>(in: run.contract.format)
        try records.save(optionals, id: "optionals")
        try run.expectEqual(try records.load(id: "optionals"), optionals, "values of several types")
        let scalars = ContractValues()
        scalars.structures = []
        let values = ModelRecords<ContractValues>(in: run.contract.format)
        try values.transaction {
            try values.save(scalars, id: "values")
            try run.expectEqual(
                try values.load(id: "values"), scalars, "scalars in the transaction that has saved them")
            try values.update(id: "values") { _ in }
        }
        try run.expectEqual(try values.load(id: "values"), scalars, "scalars of each type")
        try values.remove(id: "values")
        try run.checkKept(scalars)
        let keyed = ContractKeyed()
        (keyed.renamed, keyed.city, keyed.zip) = (4, "here", 5)
        let keyeds = ModelRecords<ContractKeyed>(in: run.contract.format)
        try keyeds.save(keyed, id: "keyed")
        try run.expectEqual(try keyeds.load(id: "keyed"), keyed, "properties under other keys")
        let found = try keyeds.load(.all.where(\.city, equals: "here").where(\.renamed, in: 4...))
        run.expect(found.count == 1, "a query for properties under other keys", "one record", "\(found.count)")
    }

    /// The check of identifiers with all kinds of characters.
    package static let recordIdentifiers = recordCheck(
        "recordIdentifiers", "Identifiers are any texts, differ by their bytes, and are listed in their order."
    ) { run, _ in
        let pairs = ModelRecords<ContractPair>(in: run.contract.format)
        let ids = [
            "a", "A", "a ", " ", "é", "e\u{301}", "😀", "\u{FFFF}", "'; DROP TABLE record; --", "\"", "%", "_", "../a",
            "\\", "a\nb",
            "1", "01", "1.0", "null", String(repeating: "x", count: 1000),
        ]
        for (number, id) in ids.enumerated() { try pairs.save(ContractPair(number), id: id) }
        for (number, id) in ids.enumerated() {
            try run.expectEqual(try pairs.load(id: id), ContractPair(number), "the record \(id.debugDescription)")
        }
        let sorted = ids.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        let found = try pairs.identifiers()
        run.expect(
            found.map { Array($0.utf8) } == sorted.map { Array($0.utf8) }, "all identifiers", "\(sorted)", "\(found)")
        for id in ["", "a\0b"] {
            run.expectCode(.invalidKey, "the identifier \(id.debugDescription)") {
                try pairs.save(ContractPair(0), id: id)
            }
        }
    }

    /// The check that the same identifier refers to different records in different classes and locations.
    package static let recordClasses = recordCheck(
        "recordClasses", "Records of other classes, and in other places, are other records."
    ) { run, _ in
        let (pairs, links) = (
            ModelRecords<ContractPair>(in: run.contract.format), ModelRecords<ContractLink>(in: run.contract.format)
        )
        try pairs.save(ContractPair(1), id: "same")
        try links.save(ContractLink("other"), id: "same")
        try links.save(ContractLink("more"), id: "more")
        try run.expectEqual(try pairs.load(id: "same"), ContractPair(1), "a record, beside one of another class")
        run.expect(try pairs.identifiers() == ["same"], "the identifiers of a class", "one", "others")
        try links.remove(id: "same")
        try run.expectEqual(try pairs.load(id: "same"), ContractPair(1), "a record, when another class's was removed")
        // The values that are kept once for each class are something else.
        try run.save(ContractPair(2))
        try run.expectEqual(try pairs.load(id: "same"), ContractPair(1), "a record, beside the class's own values")
        try pairs.remove(id: "same")
        try run.expectSaved(ContractPair(2), "the class's own values, when a record was removed")
        let other = run.at((run.contract.format.place ?? "contract") + ".other")
        let others = ModelRecords<ContractPair>(in: other.contract.format)
        other.clear()
        defer { other.clear() }
        try pairs.save(ContractPair(3), id: "same")
        // A store with only one location refuses a format with another location.
        do { try others.save(ContractPair(4), id: "same") } catch is ModelError { return }
        try run.expectEqual(try pairs.load(id: "same"), ContractPair(3), "a record, beside one in another place")
        try run.expectEqual(try others.load(id: "same"), ContractPair(4), "a record in another place")
    }

    /// The check of saves that would overwrite records of other programs.
    package static let recordExpectations = recordCheck(
        "recordExpectations", "A save over a record that another has saved is refused, and so is one that expects none."
    ) { run, store in
        let pairs = ModelRecords<ContractPair>(in: run.contract.format)
        try pairs.save(ContractPair(1), id: "a")
        let (mine, theirs) = (try pairs.load(id: "a"), try pairs.load(id: "a"))
        theirs.first = 2
        try pairs.save(theirs, id: "a")
        try pairs.save(theirs, id: "a")
        mine.first = 3
        run.expectCode(.fileChanged, "a save over a newer record") { try pairs.save(mine, id: "a") }
        run.expectCode(.fileChanged, "a save of a new model over a record") { try pairs.save(ContractPair(4), id: "a") }
        try run.expectEqual(try pairs.load(id: "a"), theirs, "the record after refused saves")
        try pairs.save(mine, id: "a", overwritingChanges: true)
        try run.expectEqual(try pairs.load(id: "a"), mine, "the record after a save that overwrites")
        try pairs.remove(id: "a")
        run.expectCode(.fileChanged, "a save over a removed record") { try pairs.save(mine, id: "a") }
        // A version never comes back.
        try pairs.save(ContractPair(5), id: "a")
        run.expectCode(.fileChanged, "a save over a record that was removed and saved") {
            try pairs.save(mine, id: "a")
        }
        let record = run.record(ModelClass.of(ContractPair.self).name, [])
        run.expectCode(.fileChanged, "a removal of a newer record") {
            try store.transaction(in: run.contract.format) {
                try $0.remove("a", of: record, expecting: .version(StoreVersion(-1)))
            }
        }
    }

    /// The check of four threads that increment a number in the same record.
    package static let recordIncrements = recordCheck(
        "recordIncrements", "Four writers that add one 25 times each make 100."
    ) { run, _ in
        let pairs = ModelRecords<ContractPair>(in: run.contract.format)
        run.inThreads { beside in
            for _ in 0..<25 {
                try pairs.update(id: "count", makesMissing: true) {
                    $0.first += 1
                    $0.second += 1
                }
            }
        }
        let found = try pairs.load(id: "count")
        run.expect(found.first == 100 && found.second == 100, "a count after 100 updates", "100", "\(found.first)")
        run.inThreads { beside in
            for _ in 0..<25 {
                try pairs.transaction {
                    let pair = try pairs.load(id: "count")
                    pair.first -= 1
                    pair.second -= 1
                    try pairs.save(pair, id: "count")
                }
            }
        }
        let left = try pairs.load(id: "count").first
        run.expect(left == 0, "a count after 100 transactions", "0", "\(left)")
    }

    /// The check of transactions that succeed, and of transactions that throw.
    package static let recordTransactions = recordCheck(
        "recordTransactions", "A transaction is there as a whole, or not at all."
    ) { run, store in
        struct Stop: Error {}
        let (pairs, links) = (
            ModelRecords<ContractPair>(in: run.contract.format), ModelRecords<ContractLink>(in: run.contract.format)
        )
        try pairs.save(ContractPair(1), id: "old")
        let pair = try pairs.load(id: "old")
        do {
            try pairs.transaction {
                pair.first = 2
                try pairs.save(pair, id: "old")
                try links.save(ContractLink("new"), id: "new")
                try pairs.save(ContractPair(3), id: "new")
                run.expect(try pairs.identifiers() == ["new", "old"], "a list in a transaction", "both", "others")
                run.expect(try pairs.load(id: "old").first == 2, "a record in a transaction", "what it saved", "old")
                try pairs.remove(id: "old")
                throw Stop()
            }
            run.fail("a transaction that throws", expected: "its error", found: "no error")
        } catch {}
        try run.expectEqual(try pairs.load(id: "old"), ContractPair(1), "a record after a transaction that threw")
        run.expect(try pairs.identifiers() == ["old"], "a list after a transaction that threw", "as before", "others")
        try run.expectMissing(links, "new", "a record of a transaction that threw")
        // The version that it loaded before counts, and not that of the save that failed.
        try pairs.save(pair, id: "old")
        try run.checkVersionsOfFailed(of: store)
        try run.checkValuesOfFailed(of: store)
        try pairs.transaction {
            try links.save(ContractLink("new"), id: "new")
            try pairs.transaction { try pairs.update(id: "old") { $0.first = 7 } }
        }
        run.expect(try pairs.load(id: "old").first == 7, "a record after a transaction", "7", "another")
        try run.expectEqual(try links.load(id: "new"), ContractLink("new"), "another class's after a transaction")
        run.expectCode(.underlying, "a transaction whose inner one threw") {
            try pairs.transaction {
                try links.update(id: "new") { $0.label = "lost" }
                try? pairs.transaction { throw Stop() }
            }
        }
        try run.expectEqual(try links.load(id: "new"), ContractLink("new"), "a record after an inner one threw")
    }

    /// The check of removals.
    package static let recordRemoval = recordCheck(
        "recordRemoval", "A record that was removed is as if it had never been saved."
    ) { run, _ in
        let pairs = ModelRecords<ContractPair>(in: run.contract.format)
        try pairs.remove(id: "a")
        for id in ["a", "b"] { try pairs.save(ContractPair(1), id: id) }
        try pairs.remove(id: "a")
        try run.expectMissing(pairs, "a", "a record that was removed")
        run.expect(try pairs.identifiers() == ["b"], "a list after a removal", "the other one", "others")
        try pairs.save(ContractPair(2), id: "a")
        try run.expectEqual(try pairs.load(id: "a"), ContractPair(2), "a record that was removed and saved again")
    }

    /// The check of records that older and newer programs have saved.
    package static let recordVersions = recordCheck(
        "recordVersions", "Records of an older version are migrated when they are read; those of a newer one stay."
    ) { run, store in
        let (older, newer) = (
            ModelRecords<ContractFirstVersion>(in: run.contract.format),
            ModelRecords<ContractThirdVersion>(in: run.contract.format)
        )
        let old = ContractFirstVersion()
        (old.title, old.count) = ("é", 7)
        try older.save(old, id: "a")
        let migrated = try newer.load(id: "a")
        run.expect(
            migrated.isMigrated(from: old), "a record of an older version", "migrated", run.fingerprint(migrated))
        // It stays as it is until it is saved.
        try run.expectEqual(try older.load(id: "a"), old, "a record that a newer program has read")
        try newer.save(migrated, id: "a")
        run.expectCode(.newerVersion, "a record of a newer version") { _ = try older.load(id: "a") }
        run.expectCode(.fileUnreadable, "a save over a newer version") {
            try older.save(ContractFirstVersion(), id: "a", overwritingChanges: true)
        }
        let open = ModelRecords<ContractOpen>(in: run.contract.format)
        let rich = ContractNewer.sample()
        let richer = ModelRecords<ContractNewer>(in: run.contract.format)
        try richer.save(rich, id: "a")
        try open.update(id: "a") { $0.name = "changed" }
        rich.name = "changed"
        try run.expectEqual(try richer.load(id: "a"), rich, "unknown values after a change")
    }

    /// The check of a class that had another name before.
    package static let recordFormerNames = recordCheck(
        "recordFormerNames",
        "Records under an earlier name of the class are found, and gone when they are saved or removed."
    ) { run, store in
        let (old, new) = (
            run.record("ContractFormer", []), run.record("ContractRenamed", [], formerly: ["ContractFormer"])
        )
        func texts(_ record: StoreRecord, _ query: StoreQuery = StoreQuery()) throws -> [String] {
            try store.snapshot(in: run.contract.format) { snapshot in
                let found = try snapshot.records(of: record, matching: query)
                let ids = try snapshot.identifiers(of: record)
                return found.map { "\($0.id)=\($0.document["n"]?.intValue ?? -1)" }
                    + (Set(ids) == Set(found.map(\.id)) || query != StoreQuery() ? [] : ["other identifiers: \(ids)"])
            }
        }
        func expect(_ record: StoreRecord, _ wanted: [String], _ subject: String, _ query: StoreQuery = StoreQuery())
            throws
        {
            let found = try texts(record, query)
            run.expect(found == wanted, subject, "\(wanted)", "\(found)")
        }
        try store.transaction(in: run.contract.format) { transaction in
            for (number, id) in ["a", "b", "c"].enumerated() {
                _ = try transaction.save(.object(["n": number]), id: id, of: old, expecting: .nothing)
            }
        }
        try expect(new, ["a=0", "b=1", "c=2"], "records under an earlier name")
        try store.transaction(in: run.contract.format) { transaction in
            guard let version = try transaction.record("a", of: new)?.version else { return }
            _ = try transaction.save(.object(["n": 5]), id: "a", of: new, expecting: .version(version))
            try transaction.remove("b", of: new, expecting: .anything)
        }
        try expect(new, ["a=5", "c=2"], "records under both names")
        try expect(old, ["c=2"], "the earlier name, when one record was saved and one removed")
        var query = StoreQuery()
        query.order = [.init(["n"], isDescending: true)]
        query.limit = 1
        try expect(new, ["a=5"], "a query for records under both names", query)
        query.conditions = [.init(["n"], .isBelow(.int64(5)))]
        try expect(new, ["c=2"], "a query for records under an earlier name", query)
        // A program that knows the earlier name alone may save after one that knows both.
        try store.transaction(in: run.contract.format) { transaction in
            _ = try transaction.save(.object(["n": 7]), id: "a", of: old, expecting: .nothing)
        }
        try expect(new, ["a=5", "c=2"], "a record under both names")
        try expect(old, ["a=7", "c=2"], "a record under the earlier name, beside the class's own")
        try store.transaction(in: run.contract.format) { transaction in
            for id in ["a", "c"] { try transaction.remove(id, of: new, expecting: .anything) }
        }
        try expect(new, [], "records under both names that were removed")
        try expect(old, [], "the earlier name, when records under both were removed")
    }
}

// Helpers of these checks.
extension StoreRun {
    func expect(_ isTrue: Bool, _ subject: String, _ expected: String, _ found: String) {
        if !isTrue { fail(subject, expected: expected, found: found) }
    }

    func expectEqual(_ found: BaseModel, _ wanted: BaseModel, _ subject: String) throws {
        let (found, wanted) = (fingerprint(found), fingerprint(wanted))
        if found != wanted { fail(subject, expected: ContractRun.shortened(wanted), found: found) }
    }

    func expectMissing<Model: BaseModel>(_ records: ModelRecords<Model>, _ id: String, _ subject: String) throws {
        expectCode(.fileMissing, subject) { _ = try records.load(id: id) }
    }

    func expectCode(_ code: ModelError.Code, _ subject: String, _ body: () throws -> Void) {
        do {
            try body()
            fail(subject, expected: "the error \(code)", found: "no error")
        } catch {
            let error = ModelError(wrapping: error)
            if error.code != code { fail(subject, expected: "the error \(code)", found: "\(error)") }
        }
    }

    /// Checks that a model is loaded as `RecordStore.kept(_:of:)` has predicted.
    fileprivate func checkKept(_ model: BaseModel) throws {
        guard let store = contract.store as? any RecordStore else { return }
        let record = record("ContractQueried", [])
        let document = try ModelDocument(encoding: model)
        let found = try store.transaction(in: contract.format) { transaction in
            _ = try transaction.save(document, id: "kept", of: record, expecting: .anything)
            return try transaction.record("kept", of: record)?.document
        }
        let kept = try store.kept(document, of: record)
        expect(
            found == kept, "a model as kept(_:of:) says", ContractRun.shortened("\(kept)"),
            ContractRun.shortened("\(found, default: "nothing")"))
        try store.transaction(in: contract.format) { transaction in
            try transaction.remove("kept", of: record, expecting: .anything)
        }
    }

    /// Checks that versions that a failed transaction has given to records are never given again.
    fileprivate func checkVersionsOfFailed(of store: any RecordStore) throws {
        struct Stop: Error {}
        let pairs = ModelRecords<ContractPair>(in: contract.format)
        try pairs.save(ContractPair(1), id: "version")
        var kept: ContractPair?
        do {
            try pairs.transaction {
                try pairs.update(id: "version") { $0.first = 5 }
                kept = try pairs.load(id: "version")
                throw Stop()
            }
        } catch is Stop {}
        try pairs.update(id: "version") { $0.first = 7 }
        expectCode(.fileChanged, "a save of what a failed transaction had loaded") {
            if let kept { try pairs.save(kept, id: "version") }
        }
        let record = record(ModelClass.of(ContractPair.self).name, [])
        let document = try ModelDocument(encoding: ContractPair(2))
        var given: StoreVersion?
        do {
            try store.transaction(in: contract.format) { transaction in
                given = try transaction.save(document, id: "version", of: record, expecting: .anything)
                throw Stop()
            }
        } catch is Stop {}
        let next = try store.transaction(in: contract.format) { transaction in
            try transaction.save(document, id: "version", of: record, expecting: .anything)
        }
        expect(next != given, "a version after a transaction that threw", "another one", "the same")
        try pairs.remove(id: "version")
    }

    /// Checks a failed transaction of a store whose transactions include the values that are kept once for a class:
    /// these values must be unchanged afterwards.
    fileprivate func checkValuesOfFailed(of store: any RecordStore) throws {
        struct Stop: Error {}
        try save(ContractPair(10))
        do {
            try ModelRecords<ContractPair>(in: contract.format).transaction {
                do { try save(ContractPair(11)) } catch is ModelError {}
                throw Stop()
            }
        } catch is Stop {}
        if store.hasWholeTransactions { try expectSaved(ContractPair(10), "values after a transaction that threw") }
        try ContractPair.removeContents(ofStore: contract.format)
    }

    /// Runs `body` in four threads, and reports the errors that it throws.
    func inThreads(_ body: @escaping @Sendable (StoreRun) throws -> Void) {
        let errors = FailureCollector()
        let beside = StoreRun(contract: contract, check: check, reporter: errors)
        let group = DispatchGroup()
        for _ in 0..<4 {
            group.enter()
            Thread {
                beside.use {
                    do { try body(beside) } catch {
                        beside.fail("a thread beside others", expected: "no error", found: "\(error)")
                    }
                }
                group.leave()
            }.start()
        }
        group.wait()
        errors.failures.forEach(reporter.report)
    }
}

extension ModelDocument {
    /// A document with numbers under keys.
    fileprivate static func object(_ numbers: [String: Int]) throws -> ModelDocument {
        try ModelDocument(encoding: numbers)
    }
}
