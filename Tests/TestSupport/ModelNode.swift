import ModelCore

/// A graph that tests build and look into: what a document holds, as instances that may be changed.
///
/// A graph with a cycle isn't freed until somebody breaks it.
public enum ModelNode {
    /// A value that holds no others.
    case scalar(ModelScalar)
    /// An array, a set or an ordered set.
    case array(ArrayNode)
    /// A dictionary, or an object whose class the file doesn't say.
    case dictionary(DictionaryNode)
    /// An object of a class that the program may or may not have.
    case object(ObjectNode)
    /// A model of the program, as itself.
    case model(BaseModel)

    /// The null.
    public static var null: ModelNode { .scalar(.null) }

    /// What kind of value this is.
    public var kind: ModelKind {
        switch self {
        case .scalar(let scalar): scalar.kind
        case .array(let node):
            switch node.kind {
            case .array: .array
            case .set: .set
            case .orderedSet: .orderedSet
            }
        case .dictionary: .dictionary
        case .object, .model: .object
        }
    }

    /// The value of a key of an object or a dictionary with text keys; nil where there is none.
    public subscript(key: String) -> ModelNode? {
        switch self {
        case .object(let node): node[key]
        case .dictionary(let node): node[key]
        default: nil
        }
    }

    /// The element of an array; nil where there is none.
    public subscript(index: Int) -> ModelNode? {
        guard case .array(let node) = self, node.elements.indices.contains(index) else { return nil }
        return node.elements[index]
    }

    /// The scalar; nil for anything else.
    public var scalar: ModelScalar? {
        if case .scalar(let scalar) = self { scalar } else { nil }
    }

    /// The text; nil for anything else.
    public var stringValue: String? {
        if case .scalar(.string(let text)) = self { text } else { nil }
    }
}

/// An array or a set.
public final class ArrayNode {
    /// What the elements mean: a list, or a set.
    public var kind: ModelArrayKind
    /// The elements, in the file's order.
    public var elements: [ModelNode]
    /// A new array, or a set.
    public init(_ elements: [ModelNode] = [], kind: ModelArrayKind = .array) {
        self.elements = elements
        self.kind = kind
    }

    deinit { NodeRelease.release(&elements) }
}

/// A dictionary with keys of any kind, in the file's order.
public final class DictionaryNode {
    /// The entries, in the file's order.
    public var entries: [(key: ModelNode, value: ModelNode)]
    /// A new dictionary. Nobody checks that a key is there only once.
    public init(_ entries: [(key: ModelNode, value: ModelNode)] = []) {
        self.entries = entries
    }

    /// True where every key is text.
    public var hasTextKeys: Bool { entries.allSatisfy { $0.key.stringValue != nil } }

    /// The value of a text key. Linear in the number of entries.
    public subscript(key: String) -> ModelNode? {
        entries.first { $0.key.stringValue == key }?.value
    }

    deinit {
        var children = entries.flatMap { [$0.key, $0.value] }
        entries = []
        NodeRelease.release(&children)
    }
}

/// An object: the name of its class, and its keys in the file's order.
public final class ObjectNode {
    /// The class as the file names it.
    public var codedClass: CodedClass
    /// The keys and values, in the file's order.
    public var properties: [(key: String, value: ModelNode)]

    /// A new object. A class name of `""` stands for none.
    public init(_ codedClass: CodedClass, _ properties: [(key: String, value: ModelNode)] = []) {
        self.codedClass = codedClass
        self.properties = properties
    }

    /// The value of a key. Linear in the number of keys.
    public subscript(key: String) -> ModelNode? {
        properties.first { $0.key == key }?.value
    }

    deinit {
        var children = properties.map(\.value)
        properties = []
        NodeRelease.release(&children)
    }
}

/// Frees a deep graph without recursion: else a long chain of nodes would exhaust the stack when it goes.
enum NodeRelease {
    static func release(_ nodes: inout [ModelNode]) {
        var pending: [ModelNode] = []
        swap(&pending, &nodes)
        while let node = pending.popLast() {
            // What only this loop still refers to is emptied before it goes; its children wait in the list.
            switch consume node {
            case .array(var array):
                if isKnownUniquelyReferenced(&array) {
                    pending += array.elements
                    array.elements = []
                }
            case .dictionary(var dictionary):
                if isKnownUniquelyReferenced(&dictionary) {
                    for entry in dictionary.entries { pending += [entry.key, entry.value] }
                    dictionary.entries = []
                }
            case .object(var object):
                if isKnownUniquelyReferenced(&object) {
                    for property in object.properties { pending.append(property.value) }
                    object.properties = []
                }
            case .scalar, .model: break
            }
        }
    }
}
