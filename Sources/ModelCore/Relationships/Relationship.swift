import FormatSupport

/// A type whose values relate a model to other models: a model class, an array of models, or an optional of these.
public protocol RelationshipValue: SendableMetatype {
    /// The class of the models.
    static var relatedClass: BaseModel.Type { get }

    /// True if a value can hold any number of models.
    static var isToMany: Bool { get }

    /// The models that a value holds, in its order.
    static func _relatedModels(in value: Self) -> [BaseModel]

    /// The value that holds these models. Nil if the type has no such value.
    static func _value(relating models: [BaseModel]) -> Self?
}

extension BaseModel: RelationshipValue {
    public static var relatedClass: BaseModel.Type { self }
    public static var isToMany: Bool { false }
    public static func _relatedModels(in value: BaseModel) -> [BaseModel] { [value] }
    public static func _value(relating models: [BaseModel]) -> Self? { models.count == 1 ? models[0] as? Self : nil }
}

extension Array: RelationshipValue where Element: BaseModel {
    public static var relatedClass: BaseModel.Type { Element.self }
    public static var isToMany: Bool { true }
    public static func _relatedModels(in value: [Element]) -> [BaseModel] { value }
    public static func _value(relating models: [BaseModel]) -> [Element]? {
        let elements = models.compactMap { $0 as? Element }
        return elements.count == models.count ? elements : nil
    }
}

extension Optional: RelationshipValue where Wrapped: RelationshipValue {
    public static var relatedClass: BaseModel.Type { Wrapped.relatedClass }
    public static var isToMany: Bool { Wrapped.isToMany }
    public static func _relatedModels(in value: Wrapped?) -> [BaseModel] { value.map(Wrapped._relatedModels) ?? [] }
    public static func _value(relating models: [BaseModel]) -> Wrapped?? {
        models.isEmpty && !isToMany ? .some(nil) : Wrapped._value(relating: models).map { .some($0) }
    }
}

/// The description of a relationship: a property that relates a model to other models.
public struct ModelRelationship: Sendable {
    /// The property's name.
    public let name: String
    /// The class of the related models.
    public let destination: BaseModel.Type
    /// True if the property holds any number of models.
    public let isToMany: Bool
    /// The name of the inverse. Nil if there is no inverse, or if it isn't a saved property.
    public let inverseName: String?
}

extension RelationshipInverse {
    enum Content: Sendable {
        case end(RelationshipEnd)
        case name(String)
    }

    private init(_ content: Content) { self.init(content: content) }

    fileprivate var property: Content? { content as? Content }

    /// The property at the end of a key path, such as `\Book.author`.
    public init<Root: BaseModel, Value: RelationshipValue>(
        _ keyPath: ReferenceWritableKeyPath<Root, Value> & Sendable
    ) {
        self.init(.end(RelationshipEnd(keyPath)))
    }

    /// An unavailable overload, which the compiler chooses for an inverse that doesn't hold models. The compiler then
    /// shows its message.
    @available(*, unavailable, message: "an inverse is for models: a model or nil, or an array of models, or nil")
    public init<Root, Value>(_ keyPath: ReferenceWritableKeyPath<Root, Value>) { self.init(.name("")) }

    /// The property at the end of a key path, such as `\Book.author`.
    public static func property<Root: BaseModel, Value: RelationshipValue>(
        _ keyPath: ReferenceWritableKeyPath<Root, Value> & Sendable
    ) -> Self {
        Self(keyPath)
    }

    /// The saved property with a name. If no property has the name, reading and writing the class throws
    /// `unknownRelationship`.
    public static func property(named name: String) -> Self { Self(.name(name)) }
}

/// A property at one end of a relationship.
struct RelationshipEnd: Sendable {
    let owner: BaseModel.Type
    let keyPath: AnyKeyPath & Sendable
    let isToMany: Bool
    /// True for a weak property: its model is only written if another property in the file holds the model.
    var isWeak = false
    let read: @Sendable (BaseModel) -> [BaseModel]
    /// Sets the property. Returns false if it can't hold the models.
    let write: @Sendable (BaseModel, [BaseModel]) -> Bool

