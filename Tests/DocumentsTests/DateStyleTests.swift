import Foundation
import ModelCore
import Testing

@testable import Documents

@Suite("Dates as numbers and as days")
struct DateStyleTests {
    @Test(
        "A number from 1970 has no more digits than the date needs",
        arguments: [
            (1000, .int64(1000), .int64(1_000_000)), (1000.5, .double(1000.5), .int64(1_000_500)),
            (1000.123, .double(1000.123), .int64(1_000_123)),
            (1000.123456, .double(1000.123456), .double(1_000_123.456)),
            (1_521_218_954.123456, .double(1_521_218_954.123456), .double(1_521_218_954_123.456)),
        ] as [(Double, ModelScalar, ModelScalar)])
    func digits(_ seconds: Double, _ inSeconds: ModelScalar, _ inMilliseconds: ModelScalar) throws {
        let date = Date(timeIntervalSince1970: seconds)
        #expect(try DateStyle.secondsSince1970.scalar(of: date) == inSeconds)
        #expect(try DateStyle.millisecondsSince1970.scalar(of: date) == inMilliseconds)
        #expect(try DateStyle.secondsSince1970.date(of: inSeconds) == date)
        #expect(try DateStyle.millisecondsSince1970.date(of: inMilliseconds) == date)
    }

    @Test(
        "A day begins where its time zone says, also on and after the days on which clocks change",
        arguments: [
            ("Europe/Berlin", "2018-07-01", "2018-06-30T22:00:00Z"),
            ("Europe/Berlin", "2018-03-25", "2018-03-24T23:00:00Z"),
            ("Europe/Berlin", "2018-03-26", "2018-03-25T22:00:00Z"),
            ("Europe/Berlin", "2018-10-28", "2018-10-27T22:00:00Z"),
            ("Europe/Berlin", "2018-10-29", "2018-10-28T23:00:00Z"),
            // Clocks change at midnight here: the day begins at one o'clock.
            ("America/Sao_Paulo", "2018-11-04", "2018-11-04T03:00:00Z"),
        ])
    func days(_ zone: String, _ day: String, _ begin: String) throws {
        let style = DateStyle.day(in: try #require(TimeZone(identifier: zone)))
        let date = try style.date(of: .string(day))
        #expect(try DateStyle.iso8601.scalar(of: date) == .string(begin))
        #expect(try style.scalar(of: date) == .string(day))
    }
}
