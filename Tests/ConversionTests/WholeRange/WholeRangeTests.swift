import Foundation
import ModelCore
import ModelTesting
import Testing

/// What is written is read back equal to the bit, or writing is refused: for every type over its whole range, in every format.
@Suite("Every value of every type in every format")
struct WholeRangeTests {
    @Test("Comes back to the bit, or is refused", arguments: RangeFormat.all, RangeValues.cases)
    func comesBack(_ format: RangeFormat, _ values: RangeCase) {
        let outcome = values.run(format)
        #expect(outcome.lost.isEmpty, "\(outcome.lost.count) of \(outcome.trials): \(outcome.lost.prefix(5))")
        let wrong = outcome.refused.filter { !format.mayRefuse(values.testDescription, $0) }
        #expect(wrong.isEmpty, "\(wrong.count) of \(outcome.trials) refused: \(wrong.prefix(5))")
    }
}
