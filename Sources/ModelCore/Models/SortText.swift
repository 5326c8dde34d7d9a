import FormatSupport
import Foundation

// Texts that are the same for equal values: what sets and dictionaries are ordered by. Numbers come in their order.

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
        case .int64(let value): "1" + Self.padded(UInt64(bitPattern: value) ^ (1 << 63))
        case .uint64(let value): value > Int64.max ? "2" + Self.padded(value) : "1" + Self.padded(value ^ (1 << 63))
        case .float(let value): "3" + Self.padded(Double(value))
        case .double(let value): "3" + Self.padded(value)
        case .date(let value): "4" + Self.padded(value.timeIntervalSinceReferenceDate)
        case .null: "0"
        // Its own text counts the indexes.
        case .geometry(.indexSet(let value)): "5" + value.rangeText
        default: "5" + (ScalarConversion.keyText(self) ?? "\(self)")
        }
    }

    /// Bits that sort as the number does.
    private static func padded(_ value: Double) -> String {
        padded(value.sign == .minus ? ~value.bitPattern : value.bitPattern | 1 << 63)
    }

    private static func padded(_ bits: UInt64) -> String {
        let digits = String(bits, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

/// What models in sets and among keys are ordered by.
///
/// Not all that a model leads to, which may be the whole graph, and the set itself: its class, its single values, the
/// first elements of its arrays, and the same of the models that it refers to, but no further. No code of the program
/// runs. Models that are equal in all that come in no particular order.
enum ModelSortText {
    private static let firstElements = 16

    static func of(_ model: BaseModel, depth: Int = 1) -> String {
        let modelClass = ModelClass.of(type(of: model))
        guard depth >= 0 else { return modelClass.name }
        let values = modelClass.properties.map { of($0.read(model), depth: depth - 1) }
        return modelClass.name + "(" + values.joined(separator: ",") + ")"
    }

    private static func of(_ value: Any?, depth: Int) -> String {
        guard let value = AnyValue.unwrapped(value) else { return "" }
        if let model = AnyValue.model(value) { return of(model, depth: depth) }
        if let scalar = AnyValue.scalar(of: value) { return scalar.sortText }
        return switch value {
        case let raw as any RawRepresentable: AnyValue.scalar(of: raw.rawValue)?.sortText ?? ""
        // Others have no order of their own.
        case let array as any RandomAccessCollection: elements(of: array, depth: depth)
        default: ""
        }
    }

    private static func elements(of array: some RandomAccessCollection, depth: Int) -> String {
        "[" + array.prefix(firstElements).map { of($0, depth: min(depth, -1)) }.joined(separator: ",") + "]"
    }
}
