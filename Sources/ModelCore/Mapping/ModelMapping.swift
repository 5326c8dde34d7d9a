import FormatSupport

/// Sets the key paths and encoded forms of properties in files, for classes whose source can't declare them.
///
/// ```swift
/// var mapping = ModelMapping()
/// try mapping.map(Person.self, [
///     PropertyMapping("firstName", key: "first_name"),
///     PropertyMapping("born", key: PropertyKey(path: "dates.born"), with: .date(.day)),
/// ])
/// let person = try JSONFormat().mapped(by: mapping).decode(Person.self, from: data)
/// ```
///
/// A mapping takes precedence over what the class declares, and holds for subclasses too.
public struct ModelMapping: Sendable {
    /// The mapping of one class.
    fileprivate struct Part: Sendable {
        var properties: [String: PropertyMapping]
        var leavesOthersOut: Bool
    }

    fileprivate final class Content: Sendable {
        let parts: [ObjectIdentifier: Part]
        private let known = ConcurrentCache<ObjectIdentifier, MappedClass?>(lists: 8)

        init(_ parts: [ObjectIdentifier: Part]) { self.parts = parts }

        func mapped(_ modelClass: ModelClass) -> MappedClass? {
            known.value(for: ObjectIdentifier(modelClass.type)) { made(modelClass) }
        }

        private func made(_ modelClass: ModelClass) -> MappedClass? {
            var whole: Part?
            var next: ModelClass? = modelClass
            while let current = next {
                if let part = parts[ObjectIdentifier(current.type)] {
                    whole?.properties.merge(part.properties) { nearer, _ in nearer }
                    whole = whole ?? part
                }
                next = current.superclass
            }
            return whole.map { MappedClass(modelClass, $0.properties, leavesOthersOut: $0.leavesOthersOut) }
        }
    }

    fileprivate var content = Content([:])

    /// A mapping without any class.
    public init() {}

    fileprivate init(content: Content) { self.content = content }

    /// Sets the mapping of a class, in place of an earlier one.
    ///
    /// - Parameters:
    ///   - type: The class.
    ///   - properties: The properties that files store differently, or all properties.
    ///   - leavesOthersOut: True if files contain no other properties.
    /// - Throws: `unknownProperty` for a name that the class doesn't have; `typeMismatch` for a transform of values of
    ///   another type; `unknownRelationship` for an inverse that the other class doesn't have, and for an inverse of a
    ///   property that holds no models.
    public mutating func map(
        _ type: BaseModel.Type, _ properties: [PropertyMapping], leavesOthersOut: Bool = false
    ) throws(ModelError) {
        let modelClass = ModelClass.of(type)
        for property in properties {
            guard let known = modelClass.property(named: property.name) else {
                throw ModelError(.unknownProperty, "\(type) has no saved property named \(property.name).")
            }
            if let form = property.form, !known.isUndeclared, !form.fits(known.valueType) {
                throw ModelError.prefixing(
                    .key(property.name),
                    to: ModelError(
                        .typeMismatch, expected: "\(known.valueType)",
                        found: "a transform of type \(form.valueType)"))
            }
            if let inverse = property.inverse { _ = try known.relationship(in: type, inverse: inverse) }
        }
        var parts = content.parts
        parts[ObjectIdentifier(type)] = Part(
            properties: Dictionary(properties.map { ($0.name, $0) }) { _, last in last },
            leavesOthersOut: leavesOthersOut)
        content = Content(parts)
    }

    /// The mapping of a class, together with those of its superclasses; nil if there is none.
    func mapped(_ modelClass: ModelClass) -> MappedClass? { content.mapped(modelClass) }
}

extension FileConventions {
    /// The key paths and the encoded forms with which the file stores the properties of some classes. Nil: as the
    /// classes say.
    public var mapping: ModelMapping? {
        get { (classMapping as? ModelMapping.Content).map(ModelMapping.init(content:)) }
        set { classMapping = newValue?.content }
    }

    /// The conventions of a file whose properties are stored as a mapping says.
    public init(keyStyle: KeyStyle? = nil, dateStyle: DateStyle? = nil, mapping: ModelMapping?) {
        self.init(keyStyle: keyStyle, dateStyle: dateStyle)
        self.mapping = mapping
    }
}

