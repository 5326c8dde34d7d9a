import Foundation
import ModelTesting
import Workloads

/// Measures ours against Foundation's in turns, in one process.
///
///     compare [NAME …]                   what is named; else everything
///     compare --serde PROGRAM [NAME …]   as above, and the people and the standard files against Rust's serde_json,
///                                        which the program runs
///     compare --files FOLDER [NAME …]    as above, with the standard files of that folder
///     compare --profile NAME             ours alone of what is named, for five seconds each, for a profiler to look at
///
/// The names, of which the last parts may be left out:
///
/// - `people/FORMAT/encode` and `…/decode`; `people/floor/decode`, which makes the same objects from known bytes;
///   `people/json-unexpected/decode` and `people/json-late/decode`, with unknown keys; with serde_json also
///   `people/json-pretty/…` and `people/json-sorted/…`
/// - `answer/FORMAT/…`, `todo/FORMAT/…`, `graph/FORMAT/…`, `graph-acyclic/FORMAT/…`, `keys/…`, `structs/…`, `codable/…`
/// - `small/json`, `small/fastCoding`, `small/keyedArchive`, `small/first`
/// - `files/twitter/…`, `files/canada/…`, `files/citm_catalog/…`, `files/geo/…`: the standard JSON files. The folder has
///   `twitter.json`, `canada.json`, `citm_catalog.json` and `geo.json`. A file that it lacks isn't measured. Without a
///   folder, files of the same shapes are made from a seed.
/// - `growth/FORMAT/…`, `samples/FORMAT`, `crypto`, `document/items`
///
/// One line a measurement. Times are the process's processor time, of which other programs on the machine take none;
/// medians. A ratio to a peer is the peer's time by ours, except in `small`, where it is ours by the peer's. `ok` and
/// `short` stand where a bar is set: with the people, in `small` and `growth`, and for what `crypto`, `document` and
/// `samples` may take.
@main
struct Compare {
    static func main() {
        do {
            let arguments = Array(CommandLine.arguments.dropFirst())
            if arguments.first == GrowthChild.option {
                try GrowthChild.run(Array(arguments.dropFirst()))
            } else {
                let options = Options(arguments)
                try options.profiles ? profile(options) : run(options)
            }
        } catch {
            warn("\(error)")
            exit(1)
        }
    }

    /// Prints a line at once, also where the output is a pipe or a file.
    private static func show(_ line: String) {
        FileHandle.standardOutput.write(Data("\(line)\n".utf8))
    }

    private static func warn(_ text: String) {
        FileHandle.standardError.write(Data("compare: \(text)\n".utf8))
    }

    private static func run(_ options: Options) throws {
        let selection = options.selection
        #if DEBUG
            warn("this is a debug build, whose figures mean nothing.")
        #endif
        try forEachContest(options) { show(try PairedRun($0).line) }
        for format in SmallRun.formats where selection.contains(SmallRun.name(format)) {
            try SmallRun(format).lines.forEach(show)
        }
        if selection.contains(SmallRun.firstName) { show(try SmallRun.firstLine()) }
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
        if let serde = options.serde, SerdePeer.names.contains(where: selection.mayContain) {
            for contest in try SerdePeer.contests(serde) where selection.contains(contest.name) {
                show(try PairedRun(contest).line)
            }
        }
    }

    private static func profile(_ options: Options) throws {
        try forEachContest(options) { contest in
            var times: [Double] = []
            while times.reduce(0, +) < 5 {
                let (seconds, result) = try Clock.measure { try contest.ours.run() }
                contest.ours.discard(result)
                times.append(seconds)
            }
            show("\(contest.name) ours \(String(format: "%.1f ms, n %d", times.median * 1000, times.count))")
        }
    }

    private static func forEachContest(_ options: Options, _ body: (Contest) throws -> Void) throws {
        let selection = options.selection
        for workload in workloads(options) where selection.mayContain(workload.name) {
            try workload.contests().filter { selection.contains($0.name) }.forEach(body)
        }
    }

    /// A name, and the function that makes the contests whose names begin so.
    private typealias Workload = (name: String, contests: () throws -> [Contest])

    private static func workloads(_ options: Options) -> [Workload] {
        var workloads: [Workload] = []
        for format in BenchmarkFormat.allCases {
            workloads.append(("people/\(format)", { try PeopleWorkload.contests(format) }))
        }
        workloads.append((FloorWorkload.name, { FloorWorkload.contests() }))
        for extent in UnexpectedWorkload.Extent.allCases {
            workloads.append((UnexpectedWorkload.name(extent), { try UnexpectedWorkload.contests(extent) }))
        }
        for format in AnswerWorkload.formats {
            workloads.append((AnswerWorkload.name(format), { try AnswerWorkload.contests(format) }))
        }
        for format in TodoWorkload.formats {
            workloads.append((TodoWorkload.name(format), { try TodoWorkload.contests(format) }))
        }
        workloads.append((KeyWorkload.name, { try KeyWorkload.contests() }))
        workloads.append((StructWorkload.name, { try StructWorkload.contests() }))
        workloads.append((CodableWorkload.name, { try CodableWorkload.contests() }))
        for isCyclic in [false, true] {
            for format in GraphWorkload.formats {
                let name = "\(isCyclic ? "graph" : "graph-acyclic")/\(format)"
                workloads.append((name, { try GraphWorkload.contests(format, isCyclic: isCyclic) }))
            }
        }
        for file in StandardFile.allCases {
            workloads.append((file.workloadName, { try contests(of: file, options) }))
        }
        return workloads
    }

    /// Encoding and decoding a standard file. Returns none if the folder lacks the file.
    private static func contests(of file: StandardFile, _ options: Options) throws -> [Contest] {
        if let folder = options.files, !FileManager.default.fileExists(atPath: file.location(in: folder).path) {
            warn("\(folder.path) has no \(file.rawValue).json.")
            return []
        }
        let workload = try file.workload(in: options.files)
        guard let serde = options.serde else { return workload.contests() }
        return try SerdePeer.contests(serde, workload)
    }
}
