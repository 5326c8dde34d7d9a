import FastCoder
import ModelTesting
import Testing

@Suite("The contract that every format keeps")
struct ContractTests {
    @Test(arguments: FormatContract.checks)
    func contract(_ check: ContractCheck) async {
        await FormatContract(FastCoder()).check(check)
    }
}
