import FormatSupport
import Foundation
import ModelCore

extension DataModel.AttributeType {
    /// The default value that a scalar stands for: text in XML, anything in a compiled model. Nil for null, and for an
    /// empty text unless the type is text.
    ///
    /// - Throws: `typeMismatch`, `outOfRange`.
    func defaultValue(_ scalar: ModelScalar) throws(ModelError) -> ModelScalar? {
        if scalar == .null || (scalar == .string("") && self != .string) { return nil }
        if case .string(let text) = scalar, isShort, text.utf8.count > ModelDraft.longestName {
            let count = text.utf8.count
            throw ModelError(.typeMismatch, "A default value of \(count) bytes is none of the type \(rawValue).")
        }
        do {
            return try value(scalar)
        } catch {
            let text = ScalarConversion.keyText(scalar).map { ErrorText.quoted($0) } ?? scalar.kind.rawValue
            let error = ModelError(wrapping: error)
            throw ModelError(error.code, "The default value, \(text), is none of the type \(rawValue): \(error.reason)")
        }
    }

    /// True of types whose values are short as text: to see what they are, it is compared with words.
    private var isShort: Bool {
        switch self {
        case .integer16, .integer32, .integer64, .decimal, .double, .float, .boolean, .date, .uuid: true
        case .string, .binaryData, .uri, .transformable, .objectID, .composite, .undefined: false
        }
    }

    private func value(_ scalar: ModelScalar) throws -> ModelScalar {
        switch self {
        case .integer16: try .int64(Int64(integer(scalar, Int16.self)))
        case .integer32: try .int64(Int64(integer(scalar, Int32.self)))
        case .integer64: try .int64(integer(scalar, Int64.self))
        case .decimal: try .decimal(ScalarConversion.decimal(scalar, fromText: true))
        case .double: try .double(ScalarConversion.double(scalar, fromText: true))
        case .float: try .float(ScalarConversion.float(scalar, fromText: true))
        case .string: try .string(ScalarConversion.string(scalar, fromText: true))
        case .boolean: try .bool(ScalarConversion.bool(scalar, fromText: true))
        case .date: try .date(date(scalar))
        case .binaryData: try .data(ScalarConversion.data(scalar, fromText: true))
        case .uuid: try .uuid(ScalarConversion.uuid(scalar, fromText: true))
        case .uri: try .url(ScalarConversion.url(scalar, fromText: true))
        case .transformable, .objectID, .composite, .undefined: scalar
        }
    }

    private func integer<Integer: FixedWidthInteger>(_ scalar: ModelScalar, _: Integer.Type) throws -> Integer {
        let value = try ScalarConversion.int64(scalar, fromText: true)
        guard let exact = Integer(exactly: value) else {
            throw ModelError(.outOfRange, expected: "an integer of \(Integer.bitWidth) bits", found: "\(value)")
        }
        return exact
    }

    /// In XML a date is the number of seconds since the beginning of 2001, in UTC.
    private func date(_ scalar: ModelScalar) throws -> Date {
        guard case .string(let text) = scalar, let seconds = Double(text), seconds.isFinite else {
            return try ScalarConversion.date(scalar, fromText: true)
        }
        return Date(timeIntervalSinceReferenceDate: seconds)
    }
}
