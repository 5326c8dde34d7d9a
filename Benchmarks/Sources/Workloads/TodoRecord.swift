import Foundation
import ModelCore

/// The root of the todo workload: the `Codable` peers', and what every result is compared with.
struct TodoListRecord: Codable, Equatable, Sendable {
    var title: String
    var items: [TodoItemRecord]
}

/// One of the items.
struct TodoItemRecord: Codable, Equatable, Sendable {
    var text: String
    var isDone: Bool
    var due: Date?
    var priority: TodoPriority
    var notes: String?
}

/// A priority: the records' and the models'.
enum TodoPriority: String, ModelValue, CaseIterable, Codable, Sendable {
    case low, normal, high
}

extension TodoListRecord {
    /// Made-up items, the same each time: half of them are due, one in three has notes.
    static func generated(count: Int) -> TodoListRecord {
        var generator = SeededGenerator(seed: 0x746F_646F)
        let items = (0..<count).map { number in
            TodoItemRecord(
                text: Vocabulary.text(of: Int.random(in: 10...40, using: &generator), &generator),
                isDone: Bool.random(using: &generator),
                due: number.isMultiple(of: 2) ? Vocabulary.date(&generator) : nil,
                priority: Vocabulary.pick(TodoPriority.allCases, &generator),
                notes: number.isMultiple(of: 3) ? Vocabulary.text(of: 60, &generator) : nil)
        }
        return TodoListRecord(title: "What is to be done", items: items)
    }
}
