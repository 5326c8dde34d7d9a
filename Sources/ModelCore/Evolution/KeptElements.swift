import FormatSupport

/// Copies of the elements of one property that couldn't be read, to write them back.
private final class KeptElements: SkippedElements {
    /// A dictionary that contains the elements. The key of an element is its index in ``components``, as text.
    private let values: UnknownValues
    /// For each of these keys: the index of the element in the document of ``values``.
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

/// A copy of a value of a file, to write it back.
private final class CopiedValue: KeptValue {
    /// A dictionary that contains the copied value as its only value.
    private let values: UnknownValues
    private let source: FileConventions
    private let abilities: FormatCapabilities

    init(_ values: UnknownValues, _ source: FileConventions, _ capabilities: FormatCapabilities) {
        (self.values, self.source, abilities) = (values, source, capabilities)
    }

    override var value: ModelDocument.Value? {
        values.value.members.first.map { ModelDocument.Value(document: values.value.document, index: $0.place) }
    }
    override var conventions: FileConventions { source }
    override var capabilities: FormatCapabilities { abilities }

    override func encode(_ part: ModelDocument.Value, to encoder: ModelEncoder) throws {
        try encoder.encode(ModelDocument(values.file.content, root: part.index)) { [values] in
            values.file.models(in: $0, besides: &$1)
        }
    }
}

extension ModelDecoder {
    /// Keeps the elements that were skipped in the properties of the object that was entered last.
    ///
    /// - Parameter count: The number of elements that were skipped before the object.
    @inline(never)
    func keepSkipped(since count: Int, of object: BaseModel, _ decodedClass: DecodedClass) {
        // The models inside the object have already removed the elements that were skipped in their properties.
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

    /// A copy of the value at an index of the file, for a model to keep. Returns nil for a value that contains
    /// objects with a class or an identity.
    func keptValue(at index: Int) -> KeptValue? {
        guard !cursor.content.word(at: index).tag.isContainer || cursor.isPlainValue(at: index) else { return nil }
        return CopiedValue(keptValues([(["0"], index)]), context.conventions, cursor.capabilities)
    }

    /// Lets a model keep the file's value of a property, because the property's type can't write the value again as
    /// the file contains it.
    ///
    /// - Parameter slot: The position of the value.
    @inline(never)
    func keepTold(at slot: Int, of property: ModelProperty, in object: BaseModel) {
        guard context.purpose == .use, !cursor.holdsInstances,
            property.form == nil || type(of: object).unknownKeys != .ignore
        else { return }
        let read = property.readValue(of: object)
        guard read.isKnown, let kept = keptValue(at: cursor.content.resolved(slot)) else { return }
        let form = KeptForm(
            property: property.name, file: .value(kept), read: read, isMapped: property.isMapped, isTold: true)
        object.keep { $0.set(form, of: property.name) }
    }

    /// True if a model keeps values of the file that its class doesn't know.
    private func keepsValues(of object: BaseModel) -> Bool {
        type(of: object).unknownKeys != .ignore && context.purpose == .use && !cursor.holdsInstances
    }
}
