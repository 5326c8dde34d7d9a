import Foundation
import ModelCore
import Synchronization
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#endif

@Suite("A save doesn't destroy what the program hasn't seen")
struct SaveFileTests {
    static let folders = Mutex<[ObjectIdentifier: String]>([:])
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    class Kept: BaseModel {
        var name = "default"
        var level = 1
        override class var modelProperties: [ModelProperty] {
            [ModelProperty("name", \Kept.name), ModelProperty("level", \Kept.level)]
        }
        override class var saveFile: String {
            (SaveFileTests.folders.withLock { $0[ObjectIdentifier(self)] } ?? "/nowhere") + "/" + super.saveFile
        }
    }

    // One for each test.
    final class Damaged: Kept {}
    final class Changed: Kept {}
    final class Quick: Kept {}
    final class Touched: Kept {}
    final class Removed: Kept {}
    final class Made: Kept {}
    final class Repaired: Kept {}
    final class Unseen: Kept {}
    final class Saving: Kept {
        /// Saves, as another thread might, while a file is being read.
        @safe nonisolated(unsafe) static var saver: Saving?

        override func awakeAfterDecoding() throws -> BaseModel {
            let saver = Self.saver
            Self.saver = nil
            saver?.level += 1
            try saver?.save()
            return self
        }
    }
    final class Part: Kept {
        override func save() throws { try Whole.shared.save() }
    }
    final class Whole: Kept {}
    class General: Kept {}
    final class Special: General {}

    private func use(_ type: Kept.Type) { Self.folders.withLock { $0[ObjectIdentifier(type)] = folder.path } }

    /// What another program would save.
    private func content(_ type: Kept.Type, _ name: String) throws -> Data {
        let model = try type.instance()
        model.name = name
        return try ClassRegistry.withClasses(.saved) { try KeyedArchive().encode(model) }
    }

    private func write(_ content: Data, to path: String) throws { try content.write(to: URL(fileURLWithPath: path)) }

    private func read(_ path: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }

    @Test("What became unreadable after a save, or is another class's, is never overwritten, whoever asks")
    func damaged() throws {
        use(Damaged.self)
        let other = Item()
        let whole = try content(Damaged.self, "x")
        let wrongType = ModelNode.object(
            ObjectNode(CodedClass(name: "SaveFileTests.Damaged"), [("level", .scalar(.string("many")))]))
        let cases: [(content: Data, code: ModelError.Code)] = [
            (Data("neither this nor that".utf8), .fileUnreadable), (Data(), .fileUnreadable),
            (whole.prefix(whole.count / 2), .fileUnreadable), (try KeyedArchive().encode(other), .classMismatch),
            (try KeyedArchive().encode([1, 2]), .classMismatch), (try KeyedArchive().encode(wrongType), .fileUnreadable),
        ]
        try ClassRegistry.withClasses(.saved) {
            for (content, code) in cases {
                for frees in [false, true] {
                    try? FileManager.default.removeItem(atPath: Damaged.saveFile)
                    Damaged.setSharedInstance(nil)
                    try Damaged.shared.save()
                    try write(content, to: Damaged.saveFile)
                    if frees {
                        Damaged.setSharedInstance(nil)
                        Damaged.setSharedInstance(Damaged())
                    }
                    #expect(errorCode { try Damaged.shared.save() } == code)
                    #expect(errorCode { try Damaged.shared.save(overwritingChanges: true) } == code)
                    #expect(try read(Damaged.saveFile) == content)
                    // Nor after a load that failed.
                    #expect(errorCode { try Damaged.reloadSharedInstance() } != nil)
                    #expect(errorCode { try Damaged.shared.save(overwritingChanges: true) } == code)
                    #expect(try read(Damaged.saveFile) == content)
                }
            }
        }
    }

    @Test("What another program has saved meanwhile is loaded, or overwritten where the program says so")
    func changed() throws {
        use(Changed.self)
        try ClassRegistry.withClasses(.saved) {
            try Changed.shared.save()
            let first = try content(Changed.self, "another's")
            try write(first, to: Changed.saveFile)
            let error = #expect(throws: ModelError.self) { try Changed.shared.save() }
            #expect(error?.code == .fileChanged && error?.file == Changed.saveFile)
            #expect(try read(Changed.saveFile) == first)
            try Changed.reloadSharedInstance()
            #expect(try Changed.shared.name == "another's")
            try Changed.shared.save()

            try write(first, to: Changed.saveFile)
            try Changed.reloadSharedInstance()
            try write(try content(Changed.self, "once more"), to: Changed.saveFile)
            #expect(errorCode { try Changed.shared.save(overwritingChanges: false) } == .fileChanged)
            try Changed.shared.name = "mine"
            try Changed.shared.save(overwritingChanges: true)
            try Changed.shared.save()
            #expect(try Changed.load(fromFile: Changed.saveFile).name == "mine")

            try write(first, to: Changed.saveFile)
            Changed.setSharedInstance(nil)
            Changed.setSharedInstance(Changed())
            #expect(errorCode { try Changed.shared.save() } == .fileChanged)
        }
    }

