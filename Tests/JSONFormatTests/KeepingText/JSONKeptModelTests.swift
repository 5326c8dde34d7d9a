#if Macros
    import Foundation
    import JSONFormat
    import ModelCore
    import TestSupport
    import Testing

    /// Models that are written into files which people have edited.
    @Suite(.serialized) struct JSONKeptModelTests {
        @Model class Window: BaseModel {
            var title = "Untitled"
            var width = 100.0
            var opened: Date?
            var isOpen = true
            var notes: [Note] = []

            override class var saveFormat: FileFormat { .json([.prettyPrinted]).keepingText }
            override class var saveFile: String {
                "/tmp/BaseModelTests-\(ProcessInfo.processInfo.processIdentifier)-window.json"
            }
        }

        @Model class Note: BaseModel {
            @Key(aliases: ["body"]) var text = ""
            var size = 12.0
        }

        @Model struct Point {
            var x = 0.0
            var y = 0.0
        }

        private static let text = """
            // My window.
            {
              title: 'Main', // as in the menu
              width: 300,
              opened: "2024-05-01T10:00:00Z", // a day in May
              notes: [
                // the first
                { text: "one" },
                { "body": "two", size: 14 },
              ],
            }

            """

        private func withFile(_ text: String, _ body: (_ path: String) throws -> Void) throws {
            let path = NSTemporaryDirectory() + UUID().uuidString + ".json"
            try Data(text.utf8).write(to: URL(filePath: path))
            defer { try? FileManager.default.removeItem(atPath: path) }
            try FormatRegistry.withFormats(FormatRegistry([JSONFormat(reading: .json5)])) { try body(path) }
        }

        private func content(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

        @Test("What the model doesn't change stays as people wrote it")
        func unchanged() throws {
            try withFile(Self.text) { path in
                let window = try Window.load(fromFile: path)
                #expect(window.width == 300 && window.notes.count == 2 && window.notes[1].text == "two")
                try window.write(toFile: path, format: .json.keepingText)
                #expect(try content(path) == Self.text)
                window.width = 320
                window.notes[0].size = 13
                window.notes.append(Note())
                try window.write(toFile: path, format: .json.keepingText)
                let found = try content(path)
                #expect(
                    found
                        == Self.text.replacing("width: 300", with: "width: 320.0")
                        .replacing("{ text: \"one\" }", with: "{ text: \"one\", size: 13.0 }")
                        .replacing("size: 14 },\n", with: "size: 14 },\n    { \"text\": \"\", \"size\": 12.0 },\n"))
                let again = try Window.load(fromFile: path)
                #expect(again.width == 320 && again.notes.map(\.size) == [13, 14, 12])
            }
        }

        /// One instance for each number.
        @Model class Known: BaseModel {
            var number = 0
            var name = ""
            var friend: Known?

            /// One test's alone.
            @safe nonisolated(unsafe) static var all: [Int: Known] = [:]

            override func awakeAfterDecoding() throws -> BaseModel {
                let known = Self.all[number] ?? self
                Self.all[number] = known
                return known
            }
        }

        @Test("A file isn't compared with the instances that its class hands out for it")
        func known() throws {
            try withFile("{ number: 77, /* n */ name: '', friend: {number: 78 , name:'q'} }") { path in
                let known = try Known.load(fromFile: path)
                known.name = "new"
                known.friend?.name = "old"
                try known.write(toFile: path, format: .json.keepingText)
                let text = "{ number: 77, /* n */ name: 'new', friend: {number: 78 , name:'old'} }"
                #expect(try content(path) == text)
                #expect(Known.all.count == 2)
            }
        }

        @Model class Net: BaseModel {
            @Key(path: "net.port") var port = 80
            @Key(path: "net.addr.v6") var address: String?
            @Key("tags", aliases: ["labels"]) var tags: Set<String> = []
            var other = 1
        }

        @Test(
            "What has its default isn't put into what is empty",
            arguments: [
                (#"{"net":{}}"#, #"{"net":{"addr":{"v6":"q"}}}"#), ("{}", #"{"net":{"addr":{"v6":"q"}}}"#),
                ("{\n}\n", "{\n  \"net\":{\n    \"addr\":{\n      \"v6\":\"q\"\n    }\n  }\n}\n"),
                ("{\n  \"other\": 5,\n  \"net\": {\n  }\n}", "{\n  \"other\": 5,\n  \"net\": {\n    \"addr\": {\n      \"v6\": \"q\"\n    }\n  }\n}"),
            ])
        func empty(_ old: String, _ new: String) throws {
            try withFile(old) { path in
                let net = try Net.load(fromFile: path)
                net.address = "q"
                try net.write(toFile: path, format: .json.keepingText)
                #expect(try content(path) == new)
            }
        }

        @Test(
            "A set under an older key is changed there, in whatever order it stands",
            arguments: [
                (#"{"labels": ["b","a"], "other": 2}"#, #"{"labels": ["b","a","c"], "other": 2}"#),
                (#"{"tags": ["b","a"], "labels": ["old"], "net": {}}"#, #"{"tags": ["b","a","c"], "labels": ["old"], "net": {}}"#),
            ])
        func older(_ old: String, _ new: String) throws {
            try withFile(old) { path in
                let net = try Net.load(fromFile: path)
                net.tags.insert("c")
                try net.write(toFile: path, format: .json.keepingText)
                #expect(try content(path) == new)
            }
        }

        @Model struct Mark {
            var name = ""
            var x = 0.0
        }

        @Model class Board: BaseModel {
            var marks: [Mark] = []
            var notes: [String: Note] = [:]
        }

        @Test("What is sorted, and what has another key, keeps its comments, and what the type doesn't know")
        func sorted() throws {
            let (a, b) = ("    { name: 'a', future: 2 }, // a\n", "    // the second\n    { name: 'b', x: 0x1 },\n")
            let c = "    { name: 'c', future: 1 }, // c\n"
            let notes = "  notes: {\n    // one\n    one: { text: 'n1' }, // o1\n    two: { size: 0x10 },\n  },\n}\n"
            try withFile("{\n  marks: [\n\(c)\(a)\(b)  ],\n\(notes)") { path in
                let board = try Board.load(fromFile: path)
                board.marks.sort { $0.name < $1.name }
                board.notes["zero"] = board.notes.removeValue(forKey: "one")
                try board.write(toFile: path, format: .json.keepingText)
                let renamed = notes.replacing("    one:", with: "    zero:")
                #expect(try content(path) == "{\n  marks: [\n\(a)\(b)\(c)  ],\n\(renamed)")
            }
        }

        @Test("What a struct doesn't know stays with its element, and goes with it")
        func unknownOfStructs() throws {
            let text = "{\n  marks: [\n    { name: 'a', x: 5, future: 'A' }, // a\n    { name: 'b', x: 7, future: 'B' }, // b\n  ],\n}\n"
            try withFile(text) { path in
                let board = try Board.load(fromFile: path)
                board.marks.remove(at: 0)
                board.marks[0].x = 5
                try board.write(toFile: path, format: .json.keepingText)
                let left = "{\n  marks: [\n    { name: 'b', x: 5.0, future: 'B' }, // b\n  ],\n}\n"
                #expect(try content(path) == left)
                board.marks[0] = Mark(name: "c", x: 9)
                try board.write(toFile: path, format: .json.keepingText)
                #expect(try !content(path).contains("future"))
                #expect(try Board.load(fromFile: path).marks.map(\.name) == ["c"])
            }
        }

        @Test("What a type doesn't know stays where its value gets another key, and so does an older key")
        func newKeys() throws {
            let text = """
                {
                  marks: [
                    { future: 'A', name: 'a' }, // a
                    { name: 'b', "later": { "deep": [1] }, x: 0x7 }, // b
                  ],
                  notes: {
                    // under its older key
                    one: { "body": 'n1' }, // o1
                    two: { "body": 'n2', size: 0x10 }, // o2
                    three: { body: 'n3' },
                  },
                }

                """
            try withFile(text) { path in
                let board = try Board.load(fromFile: path)
                board.marks[0].x = 3
                board.notes["one"]?.size = 14
                board.notes["two"]?.text = "N2"
                board.notes["three"]?.text = "N3"
                board.notes["three"]?.size = 1
                try board.write(toFile: path, format: .json.keepingText)
                #expect(
                    try content(path)
                        == text.replacing("name: 'a' }", with: "name: 'a', x: 3.0 }")
                        .replacing("'n1' }", with: "'n1', \"size\": 14.0 }").replacing("'n2'", with: "'N2'")
                        .replacing("'n3' }", with: "'N3', size: 1.0 }"))
                let again = try Board.load(fromFile: path)
                #expect(again.marks[0].x == 3 && again.notes["one"]?.size == 14 && again.notes["two"]?.text == "N2")
                board.marks[1].x = 8
                board.notes["four"] = Note()
                try board.write(toFile: path, format: .json.keepingText)
                #expect(try content(path).contains("{ name: 'b', \"later\": { \"deep\": [1] }, x: 8.0 }, // b"))
                #expect(try content(path).contains("// under its older key"))
            }
        }

        @Test("Bytes keep as much of the text as a file does")
        func bytes() throws {
            let text = "{ marks: [{name: 'x', future: 'mine'}], notes: {one: { \"body\": 'n1' }} } // c\n"
            let format = JSONFormat(reading: .json5)
            let board = try format.decode(Board.self, from: Data(text.utf8))
            board.notes["one"]?.text = "N1"
            let kept = try format.encode(board, keepingTextOf: Data(text.utf8))
            #expect(String(decoding: kept, as: UTF8.self) == text.replacing("'n1'", with: "'N1'"))
        }

        @Model struct Box {
            var a = 1
            var b = "x"
        }

        @Model class Shelf: BaseModel {
            var tags: [String] = []
            var title: String?
            var box = Box()
            var other: Box?
            var boxes: [Box] = []
        }

        @Test(
            "New texts have their neighbours' quotes, and a new struct its defaults unless it had them before",
            arguments: [
                (
                    "{ tags: ['a'] }",
                    "{ tags: ['a', 'c', \"it's\"], title: 't', box: { a: 5 }, other: { a: 5, b: 'x' }, boxes: [ { a: 1, b: 'y' } ] }"
                ),
                (
                    #"{ "title": 's', "tags": ["a"] }"#,
                    #"{ "title": 't', "box": { "a": 5 }, "other": { "a": 5, "b": 'x' }, "#
                        + #""boxes": [ { "a": 1, "b": 'y' } ], "tags": ["a", "c", "it's"] }"#
                ),
            ])
        func quotes(_ old: String, _ new: String) throws {
            let format = JSONFormat(reading: .json5)
            let shelf = try format.decode(Shelf.self, from: Data(old.utf8))
            shelf.tags += ["c", "it's"]
            shelf.title = "t"
            shelf.box.a = 5
            shelf.other = Box(a: 5)
            shelf.boxes = [Box(b: "y")]
            let kept = try format.encode(shelf, as: .json5, keepingTextOf: Data(old.utf8))
            #expect(String(decoding: kept, as: UTF8.self) == new)
        }

        @Test("Keys that are written in another way keep theirs, and their places")
        func respelledKeys() throws {
            let text = "{\((1...2_000).map { "\"0\($0)\":\($0)" }.joined(separator: ", "))}"
            let format = JSONFormat()
            var numbers = try format.decode([Int: Int].self, from: Data(text.utf8))
            (numbers[1], numbers[1_000]) = (-5, nil)
            let kept = try format.encode(numbers, keepingTextOf: Data(text.utf8))
            let expected = text.replacing(#""01":1,"#, with: #""01":-5,"#).replacing(#" "01000":1000,"#, with: "")
            #expect(String(decoding: kept, as: UTF8.self) == expected)
        }

        @Test("Without the option, or where there is no such file, it is written anew")
        func anew() throws {
            try withFile(Self.text) { path in
                let window = try Window.load(fromFile: path)
                let other = path + ".new"
                defer { try? FileManager.default.removeItem(atPath: other) }
                try window.write(toFile: other, format: .json.keepingText)
                try window.write(toFile: path, format: .json)
                #expect(try content(path) == content(other))
                #expect(try !content(path).contains("//"))
                try Data("{ title: 'cut".utf8).write(to: URL(filePath: path))
                try window.write(toFile: path, format: .json.keepingText)
                #expect(try content(path) == content(other))
            }
        }

        @Test("A shared instance is saved into its file, and never over one that can't be read")
        func saving() throws {
            try FormatRegistry.withFormats(FormatRegistry([JSONFormat(reading: .json5)])) {
                let path = Window.saveFile
                defer {
                    try? FileManager.default.removeItem(atPath: path)
                    Window.setSharedInstance(nil)
                }
                try Data(Self.text.utf8).write(to: URL(filePath: path))
                let window = try Window.shared
                try window.save()
                #expect(try content(path) == Self.text)
                window.title = "Other"
                window.isOpen = false
                try window.save()
                #expect(
                    try content(path)
                        == Self.text.replacing("'Main'", with: "'Other'")
                        .replacing("a day in May\n", with: "a day in May\n  isOpen: false,\n"))
                try Data("{ title: 'cut".utf8).write(to: URL(filePath: path))
                #expect(throws: ModelError.self) { try window.save(overwritingChanges: true) }
                #expect(try content(path) == "{ title: 'cut")
            }
        }

        @Test("A thousand random changes of a model, one after the other, in the same file")
        func random() throws {
            try withFile(Self.text) { path in
                var random = SeededGenerator(seed: 5)
                let window = try Window.load(fromFile: path)
                for number in 0..<1_000 {
                    switch Int.random(in: 0..<8, using: &random) {
                    case 0: window.title = "Title \(number)"
                    case 1: window.width = Double(number) / 4
                    case 2:
                        window.opened = Bool.random(using: &random) ? nil : Date(timeIntervalSince1970: Double(number))
                    case 3: window.isOpen.toggle()
                    case 4...5 where window.notes.count < 12:
                        let note = Note()
                        note.text = "Note \(number)"
                        window.notes.insert(note, at: Int.random(in: 0...window.notes.count, using: &random))
                    case 6 where !window.notes.isEmpty:
                        window.notes.remove(at: Int.random(in: 0..<window.notes.count, using: &random))
                    default: window.notes.randomElement(using: &random)?.size = Double(number)
                    }
                    try window.write(toFile: path, format: .json.keepingText)
                    let found = try Window.load(fromFile: path)
                    let wanted = try JSONFormat().encode(window)
                    #expect(try JSONFormat().encode(found) == wanted, "\(number)")
                    let text = try content(path)
                    #expect(
                        text.hasPrefix("// My window.\n{\n  title: '") && text.contains(", // as in the menu\n"),
                        "\(number)")
                }
            }
        }

        @Test("Values and documents keep the text, too")
        func values() throws {
            try withFile("{x: 1, /* up */ y: 0x2}") { path in
                try Point(x: 1, y: 3).write(toFile: path, format: .json.keepingText)
                #expect(try content(path) == "{x: 1, /* up */ y: 3.0}")
                let old = Data("{a: 1, // one\n}".utf8)
                var document = try FormatRegistry.current.document(from: old)
                try document.set(.bool(true), at: ["b"])
                #expect(try document.data(as: .json, keepingTextOf: old) == Data("{a: 1, // one\n  b: true,\n}".utf8))
                #expect(try document.data(as: .json) == Data("{\"a\":1,\"b\":true}".utf8))
            }
        }
    }
#endif
