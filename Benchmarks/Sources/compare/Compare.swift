import Foundation
import ModelTesting
import Workloads

/// Measures ours against Foundation's in turns, in one process.
///
///     compare [NAME …]         what is named: people, keys, growth/json, samples, graph/keyedArchive/encode, crypto …; else everything
///     compare --serde PROGRAM [NAME …]   as above, and JSON against Rust's serde_json, which the program runs
///     compare --profile NAME   ours alone of what is named, for five seconds each, for a profiler to look at
///
/// One line a measurement. Times are the process's processor time, of which other programs on the machine take none; medians.
@main
struct Compare {
    static func main() {
        do {
            let arguments = Array(CommandLine.arguments.dropFirst())
            if arguments.first == GrowthChild.option {
                try GrowthChild.run(Array(arguments.dropFirst()))
            } else if arguments.first == "--serde", arguments.count > 1 {
                let selection = Selection(names: Array(arguments.dropFirst(2)))
                try run(selection)
                guard selection.mayContain("people/json") else { return }
                for contest in try SerdePeer.contests(arguments[1]) where selection.contains(contest.name) {
                    show(try PairedRun(contest).line)
                }
            } else if arguments.first == "--profile" {
                try profile(Selection(names: Array(arguments.dropFirst())))
            } else {
                try run(Selection(names: arguments))
            }
        } catch {
            FileHandle.standardError.write(Data("compare: \(error)\n".utf8))
            exit(1)
        }
    }

    /// Prints a line at once, also where the output is a pipe or a file.
    private static func show(_ line: String) {
        FileHandle.standardOutput.write(Data("\(line)\n".utf8))
    }

    private static func run(_ selection: Selection) throws {
        #if DEBUG
            FileHandle.standardError.write(Data("compare: this is a debug build, whose figures mean nothing.\n".utf8))
        #endif
        try forEachContest(in: selection) { show(try PairedRun($0).line) }
        if selection.contains(CryptoWorkload.name) { show(try CryptoRun().line) }
        for format in BenchmarkFormat.allCases where selection.mayContain("growth/\(format)") {
            for line in try GrowthRun(format).lines where selection.contains(line.name) { show(line.text) }
        }
        if selection.contains(DocumentRun.name) {
            for count in DocumentRun.counts { show(try DocumentRun(count: count).line) }
        }
        for format in BenchmarkFormat.allCases where selection.mayContain("samples/\(format)") {
            for sample in GrowthSample.all where selection.contains(SampleRun.name(format, sample)) {
                show(try SampleRun(format, sample).line)
            }
        }
    }

    private static func profile(_ selection: Selection) throws {
        try forEachContest(in: selection) { contest in
            var times: [Double] = []
            while times.reduce(0, +) < 5 {
                let (seconds, result) = try Clock.measure { try contest.ours.run() }
                contest.ours.discard(result)
                times.append(seconds)
            }
            show("\(contest.name) ours \(String(format: "%.1f ms, n %d", times.median * 1000, times.count))")
        }
    }

    private static func forEachContest(in selection: Selection, _ body: (Contest) throws -> Void) throws {
        for format in BenchmarkFormat.allCases where selection.mayContain("people/\(format)") {
            try PeopleWorkload.contests(format).filter { selection.contains($0.name) }.forEach(body)
        }
        if selection.mayContain(KeyWorkload.name) {
            try KeyWorkload.contests().filter { selection.contains($0.name) }.forEach(body)
        }
        if selection.mayContain(StructWorkload.name) {
            try StructWorkload.contests().filter { selection.contains($0.name) }.forEach(body)
        }
        if selection.mayContain(CodableWorkload.name) {
            try CodableWorkload.contests().filter { selection.contains($0.name) }.forEach(body)
        }
        for isCyclic in [false, true] where selection.mayContain(isCyclic ? "graph" : "graph-acyclic") {
            let name = isCyclic ? "graph" : "graph-acyclic"
            for format in GraphWorkload.formats where selection.mayContain("\(name)/\(format)") {
                try GraphWorkload.contests(format, isCyclic: isCyclic).filter { selection.contains($0.name) }.forEach(
                    body)
            }
        }
    }
}
