import Foundation

/// The memory of this process, as Linux counts it.
enum ResidentMemory {
    /// The bytes that are resident now.
    static var current: Int { get throws { try field("VmRSS:") } }

    /// The most that were resident since the last ``resetPeak()``.
    static var peak: Int { get throws { try field("VmHWM:") } }

    /// Lets ``peak`` start again from what is resident now.
    static func resetPeak() throws {
        // See proc(5): "5" resets the peak. The file is written, never created or replaced.
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: "/proc/self/clear_refs"))
        try file.write(contentsOf: Data("5".utf8))
        try file.close()
    }

    private static func field(_ name: String) throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        for line in status.split(separator: "\n") where line.hasPrefix(name) {
            let words = line.split { $0 == " " || $0 == "\t" }
            if words.count == 3, words[2] == "kB", let kilobytes = Int(words[1]) { return kilobytes * 1024 }
        }
        throw GrowthError("/proc/self/status doesn't tell \(name)")
    }
}
