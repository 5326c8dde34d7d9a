import Foundation
import ModelCore
import Synchronization

/// Where the shared list is kept, and in which format: in a file, unless the format is a store.
public struct TodoFile: Sendable, Hashable {
    /// Absolute, or relative to the application support folder. The same for every format: its content tells which it is.
    public var path = "TodoList.todo"
    public var format = FileFormat.keyedArchive

    public init() {}

    /// - Parameters:
    ///   - path: By default `TodoList.todo` in the application support folder.
    ///   - format: By default the one that the file has already, or a keyed archive.
    /// - Throws: `fileUnreadable`; `unknownFormat` and `requisiteLibraryMissing` for a file that no linked format
    ///   reads.
    public init(path: String?, format: FileFormat?) throws {
        if let path { self.path = URL(fileURLWithPath: path).path }
        if let format, format.isStore {
            // Kept in no file: whatever is there doesn't count.
            _ = try FormatRegistry.current.store(for: format)
            self.format = format
            return
        }
        if let found = try detect() { self.format = found }
        if let format { self.format = format }
        // Said before anything is changed, and not when all is done but the saving.
        _ = try FormatRegistry.current.provider(for: self.format)
    }

    /// The format of the file's content; nil where there is no file.
    public func detect() throws -> FileFormat? {
        guard TodoList.fileExists(atPath: path) else { return nil }
        let folder = URL(fileURLWithPath: TodoList.applicationSupportDirectory.path)
        let url = URL(fileURLWithPath: path, relativeTo: folder)
        do {
            return try FormatRegistry.current.detect(try Data(contentsOf: url))
        } catch var error as ModelError {
            error.file = url.path
            throw error
        } catch {
            throw ModelError(.fileUnreadable, "The file \(url.path) can't be read.")
        }
    }

    private static let place = Mutex(TodoFile())

    /// Where the shared list is kept now.
    public static var current: TodoFile { place.withLock { $0 } }

    /// Keeps the shared list elsewhere: one that is in memory already is forgotten, and the next is loaded from there.
    public static func use(_ file: TodoFile) {
        place.withLock { $0 = file }
        TodoList.setSharedInstance(nil)
    }
}
