import Foundation
import JSONFormat
import ModelCore
import Testing

/// Files with what this library doesn't write itself.
@Suite struct OthersFilesTests {
    /// A binary property list: `["a": UID 5, "b": 5, "c": "text"]`.
    private let uids = "YnBsaXN0MDDTAQIDBAUGUWFRYlFjgAUQBVR0ZXh0CA8RExUXGQAAAAAAAAEBAAAAAAAAAAcAAAAAAAAAAAAAAAAAAAAe"

    /// A property list as Foundation reads it.
    private func list(_ file: URL) throws -> Any {
        unsafe try PropertyListSerialization.propertyList(from: Data(contentsOf: file), format: nil)
    }

    private func write(_ base64: String, to name: String, _ tool: Tool) throws {
        try #require(Data(base64Encoded: base64)).write(to: tool.file(name))
    }

    @Test("A UID is shown, edited, compared and converted as itself")
    func uid() throws {
        let tool = try Tool()
        try write(uids, to: "a", tool)
        #expect(try tool.run("show", "a").text == "dictionary of 3\n  a: uid 5\n  b: 5\n  c: \"text\"\n")
        #expect(try tool.run("edit", "a", "c", "other").status == 0)
        #expect(try tool.run("show", "a", "--path", "a").text == "uid 5\n")
        #expect(try tool.run("edit", "a", "a", "6").status == 0)
        #expect(try tool.run("show", "a", "--path", "a").text == "uid 6\n")
        #expect(try tool.run("edit", "a", "b", "6", "--type", "uid").status == 0)
        #expect(try tool.run("show", "a", "--path", "b").text == "uid 6\n")

        try write(uids, to: "a", tool)
        let xml = try tool.run("convert", "a", "x", "--to", "xmlPropertyList")
        #expect(xml.status == 0 && xml.errors.isEmpty, "\(xml.errors)")
        let lines = try tool.text(of: "x").split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        #expect(lines.joined().contains("<key>a</key><dict><key>CF$UID</key><integer>5</integer></dict><key>b</key>"))
        #expect(try tool.run("diff", "a", "x").status == 0)
        #expect(try tool.run("edit", "x", "c", "other").status == 0)
        #expect(try tool.text(of: "x").contains("<string>other</string>"))
        #expect(try tool.run("show", "x", "--path", "a").text == "uid 5\n")
        for format in ["keyedArchive", "fastCoding", "hrCodedJSON", "hrCodedBinary"] {
            let kept = try tool.run("convert", "a", "k", "--to", format, "-q")
            #expect(kept.status == 0 && kept.errors.isEmpty, "\(format): \(kept.errors)")
        }
        let json = try tool.run("convert", "a", "j.json")
        #expect(json.status == 1)
        #expect(json.errors.contains("Would be lost: a UID becomes an integer: a."), "\(json.errors)")
        #expect(try tool.run("convert", "a", "j.json", "--lossy").status == 0)
        #expect(try tool.run("diff", "a", "j.json").text == "~ a: uid 5 → 5\n")
    }

