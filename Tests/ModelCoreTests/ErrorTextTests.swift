#if Macros
import Foundation
import ModelCore
import TestSupport
import Testing

@Suite("Errors that say what to do")
struct ErrorTextTests {
    enum Grade: String, CaseIterable { case low, high }
    @Model final class Told: BaseModel {
        var grade = Grade.low
        var date = Date(timeIntervalSince1970: 0)
        var next: Told?
    }

    private func error(_ body: () throws -> Void) throws -> ModelError {
        try #require(#expect(throws: ModelError.self) { try body() })
    }

    @Test("An enum lists its cases")
    func cases() throws {
        let document = try ModelDocument(encoding: ["grade": "mid"])
        let found = try error { _ = try document.decode(Told.self) }
        #expect("\(found)".hasSuffix("grade: Expected Grade, one of low, high, found \"mid\"."))
    }

    @Test("Texts that aren't understood are quoted, keys that are there twice as well")
    func quotes() throws {
        let document = try ModelDocument(encoding: ["date": "tomorrow"])
        let found = try error { _ = try document.decode(Told.self) }
        #expect("\(found)".hasSuffix("date: Expected a date such as 2018-03-16T16:49:14.000Z, found string \"tomorrow\"."))
        let long = String(repeating: "k", count: 10_000)
        var builder = DocumentBuilder()
        try builder.beginDictionary()
        try builder.key(long)
        try builder.append("x")
        let key = try error { try builder.key(long) }
        #expect(key.reason == "The key \"\(String(repeating: "k", count: 60))\"… (10000 bytes) is there twice.")
    }

    @Test("A long path is abridged in the text, and whole in the error")
    func depth() throws {
        let first = Told()
        var last = first
        for _ in 0..<600 {
            let next = Told()
            last.next = next
            last = next
        }
        let found = try error { _ = try KeyedArchive().encode(first) }
        #expect(found.code == .depthExceeded && found.path.components.count > 400)
        #expect("\(found)".utf8.count < 300 && "\(found)".contains("next.next … ("))
        let steps = (0..<21).map { "[\($0)]" }
        for count in [20, 21, 22, 512, 10_000] {
            var error = ModelError(.corruptData, "Bad.")
            error.path = ModelPath((0..<count).map { .index($0) })
            let last = (count - 10..<count).map { "[\($0)]" }.joined()
            let text =
                count < 22 ? steps.prefix(count).joined() : steps.prefix(10).joined() + " … (\(count - 20) more) … " + last
            #expect("\(error)" == "At \(text): Bad." || "\(error)" == "\(text): Bad.")
        }
    }

    @Test("What a file holds can't begin another line, move a terminal's cursor, or make the text long")
    func fileText() throws {
        let hostile = "a\nroot logged in \u{1B}[31m\u{202E}\u{2028}\u{9B}"
        let texts = [
            try error { _ = try ModelDocument(encoding: [hostile: "x"]).decode([String: Int].self) },
            try error { _ = try ModelDocument(encoding: ["grade": hostile]).decode(Told.self) },
            ModelError(.corruptData, "It holds \(hostile)."),
        ].map { "\($0)" }
        let file = try error { _ = try Told.load(fromFile: "/nowhere/a\nb.plist") }
        #expect("\(file)".contains("a\\nb.plist") && file.file?.contains("a\nb") == true)
        for text in texts {
            #expect(text.contains("a\\n") && text.contains("\\u{1B}[31m\\u{202E}\\u{2028}\\u{9B}"), "\(text)")
            #expect(!text.contains { $0.isNewline || $0 == "\u{1B}" })
        }
        let long = String(repeating: "k", count: 1_000_000)
        let key = try error { _ = try ModelDocument(encoding: [long: "x"]).decode([String: Int].self) }
        #expect("\(key)".count < 300 && "\(key)".contains("kkk … (1000000 bytes) … kkk"))
        #expect(key.path == [.key(long)])
        let grade = try error { _ = try ModelDocument(encoding: ["grade": long]).decode(Told.self) }
        #expect("\(grade)".count < 1200 && "\(grade)".hasSuffix("kkk\"… (1000000 bytes)."))
        for key in ["a\nb", "a\r\nb", "a\rb", "a\u{2028}b", "\"\u{301}", "\u{301}x", ".\u{301}", "\\\u{301}", "]\u{308}"] {
            let path: ModelPath = ["first", .key(key), 1]
            #expect(ModelPath(path.description) == path)
        }
        // Not all that is rare.
        #expect("\(ModelError(.corruptData, "é👩‍👩‍👧 \\ \"x\""))" == "é👩‍👩‍👧 \\ \"x\"")
    }

    @Test("Files that are empty, cut or foreign")
    func files() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("told.plist")
        try Told().write(toFile: path)
        let whole = try Data(contentsOf: URL(fileURLWithPath: path))
        func text(_ content: Data) throws -> String {
            try content.write(to: URL(fileURLWithPath: path))
            return try FormatRegistry.withFormats(FormatRegistry([])) {
                try error { _ = try Told.load(fromFile: path) }.reason
            }
        }
        #expect(try text(Data()) == "It is empty.")
        #expect(try text(Data("hello".utf8)) == "No linked format recognises it (linked: Keyed archive).")
        #expect(try text(whole.prefix(30)) == "It is incomplete: the trailer is missing.")
        let cut = try text(whole.prefix(whole.count / 2))
        #expect(cut.hasPrefix("It is damaged or incomplete: "), "\(cut)")
    }

    @Test("A value under a key that is only known while the program runs")
    func textKeys() throws {
        let key = "na" + "me"
        let encoded = try KeyedArchive().encode { encoder in
            try encoder.beginDictionary()
            try encoder.encode(3, forKey: key)
            try encoder.encodeAny(["x", 1] as [Any], forKey: key + "s")
            try encoder.end()
        }
        try KeyedArchive().decode(from: encoded) { decoder in
            try decoder.beginObject()
            #expect(try decoder.decode(Int.self, forKey: key) == 3)
            #expect((try decoder.decodeAny(forKey: key + "s") as? [Any])?.count == 2)
            try decoder.endObject()
        }
    }
}
#endif
