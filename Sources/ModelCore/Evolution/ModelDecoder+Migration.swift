// Objects of older versions of their classes.

extension ModelDecoder {
    /// - Parameter types: Returns the program's type for an object, and the types in its hierarchy that have a
    ///   version.
    func migrate(
        _ expected: ObjectIdentifier, mayDiffer: Bool = false,
        _ types: (ModelDocument) -> (own: any KeyedType, versioned: [any KeyedType])?
    ) throws {
        if cursor.holdsInstances, try !expandOlder(types) { return }
        guard let found = cursor.container, !cursor.moveToMigrated() else { return }
        let given = found[VersionKey.text]
        guard case (let own, var versioned)? = types(found), given != nil || !versioned.isEmpty else {
            // Other objects with the same keys may be of another class, because of their tags.
            return mayDiffer ? () : cursor.setCurrent(expected)
        }
        if versioned.count == 1, versioned[0] === own, own.version == given?.intValue { return }
        var versions = try versions(given, of: own, versioned)
        cursor.makeContentUnique()
        var document = cursor.container ?? found
        let place = document.rootIndex
        let first = versioned.first { versions.of($0) < $0.version ?? 1 }
        // Edits apply to this object alone, and need no copy of all values.
        document.content.isEditedWhileShared = true
        cursor.content.redefined = []
        defer { cursor.content.isEditedWhileShared = false }
        do {
            // A step may give the object another class. The steps of that class come next.
            while let step = versioned.first(where: { versions.of($0) < $0.version ?? 1 }) {
                try step.step(&document, from: versions.of(step))
                versions.numbers[ObjectIdentifier(step)] = versions.of(step) + 1
                versioned = types(document)?.versioned ?? []
            }
            if let type = types(document)?.own { try move(&document, of: type, beyond: found) }
        } catch {
            throw ModelError(wrapping: error).at(location)
        }
        try requireUnread(cursor.content.redefined, besides: cursor.content.number(at: place), own)
        cursor.replaceContainer(at: place, with: document)
        if let first { noteSteps(of: first, place) }
    }

    /// Notes that migration steps of a type made the container at the position from the container at an index.
    private func noteSteps(of type: any KeyedType, _ old: Int) {
        // A value without an offset doesn't come from a file.
        guard cursor.offset(of: old) != nil else { return }
        let steps =
            context.part(MigratedObjects.self)
            ?? {
                let made = MigratedObjects()
                context.keep(made)
                return made
            }()
        steps.titles[cursor.index] = type.title
    }

    /// The migration steps that have made a container; nil if no step has made it.
    func steps(of index: Int) -> MigrationSteps? {
        guard let title = context.part(MigratedObjects.self)?.titles[index] else { return nil }
        return MigrationSteps(
            title: title, object: ModelDocument.Value(document: ModelDocument(cursor.content), index: index))
    }

    /// Expands a dictionary that was made from a file's object, with all its contents, if it or its class has a
    /// version.
    ///
    /// - Returns: False for a dictionary that needs no migration.
    private func expandOlder(
        _ types: (ModelDocument) -> (own: any KeyedType, versioned: [any KeyedType])?
    ) throws -> Bool {
        guard context.conventions.origin == .dictionaryOfFile else { return false }
        guard let dictionary = cursor.givenDictionary else { return true }
        guard dictionary[VersionKey.text] != nil || types(ModelDocument(.null))?.versioned.isEmpty == false else {
            return false
        }
        try cursor.expandAll()
        return true
    }

    /// Moves a value that a step has stored under a property's name to the property's key path in the format, so that
    /// the class needn't know the key path.
    ///
    /// - Parameter before: The object before the migration.
    private func move(_ document: inout ModelDocument, of type: any KeyedType, beyond before: ModelDocument) throws {
        let modelClass = type as? ModelClass
        let found =
            try modelClass.map { try context.keys(of: $0.type) }
            ?? type.keys(for: format, style: context.conventions.keyStyle)
        // Most classes have each property under its own name.
        guard let keys = found else { return }
        let given = Set(before.root.keys)
        for name in document.root.keys where !given.contains(name) && !keys.readKeys.contains(name) {
            guard let way = keys.entry(named: name)?.place, way != MappedClass.unusedKeyPath(name),
                case let place = ModelPath(way.map { .key($0) }), let value = document[name]
            else { continue }
            let moved = ModelDocument(value)
            try document.removeValue(at: [.key(name)])
            try document.set(moved, at: place)
        }
    }

