import Foundation
import Synchronization

/// What the library knows of one model class: its name in files, its properties, and its resource file.
///
/// `@Model` keeps one in each class. For a class without the macro it is made when it is first needed.
public final class ModelClass: Sendable {
    /// The methods that a class overrides where that changes how it is read.
    public struct Overrides: OptionSet, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        /// `set(with: [String: Any])`: then a dictionary is made for it.
        public static let setWithDictionary = Overrides(rawValue: 1)
        /// `encode(with:)`, or the list of properties or their encoding that `@Model` writes elsewhere: then nobody
        /// knows an object's keys before it is encoded.
        public static let encodeWithEncoder = Overrides(rawValue: 2)
        /// `awakeAfterDecoding()`: else it isn't called.
        public static let awakeAfterDecoding = Overrides(rawValue: 4)
        /// `set(with: ModelDecoder)`: then that is given the objects of formats that keep classes, and
        /// `set(with: [String: Any])` plain dictionaries alone.
        public static let setWithDecoder = Overrides(rawValue: 8)
        /// No method, but properties that other models lead back by.
        static let relationships = Overrides(rawValue: 16)
        /// No method, but a mapping that says something of the class.
        static let mapped = Overrides(rawValue: 32)
        /// No method, but properties by which objects are equal.
        static let hashed = Overrides(rawValue: 64)
    }

    /// The class itself.
    public let type: BaseModel.Type
    /// The name by which files know the class.
    public let name: String
    /// Its nearest model superclass; nil for those directly below `BaseModel`.
    public let superclass: ModelClass?

    /// The version of its objects that it says it writes; nil where it says nothing, and files none.
    public let version: Int?
    /// The properties by which objects are equal, in it and its superclasses: they are read before all others.
    let hashedNames: Set<String>
    /// The class as files name it.
    let codedClass: CodedClass
    /// Which methods the class or a superclass overrides, or may override where nobody has said.
    public let overrides: Overrides
    /// True where the class, or a superclass, says that it encodes keys of its own; false where that is only possible.
    private let encodesOwnKeys: Bool
    let cache = ModelClassCache()
    /// Tells at once that no property is listed by hand, as in every class with `@Model`. Asked for each object, so it
    /// isn't in the cache.
    let knowsNoneListed = Atomic(false)
    /// Tells at once that there is no resource file, as for most classes. Asked for each object, so it isn't in the
    /// cache.
    let knowsNoResource = Atomic(false)
    /// True where it and its superclasses list all properties as stored.
    let isStored: Bool
    /// False where nobody has described the class: it has no `@Model`, or is generic.
    let isDescribed: Bool

    /// - Parameters:
    ///   - type: The class.
    ///   - name: The name in files; by default the class's own, without its module.
    ///   - overrides: Which methods the class itself overrides; superclasses' are added. By default that isn't known,
    ///     and it may write and read keys of its own; one that writes just what it lists says so with an empty set, as
    ///     `@Model` does.
    ///   - version: The version of its objects, from 1 on: see ``BaseModel/migrate(_:from:)``.
    ///   - hashable: The names of the properties that ``BaseModel/isEqual(to:)`` compares: they are read before all
    ///     others, so that what an object holds may have it in a set.
    ///   - isStored: True where it lists all of its properties as stored, in the order in which it encodes them, and
    ///     has no keys besides: then they are read and written without its code. `@Model` says so where it sees that.
    public convenience init(
        _ type: BaseModel.Type, name: String? = nil, overrides: Overrides? = nil, version: Int? = nil,
        hashable: [String] = [], isStored: Bool = false
    ) {
        self.init(
            type, name: name, overrides: overrides ?? [.encodeWithEncoder, .awakeAfterDecoding],
            isKnown: overrides != nil, version: version, hashable: hashable, isStored: isStored)
    }

    /// - Parameter isKnown: False where the class may override these methods, and nobody has said that it does.
    init(
        _ type: BaseModel.Type, name: String?, overrides: Overrides, isKnown: Bool, version: Int? = nil,
        hashable: [String] = [], isStored: Bool = false
    ) {
        self.type = type
        isDescribed = isKnown
        self.version = version
        self.name = name ?? ModelClassName.coded(for: type)
        if let parent = _getSuperclass(type) as? BaseModel.Type, parent != BaseModel.self {
            superclass = ModelClass.of(parent)
        } else {
            superclass = nil
        }
        hashedNames = Set(hashable).union(superclass?.hashedNames ?? [])
        self.isStored = isStored && superclass?.isStored ?? true
        let inherited = superclass.map { [$0.name] + $0.codedClass.superclassNames } ?? ["BaseModel", "NSObject"]
        let allOverrides = overrides.union(superclass?.overrides ?? [])
        self.overrides = allOverrides
        let encodesOwnKeys = (isKnown && overrides.contains(.encodeWithEncoder)) || superclass?.encodesOwnKeys ?? false
        self.encodesOwnKeys = encodesOwnKeys
        let mayOverride = allOverrides.contains(.encodeWithEncoder)
        codedClass = CodedClass(
            name: self.name, superclassNames: inherited,
            lazyPropertyNames: { mayOverride ? nil : type.allPropertyKeys },
            lazyListedNames: { mayOverride && !encodesOwnKeys ? type.allPropertyKeys : nil },
            styledKeys: { try ModelClass.of(type).keys(for: $1, style: $0)?.styledKeys ?? [:] })
    }

    /// The one for a class, made where there is none yet.
    public static func of(_ type: BaseModel.Type) -> ModelClass {
        let own = type.modelClass
        return own.type == type ? own : unannotated(type)
    }

    /// The one for a class that doesn't keep its own: one without `@Model`, or a generic one.
    static func unannotated(_ type: BaseModel.Type) -> ModelClass {
        table.value(for: ObjectIdentifier(type)) {
            // It may override anything.
            let all: Overrides = [.setWithDictionary, .setWithDecoder, .encodeWithEncoder, .awakeAfterDecoding]
            return ModelClass(type, name: ClassRegistry.default.name(of: type), overrides: all, isKnown: false)
        }
    }

    private static let table = Memo<ObjectIdentifier, ModelClass>()

    /// True where this is `other` or a subclass of it. Linear in the number of its superclasses.
    public func inherits(from other: BaseModel.Type) -> Bool {
        if type == other || other == BaseModel.self { return true }
        var next = superclass
        while let current = next {
            if current.type == other { return true }
            next = current.superclass
        }
        return false
    }
}
