#if Macros
// snippet.contract
import ModelTesting
import Testing

@Test func contract() async { await FormatContract(LineFormat()).check() }
// snippet.end
// snippet.oneByOne
@Test(arguments: FormatContract.checks)
func contract(_ check: ContractCheck) async {
    await FormatContract(LineFormat()).check(check)
}
// snippet.end
#endif
