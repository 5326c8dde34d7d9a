import ModelCore
import Yams

/// Makes Yams's tree of the core's.
enum YAMLWriter {
    static func yaml(_ node: ModelNode) throws -> Node {
        switch node {
        case .scalar(.string(let text)): try string(text)
        case .scalar(let scalar): Node(try plain(scalar), .implicit, .plain)
        case .array(let array): Node(try array.elements.map(yaml), Tag(.seq), .block)
        case .dictionary(let dictionary):
            Node(try dictionary.entries.map { (try yaml($0.key), try yaml($0.value)) }, Tag(.map), .block)
        case .object(let object):
            Node(
                try object.properties.map { (try string($0.key), try yaml($0.value)) },
                object.codedClass.name.isEmpty ? Tag(.map) : Tag(Tag.Name(rawValue: "!" + object.codedClass.name)),
                .block)
        case .model: throw ModelError(.unrepresentableValue, "A model can't stand in a tree.")
        }
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
