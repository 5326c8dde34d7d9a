import Foundation
import ModelCore
import Testing

@testable import TodoKit

/// The lists that the originals' examples wrote, in every format that is linked.
@Suite(
    .enabled(if: FileManager.default.fileExists(atPath: OriginalFiles.folder.path), "The originals' files aren't here.")
)
struct OriginalFileTests {
    static let files: [URL] = {
        let golden = OriginalFiles.folder.appendingPathComponent("golden")
        let folders = (try? FileManager.default.contentsOfDirectory(at: golden, includingPropertiesForKeys: nil)) ?? []
        return folders.filter { $0.lastPathComponent.hasPrefix("BaseModel-") }
            .flatMap { (try? FileManager.default.contentsOfDirectory(at: $0, includingPropertiesForKeys: nil)) ?? [] }
            .filter { $0.lastPathComponent.hasPrefix("todolist_") && !$0.lastPathComponent.hasSuffix("expected.json") }
            .sorted { $0.path < $1.path }
    }()

    @Test(arguments: files)
    func opens(_ file: URL) throws {
        do {
            let list = try TodoList.load(fromFile: file.path)
            #expect(
                list.items.map(\.label) == ["Do washing", "Mow lawn", "Write an open source library", "Feed the cat"])
            #expect(list.items.map(\.checked) == [false, true, false, false])
        } catch let error as ModelError where error.code == .requisiteLibraryMissing {
            // Said, and not misread.
        }
    }

    @Test func oldest() throws {
        let path = OriginalFiles.folder.appendingPathComponent(OriginalFiles.names[0]).path
        let list = try TodoList.load(fromFile: path)
        #expect(list.items.map(\.label) == ["Do washing", "Mow lawn", "Write an open source library", "Feed the cat"])
    }

    @Test func demo() {
        #expect(!OriginalFiles.lines().hasFailed)
    }
}
