import Foundation

/// Reads values from a `ModelNode`.
public final class NodeDecoder: ModelDecoder {
    public let context: DecodingContext
    public let convertsText: Bool

    var current: ModelNode
    var open: [Frame] = []
    private var references: [ObjectIdentifier: Int] = [:]
    /// What the reference numbers stand for: kept alive, so that no address is used twice.
    private var referenced: [AnyObject] = []

    enum Container {
        case array(ArrayNode)
        case dictionary(DictionaryNode)
        case object(keys: [String], values: [ModelNode])
    }

    struct Frame {
        var container: Container
        var next = 0
        /// The value to move to once the key at the position was decoded.
        var valueAfterKey: ModelNode?
        /// Where each key stands, once an expected one was missing.
        var positions: [String: Int]?
        /// The dictionary that the object was made of, which nobody had read before.
        var whole: [String: Any]?
    }

    /// A decoder that stands at a node.
    public init(_ node: ModelNode, context: DecodingContext, convertsText: Bool = true) {
        current = node
        self.context = context
        self.convertsText = convertsText
    }

    public var location: ModelLocation? { nil }

    public var reference: Int? {
        guard let identity = current.identity else { return nil }
        if let known = references[ObjectIdentifier(identity)] { return known }
        let number = referenced.count
        references[ObjectIdentifier(identity)] = number
        referenced.append(identity)
        if case .model(let model) = current { context.setObject(model, for: number) }
        return number
    }

    /// To be called after a value was consumed: behind a dictionary's key comes its value.
    private func advance() {
        guard let last = open.indices.last, let value = open[last].valueAfterKey else { return }
        open[last].valueAfterKey = nil
        current = value
    }

    public func peekKind() throws -> ModelKind { current.kind }

    public func decodeScalar() throws -> ModelScalar {
        guard case .scalar(let scalar) = current else { throw mismatch(expected: "a single value") }
        advance()
        return scalar
    }

    public func beginArray() throws -> Int {
        guard case .array(let node) = current else { throw mismatch(expected: "array") }
        try node.expand()
        open.append(Frame(container: .array(node)))
        return node.elements.count
    }

    public func nextElement() throws -> Bool {
        guard let last = open.indices.last, case .array(let node) = open[last].container else {
            throw mismatch(expected: "array")
        }
        guard open[last].next < node.elements.count else {
            leave()
            return false
        }
        current = node.elements[open[last].next]
        open[last].next += 1
        return true
    }

    public func beginDictionary() throws -> Int {
        switch current {
        case .dictionary(let node):
            try node.expand()
            open.append(Frame(container: .dictionary(node)))
            return node.entries.count
        case .object(let node):
            let entries = node.properties.map { (key: ModelNode.scalar(.string($0.key)), value: $0.value) }
            open.append(Frame(container: .dictionary(DictionaryNode(entries))))
            return entries.count
        default:
            throw mismatch(expected: "dictionary")
        }
    }

    public func nextEntry() throws -> ModelEntryKey? {
        guard let last = open.indices.last, case .dictionary(let node) = open[last].container else {
            throw mismatch(expected: "dictionary")
        }
        guard open[last].next < node.entries.count else {
            leave()
            return nil
        }
        let entry = node.entries[open[last].next]
        open[last].next += 1
        if let text = entry.key.stringValue {
            current = entry.value
            return .text(text)
        }
        current = entry.key
        open[last].valueAfterKey = entry.value
        return .value
    }

    public func beginObject() throws -> CodedClass? {
        switch current {
        case .object(let node):
            let keys = node.properties.map(\.key)
            open.append(Frame(container: .object(keys: keys, values: node.properties.map(\.value))))
            return node.codedClass.name.isEmpty ? nil : node.codedClass
        case .dictionary(let node):
            let unread = node.unread
            try node.expand()
            // Keys that aren't text name no property.
            let named = node.entries.compactMap { entry in entry.key.stringValue.map { ($0, entry.value) } }
            open.append(Frame(container: .object(keys: named.map(\.0), values: named.map(\.1)), whole: unread))
            return nil
        default:
            throw mismatch(expected: "object")
        }
    }

    public func moveToKey(_ key: ModelKey) throws -> Bool {
        guard let last = open.indices.last, case .object(let keys, let values) = open[last].container else {
            throw mismatch(expected: "object")
        }
        let text = key.stringValue
        var position = open[last].next
        if position >= keys.count || keys[position] != text {
            if open[last].positions == nil {
                open[last].positions = Dictionary(
                    keys.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: { first, _ in first })
            }
            guard let found = open[last].positions?[text] else { return false }
            position = found
        }
        current = values[position]
        open[last].next = position + 1
        return true
    }

    public func objectKeys() throws -> [String] {
        guard case .object(let keys, _)? = open.last?.container else { throw mismatch(expected: "object") }
        return keys
    }

    /// The dictionary that was entered last as an object, as a program gave it; nil where it was something else.
    var wholeDictionary: [String: Any]? { open.last?.whole }

    public func endObject() throws { leave() }
    public func skipValue() throws { advance() }

    public func embeddedArchive() throws -> (any ModelDecoder)? {
        guard case .scalar(let scalar) = current, convertsText || scalar.kind == .data,
            let decoder = try KeyedArchive.embeddedDecoder(in: scalar, context: context)
        else { return nil }
        advance()
        return decoder
    }

    private func leave() {
        if !open.isEmpty { open.removeLast() }
        advance()
    }
}