    /// Throws an error if a migration step has changed an object from which a model was already made. This happens if
    /// another property also refers to the object. The model would lack the change.
    private func requireUnread(_ changed: [Int], besides own: Int?, _ type: any KeyedType) throws {
        guard changed.contains(where: { $0 != own && context.objects.object(for: $0) != nil }) else { return }
        throw error(
            .invalidCoding,
            """
            A step of the \(type.title) to a newer version changes another object, which the file leads to before and \
            which was read as it was: let that object's own class change it.
            """)
    }

    /// The program's class for an object. Nil if there is no such class: the decoding of the object then throws the
    /// error.
    func classInProgram(of object: ModelDocument, _ expected: BaseModel.Type) -> ModelClass? {
        let codedClass =
            object.root.codedClass ?? (try? context.lateClass(at: object.rootIndex, of: object.content))
        if codedClass == nil, expected == BaseModel.self { return nil }
        let isChanging = cursor.content.isEditedWhileShared
        let tagged = try? taggedClass(of: object.root, named: codedClass, expected: expected, isOnlyName: isChanging)
        // The program doesn't know the versions of a class that it doesn't know.
        if let tagged { return tagged.isKept ? nil : tagged.modelClass }
        guard let codedClass else { return ModelClass.of(expected) }
        guard let found = try? context.classes.modelClass(for: codedClass, expected: expected),
            !context.classes.isKept(codedClass)
        else { return nil }
        return found
    }

    /// The versions of an object.
    private func versions(
        _ given: ModelDocument.Value?, of own: any KeyedType, _ versioned: [any KeyedType]
    ) throws -> ModelVersions {
        var found = ModelVersions()
        guard let given else { return found }
        func note(_ value: ModelDocument.Value, of type: (any KeyedType)?, _ name: String) throws {
            guard let number = value.intValue, number >= 1 else {
                throw error(.typeMismatch, "The version of an object is a number from 1 on.")
            }
            guard number <= type?.version ?? 1 else {
                let known = type?.version.map { "version \($0)" } ?? "no version"
                // The version isn't as the library writes it, so a person has probably written it.
                let hint =
                    type?.version == nil ? versioned.first.map { #" Did you mean {"\#($0.name)": \#(number)}?"# } : nil
                throw error(
                    .newerVersion,
                    "The file has version \(number) of \(name), and this program knows \(known) of it.\(hint ?? "")")
            }
            if let type { found.numbers[ObjectIdentifier(type)] = number }
        }
        // Very many objects may share one dictionary of versions.
        try context.count(given.count)
        guard given.kind == .dictionary else {
            try note(given, of: own, own.name)
            return found
        }
        for (name, version) in given.properties {
            let type =
                versioned.first { $0.name == name }
                ?? versioned.first { type in
                    (type as? ModelClass).map { ClassRegistry.current.names(of: $0.type).contains(name) } ?? false
                }
            try note(version, of: type, name)
        }
        return found
    }
}

extension DocumentCursor {
    /// Moves to a document's container, which replaces the container at an index.
    mutating func replaceContainer(at old: Int, with document: ModelDocument) {
        var new = document.rootIndex
        if document.content !== content {
            // The step has put another document in its place.
            new = content.append(copyOf: document)
            if content.word(at: old).isShared, let number = content.number(at: old) {
                _ = content.share(new)
                content.redefine(number, at: new)
            }
        }
        if new != old { slot = new }
        migrated[old] = new
        migrated[new] = new
    }

    /// Moves to the container that a migration has made of the container at the position. Returns false if the
    /// container wasn't migrated. If many references point to a collection, this is called as often for each container
    /// in it.
    mutating func moveToMigrated() -> Bool {
        let index = index
        guard let new = migrated[index] else { return false }
        if new != index { slot = new }
        return true
    }
}
