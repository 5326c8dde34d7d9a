import Foundation
import ModelCore
import ModelTesting
import TestSupport
import Testing

/// An app's classes, as `@Model` makes them.
final class SandboxNotes: BaseModel {
    private static let known = ModelClass(SandboxNotes.self, name: "SandboxNotes", overrides: [])
    override class var modelClass: ModelClass { known }

    var text = "none"
    var title: String?

    override class var modelProperties: [ModelProperty] {
        [
            ModelProperty("text", \SandboxNotes.text, isStored: true),
            ModelProperty("title", \SandboxNotes.title, isStored: true),
        ]
    }
}

final class SandboxSettings: BaseModel {
    static let format = FileFormat(store: "sandbox-settings", displayName: "Settings", library: "Tests")
    private static let known = ModelClass(SandboxSettings.self, name: "SandboxSettings", overrides: [])
    override class var modelClass: ModelClass { known }
    override class var saveFormat: FileFormat { format }

    var size = 12

    override class var modelProperties: [ModelProperty] {
        [ModelProperty("size", \SandboxSettings.size, isStored: true)]
    }
}

@Suite("Sandboxes", .sandboxed)
struct SandboxTests {
    @Test("Each test has shared instances and files of its own, at the same time as the others", arguments: 0..<20)
    func shared(_ number: Int) async throws {
        let sandbox = try #require(ModelSandbox.current)
        #expect(!SandboxNotes.hasSharedInstance)
        let notes = try SandboxNotes.shared
        #expect(notes.text == "none")
        notes.text = "number \(number)"
        try notes.save()
        await Task.yield()
        try SandboxNotes.reloadSharedInstance()
        #expect(try SandboxNotes.shared !== notes && SandboxNotes.shared.text == "number \(number)")
        let path = BaseModel.applicationSupportDirectory.path
        #expect(path.hasPrefix(sandbox.folder.path) && FileManager.default.fileExists(atPath: path))
        // A task that the test starts is in the sandbox, too.
        let text = try await Task { try SandboxNotes.shared.text }.value
        #expect(text == "number \(number)")
        try notes.write(toFile: "~/copy.plist")
        #expect(FileManager.default.fileExists(atPath: sandbox.folder.path + "/Home/copy.plist"))
        #expect(try SandboxNotes.load(fromFile: "~/copy.plist").text == "number \(number)")
        for folder in [BaseModel.cachesDirectory, BaseModel.documentsDirectory] {
            #expect(folder.path.hasPrefix(sandbox.folder.path))
        }
    }

    @Test("What a save destroys is known for each sandbox")
    func changed() throws {
        try SandboxNotes.shared.save()
        let path = BaseModel.applicationSupportDirectory.path + "/SandboxNotes.plist"
        let other = SandboxNotes()
        other.text = "other"
        try other.write(toFile: path)
        #expect(throws: ModelError.self) { try SandboxNotes.shared.save() }
        let inner = ModelSandbox(folder: try #require(ModelSandbox.current).folder.appendingPathComponent("inner"))
        try inner.run {
            #expect(!SandboxNotes.hasSharedInstance)
            try SandboxNotes.shared.save()
            try SandboxNotes.shared.save()
        }
        #expect(try SandboxNotes.load(fromFile: path).text == "other")
    }

    @Test("A store that is registered in a sandbox is there alone, and in memory", arguments: 0..<10)
    func registered(_ number: Int) throws {
        let format = FileFormat(store: "sandbox-late", displayName: "Late", library: "LateStore")
        let error = #expect(throws: ModelError.self) { try FormatRegistry.current.store(for: format) }
        #expect(
            error?.reason
                == "Late needs the library LateStore, which this program does not link, or whose store it does not register.")
        // An app's start may register it, and a test, too.
        for _ in 0..<2 { FormatRegistry.register(RefusingStore(formats: [format])) }
        let settings = SandboxSettings()
        settings.size = number
        try settings.write(toStore: format)
        #expect(try SandboxSettings.load(fromStore: format).size == number)
        FormatRegistry.replace(with: RefusingStore(formats: [format]))
        #expect(throws: ModelError.self) { try SandboxSettings.load(fromStore: format) }
        try ModelSandbox(folder: try #require(ModelSandbox.current).folder).run {
            FormatRegistry.replace(with: RefusingStore(formats: [format]))
            try settings.write(toStore: format)
        }
        #expect(!FormatRegistry.default.storeFormats.contains(format))
    }

