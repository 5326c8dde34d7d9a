#if Macros
    // snippet.format
    import FastCoder
    // snippet.end
    import Foundation
    import JSONFormat
    // snippet.format
    import ModelCore
    // snippet.end
    import Testing

    @Suite("Samples: fast files")
    struct FastSamples {
        // snippet.format
        @Model final class TodoItem: BaseModel {
            var text = ""
        }

        @Model final class TodoList: BaseModel {
            var items: [TodoItem] = []
            override class var saveFormat: FileFormat { .fastCoding }
        }
        // snippet.end

        @Test("By hand")
        func byHand() throws {
            let list = TodoList()
            list.items.append(TodoItem())
            list.items[0].text = "Feed the cat"
            // snippet.byHand
            let data = try FastCoder().encode(list)
            let copy = try FastCoder().decode(TodoList.self, from: data)
            // snippet.end
            #expect(copy.items.map(\.text) == ["Feed the cat"])
            #expect(TodoList.saveFormat == .fastCoding)
        }

        // snippet.cyclicClass
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
            ann.bestFriend = bob
            bob.bestFriend = ann

            let data = try FastCoder().encode(ann)
            let copy = try FastCoder().decode(Person.self, from: data)
            // snippet.end
            #expect(copy.bestFriend?.bestFriend === copy)
            ann.bestFriend = nil
            copy.bestFriend = nil
        }

        @Test("Objects out of JSON")
        func bootstrapping() throws {
            let json = Data(
                """
                {
                    "people": [
                        {"$class": "Person", "name": "Ann", "bestFriend": {"$alias": "people.1"}},
                        {"$class": "Person", "name": "Bob", "bestFriend": {"$alias": "people.0"}}
                    ]
                }
                """.utf8)
            // snippet.bootstrapping
            let document = try JSONFormat().document(from: json)
            let data = try FastCoder().encode(document.bootstrapped())
            // snippet.end
            let graph = try FastCoder().decode(ModelDocument.self, from: data)
            let ann = try #require(graph["people"]?[0])
            #expect(ann["bestFriend"]?["name"]?.stringValue == "Bob")
            #expect(ann["bestFriend"]?["bestFriend"]?["name"]?.stringValue == "Ann")
        }

        @Test("Values alone")
        func valuesOnly() throws {
            let data = try FastCoder().encode(["volume": 3])
            // snippet.valuesOnly
            let settings = try FastCoder(reading: .valuesOnly).decode([String: Int].self, from: data)
            // snippet.end
            #expect(settings == ["volume": 3])
        }
    }
#endif
