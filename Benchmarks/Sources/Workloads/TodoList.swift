import Foundation
import ModelCore

/// The root of the todo workload: ours.
@Model
final class TodoList: BaseModel {
    var title = ""
    var items: [TodoItem] = []
}

/// One of the items.
@Model
final class TodoItem: BaseModel {
    var text = ""
    var isDone = false
    var due: Date?
    var priority = TodoPriority.normal
    var notes: String?
}

extension TodoList {
    convenience init(_ record: TodoListRecord) {
        self.init()
        title = record.title
        items = record.items.map(TodoItem.init)
    }

    var record: TodoListRecord { TodoListRecord(title: title, items: items.map(\.record)) }
}

extension TodoItem {
    convenience init(_ record: TodoItemRecord) {
        self.init()
        text = record.text
        isDone = record.isDone
        due = record.due
        priority = record.priority
        notes = record.notes
    }

    var record: TodoItemRecord {
        TodoItemRecord(text: text, isDone: isDone, due: due, priority: priority, notes: notes)
    }
}
