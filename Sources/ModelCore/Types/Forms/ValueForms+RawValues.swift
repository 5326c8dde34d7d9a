import FormatSupport

// The forms of enums and other types with raw values.

extension ValueForms {
    /// Returns the form of a type with raw values, if only the library encodes and decodes the type. Returns nil if
    /// the raw values are neither texts nor integers.
    func raw<Value: RawRepresentable>(
        _ type: Value.Type, isCoded: (@Sendable (Value) -> Bool)? = nil
    ) -> ValueForm? {
        guard _isPOD(type) else { return nil }
        if Value.RawValue.self == String.self { return ValueForm(rawTexts: type, isCoded: isCoded) }
        guard let integer = Value.RawValue.self as? any FixedWidthInteger.Type else { return nil }
        return ValueForm(rawIntegers: type, integer, isCoded: isCoded)
    }

    /// Returns the form of a type with raw values that may implement `encode` or `decode` itself.
    func raw<Value: ModelValue & RawRepresentable>(coded type: Value.Type) -> ValueForm? {
        guard let empty = Self.emptyDictionary, LibraryCoding.reads(type, from: empty) else { return nil }
        return raw(type) { !Value.isNil($0) && LibraryCoding.writes($0) }
    }

    /// Returns the form of an enum that doesn't implement `encode` or `decode` itself, and whose cases are stored as
    /// different texts.
    func choice<Choice: ModelValue & CaseIterable>(_ type: Choice.Type) -> ValueForm? {
        let cases = Array(type.allCases.prefix(257))
        guard _isPOD(type), cases.count <= 256, let first = cases.first, LibraryCoding.writes(first),
            !cases.contains(where: { type.isNil($0) })
        else { return nil }
        var choices: [(text: String, value: Choice)] = []
        for value in cases {
            guard let document = try? ModelEncoder.document(as: conventions, { try $0.encodeValue(value) }),
                case .string(let text)? = document.root.scalar, !choices.contains(where: { $0.text == text }),
                LibraryCoding.reads(type, from: document),
                // The raw value may belong to another case.
                let back = try? document.decode(type, as: conventions, conventions.limits),
                Self.bytes(of: back) == Self.bytes(of: value)
            else { return nil }
            choices.append((text, value))
        }
        return ValueForm(choices: choices)
    }

    /// An empty dictionary, made without an encoder, which needs more stack: a thread with a small stack
    /// may be the first to need a form.
    static let emptyDictionary: ModelDocument? = {
        var builder = DocumentBuilder()
        try? builder.beginDictionary()
        try? builder.end()
        return try? builder.finish()
    }()

    private static func bytes<Value>(of value: Value) -> [UInt8] {
        unsafe withUnsafeBytes(of: value) { unsafe Array($0) }
    }
}
