#if Macros
import FastCoder
import Foundation
import HRCoder
import JSONFormat
import ModelCore
import PlistFormat
import TestSupport
import Testing

/// References of other libraries, which this one doesn't follow.
@Suite("Marks of other libraries")
struct ForeignMarkTests {
    @Model final class Person: BaseModel {
        var name = "nobody"
        var friend: Person?
        var friends: [Person] = []
        var address: Address?
        var home: Home?
        @Key(path: "work.title") var title: String?
    }

    @Model struct Address: Equatable { var city = "London" }
    struct Home: Codable, Equatable { var city: String? }
    @Model final class Sparse: BaseModel {
        var a: Int?
        var other: Sparse?
    }
    @Model(unknownKeys: .ignore) final class Careless: BaseModel {
        var a = 1
        var other: Careless?
    }
    @Model final class Marked: BaseModel {
        @Key("@id") var id = ""
        @Key("$ref") var ref: String?
        var next: Marked?
    }

    static let formats: [FileFormat] = [
        .keyedArchive, .fastCoding, .hrCodedJSON, .hrCodedBinary, .json, .xmlPropertyList, .binaryPropertyList,
    ]

    private func read<Model: BaseModel>(_ type: Model.Type, _ json: String, _ format: FileFormat = .json) throws -> Model {
        let document = try JSONFormat().document(from: Data(json.utf8))
        let provider: any FormatProvider =
            switch format {
            case .keyedArchive: KeyedArchive()
            case .fastCoding: FastCoder()
            case .json: JSONFormat()
            case .xmlPropertyList, .binaryPropertyList: PlistFormat()
            default: HRCoder()
            }
        return try provider.decode(type, from: provider.encode(document, as: format), as: format)
    }

    @Test("An object with nothing else is an error that names the mark", arguments: formats)
    func refused(_ format: FileFormat) throws {
        for mark in ["$ref", "$id", "$reference", "@ref", "@id", "py/id"] {
            for (text, path) in [
                (#"{"name":"a","friend":{"\#(mark)":"1"}}"#, "friend"),
                (#"{"name":"a","friends":[{"name":"b"},{"\#(mark)":1}]}"#, "friends[1]"),
                (#"{"name":"a","address":{"\#(mark)":"1"}}"#, "address"),
                (#"{"name":"a","home":{"\#(mark)":"1"}}"#, "home"),
                (#"{"\#(mark)":"1"}"#, ""),
            ] {
                do {
                    _ = try read(Person.self, text, format)
                    Issue.record("\(text) was read.")
                } catch let error as ModelError {
                    #expect(error.code == .unknownKey && error.reason.contains("only \(mark),"), "\(text): \(error)")
                    #expect("\(error.path)" == path, "\(text): \(error)")
                }
            }
        }
        let two = #"{"name":"a","friend":{"$id":"1","$type":"App.Person"}}"#
        #expect(errorCode { try read(Person.self, two, format) } == .unknownKey)
    }

    @Test("HRCoder's reference in a file of another format")
    func alias() {
        let text = #"{"name":"a","friend":{"$alias":"x"}}"#
        do {
            _ = try read(Person.self, text)
            Issue.record("It was read.")
        } catch {
            #expect("\(error)".contains("HRCoder"))
        }
    }

    @Test("Other objects stay as they are", arguments: formats)
    func others(_ format: FileFormat) throws {
        // Without marks, or with keys besides.
        #expect(try read(Person.self, #"{"name":"a","friend":{"note":"1"}}"#, format).friend?.name == "nobody")
        #expect(try read(Person.self, #"{"name":"a","friend":{"$ref":"1","note":"2"}}"#, format).friend != nil)
        #expect(try read(Person.self, #"{"name":"a","friend":{"$id":"1","name":"b"}}"#, format).friend?.name == "b")
        #expect(try read(Person.self, #"{"name":"a","friend":{}}"#, format).friend?.name == "nobody")
        #expect(try read(Person.self, #"{"name":"a","address":{}}"#, format).address == Address())
        #expect(try read(Person.self, #"{"name":"a","address":{"note":1}}"#, format).address == Address())
        #expect(try read(Person.self, #"{"name":"a","home":{"note":1}}"#, format).home == Home())
        #expect(try read(Person.self, #"{"name":"a","friend":{"work":{"$ref":1}}}"#, format).friend != nil)
        // A class whose properties may all be nil keeps the mark; one that ignores keys said so.
        let sparse = try read(Sparse.self, #"{"other":{"$ref":"1"}}"#, format)
        #expect(sparse.other?.unknownValues?["$ref"]?.stringValue == "1")
        #expect(try read(Careless.self, #"{"a":2,"other":{"$ref":"1"}}"#, format).other?.a == 1)
        // Keys of its own.
        let marked = try read(Marked.self, #"{"@id":"a","next":{"$ref":"b"}}"#, format)
        #expect(marked.id == "a" && marked.next?.ref == "b")
    }

    @Test("A dictionary keeps any keys")
    func dictionaries() throws {
        let data = Data(#"{"a":{"$ref":"1"}}"#.utf8)
        #expect(try JSONFormat().decode([String: [String: String]].self, from: data) == ["a": ["$ref": "1"]])
        struct Holder: Codable { var a: [String: String] }
        #expect(try JSONFormat().decode(Holder.self, from: data).a == ["$ref": "1"])
    }
}
#endif
