import Documents
import Yams

/// Makes Yams's tree of a document.
enum YAMLWriter {
    static func yaml(_ value: ModelDocument.Value) throws -> Node {
        switch value.kind {
        case .array: Node(try value.elements.map(yaml), Tag(.seq), .block)
        case .dictionary: Node(try entries(of: value), Tag(.map), .block)
        case .object:
            Node(try entries(of: value), Tag(Tag.Name(rawValue: "!" + (value.className ?? ""))), .block)
        default: try scalar(value.scalar ?? .null)
        }
    }

    private static func entries(of value: ModelDocument.Value) throws -> [(Node, Node)] {
        try value.properties.map { (try string($0.key), try yaml($0.value)) }
    }

    private static func scalar(_ scalar: ModelScalar) throws -> Node {
        if case .string(let text) = scalar { try string(text) } else { Node(try plain(scalar), .implicit, .plain) }
    }

    /// Quoted where the text alone would be read as something else, or has characters that only quotes can escape.
    private static func string(_ text: String) throws -> Node {
        // Yams drops it when it reads, even where it is escaped.
        guard text.unicodeScalars.first != "\u{FEFF}" else {
            throw ModelError(.unrepresentableValue, "YAML text can't begin with a byte order mark.")
        }
        let isPlain = YAMLScalar.meaning(of: text) == .string(text) && !text.unicodeScalars.contains(where: needsEscape)
        return Node(text, .implicit, isPlain ? .any : .doubleQuoted)
    }

    /// Control characters and all that YAML takes for the end of a line.
    private static func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0xFEFF: true
        default: false
        }
    }

    /// The other kinds that the capabilities leave.
    private static func plain(_ scalar: ModelScalar) throws -> String {
        switch scalar {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .int64(let value): "\(value)"
        case .uint64(let value): "\(value)"
        case .double(let value): "\(value)"
        default: throw ModelError(.unrepresentableValue, "YAML has no \(scalar.kind).")
        }
    }
}
