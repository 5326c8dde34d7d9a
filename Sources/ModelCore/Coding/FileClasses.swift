/// The program's classes for the classes that a file names.
struct FileClasses {
    /// The classes of which instances may be made.
    let registry: ClassRegistry
    /// The classes that dictionaries name with a key `$class` that isn't their first.
    private var lateClasses = CodedClassTable()
    private var lastToMake: (coded: ObjectIdentifier, expected: BaseModel.Type, type: BaseModel.Type)?
    /// True if an object of a class that the program doesn't know was met, and is kept.
    private var keepsClasses = false
    private var foundClasses: [ObjectIdentifier: (coded: CodedClass, found: ModelClass)] = [:]

    init(_ registry: ClassRegistry) { self.registry = registry }

    /// The program's class for a class in the file. `expected` is found even if it isn't registered.
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

    /// True if the program doesn't know a class, whose objects are kept. To be called after
    /// ``modelClass(for:expected:)``.
    func isKept(_ coded: CodedClass) -> Bool { keepsClasses && foundClasses[ObjectIdentifier(coded)] == nil }

    /// Notes that a class of the file is one of the program's, whatever class has its name.
    mutating func note(_ modelClass: ModelClass) {
        foundClasses[ObjectIdentifier(modelClass.codedClass)] = (modelClass.codedClass, modelClass)
    }

    /// The error for a name that no class has. If a class has that name in another module, the error tells how to read
    /// the file.
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

    /// The class of a name that a dictionary has under a key `$class` that isn't its first.
    fileprivate mutating func lateClass(named name: String) throws -> CodedClass {
        try lateClasses.codedClass(named: name)
    }

    /// The class of the object that was made last, if the file names the same class now, and the same one is expected.
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
    /// The class that the dictionary at an index names with a key `$class` that isn't its first; nil for any other
    /// value.
    @inline(__always)
    func lateClass(at index: Int, of content: ModelDocument.Content) throws -> CodedClass? {
        // Asked for each object: only few files need the table, whose change is checked for exclusive access.
        guard content.hasClassKey else { return nil }
        return try content.lateClassName(at: index).map { try classes.lateClass(named: $0) }
    }
}

extension ModelDecoder {
    /// The class that the object at an index names by its tags. Nil for the expected class, and if that has no tags.
    @inline(__always)
    func taggedClass(at index: Int, expected: BaseModel.Type) throws -> CodedClass? {
        guard ClassTag.areUsed.load(ordering: .relaxed) else { return nil }
        let value = ModelDocument.Value(document: ModelDocument(cursor.content), index: index)
        do {
            guard let found = try taggedClass(of: value, expected: expected)?.modelClass, found.type != expected else {
                return nil
            }
            context.classes.note(found)
            return found.codedClass
        } catch {
            throw located(error, in: index)
        }
    }

    /// The class that an object names by its tags. Nil if the expected class has none.
    @inline(never)
    func taggedClass(of object: ModelDocument.Value, expected: BaseModel.Type) throws -> TaggedClass? {
        let own = ModelClass.of(expected)
        guard !own.tags.isEmpty else { return nil }
        return try context.classes.registry.taggedClasses.modelClass(below: own) { try tag(object[$0], $0, $1) }
    }

    /// True if a model is made from a file's object. What a model is set with doesn't change its class.
    func isMaking(_ model: BaseModel) -> Bool {
        context.merged == nil && (context.filled === model || context.conventions.origin == .dictionaryOfFile)
    }

    /// The text of a tag.
    private func tag(_ value: ModelDocument.Value?, _ key: String, _ names: () -> [String]) throws -> String {
        if let text = value?.stringValue, value?.kind == .string { return text }
        let expected = "one of \(names().joined(separator: ", "))"
        guard let value else {
            throw ModelError(
                .missingValue, "The object has no class: expected \(expected) under the key \(key).")
        }
        throw ModelError.prefixing(
            .key(key), to: ModelError(.typeMismatch, expected: expected, found: "\(value.kind)"))
    }
}
