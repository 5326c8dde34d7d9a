import Testing

#if Tests
    // snippet
    import Foundation
    import Records
    import SQLiteStore

    @Model final class Novel: BaseModel {
        var title = ""
        var year = 0
        var bought: Date?
        @Key(path: "author.name") var author = ""
    }
    // end
#else
    import Foundation
    import Records
    import SQLiteStore

    /// The class of the sample, for a build without swift-syntax.
    final class Novel: BaseModel {
        var title = ""
        var year = 0
        var bought: Date?
        var author = ""

        private static let known = ModelClass(Novel.self, name: "Novel", overrides: [])
        override class var modelClass: ModelClass { known }
        override class var modelProperties: [ModelProperty] {
            [
                ModelProperty("title", \Novel.title), ModelProperty("year", \Novel.year),
                ModelProperty("bought", \Novel.bought),
                ModelProperty("author", \Novel.author, key: PropertyKey(path: "author.name")),
            ]
        }
    }
#endif

@Suite("README.md")
struct ReadmeTests {
    @Test("Its sample works")
    func sample() async {
        await #expect(processExitsWith: .success) {
            let home = NSTemporaryDirectory() + "SQLiteStoreTests-" + UUID().uuidString
            _ = unsafe setenv("XDG_DATA_HOME", home, 1)
            defer { try? FileManager.default.removeItem(atPath: home) }
            // snippet
            FormatRegistry.register(
                SQLiteStore(file: "library.sqlite", indexes: [.init("year"), .init("author.name", "title")]))

            let novels = ModelRecords<Novel>(in: .sqlite)
            let novel = Novel()
            (novel.title, novel.year, novel.author) = ("The Dispossessed", 1974, "Le Guin")
            try novels.save(novel, id: "dispossessed")
            try novels.update(id: "dispossessed") { $0.bought = Date() }
            let found = try novels.load(.all.where(\.year, in: 1970..<1980).sorted(by: \.title))
            // end
            #expect(found.map(\.author) == ["Le Guin"])
            #expect(
                FileManager.default.fileExists(atPath: BaseModel.applicationSupportDirectory.path + "/library.sqlite"))
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
