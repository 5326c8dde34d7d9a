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
/// A mapping takes precedence over the class's declarations, and applies to subclasses too.
public struct ModelMapping: Sendable {
    /// The mapping of one class.
    fileprivate struct Part: Sendable {
        var properties: [String: PropertyMapping]
        var leavesOthersOut: Bool
    }

    fileprivate final class Content: ClassMapping {
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

    /// Sets the mapping of a class. It replaces an earlier mapping of the class.
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

    /// The mapping of a class, together with the mappings of its superclasses. Nil if no mapping applies to the
    /// class.
    func mapped(_ modelClass: ModelClass) -> MappedClass? { content.mapped(modelClass) }
}

extension FileConventions {
    /// The mapping of the file, with the key paths and encoded forms of some classes' properties. Nil: the classes'
    /// own declarations apply.
    var mapping: ModelMapping? {
        get { (classMapping as? ModelMapping.Content).map(ModelMapping.init(content:)) }
        set { classMapping = newValue?.content }
    }

    /// The conventions of a file with a mapping.
    init(keyStyle: KeyStyle? = nil, dateStyle: DateStyle? = nil, mapping: ModelMapping?) {
        self.init(keyStyle: keyStyle, dateStyle: dateStyle)
        self.mapping = mapping
    }
}

extension ModelProperty {
    /// True if the property's type is `Any` or `Any?`.
    fileprivate var isUndeclared: Bool { valueType == Any.self || valueType == Any?.self }
}
