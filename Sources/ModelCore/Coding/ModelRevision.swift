import Foundation
import FormatSupport

/// A model as a document in which each of its models can be found again, so that a changed document changes these and doesn't
/// replace them.
package final class ModelRevision {
    /// The document of the model, with each class's own keys.
    package let document: ModelDocument
    /// The conventions of the file whose keys and values the changes have.
    package let conventions: FileConventions
    private let root: BaseModel
    private let limits: DecodingLimits
    /// The models, by the index of their container.
    private let models: [Int: BaseModel]

    /// - Throws: The errors of encoding the model.
    package init(_ model: BaseModel, as conventions: FileConventions, limits: DecodingLimits) throws {
        var unstyled = conventions
        unstyled.keyStyle = nil
        let encoder = ModelEncoder(unstyled, limits: limits)
        try encoder.encodeObject(model, expected: Swift.type(of: model))
        let (document, models) = try encoder.finishWithModels()
        (root, self.document, self.models) = (model, document, models)
        (self.conventions, self.limits) = (conventions, limits)
    }

    /// The model of a container.
    package func model(at index: Int) -> BaseModel? { models[index] }

    /// The type of a value under a key: of a property, or of the values of a dictionary. Nil if it isn't known.
    package func type(of key: String, in type: Any.Type) -> Any.Type? {
        let type = (type as? any OptionalValue.Type)?.wrappedType ?? type
        if let dictionary = type as? any ElementsOfOneType.Type { return dictionary.elementType }
        return (try? properties(of: type)).flatMap { $0[key] }
    }

    /// The type of an array's elements. Nil if it isn't known.
    package func elementType(of type: Any.Type) -> Any.Type? {
        let type = (type as? any OptionalValue.Type)?.wrappedType ?? type
        return (type as? any ElementsOfOneType.Type)?.elementType
    }

    /// True if a null under a key is the nil of a property. Else the key is to be removed.
    package func isNil(_ key: String, in type: Any.Type) -> Bool {
        let type = (type as? any OptionalValue.Type)?.wrappedType ?? type
        return (try? properties(of: type))?[key] != nil
    }

    /// The types of the properties of a class or a struct, by the first key of their key paths.
    private func properties(of type: Any.Type) throws -> [String: Any.Type] {
        if let known = properties[ObjectIdentifier(type)] { return known }
        var found: [String: Any.Type] = [:]
        if let model = type as? BaseModel.Type {
            let modelClass = ModelClass.of(model)
            let keys = try modelClass.keys(by: conventions)
            for property in modelClass.properties { add(property, keys, to: &found) }
        } else if let record = type as? any ModelRecord.Type {
            let described = try record.described()
            let keys = try described.keys(for: conventions.format, style: conventions.keyStyle)
            for property in described.rows.properties { add(property, keys, to: &found) }
        }
        properties[ObjectIdentifier(type)] = found
        return found
    }
    private var properties: [ObjectIdentifier: [String: Any.Type]] = [:]

    private func add(_ property: ModelProperty, _ keys: PropertyKeys?, to found: inout [String: Any.Type]) {
        let place = keys?.entry(named: property.name)?.place ?? [property.name]
        if place.count == 1 { found[place[0]] = property.valueType }
    }

    // MARK: Taking a change over

    /// Gives the models the values of a changed document.
    ///
    /// - Parameters:
    ///   - changed: The document.
    ///   - origins: For each container of it that was one of ``document``, the index there.
    /// - Throws: The errors of decoding; `readOnlyProperty` for a changed constant. Then nothing has been changed.
    package func take(_ changed: ModelDocument, origins: [Int: Int]) throws {
        let made = try decode(changed)
        var changes: [Change] = []
        var successors: [ObjectIdentifier: BaseModel] = [:]
        let old = Comparison(self, changed, origins)
        for (index, object) in made {
            guard let origin = origins[index], let model = models[origin],
                Swift.type(of: model) == Swift.type(of: object)
            else {
                changes.append(Change(object, to: object, properties: nil))
                continue
            }
            successors[ObjectIdentifier(object)] = model
            guard let keys = old.changedKeys(origin, index), !keys.isEmpty else { continue }
            changes.append(try change(model, to: object, keys))
        }
        for change in changes { change.carryOut { successors[ObjectIdentifier($0)] } }
    }

    /// The objects of a document, with the indexes of their containers.
    private func decode(_ changed: ModelDocument) throws -> [(index: Int, object: BaseModel)] {
        let type = Swift.type(of: root)
        let context = DecodingContext(
            changed.content.conventions.read(as: conventions.reading), byteCount: .max / 64, limits: limits,
            rootType: type)
        context.made = []
        let decoder = ModelDecoder(changed, context: context, isFinished: true)
        let object = try decoder.decodeObject(as: type)
        try decoder.finish()
        guard Swift.type(of: object) == type else {
            throw ModelError.otherClass("\(Swift.type(of: object))", expected: "\(type)")
        }
        return context.made ?? []
    }

    private func change(_ model: BaseModel, to object: BaseModel, _ keys: Set<String>) throws -> Change {
        let modelClass = ModelClass.of(Swift.type(of: model))
        let entries = try modelClass.keys(by: conventions)
        let ways = modelClass.properties.map { entries?.entry(named: $0.name)?.place ?? [$0.name] }
        var (properties, known): ([ModelProperty], Set<String>) = ([], [])
        // Code of the class's own may set what it likes from any key.
        let isOwn = !modelClass.overrides.isDisjoint(with: [.setWithDecoder, .setWithDictionary])
        for (property, way) in zip(modelClass.properties, ways) {
            known.insert(way[0])
            guard isOwn || keys.contains(way[0]) else { continue }
            guard !property.isReadOnly else {
                if !keys.contains(way[0]) || way.count > 1 { continue }
                throw ModelError.prefixing(
                    .key(way[0]),
                    to: ModelError(.readOnlyProperty, "\(modelClass.name).\(property.name) is a constant."))
            }
            properties.append(property)
        }
        return Change(object, to: model, properties: properties, takesUnknown: !keys.isSubset(of: known))
    }

    /// What one model gets.
    private struct Change {
        private let source: BaseModel
        private let target: BaseModel
        /// Nil for a new object: those of its properties that hold models which are there already.
        private let properties: [ModelProperty]?
        private let takesUnknown: Bool

        init(_ source: BaseModel, to target: BaseModel, properties: [ModelProperty]?, takesUnknown: Bool = false) {
            (self.source, self.target, self.properties, self.takesUnknown) = (source, target, properties, takesUnknown)
        }

        /// - Parameter successor: Returns the model that was there in place of a new one.
        func carryOut(_ successor: (BaseModel) -> BaseModel?) {
            for property in properties ?? ModelClass.of(Swift.type(of: source)).properties {
                guard let assign = property.assign, let value = property.read(source) else { continue }
                let replaced = AnyValue.replacing(in: value, successor)
                if let value = replaced ?? (properties == nil ? nil : value) { _ = assign(target, value) }
            }
            if takesUnknown { target.unknown = source.unknown }
        }
    }
}

