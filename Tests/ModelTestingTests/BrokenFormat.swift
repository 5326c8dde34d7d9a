import Foundation
import ModelCore
import TestSupport

/// The toy format with a defect: each closure spoils one step.
struct BrokenFormat: TreeFormat {
    var toy = ToyFormat()
    var capabilities: FormatCapabilities { toy.capabilities }

    /// Spoils the tree before it is written.
    var spoilTree: @Sendable (ModelNode) -> ModelNode = { $0 }
    /// Spoils the bytes when they are written.
    var spoilBytes: @Sendable (Data) throws -> Data = { $0 }
    /// Spoils the bytes when they are read.
    var repairBytes: @Sendable (Data) throws -> Data = { $0 }
    /// Spoils the tree that was read.
    var spoilResult: @Sendable (ModelNode) -> ModelNode = { $0 }
    var spoilDetection: @Sendable (Data, FormatDetection?) -> FormatDetection? = { $1 }

    func detect(_ content: Data) -> FormatDetection? { spoilDetection(content, toy.detect(content)) }

    func data(from node: ModelNode) throws -> Data { try spoilBytes(try toy.data(from: spoilTree(node))) }

    func node(from content: Data, context: FormatContext) throws -> ModelNode {
        spoilResult(try toy.node(from: try repairBytes(content), context: context))
    }
}

extension ModelNode {
    /// The graph with each scalar and each object changed in place.
    func changing(scalars: (ModelScalar) -> ModelScalar = { $0 }, objects: (ObjectNode) -> Void = { _ in }) -> ModelNode
    {
        var seen: Set<ObjectIdentifier> = []
        return changing(&seen, scalars, objects)
    }

    private func changing(
        _ seen: inout Set<ObjectIdentifier>, _ scalars: (ModelScalar) -> ModelScalar, _ objects: (ObjectNode) -> Void
    ) -> ModelNode {
        switch self {
        case .scalar(let scalar): return .scalar(scalars(scalar))
        case .array(let array):
            guard seen.count < 2000, seen.insert(ObjectIdentifier(array)).inserted else { return self }
            array.elements = array.elements.map { $0.changing(&seen, scalars, objects) }
        case .dictionary(let dictionary):
            guard seen.count < 2000, seen.insert(ObjectIdentifier(dictionary)).inserted else { return self }
            dictionary.entries = dictionary.entries.map { ($0.key, $0.value.changing(&seen, scalars, objects)) }
        case .object(let object):
            guard seen.count < 2000, seen.insert(ObjectIdentifier(object)).inserted else { return self }
            objects(object)
            object.properties = object.properties.map { ($0.key, $0.value.changing(&seen, scalars, objects)) }
        case .model: break
        }
        return self
    }
}
