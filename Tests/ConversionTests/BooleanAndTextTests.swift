#if Macros
import FastCoder
import Foundation
import HRCoder
import JSONFormat
import ModelCore
import PlistFormat
import Testing

/// A boolean isn't a text, in no format.
@Suite("Booleans where text is declared")
struct BooleanAndTextTests {
    enum Answer: String { case yes = "true", no = "false" }
    enum Choice: String, ModelValue, CaseIterable { case yes = "true", no = "false" }

    /// The class that wrote the files.
    @Model final class Flags: BaseModel {
        var phone = false
        var list = [true, false]
        var answer = true
        var choice = true
        var map = ["a": true]
        var inner = Inner()
        struct Inner: Codable { var text = true }
    }
    @Model final class Texts: BaseModel {
        var phone = "p"
        var list = ["l"]
        var answer = Answer.no
        var choice = Choice.no
        var map = ["m": "m"]
        var inner = Inner()
        struct Inner: Codable { var text = "t" }
    }
    @Model final class Optionals: BaseModel {
        var phone: String?
    }
    @Model final class Older: BaseModel {
        @Transform(.older { (had: Bool) -> String? in had ? "some" : "none" }) var phone = ""
    }

    static var formats: [(any FormatProvider, FileFormat)] { NilTests.formats }

    @Test("A boolean is typeMismatch, wherever it is", arguments: 0..<8)
    func mismatch(_ number: Int) throws {
        let (format, name) = Self.formats[number]
        func check(_ format: some FormatProvider) throws {
            let file = try format.document(from: format.encode(Flags(), as: name), as: name)
            for key in file.root.keys {
                // A file with this key alone.
                var part = file
                for other in file.root.keys where other != key { try part.removeValue(at: [.key(other)]) }
                try part.setClass(nil, at: [])
                let data = try format.encode(part, as: name)
                let error = #expect(throws: ModelError.self, "\(name.displayName) \(key)") {
                    _ = try format.decode(Texts.self, from: data, as: name)
                }
                #expect(error?.code == .typeMismatch && "\(error?.path ?? [])".hasPrefix(key), "\(name.displayName): \(String(describing: error))")
                #expect(throws: ModelError.self) { try part.decode(Texts.self) }
            }
            var phone = file
            for other in file.root.keys where other != "phone" { try phone.removeValue(at: [.key(other)]) }
            try phone.setClass(nil, at: [])
            let data = try format.encode(phone, as: name)
            #expect(try format.decode(Older.self, from: data, as: name).phone == "none", "\(name.displayName)")
            #expect(throws: ModelError.self) { try format.decode(Optionals.self, from: data, as: name) }
        }
        try check(format)
    }

    @Test("A boolean of the program is, too")
    func program() throws {
        for (key, value) in ["phone": false, "list": ["x", true], "answer": true, "inner": ["text": true]] as [String: Any] {
            let error = #expect(throws: ModelError.self, "\(key)") { try Texts().set(with: [key: value]) }
            #expect(error?.code == .typeMismatch)
        }
        let older = Older()
        try older.set(with: ["phone": true])
        #expect(older.phone == "some")
        try older.set(with: ["phone": "x"])
        #expect(older.phone == "x")
    }

    @Test("Files: a boolean, a list with one, and a raw value")
    func files() throws {
        for text in [#"{"phone":false}"#, #"{"list":[true,1]}"#, #"{"answer":true}"#, #"{"choice":true}"#, #"{"map":{"a":true}}"#] {
            let error = #expect(throws: ModelError.self, "\(text)") {
                try JSONFormat().decode(Texts.self, from: Data(text.utf8))
            }
            #expect(error?.code == .typeMismatch)
        }
        // A number is text in the files that people write.
        let read = try JSONFormat().decode(Texts.self, from: Data(#"{"phone":5,"list":[1]}"#.utf8))
        #expect(read.phone == "5" && read.list == ["1"])
        #expect(try JSONFormat().decode(Flags.self, from: Data(#"{"phone":"yes","answer":"false"}"#.utf8)).phone)
    }

    @Test("Keys that are booleans are texts in formats with text keys")
    func keys() throws {
        let table = [true: 1, false: 2]
        for (format, name) in Self.formats {
            func check(_ format: some FormatProvider) throws {
                #expect(try format.decode([Bool: Int].self, from: format.encode(table, as: name), as: name) == table)
            }
            try check(format)
        }
    }
}
#endif
