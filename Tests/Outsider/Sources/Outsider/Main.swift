import Bencode
import Foundation
import JSONFormat
import ModelCore

/// Saves and loads with the formats that are linked, and fails if a result isn't what an app could expect.
@main
enum Main {
    static func main() throws {
        FormatRegistry.register(Bencode())
        let formats = FormatRegistry.default.formats
        try expect(formats == [.json, .bencode], "linked: \(formats)")

        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("outsider-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        func path(_ name: String) -> String { folder.appendingPathComponent(name).path }
        let cat = Cat()
        cat.name = "Felix"
        cat.kittens = [Cat()]
        cat.kittens[0].age = 1
        for format in formats {
            try cat.write(toFile: path(format.rawValue), format: format)
            let loaded = try Cat.load(fromFile: path(format.rawValue))
            try expect(loaded.name == "Felix" && loaded.kittens.first?.age == 1, "\(format) isn't read back")
        }
        try absentFormats(cat, path("cat"))
        try absentArchives()
        try absentValues()
        try document()
        print("Outsider: \(formats.count) formats, no macros, no archives")
    }

    /// Formats that this program doesn't link are named, with their libraries.
    static func absentFormats(_ cat: Cat, _ path: String) throws {
        try expectMissing("PlistFormat") { try cat.write(toFile: path, format: .xmlPropertyList) }
        try expectMissing("trait KeyedArchive") { try cat.write(toFile: path, format: .keyedArchive) }
        try expectMissing("trait KeyedArchive") { try cat.write(toFile: path) }
        try expectMissing("TextKeeping") { try cat.write(toFile: path, format: .json.keepingText) }
        for (content, library) in [
            ("bplist00…$archiver…", "KeyedArchive"), ("bplist00…", "PlistFormat"), ("TSAF…", "FastCoder"),
            ("<plist><dict><key>$class</key>", "HRCoder"), ("<plist><dict><key>a</key>", "PlistFormat"),
            ("bplist00…$archiver…CryptoArchive", "CryptoCoder"),
        ] {
            try expectMissing(library) { _ = try FormatRegistry.current.document(from: Data(content.utf8)) }
        }
        // A third party's name and look.
        let toml = FileFormat("toml", displayName: "TOML", fileExtension: "toml", library: "TOMLFormat")
        FormatRegistry.announce(toml, signature: FormatSignature(startingWith: [Array("# TOML".utf8)]))
        try expectMissing("TOMLFormat") { _ = try FormatRegistry.current.document(from: Data("# TOML 1\n".utf8)) }
        try expectMissing("TOMLFormat") { try cat.write(toFile: path + ".toml") }
    }

    /// Values that other formats keep in archives can neither be written nor read, and say so.
    static func absentArchives() throws {
        let point = Place()
        point.point = 1..<3
        let archive = Data("bplist00 $archiver".utf8)
        try expectMissing("KeyedArchive") { _ = try Listing().encode(point) }
        let file = try JSONFormat().encode(["point": archive.base64EncodedString()])
        try expectMissing("KeyedArchive") { _ = try Listing().decode(Place.self, from: file) }
        // Text that nobody asks for as anything else is text, and other data is data.
        let text = try Listing().decode([String: String].self, from: file)
        try expect(text["point"] == archive.base64EncodedString(), "\(text)")
        let data = try Listing().decode(Data.self, from: Listing().encode(Data("bplist00".utf8)))
        try expect(data == Data("bplist00".utf8), "\(data)")
    }

    /// Values of whole Foundation can neither be written nor read, and say so: their own code would write something else,
    /// and some files would stop it.
    static func absentValues() throws {
        for value in [CGPoint.zero, NSNumber(value: 1), NSNull(), NSArray(), IndexSet(), CharacterSet.letters] as [Any] {
            let thing = Thing()
            thing.value = value
            try expectMissing("FoundationValues") { _ = try JSONFormat().encode(thing) }
        }
        try expectMissing("FoundationValues") { _ = try JSONFormat().encode(Indexes()) }
        let file = Data(#"{"set":{"indexes":[{"location":-1,"length":5}]}}"#.utf8)
        try expectMissing("FoundationValues") { _ = try JSONFormat().decode(Indexes.self, from: file) }
        var builder = DocumentBuilder()
        try builder.append(.geometry(.point(x: 1, y: 2)))
        let point = try builder.finish()
        try expect(point.root.scalar == .geometry(.point(x: 1, y: 2)), "\(point)")
        let thing = try JSONFormat().decode(Thing.self, from: Data(#"{"value":[null]}"#.utf8))
        try expect((thing.value as? [Any])?[0] is AnyValue.Null, "\(thing)")
    }

    /// Documents go from one format to another without models.
    static func document() throws {
        let document = try JSONFormat().document(from: Data(#"{"a": [1, "b"]}"#.utf8))
        let bytes = try Bencode().encode(document)
        try expect(bytes == Data("d1:ali1e1:bee".utf8), String(decoding: bytes, as: UTF8.self))
        let back = try JSONFormat().encode(Bencode().document(from: bytes))
        try expect(back == Data(#"{"a":[1,"b"]}"#.utf8), String(decoding: back, as: UTF8.self))
    }

    static func expectMissing(_ library: String, _ body: () throws -> Void) throws {
        do {
            try body()
        } catch let error as ModelError where error.code == .requisiteLibraryMissing {
            return try expect(error.reason.contains(library), "\(error) doesn't name \(library)")
        }
        try expect(false, "no error that \(library) is missing")
    }

    static func expect(_ holds: Bool, _ failure: String) throws {
        if !holds { throw Failure(description: failure) }
    }

    struct Failure: Error, CustomStringConvertible {
        var description: String
    }
}
