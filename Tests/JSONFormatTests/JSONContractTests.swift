import JSONFormat
import ModelCore
import ModelTesting
import Testing

@Suite("JSON keeps the contract of every format")
struct JSONContractTests {
    @Test("Compact", arguments: FormatContract.checks)
    func compact(check: ContractCheck) async {
        await FormatContract(JSONFormat()).check(check)
    }

    @Test("Pretty, sorted, and reading JSON5", arguments: FormatContract.checks)
    func otherOptions(check: ContractCheck) async {
        let format = JSONFormat(writing: [.prettyPrinted, .sortedKeys], reading: .json5)
        await FormatContract(format).check(check)
    }
}
