import FormatSupport

/// Copies of the elements of a property that couldn't be read.
private final class KeptElements: SkippedElements {
    /// A dictionary that has them under their numbers, and their places in it.
    private let values: UnknownValues
    private let places: [String: Int]

    init(_ components: [ModelPath.Component], _ values: UnknownValues) {
        self.values = values
        places = Dictionary(values.value.members.map { ($0.key, $0.place) }) { first, _ in first }
        super.init(components)
    }

    override func append(_ number: Int, to encoder: ModelEncoder) throws {
        guard let place = places["\(number)"] else { return }
        try encoder.encode(ModelDocument(values.file.content, root: place)) { [values] in
            values.file.models(in: $0, besides: &$1)
        }
    }
}

extension ModelDecoder {
    /// Gives the object that was entered last the elements of its properties that were skipped.
    ///
    /// - Parameter count: The number of those that were skipped before the object.
    @inline(never)
    func keepSkipped(since count: Int, of object: BaseModel, _ decodedClass: DecodedClass) {
        // Models inside have taken the elements of their own properties.
        defer { state.skippedValues.removeLast(state.skippedValues.count - count) }
        guard keepsValues(of: object), !(context.readsParts && cursor.capabilities.contains(.identity)) else { return }
        let byContainer = Dictionary(grouping: state.skippedValues[count...], by: \.container)
        let root = ModelDocument.Value(document: ModelDocument(cursor.content), index: cursor.frame.start)
        var found: [String: SkippedElements] = [:]
        for property in decodedClass.rows.properties {
            guard let value = decodedClass.value(of: property, in: root),
                let skipped = byContainer[cursor.content.resolved(value.index)]
            else { continue }
            found[property.name] = KeptElements(
                skipped.map(\.component), keptValues(skipped.enumerated().map { (["\($0.offset)"], $0.element.place) }))
        }
        if !found.isEmpty { object.keep { $0.skipped.merge(found) { $1 } } }
    }

    /// Gives a model the file's value of a property that was read as another.
    ///
    /// - Parameter slot: The position of the value.
    @inline(never)
    func keepReplaced(at slot: Int, of property: ModelProperty, in object: BaseModel) throws {
        guard keepsValues(of: object) else { return }
        let place = cursor.content.resolved(slot)
        // An object has an identity, and its keys are those of the file.
        let read = property.readValue(of: object)
        if case .other = read { return }
        if cursor.holds(at: place, { $0 == .object || $0 == .instance }) { return }
        let kept = KeptElements([.key(property.name)], keptValues([(["0"], place)]))
        object.keep {
            $0.replaced[property.name] = ReplacedValue(file: kept, read: read, isMapped: property.isMapped)
        }
    }

    /// True if a model keeps values of the file that its class doesn't know.
    private func keepsValues(of object: BaseModel) -> Bool {
        type(of: object).unknownKeys != .ignore && context.purpose == .use && !cursor.holdsInstances
    }
}
