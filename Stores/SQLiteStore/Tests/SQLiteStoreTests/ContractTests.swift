import ModelCore
import ModelTesting
import SQLiteStore
import Testing

@Suite("The contract of stores")
struct ContractTests {
    @Test("SQLite keeps it", arguments: StoreContract.checks)
    func contract(_ check: StoreCheck) throws {
        let library = try Library()
        StoreContract(library.store, .sqlite.at("contract")).check(check)
    }

    @Test("So it does with indexes", arguments: StoreContract.checks.filter { $0.name == "recordQueries" })
    func indexes(_ check: StoreCheck) throws {
        let library = try Library(
            .init("n"), .init("t", "d"), .init("any"), .init("deep.n"), .init("deep[\"a.b\"]"), .init("it's"))
        StoreContract(library.store, .sqlite).check(check)
    }
}
