import FormatSupport
import ModelCore

extension DataModel.AttributeType {
    /// Returns the default value that a scalar represents: text in XML, or any scalar in a compiled model. Returns
    /// nil for null. Also returns nil for an empty text, unless the type is text.
    ///
    /// Xcode keeps the default value when an attribute gets another type. Therefore, for a number, `NO` and `YES` are
    /// read as 0 and 1. For a boolean, 0 and 1 of any number type are read as false and true. For data and for a
    /// UUID, all of these values are ignored. For a date, a boolean is ignored.
    ///
    /// - Throws: `typeMismatch`, `outOfRange`.
    func defaultValue(_ scalar: ModelScalar) throws(ModelError) -> ModelScalar? {
        if scalar == .null || (scalar == .string("") && self != .string) { return nil }
        if case .string(let text) = scalar, isShort, text.utf8.count > ModelDraft.longestName {
            let count = text.utf8.count
            throw ModelError(.typeMismatch, "A default value of \(count) bytes is none of the type \(rawValue).")
        }
        // `NO` is Base64 without padding, too, which Xcode doesn't write.
        if self == .binaryData, case .string(let text) = scalar, text.utf8.count % 4 != 0, isLeftOver(scalar) {
            return nil
        }
        do {
            return try value(scalar)
        } catch {
            if isLeftOver(scalar) { return nil }
            let text = ScalarConversion.keyText(scalar).map { ErrorText.quoted($0) } ?? scalar.kind.rawValue
            let error = ModelError(wrapping: error)
            throw ModelError(error.code, "The default value, \(text), is none of the type \(rawValue): \(error.reason)")
        }
    }

    /// True for types whose values are short as text. To find the value, such text is compared with words like `YES`.
    private var isShort: Bool {
        switch self {
        case .integer16, .integer32, .integer64, .decimal, .double, .float, .boolean, .date, .uuid: true
        case .string, .binaryData, .uri, .transformable, .objectID, .composite, .undefined: false
        }
    }

    private func value(_ scalar: ModelScalar) throws -> ModelScalar {
        switch self {
        case .integer16: try .int64(Int64(integer(number(scalar), Int16.self)))
        case .integer32: try .int64(Int64(integer(number(scalar), Int32.self)))
        case .integer64: try .int64(integer(number(scalar), Int64.self))
        case .decimal: try .decimal(ScalarConversion.decimal(number(scalar), fromText: true))
        case .double: try .double(ScalarConversion.double(number(scalar), fromText: true))
        case .float: try .float(ScalarConversion.float(number(scalar), fromText: true))
        case .string: try .string(ScalarConversion.string(scalar, fromText: true))
        case .boolean: try .bool(boolean(scalar))
        case .date: try .date(date(scalar))
        case .binaryData: try .data(ScalarConversion.data(scalar, fromText: true))
        case .uuid: try .uuid(ScalarConversion.uuid(scalar, fromText: true))
        case .uri: try .url(ScalarConversion.url(scalar, fromText: true))
        case .transformable, .objectID, .composite, .undefined: scalar
        }
    }

    /// Returns the number 0 or 1 for a boolean. Returns any other scalar unchanged.
    private func number(_ scalar: ModelScalar) -> ModelScalar {
        guard let flag = try? ScalarConversion.bool(scalar, fromText: true) else { return scalar }
        return .int64(flag ? 1 : 0)
    }

    private func boolean(_ scalar: ModelScalar) throws -> Bool {
        let number = try? ScalarConversion.int64(scalar, fromText: true)
        return try ScalarConversion.bool(number.map { .int64($0) } ?? scalar, fromText: true)
    }

    /// Returns true for a boolean, 0 or 1 as the default value of a date, of data or of a UUID. Xcode leaves such a
    /// value behind when an attribute gets another type.
    private func isLeftOver(_ scalar: ModelScalar) -> Bool {
        guard self == .date || self == .binaryData || self == .uuid else { return false }
        return [0, 1].contains(try? ScalarConversion.double(number(scalar), fromText: true))
    }

    private func integer<Integer: FixedWidthInteger>(_ scalar: ModelScalar, _: Integer.Type) throws -> Integer {
        let value = try ScalarConversion.int64(scalar, fromText: true)
        guard let exact = Integer(exactly: value) else {
            throw ModelError(.outOfRange, expected: "an integer of \(Integer.bitWidth) bits", found: "\(value)")
        }
        return exact
    }

    /// Returns the date of a scalar. In XML, the date is written as the number of seconds since the beginning of
    /// 2001, in UTC.
    private func date(_ scalar: ModelScalar) throws -> Date {
        guard case .string(let text) = scalar, let seconds = Double(text), seconds.isFinite else {
            return try ScalarConversion.date(scalar, fromText: true)
        }
        return Date(timeIntervalSinceReferenceDate: seconds)
    }
}
