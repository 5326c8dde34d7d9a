import Foundation
import ModelCore

/// One thing to do.
@Model public final class TodoItem: BaseModel {
    public var label = ""
    public var checked = false
    public var priority = 0
    public var due: Date?

    public convenience init(_ label: String, due: Date? = nil) {
        self.init()
        self.label = label
        self.due = due
    }

    /// In the oldest files an item is just its text.
    public override func set(with string: String) throws {
        label = string
    }

    /// The item as a line of text.
    public var line: String {
        let day = due.map { " (due \($0.formatted(.iso8601.year().month().day())))" } ?? ""
        return "[\(checked ? "x" : " ")] \(label)\(day)"
    }
}
