import Documents
import FormatSupport
import Foundation
import Synchronization

/// The places where an app keeps its data, for a task and the tasks that it starts: folders, shared instances and stores
/// that nobody else sees.
///
/// Tests of an app run side by side in sandboxes, and leave nothing: ModelTesting has a trait for that.
///
/// ```swift
/// try ModelSandbox(folder: temporaryFolder).run {
///     try Library.shared.save()           // in temporaryFolder
/// }
/// ```
///
/// The folders of the app and of its user are inside ``folder``, and so is what a relative path or one that begins with
/// `~` leads to. Absolute paths lead where they say. A detached task, and a thread that the program starts, are outside.
public final class ModelSandbox: Sendable {
    /// The folder in which all the others are.
    public let folder: URL
    /// The folder in which resource files are looked for, before the bundle of their class; nil if there is none.
    public let resourcesDirectory: URL?
    private let stores: [any StoreProvider]

    let instances = SharedInstances()
    private let saveFiles = ConcurrentCache<ObjectIdentifier, SaveFile>(lists: 1)
    private let resourceFiles = ConcurrentCache<ObjectIdentifier, ResourceFile>(lists: 1)

    @TaskLocal private static var inner: ModelSandbox?

    /// The sandbox of the task; nil outside of all.
    public static var current: ModelSandbox? { inner }

    /// True if some sandbox has resource files of its own. New instances only ask their task then.
    private static let haveResources = Atomic(false)

    /// Makes a sandbox. Its folders are made when something is first written there, and nothing removes them.
    ///
    /// - Parameters:
    ///   - folder: The folder in which all the others are.
    ///   - resourcesDirectory: The folder in which resource files are looked for, before the bundle of their class.
    ///   - stores: Stores in the place of those that the program links.
    public init(folder: URL, resourcesDirectory: URL? = nil, stores: [any StoreProvider] = []) {
        self.folder = folder
        self.resourcesDirectory = resourcesDirectory
        self.stores = stores
        if resourcesDirectory != nil { Self.haveResources.store(true, ordering: .releasing) }
    }

    /// Runs `body` in the sandbox.
    public func run<Result>(_ body: () throws -> Result) rethrows -> Result {
        try Self.$inner.withValue(self) { try FormatRegistry.withFormats(formats, body) }
    }

    /// Runs asynchronous `body` in the sandbox.
    public func run<Result>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async rethrows -> Result {
        try await Self.$inner.withValue(self) {
            try await FormatRegistry.withFormats(formats, isolation: isolation, body)
        }
    }

    private var formats: FormatRegistry {
        var formats = FormatRegistry.current
        for store in stores { formats.replace(with: store) }
        return formats
    }

    /// What is known of the save file of a class.
    func saveFile(of type: BaseModel.Type) -> SaveFile {
        saveFiles.value(for: ObjectIdentifier(type)) { SaveFile() }
    }

    /// The sandbox of the task, if it has resource files of its own.
    static var ofResources: ModelSandbox? {
        guard haveResources.load(ordering: .acquiring), let sandbox = inner, sandbox.resourcesDirectory != nil else {
            return nil
        }
        return sandbox
    }

    func resourceFile(of type: BaseModel.Type) -> ResourceFile {
        resourceFiles.value(for: ObjectIdentifier(type)) { ResourceFile() }
    }

    /// The path of a resource file that the sandbox has; nil if it has none of that name.
    func resource(named name: String) -> String? {
        guard !name.hasPrefix("/"), let path = resourcesDirectory?.appendingPathComponent(name).path else { return nil }
        return FileStore.exists(path) ? path : nil
    }
}
