import Foundation
import ModelCore
import Testing

@testable import BaseModelTool

@Suite("An edit of every element takes time as their number grows", .serialized)
struct EditGrowthTests {
    @Test(arguments: [
        FileFormat.json, .hrCodedJSON, .xmlPropertyList, .binaryPropertyList, .keyedArchive, .fastCoding,
    ])
    func set(_ format: FileFormat) throws { try expectLinear(["items[*].x", "7"], format) }

    @Test(arguments: [
        ["items[*]", "--delete"], ["items[*].x", "--delete"], ["items[*].new", "1"],
        ["items[*]", "7", "--type", "integer"],
    ])
    func others(_ arguments: [String]) throws { try expectLinear(arguments, .json) }

    /// Expects that four times as many elements take less than six times as long: sixteen times would be the square.
    private func expectLinear(_ arguments: [String], _ format: FileFormat) throws {
        let tool = try Tool()
        func seconds(_ count: Int) throws -> Double {
            try tool.write(Self.list(count), to: "list", as: format)
            let command = try EditCommand.parse([tool.file("list").path] + arguments + ["--quiet"])
            return try Self.threadSeconds { try command.run() }
        }
        // The least of three counts: the machine may be slow for a while.
        var least = Double.infinity
        for _ in 0..<3 where least >= 6 { least = min(least, try seconds(10_000) / seconds(2_500)) }
        #expect(least < 6)
    }

    private static func list(_ count: Int) throws -> ModelDocument {
        var builder = DocumentBuilder()
        try builder.beginDictionary()
        try builder.key("items")
        try builder.beginArray()
        for number in 0..<count {
            try builder.beginDictionary()
            try builder.key("x")
            try builder.append(Int64(number))
            try builder.key("name")
            try builder.append("n\(number)")
            try builder.end()
        }
        try builder.end()
        try builder.end()
        return try builder.finish()
    }

    /// The processor time of this thread, so that tests beside it don't count.
    private static func threadSeconds(_ body: () throws -> Void) rethrows -> Double {
        func now() -> Double {
            var time = timespec()
            unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
            return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        }
        let start = now()
        try body()
        return now() - start
    }
}
