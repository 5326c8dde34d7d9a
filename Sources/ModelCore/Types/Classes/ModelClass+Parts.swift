import FormatSupport
import Synchronization

/// The values that other code of the library computes once for a class, or for a class with a mapping.
final class ClassParts: Sendable {
    private let parts = Mutex<[ObjectIdentifier: any ModelClassPart]>([:])

    /// The part of a type, made on the first call.
    func part<Part: ModelClassPart>(_ type: Part.Type) -> Part {
        parts.withLock { parts in
            if let known = parts[ObjectIdentifier(type)] as? Part { return known }
            let made = Part()
            parts[ObjectIdentifier(type)] = made
            return made
        }
    }
}

/// A value that other code of the library keeps for each class. Making one runs no other code.
protocol ModelClassPart: AnyObject, Sendable {
    init()
}

extension Once: ModelClassPart {}

extension ModelClass {
    /// The properties of a class, and facts about them.
    struct Properties {
        let all: [ModelProperty]
        let positions: [String: Int]
        /// The first name that two of them share; nil if there is none.
        let repeated: String?
        /// True if one of them has a declared key, or the name `$version`, which can't be its key.
        let haveKeys: Bool
        /// True if the defaults of some are left out, and if objects are written as they were read.
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

    /// All stored properties, superclasses' first. A tag is a constant property, before all others.
    public var properties: [ModelProperty] { propertyTable.all }

    /// Throws `duplicateKey` if two of them have one name, as private properties of a class and its superclass may:
    /// neither files nor copies could tell them apart.
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

    /// True if not every key in files is its property's name: a property has a declared key, or is named `$version`,
    /// which is refused where the keys are made.
    var hasKeys: Bool { propertyTable.haveKeys }

    /// True if the defaults of some properties are left out, and if objects are written as they were read.
    var omitsDefaults: Bool { propertyTable.omitDefaults }
    var notesForms: Bool { propertyTable.noteForms }

    /// The property of that name; nil if there is none. Constant time.
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
