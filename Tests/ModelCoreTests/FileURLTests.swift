#if Macros
import Foundation
import ModelCore
import TestSupport
import Testing

@Suite("Files by URL, and formats by the names of files")
struct FileURLTests {
    @Model final class Letter: BaseModel {
        var text = ""
        convenience init(_ text: String) {
            self.init()
            self.text = text
        }
    }
    struct Plain: Codable, Equatable { var text = "x" }

    @Test("What is written is loaded, whichever says where")
    func urls() throws {
        let folder = try TemporaryFolder()
        let url = URL(fileURLWithPath: folder.file("a letter.plist"))
        try Letter("x").write(to: url)
        #expect(try Letter.load(from: url).text == "x")
        #expect(try Letter.load(fromFile: url.path).text == "x")
        #expect(try Letter(contentsOf: url).text == "x")
        #expect(try (BaseModel.object(contentsOf: url) as? Letter)?.text == "x")
        try [Letter("y"), Letter("z")].write(to: url)
        #expect(try BaseModel.load([Letter].self, from: url).map(\.text) == ["y", "z"])
        #expect(try [Letter].load(from: url).map(\.text) == ["y", "z"])
        try BaseModel.write(["text": "w"], to: url)
        #expect(try BaseModel.load(Plain.self, from: url) == Plain(text: "w"))
        #expect(try BaseModel.load(Plain.self, fromFile: url.path) == Plain(text: "w"))
        #expect(try Letter.load(from: url).text == "w")
        let type: BaseModel.Type = Letter.self
        #expect(try type.load(from: url) is Letter)
    }

    @Model final class Raw: BaseModel {
        var bytes = Data()
        override class var saveFormat: FileFormat { FileFormat("raw", fileExtension: "raw", library: "Nowhere") }
        override func set(with data: Data) throws { bytes = data }
    }

    @Test("Generic code does with a model what its class says")
    func generic() throws {
        func load<Value: ModelValue>(_ path: String) throws -> Value { try Value.load(fromFile: path) }
        func write(_ value: some ModelValue, _ path: String) throws { try value.write(toFile: path) }
        let folder = try TemporaryFolder()
        try Data("raw".utf8).write(to: URL(fileURLWithPath: folder.file("x")))
        let model: Raw = try load(folder.file("x"))
        #expect(model.bytes == Data("raw".utf8))
        #expect(errorCode { try write(Raw(), folder.file("y")) } == .requisiteLibraryMissing)
    }

    @Test("Only files are loaded, and a null is no model")
    func refused() throws {
        let folder = try TemporaryFolder()
        let page = try #require(URL(string: "https://example.org/x.plist"))
        #expect(errorCode { try Letter.load(from: page) } == .fileUnreadable)
        #expect(errorCode { try Letter().write(to: page) } == .fileUnwritable)
        #expect(errorCode { try Letter.load(fromFile: folder.file("none")) } == .fileMissing)
        let null = URL(fileURLWithPath: folder.file("null.plist"))
        try (nil as Letter?).write(to: null)
        #expect(errorCode { try Letter.load(from: null) } == .typeMismatch)
        #expect(errorCode { try Letter(contentsOf: null) } == .typeMismatch)
        #expect(try Letter?.load(from: null) == nil)
    }

    @Test("Text that is no path is refused before anything is made", arguments: ["", "file:///x.json", "file:/x", "https://example.org/x"])
    func noPaths(_ path: String) throws {
        let folder = AppFolderNames.current()
        for write in [
            { try Letter("x").write(toFile: path) }, { try [1].write(toFile: path, format: .keyedArchive) },
            { try BaseModel.write(["x"], toFile: path, format: .keyedArchive) }, { try BaseModel.write(Data([1]), toFile: path) },
            { try BaseModel.write(content: Data([1]), toFile: path, format: .keyedArchive) },
            { try BaseModel.write(content: Data([1]), toFile: path, format: .keyedArchive, replacing: nil) },
            { try BaseModel.removeFile(atPath: path) },
        ] {
            let error = try #require(#expect(throws: ModelError.self) { try write() })
            #expect(error.code == .fileUnwritable, "\(error)")
            #expect(error.reason.hasPrefix(path.isEmpty ? "The path is empty." : "It is the text of a URL, and no path: "), "\(error)")
        }
        for read in [
            { _ = try Letter.load(fromFile: path) }, { _ = try [Int].load(fromFile: path) }, { _ = try Letter(contentsOfFile: path) },
            { _ = try BaseModel.object(contentsOfFile: path) }, { _ = try BaseModel.load(Plain.self, fromFile: path) },
            { _ = try BaseModel.content(ofFile: path) },
        ] {
            let error = try #require(#expect(throws: ModelError.self) { try read() })
            #expect(error.code == .fileUnreadable, "\(error)")
            #expect(error.reason.hasPrefix(path.isEmpty ? "The path is empty." : "It is the text of a URL, and no path: "), "\(error)")
        }
        #expect(!BaseModel.fileExists(atPath: path))
        #expect(AppFolderNames.current() == folder)
    }

    /// The names of what is in the application support folder.
    private enum AppFolderNames {
        static func current() -> Set<String> {
            let path = BaseModel.applicationSupportDirectory.path
            return Set((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).filter { $0.contains(":") }
        }
    }

    @Test("A colon in a file's name is no URL's")
    func colons() throws {
        let folder = try TemporaryFolder()
        try Letter("x").write(toFile: folder.file("file:x.plist"))
        #expect(try Letter.load(fromFile: folder.file("file:x.plist")).text == "x")
    }

    @Test("Without a format, the extension tells it; one that nothing linked has is an error")
    func extensions() throws {
        let folder = try TemporaryFolder()
        try FormatRegistry.withFormats(FormatRegistry([])) {
            for name in ["x", "x.plist", "x.PLIST"] {
                try Letter("a").write(toFile: folder.file(name))
                #expect(try Letter.load(fromFile: folder.file(name)).text == "a")
            }
            for (name, library) in [("x.json", "JSONFormat"), ("x.fast", "FastCoder")] {
                let error = #expect(throws: ModelError.self) { try Letter().write(toFile: folder.file(name)) }
                #expect(error?.code == .requisiteLibraryMissing && error?.reason.contains(library) == true)
                #expect(!FileManager.default.fileExists(atPath: folder.file(name)))
            }
            let error = #expect(throws: ModelError.self) { try [Letter()].write(toFile: folder.file("x.odd")) }
            #expect(error?.code == .unknownFormat)
            #expect(error?.reason == "No format has files with the extension odd: name the format.")
            try Letter().write(toFile: folder.file("x.odd"), format: .keyedArchive)
        }
    }

    @Test("The folders are URLs")
    func folders() {
        #expect(BaseModel.applicationSupportDirectory.isFileURL)
        #expect(BaseModel.applicationSupportDirectory.lastPathComponent == BaseModel.cachesDirectory.lastPathComponent)
        #expect(BaseModel.documentsDirectory.path != BaseModel.cachesDirectory.path)
    }

    @Test("Properties by their key paths")
    func keyPaths() throws {
        let letter = Letter("x")
        #expect(letter.value(for: \.text) == "x")
        letter.setValue("y", for: \.text)
        #expect(letter.text == "y")
        #expect(try Letter.key(for: \.text) == "text")
        let error = #expect(throws: ModelError.self) { try Letter.key(for: \.text.count) }
        #expect(error?.code == .unknownProperty)
    }
}
#endif
