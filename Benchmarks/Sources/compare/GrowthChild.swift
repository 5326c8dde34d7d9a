import Foundation
import Workloads

/// The measurements that a process of its own makes for ``GrowthRun`` and others: memory is counted for a whole
/// process, and freed memory that an earlier measurement left would hide what the next one needs.
enum GrowthChild {
    static let option = "--growth-child"

    /// What is measured, each in a process.
    enum Task: String {
        /// Prints the seconds of encoding and decoding the small number of items, then of the large one: four figures.
        case time
        /// Prints the bytes of the model, of the output, and the peak while encoding beyond the model. Leaves the output in the file.
        case encodePeak
        /// Prints the peak while decoding the file, the model included.
        case decodePeak
        /// Prints what ``DocumentRun`` wants of the large number of items.
        case document
        /// Prints the seconds of the first encoding in the process, that of one small object.
        case first
    }

    /// Runs a task for `FORMAT SMALL LARGE FILE`, and prints its figures in one line.
    static func run(_ arguments: [String]) throws {
        guard arguments.count == 5, let task = Task(rawValue: arguments[0]),
            let format = BenchmarkFormat(rawValue: arguments[1]),
            let small = Int(arguments[2]), let large = Int(arguments[3])
        else { throw GrowthError("\(option) wants TASK FORMAT SMALL LARGE FILE") }
        let figures: [Double]
        switch task {
        case .time: figures = try times(format, small: small, large: large)
        case .encodePeak: figures = try encodePeak(format, count: large, file: arguments[4]).map(Double.init)
        case .decodePeak: figures = [Double(try decodePeak(format, count: large, file: arguments[4]))]
        case .document: figures = try DocumentRun.figures(count: large).map(Double.init)
        case .first: figures = [try SmallRun.firstSeconds(format)]
        }
        print(figures.map { "\($0)" }.joined(separator: " "))
    }

    private static func times(_ format: BenchmarkFormat, small: Int, large: Int) throws -> [Double] {
        let smallTimes = try SizedTimes(format, count: small)
        let largeTimes = try SizedTimes(format, count: large)
        // The two sizes in turns.
        for _ in 0..<3 {
            for _ in 0..<7 { try smallTimes.sample() }
            try largeTimes.sample()
        }
        return smallTimes.medians + largeTimes.medians
    }

    private static func encodePeak(_ format: BenchmarkFormat, count: Int, file: String) throws -> [Int] {
        // What is made once for each class and each format isn't the items'.
        _ = try format.encode(Items(count: 100))
        let before = try ResidentMemory.current
        let items = Items(count: count)
        let with = try ResidentMemory.current
        try ResidentMemory.resetPeak()
        let bytes = try format.encode(items)
        let peak = try ResidentMemory.peak
        try bytes.write(to: URL(fileURLWithPath: file))
        return [with - before, bytes.count, peak - with]
    }

    private static func decodePeak(_ format: BenchmarkFormat, count: Int, file: String) throws -> Int {
        _ = try format.decode(Items.self, from: format.encode(Items(count: 100)))
        let bytes = try Data(contentsOf: URL(fileURLWithPath: file))
        let before = try ResidentMemory.current
        try ResidentMemory.resetPeak()
        let items = try format.decode(Items.self, from: bytes)
        let peak = try ResidentMemory.peak
        guard items.areGenerated(count: count) else { throw WrongResult("What came back is not what went in.") }
        return peak - before
    }
}
