import ModelCore
import Yams

/// Makes the core's tree of Yams's.
///
/// An alias repeats what its anchor names, so a small file can stand for an endless tree: the context counts each node.
struct YAMLReader {
    let text: String
    let context: DecodingContext

    func node(_ yaml: Node) throws -> ModelNode {
        try context.enter()
        defer { context.leave() }
        switch yaml {
        case .scalar(let scalar):
            return .scalar(scalar.style == .plain ? YAMLScalar.meaning(of: scalar.string) : .string(scalar.string))
        case .sequence(let sequence): return .array(ArrayNode(try sequence.map(node)))
        case .mapping(let mapping):
            // `!TodoItem` is a class; `!!map` and the like are YAML's own.
            let tag = mapping.tag.description
            guard tag.hasPrefix("!"), tag.count > 1 else {
                return .dictionary(
                    DictionaryNode(try mapping.map { (.scalar(.string(try key($0.key))), try node($0.value)) }))
            }
            let coded = CodedClass(name: String(tag.dropFirst()))
            return .object(ObjectNode(coded, try mapping.map { (try key($0.key), try node($0.value)) }))
        case .alias: throw ModelError(.corruptData, "An alias is left.").at(yaml.mark.map { ModelLocation($0, in: text) })
        }
    }

    private func key(_ yaml: Node) throws -> String {
        guard let scalar = yaml.scalar else {
            throw ModelError(.corruptData, expected: "a text as key", found: "a collection").at(yaml.mark.map { ModelLocation($0, in: text) })
        }
        return scalar.string
    }
}
