import FormatSupport
import Foundation

// The forms of values that the direct way between memory and files knows.

/// A type whose values may have a form.
protocol FormedValue: ModelValue {
    /// The form of the values in the files that `forms` is for; nil if they have none.
    static func form(in forms: ValueForms) -> ValueForm?
}

/// Makes the forms of types for the files of one format, and the tables of the classes in them.
final class ValueForms {
    private let conventions: FileConventions
    /// The tables that were made, by class. A class may lead to itself.
    private var tables: [ObjectIdentifier: PropertyTable] = [:]

    private init(_ conventions: FileConventions) { self.conventions = conventions }

    private struct Use: Hashable {
        let type: ObjectIdentifier
        let format: FileFormat
        let style: String?
    }

    private static let known = ConcurrentCache<Use, ValueForm?>()

    /// The form of a type in files with these conventions; nil if there is none. Made once for the program.
    static func form(of type: any ModelValue.Type, in conventions: FileConventions) -> ValueForm? {
        guard conventions.mapping == nil else { return nil }
        let use = Use(type: ObjectIdentifier(type), format: conventions.format, style: conventions.keyStyle?.name)
        return known.value(for: use) { ValueForms(conventions).form(of: type) }
    }

    /// The form of a type; nil if there is none.
    func form(of type: Any.Type) -> ValueForm? {
        if let formed = type as? any FormedValue.Type { return formed.form(in: self) }
        if let choice = type as? any (ModelValue & CaseIterable).Type { return self.choice(choice) }
        return nil
    }

    /// The table of a class; nil if its objects need more than their properties.
    func table(of type: BaseModel.Type) -> PropertyTable? {
        if let known = tables[ObjectIdentifier(type)] { return known }
        let modelClass = ModelClass.of(type)
        guard type != BaseModel.self, modelClass.isPlain, modelClass.properties.count <= PropertyTable.most,
            let keys = try? modelClass.keys(by: conventions).map({ Optional($0) }) ?? .some(nil),
            keys?.hasKeyPaths != true
        else { return nil }
        guard let extras = StoredFields(of: type).offset(of: "unknown", UnknownValues?.self) else { return nil }
        var properties: [PropertyTable.Property] = []
        for (property, step) in zip(modelClass.rows.properties, modelClass.rows.steps) {
            let key = keys?.entry(named: property.name)?.key ?? property.name
            // A key with a dollar sign may be mistaken for one that names a class.
            guard key.utf8.count < PropertyTable.longKey, key.utf8.first != UInt8(ascii: "$") else { return nil }
            properties.append(PropertyTable.Property(key: key, offset: step.offset, omitsNil: property.isNilDefault))
        }
        let table = PropertyTable(type, modelClass.codedClass, properties, extrasOffset: extras) {
            type.init()
        } decode: { document, conventions, limits in
            // Only a file's own objects are looked for here: no other one is expected to have failed.
            try? document.decode(type, as: conventions, limits)
        }
        tables[ObjectIdentifier(type)] = table
        var forms: [ValueForm] = []
        for property in modelClass.properties {
            guard property.form == nil, !property.isReadOnly, let form = form(of: property.valueType) else {
                return nil
            }
            forms.append(form)
        }
        table.fill(forms)
        return table
    }

    /// The form of an enum whose cases are all stored as text, each as another one.
    private func choice<Choice: ModelValue & CaseIterable>(_ type: Choice.Type) -> ValueForm? {
        guard _isPOD(type), type.allCases.count <= 256 else { return nil }
        var choices: [(text: String, value: Choice)] = []
        for value in type.allCases {
            // The type's own code says what files contain.
            guard let document = try? ModelEncoder.document(as: conventions, { try $0.encodeValue(value) }),
                case .string(let text)? = document.root.scalar, !choices.contains(where: { $0.text == text })
            else { return nil }
            choices.append((text, value))
        }
        return ValueForm(choices: choices)
    }
}

extension ModelClass {
    /// True if the objects of the class consist of its stored properties alone, which only the library codes.
    fileprivate var isPlain: Bool {
        rows.areStored && overrides.isEmpty && versionedClasses.isEmpty && inverted.isEmpty && hashedNames.isEmpty
            && !hasResource && isDescribedThroughout
            && (try? checkDeclaration()) != nil
    }
}

extension BaseModel: FormedValue {
    static func form(in forms: ValueForms) -> ValueForm? { forms.table(of: self).map { ValueForm(object: $0) } }
}

extension Array: FormedValue where Element: ModelValue {
    static func form(in forms: ValueForms) -> ValueForm? {
        forms.form(of: Element.self).map { ValueForm(arrayOf: $0, Element.self) }
    }
}

extension Optional: FormedValue where Wrapped: ModelValue {
    static func form(in forms: ValueForms) -> ValueForm? {
        forms.form(of: Wrapped.self).flatMap { ValueForm(optional: $0, Wrapped.self) }
    }
}

/// A scalar type whose values have a form.
protocol FormedScalar: FormedValue {}

extension FormedScalar {
    static func form(in forms: ValueForms) -> ValueForm? { ValueForm(scalar: Self.self) }
}

extension FormedScalar where Self: FixedWidthInteger {
    static func form(in forms: ValueForms) -> ValueForm? {
        ValueForm(scalar: Self.self) ?? ValueForm(integer: Self.self)
    }
}

extension String: FormedScalar {}
extension Bool: FormedScalar {}
extension Double: FormedScalar {}
extension Float: FormedScalar {}
extension Date: FormedScalar {}
extension Int: FormedScalar {}
extension Int8: FormedScalar {}
extension Int16: FormedScalar {}
extension Int32: FormedScalar {}
extension Int64: FormedScalar {}
extension UInt: FormedScalar {}
extension UInt8: FormedScalar {}
extension UInt16: FormedScalar {}
extension UInt32: FormedScalar {}
extension UInt64: FormedScalar {}
