// swift-format-ignore-file
#if Macros
// Made of TodoList.json by `basemodel generate`.
// Read such a file with `try TodoList.load(fromFile: path)`.

import Foundation
import ModelCore

enum TodoListSample {

@Model final class TodoList: BaseModel {
    var title = ""
    var items: [Item] = []
    var things: [BaseModel] = []
}

@Model("Sample.Picture") final class Picture: BaseModel {
    var width = 0
}

@Model("Sample.Sound") final class Sound: BaseModel {
    var seconds = 0.0
}

@Model class Item: BaseModel {
    var text = ""
    var isDone = false
}

@Model("Sample.Reminder") final class Reminder: Item {
    var due = Date(timeIntervalSinceReferenceDate: 0)
}
}
#endif
