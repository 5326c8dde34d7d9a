import Documents
import Foundation
import Testing

@Suite("Dates in time zones whose offsets had seconds")
struct HistoricalOffsetTests {
    @Test(
        "A date is the same after it was text, whose offset has whole minutes",
        arguments: [("Europe/Berlin", "+00:53"), ("America/New_York", "-04:56")])
    func dates(_ zone: String, _ offset: String) throws {
        let style = DateStyle.iso8601(timeZone: try #require(TimeZone(identifier: zone)))
        // In 1870 each place had its own time.
        let date = Date(timeIntervalSince1970: -3_150_000_000)
        let scalar = try style.scalar(of: date)
        guard case .string(let text) = scalar else {
            Issue.record("\(scalar)")
            return
        }
        #expect(text.hasSuffix(offset), "\(text)")
        #expect(try style.date(of: scalar) == date)
    }
}