    @Test("A dictionary's own key with the name of a UID's stays one")
    func ownKey() throws {
        let tool = try Tool()
        try tool.write(#"{"m": {"CF$UID": 5}}"#, to: "a.json")
        let xml = try tool.run("convert", "a.json", "x", "--to", "xmlPropertyList")
        #expect(xml.status == 0 && xml.errors.isEmpty, "\(xml.errors)")
        #expect(try tool.run("diff", "a.json", "x", "--exact").status == 0)
    }

    @Test("An archive of another archiver is a property list like any other")
    func otherArchiver() throws {
        let tool = try Tool()
        try tool.write(ModelDocument(encoding: ["k": "old"] as [String: Any]), to: "a", as: .keyedArchive)
        var content = try Data(contentsOf: tool.file("a"))
        let range = try #require(content.range(of: Data("NSKeyedArchiver".utf8)))
        content.replaceSubrange(range, with: Data("XXKeyedArchiver".utf8))
        try content.write(to: tool.file("a"))
        #expect(try tool.run("show", "a", "--path", "[\"$top\"].root").text.hasPrefix("uid "))
        #expect(try tool.run("edit", "a", "[\"$version\"]", "100001").status == 0)
        try content.write(to: tool.file("old"))
        #expect(try tool.run("diff", "old", "a").lines == ["~ $version: 100000 → 100001"])
        #expect(try tool.run("show", "a", "--path", "[\"$top\"].root").text.hasPrefix("uid "))
    }

    @Test(
        "A key that would name a class, with a number behind it, at any depth",
        arguments: ["xmlPropertyList", "json", "binaryPropertyList"])
    func noClass(_ format: String) throws {
        let tool = try Tool()
        let text = "{\"a\": 1, \"m\": {\"$class\": 5, \"x\": [{\"$class\": [1]}, {\"$class\": true, \"$$class\": 2}]}}"
        try tool.write(text, to: "a.json")
        #expect(try tool.run("convert", "a.json", "b", "--to", format).status == 0)
        let edited = try tool.run("edit", "b", "a", "2")
        #expect(edited.status == 0 && edited.errors.isEmpty, "\(edited.errors)")
        let back = try tool.run("convert", "b", "-", "--to", "json", "--compact")
        #expect(
            String(decoding: back.output, as: UTF8.self)
                == #"{"a":2,"m":{"$class":5,"x":[{"$class":[1]},{"$class":true,"$$class":2}]}}"#)
    }

    @Test("Data that holds an archive stays as it is, in a binary property list, too")
    func archivedURL() throws {
        let tool = try Tool()
        let url = try #require(URL(string: "https://example.com/a"))
        let archive = try KeyedArchive().encode(ModelDocument(.url(url)))
        // As others write it: data, which isn't wrapped.
        let plain = try PropertyListSerialization.data(
            fromPropertyList: ["n": 1, "url": archive] as [String: Any], format: .binary, options: 0)
        try plain.write(to: tool.file("a"))
        #expect(try tool.run("edit", "a", "n", "2").status == 0)
        let list = try list(tool.file("a"))
        let read = try #require(list as? [String: Any])
        #expect(read["n"] as? Int == 2 && read["url"] as? Data == archive)
    }

    @Test("Mutable classes, numbers in their objects and the counts of a set stay as they are")
    func archive() throws {
        let tool = try Tool()
        let objects: [String: Any] = [
            "$archiver": "NSKeyedArchiver", "$version": 100_000, "$top": ["data": uid(1)],
            "$objects": [
                "$null",
                ["$class": uid(2), "n": 5, "t": uid(3), "s": uid(5), "a": uid(8), "nil": uid(0)] as [String: Any],
                ["$classname": "Thing", "$classes": ["Thing", "NSObject"], "$classhints": ["Old"]] as [String: Any],
                ["$class": uid(4), "NS.string": "old"] as [String: Any],
                ["$classname": "NSMutableString", "$classes": ["NSMutableString", "NSString", "NSObject"]]
                    as [String: Any],
                ["$class": uid(6), "NS.count": 1, "NS.object0": uid(7), "NS.count0": 3] as [String: Any],
                ["$classname": "NSCountedSet", "$classes": ["NSCountedSet", "NSMutableSet", "NSSet", "NSObject"]]
                    as [String: Any],
                "element",
                ["$class": uid(9), "NS.objects": [uid(7), uid(3)]] as [String: Any],
                ["$classname": "NSMutableArray", "$classes": ["NSMutableArray", "NSArray", "NSObject"]]
                    as [String: Any],
            ] as [Any],
        ]
        let xml = try PropertyListSerialization.data(fromPropertyList: objects, format: .xml, options: 0)
        try xml.write(to: tool.file("a"))
        #expect(try tool.run("show", "a", "--path", "s[\"NS.count0\"]").text == "3\n")
        #expect(try tool.run("edit", "a", "n", "6", "-q").status == 0)
        #expect(try tool.run("edit", "a", "t", "new", "-q").status == 0)
        #expect(try tool.run("edit", "a", "a[0]", "x", "-q").status == 0)
        let list = try list(tool.file("a"))
        let root = try #require(list as? [String: Any])
        let new = try #require(root["$objects"] as? [Any])
        func object(_ index: Int) throws -> [String: Any] { try #require(new[index] as? [String: Any]) }
        #expect((root["$top"] as? [String: Any])?.keys.first == "data")
        #expect(try object(1)["n"] as? Int == 6)
        #expect(try object(2)["$classhints"] as? [String] == ["Old"])
        #expect(try object(5)["NS.count0"] as? Int == 3)
        #expect(try object(9)["$classname"] as? String == "NSMutableArray")
        #expect(try tool.run("show", "a", "--path", "t").text == "\"new\"\n")
        let other = try tool.run("convert", "a", "b", "--to", "fastCoding")
        #expect(other.status == 0 && other.errors.contains("mutable values of Foundation's become immutable"))
        #expect(try tool.run("show", "a", "--path", "a").text == "array of 2\n  [0]: \"x\"\n  [1]: \"old\"\n")
    }

    private func uid(_ number: Int) -> [String: Any] { ["CF$UID": number] }

    @Test("What becomes an archive is told as a loss")
    func embedded() throws {
        let tool = try Tool()
        try tool.write(#"{"a": null, "b": 1}"#, to: "a.json")
        for format in ["xmlPropertyList", "binaryPropertyList"] {
            let refused = try tool.run("convert", "a.json", "b", "--to", format)
            #expect(refused.status == 1 && !FileManager.default.fileExists(atPath: tool.file("b").path))
            #expect(refused.errors.contains("Would be lost: null becomes a small archive: a."), "\(refused.errors)")
        }
        #expect(try tool.run("convert", "a.json", "b", "--to", "binaryPropertyList", "--lossy").status == 0)
        // There it is one already.
        let edited = try tool.run("edit", "b", "b", "2")
        #expect(edited.status == 0, "\(edited.errors)")
        #expect(try tool.run("convert", "b", "c", "--to", "xmlPropertyList").status == 0)
    }
}
