extension ModelNode {
    /// A text that is the same for equal values: what sets and dictionaries are ordered by. Numbers come in their order.
    var sortKey: String {
        switch self {
        case .scalar(let scalar): scalar.sortKey
        case .array(let node): "[" + node.elements.map(\.sortKey).joined(separator: ",") + "]"
        case .dictionary(let node):
            "{" + node.entries.map { $0.key.sortKey + ":" + $0.value.sortKey }.joined(separator: ",") + "}"
        case .object(let node):
            node.codedClass.name + "("
                + node.properties.map { $0.key + ":" + $0.value.sortKey }.joined(separator: ",") + ")"
        case .model(let model): ModelSortKey.key(of: model, depth: 1)
        }
    }
}

extension ModelScalar {
    fileprivate var sortKey: String {
        switch self {
        case .int64(let value): "1" + Self.padded(UInt64(bitPattern: value) ^ (1 << 63))
        case .uint64(let value): value > Int64.max ? "2" + Self.padded(value) : "1" + Self.padded(value ^ (1 << 63))
        case .float(let value): "3" + Self.padded(Double(value))
        case .double(let value): "3" + Self.padded(value)
        case .date(let value): "4" + Self.padded(value.timeIntervalSinceReferenceDate)
        case .null: "0"
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