/// An array, a set or a dictionary whose values have one type.
private protocol ElementsOfOneType { static var elementType: Any.Type { get } }
extension Array: ElementsOfOneType { fileprivate static var elementType: Any.Type { Element.self } }
extension Set: ElementsOfOneType { fileprivate static var elementType: Any.Type { Element.self } }
extension Dictionary: ElementsOfOneType { fileprivate static var elementType: Any.Type { Value.self } }

/// Compares the members of containers of a document with those of a changed one.
private struct Comparison {
    private let (old, new): (ModelDocument, ModelDocument)
    private let origins: [Int: Int]
    private let revision: ModelRevision

    init(_ revision: ModelRevision, _ new: ModelDocument, _ origins: [Int: Int]) {
        (self.revision, old, self.new, self.origins) = (revision, revision.document, new, origins)
    }

    /// The keys whose values differ, as files have them. Models in them are the same if one has become the other.
    func changedKeys(_ origin: Int, _ index: Int) -> Set<String>? {
        let before = ModelDocument.Value(document: old, index: origin)
        let after = ModelDocument.Value(document: new, index: index)
        let styled = revision.styledKeys(of: before)
        var left: [String: ModelDocument.Value] = [:]
        for (key, value) in before.properties { left[styled[key] ?? key] = value }
        var changed: Set<String> = []
        for (key, value) in after.properties {
            guard let other = left.removeValue(forKey: key), areSame(other, value) else {
                changed.insert(key)
                continue
            }
        }
        return changed.union(left.keys)
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
                guard origin == old.index else { return false }
                if revision.model(at: origin) != nil { continue }
            } else if revision.model(at: old.index) != nil {
                return false
            }
            let (before, after) = (old.entries, new.entries)
            guard old.count == new.count, before.count == after.count else { return false }
            if old.kind == .object || old.kind == .dictionary {
                let styled = revision.styledKeys(of: old)
                for (one, other) in zip(before, after) {
                    guard one.key.stringValue.map({ styled[$0] ?? $0 }) == other.key.stringValue,
                        one.key.stringValue != nil || one.key == other.key
                    else { return false }
                    pending.append((one.value, other.value))
                }
            } else {
                pending += zip(old.elements, new.elements)
            }
        }
        return true
    }
}

extension ModelRevision {
    /// The keys in the file's style of an object's members, by the class's own keys.
    fileprivate func styledKeys(of value: ModelDocument.Value) -> [String: String] {
        DocumentTree.styledKeys(of: value, conventions)
    }
}

extension ModelEncoder {
    /// The document of what was encoded, and its models by the indexes of their containers.
    fileprivate func finishWithModels() throws -> (ModelDocument, [Int: BaseModel]) {
        if let failure = state.caught.first { throw failure }
        try encodeRest()
        let document = try builder.finish()
        let (nested, places) = try builder.nesting.appliedNotingPlaces(to: document)
        var models: [Int: BaseModel] = [:]
        state.numbers.forEach { object, number in
            let index = document.content.target(number)
            guard index >= 0, let model = object as? BaseModel else { return }
            if let place = places.map({ $0[index] }) ?? index { models[place] = model }
        }
        return (nested, models)
    }
}
