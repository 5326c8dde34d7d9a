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
        private let known = ConcurrentCache<ObjectIdentifier, MappedClass?>()

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
        let encode: @Sendable (_ value: Any, ModelEncoder, ModelKey) throws -> Void
        /// Decodes the value of a key. Returns nil if the file doesn't have the key.
        let decode: @Sendable (ModelDecoder, ModelKey) throws -> Any??
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
    /// True if the mapping transforms or omits a property, so that the class's own code can't write the object.
    let isRewritten: Bool
    private let keys = PropertyKeysCache()

    fileprivate init(_ modelClass: ModelClass, _ properties: [String: PropertyMapping], leavesOthersOut: Bool) {
        self.properties = properties
        self.leavesOthersOut = leavesOthersOut
        isRewritten = leavesOthersOut || properties.values.contains { $0.form != nil }
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

    /// The name under which ``PropertyKeys`` has the key path of a property with the mapping's form. Under the
    /// property's own name, which the class's own code reads, there is nothing.
    static func encodedFormKey(_ name: String) -> ModelKey { ModelKey(name + "\0") }

    /// A key path that no file contains.
    static func unusedKeyPath(_ name: String) -> [String] { ["\0" + name] }
}

// MARK: Reading and writing by it

extension ModelEncoder {
    /// Encodes the properties of a model that its mapping doesn't omit: in the mapping's form, else in the class's
    /// form, else by their types.
    func encodeMapped(_ model: BaseModel, _ mapped: MappedClass) throws {
        for property in ModelClass.of(type(of: model)).properties where !mapped.leavesOut(property.name) {
            let value = property.read(model)
            let mappedForm = mapped.properties[property.name]?.form
            guard let form = mappedForm ?? property.form else {
                try property.encodeByType(value, of: model, to: self)
                continue
            }
            let key = mappedForm == nil ? ModelKey(property.name) : MappedClass.encodedFormKey(property.name)
            if let value = AnyValue.wrapped(value) {
                try form.encode(value, self, key)
            } else {
                try encodeNil(forKey: key, isDefault: property.isNilDefault)
            }
        }
    }

    /// The relationship of that name, as the file's mapping or else the class defines it.
    func relationship(named name: String, of modelClass: ModelClass) -> Relationship? {
        state.classes.conventions.mapping?.mapped(modelClass)?.relationships[name]
            ?? modelClass.relationship(named: name)
    }
}

extension ModelDecoder {
    /// Reads the properties of a model for which a mapping has another form.
    func decodeForms(of model: BaseModel, _ mapped: MappedClass) throws {
        for property in ModelClass.of(type(of: model)).properties {
            let key = MappedClass.encodedFormKey(property.name)
            guard let form = mapped.properties[property.name]?.form, let value = try form.decode(self, key),
                let assign = property.assign
            else { continue }
            if assign(model, value ?? (Any?.none as Any)) { continue }
            let found = value.map { "\(type(of: $0))" } ?? "null"
            throw failing(
                .key(key.stringValue),
                ModelError(.typeMismatch, expected: "\(property.valueType)", found: found))
        }
    }
}

extension ModelProperty {
    /// True if the property's type is `Any` or `Any?`.
    fileprivate var isUndeclared: Bool { valueType == Any.self || valueType == Any?.self }

    /// Encodes a value of the property by its declared type, as a class's own code does.
    fileprivate func encodeByType(_ value: Any?, of model: BaseModel, to encoder: ModelEncoder) throws {
        let key = ModelKey(name)
        if isWeak {
            return try encoder.encodeWeak(
                AnyValue.unwrapped(value).flatMap(AnyValue.model), forKey: key, isNilDefault: isNilDefault)
        }
        if let type = valueType as? any ModelValue.Type {
            return try encode(value, as: type) {
                try encoder.encodeRelated($0, forKey: key, of: model, isNilDefault: isNilDefault)
            }
        }
        guard let value = AnyValue.wrapped(value) else {
            return try encoder.encodeNil(forKey: key, isDefault: isNilDefault)
        }
        guard !(valueType is any RawRepresentable.Type), let value = value as? any Encodable,
            valueType is any Encodable.Type
        else { return try encoder.encodeAny(Self.rawValues(in: value), forKey: key) }
        try encoder.atKey(key) { try encoder.encode(codable: value) }
    }

    /// The value, with raw values in place of the values in it that have one.
    private static func rawValues(in value: Any) -> Any {
        switch value {
        case let value as any RawRepresentable: value.rawValue
        case let array as [Any]: array.map(rawValues)
        case let dictionary as [AnyHashable: Any]: dictionary.mapValues(rawValues)
        default: value
        }
    }

    private func encode<Value>(_ value: Any?, as type: Value.Type, _ body: (Value) throws -> Void) throws {
        if let value = value as? Value { try body(value) }
    }
}
