import Foundation
import FoundationValues
import ModelCore
import Synchronization
import TestSupport
import Testing

@Suite("Shared instances")
struct SharedInstanceTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Saved in a folder that the test chooses: each class is used by one test.
    class Settings: BaseModel {
        var name = "default"
        var level = 1
        var note: String?
        override class var modelProperties: [ModelProperty] {
            [
                ModelProperty("name", \Settings.name), ModelProperty("level", \Settings.level),
                ModelProperty("note", \Settings.note),
            ]
        }
        static let folders = Mutex<[ObjectIdentifier: String]>([:])
        static func use(_ folder: TemporaryFolder) {
            folders.withLock { $0[ObjectIdentifier(self)] = folder.path }
        }
        override class var saveFile: String {
            (folders.withLock { $0[ObjectIdentifier(self)] } ?? "/nowhere") + "/" + super.saveFile
        }
    }

    final class Saved: Settings {}
    final class Corrupt: Settings {}
    final class Foreign: Settings {}
    final class Notified: Settings {}
    final class Listed: Settings {}
    class Base: Settings {}
    final class Derived: Base {
        var extra = 0
        override class var modelProperties: [ModelProperty] {
            super.modelProperties + [ModelProperty("extra", \Derived.extra)]
        }
    }
    final class Contended: Settings {
        static let made = Atomic(0)
        override func setUp() { Self.made.add(1, ordering: .relaxed) }
    }
    final class Recursive: Settings {
        override func setUp() { #expect(throws: ModelError.self) { try Recursive.shared } }
    }
    final class WithResource: Settings {
        override class var resourceFile: String? { WithResource.saveFile + ".defaults" }
    }

    @Test("Saved, freed, and loaded again")
    func saveAndReload() throws {
        Saved.use(folder)
        #expect(!Saved.hasSharedInstance)
        let shared = try Saved.shared
        #expect(try Saved.hasSharedInstance && shared === Saved.shared && shared.name == "default")
        shared.name = "changed"
        try shared.save()
        Saved.setSharedInstance(nil)
        #expect(!Saved.hasSharedInstance)
        #expect(try Saved.shared.name == "changed")
        try Saved.shared.level = 7
        try Saved.reloadSharedInstance()
        #expect(try Saved.shared.level == 1)
        #expect { try Saved().save() } throws: { ($0 as? ModelError)?.code == .notSaveable }
        #expect(try Saved(contentsOfFile: Saved.saveFile).name == "changed")
        #expect(try Saved.load(fromFile: Saved.saveFile).name == "changed")
        #expect(BaseModel.fileExists(atPath: Saved.saveFile))
        try BaseModel.removeFile(atPath: Saved.saveFile)
        try Saved.reloadSharedInstance()
        #expect(try Saved.shared.name == "default")
    }

    @Test("A save file that can't be read throws, and is never overwritten")
    func corrupt() throws {
        Corrupt.use(folder)
        let garbage = Data("neither this nor that".utf8)
        try BaseModel.write(garbage, toFile: Corrupt.saveFile)
        #expect { try Corrupt.shared } throws: { ($0 as? ModelError)?.file == Corrupt.saveFile }
        #expect(!Corrupt.hasSharedInstance)
        let fresh = Corrupt()
        Corrupt.setSharedInstance(fresh)
        #expect { try fresh.save() } throws: { error in
            (error as? ModelError)?.code == .fileUnreadable
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: Corrupt.saveFile)) == garbage)
        try BaseModel.removeFile(atPath: Corrupt.saveFile)
        try fresh.save()
        try fresh.save()
    }

    @Test("Another class's file isn't overwritten either")
    func foreign() throws {
        Foreign.use(folder)
        ClassRegistry.register(Item.self)
        try Item().write(toFile: Foreign.saveFile, format: .keyedArchive)
        Foreign.setSharedInstance(Foreign())
        #expect { try Foreign.shared.save() } throws: { ($0 as? ModelError)?.code == .classMismatch }
        Foreign.setSharedInstance(nil)
        #expect { try Foreign.shared } throws: { ($0 as? ModelError)?.code == .classMismatch }
    }

    @Test("An instance of a subclass may be shared, saved and loaded")
    func subclass() throws {
        Base.use(folder)
        ClassRegistry.register(Derived.self)
        let derived = Derived()
        derived.extra = 5
        Base.setSharedInstance(derived)
        try derived.save()
        Base.setSharedInstance(nil)
        #expect((try Base.shared as? Derived)?.extra == 5)
        #expect(errorCode { try Derived().save() } == .notSaveable)
    }

    @Test("A file that holds no object isn't overwritten")
    func noObject() throws {
        Listed.use(folder)
        try BaseModel.write([1, 2], toFile: Listed.saveFile, format: .keyedArchive)
        Listed.setSharedInstance(Listed())
        #expect(errorCode { try Listed.shared.save() } == .classMismatch)
    }

    @Test("Made once, however many ask")
    func contention() async throws {
        Contended.use(folder)
        let identities = try await withThrowingTaskGroup(of: ObjectIdentifier.self) { group in
            for _ in 0..<64 { group.addTask { ObjectIdentifier(try Contended.shared) } }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(identities.count == 1)
        #expect(Contended.made.load(ordering: .relaxed) == 1)
    }

    @Test("Asking for it while it is made is an error")
    func recursion() throws {
        Recursive.use(folder)
        _ = try Recursive.shared
    }

    @Test("A replacement is told, with the old instance, on the main thread and to those who iterate")
    func notification() async throws {
        Notified.use(folder)
        let old = try Notified.shared
        let new = Notified()
        let updates = Notified.sharedInstanceUpdates
        let onMain = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: onMain, value: true)
        let (posts, continuation) = AsyncStream<Bool>.makeStream()
        let token = NotificationCenter.default.addObserver(
            forName: BaseModel.sharedInstanceDidChange, object: new, queue: nil
        ) { note in
            // Not `Thread.isMainThread`: under an asynchronous main, Linux serves the main queue on another thread.
            continuation.yield(DispatchQueue.getSpecific(key: onMain) == true && note.userInfo?[BaseModel.oldInstanceKey] is Notified)
        }
        defer { NotificationCenter.default.removeObserver(token) }
        Notified.setSharedInstance(new)
        #expect(await posts.first { _ in true } == true)
        var iterator = updates.makeAsyncIterator()
        let update = try #require(await iterator.next())
        #expect(update.old === old && update.new === new && update.type == Notified.self)
    }

    @Test("setUp, then the resource file, then the save file")
    func sequence() throws {
        WithResource.use(folder)
        let resource: [String: Any] = ["name": "resource", "level": 5, "note": "n"]
        try BaseModel.write(resource, toFile: WithResource.saveFile + ".defaults", format: .keyedArchive)
        #expect(WithResource().name == "resource" && WithResource().level == 5)
        #expect(try WithResource(object: ["name": "given"])?.level == 5)
        let shared = try WithResource.shared
        shared.name = "saved"
        try shared.save()
        WithResource.setSharedInstance(nil)
        #expect(try WithResource.shared.name == "saved")
        // The resource file has a note: only a null in the save file takes it away again.
        #expect(shared.note == "n")
        shared.note = nil
        WithResource.setSharedInstance(shared)
        try shared.save()
        try WithResource.reloadSharedInstance()
        #expect(try WithResource.shared.note == nil)
    }
}
