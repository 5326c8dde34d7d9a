#if Tests
import ModelCore
import ModelTesting
import PostgresStore
import Testing

@Suite("The contract of stores", .needsServer)
struct ContractTests {
    @Test("PostgreSQL keeps it", arguments: StoreContract.checks)
    func contract(_ check: StoreCheck) throws {
        let library = try Library()
        StoreContract(library.store, .postgres.at("contract")).check(check)
    }

    @Test("So it does with indexes", arguments: StoreContract.checks.filter { $0.name == "recordQueries" })
    func indexes(_ check: StoreCheck) throws {
        // The planner takes an index for a few records only if it must.
        let library = try Library(
            .init("n"), .init("t", "d"), .init("any"), .init("deep.n"), .init("deep[\"a.b\"]"), .init("it's"),
            .init("[\"k\\\"q\"]"), .init("list[1]"), settings: "%20-cenable_seqscan%3Doff%20-cenable_sort%3Doff")
        StoreContract(library.store, .postgres).check(check)
    }
}
#endif
