import Documents
import FormatSupport
import ModelCore

/// A document of a model that remembers which container is which model. So a changed document changes these models,
/// and doesn't replace them.
///
/// The document has the keys and scalars of a file of a format. It keeps classes and references, even if the format
/// has none.
final class ModelRevision {
    let document: ModelDocument
    fileprivate let conventions: FileConventions
    private let capabilities: FormatCapabilities
    private let root: BaseModel
    private let limits: DecodingLimits
    /// The models, by the index of their container in the document.
    private let models: [Int: BaseModel]

    /// - Throws: The errors of encoding the model, and of lowering its values to the format's capabilities.
    init(_ model: BaseModel, as format: FileFormat, limits: DecodingLimits) throws {
        let provider = try FormatRegistry.current.provider(for: format)
        conventions = provider.conventions(ofFileIn: format, limits: limits)
        // Sets are kept apart from arrays, because a set is made anew if a model in it changes.
        capabilities = provider.capabilities(of: format).union([.classes, .identity, .sets, .null])
        var unstyled = conventions
        unstyled.keyStyle = nil
        let (whole, found) = try ModelDocument.withModels(of: model, as: unstyled, capabilities, limits: limits)
        let (lowered, places) = try Self.lowered(whole, capabilities, conventions, limits)
        document = lowered
        models = Dictionary(
            uniqueKeysWithValues: found.compactMap { index, model in places[index].map { ($0, model) } })
        (root, self.limits) = (model, limits)
    }

    /// The document with the keys and scalars of a file. Also returns, for each container of the original, its index
    /// in the result.
    private static func lowered(
        _ document: ModelDocument, _ capabilities: FormatCapabilities, _ conventions: FileConventions,
        _ limits: DecodingLimits
    ) throws -> (ModelDocument, places: [Int: Int]) {
        // Texts of dates are compared with the texts of a change.
        let walked =
            capabilities.contains(.exactDates) ? capabilities : capabilities.subtracting([.ordinaryDates, .wholeDates])
        var walker = DocumentWalker(document, for: walked, limits: limits)
        walker.conventions = conventions
        walker.sharesLongText = true
        walker.sharesLongData = true
        var builder = DocumentBuilder(for: capabilities, conventions, limits: limits)
        var places: [Int: Int] = [:]
        do {
            while let step = try walker.next() {
                switch step {
                case .beginArray, .beginDictionary, .beginValueDictionary, .beginObject:
                    places[walker.index] = builder.document.words.count
                default: break
                }
                switch step {
                case .key: try builder.key(walker.text)
                case .end: try builder.end()
                case .beginArray(let kind, _): try builder.beginArray(kind, number: walker.number)
                case .beginDictionary: try builder.beginDictionary(number: walker.number)
                case .beginValueDictionary: try builder.beginValueDictionary(number: walker.number)
                case .beginObject:
                    try builder.beginObject(
                        walker.codedClass ?? CodedClass(name: ""), number: walker.number, isExpected: walker.isExpected)
                case .reference(let number):
                    let isWeak = walker.content.word(at: walker.slot).tag == .weakReference
                    try builder.appendReference(to: number, isWeak: isWeak, isExpected: walker.isExpected)
                default: try builder.append(scalarOf: walker, isDeclared: false)
                }
            }
        } catch {
            throw walker.locating(error)
        }
        return (try builder.finish(), places)
    }

    /// The model of a container.
    func model(at index: Int) -> BaseModel? { models[index] }

    // MARK: Places

    /// The declaration of a value in the program.
    enum Place {
        case type(Any.Type)
        /// A dictionary on the key paths of properties, which contains only properties.
        case group([String: Place])
    }

    /// The declaration of the root.
    var place: Place { .type(Swift.type(of: root)) }

    /// The declaration of the value under a key. Returns nil if it isn't known.
    func place(of key: String, in place: Place) -> Place? {
        switch place {
        case .group(let places): return places[key]
        case .type(let type):
            let type = ValueContents.wrappedType(of: type)
            if let elementType = ValueContents.elementType(of: type) { return .type(elementType) }
            return (try? places(in: type))?[key]
        }
    }

    /// The declaration of an array's elements. Returns nil if it isn't known.
    func elementPlace(in place: Place) -> Place? {
        guard case .type(let type) = place else { return nil }
        return ValueContents.elementType(of: ValueContents.wrappedType(of: type)).map { .type($0) }
    }

    /// True if a null under a key is the nil of a property. Else the key is to be removed.
    func isNil(_ key: String, in place: Place) -> Bool {
        switch place {
        case .group(let places):
            if case .type? = places[key] { true } else { false }
        case .type(let type):
            if case .type? = (try? places(in: ValueContents.wrappedType(of: type)))?[key] { true } else { false }
        }
    }

