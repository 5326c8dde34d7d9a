import Foundation
import Workloads

/// A million small objects against ten thousand: the time for an object may not grow by more than a quarter, and the
/// memory beyond the model has to stay below two and a half times the output.
struct GrowthRun {
    struct Line {
        let name: String
        let text: String
    }

    static let small = 10_000
    static let large = 1_000_000
    static let timeLimit = 1.25
    static let peakLimit = 2.5

    let lines: [Line]

    init(_ format: BenchmarkFormat) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("BaseModelGrowth-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("items").path
        let encoding = try Self.child(.encodePeak, format, file, figures: 3)
        let decoding = try Self.child(.decodePeak, format, file, figures: 1)
        let times = try Self.child(.time, format, file, figures: 6)
        let (model, output) = (encoding[0], encoding[1])
        lines = [
            Self.line("growth/\(format)/encode", times[0], times[3], peak: encoding[2] / output),
            Self.line("growth/\(format)/decode", times[1], times[4], peak: max(0, decoding[0] - model) / output),
            Self.line("growth/\(format)/model-alone", times[2], times[5], peak: nil),
        ]
    }

    /// Without a peak, nothing is asked of it: what the model's own memory costs, for whoever reads the other lines.
    ///
    /// `growth/json/encode 10000: 210 ns 1000000: 230 ns an object, ratio 1.10 ok, peak 1.8 of the output ok`
    private static func line(_ name: String, _ smallSeconds: Double, _ largeSeconds: Double, peak: Double?) -> Line {
        let smallTime = smallSeconds / Double(small) * 1e9
        let largeTime = largeSeconds / Double(large) * 1e9
        let ratio = largeTime / smallTime
        var text = String(
            format: "%@ %d: %.0f ns %d: %.0f ns an object, ratio %.2f", name as NSString, small, smallTime, large, largeTime, ratio)
        if let peak {
            text += " \(verdict(ratio <= timeLimit)), peak \(String(format: "%.2f", peak)) of the output \(verdict(peak < peakLimit))"
        }
        return Line(name: name, text: text)
    }

    private static func verdict(_ isGood: Bool) -> String {
        isGood ? "ok" : "short"
    }

    /// Runs this program once more for one task, and returns the figures that it prints.
    private static func child(
        _ task: GrowthChild.Task, _ format: BenchmarkFormat, _ file: String, figures: Int
    ) throws -> [Double] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = [GrowthChild.option, task.rawValue, format.rawValue, "\(small)", "\(large)", file]
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
