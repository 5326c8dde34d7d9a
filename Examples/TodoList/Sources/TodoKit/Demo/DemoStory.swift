import Foundation
import ModelCore

/// A short story of a list, told in every format that is linked.
public enum DemoStory {
    /// How it went in one format.
    public struct Chapter: Sendable {
        public var format: FileFormat
        public var file: String
        public var bytes = 0
        public var detected: FileFormat?
        public var isEqual = false
        /// What went wrong.
        public var problem: String?
        /// True where the place isn't there that the format keeps things in, such as a secret service.
        public var isSkipped = false

        /// The chapter as a row of a table.
        var cells: [String] {
            [
                format.displayName, file, "\(bytes)", format.isStore ? "none" : detected?.displayName ?? "nothing",
                problem ?? (isEqual ? "equal" : "NOT EQUAL"),
            ]
        }
    }

    /// Tells it in each store that is linked, in a place of this process's own there: others may tell it at the same time.
    public static func tellInStores(_ stores: [FileFormat] = FormatRegistry.current.storeFormats) -> [Chapter] {
        stores.map { tell(inStore: $0.at("todo-demo-\(ProcessInfo.processInfo.processIdentifier)")) }
    }

    static func tell(inStore format: FileFormat) -> Chapter {
        var chapter = Chapter(format: format, file: "none")
        do {
            try TodoList.removeContents(ofStore: format)
            TodoFile.use(try TodoFile(path: nil, format: format))
            let list = try TodoList.shared
            try change(list)
            try list.save()
            TodoFile.use(try TodoFile(path: nil, format: format))
            let reloaded = try TodoList.shared
            chapter.isEqual = reloaded !== list && Snapshot(reloaded) == Snapshot(list)
            try TodoList.removeContents(ofStore: format)
        } catch let error as ModelError where error.code.rawValue == "serviceUnavailable" {
            chapter.isSkipped = true
            chapter.problem = "skipped: \(error.reason)"
        } catch {
            chapter.problem = "\(error)"
        }
        TodoFile.use(TodoFile())
        return chapter
    }

    private static func change(_ list: TodoList) throws {
        list.items.append(TodoItem("Buy bread — 🥖", due: Date(timeIntervalSince1970: 1_798_070_400)))
        list.items.append(TodoItem("Call \"the\" plumber"))
        list.items.append(TodoItem("Mow the lawn & water it"))
        try list.item(3).checked = true
        try list.item(3).priority = 5
        list.items.removeAll { $0.label.hasPrefix("Call") }
    }

    /// Tells it in each linked format that has files.
    public static func tell(in folder: URL) -> [Chapter] {
        FormatRegistry.current.formats.compactMap { format in
            guard let suffix = format.fileExtension else { return nil }
            let file = folder.appendingPathComponent("\(format.rawValue).\(suffix)")
            return TodoPassword.$demo.withValue("the demo's password") { tell(in: file, as: format) }
        }
    }

    static func tell(in url: URL, as format: FileFormat) -> Chapter {
        var chapter = Chapter(format: format, file: url.lastPathComponent)
        do {
            TodoFile.use(try TodoFile(path: url.path, format: format))
            let list = try TodoList.shared
            try change(list)
            try list.save()

            let content = try Data(contentsOf: url)
            chapter.bytes = content.count
            chapter.detected = try FormatRegistry.current.detect(content)
            // As the next start of the program would: the format is not known then, only the file.
            TodoFile.use(try TodoFile(path: url.path, format: nil))
            let reloaded = try TodoList.shared
            chapter.isEqual = reloaded !== list && Snapshot(reloaded) == Snapshot(list) && chapter.detected == format
        } catch {
            chapter.problem = "\(error)"
        }
        TodoFile.use(TodoFile())
        return chapter
    }
}
