import FormatSupport
import Foundation

// The forms of values that the direct way between memory and files knows.

/// The types that most properties have. They are compared with a property's type before the runtime is asked for
/// conformances: its first answers take longer than encoding a small object.
enum FrequentTypes {
    private static let scalars: [any FormedScalar.Type] = [String.self, Int.self, Double.self, Bool.self, Date.self]

    /// A type as one whose values may have a form: a scalar, an optional or an array of one. Nil for any other type,
    /// which may have a form too.
    static func type(_ type: Any.Type) -> (any FormedValue.Type)? {
        if let model = type as? BaseModel.Type { return model }
        for scalar in scalars { if let found = scalar.same(as: type) { return found } }
        return nil
    }
}

extension FormedScalar {
    fileprivate static func same(as type: Any.Type) -> (any FormedValue.Type)? {
        type == Self.self ? Self.self : type == Self?.self ? Self?.self : type == [Self].self ? [Self].self : nil
    }
}

/// A type whose values may have a form.
protocol FormedValue: ModelValue {
    /// The form of the values in the files that `forms` is for; nil if they have none.
    static func form(in forms: ValueForms) -> ValueForm?
}

/// Makes the forms of types for the files of one format, and the tables of the classes in them.
final class ValueForms {
    private let conventions: FileConventions
    /// True if each object names its class.
    private let namesClasses: Bool
    /// The tables that were made, by class. A class may lead to itself.
    private var tables: [ObjectIdentifier: PropertyTable] = [:]
    /// The forms of structs, by type. A struct may contain an array of itself.
    private var records: [ObjectIdentifier: ValueForm] = [:]

    private init(_ conventions: FileConventions, _ capabilities: FormatCapabilities) {
        self.conventions = conventions
        namesClasses = capabilities.contains(.everyClass)
    }

    private struct Use: Hashable {
        let type: ObjectIdentifier
        let format: FileFormat
        let style: String?
    }

    private static let known = ConcurrentCache<Use, ValueForm?>()

    /// The form of a type in files with these conventions; nil if there is none. Made once for the program.
    static func form(
        of type: any ModelValue.Type, in conventions: FileConventions, _ capabilities: FormatCapabilities
    ) -> ValueForm? {
        guard conventions.mapping == nil else { return nil }
        let use = Use(type: ObjectIdentifier(type), format: conventions.format, style: conventions.keyStyle?.name)
        return known.value(for: use) {
            ValueForms(conventions, capabilities).form(of: type)
        }
    }

    /// The form of a type; nil if there is none.
    func form(of type: Any.Type) -> ValueForm? {
        if type == Date.self, conventions.hasDatesAsObjects { return dateObject() }
        if let frequent = FrequentTypes.type(type) { return frequent.form(in: self) }
        if let formed = type as? any FormedValue.Type { return formed.form(in: self) }
        if let choice = type as? any (ModelValue & CaseIterable).Type { return self.choice(choice) }
        if let record = type as? any ModelRecord.Type { return self.record(record) }
        return nil
    }

    /// The form of a date as the object that Foundation codes it as. In memory, a date is the number of its seconds.
    private func dateObject() -> ValueForm? {
        guard conventions.dateStyle == nil, MemoryLayout<Date>.size == MemoryLayout<Double>.size,
            let seconds = ValueForm(scalar: Double.self)
        else { return nil }
        let table = PropertyTable(
            CodedClass(name: "NSDate"),
            [ClassKey.text, "NS.time"].map { PropertyTable.Property(key: $0, offset: 0, omitsNil: false) },
            namesClass: true)
        table.fill([ValueForm(constant: table.name), seconds])
        return ValueForm(record: table, Date.self)
    }

