#if Macros
import Foundation
// snippet.library
import ModelCore
// snippet.end
#if READER
// snippet.sandbox
import ModelCore
// snippet.end
#endif
// snippet.sandbox
import ModelTesting
// snippet.end
#if READER
// snippet.sandbox
@testable import ReaderModels
// snippet.end
#endif
// snippet.sandbox
import Testing
// snippet.end
import Records
#if READER
// snippet.registered
import ModelCore
import SQLiteStore
// snippet.end
#endif

// snippet.registered
public enum ReaderStores {
    /// Registers the app's stores.
    public static func register() {
        FormatRegistry.register(SQLiteStore(file: "library.sqlite"))
    }
}
// snippet.end

@Suite("Samples: testing an app")
struct TestingSamples {
    // snippet.library
    @Model public final class Library: BaseModel {
        public var books: [String] = []
    }
    // snippet.end

    // snippet.sandbox
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

    // snippet.records
    @Suite(.sandboxed) struct RecordTests {
        init() { ReaderStores.register() }

        @Test func saved() throws {
            let libraries = ModelRecords<Library>(in: .sqlite)
            try libraries.save(Library(), id: "home")
            #expect(try libraries.identifiers() == ["home"])
        }
    }
    // snippet.end

    @Test("A store that is registered in a sandbox is in memory, and not outside", .sandboxed)
    func outside() throws {
        ReaderStores.register()
        try ModelRecords<Library>(in: .sqlite).save(Library(), id: "inside")
        let outside = FormatRegistry.withFormats(FormatRegistry.default) { FormatRegistry.current.storeFormats }
        #expect(!outside.contains(.sqlite))
    }

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

extension FileFormat {
    fileprivate static let sqlite = FileFormat(store: "sample-sqlite", displayName: "SQLite", library: "SQLiteStore")
}

/// The package SQLiteStore isn't linked here.
private func SQLiteStore(file: String) -> InMemoryStore { InMemoryStore(formats: [.sqlite]) }
#endif
