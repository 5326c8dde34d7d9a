import FormatSupport
import Synchronization

/// The description of one model class: its name in files, its properties, and its resource file.
///
/// `@Model` stores a description in each class. For a class without the macro, the description is made when it is
/// first needed.
public final class ModelClass: Sendable {
    /// The overridden methods that change how a class is read or written, and a few facts with the same effect.
    public struct Overrides: OptionSet, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        /// The class overrides `set(with: [String: Any])`. Its objects are passed to this method as dictionaries.
        public static let setWithDictionary = Overrides(rawValue: 1)
        /// The class overrides `encode(with:)`, or the list of properties that `@Model` usually generates. The keys of
        /// an object aren't known before the object is encoded.
        public static let encodeWithEncoder = Overrides(rawValue: 2)
        /// The class overrides `awakeAfterDecoding()`. The method is only called with this option.
        public static let awakeAfterDecoding = Overrides(rawValue: 4)
        /// The class overrides `set(with: ModelDecoder)`. This method gets the objects of formats that keep classes,
        /// and `set(with: [String: Any])` gets only plain dictionaries.
        public static let setWithDecoder = Overrides(rawValue: 8)
        /// All of these methods.
        static let all: Overrides = [.setWithDictionary, .setWithDecoder, .encodeWithEncoder, .awakeAfterDecoding]
        /// The class has relationships with an inverse. This is no method.
        static let relationships = Overrides(rawValue: 16)
        /// A ``ModelMapping`` changes how the file stores the class's properties. This is no method.
        static let mapped = Overrides(rawValue: 32)
        /// Properties with their default values aren't always written. This is no method.
        static let sparse = Overrides(rawValue: 128)
        /// The class names properties by which its objects are compared. This is no method.
        static let hashed = Overrides(rawValue: 64)
        /// Objects without a tag are objects of the class. This is no method.
        static let untagged = Overrides(rawValue: 256)
    }

    /// The class itself.
    public let type: BaseModel.Type
    /// The name of the class in files.
    public let name: String
    /// The nearest model superclass; nil for a class directly below `BaseModel`.
    public let superclass: ModelClass?

    /// The version with which the class's objects are written; nil if they have no version.
    public let version: Int?
    /// The names of the properties by which objects are compared, including those of superclasses. These properties
    /// are read before all others.
    let hashedNames: Set<String>
    /// The class as files name it.
    let codedClass: CodedClass
    /// The tags by which objects name the class. The tag of the outermost hierarchy comes first. Empty for a class
    /// without tags.
    public let tags: [ClassTag]
    /// The methods that the class or a superclass overrides. If it isn't known whether a method is overridden, it is
    /// included.
    public let overrides: Overrides
    /// True if the class or a superclass is known to encode additional keys. False if it isn't known.
    private let encodesOwnKeys: Bool
    /// The class's properties.
    let described = Once<Properties>()
    let parts = ClassParts()
    /// True if the class is known to have no resource file, like most classes. It is read for each object, so it
    /// isn't in the cache.
    let knowsNoResource = Atomic(false)
    /// False if the class has no description: it has no `@Model`, or is generic.
    let isDescribed: Bool
    /// The names of the properties that the class itself overrides. Nil if the names aren't known.
    let overriddenNames: Set<String>?

    /// - Parameters:
    ///   - type: The class.
    ///   - name: The name in files; by default the class's own, without its module.
    ///   - overrides: The methods that the class itself overrides. Methods that superclasses override are added. Nil:
    ///     the methods are found with the runtime. If the runtime can't tell, the class is assumed to encode
    ///     additional keys, and to override ``BaseModel/awakeAfterDecoding()``.
    ///   - version: The version of its objects, from 1 on: see ``BaseModel/migrate(_:from:)``.
    ///   - hashable: The names of the properties that ``BaseModel/isEqual(to:)`` compares. They are read before all
    ///     others, because a value inside the object may contain it in a set.
    ///   - overriddenProperties: The names of the properties of superclasses that the class itself overrides. Nil:
    ///     the names aren't known.
    ///   - tagKey: The key under which objects of the class and its subclasses name their class: see
    ///     ``BaseModel/classTag``.
    ///   - tag: The text under the key of the hierarchy that the class belongs to; by default its name.
    public convenience init(
        _ type: BaseModel.Type, name: String? = nil, overrides: Overrides? = nil, version: Int? = nil,
        hashable: [String] = [], overriddenProperties: [String]? = nil, tagKey: String? = nil, tag: String? = nil
    ) {
        self.init(
            type, name: name, overrides: overrides, version: version, hashable: hashable,
            overriddenProperties: overriddenProperties, tagKey: tagKey, tag: tag, otherTags: [])
    }

    /// Creates the description of a class that has several tags, or whose objects may lack a tag.
    ///
    /// The other parameters are as in the initializer without these two parameters.
    ///
    /// - Parameters:
    ///   - otherTags: Texts that objects of the class may have under the key, in addition to `tag`. An object keeps
    ///     the text that it has.
    ///   - isUntagged: True if objects without a text under the key are of the class. Then new objects of the class
    ///     have no such text either, unless there is a `tag`.
    public convenience init(
        _ type: BaseModel.Type, name: String? = nil, overrides: Overrides? = nil, version: Int? = nil,
        hashable: [String] = [], overriddenProperties: [String]? = nil, tagKey: String? = nil, tag: String? = nil,
        otherTags: [String], isUntagged: Bool = false
    ) {
        self.init(
            type, name: name,
            overrides: overrides ?? MethodTable.overrides(of: type) ?? [.encodeWithEncoder, .awakeAfterDecoding],
            isKnown: overrides != nil, version: version, hashable: hashable, overridden: overriddenProperties,
            tag: ClassTag.Declaration(
                key: tagKey, texts: (tag.map { [$0] } ?? []) + otherTags, isUntagged: isUntagged))
    }

    /// - Parameter isKnown: False if it isn't known which of these methods the class overrides.
    init(
        _ type: BaseModel.Type, name: String?, overrides: Overrides, isKnown: Bool, version: Int? = nil,
        hashable: [String] = [], overridden: [String]? = nil, tag: ClassTag.Declaration = .init()
    ) {
        self.type = type
        overriddenNames = overridden.map { Set($0) }
        isDescribed = isKnown
        self.version = version
        self.name = name ?? ModelClassName.coded(for: type)
        if let parent = _getSuperclass(type) as? BaseModel.Type, parent != BaseModel.self {
            superclass = ModelClass.of(parent)
        } else {
            superclass = nil
        }
        tags = tag.tags(of: type, below: superclass?.tags ?? [], name: self.name)
        hashedNames = Set(hashable).union(superclass?.hashedNames ?? [])
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

    /// The description of a class, made on the first call.
    public static func of(_ type: BaseModel.Type) -> ModelClass {
        let own = type.modelClass
        return own.type == type ? own : unannotated(type)
    }

    /// The description of a class that doesn't store its description: a class without `@Model`, or a generic class.
    static func unannotated(_ type: BaseModel.Type) -> ModelClass {
        if let recent = recent[type] { return recent }
        let found = find(type)
        recent[type] = found
        return found
    }

    private static func find(_ type: BaseModel.Type) -> ModelClass {
        table.value(for: ObjectIdentifier(type)) {
            // It may override anything, unless the runtime tells.
            let all = Overrides.all
            return ModelClass(
                type, name: ClassRegistry.default.name(of: type), overrides: MethodTable.overrides(of: type) ?? all,
                isKnown: false)
        }
    }

    private static let table = ConcurrentCache<ObjectIdentifier, ModelClass>()
    private static let recent = RecentClasses()

    /// The classes that have a version, among this class and its superclasses. Superclasses come first.
    var versionedClasses: [ModelClass] {
        (superclass?.versionedClasses ?? []) + (version == nil ? [] : [self])
    }

    /// Returns true if this is `other` or a subclass of it. Linear in the number of its superclasses.
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
