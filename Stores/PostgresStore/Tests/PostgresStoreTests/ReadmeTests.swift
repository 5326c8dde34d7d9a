#if Tests
// snippet
import Foundation
import PostgresStore
import Records

@Model final class Novel: BaseModel {
    var title = ""
    var year = 0
    var bought: Date?
    @Key(path: "author.name") var author = ""
}
// end
import Testing

@Suite("README.md")
struct ReadmeTests {
    @Test("Its sample works", .needsServer)
    func sample() async {
        await #expect(processExitsWith: .success) {
            // The environment names the server, which the sample doesn't name. This is another process, with a
            // separate server.
            let library = try Library()
            try library.query("CREATE DATABASE library")
            let parts = try #require(URLComponents(string: library.server.url))
            for (name, value) in [
                ("PGHOST", "127.0.0.1"), ("PGPORT", parts.port.map { String($0) }), ("PGUSER", parts.user),
                ("PGPASSWORD", parts.password),
            ] {
                _ = unsafe setenv(name, try #require(value), 1)
            }
            // snippet
            FormatRegistry.register(
                PostgresStore("postgresql:///library", indexes: [.init("year"), .init("author.name", "title")]))

            let novels = ModelRecords<Novel>(in: .postgres)
            let novel = Novel()
            (novel.title, novel.year, novel.author) = ("The Dispossessed", 1974, "Le Guin")
            try novels.save(novel, id: "dispossessed")
            try novels.update(id: "dispossessed") { $0.bought = Date() }
            let found = try novels.load(.all.where(\.year, in: 1970..<1980).sorted(by: \.title))
            // end
            #expect(found.map(\.author) == ["Le Guin"])
        }
    }

    @Test("Its code is that of this file")
    func code() throws {
        func lines(_ text: Substring) -> [Substring] {
            text.split(separator: "\n").map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }
        }
        let source = try String(contentsOfFile: #filePath, encoding: .utf8)
        let samples = source.components(separatedBy: "// snippet\n").dropFirst().map {
            lines(Substring($0.components(separatedBy: "// end")[0]))
        }
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../README.md")
        let readme = try String(contentsOf: file, encoding: .utf8)
        let blocks = readme.components(separatedBy: "```swift\n").dropFirst().map {
            $0.components(separatedBy: "```")[0]
        }
        #expect(blocks.count == 3)
        for block in blocks where !block.hasPrefix("// Package.swift") {
            #expect(samples.contains(lines(Substring(block))), "\(block)")
        }
    }
}
#endif
