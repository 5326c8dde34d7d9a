import FormatSupport

extension ModelClass {
    /// True if a file may contain the class's values in an older form than the class now saves: the class, or a type
    /// in it, has a version or properties with aliases.
    package var mayHaveOlderValues: Bool {
        Self.olderValues.value(for: ObjectIdentifier(type)) {
            var met: Set<ObjectIdentifier> = []
            return Self.mayHaveOlderValues(type, &met)
        }
    }

    private static let olderValues = ConcurrentCache<ObjectIdentifier, Bool>()

    private static func mayHaveOlderValues(_ type: Any.Type, _ met: inout Set<ObjectIdentifier>) -> Bool {
        guard met.insert(ObjectIdentifier(type)).inserted else { return false }
        if let optional = type as? any OptionalValue.Type { return mayHaveOlderValues(optional.wrappedType, &met) }
        if let list = type as? any ElementsOfOneType.Type { return mayHaveOlderValues(list.elementType, &met) }
        let properties: [ModelProperty]
        if let model = type as? BaseModel.Type {
            let modelClass = ModelClass.of(model)
            guard modelClass.versionedClasses.isEmpty else { return true }
            properties = modelClass.properties
        } else {
            guard let described = try? (type as? any ModelRecord.Type)?.described() else { return false }
            guard described.version == nil else { return true }
            for case let values? in described.cases.map(\.values) where mayHaveOlderValues(values, &met) { return true }
            properties = Array(described.rows.properties)
        }
        return properties.contains { property in
            property.keys.contains { !$0.aliases.isEmpty } || mayHaveOlderValues(property.valueType, &met)
        }
    }
}
