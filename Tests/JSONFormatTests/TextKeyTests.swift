import Foundation
import JSONFormat
import ModelCore
import Testing

/// Dictionaries whose keys have raw values, and are only `Codable`.
@Suite("Dictionaries with enums as keys")
struct TextKeyTests {
    enum Level: String, Codable { case low, high }
    enum Rank: Int, Codable { case first = 1, tenth = 10 }
    enum Own: String, Codable, CodingKeyRepresentable {
        case a, b
        struct Key: CodingKey {
            let stringValue: String
            var intValue: Int? { nil }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }
        var codingKey: any CodingKey { Key(stringValue: rawValue + "!") }
        init?(codingKey: some CodingKey) { self.init(rawValue: String(codingKey.stringValue.dropLast())) }
    }
    struct Mark: Codable, Equatable { var x = 1 }

    struct Inner: Codable, Equatable {
        var levels: [Level: Int] = [:]
        var own: [Own: Int] = [:]
    }

    final class Table: BaseModel {
        var levels: [Level: Int] = [:]
        var ranks: [Rank: Mark] = [:]
        var lists: [[Level: [Rank: Int]]] = []
        var some: [Level: Int]?
        var own: [Own: Int] = [:]
        var marks: [UUID: Mark] = [:]
        var inner = Inner()
        override class var modelProperties: [ModelProperty] {
            [
                ModelProperty("levels", \Table.levels), ModelProperty("ranks", \Table.ranks),
                ModelProperty("lists", \Table.lists), ModelProperty("some", \Table.some),
                ModelProperty("own", \Table.own),
                ModelProperty("marks", \Table.marks), ModelProperty("inner", \Table.inner),
            ]
        }
    }

    private let id = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))

    private var table: Table {
        let table = Table()
        table.levels = [.high: 2, .low: 1]
        table.ranks = [.tenth: Mark(x: 3), .first: Mark()]
        table.lists = [[.low: [.first: 1]], [:]]
        table.some = [:]
        table.own = [.a: 1]
        table.marks = [id: Mark()]
        table.inner = Inner(levels: [.low: 1], own: [.b: 2])
        return table
    }

    private func expectSame(_ read: Table, _ table: Table) {
        #expect(read.levels == table.levels && read.ranks == table.ranks && read.lists == table.lists)
        #expect(read.some == table.some && read.own == table.own && read.marks == table.marks)
        #expect(read.inner == table.inner)
    }

    @Test("Properties are objects, sorted by their keys; within a Codable type they are as Foundation has them")
    func objects() throws {
        let json = try JSONFormat().encode(table)
        #expect(
            String(decoding: json, as: UTF8.self) == #"""
                {"levels":{"high":2,"low":1},"ranks":{"1":{"x":1},"10":{"x":3}},"lists":[{"low":{"1":1}},{}],"some":{},\#
                "own":{"a!":1},"marks":{"01020304-0506-0708-090A-0B0C0D0E0F10":{"x":1}},\#
                "inner":{"levels":["low",1],"own":{"b!":2}}}
                """#)
        expectSame(try JSONFormat().decode(Table.self, from: json), table)
        expectSame(try KeyedArchive().decode(Table.self, from: KeyedArchive().encode(table)), table)
        let inner = table.inner
        #expect(try JSONDecoder().decode(Inner.self, from: JSONFormat().encode(inner)) == inner)
        #expect(try JSONFormat().decode(Inner.self, from: JSONEncoder().encode(inner)) == inner)
    }

    @Test("Arrays in their places are read, as earlier states wrote them, and objects within Codable types")
    func arrays() throws {
        let old = #"""
            {"levels":["high",2,"low",1],"ranks":[1,{"x":1},10,{"x":3}],"lists":[["low",[1,1]],[]],"some":[],\#
            "own":{"a!":1},"marks":["01020304-0506-0708-090A-0B0C0D0E0F10",{"x":1}],\#
            "inner":{"levels":{"low":1},"own":{"b!":2}}}
            """#
        expectSame(try JSONFormat().decode(Table.self, from: Data(old.utf8)), table)
    }

    @Test(
        "A key that is no case, or is there twice, is an error that says where",
        arguments: [
            (#"{"levels":{"low":1,"middle":2}}"#, "levels.middle"), (#"{"ranks":{"2":{"x":1}}}"#, "ranks.2"),
            (#"{"ranks":{"one":{"x":1}}}"#, "ranks.one"), (#"{"ranks":{"1":{"x":1},"01":{"x":2}}}"#, "ranks.01"),
            (#"{"levels":{"low":"x"}}"#, "levels.low"), (#"{"marks":{"x":{"x":1}}}"#, "marks.x"),
        ])
    func errors(_ text: String, _ path: String) throws {
        let error = #expect(throws: ModelError.self) { try JSONFormat().decode(Table.self, from: Data(text.utf8)) }
        #expect(error?.path.description == path)
    }
}
