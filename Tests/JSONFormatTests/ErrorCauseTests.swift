#if Macros
import Foundation
import JSONFormat
import ModelCore
import Testing

/// Errors whose cause isn't the file, or isn't what the code alone says.
@Suite("What an error is about")
struct ErrorCauseTests {
    struct Odd: Error, Equatable { let number: Int }

    @Model("CauseContact", version: 3) final class Contact: BaseModel {
        var name = ""
        var age = 0
        var friend: Contact?
        var size: Size?
        override class func migrate(_ object: inout ModelDocument, from version: Int) throws {
            switch object["how"]?.stringValue {
            case "odd" where version == 2: throw Odd(number: 7)
            case "file": _ = try FormatRegistry.current.document(from: FileStore.read("/nowhere/other.json"))
            case "json": _ = try JSONFormat().decode(Int.self, from: Data("\n\n[".utf8))
            case "text" where version == 2: try object.set(.string("old"), at: ["age"])
            default: break
            }
        }
    }
    @Model(version: 2) struct Size {
        var width = 0
        static func migrate(_ object: inout ModelDocument, from version: Int) throws {
            if object["how"] != nil { try object.set(.string("wide"), at: ["width"]) }
        }
    }

    private func error(_ json: String) throws -> ModelError {
        try #require(#expect(throws: ModelError.self) { try JSONFormat().decode(Contact.self, from: Data(json.utf8)) })
    }

    private static let failedStep =
        "The data couldn’t be read. The program fails to convert what an earlier version of it has saved."

    @Test("The error of a step names the class and the versions, and keeps the original one")
    func steps() throws {
        let odd = try error(#"{"name":"x","friend":{"name":"y","how":"odd"}}"#)
        #expect(odd.code == .underlying && odd.underlyingError as? Odd == Odd(number: 7) && odd.path == ["friend"])
        #expect(odd.reason == "The step of the class CauseContact from version 2 to 3 has failed: Odd(number: 7)")
        #expect(odd.localizedDescription == Self.failedStep && odd.location?.column == 22)
        let file = try error(#"{"how":"file"}"#)
        #expect(file.code == .underlying && (file.underlyingError as? ModelError)?.code == .fileMissing && file.file == nil)
        #expect(
            file.reason
                == "The step of the class CauseContact from version 1 to 2 has failed: File /nowhere/other.json: There is no such file."
        )
        let json = try error(#"{"how":"json"}"#)
        #expect(json.code == .underlying && (json.underlyingError as? ModelError)?.code == .corruptData, "\(json)")
        #expect(json.location?.line == 1 && json.reason.contains("line 3"), "\(json)")
    }

    @Test("A value of a wrong type that a step has set isn't the file's fault")
    func values() throws {
        let step = try error(#"{"name":"x","how":"text","age":3}"#)
        #expect(step.code == .typeMismatch && step.path == ["age"] && step.localizedDescription == Self.failedStep)
        #expect(step.reason.hasSuffix(" A step of the class CauseContact to a newer version has set it."), "\(step)")
        let value = try error(#"{"size":{"how":"x"}}"#)
        #expect(value.path == ["size", "width"] && value.reason.contains("A step of the struct"), "\(value)")
        for json in [#"{"name":"x","age":"old"}"#, #"{"age":[],"how":"none"}"#, #"{"size":{"width":"wide"}}"#] {
            let own = try error(json)
            #expect(own.code == .typeMismatch && !own.reason.contains("step"), "\(own)")
            #expect(own.recoverySuggestion == "Correct the value, or open an earlier copy.")
        }
    }

    @Model final class Book: BaseModel { var title = "" }
    @Model(unknownKeys: .refuse) final class Strict: BaseModel { var title = "" }

    @Test("A file of another class isn't mended by removing entries")
    func otherClass() throws {
        let content = Data(#"{"colour":"red","wheels":4}"#.utf8)
        for read in [
            { _ = try JSONFormat().decode(Book.self, from: content) }, { _ = try JSONFormat().decode(Strict.self, from: content) },
        ] {
            let error = try #require(#expect(throws: ModelError.self) { try read() })
            #expect(error.code == .unknownKey && error.recoverySuggestion == "Choose another file.", "\(error)")
        }
        let one = #expect(throws: ModelError.self) {
            try JSONFormat().decode(Strict.self, from: Data(#"{"title":"x","colour":"red"}"#.utf8))
        }
        #expect(one?.recoverySuggestion == "Remove the entry, or install the newest version of the program.")
    }

    final class Nested: BaseModel {
        var number = 1
        var deep = 2
        override class var modelProperties: [ModelProperty] {
            [
                ModelProperty("number", \Nested.number, key: PropertyKey("a")),
                ModelProperty("deep", \Nested.deep, key: PropertyKey(path: "a.b")),
            ]
        }
    }

    @Test("An error while writing isn't about reading")
    func writing() throws {
        for write in [
            { _ = try JSONFormat().encode(Nested()) }, { _ = try JSONFormat().encodeByDocument(Nested(), as: .json) },
        ] {
            let error = try #require(#expect(throws: ModelError.self) { try write() })
            #expect(error.code == .typeMismatch)
            #expect(error.localizedDescription == "The data couldn’t be saved. It contains a value of another kind than is needed.")
            #expect(
                error.recoverySuggestion == "Install the newest version of the program, or tell its makers about the problem.")
        }
    }

    @Model final class Switch: BaseModel { var isOn: Bool? }

    @Test("A boolean may be one of six texts, in upper or lower case")
    func booleans() throws {
        for (text, value) in [("true", true), ("YES", true), ("1", true), ("False", false), ("no", false), ("0", false)] {
            #expect(try JSONFormat().decode(Switch.self, from: Data("{\"isOn\":\"\(text)\"}".utf8)).isOn == value)
        }
        for text in ["y", "on", "", "2"] {
            #expect(throws: ModelError.self) { try JSONFormat().decode(Switch.self, from: Data("{\"isOn\":\"\(text)\"}".utf8)) }
        }
    }
}
#endif
