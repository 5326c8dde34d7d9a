import FormatSupport
import Foundation

extension ModelScalar {
    /// The scalar in terms of a format with these capabilities, such that the declared type reads it back exactly.
    ///
    /// - Throws: `unrepresentableValue` where there are none.
    func plain(for capabilities: FormatCapabilities) throws -> ModelScalar {
        switch self {
        case .null where !capabilities.contains(.null):
            throw ModelError(.unrepresentableValue, "This format has no null.")
        case .float(let value) where !value.isFinite && !capabilities.contains(.nonFinite):
            throw ModelError(.unrepresentableValue, "This format has no number for \(value).")
        case .double(let value) where !value.isFinite && !capabilities.contains(.nonFinite):
            throw ModelError(.unrepresentableValue, "This format has no number for \(value).")
        case .data(let value) where !capabilities.contains(.data):
            return .string(value.base64EncodedString())
        case .date(let value) where !capabilities.contains(.exactDates):
            guard let text = DateText.exactString(from: value) else {
                throw ModelError(.unrepresentableValue, "No text stands for the date \(value.timeIntervalSinceReferenceDate).")
            }
            return .string(text)
        default:
            return capabilities.contains(.typedScalars) ? self : try untyped()
        }
    }

    private func untyped() throws -> ModelScalar {
        switch self {
        case .float(let value): return .double(Double(value))
        case .decimal(let value):
            guard value.isFinite else { throw ModelError(.unrepresentableValue, "This format has no number for \(value).") }
            return .string("\(value)")
        case .uuid(let value): return .string(value.uuidString)
        case .url(let value):
            guard value.baseURL == nil else {
                throw ModelError(
                    .unrepresentableValue, "This format has no way to keep the base of the URL \(value.absoluteString).")
            }
            return .string(value.relativeString)
        case .geometry(let value):
            throw ModelError(.unrepresentableValue, "This format has no way to hold a \(value.typeName).")
        default: return self
        }
    }
}
