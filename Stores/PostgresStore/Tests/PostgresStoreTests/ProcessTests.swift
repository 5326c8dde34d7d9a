#if Tests
import Foundation
import ModelCore
import PostgresStore
import Testing

@Suite("Several programs", .needsServer)
struct ProcessTests {
    /// Beside the tests' own program.
    static let probe: URL = {
        let own =
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
        return URL(filePath: (own as NSString).deletingLastPathComponent + "/postgres-probe")
    }()

    func start(_ arguments: String..., output: Any? = nil) throws -> Process {
        let process = Process()
        process.executableURL = Self.probe
        process.arguments = arguments
        if let output { process.standardOutput = output }
        try process.run()
        return process
    }

    /// The amount of an account, as the database has it.
    func amount(_ id: String, in library: Library) throws -> Int? {
        try library.query("SELECT data ->> 'amount' FROM model_record WHERE id = '\(id)'").first.flatMap { Int($0) }
    }

    /// Expects that each transfer is whole, and that there are at least so many.
    ///
    /// - Returns: The number of transfers.
    func expectWhole(atLeast least: Int, in library: Library) throws -> Int {
        let transfers = try amount("transfers", in: library) ?? 0
        #expect(transfers >= least)
        let amounts = try (0..<10).map { try amount("\($0)", in: library) ?? 0 }
        #expect(amounts == [-9 * transfers] + Array(repeating: transfers, count: 9))
        return transfers
    }

    /// The last number that a program has said whole: its last line may be cut off.
    func lastNumber(_ said: Data) -> Int {
        let lines = String(decoding: said, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: true)
        let whole = said.last == UInt8(ascii: "\n") ? lines[...] : lines.dropLast()
        return whole.last.flatMap { Int($0) } ?? 0
    }

    @Test("Four that add one 25 times each make 100", .timeLimit(.minutes(2)))
    func counting() throws {
        let library = try Library()
        let programs = try (0..<4).map { _ in try start("count", library.url, "25") }
        for program in programs {
            program.waitUntilExit()
            #expect(program.terminationStatus == 0)
        }
        #expect(try amount("count", in: library) == 100)
    }

    @Test("Threads with a store each add up", .timeLimit(.minutes(2)))
    func stores() async throws {
        let library = try Library()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    try FormatRegistry.withFormats(FormatRegistry(stores: [library.another()])) {
                        for _ in 0..<25 {
                            try library.books.update(id: "count", makesMissing: true) { $0.year = ($0.year ?? 0) + 1 }
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
            let program = try start("transfer", library.url, output: pipe)
            // It has begun when it says so.
            var said = pipe.fileHandleForReading.availableData
            usleep(UInt32(round * 1_700 % 20_000))
            kill(program.processIdentifier, SIGKILL)
            program.waitUntilExit()
            said += pipe.fileHandleForReading.readDataToEndOfFile()
            least = try expectWhole(atLeast: max(least, lastNumber(said)), in: library)
        }
        #expect(least >= 20)
    }

    @Test(
        "So does a server that is stopped at once, and the program goes on with the next one", .timeLimit(.minutes(3)))
    func stops() throws {
        let server = try #require(Server())
        let library = try Library(server: server)
        let pipe = Pipe()
        let program = try start("transfer", library.url, output: pipe)
        defer { kill(program.processIdentifier, SIGKILL) }
        var said = Data()
        for round in 0..<6 {
            said += pipe.fileHandleForReading.availableData
            let before = lastNumber(said)
            usleep(UInt32(round * 7_300 % 30_000))
            let stopped = server.pid
            server.stopAtOnce()
            // The next server is another process.
            let end = Date.now + 30
            while server.pid == stopped || server.pid == nil, Date.now < end { usleep(50_000) }
            while lastNumber(said) <= before, Date.now < end { said += pipe.fileHandleForReading.availableData }
            #expect(lastNumber(said) > before)
        }
        kill(program.processIdentifier, SIGKILL)
        program.waitUntilExit()
        said += pipe.fileHandleForReading.readDataToEndOfFile()
        #expect(try expectWhole(atLeast: lastNumber(said), in: library) > 0)
    }
}
#endif