    @Test("A change that the file's size and times don't show is seen")
    func quick() throws {
        use(Quick.self)
        try ClassRegistry.withClasses(.saved) {
            try Quick.shared.save()
            for loads in [false, true] {
                if loads { try Quick.reloadSharedInstance() }
                let old = try read(Quick.saveFile)
                var status = stat()
                #expect(unsafe stat(Quick.saveFile, &status) == 0)
                // In the same file, as long, with the same time.
                let new = try content(Quick.self, loads ? "defaulu" : "defaulv")
                #expect(new.count == old.count && new != old)
                let descriptor = unsafe open(Quick.saveFile, O_WRONLY)
                #expect(unsafe new.withUnsafeBytes { unsafe pwrite(descriptor, $0.baseAddress, $0.count, 0) } == new.count)
                close(descriptor)
                let times = [status.st_atim, status.st_mtim]
                #expect(unsafe times.withUnsafeBufferPointer { unsafe utimensat(AT_FDCWD, Quick.saveFile, $0.baseAddress, 0) } == 0)
                #expect(errorCode { try Quick.shared.save() } == .fileChanged)
                #expect(try read(Quick.saveFile) == new)
                try Quick.shared.save(overwritingChanges: true)
            }
        }
    }

    @Test("The same content in another file, at another time or with other permissions is no change")
    func touched() throws {
        use(Touched.self)
        try ClassRegistry.withClasses(.saved) {
            try Touched.shared.save()
            let content = try read(Touched.saveFile)
            try FileManager.default.removeItem(atPath: Touched.saveFile)
            try write(content, to: Touched.saveFile)
            try Touched.shared.save()
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o600, .modificationDate: Date(timeIntervalSince1970: 1e9)], ofItemAtPath: Touched.saveFile)
            Touched.setSharedInstance(Touched())
            try Touched.shared.save()
        }
    }

    @Test("A file that was removed is made anew, and one that came in its place is a change")
    func removed() throws {
        use(Removed.self)
        try ClassRegistry.withClasses(.saved) {
            try Removed.shared.save()
            try FileManager.default.removeItem(atPath: Removed.saveFile)
            try Removed.shared.save()
            #expect(BaseModel.fileExists(atPath: Removed.saveFile))
            try FileManager.default.removeItem(atPath: Removed.saveFile)
            try write(try content(Removed.self, "another's"), to: Removed.saveFile)
            #expect(errorCode { try Removed.shared.save() } == .fileChanged)
        }
    }

    @Test("A file that came after there was none is a change")
    func made() throws {
        use(Made.self)
        try ClassRegistry.withClasses(.saved) {
            let shared = try Made.shared
            try write(try content(Made.self, "another's"), to: Made.saveFile)
            #expect(errorCode { try shared.save() } == .fileChanged)
            try Made.reloadSharedInstance()
            #expect(try Made.shared.name == "another's")
        }
    }

    @Test("A file that couldn't be loaded and was repaired since is a change")
    func repaired() throws {
        use(Repaired.self)
        try ClassRegistry.withClasses(.saved) {
            try write(Data("garbage".utf8), to: Repaired.saveFile)
            #expect(throws: ModelError.self) { try Repaired.shared }
            Repaired.setSharedInstance(Repaired())
            #expect(errorCode { try Repaired.shared.save() } == .fileUnreadable)
            try write(try content(Repaired.self, "from a backup"), to: Repaired.saveFile)
            #expect(errorCode { try Repaired.shared.save() } == .fileChanged)
            try Repaired.shared.save(overwritingChanges: true)
        }
    }

    @Test("One that was never looked at is replaced by what is set, if the class can read it")
    func unseen() throws {
        use(Unseen.self)
        try ClassRegistry.withClasses(.saved) {
            try write(try content(Unseen.self, "old"), to: Unseen.saveFile)
            Unseen.setSharedInstance(Unseen())
            try Unseen.shared.save()
            #expect(try Unseen.load(fromFile: Unseen.saveFile).name == "default")
        }
    }

    @Test("A file with an instance of a subclass is the class's own: it may be replaced")
    func subclass() throws {
        use(General.self)
        try ClassRegistry.withClasses(.saved) {
            try write(try content(Special.self, "special"), to: General.saveFile)
            #expect(try General.shared is Special)
            try General.shared.save()
            General.setSharedInstance(General())
            try General.shared.save()
            #expect(try type(of: General.load(fromFile: General.saveFile)) == General.self)

            // One that was never looked at.
            try write(try content(Special.self, "special"), to: General.saveFile)
            General.setSharedInstance(nil)
            General.setSharedInstance(General())
            try General.shared.save(overwritingChanges: true)
            #expect(try General.load(fromFile: General.saveFile).name == "default")
        }
    }

    @Test("What is saved while the file is read again isn't lost")
    func saveInReload() throws {
        use(Saving.self)
        let first = try Saving.shared
        first.level = 5
        try first.save()
        Saving.saver = first
        try Saving.reloadSharedInstance()
        #expect(try first.level == 6 && Saving.shared !== first && Saving.shared.level == 6)
        try Saving.shared.save()
        #expect(try Saving.load(fromFile: Saving.saveFile).level == 6)
    }

    @Test("The permission to overwrite reaches the whole that a part saves")
    func delegated() throws {
        use(Whole.self)
        try ClassRegistry.withClasses(.saved) {
            try Whole.shared.save()
            try write(try content(Whole.self, "another's"), to: Whole.saveFile)
            #expect(errorCode { try Part().save() } == .fileChanged)
            try Part().save(overwritingChanges: true)
            #expect(try Whole.load(fromFile: Whole.saveFile).name == "default")
        }
    }
}

extension ClassRegistry {
    fileprivate static var saved: ClassRegistry {
        var classes = ClassRegistry()
        classes.add(Item.self)
        for type in [
            SaveFileTests.Damaged.self, SaveFileTests.Changed.self, SaveFileTests.Quick.self, SaveFileTests.Touched.self,
            SaveFileTests.Removed.self, SaveFileTests.Made.self, SaveFileTests.Repaired.self, SaveFileTests.Unseen.self,
            SaveFileTests.Whole.self, SaveFileTests.General.self, SaveFileTests.Special.self,
        ] as [BaseModel.Type] {
            classes.add(type)
        }
        return classes
    }
}
