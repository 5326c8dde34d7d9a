import Foundation
import ModelCore
import TestSupport
import Testing

/// User defaults that an earlier state of this package wrote, in two suites: XML, and a file that was binary before. Beside
/// them is the text of what that state read.
struct OlderDefaults: CustomTestStringConvertible, Sendable {
    let folder: URL

    static let suites = ["first", "second"]
    static let places: [FileFormat] = suites.map { .userDefaults(suite: $0) }

    var testDescription: String { folder.lastPathComponent }
    var text: String { get throws { try String(contentsOf: folder.appending(path: "library.txt"), encoding: .utf8) } }

    func content(of suite: String) throws -> Data { try Data(contentsOf: folder.appending(path: suite + ".plist")) }

    /// By the day on which their folder was written.
    static let all: [OlderDefaults] = {
        guard let folder = Bundle.module.resourceURL?.appending(path: "Fixtures/OlderDefaults"),
            let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
        else { return [] }
        return names.sorted().map { OlderDefaults(folder: folder.appending(path: $0)) }
    }()
}

@Suite("User defaults that earlier states of this package wrote")
struct OlderDefaultsTests {
    /// What Foundation, or another program, has in a suite.
    private static var foreign: [String: Any] { ["foreign": ["a": [1, 2.5, true, "text", Data([1])] as [Any]]] }

    private func make() throws -> DefaultsFolder {
        let folder = try DefaultsFolder()
        try folder.write(PropertyListSerialization.data(fromPropertyList: Self.foreign, format: .xml, options: 0), to: "first")
        try folder.write(PropertyListSerialization.data(fromPropertyList: Self.foreign, format: .binary, options: 0), to: "second")
        return folder
    }

    @Test("There are some, and what is written today is read as they are")
    func today() throws {
        let older = try #require(OlderDefaults.all.last)
        try make().use {
            let library = OlderLibrary(in: OlderDefaults.places)
            try library.fill()
            #expect(try library.text() == older.text)
        }
    }

    @Test("They are read as that state read them, and again after they were saved", arguments: OlderDefaults.all)
    func read(_ older: OlderDefaults) throws {
        let folder = try DefaultsFolder()
        for suite in OlderDefaults.suites { try folder.write(older.content(of: suite), to: suite) }
        try folder.use {
            let library = OlderLibrary(in: OlderDefaults.places)
            #expect(try library.text() == older.text)
            let keys = try OlderDefaults.suites.map { try folder.plain($0).keys.sorted() }
            try library.saveAgain()
            #expect(try library.text() == older.text)
            for (suite, old) in zip(OlderDefaults.suites, keys) {
                let plain = try folder.plain(suite)
                #expect((plain["foreign"] as? NSDictionary) == (Self.foreign["foreign"] as? NSDictionary))
                // Records under a former name of their class are under its present one then.
                #expect(plain.keys.sorted().count == old.count)
            }
            #expect(try folder.content(of: "second").starts(with: "bplist00".utf8))
            try library.remove()
            #expect(try folder.plain("second").keys.contains("LibraryShelf") == false)
        }
    }

    /// The folder that today's files are to be kept in, for later states to read.
    private static let kept = ProcessInfo.processInfo.environment["KEEP_FILES"].map { URL(filePath: $0) }

    @Test("What is written today is kept where KEEP_FILES says", .enabled(if: kept != nil))
    func keep() throws {
        let older = OlderDefaults(folder: try #require(Self.kept))
        try FileManager.default.createDirectory(at: older.folder, withIntermediateDirectories: true)
        let folder = try make()
        try folder.use {
            let library = OlderLibrary(in: OlderDefaults.places)
            try library.fill()
            try Data(library.text().utf8).write(to: older.folder.appending(path: "library.txt"))
        }
        for suite in OlderDefaults.suites {
            try folder.content(of: suite).write(to: older.folder.appending(path: suite + ".plist"))
        }
    }
}
