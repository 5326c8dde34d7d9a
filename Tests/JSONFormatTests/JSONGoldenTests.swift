import Foundation
import JSONFormat
import ModelCore
import Testing

/// Files that the original BaseModel wrote.
@Suite struct JSONGoldenTests {
    private let json = JSONFormat()

    @Test(arguments: ["todolist_json.json", "todolist_json-bool.json"])
    func todoList(_ name: String) throws {
        let content = try JSONFixtures.golden(name)
        #expect(json.detect(content) == .certain(.json))
        let list = try json.decode(TodoList.self, from: content)
        #expect(list.items.map(\.label) == ["Do washing", "Mow lawn", "Write an open source library", "Feed the cat"])
        #expect(list.items.map(\.checked) == [false, true, false, false])
        #expect(
            try json.text(list) == """
                {"items":[{"label":"Do washing","checked":false},{"label":"Mow lawn","checked":true},\
                {"label":"Write an open source library","checked":false},{"label":"Feed the cat","checked":false}]}
                """)
    }

    @Test(arguments: ["rich_set_json.json", "rich_set_json-bool.json"])
    func rich(_ name: String) throws {
        let rich = try json.decode(Rich.self, from: try JSONFixtures.golden(name))
        try check(rich)
        // And what is written for the same graph.
        let text = try json.text(rich)
        #expect(
            text == """
                {"text":"héllo","flag":true,"count":-42,"ratio":3.141592653589793,"small":0.25,"big":1099511627776,"number":7,\
                "date":"2018-03-16T16:49:14.125Z","data":"cmF3IGJ5dGVz","list":[1,"two",[3.5]],"map":{"k":"v","n":{"m":[1]}},\
                "set":["s"],"child":{"name":"kid","size":3},"children":[{"name":"kid","size":3},{"name":"kid2","size":0},\
                {"name":"kid","size":3}],"missing":"default"}
                """)
        try check(try json.read(Rich.self, text))
    }

    private func check(_ rich: Rich) throws {
        #expect(rich.text == "héllo")
        #expect(rich.flag)
        #expect(rich.count == -42)
        #expect(rich.ratio == .pi)
        #expect(rich.small == 0.25)
        #expect(rich.big == 1 << 40)
        #expect(rich.number == 7)
        #expect(rich.date == Date(timeIntervalSince1970: 1_521_218_954.125))
        #expect(rich.data == Data("raw bytes".utf8))
        #expect(rich.list.count == 3)
        #expect(rich.list[0] as? Int == 1)
        #expect(rich.list[2] as? [Double] == [3.5])
        #expect((rich.map["n"] as? [String: Any])?["m"] as? [Int] == [1])
        #expect(rich.url == nil)
        #expect(rich.set == ["s"])
        #expect(rich.child?.name == "kid")
        #expect(rich.children.map(\.size) == [3, 0, 3])
        #expect(rich.missing == "default")
    }
}
