/// Finds the program's classes for the classes that a file names.
struct FileClasses {
    /// The classes of which instances may be made.
    let registry: ClassRegistry
    /// The classes that dictionaries name under the key `$class`, after other keys. A reader recognizes them only if a
    /// model is expected.
    private var lateClasses = CodedClassTable()
    private var lastToMake: (coded: ObjectIdentifier, expected: BaseModel.Type, type: BaseModel.Type)?
    /// True if the file has contained an object of an unknown class that is kept.
    private var keepsClasses = false
    private var foundClasses: [ObjectIdentifier: (coded: CodedClass, found: ModelClass)] = [:]
    /// The class of the file that was last found to be a class without tags. It is in `foundClasses`.
    private var lastWithoutTags: ObjectIdentifier?

    init(_ registry: ClassRegistry) { self.registry = registry }

    /// The program's class for a class in the file. The class `expected` is found even if it isn't registered.
    mutating func modelClass(for coded: CodedClass, expected: BaseModel.Type) throws -> ModelClass {
        if let known = foundClasses[ObjectIdentifier(coded)] { return known.found }
        let own = ModelClass.of(expected)
        guard let type = try registry.type(named: coded.name) ?? (own.name == coded.name ? expected : nil) else {
            if let kept = expected.unknownSubclasses.namedClass(below: own) {
                keepsClasses = true
                return kept
            }
            throw unknown(coded.name, expected: expected)
        }
        let known = (coded: coded, found: ModelClass.of(type))
        foundClasses[ObjectIdentifier(coded)] = known
        return known.found
    }

    /// True for a class that the program doesn't know, if its objects are kept. Call it after
    /// ``modelClass(for:expected:)``.
    func isKept(_ coded: CodedClass) -> Bool { keepsClasses && foundClasses[ObjectIdentifier(coded)] == nil }

    /// The program's class for a class in the file, if the program's class has tags. Returns nil if the program has
    /// no such class; other code throws the error.
    mutating func taggedClass(for coded: CodedClass, expected: BaseModel.Type) -> ModelClass? {
        let id = ObjectIdentifier(coded)
        guard id != lastWithoutTags, let found = try? modelClass(for: coded, expected: expected) else { return nil }
        if !found.tags.isEmpty { return found }
        if foundClasses[id] != nil { lastWithoutTags = id }
        return nil
    }

    /// Notes that the class with this name in the file is this class of the program, even if another class has the
    /// name.
    mutating func note(_ modelClass: ModelClass) {
        foundClasses[ObjectIdentifier(modelClass.codedClass)] = (modelClass.codedClass, modelClass)
    }

    /// The error for a name that no class of the program has. If a class has the name in another module, the error
    /// tells how to read the file.
    private func unknown(_ name: String, expected: BaseModel.Type) -> ModelError {
        let missing = "No class is registered under the name \(name)."
        let own = registry.registeredNames.filter { ModelClassName.isAlike($0, name) }
        var found = (try? own.compactMap { try registry.type(named: $0) }) ?? []
        if ModelClassName.isAlike(ModelClass.of(expected).name, name) { found = [expected] }
        guard let type = found.first, found.allSatisfy({ $0 == type }) else {
            return ModelError(
                .unknownClass,
                """
                \(missing) Add @Model to it, or register it with ClassRegistry. If a class of this program had that \
                name before, give it the alias: @Model(aliases: [\(name.debugDescription)]).
                """)
        }
        return ModelError(
            .unknownClass,
            """
            \(missing) If that is \(ModelClass.of(type).name), give the class the alias with which files of that name \
            are read: @Model(aliases: [\(name.debugDescription)]).
            """)
    }

    /// Returns the class with a name that a dictionary contains under `$class`, after other keys.
    fileprivate mutating func lateClass(named name: String) throws -> CodedClass {
        try lateClasses.codedClass(named: name)
    }

    /// The class of the object that was made last, if that object had the same class in the file and the same expected
    /// class. Nil in all other cases.
    @inline(__always)
    func classToMake(for coded: CodedClass, expected: BaseModel.Type) -> BaseModel.Type? {
        guard let lastToMake, lastToMake.coded == ObjectIdentifier(coded), lastToMake.expected == expected else {
            return nil
        }
        return lastToMake.type
    }

    /// Remembers the class to make for a class in the file, which ``modelClass(for:expected:)`` keeps alive.
    mutating func setClassToMake(_ type: BaseModel.Type, for coded: CodedClass, expected: BaseModel.Type) {
        lastToMake = (ObjectIdentifier(coded), expected, type)
    }
}

