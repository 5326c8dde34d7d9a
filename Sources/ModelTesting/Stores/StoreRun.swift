import Records

/// One run of a check of a store: the store, and the collector of failures.
struct StoreRun: Sendable {
    let contract: StoreContract
    let check: String
    let reporter: FailureCollector

    /// Runs `body` with a format registry that contains only this store.
    func use(_ body: () -> Void) {
        FormatRegistry.withFormats(FormatRegistry(stores: [contract.store]), body)
    }

    /// Removes everything that the checks save.
    func clear() {
        let types: [BaseModel.Type] = [
            ContractOptionals.self, ContractLink.self, ContractPair.self, ContractKeyed.self, ContractOpen.self,
            ContractFirstVersion.self,
        ]
        for type in types {
            try? type.removeContents(ofStore: contract.format)
        }
        guard let store = contract.store as? any RecordStore else { return }
        let names =
            types.map { ModelClass.of($0).name } + [
                "ContractDrawing", "ContractShape", "ContractFormer", "ContractRenamed", "ContractQueried",
            ]
        try? store.transaction(in: contract.format) { transaction in
            for record in names.map({ record($0, []) }) {
                for id in try transaction.identifiers(of: record) {
                    try transaction.remove(id, of: record, expecting: .anything)
                }
            }
        }
    }

    func save(_ model: BaseModel) throws { try model.write(toStore: contract.format) }

    func load<Model: BaseModel>(_ type: Model.Type) throws -> Model? {
        do {
            return try type.load(fromStore: contract.format)
        } catch let error as ModelError where error.code == .fileMissing {
            return nil
        }
    }

    func fail(_ subject: String, expected: String, found: String) {
        reporter.report(
            ContractFailure(check: check, subject: subject, expected: expected, found: ContractRun.shortened(found)))
    }

    /// The fingerprint of a model. An object that two properties share counts as two equal objects.
    func fingerprint(_ model: BaseModel?) -> String {
        model.map { Fingerprint.text(of: $0, keepsIdentity: false) } ?? "nothing"
    }

    /// Expects that the store contains a model that is the same to the bit.
    func expectSaved<Model: BaseModel>(_ model: Model, _ subject: String) throws {
        let (found, wanted) = (fingerprint(try load(Model.self)), fingerprint(model))
        if found != wanted { fail(subject, expected: ContractRun.shortened(wanted), found: found) }
    }

    func expectNothing<Model: BaseModel>(of type: Model.Type, _ subject: String) throws {
        if let found = try load(type) { fail(subject, expected: "nothing", found: fingerprint(found)) }
    }
}
