import FormatSupport

extension BaseModel {
    /// Saves like ``save()``. If the argument is true, it also overwrites a readable file that another program has
    /// written since this program last loaded or saved the file. Values that only the other program's file contains
    /// are lost.
    ///
    /// - Throws: The errors of ``save()``; `fileChanged` only if the argument is false.
    public func save(overwritingChanges: Bool) throws {
        try SaveFile.$overwritesChanges.withValue(overwritingChanges) { try save() }
    }

    /// The one instance of the class that the whole program shares.
    ///
    /// The instance is made once, when it is first requested, on any thread. It gets the values of ``setUp()``, then
    /// of the ``resourceFile``, then of the ``saveFile`` (or of the store, if ``saveFormat`` is a store). Later
    /// values replace earlier values.
    ///
    /// Request the instance in one isolation only. If the isolation is the main actor, declare the class as
    /// ``MainActorShared``, so that the compiler checks this.
    ///
    /// - Throws: The error of the save file, if it can't be read. Then no instance is made, and the file stays as it
    ///   is. `abstractClass` for `BaseModel` itself; `classMismatch` if the instance that was set isn't of this class
    ///   or a subclass; `wrongIsolation` outside of the main actor if the class is ``MainActorShared``.
    @_disfavoredOverload
    public class var shared: Self {
        get throws {
            try requireIsolation()
            return try sharedInstance()
        }
    }

    /// The shared instance, for a caller in any isolation.
    class func sharedInstance() throws -> Self {
        let instance = try SharedInstances.all.findOrMake(self) {
            try LongWork.run { try loadShared { SharedInstances.all.share($0, as: self) } }
        }
        // A metatype that is only known at run time lets a program set an instance of any class.
        guard let own = instance as? Self else {
            throw ModelError(
                .classMismatch, "The shared instance of \(self) was set to a \(Swift.type(of: instance)).")
        }
        return own
    }

    /// True if the shared instance was made or set. Doesn't make the instance.
    public class var hasSharedInstance: Bool { SharedInstances.all.find(self) != nil }

    /// Makes the shared instance again from its files, and replaces the old instance, as ``setSharedInstance(_:)``
    /// does.
    ///
    /// - Throws: The errors of ``shared``. The old instance then stays.
    @_disfavoredOverload
    public class func reloadSharedInstance() throws {
        try requireIsolation()
        try reloadShared()
    }

    /// Reloads the shared instance, for a caller in any isolation.
    class func reloadShared() throws {
        var old: BaseModel?
        let new = try LongWork.run {
            try loadShared {
                old = SharedInstances.all.replace(self, with: $0)
                return true
            }
        }
        SharedInstanceUpdate(type: self, old: old, new: new).announce()
    }

    /// Loads an instance from the class's store or save file, and passes it to `share`. Makes a new instance if nothing
    /// was saved.
    ///
    /// - Parameter share: Makes the loaded instance the shared instance. Returns false if there already is another
    ///   shared instance.
    private class func loadShared(_ share: (Self) -> Bool) throws -> Self {
        if saveFormat.isStore {
            let saved = try saved(inStore: saveFormat)
            try LongWork.requireWhole()
            let instance = try saved ?? instance()
            _ = share(instance)
            return instance
        }
        let path = try AppFolder.path(saveFile, orThrow: .fileUnreadable)
        func read() throws -> (Self, FileStamp?) {
            let content: ModelFile.Content
            do {
                content = try ModelFile.content(of: path, resources: resourceFolder)
            } catch let error as ModelError where error.code == .fileMissing && error.file == path {
                // Nothing was saved yet.
                return (try instance(), nil)
            }
            // The instance may be of a subclass, if one was set and saved.
            let saved = try instance(of: content.data, at: path, root: self)
            let stamp = FileStamp(content.look, content.data)
            try LongWork.requireWhole()
            return (saved, stamp)
        }
        return try SaveFile.of(self).load(path, read, share: share)
    }

    class func replaceShared(with instance: BaseModel?) {
        let old = SharedInstances.all.replace(self, with: instance)
        SharedInstanceUpdate(type: self, old: old, new: instance).announce()
    }

    func saveSharedInstance() throws {
        try LongWork.run {
            guard let type = classItIsSharedBy else {
                throw ModelError(
                    .notSaveable,
                    """
                    Only the shared instance of \(Swift.type(of: self)) has a file. Override save(), or use \
                    write(toFile:).
                    """
                )
            }
            if type.saveFormat.isStore {
                try requireClass(type)
                return try write(toStore: type.saveFormat)
            }
            let known = SaveFile.of(type)
            let path = try AppFolder.path(type.saveFile, orThrow: .fileUnwritable)
            let format = try FormatRegistry.current.requiredFormat(for: type) ?? type.saveFormat
            let (content, provider) = try ModelFile.encode(
                for: path, as: format, decodeOld: type.oldContentDecoder
            ) { provider in
                // A plain file doesn't name the class of its root. An instance of a subclass would be read as one of this
                // class, and lose its other properties.
                if !provider.capabilities(of: format).contains(.classes) { try requireClass(type) }
                return try provider.encode(root: self, expected: type, as: format)
            }
            try known.write(content, to: path, isConfidential: provider.isConfidential(format)) {
                try type.requireReplaceable($0, at: path)
            }
        }
    }

    private func requireClass(_ expected: BaseModel.Type) throws {
        guard type(of: self) == expected else {
            throw ModelError(
                .notSaveable, "It is of class \(type(of: self)), and the format can't tell that from a \(expected).")
        }
    }

    /// The class whose shared instance this is: the instance's own class, or a superclass for which it was set.
    private var classItIsSharedBy: BaseModel.Type? {
        var next: ModelClass? = ModelClass.of(type(of: self))
        while let current = next {
            if SharedInstances.all.find(current.type) === self { return current.type }
            next = current.superclass
        }
        return nil
    }

    /// Throws if the class can't read a file's content, or if the file belongs to another class. Saving would destroy
    /// the content.
    private class func requireReplaceable(_ content: Data, at path: String) throws {
        do {
            let root = try FileContent.decode(content, at: path, root: self) { _, error in
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
}

// These aren't class methods: only a protocol's extension can require that the instance is of the class itself.
extension ModelValue where Self: BaseModel {
    /// Replaces the shared instance, or frees it.
    ///
    /// Code that still refers to the old instance is notified by ``BaseModel/sharedInstanceDidChange`` and
    /// ``BaseModel/sharedInstanceUpdates``.
    public static func setSharedInstance(_ instance: Self?) {
        replaceShared(with: instance)
    }
}
