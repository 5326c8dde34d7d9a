/// The program's classes for the classes that a file names.
struct FileClasses {
    /// The classes of which instances may be made.
    let registry: ClassRegistry
    /// The classes that dictionaries name with a key `$class` that isn't their first.
    private var lateClasses = CodedClassTable()
    private var lastToMake: (coded: ObjectIdentifier, expected: BaseModel.Type, type: BaseModel.Type)?
    private var foundClasses: [ObjectIdentifier: (coded: CodedClass, found: ModelClass)] = [:]

    init(_ registry: ClassRegistry) { self.registry = registry }

    /// The program's class for a class in the file. `expected` is found even if it isn't registered.
    mutating func modelClass(for coded: CodedClass, expected: BaseModel.Type) throws -> ModelClass {
        if let known = foundClasses[ObjectIdentifier(coded)] { return known.found }
        let own = ModelClass.of(expected)
        guard let type = try registry.type(named: coded.name) ?? (own.name == coded.name ? expected : nil) else {
            throw unknown(coded.name, expected: expected)
        }
        let known = (coded: coded, found: ModelClass.of(type))
        foundClasses[ObjectIdentifier(coded)] = known
        return known.found
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