extension DecodingContext {
    /// The class that the dictionary at an index names under `$class`, after other keys. Nil for any other value.
    @inline(__always)
    func lateClass(at index: Int, of content: ModelDocument.Content) throws -> CodedClass? {
        // Called for each object. Only few files need the table, and changing it is checked for exclusive access.
        guard content.hasClassKey else { return nil }
        return try content.lateClassName(at: index).map { try classes.lateClass(named: $0) }
    }
}

extension ModelDecoder {
    /// The class that the file names for the object at an index. Nil if the file names no class, so that the object is
    /// of the expected class.
    ///
    /// - Parameter coded: The class that `$class` or the format names for the object; nil for none.
    /// - Throws: `classMismatch` if the object's tags name another class; the errors of its tags.
    @inline(__always)
    func namedClass(_ coded: CodedClass?, at index: Int, expected: BaseModel.Type) throws -> CodedClass? {
        guard ClassTag.areUsed.load(ordering: .relaxed) else { return coded }
        return try findNamedClass(coded, at: index, expected: expected)
    }

    @inline(never)
    private func findNamedClass(_ coded: CodedClass?, at index: Int, expected: BaseModel.Type) throws -> CodedClass? {
        let value = ModelDocument.Value(document: ModelDocument(cursor.content), index: index)
        do {
            guard let found = try taggedClass(of: value, named: coded, expected: expected)?.modelClass,
                coded != nil || found.type != expected
            else { return coded }
            context.classes.note(found)
            return found.codedClass
        } catch {
            throw located(error, in: index)
        }
    }

    /// The class that an object names by its tags.
    ///
    /// - Parameters:
    ///   - coded: The class that the file names for the object besides its tags; nil for none.
    ///   - isOnlyName: True if the tags take precedence when they name another class than `coded`.
    /// - Returns: Nil if the class has no tags, or if the tags name the same class as `coded`.
    func taggedClass(
        of object: ModelDocument.Value, named coded: CodedClass?, expected: BaseModel.Type, isOnlyName: Bool = false
    ) throws -> TaggedClass? {
        let (own, classes) = (ModelClass.of(expected), context.classes.registry.taggedClasses)
        guard let coded else {
            return own.tags.isEmpty ? nil : try classes.modelClass(below: own) { tag(object, $0) }
        }
        guard let named = context.classes.taggedClass(for: coded, expected: expected) else { return nil }
        let outermost = own.tags.isEmpty ? ModelClass.of(named.tags[0].root) : own
        // If this isn't the expected class or a subclass, the error is thrown elsewhere.
        guard named.inherits(from: outermost.type) else { return nil }
        // A text file of the document wouldn't name the class. A step of a migration may have changed the tag.
        let isOnlyName =
            isOnlyName || context.made != nil || object.word.isMarked || cursor.migrated[object.index] != nil
        guard
            let found = try classes.modelClass(
                below: outermost, absence: context.made == nil ? .isIgnored : .isRequired, { tag(object, $0) }),
            found.modelClass !== named, isOnlyName || !found.isKept,
            !found.isPart || !named.inherits(from: found.modelClass.type)
        else { return nil }
        // A program that didn't know the tag may have kept the object. It has then written the name of the class that
        // it does know.
        let mayBeKept =
            !context.classes.isKept(coded)
            && (found.modelClass.inherits(from: named.type)
                || named === outermost.type.unknownSubclasses.taggedClass(below: outermost))
        guard isOnlyName || mayBeKept, !found.isPart else {
            throw ModelError(
                .classMismatch,
                "The object names two classes: \(coded.name), and \(found.modelClass.name) by its tag.")
        }
        return found
    }

    /// The value of an object's tag; nil if the object has no tag.
    private func tag(_ object: ModelDocument.Value, _ key: String) -> ModelDocument.Value? {
        guard let value = object[key] else { return nil }
        // In a format without nulls, an archive may represent a null.
        let isNull =
            value.kind == .data && cursor.hasArchives
            && (try? cursor.archivedScalar(at: value.index))?.kind == .null
        return isNull ? ModelDocument(.null).root : value
    }

    /// Notes in a model the tags that the file's object lacks.
    func noteMissingTags(_ model: BaseModel, at index: Int) {
        let object = ModelDocument.Value(document: ModelDocument(cursor.content), index: index)
        model.noteMissingTags(written: context.conventions.writtenDefaults) { tag(object, $0)?.kind }
    }

    /// True if a model is made from the file's object, and not only set with it: setting a model doesn't change its
    /// class.
    func isMaking(_ model: BaseModel) -> Bool {
        context.merged !== model && (context.filled === model || context.conventions.origin == .dictionaryOfFile)
    }
}
