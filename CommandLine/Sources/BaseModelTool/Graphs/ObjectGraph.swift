import ModelCore

/// The objects of a document, and the values through which one object refers to another.
///
/// A node is an object, a container that several references refer to, or the root. If there are no classes, each
/// dictionary is a node. Arrays and dictionaries between two nodes are part of the path from one to the other.
struct ObjectGraph {
    struct Node {
        let title: String
        /// Some scalars of the object, one line for each.
        var lines: [String] = []
        var hiddenLines = 0
    }

    struct Edge {
        let from: Int
        let to: Int
        let label: String
    }

    private(set) var nodes: [Node] = []
    private(set) var edges: [Edge] = []
    /// True if there are more nodes than the limit allows.
    private(set) var isCut = false

    /// A container that is open.
    private struct Level {
        let node: Int
        /// The path from the node to the container, and the next step.
        let way: String
        var step: String?
        var count = 0
        let hasKeys: Bool
    }

    private static let lineLimit = 8

    init(_ document: ModelDocument, nodeLimit: Int, limits: DecodingLimits) throws {
        let hasClasses = try Self.hasClasses(document, limits)
        var walker = DocumentWalker(document, limits: limits)
        var levels: [Level] = []
        var places: [Int: Int] = [:]
        while let step = try walker.next() {
            switch step {
            case .key: levels[levels.count - 1].step = walker.text
            case .end: levels.removeLast()
            case .reference(let number):
                let way = Self.way(&levels)
                if let level = levels.last, let target = places[number] {
                    edges.append(Edge(from: level.node, to: target, label: way))
                }
            case .beginArray, .beginDictionary, .beginObject, .beginValueDictionary:
                let value = walker.value
                let way = Self.way(&levels)
                let isObject = value.kind == .object || (!hasClasses && value.kind == .dictionary)
                let isNode = levels.isEmpty || isObject || walker.number != nil
                guard isNode else {
                    levels.append(Level(node: levels.last?.node ?? 0, way: way, hasKeys: !value.isList))
                    continue
                }
                guard nodes.count < nodeLimit else {
                    isCut = true
                    walker.skipContainer()
                    continue
                }
                if let level = levels.last { edges.append(Edge(from: level.node, to: nodes.count, label: way)) }
                if let number = walker.number { places[number] = nodes.count }
                levels.append(Level(node: nodes.count, way: "", hasKeys: !value.isList))
                nodes.append(Node(title: ValueText.container(value)))
            default:
                let way = Self.way(&levels)
                guard let level = levels.last else {
                    nodes.append(Node(title: ValueText.summary(walker.value)))
                    continue
                }
                add("\(way): \(ValueText.summary(walker.value, limit: 32))", to: level.node)
            }
        }
    }

    private mutating func add(_ line: String, to node: Int) {
        if nodes[node].lines.count < Self.lineLimit {
            nodes[node].lines.append(line)
        } else {
            nodes[node].hiddenLines += 1
        }
    }

    /// Returns the path from the node to its last value.
    private static func way(_ levels: inout [Level]) -> String {
        guard let level = levels.last else { return "" }
        levels[levels.count - 1].count += 1
        // Longer paths help nobody.
        guard level.way.utf8.count < 200 else { return level.way }
        guard level.hasKeys, let step = level.step else { return "\(level.way)[\(level.count)]" }
        // An empty key is written as in paths.
        if step.isEmpty { return "\(level.way)[\"\"]" }
        return level.way.isEmpty ? step : "\(level.way).\(step)"
    }

    private static func hasClasses(_ document: ModelDocument, _ limits: DecodingLimits) throws -> Bool {
        var walker = DocumentWalker(document, limits: limits)
        while let step = try walker.next() { if case .beginObject = step { return true } }
        return false
    }
}
