import Synchronization

/// What is worked out once for a class: its properties, and its resource file.
final class ModelClassCache: Sendable {
    struct Properties {
        let all: [ModelProperty]
        let listed: [ModelProperty]
        let positions: [String: Int]
    }

    let properties = Mutex<Properties?>(nil)
    /// Tells without the lock that no property is listed by hand, as in every class with `@Model`.
    let knowsNoneListed = Atomic(false)
    let resource = ResourceFile()
}

extension ModelClass {
    private var propertyTable: ModelClassCache.Properties {
        if let known = cache.properties.withLock(\.self) { return known }
        // Made outside the lock: the list is the program's code, which may ask for what the lock guards.
        let all = type.modelProperties
        let made = ModelClassCache.Properties(
            all: all,
            listed: all.filter { $0.encode != nil },
            positions: Dictionary(all.enumerated().map { ($0.element.name, $0.offset) }) { _, last in last })
        return cache.properties.withLock { table in
            if let table { return table }
            table = made
            cache.knowsNoneListed.store(made.listed.isEmpty, ordering: .relaxed)
            return made
        }
    }

    /// All stored properties, superclasses' first.
    public var properties: [ModelProperty] { propertyTable.all }

    /// Those that the class lists by hand.
    var listedProperties: [ModelProperty] {
        cache.knowsNoneListed.load(ordering: .relaxed) ? [] : propertyTable.listed
    }

    /// The property of that name. Constant time.
    func property(named name: String) -> ModelProperty? {
        let table = propertyTable
        return table.positions[name].map { table.all[$0] }
    }

    func requireConcrete() throws {
        if type == BaseModel.self {
            throw ModelError(.abstractClass, "BaseModel is abstract: make an instance of a subclass.")
        }
    }
}
