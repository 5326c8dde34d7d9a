import Foundation
import ModelCore
import TestSupport
import Testing

@testable import ModelTesting

/// A failure shows the first difference, both sides around it, and the way.
@Suite struct DifferenceTests {
    @Test("Two texts that differ far from their beginning")
    func text() {
        let same = String(repeating: "same ", count: 300)
        let (first, second) = (same + "one", same + "two")
        let difference = Difference(Data(first.utf8), Data(second.utf8))
        #expect(difference.expected.hasSuffix("same one» (first different at byte 1500 of 1503)"))
        #expect(difference.found.hasSuffix("same two» (first different at byte 1500 of 1503)"))
        #expect(difference.expected.hasPrefix("…«") && difference.expected.utf8.count < 200)
        #expect(Difference(first, second).found.contains("two"))
    }

    @Test("Controls are shown, and characters aren't cut in two")
    func controls() {
        let start = String(repeating: "é", count: 200)
        let difference = Difference(Data((start + "a\u{7F}b").utf8), Data((start + "a\\u{7f}b").utf8))
        #expect(difference.expected.contains("éa\\u{7f}b»"))
        #expect(difference.found.contains("éa\\u{7f}b»") && !difference.found.contains("\u{FFFD}"))
        #expect(difference.expected.contains("byte 401 of 403") && difference.found.contains("byte 401 of 408"))
    }

    @Test("Bytes are shown in hexadecimal digits with their offset")
    func bytes() {
        var (first, second) = (Data(repeating: 0, count: 100), Data(repeating: 0, count: 90))
        (first[50], second[50]) = (0xAB, 0x41)
        let difference = Difference(first, second)
        #expect(difference.expected.contains("\n      00000030: 00 00 ab 00"), "\(difference.expected)")
        #expect(difference.found.contains("00000030: 00 00 41 00") && difference.found.contains("|..A."))
        #expect(difference.found.contains("(first different at byte 50 of 90)"))
    }

    @Test("A failure of both ways of writing says the sample, the difference on both sides, and the ways")
    func failure() async throws {
        let format = SampleFormat(mistake: .floatsHaveDoubleDigits, mistaken: .direct)
        let failures = await FormatContract(format, options: .few).failures(of: .storedProperties)
        let failure = try #require(failures.first { $0.subject.hasPrefix("floats") })
        #expect(failure.subject == "floats, written both ways")
        #expect(failure.expected.hasPrefix("by way of a document "), "\(failure)")
        #expect(failure.expected.contains("[0.1, 1.0"), "\(failure)")
        #expect(failure.found.hasPrefix("directly ") && failure.found.contains("[0.10000000149011612"), "\(failure)")
        #expect(failure.description.utf8.count < 800, "\(failure)")
    }

    @Test("A failure of both ways of reading does so, too")
    func readingFailure() async throws {
        let format = SampleFormat(mistake: .fractionIsReadAsZero, mistaken: .direct)
        let failures = await FormatContract(format, options: .few).failures(of: .dates)
        let failure = try #require(failures.first { $0.subject.contains("read both ways") })
        #expect(failure.subject.contains("2001-01-01T00:00:00.500Z"), "\(failure)")
        #expect(failure.expected.hasPrefix("by way of a document "), "\(failure)")
        #expect(failure.expected.contains("Date 0.5"), "\(failure)")
        #expect(failure.found.hasPrefix("directly ") && failure.found.contains("Date 0.0"), "\(failure)")
    }
}
