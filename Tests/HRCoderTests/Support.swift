import Foundation
import HRCoder
import ModelCore
import TestSupport
import Testing

/// The three forms.
let forms: [FileFormat] = [.hrCodedXML, .hrCodedJSON, .hrCodedBinary]

/// What JSON text holds, as nodes.
func read(_ json: String) throws -> ModelNode {
    try HRCoder().decode(ModelNode.self, from: Data(json.utf8), as: .hrCodedJSON)
}

/// What JSON text holds, as models of these tests.
func read<Value: ModelValue>(_ type: Value.Type, _ json: String) throws -> Value {
    try ClassRegistry.withClasses(.pages) { try HRCoder().decode(type, from: Data(json.utf8), as: .hrCodedJSON) }
}

/// What JSON text is refused with.
func refusal(_ json: String) -> ModelError? {
    #expect(throws: ModelError.self) { try read(json) }
    do { _ = try read(json) } catch { return error as? ModelError }
    return nil
}

/// JSON as it is written.
func json(_ node: ModelNode) throws -> String {
    String(decoding: try HRCoder().encode(node, as: .hrCodedJSON), as: UTF8.self)
}

extension ModelNode {
    static func dict(_ entries: KeyValuePairs<String, ModelNode>) -> ModelNode {
        .dictionary(DictionaryNode(entries.map { (.scalar(.string($0.key)), $0.value) }))
    }

    static func text(_ text: String) -> ModelNode { .scalar(.string(text)) }
    static func int(_ value: Int64) -> ModelNode { .scalar(.int64(value)) }

    /// The instance behind a container.
    var instance: ObjectIdentifier? {
        switch self {
        case .array(let node): ObjectIdentifier(node)
        case .dictionary(let node): ObjectIdentifier(node)
        case .object(let node): ObjectIdentifier(node)
        default: nil
        }
    }
}
