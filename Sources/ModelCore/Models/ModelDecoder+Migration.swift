// Objects of older versions of their classes.

extension ModelDecoder {
    /// Enters the object, or the dictionary, at the position, of which a model is made, and which is brought to the
    /// version of its class before.
    ///
    /// - Parameter expected: The class that it has where the file doesn't say.
    /// - Throws: `newerVersion`; what the class's ``BaseModel/migrate(_:from:)`` throws.
    func beginModel(expected: BaseModel.Type) throws -> CodedClass? {
        if !cursor.isCurrent(expected) { try migrate(expected: expected) }
        return try beginObject()
    }

    /// Brings the object at the position to the version of its class.
    @inline(never)
    func migrate(expected: BaseModel.Type) throws {
        guard !cursor.holdsInstances, let found = cursor.container, !cursor.migrated.contains(found.rootIndex) else {
            return
        }
        let given = found[ModelVersions.keyText]
        guard let own = classInProgram(of: found, expected), case var classes = own.versionedClasses,
            given != nil || !classes.isEmpty
        else { return cursor.setCurrent(expected) }
        if classes.count == 1, classes[0] === own, own.version == given?.intValue { return }
        var versions = try versions(given, of: own, classes)
        cursor.own()
        var document = cursor.container ?? found
        let place = document.rootIndex
        // Edits are for this object alone, and cost no copy of all.
        document.content.isOnlyAppended = true
        defer { cursor.content.isOnlyAppended = false }
        // A step may give the object another class, which has steps of its own.
        while let step = classes.first(where: { versions.of($0) < $0.version ?? 1 }) {
            do {
                try step.type.migrate(&document, from: versions.of(step))
            } catch {
                throw ModelError(wrapping: error).at(location)
            }
            versions.numbers[ObjectIdentifier(step)] = versions.of(step) + 1
            classes = classInProgram(of: document, expected)?.versionedClasses ?? []
        }
        cursor.replaceContainer(at: place, with: document)
    }

    /// The program's class for an object; nil where there is none, which is told elsewhere.
    private func classInProgram(of object: ModelDocument, _ expected: BaseModel.Type) -> ModelClass? {
        guard let codedClass = object.root.codedClass else {
            return expected == BaseModel.self ? nil : ModelClass.of(expected)
        }
        return try? context.modelClass(for: codedClass, expected: expected)
    }

    /// The versions that an object has.
    private func versions(
        _ given: ModelDocument.Value?, of own: ModelClass, _ classes: [ModelClass]
    ) throws -> ModelVersions {
        var found = ModelVersions()
        guard let given else { return found }
        func note(_ value: ModelDocument.Value, of modelClass: ModelClass?, _ name: String) throws {
            guard let number = value.intValue, number >= 1 else {
                throw error(.typeMismatch, "The version of an object is a number from 1 on.")
            }
            guard number <= modelClass?.version ?? 1 else {
                let known = modelClass?.version.map { "version \($0)" } ?? "no version"
                throw error(
                    .newerVersion, "The file has version \(number) of \(name), and this program knows \(known) of it.")
            }
            if let modelClass { found.numbers[ObjectIdentifier(modelClass)] = number }
        }
        guard given.kind == .dictionary else {
            try note(given, of: own, own.name)
            return found
        }
        for (name, version) in given.properties {
            let modelClass =
                classes.first { $0.name == name }
                ?? classes.first { ClassRegistry.current.names(of: $0.type).contains(name) }
            try note(version, of: modelClass, name)
        }
        return found
    }
}

extension DocumentCursor {
    /// True where it is known that no object like the one at the position needs to be migrated. Asked for each object.
    @inline(__always)
    func isCurrent(_ expected: BaseModel.Type) -> Bool {
        let index = index
        return content.word(at: index).tag == .object && current[content.low(at: index)] == expected
    }

    mutating func setCurrent(_ expected: BaseModel.Type) {
        let index = index
        guard content.word(at: index).tag == .object, case let shape = content.low(at: index),
            content.shapes.position(of: ModelVersions.keyText, in: shape) == nil
        else { return }
        current[shape] = expected
    }

    /// The object or the dictionary at the position as a document, to be changed; nil where there is something else.
    var container: ModelDocument? {
        let index = index
        let tag = content.word(at: index).tag
        return tag == .object || tag == .dictionary ? ModelDocument(content, root: index) : nil
    }

    /// Stands at what was made of the container at a place.
    mutating func replaceContainer(at old: Int, with document: ModelDocument) {
        var new = document.rootIndex
        if document.content !== content {
            // Something else altogether.
            new = content.append(copyOf: document)
            if content.word(at: old).isShared, let number = content.number(at: old) {
                _ = content.share(new)
                content.redefine(number, at: new)
            }
        }
        if new != old { slot = new }
        migrated.insert(new)
    }
}