    /// The declaration of an object: the class that its tags name. If they name no class: `place`.
    ///
    /// - Parameter value: Returns the value of the object under a key.
    func place(_ place: Place, tagged value: (_ key: String) -> ModelDocument.Value?) -> Place {
        guard case .type(let type) = place, let declared = ValueContents.wrappedType(of: type) as? BaseModel.Type,
            let found = ClassRegistry.current.modelClass(inHierarchyOf: ModelClass.of(declared), tagged: value)
        else { return place }
        return .type(found.type)
    }

    /// The declarations of the properties of a class or a struct; empty for any other type.
    private func places(in type: Any.Type) throws -> [String: Place] {
        if let known = known[ObjectIdentifier(type)] { return known }
        var found: [String: Place] = [:]
        // Without its tag, an object has another class, or none.
        for (property, way) in try ModelProperty.withKeyPaths(of: type, by: conventions) where property.tagKey == nil {
            Self.add(property, way[...], to: &found)
        }
        known[ObjectIdentifier(type)] = found
        return found
    }
    private var known: [ObjectIdentifier: [String: Place]] = [:]

    private static func add(_ property: ModelProperty, _ way: ArraySlice<String>, to places: inout [String: Place]) {
        guard let key = way.first else { return }
        guard way.count > 1 else {
            places[key] = .type(property.valueType)
            return
        }
        // A key path into another property's value is skipped: that property's type describes the value.
        var inner: [String: Place] = [:]
        if case .group(let known)? = places[key] { inner = known } else if places[key] != nil { return }
        add(property, way.dropFirst(), to: &inner)
        places[key] = .group(inner)
    }

    // MARK: Taking a change over

    /// Sets the models to the values of a changed document.
    ///
    /// - Parameters:
    ///   - changed: The document.
    ///   - origins: For each container of `changed` that was a container of ``document``: its index in ``document``.
    /// - Throws: The errors of decoding; `readOnlyProperty` for a changed constant. Then nothing has been changed.
    func take(_ changed: ModelDocument, origins: [Int: Int]) throws {
        let (made, newRoot) = try changed.decodeModels(
            as: Swift.type(of: root), conventions.reading, capabilities, limits: limits)
        var successors = [ObjectIdentifier(newRoot): root]
        var changes: [Change] = []
        // Objects that have another class now: new models replace their models.
        var reclassed: Set<Int> = []
        for (index, object) in made {
            let origin = object === newRoot ? nil : origins[index]
            guard let model = origin.flatMap({ models[$0] }) else { continue }
            if Swift.type(of: model) == Swift.type(of: object) {
                successors[ObjectIdentifier(object)] = model
            } else {
                reclassed.insert(index)
            }
        }
        let comparison = Comparison(self, changed, origins, reclassed)
        for (index, object) in made {
            guard let model = successors[ObjectIdentifier(object)] else { continue }
            // Another object may have become the root.
            let origin = origins[index].flatMap { models[$0] === model ? $0 : nil }
            let keys = comparison.changedKeys(origin, index)
            if !keys.isEmpty { changes.append(try change(model, to: object, keys, comparison, origin, index)) }
        }
        // A root that was decoded from a single value has no container.
        if !made.contains(where: { $0.object === newRoot }) {
            changes.append(Change(newRoot, to: root, ModelClass.of(Swift.type(of: root)).properties))
        }
        let successor: (BaseModel) -> BaseModel? = { successors[ObjectIdentifier($0)] }
        for (_, object) in made {
            // Copies refer to models, too, if a struct or a set has them; they aren't related to these.
            if successor(object) != nil {
                object.withoutInverseUpkeep { Self.replaceModels(in: object, successor) }
            } else {
                Self.replaceModels(in: object, successor)
            }
        }
        for change in changes { change.carryOut(successor) }
    }

    /// Replaces models in an object's properties by other models.
    private static func replaceModels(in object: BaseModel, _ successor: (BaseModel) -> BaseModel?) {
        for property in ModelClass.of(Swift.type(of: object)).properties {
            guard let value = property.read(object), let new = AnyValue.replacing(in: value, successor) else {
                continue
            }
            _ = property.assign?(object, new)
        }
    }

    private func change(
        _ model: BaseModel, to object: BaseModel, _ keys: Set<String>, _ comparison: Comparison, _ origin: Int?,
        _ index: Int
    ) throws -> Change {
        let modelClass = ModelClass.of(Swift.type(of: model))
        var (properties, known): ([ModelProperty], Set<String>) = ([], [])
        // Code of the class's own may set a property from any key.
        let isOwn = !modelClass.overrides.isDisjoint(with: [.setWithDecoder, .setWithDictionary])
        for (property, way) in try ModelProperty.withKeyPaths(of: modelClass.type, by: conventions) {
            if way.count == 1 { known.insert(way[0]) }
            let isChanged = keys.contains(way[0])
            // The class has stayed: it has several tags, or none of the program's has the tag.
            if property.tagKey != nil {
                if isChanged { properties.append(property) }
                continue
            }
            if property.isReadOnly {
                guard isChanged, comparison.isChanged(way, origin, index) else { continue }
                throw ModelError.prefixing(
                    .key(way[0]),
                    to: ModelError(.readOnlyProperty, "\(modelClass.name).\(property.name) is a constant."))
            }
            if isChanged || isOwn && !property.isWeak && !comparison.contains(way[0], origin, index) {
                properties.append(property)
            }
        }
        return Change(object, to: model, properties, takesUnknown: !keys.isSubset(of: known))
    }

