import Foundation
import ModelCore
import Synchronization
import TestSupport
import Testing

@Suite("Resource and save files that can't be read")
struct BrokenFileTests {
    static let folders = Mutex<[String: String]>([:])
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    class Placed: BaseModel {
        var name = "default"
        var level = 1
        class var name: String { "\(self)" }
        override class var modelProperties: [ModelProperty] {
            [ModelProperty("name", \Placed.name), ModelProperty("level", \Placed.level)]
        }
        override class var saveFile: String {
            (BrokenFileTests.folders.withLock { $0[name] } ?? "/nowhere") + "/" + super.saveFile
        }
    }

    final class Resourceful: Placed {
        override class var resourceFile: String? { saveFile + ".defaults" }
    }

    final class Reloaded: Placed {}

    @Test("The first instance tells of the broken resource file too")
    func resource() throws {
        Self.folders.withLock { $0[Resourceful.name] = folder.path }
        try BaseModel.write(["level": "many"], toFile: Resourceful.saveFile + ".defaults", format: .keyedArchive)
        #expect(errorCode { try Resourceful.instance() } == .typeMismatch)
        #expect(errorCode { try Resourceful.shared } == .typeMismatch)
        #expect(errorCode { try KeyedArchive().decode(Resourceful.self, from: try KeyedArchive().encode(Placed())) } != nil)
    }

    @Test("A save file that became unreadable isn't overwritten after a reload that failed")
    func reload() throws {
        Self.folders.withLock { $0[Reloaded.name] = folder.path }
        try Reloaded.shared.save()
        let garbage = Data("neither this nor that".utf8)
        try BaseModel.write(garbage, toFile: Reloaded.saveFile)
        #expect(throws: ModelError.self) { try Reloaded.reloadSharedInstance() }
        #expect(errorCode { try Reloaded.shared.save() } == .fileUnreadable)
        #expect(try Data(contentsOf: URL(fileURLWithPath: Reloaded.saveFile)) == garbage)
    }

    @Test("A file whose name is as long as names may be is written")
    func longName() throws {
        let path = folder.file(String(repeating: "語", count: 84))
        try BaseModel.write(Data("1".utf8), toFile: path)
        #expect(BaseModel.fileExists(atPath: path))
    }
}
