/// The facts that a model keeps from its file, besides the values of its properties: tags, encoded forms, and skipped
/// elements.
package struct FileTraces {
    /// The values under keys that the class doesn't know. Nil if these values aren't taken over.
    private let unknown: UnknownValues??
    /// The tags among the properties, by their keys.
    private let tags: [(key: String, tag: ReadTag?)]
    private let names: [String]
    private let forms: [KeptForm]

    /// - Parameter takesUnknown: True to take over the values under keys that the class doesn't know, too.
    package init(of source: BaseModel, about properties: [ModelProperty], withUnknown takesUnknown: Bool) {
        unknown = takesUnknown ? .some(source.unknown) : nil
        names = properties.map(\.name)
        tags = properties.compactMap { property in
            property.tagKey.map { ($0, source.extras?.origin?.tags[$0]) }
        }
        forms = source.extras?.origin?.forms ?? []
    }

    /// Replaces the facts that another model of the class keeps for these properties.
    package func replace(in target: BaseModel) {
        if let unknown { target.unknown = unknown }
        guard !tags.isEmpty || !forms.isEmpty || target.extras?.origin != nil else { return }
        target.keep {
            for (key, tag) in tags { $0.tags[key] = tag }
            for name in names {
                $0.skipped[name] = nil
                $0.set(forms.first { $0.property == name }, of: name)
            }
        }
    }
}
