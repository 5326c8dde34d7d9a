import ModelCore

/// The classes that files may name, by the registry in force when it is made.
struct SchemaClasses {
    /// Each with all its names, ordered by these.
    private var known: [(type: BaseModel.Type, names: [String])] = []
    private var places: [ObjectIdentifier: Int] = [:]

    init() {
        let registry = ClassRegistry.current
        for name in registry.registeredNames {
            // Of two classes with one name, a file can name neither.
            guard let type = try? registry.type(named: name) else { continue }
            if let place = places[ObjectIdentifier(type)] {
                known[place].names.append(name)
            } else {
                places[ObjectIdentifier(type)] = known.count
                known.append((type, [name]))
            }
        }
    }

    /// Those below a class.
    func subclasses(of type: BaseModel.Type) -> [BaseModel.Type] {
        known.map(\.type).filter { $0 != type && $0 != BaseModel.self && ModelClass.of($0).inherits(from: type) }
    }

    /// What an object of a class may say that it is.
    func namePart(of modelClass: ModelClass) -> JSONSchema.Part {
        let aliases = places[ObjectIdentifier(modelClass.type)].map { known[$0].names } ?? []
        let names = [modelClass.name] + aliases.filter { $0 != modelClass.name }
        let parts = names.map { JSONSchema.Part(.string($0)) }
        return names.count == 1 ? ["const": parts[0]] : ["enum": JSONSchema.Part(parts)]
    }
}
