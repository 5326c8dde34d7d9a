#if Macros
import Foundation
import JSONFormat
// snippet.settings
import ModelCore
// snippet.end
import PlistFormat
import Testing

@Suite("Samples: saving and loading")
struct SavingSamples {
    // snippet.settings
    @Model final class Settings: BaseModel {
        var userName = ""
        var fontSize = 12.0

        override class var saveFormat: FileFormat { .xmlPropertyList }
        override class var saveFile: String { "settings.plist" }
    }
    // snippet.end

    // snippet.document
    @Model final class Document: BaseModel {
        var identifier = Document.newUniqueIdentifier()
        var text = ""

        override func save() throws {
            try write(toFile: "documents/\(identifier).json", format: .json)
        }
    }
    // snippet.end

    // snippet.chapter
    @Model final class Chapter: BaseModel {
        var pages = 0

        override func save() throws { try Book.shared.save() }
    }

    @Model final class Book: BaseModel {
        var chapters: [Chapter] = []
    }
    // snippet.end

    @Model final class Theme: BaseModel {
        var colour = "black"
        var width = 1
        static let folder = try? TemporaryFolder()
        override class var resourceFile: String? { folder.map { $0.path + "/Theme.json" } }
    }

    @Test("The shared instance")
    func shared() async {
        await #expect(processExitsWith: .success) {
            let folder = try TemporaryFolder()
            defer { folder.remove() }
            folder.becomeHome()
            // snippet.shared
            let settings = try Settings.shared
            settings.fontSize = 14
            try settings.save()
            // snippet.end
            #expect(BaseModel.fileExists(atPath: "settings.plist"))
            settings.fontSize = 20
            // snippet.reload
            try Settings.reloadSharedInstance()
            Settings.setSharedInstance(Settings())
            // snippet.end
            #expect(Settings.hasSharedInstance)
            #expect(try Settings.shared.fontSize == 12)

            // What another program would save.
            let other = Settings()
            other.userName = "another's"
            try other.write(toFile: Settings.saveFile)
            let current = try Settings.shared
            // snippet.changed
            do {
                try current.save()
            } catch let error as ModelError where error.code == .fileChanged {
                let saved = try Settings.load(fromFile: Settings.saveFile)
                current.userName = saved.userName
                try current.save(overwritingChanges: true)
            }
            // snippet.end
            try Settings.reloadSharedInstance()
            #expect(try Settings.shared.userName == "another's" && Settings.shared.fontSize == 12)

            let document = Document()
            document.text = "Hello"
            try document.save()
            #expect(try Document.load(fromFile: "documents/\(document.identifier).json").text == "Hello")
            let chapter = Chapter()
            try Book.shared.chapters = [chapter]
            try chapter.save()
            #expect(BaseModel.fileExists(atPath: Book.saveFile))
        }
    }

    @Test("Replacements are told")
    func updates() async throws {
        // snippet.updates
        let updates = Settings.sharedInstanceUpdates
        let task = Task {
            for await update in updates {
                print("\(update.type): \(update.old == nil ? "set" : "replaced")")
            }
        }
        // snippet.end
        task.cancel()
        await task.value
    }

    @Test("Files of any kind")
    func files() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = folder.path + "/document.json"
        let document = Document()
        document.text = "Hello"
        let url = URL(fileURLWithPath: path + ".json")
        try [document].write(toFile: path, format: .json)
        // snippet.files
        try document.write(to: url)
        let loaded = try Document.load(from: url)
        let documents = try BaseModel.load([Document].self, fromFile: path)
        let anything = try BaseModel.object(contentsOfFile: path)
        try BaseModel.write(["one", "two"], toFile: path, format: .binaryPropertyList)
        // snippet.end
        #expect(loaded.text == "Hello" && documents[0].text == "Hello" && (anything as? [Any])?.count == 1)
        #expect(try BaseModel.object(contentsOfFile: path) as? [String] == ["one", "two"])
    }

    @Test("Bytes in memory")
    func memory() throws {
        let document = Document()
        document.text = "Hello"
        // snippet.memory
        let data = try KeyedArchive().encode(document)
        let back = try KeyedArchive().decode(Document.self, from: data)
        // snippet.end
        #expect(back.text == "Hello")
        // snippet.detect
        let format = try FormatRegistry.current.detect(data)
        let same = try FormatRegistry.current.provider(for: format).decode(Document.self, from: data)
        // snippet.end
        #expect(format == .keyedArchive && same.identifier == document.identifier)
        // snippet.limits
        let limits = DecodingLimits(depth: 50, nodes: 10_000, bytes: 1_000_000)
        let untrusted = try JSONFormat().decode(Document.self, from: Data(#"{"text": "Hi"}"#.utf8), limits: limits)
        // snippet.end
        #expect(untrusted.text == "Hi")
    }

    @Test("A resource file is laid over the defaults")
    func resource() throws {
        let folder = try #require(Theme.folder)
        defer { folder.remove() }
        try Data(#"{"colour": "blue"}"#.utf8).write(to: URL(fileURLWithPath: folder.path + "/Theme.json"))
        #expect(Theme().colour == "blue" && Theme().width == 1)
        #expect(Theme.resourceError == nil)
    }

    @Test("Errors say where")
    func errors() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = folder.path + "/book.json"
        try Data(#"{"chapters": [{"pages": 12}, {"pages": true}]}"#.utf8).write(to: URL(fileURLWithPath: path))
        var caught: ModelError?
        // snippet.errors
        do {
            let book = try Book.load(fromFile: path)
            print(book.chapters.count)
        } catch let error as ModelError where error.code == .typeMismatch {
            print(error.path)  // chapters[1].pages
            print(error)
            // snippet.end
            caught = error
            // snippet.errors
        }
        // snippet.end
        let error = try #require(caught)
        #expect(error.path.description == "chapters[1].pages" && error.location?.line == 1)
        #expect(
            "\(error)"
                == "JSON file \(path), chapters[1].pages (line 1, column 40): Expected integer, found bool.")
    }

    @Test("A format that isn't linked")
    func absent() throws {
        let document = Document()
        let path = NSTemporaryDirectory() + "never-" + UUID().uuidString
        var text = ""
        do {
            // One that no plugin of this package will ever bring.
            let absent = FileFormat("absent", displayName: "Absent", fileExtension: nil, library: "AbsentFormat")
            try document.write(toFile: path, format: absent)
        } catch {
            text = "\(error)"
        }
        #expect(text.contains("Absent needs the library AbsentFormat, which this program does not link."))
        #expect(!FileManager.default.fileExists(atPath: path))
    }
}
#endif
