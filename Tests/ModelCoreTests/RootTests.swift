import Foundation
import ModelCore
import Synchronization
import TestSupport
import Testing

/// A format that can't name classes.
struct PlainFormat: FormatProvider {
    static let format = FileFormat("plain-tree", fileExtension: "tree", library: "Tests")
    private static let mark = Data("plain".utf8)
    var formats: [FileFormat] { [Self.format] }
    func capabilities(of format: FileFormat) -> FormatCapabilities { .all.subtracting([.classes, .identity]) }

    func detect(_ content: Data) -> FormatDetection? {
        content.starts(with: Self.mark) ? .certain(Self.format) : nil
    }

    func serialize(_ walker: inout DocumentWalker, context: FormatContext) throws -> Data {
        Self.mark + (try KeyedArchive().encode(try walker.document()))
    }

    func parse(_ content: Data, into builder: inout DocumentBuilder, context: FormatContext) throws {
        var walker = DocumentWalker(try KeyedArchive().document(from: Data(content.dropFirst(Self.mark.count))))
        try walker.copy(into: &builder)
    }
}

@Suite("The class of a file's root")
struct RootTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("An initialiser makes an instance of its own class from a file, and of no other")
    func initialiser() throws {
        try ClassRegistry.withClasses(.testing) {
            let (item, special) = (folder.file("item"), folder.file("special"))
            try Item().write(toFile: item)
            try SpecialItem().write(toFile: special)
            #expect(errorCode { try Item(contentsOfFile: special) } == .classMismatch)
            #expect(errorCode { try SpecialItem(contentsOfFile: item) } == .classMismatch)
            #expect(errorCode { try Branch(contentsOfFile: item) } == .classMismatch)
            #expect(errorCode { try Branch.load(fromFile: item) } == .classMismatch)
            #expect(errorCode { try SpecialItem.load(fromFile: item) } == .classMismatch)
            #expect(try Item.load(fromFile: special) is SpecialItem)
            #expect(try SpecialItem(contentsOfFile: special).extra == 1.5)
        }
    }

    class Basis: BaseModel {
        var name = "default"
        static let path = Mutex("")
        override class var saveFile: String { path.withLock { $0 } }
        override class var saveFormat: FileFormat { PlainFormat.format }
        override class var modelProperties: [ModelProperty] { [ModelProperty("name", \Basis.name)] }
    }
    final class Extended: Basis {}

    @Test("An instance of a subclass isn't saved as the shared one where the format can't tell its class")
    func plain() throws {
        try FormatRegistry.withFormats(FormatRegistry([PlainFormat()])) {
            Basis.path.withLock { [path = folder.file("basis")] in $0 = path }
            let extended = Extended()
            Basis.setSharedInstance(extended)
            #expect(errorCode { try extended.save() } == .notSaveable)
            #expect(!BaseModel.fileExists(atPath: Basis.saveFile))
            Basis.setSharedInstance(Basis())
            try Basis.shared.name = "saved"
            try Basis.shared.save()
            try Basis.reloadSharedInstance()
            #expect(try Basis.shared.name == "saved")
        }
    }

    final class Layered: BaseModel {
        var note: String?
        static let path = Mutex("")
        override class var resourceFile: String? { path.withLock { $0 } }
        override class var modelProperties: [ModelProperty] { [ModelProperty("note", \Layered.note)] }
    }

    @Test("Nil is written, and read, over what the resource file says")
    func nilOverResource() throws {
        try FormatRegistry.withFormats(FormatRegistry([PlainFormat()])) {
            Layered.path.withLock { [path = folder.file("resource")] in $0 = path }
            try BaseModel.write(["note": "from the resource"], toFile: folder.file("resource"), format: .keyedArchive)
            for format in [FileFormat.keyedArchive, PlainFormat.format] {
                let layered = Layered()
                #expect(layered.note == "from the resource")
                layered.note = nil
                try layered.write(toFile: folder.file("saved"), format: format)
                #expect(try Layered.load(fromFile: folder.file("saved")).note == nil)
                layered.note = "own"
                try layered.write(toFile: folder.file("saved"), format: format)
                #expect(try Layered.load(fromFile: folder.file("saved")).note == "own")
            }
        }
    }
}
