import Synchronization

/// What is worked out once for a class: its properties, and what other parts of the library keep for it.
final class ModelClassCache: Sendable {
    struct Properties {
        let all: [ModelProperty]
        let listed: [ModelProperty]
        let positions: [String: Int]
        /// The first name that two of them have.
        let repeated: String?
        /// True where one of them has a key that isn't its name, or a name that can't be a key.
        let haveKeys: Bool
    }

    let properties = Once<Properties>()
    private let parts = Mutex<[ObjectIdentifier: any ModelClassPart]>([:])

    /// What is kept of this type, made where there is none yet.
    func part<Part: ModelClassPart>(_ type: Part.Type) -> Part {
        parts.withLock { parts in
            if let known = parts[ObjectIdentifier(type)] as? Part { return known }
            let made = Part()
            parts[ObjectIdentifier(type)] = made
            return made
        }
    }
}

/// What another part of the library keeps for each class. Making one runs no other code.
protocol ModelClassPart: AnyObject, Sendable {
    init()
}

extension ModelClass {
    private var propertyTable: ModelClassCache.Properties {
        cache.properties.value {
            let all = type.modelProperties
            var names: Set<String> = []
            let made = ModelClassCache.Properties(
                all: all,
                listed: all.filter { $0.encode != nil },
                positions: Dictionary(all.enumerated().map { ($0.element.name, $0.offset) }) { _, last in last },
                repeated: all.first { !names.insert($0.name).inserted }?.name,
                haveKeys: all.contains { !$0.keys.isEmpty || $0.name == ModelVersions.keyText })
            knowsNoneListed.store(made.listed.isEmpty, ordering: .relaxed)
            return made
        }
    }

    /// All stored properties, superclasses' first.
    public var properties: [ModelProperty] { propertyTable.all }

    /// Throws `duplicateKey` where two of them have one name, as private ones of a class and its superclass may: then
    /// neither files nor copies could tell them apart.
    func checkProperties() throws(ModelError) {
        guard let name = propertyTable.repeated else { return }
        throw ModelError(
            .duplicateKey,
            "The class \(self.name) has two properties named \(name), one of them a superclass's: rename one.")
    }

    /// Throws what is wrong with the properties: before objects of the class are read or written.
    func checkDeclaration() throws(ModelError) {
        try checkProperties()
        try checkRelationships()
    }

    /// True where files may have one of the properties under another key than its name, or can't have it under that.
    var hasKeys: Bool { propertyTable.haveKeys }

    /// Those that the class lists by hand.
    var listedProperties: [ModelProperty] { propertyTable.listed }

    /// False where all properties are known to be the macro's. Asked for each object.
    @inline(__always)
    static func mayList(_ type: BaseModel.Type) -> Bool { !of(type).knowsNoneListed.load(ordering: .relaxed) }

    /// The property of that name. Constant time.
    func property(named name: String) -> ModelProperty? {
        let table = propertyTable
        return table.positions[name].map { table.all[$0] }
    }
}

extension BaseModel {
    /// Throws where the class is `BaseModel` itself, which no instance is made of.
    static func requireConcrete() throws {
        if self == BaseModel.self {
            throw ModelError(.abstractClass, "BaseModel is abstract: make an instance of a subclass.")
        }
    }
}
