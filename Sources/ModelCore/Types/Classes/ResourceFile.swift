import FormatSupport
import Synchronization

/// The resource file whose values every new instance of one class gets. The file is found and read once.
final class ResourceFile: ModelClassPart {
    private enum State {
        case unknown
        case none
        case content(Data)
        case failed(ModelError)
    }

    private let state = Mutex(State.unknown)
    /// The classes whose resource file this task is applying to an instance. Task-local, because the program's own
    /// `init()`s run in between.
    @TaskLocal private static var applying: Set<ObjectIdentifier> = []

    /// Overlays the file on a new instance.
    func apply(to model: BaseModel) {
        let type = type(of: model)
        // An instance of the same class inside the file would need the file again, without end.
        guard !Self.applying.contains(ObjectIdentifier(type)), case .content(let content) = load(for: type) else {
            return
        }
        do {
            // The state is that of the class, and not of a task.
            try LongWork.steadily {
                try Self.$applying.withValue(Self.applying.union([ObjectIdentifier(type)])) {
                    _ = try model.fill(fromContent: content, at: type.resourceFile ?? "", for: .defaults)
                }
            }
        } catch {
            state.withLock { $0 = .failed(ModelError(wrapping: error).inFile(type.resourceFile)) }
        }
    }

    /// True if the class has a resource file, even a file that can't be used.
    func exists(for modelClass: ModelClass) -> Bool {
        if case .none = load(for: modelClass.type) { return false } else { return true }
    }

    /// The error for which the file can't be used. Nil if there is no file, or if the file can be used.
    func error(for type: BaseModel.Type) -> ModelError? {
        if case .failed(let error) = load(for: type) { return error } else { return nil }
    }

    private func load(for type: BaseModel.Type) -> State {
        let known = state.withLock { $0 }
        if case .unknown = known {} else { return known }
        let found = Self.read(for: type)
        state.withLock { $0 = found }
        if case .none = found, ResourceFolder.current == nil {
            ModelClass.of(type).knowsNoResource.store(true, ordering: .releasing)
        }
        return found
    }

    private static func read(for type: BaseModel.Type) -> State {
        guard let name = type.resourceFile else { return .none }
        let path: String
        if let own = ResourceFolder.current?.path(of: name) {
            path = own
        } else if name.hasPrefix("/") {
            path = name
        } else if let folder = type.resourceFolder {
            path = PathText.appending(name, to: folder)
        } else {
            return name == type.usualResourceFile
                ? .none : .failed(ModelError(.fileMissing, "There is no such file.").inFile(name))
        }
        do {
            return .content(try LongWork.steadily { () throws(ModelError) in try FileStore.read(path) })
        } catch let error where error.code == .fileMissing && name == type.usualResourceFile {
            return .none
        } catch {
            return .failed(error)
        }
    }
}

extension ModelClass {
    /// The class's resource file. Nil if the class is known to have none, as most classes are.
    fileprivate var resource: ResourceFile? {
        if let folder = ResourceFolder.current { return folder.file(of: type) }
        return knowsNoResource.load(ordering: .acquiring) ? nil : parts.part(ResourceFile.self)
    }

    /// True if the class has a resource file, even a file that can't be used.
    var hasResource: Bool { resource?.exists(for: self) ?? false }
}

extension BaseModel {
    func applyResourceFile() { ModelClass.of(type(of: self)).resource?.apply(to: self) }

    /// Throws the error if the resource file couldn't be applied to this instance. The instance may then have some of
    /// the file's values. An error in the file only occurs when the file is applied to the first instance.
    func requireResource() throws {
        if let error = type(of: self).resourceError { throw error }
    }

    /// The error for which the class's resource file couldn't be applied to its instances. Nil if the file was
    /// applied, or if there is no file.
    public class var resourceError: ModelError? { ModelClass.of(self).resource?.error(for: self) }

    /// Throws if the class is abstract, or its resource file can't be used.
    package class func requireUsable() throws {
        try requireConcrete()
        if let error = resourceError { throw error }
    }
}
