import Foundation

/// What a list holds, to compare it with another.
public struct Snapshot: Hashable, Sendable {
    /// What an item holds.
    public struct Item: Hashable, Sendable {
        public var label: String
        public var checked: Bool
        public var priority: Int
        public var due: Date?
    }

    public var title: String
    public var items: [Item]

    public init(_ list: TodoList) {
        title = list.title
        items = list.items.map { Item(label: $0.label, checked: $0.checked, priority: $0.priority, due: $0.due) }
    }
}
