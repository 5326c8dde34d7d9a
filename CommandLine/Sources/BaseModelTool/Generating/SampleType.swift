import ModelCore

/// The Swift type of the values that samples have at one location.
struct SampleType {
    /// The name of the type, without the question mark of an optional property.
    var name: String
    /// The transform between the value and files, as Swift source.
    var transform: String?
    /// True if the property must be optional, because a value means nil, or because there is no initial value.
    var needsNil = false
    /// A comment for the property, if the type is a guess.
    var remark: String?
    /// True if all values of the samples are written exactly as they were.
    var returns = true

    /// The value of a new object, as Swift source. Nil if there is none.
    var zero: String? {
        if name.hasPrefix("[String: ") { return "[:]" }
        return name.hasPrefix("[") || name.hasPrefix("Set<") || name.hasPrefix("OneOrMany<")
            ? "[]" : SwiftType.zeros[name]
    }
}

/// An enum for values of several kinds.
struct SampleEnum {
    let name: String
    let cases: [String]
}

/// Chooses the types for the values in samples. Declares enums for mixtures of values for which the library has no
/// type.
struct SampleTyping {
    /// True if the samples are JSON, whose dates are text.
    let isJSON: Bool
    private var enums: [SampleEnum] = []
    /// Returns a name that no other type has.
    let nameType: (SampleShape) -> String

    init(isJSON: Bool, nameType: @escaping (SampleShape) -> String) {
        self.isJSON = isJSON
        self.nameType = nameType
    }

    /// The forms of values that an enum can distinguish, in the order of the enum's cases.
    private enum Form: Int, CaseIterable {
        case bool, number, text, date, url, uuid, data, object, list, other
    }

    private static let forms: [SampleShape.Kind: Form] = [
        .yes: .bool, .integer: .number, .large: .number, .real: .number, .decimal: .number, .text: .text,
        .date: .date, .url: .url, .uuid: .uuid, .data: .data, .object: .object, .array: .list, .set: .list,
        .other: .other,
    ]
    /// The kinds of values that may mean nil. Each has the form that it belongs to, and the name of the set that
    /// contains it.
    private static let empty: [(kind: SampleShape.Kind, form: Form, name: String)] = [
        (.no, .bool, ".false"), (.emptyText, .text, ".text"), (.emptyArray, .list, ".array"),
        (.emptyObject, .object, ".dictionary"),
    ]

    /// - Parameter isInside: True for an element of an array or a dictionary, to which no transform is applied.
    mutating func type(of shape: SampleShape, isInside: Bool = false) -> SampleType {
        var type = chosenType(of: shape, isInside: isInside)
        // A nil in a property has no key.
        if !isInside, shape.kinds.contains(.null), type.name != "ModelDocument", type.name != "Any" {
            type.returns = false
        }
        return type
    }

    private mutating func chosenType(of shape: SampleShape, isInside: Bool) -> SampleType {
        var forms = Set(shape.kinds.compactMap { Self.forms[$0] })
        if forms.contains(.other) { return anything }
        if forms == [.number, .text], shape.texts.areNumbers { forms = [.number] }
        // Beside objects, false is a value: it forbids what the objects describe, and doesn't mean nil.
        if shape.kinds.contains(.no), forms.contains(.object) { forms.insert(.bool) }
        let vacant = Self.empty.filter { shape.kinds.contains($0.kind) && !forms.contains($0.form) }
        if forms.isEmpty, vacant.count <= 1 { return guess(vacant.first?.form, isInside) }
        if let form = forms.first, forms.count == 1 {
            var type = plain(form, shape, isInside)
            if vacant.isEmpty { return type }
            if !isInside, type.name != "ModelDocument" {
                // Texts, lists and booleans may be empty and not mean nil.
                let names = [.text, .list, .bool].contains(form) ? vacant.map(\.name) : []
                let sets = names.count > 1 ? "[\(names.joined(separator: ", "))]" : names.first ?? ""
                type.transform =
                    type.transform.map {
                        "ModelTransform<\(type.name)>.emptyIsNil(\($0)\(sets.isEmpty ? "" : ", " + sets))"
                    }
                    ?? ".emptyIsNil(\(sets))"
                type.needsNil = true
                type.returns = false
                return type
            }
        }
        if vacant.isEmpty {
            if let list = oneOrMany(shape, isInside) { return list }
            if let object = Self.expandable(shape) { return SampleType(name: "Expandable<\(object.name)>") }
        }
        return mixture(shape, forms.union(vacant.map(\.form)))
    }

    private var anything: SampleType { SampleType(name: "ModelDocument", needsNil: true) }

    /// Returns the type of a property whose values all mean nil.
    private func guess(_ form: Form?, _ isInside: Bool) -> SampleType {
        switch form {
        case .bool: SampleType(name: "Bool")
        case .text: SampleType(name: "String")
        case .list:
            SampleType(name: isInside ? "[ModelDocument]" : "[Any]", remark: "A guess: it is empty in all samples.")
        case .object:
            SampleType(
                name: isInside ? "[String: ModelDocument]" : "[String: Any]",
                remark: "A guess: it is empty in all samples.")
        default:
            SampleType(
                name: isInside ? "ModelDocument" : "Any", needsNil: true, remark: "A guess: it is null in all samples.")
        }
    }

