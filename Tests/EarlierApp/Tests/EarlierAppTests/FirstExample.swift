#if Macros
// snippet.models
import Foundation
import ModelCore

@Model class TodoItem: BaseModel {
    var text = ""
    var isDone = false
    var due: Date?

    convenience init(_ text: String) {
        self.init()
        self.text = text
    }
}

@Model final class Reminder: TodoItem {
    var repeatsDaily = true
}

@Model final class TodoList: BaseModel {
    var items: [TodoItem] = []
    var next: TodoItem?
}
// snippet.end

import JSONFormat
import Testing

@Suite("The first example")
struct FirstExampleTests {
    /// The models' names, whatever other tests call theirs.
    static var classes: ClassRegistry {
        var classes = ClassRegistry()
        classes.add(TodoItem.self)
        classes.add(Reminder.self)
        classes.add(TodoList.self)
        return classes
    }

    @Test("Saves and loads the shared list, and writes it as JSON")
    func save() async {
        await #expect(processExitsWith: .success) {
            let folder = try TemporaryFolder()
            defer { folder.remove() }
            folder.becomeHome()
            try ClassRegistry.withClasses(FirstExampleTests.classes) {
                // snippet.save
                let list = try TodoList.shared
                list.items = [TodoItem("Buy milk"), Reminder("Feed the cat")]
                list.next = list.items[1]
                try list.save()
                // snippet.end
                #expect(FileManager.default.fileExists(atPath: TodoList.applicationSupportDirectory.path + "/TodoList.plist"))
                #expect(TodoList.applicationSupportDirectory.path.hasPrefix(folder.path + "/.local/share/"))

                TodoList.setSharedInstance(nil)
                // snippet.load
                let saved = try TodoList.shared
                print(saved.items[1] is Reminder)  // true
                print(saved.next === saved.items[1])  // true
                // snippet.end
                #expect(saved !== list && saved.items[1] is Reminder && saved.next === saved.items[1])
                #expect(saved.items.map(\.text) == ["Buy milk", "Feed the cat"])

                // snippet.json
                try list.write(toFile: "todo.json", format: .json)
                let copy = try TodoList.load(fromFile: "todo.json")
                // snippet.end
                #expect(copy.items[1] is Reminder && copy.next !== copy.items[1])
            }
        }
    }

    @Test("Missing keys leave the defaults")
    func missingKeys() throws {
        // snippet.missing
        let item = try TodoItem.instance(with: ["text": "Call Ann"])
        // snippet.end
        #expect(item?.text == "Call Ann" && item?.isDone == false)
    }

    @Test("What the list looks like as JSON")
    func json() throws {
        try ClassRegistry.withClasses(Self.classes) {
            let list = TodoList()
            list.items = [TodoItem("Buy milk"), Reminder("Feed the cat")]
            // snippet.pretty
            let format = JSONFormat(writing: .prettyPrinted)
            let data = try format.encode(list)
            let same = try format.decode(TodoList.self, from: data)
            // snippet.end
            #expect(same.items.count == 2)
            #expect(
                String(decoding: data, as: UTF8.self) == """
                    {
                      "items": [
                        {
                          "text": "Buy milk",
                          "isDone": false
                        },
                        {
                          "$class": "Reminder",
                          "text": "Feed the cat",
                          "isDone": false,
                          "repeatsDaily": true
                        }
                      ]
                    }
                    """)
        }
    }
}
#endif
