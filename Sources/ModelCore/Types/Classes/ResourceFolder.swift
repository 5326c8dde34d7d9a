import Documents
import FormatSupport
import Synchronization

/// A folder in which resource files are searched before the bundle of their class. The folder is used in a task and
/// in the tasks that it starts.
final class ResourceFolder: Sendable {
    private let path: String
    private let files = ConcurrentCache<ObjectIdentifier, ResourceFile>(lists: 1)

    @TaskLocal private static var ofTask: ResourceFolder?
    /// True if the program has ever used a resource folder. New instances look up their task's folder only if this is
    /// true.
    private static let exists = Atomic(false)

    init(_ path: String) {
        self.path = path
        Self.exists.store(true, ordering: .releasing)
    }

    /// The folder of the current task; nil if the task has no folder.
    static var current: ResourceFolder? { exists.load(ordering: .acquiring) ? ofTask : nil }

    /// Runs `body` with a folder as ``current``. Nil: keeps the current folder.
    static func with<Result>(_ folder: ResourceFolder?, _ body: () throws -> Result) rethrows -> Result {
        guard let folder else { return try body() }
        return try $ofTask.withValue(folder, operation: body)
    }

    static func with<Result>(
        _ folder: ResourceFolder?, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async rethrows -> Result {
        guard let folder else { return try await body() }
        return try await $ofTask.withValue(folder, operation: body)
    }

    /// The resource file of a class, as the task sees it.
    func file(of type: BaseModel.Type) -> ResourceFile { files.value(for: ObjectIdentifier(type)) { ResourceFile() } }

    /// The path of a file in the folder; nil if the folder has no file with this name.
    func path(of name: String) -> String? {
        guard !name.hasPrefix("/"), FileStore.exists(path + "/" + name) else { return nil }
        return path + "/" + name
    }
}
