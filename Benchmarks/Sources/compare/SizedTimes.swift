import Foundation
import Workloads

/// The times of one number of items in one format.
final class SizedTimes {
    private let format: BenchmarkFormat
    private let items: Items
    private let bytes: Data
    private var encoding: [Double] = []
    private var decoding: [Double] = []

    init(_ format: BenchmarkFormat, count: Int) throws {
        self.format = format
        items = Items(count: count)
        bytes = try format.encode(items)
    }

    /// Does everything once.
    func sample() throws {
        encoding.append(try Clock.measure { try format.encode(items) }.seconds)
        decoding.append(try Clock.measure { try format.decode(Items.self, from: bytes) }.seconds)
    }

    /// Of encoding and of decoding.
    var medians: [Double] { [encoding.median, decoding.median] }
}
