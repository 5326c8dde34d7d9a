import Foundation
import ModelCore
import ModelTesting
import Workloads

/// A value in one size and in four times that: the time may grow with it, and not by its square.
struct SampleRun {
    static let small = 5
    static let large = 20
    /// Four times the size may take six times as long: caches are small, and tables double.
    static let limit = 6.0

    /// `samples/json/many keys`
    static func name(_ format: BenchmarkFormat, _ sample: GrowthSample) -> String { "samples/\(format)/\(sample.name)" }

    let line: String

    init(_ format: BenchmarkFormat, _ sample: GrowthSample) throws {
        let provider = try FormatRegistry.current.provider(for: format.fileFormat)
        let documents = try [sample.document(Self.small), sample.document(Self.large)]
        let contents = try documents.map { try provider.encode($0, as: format.fileFormat) }
        let ratios = [
            try Self.ratio { _ = try provider.encode(documents[$0], as: format.fileFormat) },
            try Self.ratio { _ = try provider.decode(ModelDocument.self, from: contents[$0], as: format.fileFormat) },
            try Self.ratio { size in
                _ = try provider.decode(from: contents[size], as: format.fileFormat) { try AnyValue.decode(from: $0) }
            },
        ]
        let figures = zip(["encode", "decode", "untyped"], ratios).map { "\($0) \(String(format: "%.2f", $1))" }
        let isGood = ratios.allSatisfy { $0 <= Self.limit }
        line = "\(Self.name(format, sample)) of \(contents[0].count) and \(contents[1].count) bytes, times the time: "
            + figures.joined(separator: ", ") + (isGood ? " ok" : " short")
    }

    /// The median time for the large one, in terms of the small one's. In turns.
    private static func ratio(_ body: (Int) throws -> Void) throws -> Double {
        var times: [[Double]] = [[], []]
        for _ in 0..<9 {
            // Enough of the small ones for the clock.
            times[0].append(try Clock.measure { for _ in 0..<4 { try body(0) } }.seconds / 4)
            times[1].append(try Clock.measure { try body(1) }.seconds)
        }
        return times[1].median / times[0].median
    }
}
