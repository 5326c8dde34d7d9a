import Foundation
import ModelCore

/// Lists that the examples of the Objective-C library brought with them, where somebody put them beside the repository.
enum OriginalFiles {
    static let folder = (0..<6).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent() }
        .deletingLastPathComponent().appendingPathComponent("shared/fixtures")

    /// The oldest, an array of texts, and the later ones with classes.
    static let names = [
        "corpora/plist-xml/nicklockwood+CryptoCoding/Examples/TodoList/TodoList.plist",
        "corpora/hrcoder/nicklockwood+BaseModel/Examples/MacHRAutoTodoList/TodoList@4ae2d5c.plist",
        "corpora/hrcoder/nicklockwood+BaseModel/Examples/MacHRAutoTodoList/TodoList@c7e4bf7.plist",
        "golden/BaseModel-BasicTodoList/todolist_keyedarchive.plist",
    ]

    static func lines() -> (lines: [String], hasFailed: Bool) {
        guard FileManager.default.fileExists(atPath: folder.path) else {
            return (["The original's own TodoList.plist isn't here: skipped."], false)
        }
        var hasFailed = false
        let rows = names.map { name in
            let url = folder.appendingPathComponent(name)
            do {
                let format = try FormatRegistry.current.detect(try Data(contentsOf: url))
                let list = try TodoList.load(from: url)
                hasFailed = hasFailed || list.items.isEmpty
                return [url.lastPathComponent, format.displayName, list.items.map(\.label).joined(separator: ", ")]
            } catch let error as ModelError where error.code == .requisiteLibraryMissing {
                return [url.lastPathComponent, error.format?.displayName ?? "", error.reason]
            } catch {
                hasFailed = true
                return [url.lastPathComponent, "", "\(error)"]
            }
        }
        return (["The original's own lists:"] + TextTable.lines(rows), hasFailed)
    }
}