    /// Returns the type of values of one form.
    private mutating func plain(_ form: Form, _ shape: SampleShape, _ isInside: Bool) -> SampleType {
        switch form {
        case .bool: return SampleType(name: "Bool")
        case .number:
            let name = number(shape, withTexts: true)
            return SampleType(name: name, returns: shape.texts.isEmpty && name != "Decimal")
        case .text: return text(shape, isInside)
        case .date: return SampleType(name: "Date")
        case .url: return SampleType(name: "URL")
        case .uuid: return SampleType(name: "UUID")
        case .data: return SampleType(name: "Data")
        case .object: return object(shape)
        case .list:
            let element = shape.elements.map { (type(of: $0, isInside: true), $0) }
            let name = element.map { $0.name + ($1.kinds.contains(.null) ? "?" : "") } ?? "ModelDocument"
            let isSet = !shape.kinds.contains(.array) && !name.hasPrefix("[") && !name.contains("ModelDocument")
            return SampleType(
                name: isSet ? "Set<\(name)>" : "[\(name)]", remark: element?.0.remark,
                returns: element?.0.returns ?? true)
        case .other: return anything
        }
    }

    /// - Parameter withTexts: True if the texts are numbers, too.
    private func number(_ shape: SampleShape, withTexts: Bool) -> String {
        if shape.kinds.contains(.decimal) { return "Decimal" }
        let areWhole = !withTexts || shape.texts.isEmpty || shape.texts.areIntegers
        if shape.kinds.contains(.real) || !areWhole { return "Double" }
        return shape.kinds.contains(.large) ? "Decimal" : "Int"
    }

    private func text(_ shape: SampleShape, _ isInside: Bool) -> SampleType {
        if !shape.kinds.contains(.emptyText) {
            if shape.texts.areUUIDs { return SampleType(name: "UUID", returns: shape.texts.areOwnUUIDs) }
            if shape.texts.areURLs { return SampleType(name: "URL") }
            let style = shape.texts.dateStyle(isJSON: isJSON)
            if shape.texts.areDates, !isInside || style == nil {
                return SampleType(
                    name: "Date", transform: style.map { ".date(\($0))" }, returns: shape.texts.haveDateStyle)
            }
        }
        return SampleType(name: "String")
    }

    private mutating func object(_ shape: SampleShape) -> SampleType {
        if let entries = shape.entries {
            guard shape.classes.isEmpty else { return anything }
            let element = type(of: entries, isInside: true)
            return SampleType(
                name: "[String: \(element.name)\(entries.kinds.contains(.null) ? "?" : "")]", remark: element.remark,
                returns: element.returns)
        }
        guard let first = shape.classes.first else { return anything }
        let lineages = shape.classes.map(\.lineage)
        let common = first.lineage.first { known in lineages.allSatisfy { $0.contains { $0 === known } } }
        if let common { return SampleType(name: common.name, needsNil: true) }
        return shape.classes.allSatisfy { $0.fileName != nil }
            ? SampleType(name: "BaseModel", needsNil: true) : anything
    }

    // MARK: Values of several kinds

    /// Returns the type for a list, or a single value of the same type as the list's elements.
    private mutating func oneOrMany(_ shape: SampleShape, _ isInside: Bool) -> SampleType? {
        guard let (all, singles) = shape.parted(), let elements = shape.elements,
            elements.signature == singles.signature, !singles.signature.hasPrefix("[")
        else { return nil }
        let element = type(of: all, isInside: true)
        guard !all.kinds.contains(.null), element.name != "ModelDocument" else { return nil }
        if isInside || shape.tellsOneFromMany { return SampleType(name: "OneOrMany<\(element.name)>") }
        return SampleType(name: "[\(element.name)]", transform: ".oneOrMany(writesOne: true)")
    }

    /// Returns the class of the objects, if other values are identifiers of these objects.
    static func expandable(_ shape: SampleShape) -> SampleClass? {
        let kinds = shape.kinds.subtracting([.null])
        guard let object = shape.classes.first, shape.classes.count == 1, shape.entries == nil,
            let id = object.lineage.lazy.compactMap({ $0.member("id") }).first, id.owner === object,
            id.count == object.count,
            kinds == [.object, .text] && id.kinds == [.text] || kinds == [.object, .integer] && id.kinds == [.integer]
        else { return nil }
        return object
    }

    /// Returns an enum whose cases are distinguished by the kinds of their values.
    private mutating func mixture(_ shape: SampleShape, _ forms: Set<Form>) -> SampleType {
        var cases: [String] = []
        for form in Form.allCases where forms.contains(form) {
            switch form {
            case .bool: cases.append("bool(Bool)")
            case .number:
                let name = number(shape, withTexts: false)
                cases.append(name == "Int" ? "integer(Int)" : "number(\(name))")
            case .text: cases.append("text(String)")
            case .date, .url, .uuid, .data:
                let name = plain(form, shape, true).name
                cases.append("\(name.lowercased())(\(name))")
            case .object:
                let type = shape.kinds.contains(.object) ? object(shape) : guess(.object, true)
                cases.append("object(\(type.name))")
            case .list:
                let type =
                    shape.kinds.isDisjoint(with: [.array, .set]) ? guess(.list, true) : plain(.list, shape, true)
                cases.append("list(\(type.name))")
            case .other: return anything
            }
        }
        let name = nameType(shape)
        enums.append(SampleEnum(name: name, cases: cases))
        return SampleType(name: name, needsNil: true)
    }

    /// Removes the enums that were declared since the last call.
    mutating func takeEnums() -> [SampleEnum] {
        defer { enums = [] }
        return enums
    }
}
