import Foundation
import Workloads

/// A million small objects against ten thousand. Where malloc keeps its memory, the time for an object may grow by no
/// more than 15 %. The memory beyond the model has to stay below two and a half times the output.
struct GrowthRun {
    struct Line {
        let name: String
        let text: String
    }

    static let small = 10_000
    static let large = 1_000_000
    /// The most that the time for an object may grow, of a process that keeps its memory.
    static let timeLimit = 1.15
    static let peakLimit = 2.5

    let lines: [Line]

    init(_ format: BenchmarkFormat) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "BaseModelGrowth-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("items").path
        let encoding = try Self.child(.encodePeak, format, file: file, figures: 3)
        let decoding = try Self.child(.decodePeak, format, file: file, figures: 1)
        let times = try Self.child(.time, format, file: file, figures: 4)
        let kept = try Self.child(.time, format, file: file, figures: 4, keepingMemory: true)
        let (model, output) = (encoding[0], encoding[1])
        lines = [
            Self.line(
                "growth/\(format)/encode", Times(times[0], times[2]), kept: Times(kept[0], kept[2]),
                peak: encoding[2] / output),
            Self.line(
                "growth/\(format)/decode", Times(times[1], times[3]), kept: Times(kept[1], kept[3]),
                peak: max(0, decoding[0] - model) / output),
        ]
    }

    /// The nanoseconds for an object among few, and among many.
    private struct Times {
        let small: Double
        let large: Double
        var ratio: Double { large / small }

        /// From the seconds for all.
        init(_ small: Double, _ large: Double) {
            self.small = small / Double(GrowthRun.small) * 1e9
            self.large = large / Double(GrowthRun.large) * 1e9
        }
    }

    /// `growth/json/encode 10000: 210 ns 1000000: 230 ns an object, ratio 1.10, with memory kept 1.02 ok (limit 1.15),
    /// peak 1.8 of the output ok (limit 2.5)`
    private static func line(_ name: String, _ times: Times, kept: Times, peak: Double) -> Line {
        let figures = String(
            format: "%d: %.0f ns %d: %.0f ns an object, ratio %.2f", small, times.small, large, times.large, times.ratio
        )
        let keptText = String(format: "%.2f", kept.ratio)
        let peakText = String(format: "%.2f", peak)
        return Line(
            name: name,
            text: "\(name) \(figures), with memory kept \(keptText) \(verdict(kept.ratio <= timeLimit)) "
                + "(limit \(timeLimit)), peak \(peakText) of the output \(verdict(peak < peakLimit)) "
                + "(limit \(peakLimit))")
    }

    private static func verdict(_ isGood: Bool) -> String {
        isGood ? "ok" : "short"
    }

    /// Runs this program once more for one task, and returns the figures that it prints.
    ///
    /// - Parameter keepingMemory: True, and malloc gives no memory back. Else most of a growing time is the kernel's, which clears new
    ///   pages for every large model and every large file: the two ratios together tell its share from ours.
    static func child(
        _ task: GrowthChild.Task, _ format: BenchmarkFormat, counts: (small: Int, large: Int) = (small, large),
        file: String, figures: Int, keepingMemory: Bool = false
    ) throws -> [Double] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = [GrowthChild.option, task.rawValue, format.rawValue, "\(counts.small)", "\(counts.large)", file]
        if keepingMemory {
            process.environment = ProcessInfo.processInfo.environment.merging(
                ["GLIBC_TUNABLES": "glibc.malloc.mmap_threshold=4294967295:glibc.malloc.trim_threshold=17179869184"]
            ) { $1 }
        }
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        let values = String(decoding: output, as: UTF8.self).split { $0 == " " || $0 == "\n" }.compactMap { Double($0) }
        guard process.terminationStatus == 0, values.count == figures else {
            throw GrowthError("measuring \(task.rawValue) of \(format) failed")
        }
        return values
    }
}
