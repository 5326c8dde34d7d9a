import Foundation
import ModelCore

extension ContractCheck {
    /// The check of dates, to the bit.
    package static let dates = ContractCheck(
        "dates", "Dates come back to the bit, or are refused if the format has no exact dates and no ordinary ones."
    ) { run in
        let hasAll = run.capabilities.contains(.exactDates) || run.capabilities.contains(.ordinaryDates)
        let ordinary: [TimeInterval] = [
            0, 1, -1, 0.5, -0.5, 0.125, 542_911_754.125, 1e9, -978_307_200, -978_307_200.25, -978_307_201, -3e9,
            63_113_904_000, -63_145_526_400, -63_114_076_800, -60_000_000_000.5, 252_423_993_599,
        ]
        for interval in ordinary {
            run.expectRoundTrip(
                Date(timeIntervalSinceReferenceDate: interval), "date \(interval)",
                mayRefuse: interval != interval.rounded() && !hasAll)
        }
        let odd: [TimeInterval] = [
            0.1, 1.0 / 3, 542_911_754.123456789, -978_307_199.999999, 1e-9, -1e-300, 1e12, -1e12, 1e300,
            Date.distantPast.timeIntervalSinceReferenceDate, Date.distantFuture.timeIntervalSinceReferenceDate,
            (542_911_754.125).nextUp, (-0.5).nextDown, .leastNonzeroMagnitude, -0.0,
        ]
        for interval in odd {
            run.expectRoundTrip(
                Date(timeIntervalSinceReferenceDate: interval), "date \(interval)", mayRefuse: !hasAll)
        }
        for interval in [TimeInterval.nan, .infinity] {
            run.expectRoundTrip(Date(timeIntervalSinceReferenceDate: interval), "date \(interval)", mayRefuse: true)
        }
    }
}
