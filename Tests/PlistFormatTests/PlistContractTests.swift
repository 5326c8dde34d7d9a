import ModelCore
import ModelTesting
import PlistFormat
import Testing

@Suite("Property lists keep the contract of every format")
struct PlistContractTests {
    @Test("XML", arguments: FormatContract.checks)
    func xml(check: ContractCheck) async {
        await FormatContract(PlistFormat(), .xmlPropertyList).check(check)
    }

    @Test("Binary", arguments: FormatContract.checks)
    func binary(check: ContractCheck) async {
        await FormatContract(PlistFormat(), .binaryPropertyList).check(check)
    }
}
