import FormatSupport

// Facts about values that follow from the type of their property.

/// Finds out whether files may contain a type's values in another encoded form than the form in which they are
/// written.
package enum ValueContents {
    /// True for a type that may report a value that can't be written as the file contains it: a URL, and a type that
    /// may contain a URL or a value with a transform. False for models: each model keeps such values separately.
    static func mayTell(_ type: Any.Type) -> Bool {
        if FrequentTypes.type(type) != nil { return false }
        return known.value(for: ObjectIdentifier(type)) {
            var met: Set<ObjectIdentifier> = []
            return mayTell(type, &met)
        }
    }

    private static let known = ConcurrentCache<ObjectIdentifier, Bool>()

    private static func mayTell(_ type: Any.Type, _ met: inout Set<ObjectIdentifier>) -> Bool {
        if type == URL.self { return true }
        guard met.insert(ObjectIdentifier(type)).inserted, !(type is BaseModel.Type) else { return false }
        if let optional = type as? any OptionalValue.Type { return mayTell(optional.wrappedType, &met) }
        if let list = type as? any ElementsOfOneType.Type { return mayTell(list.elementType, &met) }
        guard let described = try? (type as? any ModelRecord.Type)?.described() else { return false }
        for property in described.rows.properties
        where property.form != nil || mayTell(property.valueType, &met) {
            return true
        }
        for values in described.cases.compactMap(\.values) where mayTell(values, &met) { return true }
        return false
    }

    /// True for a model, and for collections and optionals of models.
    static func areModels(_ type: Any.Type) -> Bool {
        if type is BaseModel.Type { return true }
        if let optional = type as? any OptionalValue.Type { return areModels(optional.wrappedType) }
        if let list = type as? any ElementsOfOneType.Type { return areModels(list.elementType) }
        return false
    }

    /// Returns the type that an optional wraps. Returns the type itself if it isn't an optional.
    package static func wrappedType(of type: Any.Type) -> Any.Type {
        (type as? any OptionalValue.Type)?.wrappedType ?? type
    }

    /// Returns the type of the elements of an array or a set, or of a dictionary's values. Returns nil for any other
    /// type.
    package static func elementType(of type: Any.Type) -> Any.Type? {
        (type as? any ElementsOfOneType.Type)?.elementType
    }

    /// Returns the form of a scalar type, or of an optional scalar type. Returns nil for any other type.
    static func scalarForm(of type: Any.Type) -> ValueForm? {
        scalarForms.value(for: ObjectIdentifier(type)) {
            guard let value = type as? any ModelValue.Type else { return nil }
            let own = (type as? any OptionalValue.Type)?.wrappedType ?? type
            let isScalar = own is any FormedScalar.Type || own is any LoweredScalar.Type
            return isScalar ? ValueForms.known(of: value, in: FileConventions(), .all)?.form : nil
        }
    }

    /// Returns the form of a scalar or a collection, or of an optional one. Returns nil for any other type, and for a
    /// collection whose elements have no form.
    static func comparedForm(of type: Any.Type) -> ValueForm? {
        guard wrappedType(of: type) is any ElementsOfOneType.Type else { return scalarForm(of: type) }
        return (type as? any ModelValue.Type).flatMap { ValueForms.known(of: $0, in: FileConventions(), .all)?.form }
    }

    /// Returns the form of a scalar type, or of an enum whose cases are stored as texts. Returns nil for any other type,
    /// and for a type with raw values: asking whether the library's code writes such a type runs the type's code once.
    static func sortedForm(of type: any ModelValue.Type) -> ValueForm? {
        sortedForms.value(for: ObjectIdentifier(type)) {
            guard !(type is any RawRepresentable.Type) else { return nil }
            let form = ValueForms.known(of: type, in: FileConventions(), .all)?.form
            return form?.holdsScalar == true ? form : nil
        }
    }

    private static let sortedForms = ConcurrentCache<ObjectIdentifier, ValueForm?>()
    private static let scalarForms = ConcurrentCache<ObjectIdentifier, ValueForm?>()
}

/// An array, a set or a dictionary whose values have one type.
protocol ElementsOfOneType { static var elementType: Any.Type { get } }
extension Array: ElementsOfOneType { static var elementType: Any.Type { Element.self } }
extension Set: ElementsOfOneType { static var elementType: Any.Type { Element.self } }
extension Dictionary: ElementsOfOneType { static var elementType: Any.Type { Value.self } }
