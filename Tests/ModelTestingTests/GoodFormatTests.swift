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

    /// A root that the format can't hold is tried inside one that it can.
    @Test(arguments: FormatContract.checks, [.dictionaryRoots, .arrayRoots] as [FormatCapabilities])
    func someRoots(_ check: ContractCheck, _ roots: FormatCapabilities) async {
        var format = ToyFormat()
        format.capabilities = [.all, roots]
        await FormatContract(format, options: .few).check(check)
    }

    /// The text format with both ways of writing and reading, before any mistake is made.
    @Test(arguments: FormatContract.checks, [false, true])
    func withoutMistake(_ check: ContractCheck, keepsObjects: Bool) async {
        await FormatContract(SampleFormat(keepsObjects: keepsObjects), options: .few).check(check)
    }

    /// Files without a head: only collections and models look like the format's.
    @Test(arguments: FormatContract.checks)
    func bareValues(_ check: ContractCheck) async {
        await FormatContract(BareFormat(claims: .containers), options: .few).check(check)
    }

    /// No file is recognised, and the options say so.
    @Test(arguments: FormatContract.checks)
    func unrecognized(_ check: ContractCheck) async {
        var options = ContractOptions.few
        options.isRecognized = false
        await FormatContract(BareFormat(claims: .nothing), options: options).check(check)
    }

    @Test(arguments: (0..<9).map { FormatCapabilities.all.subtracting(FormatCapabilities(rawValue: 1 << $0)) })
    func capableOfAllButOne(_ capabilities: FormatCapabilities) async {
        var format = ToyFormat()
        format.capabilities = capabilities
        await FormatContract(format, options: .few).check()
    }
}
