#if Macros
    import Foundation
    // snippet.format
    import HRCoder
    import ModelCore
    // snippet.end
    import PlistFormat
    import Testing

    @Suite("Samples: human-readable files")
    struct HRSamples {
        // snippet.format
        @Model final class TodoItem: BaseModel {
            var label = ""
            var checked = false
        }

        @Model final class TodoList: BaseModel {
            var items: [TodoItem] = []
            var selected: TodoItem?
            override class var saveFormat: FileFormat { .hrCodedJSON }
        }
        // snippet.end

        private static func list() -> TodoList {
            let list = TodoList()
            list.items = [TodoItem(), TodoItem()]
            list.items[0].label = "Do washing"
            list.items[1].label = "Feed the cat"
            list.selected = list.items[1]
            return list
        }

        /// The class's name in files here, where it is nested in this suite.
        private static func named(_ text: String, _ type: BaseModel.Type, _ short: String) -> String {
            text.replacingOccurrences(of: "\"\(short)\"", with: "\"\(ModelClass.of(type).name)\"")
        }

        @Test("By hand")
        func byHand() throws {
            let list = Self.list()
            // snippet.byHand
            let data = try HRCoder().encode(list, as: .hrCodedXML)
            let copy = try HRCoder().decode(TodoList.self, from: data)
            // snippet.end
            #expect(copy.items.map(\.label) == ["Do washing", "Feed the cat"])
            #expect(copy.selected === copy.items[1])
            #expect(TodoList.saveFormat == .hrCodedJSON)
        }

        @Test("As it is written")
        func written() throws {
            let text = """
                {
                  "$class": "TodoList",
                  "items": [
                    {
                      "$class": "TodoItem",
                      "label": "Do washing",
                      "checked": false
                    },
                    {
                      "$class": "TodoItem",
                      "label": "Feed the cat",
                      "checked": false
                    }
                  ],
                  "selected": {
                    "$alias": "items.1"
                  }
                }
                """
            let data = try HRCoder().encode(Self.list(), as: .hrCodedJSON)
            let expected = Self.named(Self.named(text, TodoList.self, "TodoList"), TodoItem.self, "TodoItem")
            #expect(String(decoding: data, as: UTF8.self) == expected)
        }

        @Test("As somebody writes it")
        func edited() throws {
            let text = """
                // What is to do
                {
                    "$class": "TodoList",
                    "selected": {"$alias": "items.1"}, // comes further below
                    "items": [
                        {label: "Do washing"},
                        {"label": "Feed the cat", "colour": "red"},
                    ],
                }
                """
            let data = Data(Self.named(text, TodoList.self, "TodoList").utf8)
            #expect(HRCoder().detect(data)?.format == .hrCodedJSON)
            let list = try HRCoder().decode(TodoList.self, from: data)
            #expect(list.selected?.label == "Feed the cat")
            #expect(list.selected === list.items[1])
        }

        @Test("An error says where")
        func errors() throws {
            let text = "{\n\n\n\n \"items\": [{},\n  \n {\"label\":       [1]}]}"
            #expect {
                try HRCoder().decode(TodoList.self, from: Data(text.utf8), as: .hrCodedJSON)
            } throws: { error in
                "\(error)" == "HRCoded JSON, items[1].label (line 7, column 18): Expected a single value, found array."
            }
        }

        // snippet.person
        @Model final class Person: BaseModel {
            var name = ""
            var bestFriend: Person?
        }

        // snippet.end
        @Test("A cyclic graph")
        func cycle() throws {
            // snippet.cycle
            let ann = Person()
            let bob = Person()
            ann.name = "Ann"
            bob.name = "Bob"
            ann.bestFriend = bob
            bob.bestFriend = ann

            let data = try HRCoder().encode(ann, as: .hrCodedJSON)
            // snippet.end
            let text = """
                {
                  "$class": "Person",
                  "name": "Ann",
                  "bestFriend": {
                    "$class": "Person",
                    "name": "Bob",
                    "bestFriend": {
                      "$alias": "$root"
                    }
                  }
                }
                """
            #expect(String(decoding: data, as: UTF8.self) == Self.named(text, Person.self, "Person"))
            let copy = try HRCoder().decode(Person.self, from: data)
            #expect(copy.bestFriend?.bestFriend === copy)
            ann.bestFriend = nil
            copy.bestFriend = nil
        }

        @Test("Over another plain format")
        func layer() throws {
            // snippet.layer
            let format = FileFormat("hrCodedPlist", fileExtension: "plist", library: "MyLibrary")
            let plain = PlistFormat(indentation: .spaces(2))
            let provider = HRCoded(plain, as: format)
            // snippet.end
            let data = try provider.encode(Self.list())
            let copy = try provider.decode(TodoList.self, from: data, as: format)
            #expect(copy.selected === copy.items[1])
        }
    }
#endif
