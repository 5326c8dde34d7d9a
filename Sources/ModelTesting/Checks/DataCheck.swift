import Foundation
import ModelCore

extension ContractCheck {
    /// The check of data of many lengths, with bytes of every value.
    package static let data = ContractCheck("data", "Data comes back byte by byte, whatever it may look like.") { run in
        run.expectRoundTrip(Data(), "empty data")
        for length in [1, 2, 3, 4, 5, 14, 15, 16, 17, 127, 128, 255, 256, 300, 65_535, 65_536, 65_537] {
            run.expectRoundTrip(Data((0..<length).map { UInt8(truncatingIfNeeded: $0 &* 7) }), "\(length) bytes")
        }
        run.expectRoundTrip(Data(0...255), "every byte")
        run.expectRoundTrip(Data(repeating: 0, count: 64), "zeros")
        for file in WellKnownFiles.all + run.options.otherFiles {
            run.expectRoundTrip(file.content, "data that is \(file.name)")
        }
        run.expectRoundTrip(try run.encode(ContractDrawing.sample()), "data that is a file of the format")
        // A part of other data, whose indexes don't start at zero.
        run.expectRoundTrip(Data(0...99).dropFirst(10), "a slice")
        var generator = SeededGenerator(seed: run.options.seed)
        let large = generator.data(count: run.options.hugeDataSize)
        let holder = ContractHolder<Data>()
        holder.value = large
        let back = try run.decode(ContractHolder<Data>.self, from: run.encode(holder))
        run.expect(back.value == large, "\(large.count) bytes", expected: "the same bytes", found: "others")
    }
}
