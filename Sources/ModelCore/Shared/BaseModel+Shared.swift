import Foundation

extension BaseModel {
    /// Saves as ``save()`` does, but where true also over a readable file that another program has written since it was
    /// last loaded or saved here. What only that program's file holds is lost.
    ///
    /// - Throws: As ``save()``, but for `fileChanged`.
    public func save(overwritingChanges: Bool) throws {
        try SaveFile.$overwritesChanges.withValue(overwritingChanges) { try save() }
    }

    /// The one instance of the class that the whole program shares.
    ///
    /// Made when it is first asked for, once, on whatever thread: with ``setUp()``, then the ``resourceFile``, then the
    /// ``saveFile`` (or what the store holds, where ``saveFormat`` is one), each laid over what is there.
    ///
    /// - Throws: What is wrong with the save file, if there is one: then no instance is made, and the file is left
    ///   alone. `abstractClass` for `BaseModel` itself; `classMismatch` where an instance of a class that isn't this
    ///   one or below it was set.
    public class var shared: Self {
        get throws {
            let instance = try SharedInstances.all.findOrMake(self) {
                try loadShared { SharedInstances.all.share($0, as: self) }
            }
            // Through a metatype that is only known while the program runs, one of any class may have been set.
            guard let own = instance as? Self else {
                throw ModelError(
                    .classMismatch, "The shared instance of \(self) was set to a \(Swift.type(of: instance)).")
            }
            return own
        }
    }

    /// True where the shared instance was made or set. Doesn't make it.
    public class var hasSharedInstance: Bool { SharedInstances.all.find(self) != nil }

    /// Makes the shared instance anew from its files and puts it in the old one's place, as ``setSharedInstance(_:)``
    /// does.
    ///
    /// - Throws: As ``shared``; then the old one stays.
    public class func reloadSharedInstance() throws {
        var old: BaseModel?
        let new = try loadShared {
            old = SharedInstances.all.replace(self, with: $0)
            return true
        }
        SharedInstanceUpdate(type: self, old: old, new: new).announce()
    }

    /// - Parameter share: Makes what was read the shared instance. Returns false where another one is.
    private class func loadShared(_ share: (Self) -> Bool) throws -> Self {
        let known = ModelClass.of(self).cache.part(SaveFile.self)
        if saveFormat.isStore {
            // Until it has been read again: what is there by now may be something else.
            known.store = nil
            let saved = try saved(inStore: saveFormat)
            known.store = saveFormat
            let instance = try saved ?? instance()
            _ = share(instance)
            return instance
        }
        let path = AppFolder.resolve(saveFile)
        func read() throws -> (Self, FileStamp?) {
            let content: ModelFile.Content
            do {
                content = try ModelFile.content(of: path, bundle: resourceBundle)
            } catch let error as ModelError where error.code == .fileMissing && error.file == path {
                // Nothing was saved yet.
                return (try instance(), nil)
            }
            // Also of a subclass, as it was set and saved.
            let saved = try instance(of: content.data, at: path, root: self)
            return (saved, FileStamp(content.look, content.data))
        }
        return try known.load(path, read, share: share)
    }

    fileprivate class func replaceShared(with instance: BaseModel?) {
        let old = SharedInstances.all.replace(self, with: instance)
        SharedInstanceUpdate(type: self, old: old, new: instance).announce()
    }

    func saveSharedInstance() throws {
        guard let type = classItIsSharedBy else {
            throw ModelError(
                .notSaveable,
                """
                Only the shared instance of \(Swift.type(of: self)) has a file. Override save(), or use \
                write(toFile:).
                """
            )
        }
        let known = ModelClass.of(type).cache.part(SaveFile.self)
        if type.saveFormat.isStore {
            try requireClass(type)
            if known.store != type.saveFormat { try type.requireReadableStore() }
            try write(toStore: type.saveFormat)
            known.store = type.saveFormat
            return
        }
        let path = AppFolder.resolve(type.saveFile)
        let format = try FormatRegistry.current.requiredFormat(for: type) ?? type.saveFormat
        let (content, provider) = try ModelFile.encode(
            for: path, as: format, reread: type.rereading
        ) { encoder in
            // A plain file doesn't name the class of its root: an instance of a subclass would come back as less than
            // it is.
            if !encoder.capabilities.contains(.classes) { try requireClass(type) }
            try encoder.encodeObject(self, expected: type)
        }
        try known.write(content, to: path, isConfidential: provider.isConfidential(format)) {
            try type.requireReplaceable($0, at: path)
        }
    }

    private func requireClass(_ expected: BaseModel.Type) throws {
        guard type(of: self) == expected else {
            throw ModelError(
                .notSaveable, "It is of class \(type(of: self)), and the format can't tell that from a \(expected).")
        }
    }

    /// The class whose shared instance this is: its own, or a superclass that it was set for.
    private var classItIsSharedBy: BaseModel.Type? {
        var next: ModelClass? = ModelClass.of(type(of: self))
        while let current = next {
            if SharedInstances.all.find(current.type) === self { return current.type }
            next = current.superclass
        }
        return nil
    }

    /// Throws where the class can't read a file's content, or it is another class's: saving would destroy it.
    private class func requireReplaceable(_ content: Data, at path: String) throws {
        do {
            let root = try ModelFile.decode(content, at: path, root: self) { _, error in
                throw error
            } read: {
                try $0.decodeDocument().root
            }
            guard root.kind == .object || root.kind == .dictionary else {
                throw ModelError(.classMismatch, "It holds a value of kind \(root.kind.rawValue), and no object.")
            }
            if let name = root.className {
                let found = try ClassRegistry.current.type(named: name)
                let isOwn = found.map { ModelClass.of($0).inherits(from: self) } ?? false
                guard isOwn || name == ModelClass.of(self).name else {
                    throw ModelError(.classMismatch, "It holds an object of class \(name).")
                }
            }
            _ = try instance(of: content, at: path, root: self)
        } catch {
            var refusal = ModelError(wrapping: error).inFile(path)
            if refusal.code != .requisiteLibraryMissing, refusal.code != .classMismatch {
                refusal.code = .fileUnreadable
            }
            refusal.reason += " It isn't overwritten: move or remove it first."
            throw refusal
        }
    }

    /// Throws where the class can't read what the store holds of it.
    private class func requireReadableStore() throws {
        do {
            _ = try saved(inStore: saveFormat)
        } catch {
            var refusal = ModelError(wrapping: error)
            // A store that can't be reached, or isn't linked, is another matter.
            if Self.contentCodes.contains(refusal.code) { refusal.code = .fileUnreadable }
            refusal.reason += " Nothing is overwritten."
            throw refusal
        }
    }

    private static let contentCodes: Set<ModelError.Code> = [
        .corruptData, .unknownFormat, .newerVersion, .typeMismatch, .outOfRange, .duplicateKey, .unknownClass,
        .classMismatch,
        .duplicateClass, .depthExceeded, .nodesExceeded, .bytesExceeded, .underlying,
    ]
}

// Here, and not in the class, because only a protocol's extension may say that the instance has the class itself.
extension ModelValue where Self: BaseModel {
    /// Puts another instance in the place of the shared one, or frees it.
    ///
    /// Whoever holds the old one must be told: see ``BaseModel/sharedInstanceDidChange`` and
    /// ``BaseModel/sharedInstanceUpdates``.
    public static func setSharedInstance(_ instance: Self?) {
        replaceShared(with: instance)
    }
}
