import ModelCore

extension StoreCheck {
    /// The check of a class that had another name before.
    package static let formerNames = StoreCheck(
        "formerNames",
        "What was saved under an earlier name of a class is found, and gone when the class is saved or removed."
    ) { run in
        let old = run.record("ContractFormer", ["label"])
        let new = run.record("ContractRenamed", ["label"], formerly: ["ContractFormer"])
        defer { run.remove(new, old) }
        try run.save(["label": "before"], in: old)
        try run.expectSaved(["label": "before"], in: new, "a class under its earlier name")
        try run.save(["label": "after"], in: new)
        try run.expectSaved(["label": "after"], in: new, "a class with an earlier name")
        // Without property names: otherwise a store that doesn't keep classes would find the values of the new name.
        try run.expectSaved([:], in: run.record("ContractFormer", []), "an earlier name, when the class was saved")
        try run.contract.store.removeValues(in: new)
        try run.save(["label": "before"], in: old)
        try run.contract.store.removeValues(in: new)
        try run.expectSaved([:], in: new, "a class that was removed, under its earlier name")
        // A program that knows the earlier name alone may save after one that knows both.
        let own = run.record("ContractRenamed", ["own"], formerly: ["ContractFormer"])
        try run.save(["own": "new"], in: own)
        try run.save(["label": "old"], in: old)
        try run.expectSaved(["own": "new"], in: own, "a class with values under both of its names")
        try run.expectSaved(["label": "old"], in: old, "the earlier name, beside the class's own")
        try run.contract.store.removeValues(in: own)
        try run.expectSaved([:], in: own, "a class that was removed, with values under both of its names")
        try run.expectSaved([:], in: run.record("ContractFormer", []), "its earlier name")
        try run.checkSeveralNames()
    }

    /// The check of one class in two locations of the store.
    package static let places = StoreCheck(
        "places", "What is saved in one place isn't in another one, unless the store refuses all but one."
    ) { run in
        let other = run.at((run.contract.format.place ?? "contract") + ".other")
        other.clear()
        defer { other.clear() }
        try run.save(ContractPair(1))
        if let found = try? other.load(ContractPair.self) {
            run.fail("a place where nothing was saved", expected: "nothing", found: run.fingerprint(found))
        }
        do {
            try other.save(ContractPair(2))
        } catch is ModelError {
            return try run.expectSaved(ContractPair(1), "a place, when another one was refused")
        }
        try other.expectSaved(ContractPair(2), "another place")
        try run.expectSaved(ContractPair(1), "a place, when something was saved in another one")
        try ContractPair.removeContents(ofStore: other.contract.format)
        try run.expectSaved(ContractPair(1), "a place, when something was removed in another one")
    }
}

// Records that are saved without a model.
extension StoreRun {
    /// Checks a class that had several names before.
    fileprivate func checkSeveralNames() throws {
        let names = ["ContractOld", "ContractOlder", "ContractOldest"]
        let new = record("ContractNew", ["label"], formerly: names)
        defer { remove(new) }
        for name in names {
            // The second key belongs to no property.
            try save(["label": name, "more": name], in: record(name, ["label"]))
            try expectSaved(
                ["label": name, "more": name], in: new, "a class under the name \(name), one of several earlier ones")
            try save(["label": "new"], in: new)
            try expectSaved(["label": "new"], in: new, "a class with several earlier names")
            try expectSaved([:], in: record(name, []), "the name \(name), when the class was saved")
            try contract.store.removeValues(in: new)
            try save(["label": name], in: record(name, ["label"]))
            try contract.store.removeValues(in: new)
            try expectSaved([:], in: record(name, ["label"]), "the name \(name), when the class was removed")
        }
    }

    /// Checks two classes that have a property with the same name. The store may refuse the second class.
    func checkCommonKey() throws {
        let (first, second) = (
            record("ContractFirst", ["label", "own"]), record("ContractSecond", ["label", "other"])
        )
        defer { remove(first, second) }
        try save(["label": "first", "own": "1"], in: first)
        try contract.store.removeValues(in: second)
        try expectSaved(["label": "first", "own": "1"], in: first, "a class, when one without values was removed")
        let isRefused = (try? save(["label": "second", "other": "2"], in: second)) == nil
        try expectSaved(["label": "first", "own": "1"], in: first, "a class, when another saved a key of that name")
        if !isRefused {
            try expectSaved(["label": "second", "other": "2"], in: second, "another class with a key of that name")
        }
        try contract.store.removeValues(in: second)
        try expectSaved(
            ["label": "first", "own": "1"], in: first, "a class, when another with a key of that name was removed")
        try save(["label": "changed"], in: first)
        try expectSaved(["label": "changed"], in: first, "a class that was saved again")
    }

    /// A run of this check in another location of the store.
    func at(_ place: String) -> StoreRun {
        StoreRun(
            contract: StoreContract(contract.store, contract.format.at(place)), check: check, reporter: reporter)
    }

    func record(_ className: String, _ keys: [String], formerly names: [String] = []) -> StoreRecord {
        StoreRecord(
            format: contract.format, className: className, formerClassNames: names, propertyNames: keys)
    }

    func save(_ texts: [String: String], in record: StoreRecord) throws {
        let values = texts.sorted { $0.key < $1.key }.map { (key: $0.key, value: ModelDocument(.string($0.value))) }
        try contract.store.save(values, in: record)
    }

    /// Expects that the record contains exactly these texts. If `texts` is empty, expects that the record was never
    /// saved.
    func expectSaved(_ texts: [String: String], in record: StoreRecord, _ subject: String) throws {
        let found = try contract.store.document(for: record)
        let wanted = texts.isEmpty ? "nil" : Fingerprint.text(of: texts)
        let texts = found.map { document in
            document.root.properties.reduce(into: [:]) { $0[$1.key] = $1.value.stringValue }
        }
        if Fingerprint.text(of: texts) != wanted { fail(subject, expected: wanted, found: Fingerprint.text(of: found)) }
    }

    func remove(_ records: StoreRecord...) {
        for record in records { try? contract.store.removeValues(in: record) }
    }
}
