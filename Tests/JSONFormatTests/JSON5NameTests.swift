#if Macros
import Foundation
import JSONFormat
import ModelCore
import Testing

/// JSON5 by the name of the format: nothing is put into the registry.
@Suite("The format named json5")
struct JSON5NameTests {
    @Model("NamedServer") final class Server: BaseModel {
        var host = "localhost"
        var load = 0.0
        override class var saveFormat: FileFormat { .json5.keepingText }
    }

    @Model("StrictServer") final class StrictServer: BaseModel {
        var host = "localhost"
        override class var saveFormat: FileFormat { .json }
    }

    @Model("DefaultedServer") final class DefaultedServer: BaseModel {
        var host = ""
        override class var saveFormat: FileFormat { .json5 }
        override class var resourceFile: String? {
            "/tmp/BaseModelTests-\(ProcessInfo.processInfo.processIdentifier)-server.json5"
        }
    }

    static let text = "{\n  // the public name\n  host: 'a',\n}\n"

    private func withFile(_ text: String, _ body: (String) throws -> Void) throws {
        let path = NSTemporaryDirectory() + UUID().uuidString + ".json5"
        try Data(text.utf8).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        try body(path)
    }

    private func content(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

    @Test("It is JSON by another name, with an extension of its own")
    func name() {
        #expect(FileFormat.json5 == .json && FileFormat.json5.displayName == "JSON5")
        #expect(FileFormat.json5.fileExtension == "json5" && Server.saveFile == "NamedServer.json5")
    }

    @Test("It is read as JSON5 where it is named, and nowhere else")
    func read() throws {
        let data = Data(Self.text.utf8)
        let format = JSONFormat()
        #expect(try format.decode([String: String].self, from: data, as: .json5) == ["host": "a"])
        #expect(try format.decode([String: String].self, from: data, as: .json([.json5])) == ["host": "a"])
        #expect(throws: ModelError.self) { try format.decode([String: String].self, from: data) }
        #expect(throws: ModelError.self) { try format.decode([String: String].self, from: data, as: .json) }
        #expect(throws: ModelError.self) { try format.decode([String: String].self, from: data, as: .json([])) }
        let registry = FormatRegistry.current
        #expect(try registry.document(from: data, as: .json5)["host"]?.stringValue == "a")
        #expect(throws: ModelError.self) { try registry.document(from: data) }
        try withFile(Self.text) { path in
            let values = try [String: String].load(fromFile: path, format: .json5)
            let server = try StrictServer.load(fromFile: path, format: .json5)
            #expect(values == ["host": "a"] && server.host == "a")
            #expect(throws: ModelError.self) { try StrictServer.load(fromFile: path) }
        }
    }

    @Test("What is written in it can be read in it")
    func written() throws {
        let format = JSONFormat()
        #expect(try format.encode([1.5, .infinity, -.infinity], as: .json5) == Data("[1.5,Infinity,-Infinity]".utf8))
        #expect(try format.decode([Double].self, from: Data("[NaN]".utf8), as: .json5)[0].isNaN)
        let pretty = JSONFormat(writing: .prettyPrinted)
        #expect(try pretty.encode([Double.nan], as: .json5) == Data("[\n  NaN\n]".utf8))
    }

    @Test("A class whose format it is reads its files so, and keeps their text")
    func model() throws {
        try withFile(Self.text) { path in
            let server = try Server.load(fromFile: path)
            #expect(server.host == "a")
            #expect(try Server(contentsOfFile: path).host == "a")
            (server.host, server.load) = ("b", .infinity)
            try server.write(toFile: path)
            #expect(try content(path) == "{\n  // the public name\n  host: 'b',\n  load: Infinity,\n}\n")
            #expect(try Server.load(fromFile: path).load == .infinity)
            let other = path.replacing(".json5", with: ".json")
            try Data(Self.text.utf8).write(to: URL(filePath: other))
            defer { try? FileManager.default.removeItem(atPath: other) }
            try server.write(toFile: other)
            #expect(try content(other) == content(path))
        }
    }

    @Test("So is its resource file")
    func resource() throws {
        let path = try #require(DefaultedServer.resourceFile)
        try Data(Self.text.utf8).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        #expect(DefaultedServer().host == "a" && DefaultedServer.resourceError == nil)
    }

    @Test("A model and a value that are written in it by name keep the text, too")
    func named() throws {
        try withFile(Self.text) { path in
            let server = StrictServer()
            server.host = "b"
            try server.write(toFile: path, format: .json5.keepingText)
            #expect(try content(path) == Self.text.replacing("'a'", with: "'b'"))
            try ["host": "c"].write(toFile: path, format: .json5.keepingText)
            #expect(try content(path) == Self.text.replacing("'a'", with: "'c'"))
        }
    }

    @Test("The shared instance is loaded and saved")
    func shared() async throws {
        await #expect(processExitsWith: .success) {
            let folder = NSTemporaryDirectory() + UUID().uuidString
            unsafe setenv("XDG_DATA_HOME", folder, 1)
            let path = BaseModel.applicationSupportDirectory.path + "/" + Server.saveFile
            try Server().write(toFile: Server.saveFile)
            try Data(JSON5NameTests.text.utf8).write(to: URL(filePath: path))
            let server = try Server.shared
            server.host = "b"
            try server.save()
            let found = try String(contentsOfFile: path, encoding: .utf8)
            #expect(found == JSON5NameTests.text.replacing("'a'", with: "'b'"))
            try FileManager.default.removeItem(atPath: folder)
        }
    }
}
#endif