    /// The form of a struct; nil if it needs more than its properties, or has more.
    private func record<Record: ModelRecord>(_ type: Record.Type) -> ValueForm? {
        if let known = records[ObjectIdentifier(type)] { return known }
        guard let described = try? type.described(), described.form == .dictionary, !described.isEnum,
            described.version == nil, !described.refusesUnknown,
            let keys = try? described.keys(for: conventions.format, style: conventions.keyStyle).map({ Optional($0) })
                ?? .some(nil)
        else { return nil }
        let (rows, fields) = (described.rows, StoredFields(of: type))
        // It is made from its fields: so each has to be a property, and no code but the library's may make it.
        guard fields.count == rows.properties.count, rows.properties.allSatisfy(\.isStored) else { return nil }
        let table = table(keys, rows.properties, described.codedClass) { property in
            fields.offset(of: property.name, property.valueType)
        }
        guard let table else { return nil }
        let form = ValueForm(record: table, type)
        records[ObjectIdentifier(type)] = form
        return fill(table, rows.properties) == nil ? nil : form
    }

    /// A table without rows; nil if a key or a property needs more than a row.
    private func table(
        _ keys: PropertyKeys?, _ properties: ContiguousArray<ModelProperty>, _ codedClass: CodedClass,
        _ instances: PropertyTable.Instances? = nil, _ offset: (ModelProperty) -> Int?
    ) -> PropertyTable? {
        guard properties.count < PropertyTable.most, keys?.hasKeyPaths != true else { return nil }
        let namesClass = namesClasses && instances != nil
        var rows: [PropertyTable.Property] = []
        if namesClass {
            guard isPlain(codedClass.name) else { return nil }
            rows.append(PropertyTable.Property(key: ClassKey.text, offset: 0, omitsNil: false))
        }
        for property in properties {
            let key = keys?.entry(named: property.name)?.key ?? property.name
            guard key.utf8.count < PropertyTable.longKey, isPlain(key),
                property.form == nil, !property.isReadOnly, let offset = offset(property)
            else { return nil }
            rows.append(PropertyTable.Property(key: key, offset: offset, omitsNil: property.isNilDefault))
        }
        return PropertyTable(codedClass, rows, namesClass: namesClass, instances)
    }

    /// False for a text that may be mistaken for a mark of the format, or that formats with marks have to escape.
    private func isPlain(_ key: String) -> Bool {
        key.utf8.first != UInt8(ascii: "$")
            && !(namesClasses && key.unicodeScalars.contains { $0.value < 0x20 || $0.value | 1 == 0xFFFF })
    }

    /// Adds the rows to a table. Returns nil if a property's value has no form.
    private func fill(_ table: PropertyTable, _ properties: ContiguousArray<ModelProperty>) -> PropertyTable? {
        var forms = table.namesClass ? [ValueForm(constant: table.name)] : []
        for property in properties {
            guard let form = form(of: property.valueType) else { return nil }
            forms.append(form)
        }
        table.fill(forms)
        return table
    }

    /// The table of a class; nil if its objects need more than their properties.
    func table(of type: BaseModel.Type) -> PropertyTable? {
        if let known = tables[ObjectIdentifier(type)] { return known }
        let modelClass = ModelClass.of(type)
        guard type != BaseModel.self, modelClass.isPlain,
            let keys = try? modelClass.keys(by: conventions).map({ Optional($0) }) ?? .some(nil),
            let extras = StoredFields.offsetOfUnknown
        else { return nil }
        let decode: @Sendable (ModelDocument, FileConventions, DecodingLimits) -> AnyObject? = {
            try? $0.decode(type, as: $1, $2)
        }
        let instances = PropertyTable.Instances(
            of: type, extrasOffset: extras, make: { type.init() }, decode: namesClasses ? nil : decode)
        let rows = modelClass.rows
        var steps = rows.steps.makeIterator()
        let table = table(keys, rows.properties, modelClass.codedClass, instances) { _ in steps.next()?.offset }
        tables[ObjectIdentifier(type)] = table
        return table.flatMap { fill($0, rows.properties) }
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
