import Foundation
import ModelCore

/// The list, of which the program has one: `TodoList.shared`.
///
/// A new one starts as the resource file `TodoList.plist` says.
@Model public final class TodoList: BaseModel {
    public var title = ""
    public var items: [TodoItem] = []

    public override class var resourceFolder: String? { Bundle.module.resourcePath }
    public override class var saveFile: String { TodoFile.current.path }
    public override class var saveFormat: FileFormat { TodoFile.current.format }

    /// A file without classes: a dictionary, which has to look like a list. Else some other program's file would be
    /// overwritten.
    public override func set(with dictionary: [String: Any]) throws {
        guard dictionary["items"] != nil else { throw ModelError(.typeMismatch, "It holds no todo list.") }
        try super.set(with: dictionary)
    }

    /// The oldest files are an array of texts.
    public override func set(with array: [Any]) throws {
        items = try TodoItem.instances(with: array)
    }

    /// The item with that number, counted from 1.
    ///
    /// - Throws: `ListError` where there is none.
    public func item(_ number: Int) throws -> TodoItem {
        guard number >= 1, number <= items.count else { throw ListError(number: number, count: items.count) }
        return items[number - 1]
    }

    /// The list as lines of text.
    public var lines: [String] {
        let numbered = items.enumerated().map { "\($0.offset + 1). \($0.element.line)" }
        return (title.isEmpty ? [] : ["\(title):"]) + (numbered.isEmpty ? ["Nothing to do."] : numbered)
    }
}

/// A number that no item has.
public struct ListError: Error, CustomStringConvertible {
    public var number: Int
    public var count: Int

    public var description: String {
        count == 0
            ? "There is no item \(number): the list is empty."
            : "There is no item \(number): the list has 1 to \(count)."
    }
}