    init<Root: BaseModel, Value: RelationshipValue>(
        _ keyPath: ReferenceWritableKeyPath<Root, Value> & Sendable
    ) {
        owner = Root.self
        self.keyPath = keyPath
        isToMany = Value.isToMany
        read = { model in (model as? Root).map { Value._relatedModels(in: $0[keyPath: keyPath]) } ?? [] }
        write = { model, models in
            guard let root = model as? Root, let value = Value._value(relating: models) else { return false }
            root[keyPath: keyPath] = value
            return true
        }
    }

    /// The end of a relationship that a saved property is. Returns nil if the property holds no models.
    init?(_ property: ModelProperty, of owner: BaseModel.Type) {
        guard let type = property.valueType as? any RelationshipValue.Type else { return nil }
        self.init(property, type, of: owner)
    }

    private init<Value: RelationshipValue>(_ property: ModelProperty, _ type: Value.Type, of owner: BaseModel.Type) {
        self.owner = owner
        keyPath = property.keyPath
        isToMany = Value.isToMany
        isWeak = property.isWeak
        read = { model in (property.read(model) as? Value).map { Value._relatedModels(in: $0) } ?? [] }
        write = { model, models in
            guard let value = Value._value(relating: models), let assign = property.assign else { return false }
            return assign(model, value)
        }
    }

    /// Sets the property without updating its inverse.
    @discardableResult
    func set(_ model: BaseModel, to models: [BaseModel]) -> Bool {
        let upkeep = model.inverseUpkeep
        model.inverseUpkeep = .nothing
        defer { model.inverseUpkeep = upkeep }
        return write(model, models)
    }

    /// Removes models from the property.
    func remove(_ models: [BaseModel], from model: BaseModel) {
        let all = read(model)
        let left = all.without(models)
        if left.count < all.count { set(model, to: left) }
    }

    /// Adds the models that the property doesn't hold yet.
    func add(_ models: [BaseModel], to model: BaseModel) {
        let all = read(model)
        let new = all.adding(models)
        if new.count > all.count { set(model, to: new) }
    }
}

// Linear in the number of models.
extension [BaseModel] {
    /// The models that aren't among `others`.
    func without(_ others: [BaseModel]) -> [BaseModel] {
        let gone = Set(others.map { ObjectIdentifier($0) })
        return filter { !gone.contains(ObjectIdentifier($0)) }
    }

    /// These models, followed by the models of `others` that aren't among them. Each model occurs once.
    func adding(_ others: [BaseModel]) -> [BaseModel] {
        var known = Set(map { ObjectIdentifier($0) })
        return self + others.filter { known.insert(ObjectIdentifier($0)).inserted }
    }
}

/// One model's end of a relationship, as a key. The caller keeps the model alive.
struct RelationshipEndID: Hashable {
    let owner: ObjectIdentifier
    let keyPath: AnyKeyPath

    init(_ end: RelationshipEnd, of owner: BaseModel) {
        self.owner = ObjectIdentifier(owner)
        keyPath = end.keyPath
    }
}

/// A property that relates models of a class to other models, with its inverse.
final class Relationship: Sendable {
    let name: String
    let destination: BaseModel.Type
    let end: RelationshipEnd
    let inverse: RelationshipEnd?

    init(_ name: String, to destination: BaseModel.Type, end: RelationshipEnd, inverse: RelationshipEnd?) {
        self.name = name
        self.destination = destination
        self.end = end
        self.inverse = inverse
    }

    /// Updates the inverses after a change. Linear in the number of models before and afterwards.
    func follow(_ model: BaseModel, from old: [BaseModel], to new: [BaseModel]) {
        guard let inverse, model.inverseUpkeep != .nothing else { return }
        // Most changes append models to a list.
        let keepsAll = old.count <= new.count && zip(old, new).allSatisfy { $0 === $1 }
        if !keepsAll {
            for other in old.without(new) { inverse.remove([model], from: other) }
        }
        // While the model is read from a file, only removals are handled here: the decoder links it afterwards.
        guard model.inverseUpkeep == .all else { return }
        link(model, to: keepsAll ? new[old.count...] : new.without(old)[...])
    }

