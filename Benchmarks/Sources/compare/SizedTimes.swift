import Foundation
import Workloads

/// The times of one number of items in one format.
final class SizedTimes {
    private let format: BenchmarkFormat
    private let items: Items
    private let bytes: Data
    private var encoding: [Double] = []
    private var decoding: [Double] = []
    private var making: [Double] = []

    init(_ format: BenchmarkFormat, count: Int) throws {
        self.format = format
        items = Items(count: count)
        bytes = try format.encode(items)
    }

    /// Does everything once.
    func sample() throws {
        encoding.append(try Clock.measure { try format.encode(items) }.seconds)
        decoding.append(try Clock.measure { try format.decode(Items.self, from: bytes) }.seconds)
        making.append(Clock.measure { Items(count: items.items.count) }.seconds)
    }

    /// Of encoding, decoding, and making the items without any format.
    var medians: [Double] { [encoding.median, decoding.median, making.median] }
}
