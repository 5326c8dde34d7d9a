#if Macros
import Foundation
import ModelCore
// snippet.sandbox
import ModelTesting
import Testing
// snippet.end

@Suite("Samples: testing an app")
struct TestingSamples {
    // snippet.sandbox
    @Model final class Library: BaseModel {
        var books: [String] = []
    }

    @Suite(.sandboxed) struct LibraryTests {
        @Test func added() throws {
            try Library.shared.books.append("Emma")
            try Library.shared.save()
            try Library.reloadSharedInstance()
            #expect(try Library.shared.books == ["Emma"])
        }

        @Test func empty() throws {
            #expect(try Library.shared.books.isEmpty)
        }
    }
    // snippet.end

    // snippet.file
    @Test(.sandboxed) func oldFile() throws {
        let library = Library()
        library.books = ["Emma"]
        try library.write(toFile: Library.saveFile)
        #expect(try Library.shared.books == ["Emma"])
    }
    // snippet.end

    @Test("Without a trait")
    func plain() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        // snippet.run
        let sandbox = ModelSandbox(folder: folder, stores: [InMemoryStore(formats: [.userDefaults])])
        try sandbox.run {
            try Library.shared.save()
        }
        // snippet.end
        #expect(FileManager.default.fileExists(atPath: folder.path + "/Application Support"))
    }
}
#endif