    /// Makes other models refer back to a model, and removes them from the models to which they belonged before.
    func link(_ model: BaseModel, to others: ArraySlice<BaseModel>) {
        guard let inverse else { return }
        guard !inverse.isToMany else { return others.forEach { inverse.add([model], to: $0) } }
        for (owner, models) in take(others, for: model) { end.remove(models, from: owner) }
    }

    /// Makes other models refer back to a model, for an inverse that holds one model.
    ///
    /// - Returns: The models to which the other models referred before. For each of them: the other models that no
    ///   longer refer to it, but that its own property still holds.
    func take(
        _ others: ArraySlice<BaseModel>, for model: BaseModel
    ) -> [(owner: BaseModel, models: [BaseModel])] {
        guard let inverse else { return [] }
        var left: [ObjectIdentifier: (owner: BaseModel, models: [BaseModel])] = [:]
        for other in others {
            let owner = inverse.read(other).first
            if owner === model { continue }
            inverse.set(other, to: [model])
            if let owner { left[ObjectIdentifier(owner), default: (owner, [])].models.append(other) }
        }
        return Array(left.values)
    }
}

/// The changes of relationships that are made after all models of a file were read. If each change were made at once,
/// each list would be searched once for each of its models.
///
/// ``finish(in:)`` and ``Taken/leave()`` may run code of the program. The other methods don't.
final class PendingLinks: WaitingPart {
    /// Models of one owner's list that belong to another owner now, and have to leave the list.
    struct Taken {
        fileprivate let relationship: Relationship
        fileprivate let owner: BaseModel
        fileprivate var models: [BaseModel]

        /// Removes the models from the list, except models that belong to the list again.
        func leave() {
            relationship.end.remove(
                models.filter { relationship.inverse?.read($0).first !== owner }, from: owner)
        }
    }

    /// The models that were read with a relationship whose inverse is a list. The lists don't contain them yet.
    private var unlinked: [(model: BaseModel, relationship: Relationship)] = []
    private var taken: [RelationshipEndID: Taken] = [:]
    /// Models with relationships that were replaced by other models.
    private var discarded: [ObjectIdentifier: BaseModel] = [:]

    /// Notes that the lists of related models have to contain a model.
    func link(_ model: BaseModel, by relationship: Relationship) { unlinked.append((model, relationship)) }

    /// Excludes a model that was replaced: it isn't added to any list.
    func discard(_ model: BaseModel) { discarded[ObjectIdentifier(model)] = model }

    /// True for a model that was replaced.
    func isDiscarded(_ model: BaseModel) -> Bool { discarded[ObjectIdentifier(model)] != nil }

    /// Notes that some models in an owner's list belong to another owner now. They leave the list at the end.
    func take(_ models: [BaseModel], from owner: BaseModel, by relationship: Relationship) {
        let list = RelationshipEndID(relationship.end, of: owner)
        taken[list, default: Taken(relationship: relationship, owner: owner, models: [])].models += models
    }

    /// True if models have to leave any list at the end.
    var hasTaken: Bool { !taken.isEmpty }

    /// True if models have to leave the list of this owner at the end.
    func hasTaken(from owner: BaseModel, by relationship: Relationship) -> Bool {
        taken[RelationshipEndID(relationship.end, of: owner)] != nil
    }

    /// Removes and returns the models that have to leave the list of this owner, so that the caller lets them leave
    /// now and not at the end.
    func removeTaken(from owner: BaseModel, by relationship: Relationship) -> Taken? {
        hasTaken ? taken.removeValue(forKey: RelationshipEndID(relationship.end, of: owner)) : nil
    }

    /// Updates all lists.
    func finish(in context: DecodingContext) {
        for list in taken.values { list.leave() }
        var missing: [RelationshipEndID: (model: BaseModel, inverse: RelationshipEnd, models: [BaseModel])] = [:]
        var order: [RelationshipEndID] = []
        for (object, relationship) in unlinked where !isDiscarded(object) {
            guard let inverse = relationship.inverse else { continue }
            for other in relationship.end.read(object) {
                let list = RelationshipEndID(inverse, of: other)
                if missing[list] == nil { order.append(list) }
                missing[list, default: (other, inverse, [])].models.append(object)
            }
        }
        for list in order {
            if let (model, inverse, models) = missing[list] { inverse.add(models, to: model) }
        }
    }
}

