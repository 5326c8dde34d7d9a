#if Macros
import ModelCore
import TestSupport

/// The tree that a model is written as.
func node(of model: BaseModel) throws -> ModelNode {
    try ModelNode(encoding: model)
}

/// A model that is read from a tree.
func model<Model: BaseModel>(_ type: Model.Type = Model.self, from node: ModelNode) throws -> Model {
    try node.decode(type)
}

/// A model that was written and read.
func roundTrip<Model: BaseModel>(_ original: Model) throws -> Model {
    try model(Model.self, from: node(of: original))
}

extension ModelNode {
    /// An object's keys in their order.
    var keys: [String] {
        if case .object(let object) = self { object.properties.map(\.key) } else { [] }
    }
}
#endif
