import FormatSupport
import Synchronization

/// The values that the library computes once for a class, or for a class with a mapping. Each value is of another
/// type, by which it is found.
final class ClassParts: Sendable {
    private let parts = Mutex<[ObjectIdentifier: any ModelClassPart]>([:])

    /// Returns the value of this type. The first call makes the value.
    func part<Part: ModelClassPart>(_ type: Part.Type) -> Part {
        parts.withLock { parts in
            if let known = parts[ObjectIdentifier(type)] as? Part { return known }
            let made = Part()
            parts[ObjectIdentifier(type)] = made
            return made
        }
    }
}

/// A value that the library keeps for each class. Making the value runs no other code.
protocol ModelClassPart: AnyObject, Sendable {
    init()
}

extension Once: ModelClassPart {}

extension ModelClass {
    /// The properties of a class, and facts about them.
    struct Properties {
        let all: [ModelProperty]
        let positions: [String: Int]
        /// The first name that two properties share; nil if all names differ.
        let repeated: String?
        /// True if a property has a declared key, or the name `$version`, which can't be its key.
        let haveKeys: Bool
        /// True if properties with their default values are omitted. `noteForms` is true if objects are written as
        /// they were read.
        let omitDefaults: Bool
        let noteForms: Bool
    }

    private var propertyTable: Properties {
        described.value {
            let readNulls = type.readNulls
            let all = tags.reversed().reduce(type.modelProperties) { $1.adding(to: $0) }.map {
                $0.inClass(readNulls: readNulls)
            }
            let written = all.map { $0.written(in: type) }
            var names: Set<String> = []
            return Properties(
                all: all,
                positions: Dictionary(all.enumerated().map { ($0.element.name, $0.offset) }) { _, last in last },
                repeated: all.first { !names.insert($0.name).inserted }?.name,
                haveKeys: all.contains(where: \.hasKeys), omitDefaults: written.contains(.omitted),
                noteForms: type.writtenDefaults == .asRead || written.contains(.asRead))
        }
    }

    /// All stored properties. The properties of superclasses come first. A tag is a constant property, before all
    /// others.
    public var properties: [ModelProperty] { propertyTable.all }

    /// Throws `duplicateKey` if two properties have one name, as private properties of a class and its superclass
    /// may. Neither files nor copies could distinguish them.
    func checkProperties() throws(ModelError) {
        guard let name = propertyTable.repeated else { return }
        throw ModelError(
            .duplicateKey,
            "The class \(self.name) has two properties named \(name), one of them a superclass's: rename one.")
    }

    /// Throws the error in the declaration of the properties, if there is one. Called before objects of the class are
    /// read or written.
    func checkDeclaration() throws(ModelError) {
        try checkProperties()
        try checkTags()
        try BaseModel.relations.check(self)
    }

    /// True if a property's key in files may differ from its name: a property has a declared key, or is named
    /// `$version`, for which making the keys throws an error.
    var hasKeys: Bool { propertyTable.haveKeys }

    /// True if properties with their default values are omitted. ``notesForms`` is true if objects are written as they
    /// were read.
    var omitsDefaults: Bool { propertyTable.omitDefaults }
    var notesForms: Bool { propertyTable.noteForms }

    /// The property with a name; nil if there is no such property. Constant time.
    package func property(named name: String) -> ModelProperty? {
        let table = propertyTable
        return table.positions[name].map { table.all[$0] }
    }
}

extension BaseModel {
    /// Throws if the class is `BaseModel` itself, which is abstract.
    static func requireConcrete() throws {
        if self == BaseModel.self {
            throw ModelError(.abstractClass, "BaseModel is abstract: make an instance of a subclass.")
        }
    }
}
