import FormatSupport

extension ModelScalar {
    /// Returns the scalar lowered to the capabilities of a format. The declared type reads it back exactly.
    ///
    /// - Parameter isProperty: True for the value of an object's property. For a property, null means nil.
    /// - Throws: `unrepresentableValue` if the scalar can't be lowered.
    package func plain(
        for capabilities: FormatCapabilities, limits: DecodingLimits = .standard, isProperty: Bool = false
    ) throws -> ModelScalar {
        if let plain = try plainForm(for: capabilities, limits) { return plain }
        guard capabilities.contains(.archives), canBeArchived(in: capabilities) else {
            throw ModelError(.unrepresentableValue, Self.reason(self))
        }
        let archive =
            kind == .null && isProperty
            ? try EmbeddedArchive.dataOfNil(limits: limits) : try EmbeddedArchive.data(of: self, limits: limits)
        return capabilities.contains(.data) ? .data(archive) : .string(Base64.string(from: archive))
    }

    /// Returns the scalar lowered without an archive. Returns nil if only an archive can contain it.
    private func plainForm(for capabilities: FormatCapabilities, _ limits: DecodingLimits) throws -> ModelScalar? {
        switch self {
        case .bool, .int64, .uint64, .string: return self
        case .null: return capabilities.contains(.null) ? self : nil
        case .float(let value):
            guard value.isFinite || capabilities.contains(.nonFinite) else { return nil }
            guard capabilities.isDisjoint(with: [.floats, .numerals]) else { return self }
            return capabilities.contains(.exactNumbers) ? nil : .double(Double(value))
        case .double(let value): return value.isFinite || capabilities.contains(.nonFinite) ? self : nil
        case .data(let value):
            guard capabilities.contains(.data) else { return .string(Base64.string(from: value)) }
            return capabilities.contains(.archives) ? .data(try EmbeddedArchive.wrapping(value, limits: limits)) : self
        case .date(let value):
            if capabilities.contains(.exactDates) { return self }
            if capabilities.contains(.ordinaryDates) {
                return DateText.hasExactString(value)
                    ? self : DateText.secondsString(from: value).map { .string($0) }
            }
            guard capabilities.contains(.wholeDates) else {
                return DateText.exactString(from: value).map { .string($0) }
            }
            return DateText.hasWholeSecondsString(value) ? self : nil
        case _ where capabilities.contains(.typedScalars): return self
        case .decimal(let value):
            guard !value.isNaN else { return nil }
            if capabilities.contains(.decimals) { return self }
            return capabilities.contains(.exactNumbers) ? nil : .string("\(value)")
        case .url(let value):
            let text = ScalarConversion.text(of: value)
            // In property lists, that text represents nil.
            let isNil = text == ModelDocument.Content.nullText && capabilities.contains([.archives, .data])
            return isNil ? nil : text.map { .string($0) }
        case .uuid(let value): return .string(UUIDText.string(from: value))
        case .uid(let value):
            return capabilities.contains(.uids) ? self : Int64(exactly: value).map { .int64($0) } ?? .uint64(value)
        case .geometry: return nil
        }
    }

    /// Returns true if readers also look for the value in an archive. Returns false for floats and doubles, unless
    /// the whole file is read as a document. Returns false for decimals if the archive would be stored as text.
    private func canBeArchived(in capabilities: FormatCapabilities) -> Bool {
        (kind != .real || capabilities.contains(.exactNumbers)) && (kind != .decimal || capabilities.contains(.data))
    }

    private static func reason(_ scalar: ModelScalar) -> String {
        switch scalar {
        case .null: "This format has no null."
        case .float(let value): "This format has no number for \(value)."
        case .double(let value): "This format has no number for \(value)."
        case .decimal(let value): "This format has no number for \(value)."
        case .date(let value): "No text stands for the date \(value.timeIntervalSinceReferenceDate)."
        case .url(let value): "This format has no way to keep the base of the URL \(value.absoluteString)."
        case .geometry(let value): "This format has no way to hold a \(value.typeName)."
        default: "This format has no way to hold a \(scalar.kind.rawValue)."
        }
    }
}
