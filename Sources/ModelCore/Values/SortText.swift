import FormatSupport

// Texts by which sets and dictionaries are sorted: equal values have equal texts. Numbers sort by their values.

extension ModelDocument.Value {
    var sortText: String {
        switch word.tag {
        case .array, .orderedSet: "[" + elements.map(\.sortText).joined(separator: ",") + "]"
        case .set: "[" + elements.map(\.sortText).sorted { ExactText($0) < ExactText($1) }.joined(separator: ",") + "]"
        case .dictionary:
            "{"
                + entries.map { $0.key.sortText + ":" + $0.value.sortText }.sorted { ExactText($0) < ExactText($1) }
                .joined(separator: ",") + "}"
        case .object:
            if let className {
                className + "(" + properties.map { $0.key + ":" + $0.value.sortText }.joined(separator: ",") + ")"
            } else {
                "{"
                    + properties.map { ModelScalar.string($0.key).sortText + ":" + $0.value.sortText }
                    .joined(separator: ",") + "}"
            }
        default: (scalar ?? .null).sortText
        }
    }
}

extension ModelScalar {
    var sortText: String {
        switch self {
        case .int64(let value): "1" + (UInt64(bitPattern: value) ^ (1 << 63)).hexadecimal
        case .uint64(let value): value > Int64.max ? "2" + value.hexadecimal : "1" + (value ^ (1 << 63)).hexadecimal
        case .float(let value): "3" + Self.padded(Double(value))
        case .double(let value): "3" + Self.padded(value)
        case .date(let value): "4" + Self.padded(value.timeIntervalSinceReferenceDate)
        case .null: "0"
        case .geometry(.indexSet(let value)): "5" + value.rangeText
        default: "5" + (ScalarConversion.keyText(self) ?? "\(self)")
        }
    }

    /// The number as hexadecimal digits. Sorting the digits as text sorts the numbers.
    private static func padded(_ value: Double) -> String {
        (value.sign == .minus ? ~value.bitPattern : value.bitPattern | 1 << 63).hexadecimal
    }
}

/// Makes the texts by which models are sorted, in sets and as keys.
///
/// A text doesn't contain everything to which a model refers: that may be the whole graph, with the set itself. The
/// text consists of the model's class, its single values, its first unknown values, and the first elements of its
/// arrays. For each model to which it refers directly, it contains the same. No code of the program runs. Models that
/// are equal in all of this have no particular order.
///
/// Very many elements may refer to one model, whose text is then a part of each element's text. So a long text is
/// made once, and only its beginning and a digest are used.
struct ModelSortText {
    private static let firstElements = 16
    /// The size to which a long text is shortened, in bytes: for a model's own text, and for the text of a model that
    /// it refers to.
    private static let mostBytes = 2048
    private static let mostRelatedBytes = 512

    private struct Key: Hashable {
        let model: ObjectIdentifier
        let depth: Int
    }

    /// The long texts, each with its model. The model is kept alive, so that no other model gets its address.
    private var long: [Key: (model: BaseModel, text: String)] = [:]

    mutating func text(of model: BaseModel, depth: Int = 1) -> String {
        let modelClass = ModelClass.of(type(of: model))
        guard depth >= 0 else { return modelClass.name }
        let key = Key(model: ObjectIdentifier(model), depth: depth)
        if let known = long[key] { return known.text }
        let values = modelClass.properties.map { text(of: $0.read(model), depth: depth - 1) }
        let whole =
            modelClass.name + "("
            + (values + (model.extras?.sortTexts(first: Self.firstElements) ?? [])).joined(separator: ",") + ")"
        let most = depth > 0 ? Self.mostBytes : Self.mostRelatedBytes
        guard whole.utf8.count > most else { return whole }
        let short = Self.shortened(whole, to: most)
        long[key] = (model, short)
        return short
    }

    /// The beginning of a text, and a digest of the whole text.
    private static func shortened(_ text: String, to count: Int) -> String {
        String(decoding: text.utf8.prefix(count), as: UTF8.self) + String(UInt64(digestOf: text.utf8), radix: 16)
    }

    // MARK: Values

    private mutating func text(of value: Any?, depth: Int) -> String {
        guard let value = AnyValue.unwrapped(value) else { return "" }
        if let model = AnyValue.model(value) { return text(of: model, depth: depth) }
        if let scalar = AnyValue.scalar(of: value) { return scalar.sortText }
        return switch value {
        case let raw as any RawRepresentable: AnyValue.scalar(of: raw.rawValue)?.sortText ?? ""
        // Other collections have no order.
        case let array as any RandomAccessCollection: elements(of: array, depth: depth)
        default: ""
        }
    }

    private mutating func elements(of array: some RandomAccessCollection, depth: Int) -> String {
        "[" + array.prefix(Self.firstElements).map { text(of: $0, depth: min(depth, -1)) }.joined(separator: ",") + "]"
    }
}
