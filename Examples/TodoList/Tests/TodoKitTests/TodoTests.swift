import CryptoCoder
import DefaultsStore
import Foundation
import ModelCore
import SecretStore
import Testing

@testable import TodoKit

/// The shared list is the program's one: the tests go one after the other.
@Suite(.serialized) final class TodoTests {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("todo-tests-\(UUID().uuidString)")
    var file: URL { folder.appendingPathComponent("list.todo") }

    /// As the program does.
    private static let hasPassword: Void = FormatRegistry.replace(
        with: CryptoCoder(cost: ScryptCost(n: 16), allowsUnencryptedFiles: true) { _ in CryptoPassword("for tests") })

    init() throws {
        Self.hasPassword
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        TodoFile.use(TodoFile())
        try? FileManager.default.removeItem(at: folder)
    }

    /// What a command prints, as the program would on its next start.
    @discardableResult
    func todo(_ arguments: String...) throws -> [String] {
        let command = try #require(
            try Todo.parseAsRoot([arguments[0], "--file", file.path] + arguments.dropFirst()) as? any TodoCommand)
        return try command.lines()
    }

    func content() throws -> Data { try Data(contentsOf: file) }

    @Test("A new list is what the resource file says, and nothing is written by looking")
    func list() throws {
        #expect(try todo("list") == ["Things to do:", "1. [ ] Feed the cat", "2. [x] Read what todo --help says"])
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }

    @Test("Add, done and remove change the file")
    func changes() throws {
        try todo("add", "Buy bread", "--due", "2026-12-24", "--priority", "5")
        try todo("done", "1")
        let lines = try todo("remove", "2")
        #expect(lines == ["Things to do:", "1. [x] Feed the cat", "2. [ ] Buy bread (due 2026-12-24)"])
        #expect(try todo("list") == lines)
        #expect(try TodoList.shared.item(2).priority == 5)
    }

    @Test("Numbers that no item has are errors", arguments: ["0", "3", "9223372036854775807", "-9223372036854775808"])
    func numbers(_ number: String) throws {
        #expect(throws: ListError.self) { try todo("done", "--", number) }
    }

    @Test(
        "The list is found again in each format",
        arguments: FormatRegistry.default.formats.filter { $0.fileExtension != nil })
    func formats(_ format: FileFormat) throws {
        let lines = try todo("add", "Buy bread — 🥖", "--due", "2026-12-24", "--format", format.rawValue)
        #expect(try FormatRegistry.default.detect(try content()) == format)
        #expect(try todo("list") == lines)
        // Saved again in the format that it has.
        try todo("done", "3")
        #expect(try FormatRegistry.default.detect(try content()) == format)
    }

    @Test("The list is kept in a store, and the file is left alone")
    func store() throws {
        var registry = FormatRegistry.current
        registry.replace(with: UserDefaultsStore(folder: folder.path))
        try FormatRegistry.withFormats(registry) {
            try todo("add", "Write a letter")
            let old = try content()
            let lines = try todo("add", "Buy bread — 🥖", "--due", "2026-12-24", "--format", "userDefaults")
            #expect(try todo("list", "--format", "userdefaults") == lines)
            #expect(try content() == old)
            let stories = DemoStory.tellInStores([.userDefaults])
            #expect(stories.map(\.isEqual) == [true], "\(stories)")
        }
    }

    private static let hasSecretService = (try? SecretStore().checkAvailability()) != nil

    @Test("The list is kept in the secret service", .enabled(if: hasSecretService, "No secret service runs."))
    func secrets() throws {
        let stories = DemoStory.tellInStores([.keychain])
        #expect(stories.map(\.isEqual) == [true], "\(stories)")
        try TodoList.removeContents(ofStore: .keychain)
        let lines = try todo("add", "Call the bank", "--format", "keychain")
        #expect(try todo("list", "--format", "keychain") == lines)
        try TodoList.removeContents(ofStore: .keychain)
    }

    @Test("A list goes from format to format")
    func conversion() throws {
        let formats = FormatRegistry.default.formats.filter { $0.fileExtension != nil }
        #expect(
            formats.contains(.json) && formats.contains(.xmlPropertyList) && formats.map(\.rawValue).contains("yaml"))
        for format in formats { try todo("add", format.rawValue, "--format", format.rawValue) }
        #expect(try todo("list").dropFirst(3).map { $0.components(separatedBy: "] ").last } == formats.map(\.rawValue))
    }

    @Test("The state of each format")
    func formatTable() throws {
        let lines = try #require(try Todo.parseAsRoot(["formats"]) as? Todo.Formats).lines()
        #expect(lines.contains { $0.hasPrefix("json ") && $0.hasSuffix("linked") })
        #expect(lines.contains { $0.hasPrefix("yaml ") && $0.hasSuffix("linked") })
        #expect(lines.count == 1 + Set(FormatRegistry.default.formats + FileFormat.wellKnown).count)
    }

    @Test("A format that isn't linked is an error that names its library, and the file stays")
    func absentFormat() throws {
        try todo("add", "Buy bread")
        let old = try content()
        FormatRegistry.withFormats(FormatRegistry()) {
            let error = #expect(throws: ModelError.self) { try todo("add", "More", "--format", "json") }
            #expect(error?.description == "JSON: JSON needs the library JSONFormat, which this program does not link.")
        }
        #expect(try content() == old)
    }

    @Test("A format that nobody knows is an error", arguments: ["bogus", ""])
    func unknownFormat(_ name: String) throws {
        let error = #expect(throws: ModelError.self) { try todo("add", "More", "--format", name) }
        #expect(error?.code == .unknownFormat)
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }

    @Test(
        "A file that can't be read, or holds something else, is refused and left alone",
        arguments: [
            "", "garbage", #"{"items":[{"label":"Buy"#, #"{"another":"program's"}"#, #"{"items":{"1":2}}"#, "[1, [2]]",
            "bplist00",
        ])
    func corruptFile(_ text: String) throws {
        try text.write(to: file, atomically: true, encoding: .utf8)
        #expect(throws: (any Error).self) { try todo("list") }
        for format in ["json", "keyedArchive"] {
            let error = #expect(throws: (any Error).self) { try todo("add", "More", "--format", format) }
            #expect(error.map { "\($0)".contains("\n") } == false)
        }
        #expect(try content() == Data(text.utf8))
    }

    @Test("The story goes well in every format")
    func demo() {
        let chapters = DemoStory.tell(in: folder)
        #expect(chapters.count == FormatRegistry.default.formats.count { $0.fileExtension != nil })
        for chapter in chapters { #expect(chapter.isEqual, "\(chapter)") }
    }

    @Test("Text of the oldest examples: an array of strings")
    func oldest() throws {
        try #"["Do washing", "Mow lawn"]"#.write(to: file, atomically: true, encoding: .utf8)
        #expect(try todo("list") == ["Things to do:", "1. [ ] Do washing", "2. [ ] Mow lawn"])
    }
}
