import ModelCore
import ModelTesting
import TestSupport
import Testing

@Suite("Keyed archives keep the contract of every format")
struct ArchiveContractTests {
    @Test("Every check", arguments: FormatContract.checks)
    func contract(check: ContractCheck) async {
        await FormatContract(KeyedArchive()).check(check)
    }
}
