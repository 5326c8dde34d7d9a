import Foundation
import ModelCore
import Modelmatic
import Testing

/// What a model may not say, and what is told of it.
@Suite("Mistakes in models")
struct MistakeTests {
    private static let mistakes: [(body: String, code: ModelError.Code, path: ModelPath, line: Int)] = [
        ("<entity name='A'/>\n<entity name='A'/>", .duplicateKey, ["A"], 4),
        ("<entity name='A'>\n<attribute name='x'/>\n<attribute name='x'/></entity>", .duplicateKey, ["A", "x"], 5),
        (
            "<entity name='A'><relationship name='x' destinationEntity='A'/>\n<attribute name='x'/></entity>",
            .duplicateKey, ["A", "x"], 4
        ),
        (
            "<entity name='A'>\n<relationship name='x' destinationEntity='A'/>\n<relationship name='x' "
                + "destinationEntity='A'/></entity>", .duplicateKey, ["A", "x"], 5
        ),
        ("\n<entity/>", .corruptData, [], 4), ("<entity name=''/>", .corruptData, [], 3),
        ("<entity name='A'>\n<attribute/></entity>", .corruptData, ["A"], 4),
        ("<entity name='A'>\n<relationship destinationEntity='A'/></entity>", .corruptData, ["A"], 4),
        ("<entity name='A' parentEntity='B'/>", .corruptData, ["A"], 3),
        ("<entity name='A' parentEntity='A'/>", .cycle, ["A"], 3),
        (
            "<entity name='C' parentEntity='A'/>\n<entity name='A' parentEntity='B'/>"
                + "<entity name='B' parentEntity='A'/>",
            .cycle, ["C"], 3
        ),
        ("<entity name='A'>\n<relationship name='x' destinationEntity='B'/></entity>", .corruptData, ["A", "x"], 4),
        ("<entity name='A'>\n<relationship name='x'/></entity>", .corruptData, ["A", "x"], 4),
        (
            "<entity name='A'>\n<relationship name='x' destinationEntity='A' inverseName='y'/></entity>",
            .corruptData, ["A", "x"], 4
        ),
        (
            "<entity name='A'>\n<relationship name='x' destinationEntity='A' inverseName='x' "
                + "inverseEntity='B'/></entity>",
            .corruptData, ["A", "x"], 4
        ),
        (
            "<entity name='A'><attribute name='y'/>\n<relationship name='x' destinationEntity='A' "
                + "inverseName='y'/></entity>",
            .corruptData, ["A", "x"], 4
        ),
        (
            "<entity name='A'>\n<relationship name='x' destinationEntity='A' deletionRule='Sometimes'/></entity>",
            .typeMismatch, ["A", "x"], 4
        ),
        (
            "<entity name='A'>\n<relationship name='x' destinationEntity='A' maxCount='many'/></entity>",
            .typeMismatch, ["A", "x"], 4
        ),
        (
            "<entity name='A'>\n<relationship name='x' destinationEntity='A' minCount='-1'/></entity>",
            .outOfRange, ["A", "x"], 4
        ),
        ("<entity name='A'>\n<attribute name='x' optional='perhaps'/></entity>", .typeMismatch, ["A", "x"], 4),
        ("<entity name='A' isAbstract='2'/>", .typeMismatch, ["A"], 3),
        (
            "<entity name='A'>\n<attribute name='x'><userInfo><entry value='1'/></userInfo></attribute></entity>",
            .corruptData, ["A", "x"], 4
        ),
        (
            "<entity name='A'><userInfo><entry key='k' value='1'/>\n<entry key='k' value='2'/></userInfo></entity>",
            .duplicateKey, ["A"], 4
        ),
    ]

    @Test("Each has its place", arguments: mistakes.indices)
    func place(_ index: Int) throws {
        let mistake = Self.mistakes[index]
        let error = #expect(throws: ModelError.self, "\(mistake.body)") { try model(mistake.body) }
        #expect(error?.code == mistake.code, "\(mistake.body): \(error.map { "\($0)" } ?? "")")
        #expect(error?.path == mistake.path, "\(mistake.body): \(error.map { "\($0)" } ?? "")")
        #expect(error?.location?.line == mistake.line, "\(mistake.body): \(error.map { "\($0)" } ?? "")")
    }

