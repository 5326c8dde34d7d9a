import Foundation
import TestSupport

/// A made file in the OpenStep style, in parts: what an edit of it must give is known without the library.
struct OpenStepSample {
    /// An entry of the file's outermost dictionary, with its lines.
    struct Entry {
        let key: String
        /// The comment lines above it.
        var above = ""
        /// The key, and all up to its value.
        let head: String
        var value: String
        /// What comes behind the value, with the line break.
        let tail: String

        var text: String { above + head + value + tail }
    }

    var head: String
    var entries: [Entry]
    var end: String
    /// The text of a new entry's lines.
    let added: (_ key: String, _ value: String) -> String
    let encoding: String.Encoding
    let hasMark: Bool

    var text: String { head + entries.map(\.text).joined() + end }

    var data: Data {
        get throws {
            let text = (hasMark ? "\u{FEFF}" : "") + text
            guard let data = text.data(using: encoding) else { throw CocoaError(.fileWriteInapplicableStringEncoding) }
            return data
        }
    }

    /// The file with one entry changed; nil removes it.
    func with(_ index: Int, _ change: (inout Entry?) -> Void) -> OpenStepSample {
        var copy = self
        var entry: Entry? = entries[index]
        change(&entry)
        copy.entries.replaceSubrange(index...index, with: entry.map { [$0] } ?? [])
        return copy
    }

    /// The file with a new last entry.
    func adding(_ key: String, _ value: String) -> OpenStepSample {
        var copy = self
        copy.entries.append(Entry(key: key, head: "", value: added(key, value), tail: ""))
        return copy
    }

    // MARK: Files of strings

    /// A file of strings. The seeds differ in line ends, encodings, quotes, comments and escapes.
    static func strings(_ seed: UInt64) -> OpenStepSample {
        var random = SeededGenerator(seed: seed)
        let lineBreak = seed % 3 == 1 ? "\r\n" : "\n"
        let isQuoted = seed % 4 != 3
        let colon = [" = ", "=", "\t= "][Int(seed % 3)]
        func quoted(_ text: String) -> String { isQuoted ? "\"\(text)\"" : text }
        let values = [
            #""""#, #""He said \"no\".""#, #""\U00e9t\U00e9 \341 \101""#, #""tab\tline\n\\""#, #"'it is'"#,
            "\"two\(lineBreak)lines; /* no comment */ // none\"", "\"日本 😀 é\"", "<0fbd77 1c>", quoted("word"),
            "{ a = (\"x;\", y); \"b\" = {}; }", "(\(lineBreak)  one, /* 1 */\(lineBreak)  \"two\" // 2\(lineBreak))",
        ]
        var entries: [Entry] = []
        for number in 0..<Int.random(in: 4...9, using: &random) {
            var above = ""
            if number > 0, Bool.random(using: &random) { above += lineBreak }
            let comments = ["", "/* \"key\" = \"no\"; */", "// one; 'two", "/* two\(lineBreak)   lines */", "/**/"]
            if let comment = comments.randomElement(using: &random), !comment.isEmpty { above += comment + lineBreak }
            let key = ["key\(number)", "key \(number)", "é\(number)"].randomElement(using: &random) ?? ""
            let isWord = key == "key\(number)"
            let literal = isWord ? quoted(key) : key.hasPrefix("é") ? "\"\\U00E9\(number)\"" : "\"\(key)\""
            // The first key and the first value show the style.
            let first = quoted("key\(number)")
            entries.append(
                Entry(
                    key: number == 0 ? "key0" : key, above: above,
                    head: (number == 0 ? first : literal) + colon,
                    value: number == 0 ? quoted("first") : values.randomElement(using: &random) ?? "",
                    tail: ";" + (["", " // behind", " /* behind */"].randomElement(using: &random) ?? "") + lineBreak))
        }
        let isWide = seed % 5 > 2
        return OpenStepSample(
            head: "/* Made by hand. */\(lineBreak)\(lineBreak)", entries: entries,
            end: seed % 2 == 0 ? "" : "\(lineBreak)// The end.\(lineBreak)",
            added: { key, value in quoted(key) + colon + quoted(value) + ";" + lineBreak },
            encoding: isWide ? (seed % 2 == 0 ? .utf16LittleEndian : .utf16BigEndian) : .utf8,
            hasMark: isWide || seed % 5 == 1)
    }

    // MARK: Projects

    /// A project as Xcode writes it. Each entry is an object.
    static func project(_ seed: UInt64) -> OpenStepSample {
        var random = SeededGenerator(seed: seed &+ 77)
        func number() -> String {
            (0..<4).map { _ in String(UInt32.random(in: 0x100000...0xFFFFFF, using: &random), radix: 16).uppercased() }
                .joined()
        }
        var entries: [Entry] = []
        var names: [(String, String)] = []
        for name in ["main.swift", "App Delegate.m", "Base-1.xib", "a_b.h"].shuffled(using: &random) {
            let id = number()
            names.append((id, name))
            let path = name.contains(" ") || name.contains("-") ? "\"\(name)\"" : name
            entries.append(
                Entry(
                    key: id, above: entries.isEmpty ? "\n/* Begin PBXFileReference section */\n" : "",
                    head: "\t\t\(id) /* \(name) */ = ",
                    value: "{isa = PBXFileReference; fileEncoding = 4; path = \(path); sourceTree = \"<group>\"; }",
                    tail: ";\n"))
        }
        let group = number()
        entries.append(
            Entry(
                key: group,
                above: "/* End PBXFileReference section */\n\n/* Begin PBXGroup section */\n",
                head: "\t\t\(group) = ",
                value: "{\n\t\t\tisa = PBXGroup;\n\t\t\tchildren = (\n"
                    + names.map { "\t\t\t\t\($0.0) /* \($0.1) */,\n" }.joined()
                    + "\t\t\t);\n\t\t\tname = \"All of it\";\n\t\t\tsourceTree = \"<group>\";\n\t\t}", tail: ";\n"))
        let list = number()
        entries.append(
            Entry(
                key: list, above: "/* End PBXGroup section */\n\n/* Begin XCBuildConfiguration section */\n",
                head: "\t\t\(list) /* Debug */ = ",
                value: "{\n\t\t\tisa = XCBuildConfiguration;\n\t\t\tbuildSettings = {\n"
                    + "\t\t\t\t\"CODE_SIGN_IDENTITY[sdk=iphoneos*]\" = \"iPhone Developer\";\n"
                    + "\t\t\t\tOTHER_LDFLAGS = (\n\t\t\t\t\t\"-ObjC\",\n\t\t\t\t\t\"$(inherited)\",\n\t\t\t\t);\n"
                    + "\t\t\t\tSDKROOT = iphoneos;\n\t\t\t};\n\t\t\tname = Debug;\n\t\t}", tail: ";\n"))
        return OpenStepSample(
            head:
                "// !$*UTF8*$!\n{\n\tarchiveVersion = 1;\n\tclasses = {\n\t};\n\tobjectVersion = 46;\n\tobjects = {\n",
            entries: entries,
            end: "/* End XCBuildConfiguration section */\n\t};\n\trootObject = \(group) /* Project object */;\n}\n",
            added: { key, value in "\t\t\(key) = \(value);\n" }, encoding: .utf8, hasMark: false)
    }
}
