import FormatSupport

extension StoreQuery {
    /// A value as queries compare it. The comparison has the same result in memory, in JSON, and with a database's
    /// functions for JSON.
    ///
    /// - A boolean is 1 or 0. Other numbers are equal if their values are. A number that is no `Int64` counts as the nearest
    ///   double.
    /// - Texts are compared by their UTF-8 bytes. A date becomes the text of `DateStyle.sortableText`. A UUID, a URL
    ///   and data become the text that JSON contains.
    /// - A null, `NaN`, a date without such a text, geometry and every container count as missing.
    public enum Value: Sendable, Hashable {
        case missing
        case integer(Int64)
        case real(Double)
        case text(ExactText)

        /// The value of a scalar. Nil: a missing value.
        public init(_ scalar: ModelScalar?) {
            switch scalar {
            case .bool(let value): self = .integer(value ? 1 : 0)
            case .int64(let value): self = .integer(value)
            case .uint64(let value), .uid(let value):
                self = Int64(exactly: value).map { .integer($0) } ?? .real(Double(value))
            case .float(let value): self = Self(number: Double("\(value)") ?? Double(value))
            case .double(let value): self = Self(number: value)
            case .decimal(let value): self = Self(numeral: "\(value)")
            case .string(let value): self = .text(ExactText(value))
            case .date(let date):
                let text = DateText.sortableString(from: date)
                self = text.map { .text(ExactText($0)) } ?? .missing
            case .data(let value): self = .text(ExactText(value.base64EncodedString()))
            case .url(let value): self = .text(ExactText(value.absoluteString))
            case .uuid(let value): self = .text(ExactText(value.uuidString))
            case .null, .geometry, nil: self = .missing
            }
        }

        /// The value of a number. Equal numbers make equal values.
        private init(number: Double) {
            self = number.isNaN ? .missing : Int64(exactly: number).map { .integer($0) } ?? .real(number)
        }

        private init(numeral: String) {
            self = Int64(numeral).map { .integer($0) } ?? Self(number: Double(numeral) ?? .nan)
        }

        /// The value at a path of a document.
        init(at path: ModelPath, in document: ModelDocument) { self.init(document[path]?.scalar) }

        /// True if both values are numbers, or both are texts.
        func isComparable(to other: Value) -> Bool {
            switch (self, other) {
            case (.missing, _), (_, .missing): false
            case (.text, .text): true
            case (.text, _), (_, .text): false
            default: true
            }
        }
    }
}

extension StoreQuery.Value: Comparable {
    public static func < (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (_, .missing): false
        case (.missing, _): true
        case (.integer(let left), .integer(let right)): left < right
        case (.real(let left), .real(let right)): left < right
        // No integer is equal to a real value here.
        case (.integer(let left), .real(let right)):
            right >= 0x1p63 || right > -0x1p63 && left <= Int64(right.rounded(.down))
        case (.real(let left), .integer(let right)):
            left < -0x1p63 || left < 0x1p63 && Int64(left.rounded(.down)) < right
        case (.text(let left), .text(let right)): left < right
        case (.text, _): false
        case (_, .text): true
        }
    }
}
