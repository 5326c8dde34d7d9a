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
        run.checkPowers(mayRefuse: !hasAll)
        run.checkRandomDates(mayRefuse: !hasAll)
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

extension ContractRun {
    /// Checks dates around powers of two, in seconds or milliseconds before and after 1970, 2001 and 1900: a number
    /// of so many bits can't represent them any more.
    fileprivate func checkPowers(mayRefuse: Bool) {
        var (whole, parts): ([Date], [Date]) = ([], [])
        for bits in 24...37 {
            for sign in [1.0, -1] {
                let edge = sign * Double(sign: .plus, exponent: bits, significand: 1)
                for start in [0, 978_307_200, -2_208_988_800] as [TimeInterval] {
                    for offset in [-1, 0, 1] as [TimeInterval] {
                        whole.append(Date(timeIntervalSince1970: start + edge + offset))
                        parts.append(Date(timeIntervalSince1970: start + edge + offset / 4))
                        // The edge, taken as milliseconds.
                        parts.append(Date(timeIntervalSince1970: start + ((edge + offset) / 1000)))
                    }
                }
            }
        }
        expectRoundTrip(whole.filter(Self.isOrdinary), "dates around powers of two")
        expectRoundTrip(
            parts.filter(Self.isOrdinary), "dates around powers of two, with fractions", mayRefuse: mayRefuse)
        // The dates are checked one by one, so that a failure names the date.
        for bits in 31...35 {
            for offset in [-1, 0, 1] as [TimeInterval] {
                let interval = Double(sign: .plus, exponent: bits, significand: 1) + offset
                expectRoundTrip(Date(timeIntervalSince1970: interval), "date \(interval) from 1970")
            }
        }
    }

    /// Checks random seconds of the years 1 to 9999, fractions of seconds, and the ends of Februaries and years.
    fileprivate func checkRandomDates(mayRefuse: Bool) {
        var generator = SeededGenerator(seed: options.seed)
        let seconds = (0..<200).map { _ in
            TimeInterval(Int.random(in: -63_113_904_000...252_423_993_599, using: &generator))
        }
        expectRoundTrip(seconds.map { Date(timeIntervalSinceReferenceDate: $0) }, "random seconds")
        let parts = seconds.map { $0 + Double.random(in: 0..<1, using: &generator) }.filter { $0 < 252_423_993_599 }
        expectRoundTrip(parts.map { Date(timeIntervalSinceReferenceDate: $0) }, "random dates", mayRefuse: mayRefuse)
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        var days: [Date] = []
        for year in [1600, 1700, 1899, 1900, 1904, 1969, 1970, 2000, 2036, 2038, 2040, 2099, 2100, 2106, 2400, 4001, 9999] {
            for (month, day) in [(2, 28), (2, 29), (3, 1), (12, 31), (1, 1)] {
                let parts = DateComponents(year: year, month: month, day: day, hour: 23, minute: 59, second: 59)
                if let date = calendar.date(from: parts) { days.append(date) }
            }
        }
        expectRoundTrip(days, "ends of months")
    }

    /// True for a date in the years 1 to 9999.
    private static func isOrdinary(_ date: Date) -> Bool {
        (-63_113_904_000...252_423_993_599).contains(date.timeIntervalSinceReferenceDate)
    }
}
