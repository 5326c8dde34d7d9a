import ModelCore

/// The classes that files may name: the classes in the registry that is current when this value is made.
struct SchemaClasses {
    /// Each class with all of its names. The classes are in the order of their names.
    private var known: [(type: BaseModel.Type, names: [String])] = []
    private var places: [ObjectIdentifier: Int] = [:]

    init() {
        let registry = ClassRegistry.current
        for name in registry.registeredNames {
            // A file can't use a name that two classes share.
            guard let type = try? registry.type(named: name) else { continue }
            if let place = places[ObjectIdentifier(type)] {
                known[place].names.append(name)
            } else {
                places[ObjectIdentifier(type)] = known.count
                known.append((type, [name]))
            }
        }
    }

    /// Returns the registered subclasses of a class.
    func subclasses(of type: BaseModel.Type) -> [BaseModel.Type] {
        known.map(\.type).filter { $0 != type && $0 != BaseModel.self && ModelClass.of($0).inherits(from: type) }
    }

    /// Returns the schema of `$class` in objects of a class: any of the class's names.
    func namePart(of modelClass: ModelClass) -> JSONSchema.Part {
        part(ofNames: [modelClass.name] + aliases(of: modelClass))
    }

    /// Returns the schema of a tag in objects of a class.
    func tagPart(_ tag: ClassTag, of modelClass: ModelClass) -> JSONSchema.Part {
        let names = names(tag, of: modelClass)
        guard tag.isUntagged else { return part(ofNames: names) }
        return names.isEmpty ? ["type": "null"] : part(ofNames: names).orNull
    }

    /// Returns the texts of a tag in objects of a class. The aliases belong to the innermost hierarchy.
    func names(_ tag: ClassTag, of modelClass: ModelClass) -> [String] {
        tag.texts + (modelClass.tags.last?.key == tag.key ? aliases(of: modelClass) : [])
    }

    private func aliases(of modelClass: ModelClass) -> [String] {
        let names = places[ObjectIdentifier(modelClass.type)].map { known[$0].names } ?? []
        return names.filter { $0 != modelClass.name }
    }

    private func part(ofNames names: [String]) -> JSONSchema.Part {
        let parts = names.map { JSONSchema.Part(.string($0)) }
        return names.count == 1 ? ["const": parts[0]] : ["enum": JSONSchema.Part(parts)]
    }
}
