import Foundation
import ModelCore
import Synchronization

extension StoreCheck {
    /// The check of a store in which nothing was saved yet.
    package static let nothingSaved = StoreCheck(
        "nothingSaved", "Where nothing was saved, there is nothing, and no error."
    ) { run in
        try run.expectNothing(of: ContractLink.self, "a class that was never saved")
        try ContractLink.removeContents(ofStore: run.contract.format)
    }

    /// The check of values of several types, nested models, and text of all kinds.
    package static let roundTrip = StoreCheck(
        "roundTrip", "What was saved comes back with every bit, as often as it is saved."
    ) { run in
        let optionals = ContractOptionals()
        optionals.plain = .min
        optionals.date = Date(timeIntervalSinceReferenceDate: 0.1)
        optionals.list = ["", "é日本😀", "a\nb", "$null", "<&>"]
        optionals.shape = ContractCircle()
        try run.save(optionals)
        try run.expectSaved(optionals, "values of several types")
        optionals.required = -1
        optionals.list = []
        try run.save(optionals)
        try run.expectSaved(optionals, "the same model, changed and saved again")
        // Each property is stored separately, including the objects that other properties contain, too.
        let (link, shared) = (ContractLink("root"), ContractLink("shared"))
        shared.others = [ContractLink("inner")]
        link.next = shared
        link.others = [ContractLink("first"), shared, shared]
        try run.save(link)
        try run.expectSaved(link, "objects that two properties hold")
    }

    /// The check of properties that are nil, whether nil is their default or not.
    package static let nilProperties = StoreCheck(
        "nilProperties", "A property that is nil comes back as nil, whatever its default is."
    ) { run in
        let optionals = ContractOptionals()
        optionals.plain = 1
        try run.save(optionals)
        optionals.plain = nil
        optionals.number = nil
        optionals.text = nil
        optionals.shape = nil
        try run.save(optionals)
        try run.expectSaved(optionals, "properties that became nil")
    }

    /// The check of a key that the first save has, and the second save hasn't.
    package static let wholeRecords = StoreCheck("wholeRecords", "A save replaces all that was saved of the class.") {
        run in
        let optionals = ContractOptionals()
        optionals.plain = 1
        try run.save(optionals)
        // Its nil isn't written.
        optionals.plain = nil
        try run.save(optionals)
        try run.expectSaved(optionals, "a key that the second save doesn't have")
    }

    /// The check of two classes in one location of the store.
    package static let foreignRecords = StoreCheck("foreignRecords", "Values of other classes are not touched.") {
        run in
        let optionals = ContractOptionals()
        optionals.text = "mine"
        try run.save(optionals)
        try run.save(ContractLink("other"))
        try run.expectSaved(optionals, "a class, when another one was saved")
        try ContractLink.removeContents(ofStore: run.contract.format)
        try run.expectSaved(optionals, "a class, when another one was removed")
        try run.checkCommonKey()
    }

    /// The check of the removal of all values of a class.
    package static let removal = StoreCheck("removal", "What was removed is as if it had never been saved.") { run in
        try run.save(ContractLink("gone"))
        try ContractLink.removeContents(ofStore: run.contract.format)
        try run.expectNothing(of: ContractLink.self, "a class that was removed")
        try run.save(ContractLink("back"))
        try run.expectSaved(ContractLink("back"), "a class that was removed and saved again")
    }

    /// The check of a model that can't be saved.
    package static let refusedValues = StoreCheck(
        "refusedValues", "A save that throws leaves all that was there, and its error says where."
    ) { run in
        let link = ContractLink("old")
        try run.save(link)
        let ring = ContractLink("new")
        ring.next = ring
        defer { ring.unlink() }
        do {
            try run.save(ring)
            run.fail("a property that leads back to the model", expected: "the error cycle", found: "no error")
        } catch let error as ModelError {
            if error.code != .cycle || error.format != run.contract.format
                || !error.path.description.hasPrefix("ContractLink")
            {
                run.fail(
                    "a property that leads back to the model", expected: "the error cycle, with format and path",
                    found: "\(error)")
            }
        }
        try run.expectSaved(link, "what was saved before the save that threw")
    }

