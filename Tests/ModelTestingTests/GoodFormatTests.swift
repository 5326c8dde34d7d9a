import ModelCore
import ModelTesting
import TestSupport
import Testing

/// Formats that keep the contract pass it, whatever they are capable of.
@Suite struct GoodFormatTests {
    @Test(arguments: FormatContract.checks)
    func capableOfEverything(_ check: ContractCheck) async {
        await FormatContract(ToyFormat()).check(check)
    }

    @Test(arguments: FormatContract.checks)
    func capableOfNothing(_ check: ContractCheck) async {
        var format = ToyFormat()
        format.capabilities = []
        await FormatContract(format).check(check)
    }

    @Test(arguments: (0..<9).map { FormatCapabilities.all.subtracting(FormatCapabilities(rawValue: 1 << $0)) })
    func capableOfAllButOne(_ capabilities: FormatCapabilities) async {
        var format = ToyFormat()
        format.capabilities = capabilities
        await FormatContract(format, options: .few).check()
    }
}