    /// The new values of a model.
    private struct Change {
        private let target: BaseModel
        private let values: [(value: Any, assign: (BaseModel, Any) -> Bool)]
        /// The facts that the source model keeps from its file, besides the values.
        private let traces: FileTraces

        /// - Parameter source: The model whose values the target gets. The values are read now, because relationships
        ///   may change them before ``carryOut(_:)``.
        init(_ source: BaseModel, to target: BaseModel, _ properties: [ModelProperty], takesUnknown: Bool = false) {
            self.target = target
            values = properties.compactMap { property in
                guard let assign = property.assign, let value = property.read(source) else { return nil }
                return (value, assign)
            }
            traces = FileTraces(of: source, about: properties, withUnknown: takesUnknown)
        }

        /// - Parameter successor: Returns the earlier model to use in place of a new model.
        func carryOut(_ successor: (BaseModel) -> BaseModel?) {
            for (value, assign) in values { _ = assign(target, AnyValue.replacing(in: value, successor) ?? value) }
            traces.replace(in: target)
        }
    }
}

/// Compares the members of containers in a document with the members of containers in the changed document.
private struct Comparison {
    private let (old, new): (ModelDocument, ModelDocument)
    private let origins: [Int: Int]
    private let revision: ModelRevision
    /// The indexes of the objects that have got another class.
    private let reclassed: Set<Int>

    init(_ revision: ModelRevision, _ new: ModelDocument, _ origins: [Int: Int], _ reclassed: Set<Int>) {
        (self.revision, old, self.new, self.origins) = (revision, revision.document, new, origins)
        self.reclassed = reclassed
    }

    /// The keys whose values differ. Two models are the same value if one is the changed version of the other.
    ///
    /// - Parameter origin: The index of the object before the change. Nil for an object that replaces a model: then
    ///   all keys differ.
    func changedKeys(_ origin: Int?, _ index: Int) -> Set<String> {
        let after = ModelDocument.Value(document: new, index: index)
        guard let origin else { return Set(after.keys).union(old.root.keys) }
        var left: [String: ModelDocument.Value] = [:]
        for (key, value) in ModelDocument.Value(document: old, index: origin).properties { left[key] = value }
        var changed: Set<String> = []
        for (key, value) in after.properties {
            if let other = left.removeValue(forKey: key), areSame(other, value) { continue }
            changed.insert(key)
        }
        return changed.union(left.keys)
    }

    /// True if two objects have different values at a key path. False if one of the objects has no value there.
    func isChanged(_ way: [String], _ origin: Int?, _ index: Int) -> Bool {
        let keys = ModelPath(way.map { .key($0) })
        func value(_ document: ModelDocument, _ index: Int) -> ModelDocument.Value? {
            keys.components.reduce(ModelDocument.Value(document: document, index: index)) { $0?[$1] }
        }
        guard let after = value(new, index), let before = value(old, origin ?? old.root.index) else { return false }
        return !areSame(before, after)
    }

    /// True if the old or the new object has the key.
    func contains(_ key: String, _ origin: Int?, _ index: Int) -> Bool {
        ModelDocument.Value(document: new, index: index)[key] != nil
            || ModelDocument.Value(document: old, index: origin ?? old.root.index)[key] != nil
    }

    private func areSame(_ old: ModelDocument.Value, _ new: ModelDocument.Value) -> Bool {
        var pending = [(old, new)]
        while let (old, new) = pending.popLast() {
            guard old.kind == new.kind else { return false }
            guard old.kind.isContainer else {
                guard old == new else { return false }
                continue
            }
            if let origin = origins[new.index] {
                guard origin == old.index, !reclassed.contains(new.index) else { return false }
                if revision.model(at: origin) != nil { continue }
            } else if revision.model(at: old.index) != nil {
                return false
            }
            guard old.count == new.count else { return false }
            switch old.kind {
            case .set, .orderedSet:
                // A set with a model that changes is made anew: the model's hash may be another one.
                for (one, other) in zip(old.elements, new.elements) {
                    guard revision.model(at: one.index) == nil || changedKeys(one.index, other.index).isEmpty else {
                        return false
                    }
                    pending.append((one, other))
                }
            case .object, .dictionary:
                for (one, other) in zip(old.entries, new.entries) {
                    guard one.key == other.key else { return false }
                    pending.append((one.value, other.value))
                }
            default: pending += zip(old.elements, new.elements)
            }
        }
        return true
    }
}
