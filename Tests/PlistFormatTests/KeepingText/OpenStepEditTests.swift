import Foundation
import ModelCore
import PlistFormat
import TestSupport
import Testing

/// Edits of text in the OpenStep style that leave the rest of the text alone.
struct OpenStepEditTests {
    private let format = FileFormat.openStepPropertyList

    private func edited(_ old: Data, _ change: (inout ModelDocument) throws -> Void) throws -> Data {
        #expect(PlistFormat().detect(old)?.format.style == format.style)
        var document = try PlistFormat().document(from: old, as: format)
        try change(&document)
        let new = try #require(try PlistFormat().encode(document, as: format, intoTextOf: old))
        #expect(try PlistFormat().document(from: new, as: format) == document)
        return new
    }

    private func edited(_ text: String, _ change: (inout ModelDocument) throws -> Void) throws -> String {
        String(decoding: try edited(Data(text.utf8), change), as: UTF8.self)
    }

    private func expect(
        _ sample: OpenStepSample, becomes expected: OpenStepSample, _ change: (inout ModelDocument) throws -> Void,
        _ location: SourceLocation = #_sourceLocation
    ) throws {
        let new = try edited(sample.data, change)
        #expect(
            try new == expected.data, "\(sample.text)\n\(String(data: new, encoding: sample.encoding) ?? "?")",
            sourceLocation: location)
    }

    // MARK: Made files

    @Test(
        "Twenty files of strings: each value changed, each key removed, keys added", arguments: 0..<20 as Range<UInt64>)
    func strings(_ seed: UInt64) throws {
        let sample = OpenStepSample.strings(seed)
        try expect(sample, becomes: sample) { _ in }
        for (index, entry) in sample.entries.enumerated() {
            let path: ModelPath = [.key(entry.key)]
            let quote = entry.value.first.flatMap { "\"'".contains($0) ? String($0) : nil } ?? ""
            if sample.value(at: path)?.kind == .string {
                try expect(sample, becomes: sample.with(index) { $0?.value = "\(quote)changed\(quote)" }) {
                    try $0.set(.string("changed"), at: path)
                }
                try expect(sample, becomes: sample.with(index) { $0?.value = #""é \"\\\n""# }) {
                    try $0.set(.string("é \"\\\n"), at: path)
                }
            }
            try expect(sample, becomes: sample.with(index) { $0?.value = "<0102>" }) {
                try $0.set(.data(Data([1, 2])), at: path)
            }
            if entry.value.hasPrefix("{") {
                let value = entry.value.replacing("y)", with: "y, \"x y\")").replacing("{}; }", with: "{}; c = <00>; }")
                try expect(
                    sample, becomes: sample.with(index) { $0?.value = value.replacing(" c =", with: " \"c\" =") }
                ) {
                    try $0.insert(ModelDocument(.string("x y")), at: path + ["a", 2])
                    try $0.set(.data(Data([0])), at: path + ["c"])
                }
            }
            if entry.value.hasPrefix("(") {
                let lineBreak = sample.text.contains("\r\n") ? "\r\n" : "\n"
                let value = entry.value.replacing("\"two\" // 2", with: "\"two\", // 2\(lineBreak)  \"th ree\"")
                try expect(sample, becomes: sample.with(index) { $0?.value = value }) {
                    try $0.insert(ModelDocument(.string("th ree")), at: path + [2])
                }
            }
            // An empty line above an entry stays.
            let line = entry.above.prefix { $0.isNewline }
            var removed = sample.with(index) { $0 = nil }
            if index < removed.entries.count {
                removed.entries[index].above = line + removed.entries[index].above
            } else {
                removed.end = line + removed.end
            }
            try expect(sample, becomes: removed) { try $0.removeValue(at: path) }
        }
        try expect(sample, becomes: sample.adding("added", "new").adding("more", "last")) {
            try $0.set(.string("new"), at: ["added"])
            try $0.set(.string("last"), at: ["more"])
        }
    }

    @Test("Five projects", arguments: 0..<5 as Range<UInt64>) func projects(_ seed: UInt64) throws {
        let sample = OpenStepSample.project(seed)
        let (file, group, list) = (0, sample.entries.count - 2, sample.entries.count - 1)
        func path(_ index: Int, _ more: ModelPath.Component...) -> ModelPath {
            ModelPath([.key("objects"), .key(sample.entries[index].key)] + more)
        }
        func with(_ index: Int, _ old: String, _ new: String) -> OpenStepSample {
            sample.with(index) {
                #expect($0?.value.contains(old) == true)
                $0?.value.replace(old, with: new)
            }
        }
        try expect(sample, becomes: sample) { _ in }
        // Values: a word for a word, with quotes that are needed, and in quotes that were there.
        try expect(sample, becomes: with(file, "fileEncoding = 4;", "fileEncoding = 10;")) {
            try $0.set(.string("10"), at: path(file, "fileEncoding"))
        }
        try expect(sample, becomes: with(list, "name = Debug;", "name = \"Debug-2\";")) {
            try $0.set(.string("Debug-2"), at: path(list, "name"))
        }
        try expect(sample, becomes: with(group, "\"All of it\"", "\"All\"")) {
            try $0.set(.string("All"), at: path(group, "name"))
        }
        // Keys, in one line and in their own.
        try expect(sample, becomes: with(file, "\"<group>\"; }", "\"<group>\"; usesTabs = 1; note = \"a b\"; }")) {
            try $0.set(.string("1"), at: path(file, "usesTabs"))
            try $0.set(.string("a b"), at: path(file, "note"))
        }
        try expect(
            sample,
            becomes: with(
                list, "SDKROOT = iphoneos;\n", "SDKROOT = iphoneos;\n\t\t\t\tPATHS = \"a b\";\n\t\t\t\tARCH = arm64;\n")
        ) {
            try $0.set(.string("a b"), at: path(list, "buildSettings", "PATHS"))
            try $0.set(.string("arm64"), at: path(list, "buildSettings", "ARCH"))
        }
        try expect(sample, becomes: with(file, "fileEncoding = 4; ", "")) {
            try $0.removeValue(at: path(file, "fileEncoding"))
        }
        try expect(sample, becomes: with(list, "\t\t\t\tSDKROOT = iphoneos;\n", "")) {
            try $0.removeValue(at: path(list, "buildSettings", "SDKROOT"))
        }
        // Elements.
        try expect(sample, becomes: with(group, "\t\t\t);", "\t\t\t\tNEW1,\n\t\t\t\t\"N W\",\n\t\t\t);")) {
            try $0.insert(ModelDocument(.string("NEW1")), at: path(group, "children", 4))
            try $0.insert(ModelDocument(.string("N W")), at: path(group, "children", 5))
        }
        try expect(sample, becomes: with(list, "\"$(inherited)\",\n", "\"$(inherited)\",\n\t\t\t\t\tlibz,\n")) {
            try $0.insert(ModelDocument(.string("libz")), at: path(list, "buildSettings", "OTHER_LDFLAGS", 2))
        }
        try expect(sample, becomes: with(list, "\t\t\t\t\t\"-ObjC\",\n", "")) {
            try $0.removeValue(at: path(list, "buildSettings", "OTHER_LDFLAGS", 0))
        }
        // Objects, in one line as the ones beside them.
        let object = try PlistFormat().document(from: Data("{ isa = PBXFileReference; path = \"x y\"; }".utf8))
        let line = "\t\tAB12 = {isa = PBXFileReference; path = \"x y\"; };\n"
        var other = sample
        other.entries.insert(.init(key: "AB12", head: line, value: "", tail: ""), at: 1)
        try expect(sample, becomes: other) {
            var objects = DocumentBuilder()
            try objects.beginDictionary()
            for (key, value) in $0["objects"]?.properties ?? [] {
                try objects.key(key)
                try objects.append(ModelDocument(value))
                if key == sample.entries[0].key {
                    try objects.key("AB12")
                    try objects.append(object)
                }
            }
            try objects.end()
            try $0.set(objects.finish(), at: ["objects"])
        }
        // In one line, an array has no space in front of its end though a dictionary has.
        let short = try PlistFormat().document(from: Data("{ isa = P; list = (a, b); }".utf8))
        try expect(sample, becomes: with(file, "\"<group>\"; }", "\"<group>\"; new = {isa = P; list = (a, b); }; }")) {
            try $0.set(short, at: path(file, "new"))
        }
        let nested = try PlistFormat().document(from: Data("{ isa = B; list = (a, \"b c\"); empty = {}; }".utf8))
        try expect(
            sample,
            becomes: sample.adding(
                "AB34",
                "{\n\t\t\tisa = B;\n\t\t\tlist = (\n\t\t\t\ta,\n\t\t\t\t\"b c\",\n\t\t\t);\n\t\t\tempty = {};\n\t\t}")
        ) { try $0.set(nested, at: ["objects", "AB34"]) }
    }

    @Test(
        "Thousands of random edits", arguments: 0..<10 as Range<UInt64>,
        [CommentedText.Syntax.openStep, .strings])
    func random(_ part: UInt64, _ syntax: CommentedText.Syntax) throws {
        for seed in part * 200..<(part + 1) * 200 {
            if let failure = try CommentedText.failure(syntax, seed: seed, in: PlistFormat(), as: format) {
                Issue.record("\(failure)")
                return
            }
        }
    }

    @Test("Damaged texts that can still be read are edited, too", arguments: 0..<8 as Range<UInt64>)
    func damaged(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let sample = try seed % 2 == 0 ? OpenStepSample.strings(seed).data : OpenStepSample.project(seed).data
        let signs = Array("{}();,=\"'\\/* \n\r<>[]a0".utf8)
        var count = 0
        for _ in 0..<600 {
            var content = sample
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place = Int.random(in: content.indices, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: content[place] = signs.randomElement(using: &random) ?? 0
                case 1: content.insert(signs.randomElement(using: &random) ?? 0, at: place)
                default:
                    content.removeSubrange(place..<min(place + Int.random(in: 1...9, using: &random), content.endIndex))
                }
            }
            guard var document = try? PlistFormat(duplicateKeys: .last).document(from: content, as: format) else {
                continue
            }
            count += 1
            if let key = document.root.keys.randomElement(using: &random) {
                try document.set(.string("new text"), at: [.key(key)])
                if Bool.random(using: &random) { try document.removeValue(at: [.key(document.root.keys[0])]) }
            } else {
                try document.set(.string("new text"), at: [])
            }
            let new = try PlistFormat(duplicateKeys: .last).encode(document, as: format, keepingTextOf: content)
            #expect(try PlistFormat(duplicateKeys: .last).document(from: new, as: format) == document)
        }
        #expect(count > 100)
    }

    // MARK: Single cases

    @Test("A file of strings that has only comments gets its first entries behind them", arguments: ["\n", "\r\n", ""])
    func comments(_ end: String) throws {
        for comment in ["// none", "/* none */", "/* a\n   b */"] {
            let lineBreak = end.isEmpty ? "\n" : end
            let text = "// head\(lineBreak)\(lineBreak)" + comment + end
            let added = "a = \"b c\";\nd = (\n\te\n);".replacing("\n", with: lineBreak)
            let expected = "// head\(lineBreak)\(lineBreak)\(comment)\(lineBreak)\(added)\(end)"
            #expect(
                try edited(text) {
                    try $0.set(.string("b c"), at: ["a"])
                    try $0.set(ModelDocument(encoding: ["e"]), at: ["d"])
                } == expected)
            // The comment is the first entry's now.
            #expect(
                try edited(expected) {
                    try $0.removeValue(at: ["a"])
                    try $0.removeValue(at: ["d"])
                } == "// head\(lineBreak)\(lineBreak)", "\(expected.debugDescription)")
        }
    }

    @Test("A key without a value gets one, and another key")
    func keysAlone() throws {
        let text = "Milk; // one\n\"Two eggs\" /* 2 */;\n"
        #expect(
            try edited(text) { try $0.set(.string("x y"), at: ["Milk"]) }
                == text.replacing("Milk", with: "Milk = \"x y\""))
        #expect(
            try edited(text) { try $0.set(.string("x"), at: ["Two eggs"]) }
                == text.replacing("eggs\"", with: "eggs\" = x"))
        #expect(
            try edited(text) { try $0.renameKey(at: ["Milk"], to: "Tea") } == text.replacing("Milk", with: "Tea = Milk")
        )
        #expect(try edited(text) { try $0.removeValue(at: ["Milk"]) } == "\"Two eggs\" /* 2 */;\n")
        #expect(try edited(text) { try $0.set(.string("1"), at: ["Tea"]) } == text + "Tea = 1;\n")
    }

    @Test("A comment in front of the separator stays with its entry")
    func commentsInLines() throws {
        func appended(_ text: String) throws -> String {
            try edited(text) { try $0.insert(ModelDocument(.string("new")), at: ["a", .index($0["a"]?.count ?? 0)]) }
        }
        #expect(try appended("{ a = (\"/usr\" /* all */); }") == "{ a = (\"/usr\" /* all */, \"new\"); }")
        #expect(try appended("a = (b /* 1 */, c /* 2 */ );") == "a = (b /* 1 */, c /* 2 */, new );")
        #expect(try appended("a = (\n  b // 1\n);") == "a = (\n  b, // 1\n  new\n);")
        #expect(try appended("a = (\n  b /* 1 */,\n  c /* 2 */\n);") == "a = (\n  b /* 1 */,\n  c /* 2 */,\n  new\n);")
        #expect(try appended("a = (); // x\n") == "a = (\n\tnew\n); // x\n")
        #expect(try appended("a = ( /* none */ );") == "a = ( /* none */ new );")
        #expect(try edited("{ a = b /* c */ }") { try $0.set(.string("e"), at: ["d"]) } == "{ a = b /* c */; d = e }")
        #expect(
            try edited("// !$*UTF8*$!\n{\n}\n") { try $0.set(.string("e"), at: ["d"]) }
                == "// !$*UTF8*$!\n{\n\td = e;\n}\n")
    }

    @Test("GNUstep's typed values stay, and new ones are text")
    func typedValues() throws {
        let text = "{ a = <*I5>; b = <*BY>; c = <*D2001-01-01 00:00:01 +0000>; d = <[AQID]>; e = 'x'; }"
        #expect(try edited(text) { try $0.set(.string("y"), at: ["e"]) } == text.replacing("'x'", with: "'y'"))
        let old = Data(text.utf8)
        var document = try PlistFormat().document(from: old, as: format)
        try document.set(.int64(6), at: ["a"])
        let new = try PlistFormat().encode(document, as: format, keepingTextOf: old)
        #expect(String(decoding: new, as: UTF8.self) == text.replacing("<*I5>", with: "'6'"))
    }

    @Test("A repeated key stays, and the one that counts is changed")
    func repeatedKeys() throws {
        for (rule, expected) in [(DuplicateKeys.first, "a = x; a = 2; b;"), (.last, "a = 1; a = x; b;")] {
            let old = Data("a = 1; a = 2; b;".utf8)
            let lists = PlistFormat(duplicateKeys: rule)
            var document = try lists.document(from: old, as: format)
            try document.set(.string("x"), at: ["a"])
            let new = try lists.encode(document, as: format, keepingTextOf: old)
            #expect(String(decoding: new, as: UTF8.self) == expected)
        }
    }

    @Test("What can't be kept is written anew, in the format that was named")
    func anew() throws {
        let text = Data("// c\n{ a = b; }\n".utf8)
        var document = try PlistFormat().document(from: text, as: format)
        try document.set(.string("c"), at: ["a"])
        #expect(try PlistFormat().encode(document, as: .xmlPropertyList, intoTextOf: text) == nil)
        let xml = try PlistFormat().encode(document, as: .xmlPropertyList, keepingTextOf: text)
        #expect(try xml == PlistFormat().encode(document, as: .xmlPropertyList))
        #expect(try PlistFormat().encode(document, as: format, intoTextOf: xml) == xml)
        try document.set(.string("d"), at: ["a"])
        #expect(try PlistFormat().encode(document, as: format, intoTextOf: xml) == nil)
        let new = try PlistFormat().encode(document, as: format, keepingTextOf: xml)
        #expect(String(decoding: new, as: UTF8.self) == "{\n\ta = d;\n}\n")
        let latin = Data("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><plist><string>a</string></plist>".utf8)
        #expect(try PlistFormat().encode(ModelDocument(.string("é")), as: .xmlPropertyList, intoTextOf: latin) != nil)
        #expect(try PlistFormat().encode(ModelDocument(.string("€")), as: .xmlPropertyList, intoTextOf: latin) == nil)
    }
}

extension OpenStepSample {
    /// The value at a path, as the library reads it.
    func value(at path: ModelPath) -> ModelDocument.Value? {
        try? PlistFormat().document(from: data, as: .openStepPropertyList)[path]
    }
}

private func + (path: ModelPath, components: [ModelPath.Component]) -> ModelPath {
    ModelPath(path.components + components)
}
