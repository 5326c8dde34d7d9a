import Foundation
import ModelCore

/// What became of the files, by format.
struct FixtureTable {
    private struct Row {
        var files = 0
        var right = 0
        var refused = 0
        var unequal = 0
        var large = 0
    }

    private var rows: [String: Row] = [:]
    private var unequalFiles: Set<String> = []
    private var reasons: [String: Int] = [:]
    private(set) var problems: [String] = []

    mutating func count(_ file: FixtureFile, isRight: Bool, isRefused: Bool, _ answer: String) {
        rows[file.kind, default: Row()].files += 1
        rows[file.kind, default: Row()].refused += isRefused ? 1 : 0
        rows[file.kind, default: Row()].right += isRight ? 1 : 0
        if !isRight { problems.append("\(file.path) is \(file.expected): \(answer)") }
    }

    mutating func skip(_ file: FixtureFile) { rows[file.kind, default: Row()].large += 1 }

    mutating func fail(_ file: FixtureFile, _ problem: String) {
        problems.append("\(file.path): \(problem)")
        if unequalFiles.insert(file.path).inserted { rows[file.kind, default: Row()].unequal += 1 }
    }

    /// Another document came back, or none, for reasons that the format gives.
    mutating func change(_ file: FixtureFile, _ format: FileFormat, _ why: [String]) {
        for reason in why { reasons["\(format.rawValue): \(reason)", default: 0] += 1 }
    }

    func text(seconds: Int64) -> String {
        func line(_ name: String, _ numbers: [Int]) -> String {
            name.padding(toLength: 26, withPad: " ", startingAt: 0)
                + numbers.map { String(repeating: " ", count: max(0, 9 - "\($0)".count)) + "\($0)" }.joined()
        }
        var lines = ["format                        files    right  refused  unequal    large"]
        var total = [0, 0, 0, 0, 0]
        for (name, row) in rows.sorted(by: { $0.key < $1.key }) {
            let numbers = [row.files, row.right, row.refused, row.unequal, row.large]
            lines.append(line(name, numbers))
            total = zip(total, numbers).map { $0 + $1 }
        }
        lines.append(line("all (\(seconds) s)", total))
        lines.append("What a format has no place for, and in how many files:")
        for (reason, count) in reasons.sorted(by: { $0.key < $1.key }) { lines.append("  \(reason): \(count)") }
        return lines.joined(separator: "\n")
    }
}
