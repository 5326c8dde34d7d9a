import Foundation
import JSONFormat
import ModelCore
import Testing

/// The keys of `Codable` types are their own, also one that names the class of a model elsewhere.
@Suite("Keys of Codable types")
struct CodableOwnKeyTests {
    struct Tagged: Codable, Equatable {
        enum CodingKeys: String, CodingKey {
            case kind = "$class"
            case size
        }
        var kind: String
        var size = 1
    }

    struct Whole: Codable, Equatable {
        var rows: [[String: String]] = []
        var tagged: [Tagged] = []
    }

    final class Holder: BaseModel {
        var whole = Whole()
        var rows: [[String: String]] = []
        override class var modelProperties: [ModelProperty] {
            [ModelProperty("whole", \Holder.whole), ModelProperty("rows", \Holder.rows)]
        }
    }

    private func json(_ value: some Codable) throws -> String {
        String(decoding: try JSONFormat().encode(value), as: UTF8.self)
    }

    private func read<Value: Codable>(_ type: Value.Type, _ json: String) throws -> Value {
        try JSONFormat().decode(type, from: Data(json.utf8))
    }

    @Test(
        "As Foundation reads and writes them",
        arguments: [
            #"{"rows":[{"$class":"Unregistered","a":"b"}],"tagged":[{"$class":"x","size":2}]}"#,
            #"{"rows":[{"$class":""},{"$class":"Unregistered"},{"a":"b","$class":"Unregistered"}],"tagged":[]}"#,
            #"{"rows":[{"$class":"Unregistered","$$class":"b"}],"tagged":[{"$class":"Unregistered","size":1}]}"#,
        ])
    func same(_ text: String) throws {
        let data = Data(text.utf8)
        let whole = try read(Whole.self, text)
        #expect(try whole == JSONDecoder().decode(Whole.self, from: data))
        let isEscaped = text.contains("$$")
        #expect(try isEscaped || JSONDecoder().decode(Whole.self, from: Data(json(whole).utf8)) == whole)
        #expect(try read(Whole.self, json(whole)) == whole)
        let holder = try read(Holder.self, #"{"whole":\#(text),"rows":[{"$class":"Unregistered","a":"b"}]}"#)
        #expect(holder.whole == whole)
        #expect(holder.rows == [["$class": "Unregistered", "a": "b"]])
    }

    private func read(_ type: Holder.Type, _ json: String) throws -> Holder {
        try JSONFormat().decode(type, from: Data(json.utf8))
    }

    @Test("What is written, and what earlier states wrote")
    func written() throws {
        #expect(try json(Tagged(kind: "x")) == #"{"$class":"x","size":1}"#)
        #expect(try read(Tagged.self, #"{"$$class":"x","size":1}"#) == Tagged(kind: "x"))
        #expect(try read(Tagged.self, #"{"size":1,"$class":"x"}"#) == Tagged(kind: "x"))
        let holder = Holder()
        holder.whole.tagged = [Tagged(kind: "x")]
        holder.rows = [["$class": "x"]]
        let text = String(decoding: try JSONFormat().encode(holder), as: UTF8.self)
        #expect(text == #"{"whole":{"rows":[],"tagged":[{"$class":"x","size":1}]},"rows":[{"$$class":"x"}]}"#)
    }

    @Test(
        "All keys that look like it come back",
        arguments: [
            ["$class": "a"], ["$$class": "a"], ["$$$class": "a"], ["$class": "a", "$$class": "b", "$$$class": "c"],
            ["$class": ""], ["$class": String(repeating: "x", count: 5_000)],
        ])
    func all(_ row: [String: String]) throws {
        let whole = Whole(rows: [row])
        #expect(try read(Whole.self, json(whole)) == whole)
        let sorted = try JSONFormat(writing: [.sortedKeys]).encode(whole)
        #expect(try JSONFormat().decode(Whole.self, from: sorted) == whole)
        #expect(try KeyedArchive().decode(Whole.self, from: KeyedArchive().encode(whole)) == whole)
    }

    @Test("A value that is no text, and one that the file says otherwise of")
    func otherKinds() throws {
        struct Numbered: Codable, Equatable {
            enum CodingKeys: String, CodingKey { case number = "$class" }
            var number: Int
        }
        #expect(try json(Numbered(number: 3)) == #"{"$class":3}"#)
        #expect(try read(Numbered.self, #"{"$class":3}"#) == Numbered(number: 3))
        #expect(throws: ModelError.self) { try read(Numbered.self, #"{"$class":"x"}"#) }
    }
}