    /// The check of readers that run at the same time as writers.
    package static let wholeReads = StoreCheck(
        "wholeReads", "Who reads while others save sees one save's values, never two's."
    ) { run in
        try run.save(ContractPair(0))
        // Reported at the end: the new threads belong to no test.
        let errors = FailureCollector()
        let beside = StoreRun(contract: run.contract, check: run.check, reporter: errors)
        let writing = Mutex(2)
        let group = DispatchGroup()
        for worker in 0..<4 {
            group.enter()
            // Separate threads, so that all four run at once.
            Thread {
                beside.use {
                    if worker < 2 {
                        for round in 1...10 { beside.savePair(worker * 100 + round) }
                        writing.withLock { $0 -= 1 }
                    } else {
                        repeat { beside.loadPair() } while writing.withLock { $0 > 0 }
                    }
                }
                group.leave()
            }.start()
        }
        group.wait()
        errors.failures.forEach(run.reporter.report)
    }
}

extension StoreRun {
    fileprivate func savePair(_ number: Int) {
        do {
            try save(ContractPair(number))
        } catch {
            fail("a save beside others", expected: "no error", found: "\(error)")
        }
    }

    fileprivate func loadPair() {
        var found: String
        do {
            let pair = try load(ContractPair.self)
            if let pair, pair.first == pair.second { return }
            found = pair.map { "\($0.first) and \($0.second)" } ?? "nothing"
        } catch {
            found = "\(error)"
        }
        fail("a read beside saves", expected: "two equal values", found: found)
    }
}

extension StoreCheck {
    /// The check of keys that a newer program has saved.
    package static let unknownKeys = StoreCheck(
        "unknownKeys", "What a class doesn't know stays where the class saves what it knows."
    ) { run in
        let newer = ContractNewer.sample()
        try run.save(newer)
        guard let model = try run.load(ContractOpen.self) else {
            return run.fail("a newer program's values", expected: "a model", found: "nothing")
        }
        model.name = "changed"
        newer.name = "changed"
        try run.save(model)
        try run.expectSaved(newer, "a model that an older program has changed")
        try ContractOpen.removeContents(ofStore: run.contract.format)
        try run.expectNothing(of: ContractNewer.self, "a class whose values were removed")
    }

    /// The check of values that older and newer programs have saved.
    package static let versions = StoreCheck(
        "versions", "What an older version saved is migrated, and what a newer one did is refused."
    ) { run in
        let old = ContractFirstVersion()
        (old.title, old.count) = ("é", 7)
        try run.save(old)
        let migrated = try run.load(ContractThirdVersion.self)
        if migrated?.isMigrated(from: old) != true {
            run.fail(
                "a model of an older version", expected: run.fingerprint(old), found: run.fingerprint(migrated))
        }
        if let migrated {
            try run.save(migrated)
            try run.expectSaved(migrated, "a model that was migrated")
            do {
                let found = try run.load(ContractFirstVersion.self)
                run.fail("a model of a newer version", expected: "newerVersion", found: run.fingerprint(found))
            } catch let error as ModelError where error.code == .newerVersion {}
        }
    }

    /// The check of properties whose keys in files differ from their names.
    package static let keys = StoreCheck(
        "keys", "Properties with keys of their own, and ways through dictionaries, come back."
    ) { run in
        let keyed = ContractKeyed()
        keyed.renamed = 4
        keyed.city = "here"
        keyed.zip = 5
        try run.save(keyed)
        try run.expectSaved(keyed, "properties under other keys, and deeper")
        keyed.city = nil
        keyed.zip = nil
        try run.save(keyed)
        try run.expectSaved(keyed, "ways at whose end there is nothing any more")
        let cased = run.record("ContractCased", ["firstName", "firstname"])
        defer { run.remove(cased) }
        try run.save(["firstName": "Ada", "firstname": "Byron"], in: cased)
        try run.expectSaved(["firstName": "Ada", "firstname": "Byron"], in: cased, "keys that differ in a capital")
    }
}
