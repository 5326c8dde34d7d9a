import FormatSupport

// The library's types whose values have a form, so that they are written and read without a document.

extension BaseModel: FormedValue {
    package static func form(in forms: ValueForms) -> ValueForm? { forms.table(of: self).map { ValueForm(object: $0) } }
}

extension Array: FormedValue where Element: ModelValue {
    package static func form(in forms: ValueForms) -> ValueForm? {
        forms.form(of: Element.self).map {
            ValueForm(arrayOf: $0, Element.self, code: forms.code(of: Element.self))
        }
    }
}

extension Optional: FormedValue where Wrapped: ModelValue {
    package static func form(in forms: ValueForms) -> ValueForm? {
        forms.form(of: Wrapped.self).flatMap { ValueForm(optional: $0, Wrapped.self) }
    }
}

extension Dictionary: FormedValue where Key: ModelValue, Value: ModelValue {
    /// Returns the form of dictionaries whose keys are texts. In formats in which all keys are texts, also returns the
    /// form of dictionaries with integers, UUIDs, or enums that are stored as texts.
    package static func form(in forms: ValueForms) -> ValueForm? {
        guard Key.self == String.self || !forms.capabilities.contains(.valueKeys),
            let element = forms.form(of: Value.self)
        else { return nil }
        let code = forms.code(of: Value.self)
        return switch Key.self {
        case is String.Type: ValueForm(entriesOf: element, Value.self, code: code)
        case is UUID.Type: ValueForm(entriesOf: element, Value.self, keys: uuids, code: code)
        case let integer as any FixedWidthInteger.Type where forms.form(of: Key.self)?.holdsWords == true:
            integers(integer, element, code)
        case let raw as any (RawRepresentable & ModelValue & Hashable).Type
        where forms.form(of: Key.self)?.holdsTexts == true:
            choices(raw, element, code)
        default: nil
        }
    }

    private static var uuids: KeyTexts<UUID> {
        KeyTexts {
            UUIDText.string(from: $0)
        } key: { text in
            UUIDText.uuid(from: text).flatMap { UUIDText.string(from: $0) == text ? $0 : nil }
        }
    }

    private static func integers<Integer: FixedWidthInteger>(
        _ type: Integer.Type, _ element: ValueForm, _ code: (any OwnCode)?
    ) -> ValueForm {
        let keys = KeyTexts<Integer> {
            $0.description
        } key: { text in
            Integer(text).flatMap { $0.description == text ? $0 : nil }
        } order: { keys, _ in
            keys.indices.sorted { keys[$0] < keys[$1] }
        }
        return ValueForm(entriesOf: element, Value.self, keys: keys, code: code)
    }

    private static func choices<Raw: RawRepresentable & ModelValue & Hashable>(
        _ type: Raw.Type, _ element: ValueForm, _ code: (any OwnCode)?
    ) -> ValueForm? {
        guard Raw.RawValue.self == String.self else { return nil }
        let keys = KeyTexts<Raw>(isCoded: { LibraryCoding.writes($0) }) { key in
            key.rawValue as? String ?? ""
        } key: { text in
            (text as? Raw.RawValue).flatMap { Raw(rawValue: $0) }
        }
        return ValueForm(entriesOf: element, Value.self, keys: keys, code: code)
    }
}

extension Set: FormedValue where Element: ModelValue {
    /// Returns the form of sets of texts, integers, UUIDs, or enums that are stored as texts. Sets of other elements
    /// have no form, because their order depends on more than the values.
    package static func form(in forms: ValueForms) -> ValueForm? {
        guard let form = forms.form(of: Element.self) else { return nil }
        return switch Element.self {
        case is String.Type:
            ValueForm(setOf: form, String.self, isShort: { $0.utf8.count <= DecodingLimits.shortText }) {
                order(of: $0)
            }
        case is UUID.Type: ValueForm(setOf: form, UUID.self) { order(of: $0.map(\.uuidString)) }
        case let integer as any FixedWidthInteger.Type where form.holdsWords: integers(integer, form)
        case let raw as any (RawRepresentable & Hashable).Type where form.holdsTexts: texts(raw, form)
        default: nil
        }
    }

    private static func integers<Integer: FixedWidthInteger>(_ type: Integer.Type, _ form: ValueForm) -> ValueForm {
        ValueForm(setOf: form, type) { elements in elements.indices.sorted { elements[$0] < elements[$1] } }
    }

    private static func texts<Raw: RawRepresentable & Hashable>(_ type: Raw.Type, _ form: ValueForm) -> ValueForm? {
        Raw.RawValue.self == String.self
            ? ValueForm(setOf: form, type) { order(of: $0.map { $0.rawValue as? String ?? "" }) } : nil
    }

    private static func order(of texts: [String]) -> [Int] { Array(ExactText.order(of: texts)) }
}

/// A scalar type whose values formats may convert, to text for example.
protocol LoweredScalar: FormedValue {
    var scalar: ModelScalar { get }
    /// Returns the value for a scalar that is stored as the library writes it. Returns nil for any other scalar, such
    /// as a keyed archive.
    static func value(of scalar: ModelScalar) -> Self?
}

extension LoweredScalar {
    package static func form(in forms: ValueForms) -> ValueForm? {
        forms.hasScalars
            ? ValueForm(lowered: Self.self) {
                $0.scalar
            } _: {
                EmbeddedArchive.size(of: $0) == nil ? value(of: $0) : nil
            } : nil
    }
}

extension UUID: LoweredScalar {
    static func value(of scalar: ModelScalar) -> UUID? {
        if case .data = scalar { nil } else { try? ScalarConversion.uuid(scalar, fromText: true) }
    }
}

extension URL: LoweredScalar {
    static func value(of scalar: ModelScalar) -> URL? {
        guard let url = try? ScalarConversion.url(scalar, fromText: true) else { return nil }
        guard case .string(let text) = scalar else { return url }
        // In property lists, a text with a dollar sign may represent nil. A text that isn't the URL's is kept.
        return text.utf8.first != UInt8(ascii: "$") && url.isWritten(as: text) ? url : nil
    }
}

extension Data: LoweredScalar {
    var scalar: ModelScalar { .data(self) }
    static func value(of scalar: ModelScalar) -> Data? { try? ScalarConversion.data(scalar, fromText: true) }
}

extension Decimal: LoweredScalar {
    static func value(of scalar: ModelScalar) -> Decimal? {
        switch scalar {
        case .decimal, .string: try? ScalarConversion.decimal(scalar, fromText: true)
        default: nil
        }
    }
}

/// A scalar type whose values have a form.
package protocol FormedScalar: FormedValue {}

extension FormedScalar {
    package static func form(in forms: ValueForms) -> ValueForm? { ValueForm(scalar: Self.self) }
}

extension FormedScalar where Self: FixedWidthInteger {
    package static func form(in forms: ValueForms) -> ValueForm? {
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
extension Int128: FormedScalar {}
extension UInt: FormedScalar {}
extension UInt8: FormedScalar {}
extension UInt16: FormedScalar {}
extension UInt32: FormedScalar {}
extension UInt64: FormedScalar {}
extension UInt128: FormedScalar {}