/// The relationships of a class.
struct Relationships {
    var all: [String: Relationship] = [:]
    /// The relationships that have an inverse.
    var inverted: [Relationship] = []
    /// The first error in a relationship's declaration; nil if all declarations are valid.
    var error: ModelError?

    init() {}

    init(of modelClass: ModelClass) {
        for property in modelClass.properties {
            do throws(ModelError) {
                guard let relationship = try property.relationship(in: modelClass.type) else { continue }
                all[property.name] = relationship
                guard let inverse = relationship.inverse else { continue }
                if let other = inverted.first(where: { $0.inverse?.keyPath == inverse.keyPath }) {
                    throw ModelError(
                        .unknownRelationship,
                        """
                        \(modelClass.type).\(property.name) has the inverse of \(other.name): a property leads back by \
                        one of both.
                        """)
                }
                inverted.append(relationship)
            } catch {
                self.error = self.error ?? error
            }
        }
    }
}

extension ModelProperty {
    /// The relationship of the property. Returns nil if the property's type holds no models.
    ///
    /// - Parameter said: The inverse to use instead of the inverse that the class declares.
    /// - Throws: `unknownRelationship` if an inverse is declared, but no property can be the inverse.
    func relationship(
        in owner: BaseModel.Type, inverse said: RelationshipInverse? = nil
    ) throws(ModelError) -> Relationship? {
        guard mayHoldModels, let type = valueType as? any RelationshipValue.Type,
            let end = RelationshipEnd(self, of: owner)
        else {
            if (said ?? self.inverse) == nil { return nil }
            throw ModelError(
                .unknownRelationship, "\(owner).\(name) has an inverse, and its type, \(valueType), holds no models.")
        }
        let destination = type.relatedClass
        var inverse: RelationshipEnd?
        switch (said ?? self.inverse)?.property {
        case .end(var end):
            end.isWeak = ModelClass.of(destination).properties.contains { $0.keyPath == end.keyPath && $0.isWeak }
            inverse = end
        case .name(let back):
            inverse = ModelClass.of(destination).property(named: back).flatMap { RelationshipEnd($0, of: destination) }
            if inverse == nil {
                throw ModelError(
                    .unknownRelationship,
                    "The inverse of \(owner).\(name) is \(back), which \(destination) doesn't have, or not for models.")
            }
        case nil:
            // Another property may name this property as its inverse.
            let back = ModelClass.of(destination).properties.first { $0.leads(backTo: self) }
            inverse = back.flatMap { RelationshipEnd($0, of: destination) }
        }
        return Relationship(name, to: destination, end: end, inverse: inverse)
    }

    private func leads(backTo other: ModelProperty) -> Bool {
        switch inverse?.property {
        case .end(let end): end.keyPath == other.keyPath
        case .name(let name): name == other.name
        case nil: false
        }
    }
}

extension MappedClass {
    /// The relationships of the class. Each has the inverse that the mapping sets, or else the inverse that the class
    /// declares.
    var relationships: Relationships {
        parts.part(Once<Relationships>.self).value {
            var found = Relationships()
            for property in modelClass.properties {
                let own = modelClass.relationship(named: property.name)
                let said = properties[property.name]?.inverse
                let relationship = said.flatMap { try? property.relationship(in: modelClass.type, inverse: $0) } ?? own
                found.all[property.name] = relationship
                if let relationship, relationship.inverse != nil { found.inverted.append(relationship) }
            }
            return found
        }
    }
}

extension ModelClass {
    var relationships: Relationships {
        parts.part(Once<Relationships>.self).value { Relationships(of: self) }
    }

    /// The relationship with a name. Nil if no property with this name holds models.
    func relationship(named name: String) -> Relationship? { relationships.all[name] }

    /// The relationships that have an inverse.
    var inverted: [Relationship] { relationships.inverted }
}
