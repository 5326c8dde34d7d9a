import Documents
import Yams

/// Makes a document of Yams's tree.
///
/// An alias repeats what its anchor names, so a small file can stand for an endless tree: the builder counts each value.
struct YAMLReader: ~Copyable {
    private let text: String
    private var marks: YAMLMarks
    private var builder: DocumentBuilder

    init(text: String, limits: DecodingLimits) {
        self.text = text
        marks = YAMLMarks(text)
        builder = DocumentBuilder(limits: limits)
    }

    mutating func document(_ root: Node) throws -> ModelDocument {
        try append(root)
        return try builder.finish()
    }

    private mutating func append(_ yaml: Node) throws {
        builder.offset = marks.offset(of: yaml.mark)
        switch yaml {
        case .scalar(let scalar):
            try builder.append(scalar.style == .plain ? YAMLScalar.meaning(of: scalar.string) : .string(scalar.string))
        case .sequence(let sequence):
            try builder.beginArray()
            for element in sequence { try append(element) }
            try builder.end()
        case .mapping(let mapping):
            // `!TodoItem` is a class; `!!map` and the like are YAML's own.
            let tag = mapping.tag.description
            if tag.hasPrefix("!"), tag.count > 1 {
                try builder.beginObject(named: String(tag.dropFirst()))
            } else {
                try builder.beginDictionary()
            }
            for (key, value) in mapping {
                try builder.key(try self.key(key))
                try append(value)
            }
            try builder.end()
        case .alias:
            throw ModelError(.corruptData, "An alias is left.").at(yaml.mark.map { ModelLocation($0, in: text) })
        }
    }

    private func key(_ yaml: Node) throws -> String {
        guard let scalar = yaml.scalar else {
            throw ModelError(.corruptData, expected: "a text as key", found: "a collection").at(
                yaml.mark.map { ModelLocation($0, in: text) })
        }
        return scalar.string
    }
}
