import HRCoder
import ModelCore
import ModelTesting
import Testing

@Suite("HRCoded files keep the contract of every format")
struct ContractTests {
    @Test("XML", arguments: FormatContract.checks)
    func xml(_ check: ContractCheck) async {
        await FormatContract(HRCoder(), .hrCodedXML).check(check)
    }

    @Test("JSON", arguments: FormatContract.checks)
    func json(_ check: ContractCheck) async {
        await FormatContract(HRCoder(), .hrCodedJSON).check(check)
    }

    @Test("Binary", arguments: FormatContract.checks)
    func binary(_ check: ContractCheck) async {
        await FormatContract(HRCoder(), .hrCodedBinary).check(check)
    }
}