/// The mapping of one property, in a ``ModelMapping``.
public struct PropertyMapping: Sendable {
    let name: String
    let keys: [PropertyKey]
    let inverse: RelationshipInverse?
    let form: Form?

    /// An encoded form that isn't the property's own.
    struct Form: Sendable {
        /// The types that files may contain; empty if they aren't known.
        let codedTypes: [Any.Type]
        let encode: @Sendable (_ value: Any, ModelEncoder) throws -> Void
        /// Decodes the value of a key. Returns nil if there is none.
        let decode: @Sendable (ModelDecoder, ModelKey, _ hasValue: Bool) throws -> Any??
        /// The type of the values that are encoded.
        let valueType: Any.Type
        /// Returns true for that type, and for an optional of it.
        let fits: @Sendable (Any.Type) -> Bool
    }
}

extension PropertyMapping {
    /// The mapping of a property that keeps its own encoded form.
    ///
    /// - Parameters:
    ///   - name: Its name in the program.
    ///   - keys: The keys in files; without one, the keys that the class declares.
    ///   - inverse: The inverse: the property of the related models that refers back.
    public init(_ name: String, key keys: PropertyKey..., inverse: RelationshipInverse? = nil) {
        self.init(name: name, keys: keys, inverse: inverse, form: nil)
    }
}

/// A mapping applied to one class.
final class MappedClass: Sendable {
    /// The mappings of its properties, by name.
    let properties: [String: PropertyMapping]
    private let leavesOthersOut: Bool
    /// The relationships by property name, with the inverse that the mapping sets, or else the class's.
    let relationships: [String: Relationship]
    /// The relationships that have an inverse.
    let inverted: [Relationship]
    /// The properties that files contain, each in the form that the mapping or else the class sets.
    let rows: PropertyRows
    private let keys = PropertyKeysCache()

    fileprivate init(_ modelClass: ModelClass, _ properties: [String: PropertyMapping], leavesOthersOut: Bool) {
        self.properties = properties
        self.leavesOthersOut = leavesOthersOut
        rows = PropertyRows(
            of: modelClass.type,
            modelClass.properties.filter { !leavesOthersOut || properties[$0.name] != nil }.map { property in
                properties[property.name].map { property.mapped(by: $0) } ?? property
            })
        var relationships: [String: Relationship] = [:]
        var inverted: [Relationship] = []
        for property in modelClass.properties {
            let own = modelClass.relationship(named: property.name)
            let said = properties[property.name]?.inverse
            let relationship = said.flatMap { try? property.relationship(in: modelClass.type, inverse: $0) } ?? own
            relationships[property.name] = relationship
            if let relationship, relationship.inverse != nil { inverted.append(relationship) }
        }
        self.relationships = relationships
        self.inverted = inverted
    }

    func keys(
        of modelClass: ModelClass, format: FileFormat, style: KeyStyle?
    ) throws(ModelError) -> PropertyKeys {
        try keys.keys(of: modelClass, format: format, style: style, mapped: self)
    }

    /// Returns true if files don't contain a property.
    func leavesOut(_ name: String) -> Bool { leavesOthersOut && properties[name] == nil }

    /// A key path that no file contains.
    static func unusedKeyPath(_ name: String) -> [String] { ["\0" + name] }
}

// MARK: Reading and writing by it

extension ModelEncoder {
    /// The relationship of that name, as the file's mapping or else the class defines it.
    func relationship(named name: String, of modelClass: ModelClass) -> Relationship? {
        state.classes.conventions.mapping?.mapped(modelClass)?.relationships[name]
            ?? modelClass.relationship(named: name)
    }
}

extension ModelProperty {
    /// True if the property's type is `Any` or `Any?`.
    fileprivate var isUndeclared: Bool { valueType == Any.self || valueType == Any?.self }

    /// The property as a mapping stores it.
    fileprivate func mapped(by mapping: PropertyMapping) -> ModelProperty {
        if let form = mapping.form { return coded(in: form) }
        return mapping.inverse == nil ? self : related()
    }
}
