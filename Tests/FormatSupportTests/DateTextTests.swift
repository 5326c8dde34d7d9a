import FormatSupport
import Foundation
import TestSupport
import Testing

@Suite("Dates as text, compared with slow code")
struct DateTextTests {
    private func written(_ date: Date, _ append: (Date, inout ByteBuffer) -> Bool) -> String? {
        var buffer = ByteBuffer()
        buffer.append("x")
        guard append(date, &buffer) else { return buffer.count == 1 ? nil : "more than nothing" }
        return String(String(decoding: buffer.takeData(), as: UTF8.self).dropFirst())
    }

    /// Compares all texts of a date. Returns the exact text.
    @discardableResult
    private func compare(_ interval: Double) -> String? {
        let date = Date(timeIntervalSinceReferenceDate: interval)
        let exact = DateText.exactString(from: date)
        #expect(exact == ReferenceDateText.exactString(from: date), "\(interval)")
        #expect(exact == written(date) { DateText.appendExact($0, to: &$1) }, "\(interval)")
        let whole = DateText.wholeSecondsString(from: date)
        #expect(whole == ReferenceDateText.wholeSecondsString(from: date), "\(interval)")
        #expect(whole == written(date) { DateText.appendWholeSeconds($0, to: &$1) }, "\(interval)")
        #expect(
            DateText.hasExactString(date) == (exact != nil) && DateText.hasWholeSecondsString(date) == (whole != nil))
        if let exact {
            #expect(DateText.date(from: exact).map(\.timeIntervalSinceReferenceDate) == interval, "\(exact)")
        }
        return exact
    }

    private func compare(text: String) {
        let expected = ReferenceDateText.date(from: text)?.timeIntervalSinceReferenceDate.bitPattern
        let found = DateText.date(from: text)?.timeIntervalSinceReferenceDate.bitPattern
        #expect(found == expected, "\(text)")
    }

    @Test("Dates that programs store")
    func dates() {
        var random = SeededGenerator(seed: 1)
        for _ in 0..<500 {
            let seconds = Int.random(in: -1_000_000_000...2_000_000_000, using: &random)
            compare(Double(seconds))
            for scale in [1e3, 1e6, 1e9] {
                compare(Double(seconds) + Double.random(in: 0..<scale, using: &random).rounded() / scale)
            }
            compare(Double(seconds) + Double.random(in: 0..<1, using: &random))
        }
    }

    @Test("Dates of all years and fractions of all lengths")
    func bits() {
        var random = SeededGenerator(seed: 2)
        for _ in 0..<1000 {
            compare(Double.random(in: -63_145_526_400..<252_423_993_600, using: &random))
            // Exponents from -60 to 38.
            let exponent = UInt64(Int.random(in: 963...1061, using: &random))
            let significand = UInt64.random(in: 0..<1 << 52, using: &random)
            // Few bits, so that a text may be halfway between two doubles.
            for mask in [UInt64.max, .max << 20, .max << 40, .max << 49] {
                let magnitude = Double(bitPattern: exponent << 52 | significand & mask)
                compare(magnitude)
                compare(-magnitude)
            }
        }
    }

    @Test("Dates at the ends of years, days and seconds, and near the reference date")
    func borders() {
        let years = [0, 1, 4, 100, 400, 1582, 1600, 1900, 1970, 2000, 2001, 2004, 2100, 9999]
        for year in years {
            for text in ["01-01T00:00:00Z", "02-28T23:59:59Z", "03-01T00:00:00Z", "12-31T23:59:59Z"] {
                let day = String(format: "%04d-", year) + text
                compare(text: day)
                guard let interval = ReferenceDateText.date(from: day)?.timeIntervalSinceReferenceDate else { continue }
                for step in [-1, -0.5, -1e-3, -1e-6, 0, 1e-6, 1e-3, 0.5, 0.9994, 0.9995, 0.9996, 0.999_999_5, 1] {
                    compare(interval + step)
                    compare((interval + step).nextDown)
                    compare((interval + step).nextUp)
                }
            }
        }
        for interval in [
            0, 0.1, 0.5, 1, 1.5, 2, 3, 3.9999, 4, 4.0001, .leastNonzeroMagnitude, 1e-300, 1e-20, 1e-19, 0.999_999_999_9,
        ] {
            for near in [interval, interval.nextUp, interval.nextDown] {
                compare(near)
                compare(-near)
            }
        }
        for interval in [-0.0, .nan, .infinity, 1e300, -63_145_526_400.00001, 252_423_993_600] { compare(interval) }
    }

    @Test("Texts with fractions of all lengths, and with offsets")
    func texts() {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<2000 {
            let interval = Double.random(in: -63_145_526_400..<252_423_993_600, using: &random)
            let near = Double.random(in: -20..<20, using: &random)
            for interval in [interval.rounded(), near.rounded(), (interval / 100).rounded()] {
                guard let text = compare(interval)?.prefix(19) else { continue }
                let digits = (0..<Int.random(in: 1...32, using: &random)).map { _ in
                    "\(Int.random(in: 0...9, using: &random))"
                }
                let fraction = digits.joined()
                for fraction in [fraction, String(repeating: "0", count: fraction.count - 1) + "1", fraction + "0000"] {
                    let zone = ["Z", " Z", "+01", "-0130", "+23:59", " +0000", "+24", "+01:6", "+0160"]
                    compare(text: text + "." + fraction + zone[Int.random(in: 0..<zone.count, using: &random)])
                }
            }
        }
    }

    @Test("Texts that are halfway between two dates, or almost")
    func halves() {
        var random = SeededGenerator(seed: 4)
        for _ in 0..<2000 {
            // The middle has one bit more, and 25 digits at most.
            let seconds = Int.random(in: 1 << 28..<1 << 29, using: &random)
            let middle = UInt64.random(in: 0..<1 << 23, using: &random) * 2 + 1
            var rest = middle
            var fraction = ""
            while rest != 0 {
                rest *= 10
                fraction += "\(rest >> 25)"
                rest &= 1 << 25 - 1
            }
            guard let text = compare(Double(seconds))?.prefix(19) else { continue }
            guard let before = compare(Double(-seconds))?.prefix(19) else { continue }
            for fraction in [fraction, fraction + "00001", String(fraction.dropLast()) + "49999"] {
                compare(text: text + "." + fraction + "Z")
                compare(text: before + "." + fraction + "Z")
            }
        }
    }

    @Test("Texts that were damaged")
    func damage() {
        var random = SeededGenerator(seed: 5)
        let samples = [
            "2018-03-16T16:49:14.125Z", "2018-03-16 16:49:14 +0000", "2018-03-16T16:49:60.5-01:00",
            "2018-03-16T24:00:00Z",
            "2018-03-16T24:00:00.000+01", "2000-02-29T00:00:00.1234567890123456789012345678901Z",
            "0000-01-01T00:00:00+23:59",
        ]
        let bytes = Array("0123456789-+:.TZ tz\0/é".utf8)
        for sample in samples {
            compare(text: sample)
            let whole = Array(sample.utf8)
            for count in 0..<whole.count { compare(text: String(decoding: whole.prefix(count), as: UTF8.self)) }
            for _ in 0..<1000 {
                var copy = whole
                for _ in 0..<Int.random(in: 1...2, using: &random) {
                    let index = Int.random(in: 0..<copy.count, using: &random)
                    let byte = bytes[Int.random(in: 0..<bytes.count, using: &random)]
                    switch Int.random(in: 0..<4, using: &random) {
                    case 0: copy.insert(byte, at: index)
                    case 1: copy.remove(at: index)
                    default: copy[index] = byte
                    }
                }
                compare(text: String(decoding: copy, as: UTF8.self))
            }
        }
    }

    @Test("Texts in time zones")
    func zones() {
        var random = SeededGenerator(seed: 6)
        for _ in 0..<3000 {
            let scale = [1.0, 1e-3, 1e-9][Int.random(in: 0..<3, using: &random)]
            let date = Date(
                timeIntervalSinceReferenceDate: Double.random(in: -63_145_700_000..<252_424_100_000, using: &random)
                    * scale)
            let offset = Int.random(in: -1439...1439, using: &random) * 60
            let digits = Int.random(in: 0...20, using: &random)
            let expected = ReferenceDateText.string(from: date, fractionDigits: digits, secondsFromUTC: offset)
            let text = DateText.string(from: date, fractionDigits: digits, secondsFromUTC: offset)
            let length = offset == 0 ? 1 : 6
            #expect(text.map { String($0.dropLast(length)) } == expected)
            if let text, digits == 0 {
                let floor = date.timeIntervalSinceReferenceDate.rounded(.down)
                #expect(DateText.date(from: text)?.timeIntervalSinceReferenceDate == floor, "\(text)")
            }
            let day = DateText.dayString(from: date, secondsFromUTC: offset)
            #expect(
                day
                    == ReferenceDateText.string(from: date, fractionDigits: 0, secondsFromUTC: offset).map {
                        String($0.prefix(10))
                    })
            if let day { #expect(DateText.day(from: day) == ReferenceDateText.date(from: day + "T00:00:00Z")) }
        }
        for text in ["", "2018-03-1", "2018-03-161", "2018-02-30", "2018-3-016", "2018-03-16T"] {
            #expect(DateText.day(from: text) == nil)
        }
    }
}
