import Foundation
import Records
import SQLiteStore
import Testing

@Suite("Several programs")
struct ProcessTests {
    /// Beside the tests' own program.
    static let probe: URL = {
        let own =
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
        return URL(filePath: (own as NSString).deletingLastPathComponent + "/sqlite-probe")
    }()

    func start(_ arguments: String..., output: Any? = nil) throws -> Process {
        let process = Process()
        process.executableURL = Self.probe
        process.arguments = arguments
        if let output { process.standardOutput = output }
        try process.run()
        return process
    }

    /// The amount of an account, as the file has it.
    func amount(_ id: String, in library: Library) throws -> Int? {
        try library.fetch("SELECT json_extract(json, '$.amount') FROM model_record WHERE id = '\(id)'", Int.self).first
    }

    @Test("Four that add one 25 times each make 100", .timeLimit(.minutes(2)))
    func counting() throws {
        let library = try Library()
        let programs = try (0..<4).map { _ in try start("count", library.file, "25") }
        for program in programs {
            program.waitUntilExit()
            #expect(program.terminationStatus == 0)
        }
        #expect(try amount("count", in: library) == 100)
    }

    @Test("Threads with a store each add up", .timeLimit(.minutes(2)))
    func stores() async throws {
        let library = try Library()
        let file = library.file
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    try FormatRegistry.withFormats(FormatRegistry(stores: [SQLiteStore(file: file)])) {
                        for _ in 0..<25 {
                            try ModelRecords<Book>(in: .sqlite).update(id: "count", makesMissing: true) {
                                $0.year = ($0.year ?? 0) + 1
                            }
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        let year = try library.use { try library.books.load(id: "count").year }
        #expect(year == 100)
    }

    @Test("A program that is killed leaves whole transactions, and all that had returned", .timeLimit(.minutes(2)))
    func kills() throws {
        let library = try Library()
        var least = 0
        for round in 0..<20 {
            let pipe = Pipe()
            let program = try start("transfer", library.file, output: pipe)
            // It has begun when it says so.
            var said = pipe.fileHandleForReading.availableData
            usleep(UInt32(round * 1_700 % 20_000))
            kill(program.processIdentifier, SIGKILL)
            program.waitUntilExit()
            said += pipe.fileHandleForReading.readDataToEndOfFile()
            let lines = String(decoding: said, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: true)
            // The last line may be cut off.
            let whole = said.last == UInt8(ascii: "\n") ? lines[...] : lines.dropLast()
            least = max(least, whole.last.flatMap { Int($0) } ?? 0)
            let transfers = try amount("transfers", in: library) ?? 0
            #expect(transfers >= least)
            let amounts = try (0..<10).map { try amount("\($0)", in: library) }
            #expect(amounts == [-9 * transfers] + Array(repeating: transfers, count: 9))
            #expect(try library.fetch("PRAGMA integrity_check", String.self) == ["ok"])
            least = transfers
        }
        #expect(least >= 20)
    }
}
