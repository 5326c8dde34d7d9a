import FormatSupport
import Foundation
import ModelCore

/// Reads values from a property list in the OpenStep style, whose numbers, dates and booleans are text.
///
/// Such files are written by people, and small: the values are listed first, then read.
public final class OpenStepDecoder: ModelDecoder {
    public let context: DecodingContext
    public var convertsText: Bool { true }

    private let source: ByteSource
    private let nodes: [OpenStepNode]
    /// The number of the value at the position; past the last once it is consumed.
    private var current = 0
    private var container = Container(index: 0, isObject: false)
    private var outer: [Container] = []
    private var lines = LineCounter()
    private var classes = CodedClassTable()

    private struct Container {
        var index: Int
        var isObject: Bool
        /// The node of the next element or key.
        var next = 0
    }

    /// Stands at the root value.
    ///
    /// - Throws: `corruptData` where the text isn't a property list.
    public init(_ content: Data, context: DecodingContext) throws {
        self.context = context
        var text = ByteSource(content)
        do throws(PropertyListError) {
            text = try PropertyListEncoding.utf8(text)
            nodes = try OpenStepParser.nodes(in: text)
        } catch {
            var lines = LineCounter()
            throw ModelError(error, lines.lineAndColumn(at: error.offset, in: text))
        }
        source = text
    }

    public var location: ModelLocation? {
        guard nodes.indices.contains(current) else { return nil }
        let offset = nodes[current].offset
        let (line, column) = lines.lineAndColumn(at: offset, in: source)
        return ModelLocation(byteOffset: offset, line: line, column: column)
    }

    private func node() throws -> OpenStepNode {
        guard nodes.indices.contains(current) else { throw ModelError(.corruptData, "There is no value here.") }
        return nodes[current]
    }

    public func peekKind() throws -> ModelKind {
        switch try node().kind {
        case .scalar(let scalar): scalar.kind
        case .array: .array
        case .dictionary: className == nil ? .dictionary : .object
        }
    }

    public func decodeScalar() throws -> ModelScalar {
        guard case .scalar(let scalar) = try node().kind else { throw mismatch(expected: "a single value") }
        current = nodes.count
        return scalar
    }

    public func skipValue() throws { current = nodes.count }

    public func embeddedArchive() throws -> (any ModelDecoder)? {
        guard case .scalar(.data(let data)) = try node().kind,
            let decoder = try KeyedArchive.embeddedDecoder(in: .data(data), context: context)
        else { return nil }
        current = nodes.count
        return decoder
    }

    // MARK: Containers

    private func enter(isObject: Bool) {
        outer.append(container)
        container = Container(index: current, isObject: isObject, next: current + 1)
        current = nodes.count
    }

    private func leave() {
        container = outer.popLast() ?? Container(index: 0, isObject: false)
        current = nodes.count
    }

    private var end: Int { nodes[container.index].end }

    public func beginArray() throws -> Int {
        guard case .array = try node().kind else { throw mismatch(expected: "array") }
        let count = try node().count
        enter(isObject: false)
        return count
    }

    public func nextElement() throws -> Bool {
        guard container.next < end else {
            leave()
            return false
        }
        current = container.next
        container.next = nodes[current].end
        return true
    }

    public func beginDictionary() throws -> Int {
        guard case .dictionary = try node().kind else { throw mismatch(expected: "dictionary") }
        try checkKeys()
        let count = try node().count
        enter(isObject: false)
        return count
    }

    public func nextEntry() throws -> ModelEntryKey? {
        guard container.next < end, let key = nodes[container.next].text else {
            leave()
            return nil
        }
        current = container.next + 1
        container.next = nodes[current].end
        return .text(key)
    }

    // MARK: Objects

    private var className: String? {
        let dictionary = nodes[current]
        guard dictionary.count > 0, nodes[current + 1].text == "$class" else { return nil }
        return nodes[current + 2].text
    }

    public func beginObject() throws -> CodedClass? {
        guard case .dictionary = try node().kind else { throw mismatch(expected: "object") }
        try checkKeys()
        let name = className
        enter(isObject: true)
        guard let name else { return nil }
        container.next += 2
        return classes.codedClass(named: name)
    }

    public func moveToKey(_ key: ModelKey) throws -> Bool {
        guard container.isObject else { throw mismatch(expected: "object") }
        let wanted = key.stringValue
        if container.next < end, nodes[container.next].text == wanted {
            move(toValueOf: container.next)
            return true
        }
        var index = container.index + 1
        while index < end {
            if nodes[index].text == wanted {
                move(toValueOf: index)
                return true
            }
            index = nodes[index + 1].end
        }
        current = nodes.count
        return false
    }

    private func move(toValueOf key: Int) {
        current = key + 1
        container.next = nodes[current].end
    }

    public func objectKeys() throws -> [String] {
        guard container.isObject else { throw mismatch(expected: "object") }
        let keys = keys(of: container.index)
        return keys.first == "$class" && container.next > container.index + 1 ? Array(keys.dropFirst()) : keys
    }

    public func endObject() throws { leave() }

    private func keys(of dictionary: Int) -> [String] {
        var keys: [String] = []
        var index = dictionary + 1
        while index < nodes[dictionary].end {
            keys.append(nodes[index].text ?? "")
            index = nodes[index + 1].end
        }
        return keys
    }

    /// Throws where the dictionary at the position has a key twice.
    private func checkKeys() throws {
        var known: Set<ExactText> = []
        for key in keys(of: current) where !known.insert(ExactText(key)).inserted {
            throw error(.duplicateKey, "The dictionary has the key \(key) twice.")
        }
    }
}
