import Documents
import Foundation
import Testing

/// The values that a format gets and gives print themselves, whatever dates they hold. Foundation stops the program if
/// some of these dates are described.
@Suite struct SeamPrintingTests {
    private static let seconds: [Double] = [
        1e300, -1e300, .infinity, -.infinity, .nan, 1e12, -1e12, 1e20, -0.0, .leastNonzeroMagnitude, 0.5, 0,
    ]

    @Test("Steps with any date", arguments: seconds)
    func step(_ seconds: Double) throws {
        let date = Date(timeIntervalSinceReferenceDate: seconds)
        var walker = DocumentWalker(ModelDocument(.date(date)))
        let step = try #require(try walker.next())
        for text in ["\(step)", String(reflecting: step), "\([step])", "\(step as DocumentWalker.Step?)"] {
            #expect(text.contains("date("), "\(text)")
        }
        let error = ModelError(.unrepresentableValue, "Lines can't store \(step).")
        #expect("\(error)".contains("date("))
    }

    @Test("Scalars and documents with any date", arguments: seconds)
    func scalar(_ seconds: Double) {
        let scalar = ModelScalar.date(Date(timeIntervalSinceReferenceDate: seconds))
        for text in ["\(scalar)", String(reflecting: scalar), "\([scalar])", "\(ModelDocument(scalar))"] {
            #expect(text.contains("date"), "\(text)")
        }
    }

    @Test("What a date prints: its text in ISO 8601, or the number of its seconds")
    func texts() {
        func text(_ seconds: Double) -> String { "\(ModelScalar.date(Date(timeIntervalSinceReferenceDate: seconds)))" }
        #expect(text(0) == "date(2001-01-01T00:00:00Z)")
        #expect(text(0.25) == "date(2001-01-01T00:00:00.250Z)")
        #expect(text(1e300) == "date(1e+300 seconds from 2001)")
        #expect(text(-.infinity) == "date(-inf seconds from 2001)")
    }

    @Test("The other steps print what they carry")
    func steps() throws {
        var builder = DocumentBuilder()
        try builder.beginValueDictionary()
        try builder.append(1 as Int64)
        try builder.beginArray(.set)
        try builder.append(0.5 as Float)
        try builder.append(UInt64(7))
        try builder.end()
        try builder.end()
        var walker = DocumentWalker(try builder.finish())
        var steps: [String] = []
        while let step = try walker.next() { steps.append("\(step)") }
        #expect(
            steps == [
                "beginValueDictionary(count: 1)", "int64(1)", "beginArray(set, count: 2)", "float(0.5)", "uint64(7)",
                "end", "end",
            ])
    }
}
