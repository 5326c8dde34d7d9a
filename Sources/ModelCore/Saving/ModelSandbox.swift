import Documents
import FormatSupport

/// The folders, shared instances and stores in which an app keeps its data, for a task and the tasks that it starts.
/// Other code doesn't see them.
///
/// With sandboxes, tests of an app can run at the same time, and leave no files: ModelTesting has a trait for this.
///
/// ```swift
/// try ModelSandbox(folder: temporaryFolder).run {
///     try Library.shared.save()           // in temporaryFolder
/// }
/// ```
///
/// The folders of the app and of its user are inside ``folder``. Relative paths, and paths that begin with `~`, refer
/// to files inside it, too. Absolute paths are used as they are. A detached task, and a thread that the program
/// starts, are outside the sandbox.
public final class ModelSandbox: Sendable {
    /// The folder that contains all folders of the sandbox.
    public let folder: URL
    /// The folder in which resource files are searched before the bundle of their class; nil for no such folder.
    public let resourcesDirectory: URL?
    private let stores: [any StoreProvider]
    private let standIn: (@Sendable (any StoreProvider) -> any StoreProvider)?
    private let resources: ResourceFolder?

    let instances = SharedInstances()
    private let saveFiles = ConcurrentCache<ObjectIdentifier, SaveFile>(lists: 1)

    @TaskLocal private static var inner: ModelSandbox?

    /// The sandbox of the current task; nil outside of all sandboxes.
    public static var current: ModelSandbox? { inner }

    /// Makes a sandbox. Its folders are made when a file is first written there, and the library never removes them.
    ///
    /// - Parameters:
    ///   - folder: The folder that contains all folders of the sandbox.
    ///   - resourcesDirectory: The folder in which resource files are searched before the bundle of their class.
    ///   - stores: Stores that replace stores which the program has registered before.
    public init(folder: URL, resourcesDirectory: URL? = nil, stores: [any StoreProvider] = []) {
        (self.folder, self.resourcesDirectory, self.stores, standIn) = (folder, resourcesDirectory, stores, nil)
        resources = resourcesDirectory.map { ResourceFolder($0.path) }
    }

    /// Makes a sandbox that also replaces stores that are registered inside it. Other sandboxes do so only if a
    /// sandbox around them does.
    ///
    /// - Parameters:
    ///   - folder: The folder that contains all folders of the sandbox.
    ///   - resourcesDirectory: The folder in which resource files are searched before the bundle of their class.
    ///   - stores: Stores that replace stores which the program has registered before.
    ///   - standIn: Returns the store to use in place of a store that is registered in the sandbox. Not called for a
    ///     store whose formats a store in `stores` serves.
    public init(
        folder: URL, resourcesDirectory: URL? = nil, stores: [any StoreProvider] = [],
        standIn: @escaping @Sendable (any StoreProvider) -> any StoreProvider
    ) {
        (self.folder, self.resourcesDirectory, self.stores) = (folder, resourcesDirectory, stores)
        self.standIn = standIn
        resources = resourcesDirectory.map { ResourceFolder($0.path) }
    }

    /// Runs `body` in the sandbox.
    public func run<Result>(_ body: () throws -> Result) rethrows -> Result {
        try Self.$inner.withValue(self) {
            try ResourceFolder.with(resources) { try FormatRegistry.withFormats(formats, body) }
        }
    }

    /// Runs asynchronous `body` in the sandbox.
    public func run<Result>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async rethrows -> Result {
        try await Self.$inner.withValue(self) {
            try await ResourceFolder.with(resources, isolation: isolation) {
                try await FormatRegistry.withFormats(formats, isolation: isolation, body)
            }
        }
    }

    private var formats: FormatRegistry {
        var formats = FormatRegistry.current
        let outer = formats.standIn
        formats.standIn = nil
        for store in stores { formats.replace(with: store) }
        formats.standIn = standIn ?? outer
        return formats
    }

    /// The state of a class's save file in the sandbox.
    func saveFile(of type: BaseModel.Type) -> SaveFile {
        saveFiles.value(for: ObjectIdentifier(type)) { SaveFile() }
    }
}
