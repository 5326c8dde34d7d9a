import ModelCore
import ModelTesting

extension ModelNode {
    /// The graph of a document.
    public init(_ document: ModelDocument) {
        var known: [ModelDocument.Value.ID: ModelNode] = [:]
        self.init(document.root, &known)
    }

    private init(_ value: ModelDocument.Value, _ known: inout [ModelDocument.Value.ID: ModelNode]) {
        if let node = known[value.id] {
            self = node
            return
        }
        switch value.kind {
        case .array: self = .array(ArrayNode(kind: .array))
        case .set: self = .array(ArrayNode(kind: .set))
        case .orderedSet: self = .array(ArrayNode(kind: .orderedSet))
        case .dictionary: self = .dictionary(DictionaryNode())
        case .object: self = .object(ObjectNode(value.codedClass ?? CodedClass(name: "")))
        default:
            self = .scalar(value.scalar ?? .null)
            return
        }
        known[value.id] = self
        switch self {
        case .array(let node): for element in value.elements { node.elements.append(ModelNode(element, &known)) }
        case .dictionary(let node):
            for (key, value) in value.entries {
                // An object's key stands in no document of its own.
                let key = key.stringValue.map { ModelNode.scalar(.string($0)) } ?? ModelNode(key, &known)
                node.entries.append((key, ModelNode(value, &known)))
            }
        case .object(let node):
            for (key, value) in value.properties { node.properties.append((key, ModelNode(value, &known))) }
        case .scalar, .model: break
        }
    }

    /// The graph of a value.
    public init<Value: ModelValue>(encoding value: Value, limits: DecodingLimits = .standard) throws {
        self.init(try ModelDocument(encoding: value, limits: limits))
    }

    /// The graph of a value of any type.
    @_disfavoredOverload
    public init(encoding value: Any?) throws { self.init(try ModelDocument(encoding: value)) }

    /// The value that the graph stands for. Text stands for numbers too, as in files that people write.
    public func decode<Value: ModelValue>(
        _ type: Value.Type = Value.self, convertsText: Bool = true, limits: DecodingLimits = .standard
    ) throws -> Value {
        var document = try ModelDocument(encoding: self, limits: limits)
        if convertsText { document.scalars = .text }
        return try document.decode(type, limits: limits)
    }
}

extension ModelNode: ModelValue {
    public static func isNil(_ node: ModelNode) -> Bool { node.kind == .null }

    public static func encode(_ node: ModelNode, to encoder: ModelEncoder) throws {
        switch node {
        case .scalar(let scalar): try encoder.encode(scalar)
        case .model(let model): try encoder.encode(model)
        case .array(let array):
            guard try encoder.beginArray(array.kind, identity: array) else { return }
            for (index, element) in array.elements.enumerated() {
                try at(.index(index)) { try encode(element, to: encoder) }
            }
            try encoder.end()
        case .dictionary(let dictionary):
            let hasTextKeys = dictionary.hasTextKeys
            let isNew =
                try hasTextKeys
                ? encoder.beginDictionary(identity: dictionary) : encoder.beginValueDictionary(identity: dictionary)
            guard isNew else { return }
            for (key, value) in dictionary.entries {
                let text = key.scalar.flatMap(ScalarConversion.keyText)
                try at(.key(text ?? "?")) {
                    if hasTextKeys, let text { try encoder.encodeKey(text) } else { try encode(key, to: encoder) }
                    try encode(value, to: encoder)
                }
            }
            try encoder.end()
        case .object(let object):
            guard try encoder.beginObject(object, class: object.codedClass) else { return }
            for (key, value) in object.properties {
                try at(.key(key)) {
                    if isNil(value) {
                        try encoder.encodeKey(ModelKey(key))
                        try encoder.encodeNull()
                    } else {
                        try encoder.encodeKey(ModelKey(key))
                        try encode(value, to: encoder)
                    }
                }
            }
            try encoder.end()
        }
    }

    private static func at(_ component: ModelPath.Component, _ body: () throws -> Void) throws {
        do {
            try body()
        } catch {
            throw ModelError.prefixing(component, to: error)
        }
    }

    public static func decode(from decoder: ModelDecoder) throws -> ModelNode {
        let document = try ModelDocument.decode(from: decoder)
        // A node has the nearest double of a number of many digits.
        guard document.numerals.allSatisfy({ Double($0)?.isFinite == true }) else {
            throw ModelError(.outOfRange, expected: "a double", found: "a number beyond the largest one")
        }
        return ModelNode(document)
    }
}

extension ModelDocument {
    /// The numbers with more digits than a scalar has, by their digits. Those of keys that aren't text are left out.
    public var numerals: [String] {
        var found: [String] = []
        var met: Set<Value.ID> = []
        var pending = [root]
        while let value = pending.popLast() {
            if let digits = value.numeral { found.append(digits) }
            guard value.kind.isContainer, met.insert(value.id).inserted else { continue }
            switch value.kind {
            case .array, .set, .orderedSet: pending += value.elements
            case .dictionary: pending += value.entries.map(\.value)
            default: pending += value.properties.map(\.value)
            }
        }
        return found
    }
}

extension Fingerprint {
    /// The text of a graph: that of its document.
    public static func text(of node: ModelNode) -> String {
        do {
            return text(of: try ModelDocument(encoding: node, limits: DecodingLimits(depth: .max)))
        } catch {
            return "no document: \(error)"
        }
    }
}

extension ModelNode {
    /// The node of a model, and back.
    public static func of(_ model: BaseModel) throws -> ModelNode {
        try ModelNode(encoding: model)
    }

    public func decoded<Value: ModelValue>(
        _ type: Value.Type = Value.self, classes: ClassRegistry = .current, convertsText: Bool = true
    ) throws -> Value {
        try ClassRegistry.withClasses(classes) { try decode(type, convertsText: convertsText) }
    }
}
