import ModelCore

extension ContractCheck {
    /// The check of objects of older and newer versions of their class.
    package static let versions = ContractCheck(
        "versions", "An object of an older version is migrated, one of a newer version is refused."
    ) { run in
        let old = ContractFirstVersion()
        (old.title, old.count) = ("é", 7)
        old.parts = [ContractFirstVersion()]
        old.parts[0].count = -1
        let migrated = try run.decode(ContractThirdVersion.self, from: run.encode(old))
        run.expect(
            migrated.isMigrated(from: old), "a model of an older version", expected: run.fingerprint(old),
            found: run.fingerprint(migrated))

        let content = try run.encode(migrated)
        let back = try run.decode(ContractThirdVersion.self, from: content)
        run.expectEqual(run.fingerprint(back), run.fingerprint(migrated), "a model of the class's version")
        run.expectError("a model of a newer version", codes: [.newerVersion]) {
            try run.decode(ContractFirstVersion.self, from: content)
        }
    }
}