    @Test("Stores are in memory", arguments: 0..<10)
    func stores(_ number: Int) throws {
        let sandbox = ModelSandbox(
            folder: try #require(ModelSandbox.current).folder, stores: [InMemoryStore(formats: [SandboxSettings.format])])
        try sandbox.run {
            #expect(try SandboxSettings.shared.size == 12)
            try SandboxSettings.shared.size = number
            try SandboxSettings.shared.save()
            try SandboxSettings.reloadSharedInstance()
            #expect(try SandboxSettings.shared.size == number)
            try SandboxSettings.removeContents(ofStore: SandboxSettings.format)
            #expect(throws: ModelError.self) { try SandboxSettings.load(fromStore: SandboxSettings.format) }
        }
        #expect(throws: ModelError.self) { try SandboxSettings.load(fromStore: SandboxSettings.format) }
    }

    @Test("A store in memory keeps the contract")
    func contract() async {
        let format = FileFormat(store: "sandbox-contract", displayName: "Memory", library: "Tests")
        await StoreContract(InMemoryStore(formats: [format]), format).check()
    }

    @Test("Resource files come from the sandbox's folder, and defaults that differ from nil are kept")
    func resources() throws {
        let folder = try #require(ModelSandbox.current).folder
        let resources = folder.appendingPathComponent("resources")
        let defaults = SandboxNotes()
        (defaults.text, defaults.title) = ("from a resource", "a title")
        try defaults.write(toFile: resources.path + "/SandboxNotes.plist")
        try ModelSandbox(folder: folder, resourcesDirectory: resources).run {
            let notes = SandboxNotes()
            #expect(notes.text == "from a resource" && notes.title == "a title")
            notes.title = nil
            try notes.write(toFile: "notes.plist")
            let back = try SandboxNotes.load(fromFile: "notes.plist")
            #expect(back.title == nil && back.text == "from a resource")
        }
        #expect(SandboxNotes().text == "none" && SandboxNotes.resourceError == nil)
    }

    @Test("Updates of shared instances stay in the sandbox")
    func updates() async throws {
        let folder = try #require(ModelSandbox.current).folder
        var updates = SandboxNotes.sharedInstanceUpdates.makeAsyncIterator()
        ModelSandbox(folder: folder.appendingPathComponent("other")).run {
            SandboxNotes.setSharedInstance(SandboxNotes())
        }
        let own = SandboxNotes()
        SandboxNotes.setSharedInstance(own)
        let update = await updates.next()
        #expect(update?.new === own && update?.old == nil)
    }

    @Test("A folder is gone when its test is over")
    func removal() async throws {
        let found = FolderBox()
        let trait = SandboxTrait.sandboxed
        let test = try #require(Test.current)
        try await trait.provideScope(for: test, testCase: nil) {
            try SandboxNotes.shared.save()
            found.path = ModelSandbox.current?.folder.path ?? ""
            #expect(FileManager.default.fileExists(atPath: found.path))
        }
        #expect(!found.path.isEmpty && !FileManager.default.fileExists(atPath: found.path))
    }

    private final class FolderBox: @unchecked Sendable { var path = "" }
}

/// A store that is never asked.
private struct RefusingStore: StoreProvider {
    let formats: [FileFormat]

    private static var refused: ModelError { ModelError(.notSaveable, "It is the real store.") }

    func save(_ values: [(key: String, value: ModelDocument)], in record: StoreRecord) throws { throw Self.refused }
    func document(for record: StoreRecord) throws -> ModelDocument? { throw Self.refused }
    func removeValues(in record: StoreRecord) throws { throw Self.refused }
}