    @Test("The place is the beginning of the tag, in bytes")
    func location() throws {
        let text = "<model>\r\n  <entity name='Ä'>\n    <attribute\n name='x'\n  optional='?'/></entity></model>"
        let error = #expect(throws: ModelError.self) { try DataModel(data: Data(text.utf8)) }
        #expect(error?.location == ModelLocation(byteOffset: 34, line: 3, column: 5))
    }

    @Test(
        "XML that is broken",
        arguments: [
            ("<model><entity name='A'></model>", 1), ("<model>\n<entity name='A'/>", 2),
            ("<model>\n<entity name='A", 2),
            ("<model/>\n<model/>", 2), ("<model a='1'\n a='2'/>", 2), ("<model>\n&nbsp;</model>", 2),
            ("<model a=1/>", 1),
            ("<model>\u{1}</model>", 1),
            ("<model>\n<!-- ", 2), ("<?xml version='1.0'", 1), ("<model>]]></model>", 1),
        ])
    func broken(_ text: String, _ line: Int) throws {
        let error = #expect(throws: ModelError.self) { try DataModel(data: Data(text.utf8)) }
        #expect(error?.code == .corruptData, "\(text): \(error.map { "\($0)" } ?? "")")
        #expect(error?.location?.line == line, "\(text): \(error.map { "\($0)" } ?? "")")
    }

    @Test("An element with a prefix is another one, and is skipped")
    func prefix() throws {
        let text = "<model>\n<x:entity name='B'/><entity name='A'/></model>"
        #expect(try DataModel(data: Data(text.utf8)).entities.map(\.name) == ["A"])
    }

    @Test("A name of an element or an attribute that is longer than any model's")
    func longNames() throws {
        let name = String(repeating: "a\u{301}", count: 400)
        for text in ["<model>\n<\(name)/></model>", "<model>\n<entity \(name)='1'/></model>"] {
            let error = #expect(throws: ModelError.self) { try DataModel(data: Data(text.utf8)) }
            #expect(error?.code == .corruptData && error?.location?.line == 2)
        }
    }

    @Test("What is no model at all")
    func others() throws {
        let plist = "<?xml version='1.0'?><plist version='1.0'><dict/></plist>"
        let contents = [
            Data(), Data("\n".utf8), Data("model".utf8), Data("<database/>".utf8), Data(plist.utf8),
            Data([0xFF, 0xFE, 0x3C, 0]),
            Data("<model a='".utf8) + Data([0xE9]) + Data("'/>".utf8), try #require("<model/>".data(using: .utf16)),
            try KeyedArchive().encode(["a": 1]),
        ]
        for content in contents {
            let error = #expect(throws: ModelError.self) { try DataModel(data: content) }
            #expect(error?.code == .unknownFormat, "\(error.map { "\($0)" } ?? "")")
        }
    }

    @Test("Other encodings are refused, not misread")
    func encodings() throws {
        let latin = "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><model/>"
        #expect(throws: ModelError.self) { try DataModel(data: Data(latin.utf8)) }
        // Read as what the declaration says, this would be a document type.
        let hidden = "<?xml\tversion='1.0' encoding='UTF-7' utf-8?>+ADwAIQ-DOCTYPE model><model/>"
        #expect(throws: ModelError.self) { try DataModel(data: Data(hidden.utf8)) }
        for declaration in ["<?xml version='1.0' encoding='utf-8'?>", "<?xml version='1.0'?>", "\u{FEFF}", ""] {
            let data = Data("\(declaration)<model><entity name='É'/></model>".utf8)
            #expect(try DataModel(data: data).entities.map(\.name) == ["É"])
            // Its indices needn't begin at 0.
            #expect(try DataModel(data: (Data([1, 2]) + data).dropFirst(2)).entities.count == 1)
        }
    }
}
