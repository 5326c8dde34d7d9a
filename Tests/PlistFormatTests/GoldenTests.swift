import Foundation
import ModelCore
import TestSupport
import Testing

@testable import PlistFormat

/// Files that the original BaseModel wrote.
struct GoldenTests {
    @Test(arguments: ["todolist_xml.plist", "todolist_binary.plist", "todolist_bool_binary.plist"])
    func todoLists(name: String) throws {
        let list: TodoList = try plist.decode(from: fixture(name))
        #expect(list.items.map(\.label) == ["Do washing", "Mow lawn", "Write an open source library", "Feed the cat"])
        #expect(list.items.map(\.checked) == [false, true, false, false])
    }

    @Test(arguments: ["rich_set_xml.plist", "rich_url_xml.plist", "rich_set_binary.plist"])
    func richModels(name: String) throws {
        let rich: Rich = try plist.decode(from: fixture(name))
        check(rich)
        if name.contains("set") {
            #expect(rich.set == ["s"])
        } else {
            #expect(rich.url?.absoluteString == "http://example.com/x")
        }
        for format in bothFormats {
            let again = try plist.encode(rich, as: format)
            let back: Rich = try plist.decode(from: again)
            check(back)
            #expect(back.set == rich.set)
            #expect(back.url == rich.url)
        }
    }

    private func check(_ rich: Rich) {
        #expect(rich.text == "héllo")
        #expect(rich.flag)
        #expect(rich.count == -42)
        #expect(rich.ratio == 3.141592653589793)
        #expect(rich.small == 0.25)
        #expect(rich.big == 1_099_511_627_776)
        #expect(rich.number == 7)
        #expect(rich.date?.timeIntervalSinceReferenceDate.rounded(.down) == 542_911_754)
        #expect(rich.data == Data("raw bytes".utf8))
        #expect(rich.child?.name == "kid")
        #expect(rich.children.map(\.size) == [3, 0, 3])
        #expect(rich.list.map(text) == ["int64(1)", "string(\"two\")", "[double(3.5)]"])
        #expect(rich.map["n"].map(text) == "{string(\"m\"): [int64(1)]}")
        #expect(rich.missing == nil)
    }

    @Test(.enabled(if: Python.path != nil, "Python is needed"))
    func writesWhatTheOriginalWrote() throws {
        let list: TodoList = try plist.decode(from: fixture("todolist_bool_binary.plist"))
        for format in bothFormats {
            let again = try plist.encode(list, as: format)
            #expect(try Python.read(again) == Python.read(fixture("todolist_bool_binary.plist")))
        }
    }
}
