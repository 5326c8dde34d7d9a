import Foundation
import Synchronization

/// The file that is laid over every instance of one class: found and read once.
final class ResourceFile: ModelClassPart {
    private enum State {
        case unknown
        case none
        case content(Data)
        case failed(ModelError)
    }

    private let state = Mutex(State.unknown)
    /// The classes whose resource file is being laid over an instance by this task.
    @TaskLocal private static var applying: Set<ObjectIdentifier> = []

    /// True while this task lays such a file over an instance.
    fileprivate static var isApplying: Bool { !applying.isEmpty }

    /// Lays the file over a fresh instance.
    func apply(to model: BaseModel) {
        let type = type(of: model)
        // An instance of the same class inside the file would need the file again, without end.
        guard !Self.applying.contains(ObjectIdentifier(type)), case .content(let content) = load(for: type) else {
            return
        }
        do {
            try Self.$applying.withValue(Self.applying.union([ObjectIdentifier(type)])) {
                try model.fill(fromContent: content, at: type.resourceFile ?? "")
            }
        } catch {
            state.withLock { $0 = .failed(ModelError(wrapping: error).inFile(type.resourceFile)) }
        }
    }

    /// True where the class has such a file, usable or not.
    func exists(for modelClass: ModelClass) -> Bool {
        if case .none = load(for: modelClass.type) { return false } else { return true }
    }

    /// Why the file can't be used; nil where there is none, or it can.
    func error(for type: BaseModel.Type) -> ModelError? {
        if case .failed(let error) = load(for: type) { return error } else { return nil }
    }

    private func load(for type: BaseModel.Type) -> State {
        let known = state.withLock { $0 }
        if case .unknown = known {} else { return known }
        let found = Self.read(for: type)
        state.withLock { $0 = found }
        if case .none = found { ModelClass.of(type).knowsNoResource.store(true, ordering: .releasing) }
        return found
    }

    private static func read(for type: BaseModel.Type) -> State {
        guard let name = type.resourceFile else { return .none }
        let path: String
        if name.hasPrefix("/") {
            path = name
        } else if let folder = type.resourceBundle.resourcePath {
            path = (folder as NSString).appendingPathComponent(name)
        } else {
            return name == type.usualResourceFile
                ? .none : .failed(ModelError(.fileMissing, "There is no such file.").inFile(name))
        }
        do {
            return .content(try FileStore.read(path))
        } catch let error where error.code == .fileMissing && name == type.usualResourceFile {
            return .none
        } catch {
            return .failed(error)
        }
    }
}

extension ModelClass {
    /// The class's file; nil where it is known that there is none, as for most classes.
    fileprivate var resource: ResourceFile? {
        knowsNoResource.load(ordering: .acquiring) ? nil : cache.part(ResourceFile.self)
    }

    /// True where the class has a resource file, usable or not.
    var hasResource: Bool { resource?.exists(for: self) ?? false }
}

extension BaseModel {
    /// True while this task lays a resource file over an instance.
    static var isLayingResourceFile: Bool { ResourceFile.isApplying }

    func applyResourceFile() { ModelClass.of(type(of: self)).resource?.apply(to: self) }

    /// Throws why the resource file couldn't be laid over this instance, which may have part of it: what is wrong in a
    /// file only shows when it is laid over the first one.
    func requireResource() throws {
        if let error = type(of: self).resourceError { throw error }
    }

    /// Why the class's resource file couldn't be laid over its instances; nil where it could, or there is none.
    public class var resourceError: ModelError? { ModelClass.of(self).resource?.error(for: self) }

    /// Throws what keeps instances of the class from being what they should be.
    class func requireUsable() throws {
        try requireConcrete()
        if let error = resourceError { throw error }
    }
}
