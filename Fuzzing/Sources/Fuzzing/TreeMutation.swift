import Foundation
import ModelCore
import ModelTesting

/// Changes to the tree that a file holds, which the format then writes: files that are valid, of values that nobody thought of.
struct TreeMutation {
    let target: FuzzTarget

    init(_ target: FuzzTarget) { self.target = target }

    /// Nil where the seed can't be read, or the format refuses the tree.
    func bytes(of seed: Seed, _ random: inout Generator) throws -> [UInt8]? {
        let fresh = ModelNode(try RandomGraph.document(seed: random.next() % 100_000))
        let provider: any FormatProvider = target.isSealed ? KeyedArchive() : target.provider
        let format = target.isSealed ? FileFormat.keyedArchive : target.format
        let isFresh = random.once(in: 3)
        let root = isFresh ? fresh : try? provider.decode(ModelNode.self, from: Data(seed.bytes), as: format)
        guard let root else { return nil }
        var nodes = Self.containers(of: root)
        defer { for node in nodes { node.empty() } }
        for _ in 0..<random.below(4) {
            change(&nodes, ModelNode(try RandomGraph.document(seed: random.next() % 100_000)), &random)
        }
        do {
            let content = try target.writes(ModelDocument(encoding: root))
            return content.count <= Input.largest ? [UInt8](content) : nil
        } catch is ModelError {
            return nil
        }
    }

    private func change(_ nodes: inout [ModelNode], _ fresh: ModelNode, _ random: inout Generator) {
        let value = random.once(in: 3) && !nodes.isEmpty ? random.pick(nodes) : fresh
        switch nodes.isEmpty ? .null : random.pick(nodes) {
        case .array(let array):
            switch random.below(4) {
            case 0: array.kind = random.pick(ModelArrayKind.allCases)
            case 1 where !array.elements.isEmpty: array.elements.remove(at: random.below(array.elements.count))
            case 2 where !array.elements.isEmpty: array.elements[random.below(array.elements.count)] = value
            default: array.elements.append(value)
            }
        case .dictionary(let dictionary):
            let count = dictionary.entries.count
            switch random.below(4) {
            case 0 where count > 0: dictionary.entries[random.below(count)].value = value
            case 1 where count > 0: dictionary.entries[random.below(count)].key = value
            // A key doubled.
            case 2 where count > 0: dictionary.entries.append((random.pick(dictionary.entries).key, value))
            default: dictionary.entries.append((.scalar(.string("new")), value))
            }
        case .object(let object):
            let count = object.properties.count
            switch random.below(5) {
            case 0 where count > 0: object.properties[random.below(count)].value = value
            case 1 where count > 0: object.properties.append((random.pick(object.properties).key, value))
            case 2:
                object.codedClass = CodedClass(
                    name: random.pick(["ContractLink", "ContractShape", "", "No", "a\u{1}b"]))
            case 3 where count > 0: object.properties.remove(at: random.below(count))
            default: object.properties.append((random.pick(["label", "next", "others", "a.b", "", "$class"]), value))
            }
        default: break
        }
        if case .scalar = fresh { return }
        nodes.append(fresh)
    }

    /// The arrays, dictionaries and objects of a graph, each once.
    private static func containers(of root: ModelNode) -> [ModelNode] {
        var seen: Set<ObjectIdentifier> = []
        var containers: [ModelNode] = []
        var pending = [root]
        while let node = pending.popLast() {
            switch node {
            case .array(let array) where seen.insert(ObjectIdentifier(array)).inserted: pending += array.elements
            case .dictionary(let dictionary) where seen.insert(ObjectIdentifier(dictionary)).inserted:
                for (key, value) in dictionary.entries { pending += [key, value] }
            case .object(let object) where seen.insert(ObjectIdentifier(object)).inserted:
                pending += object.properties.map(\.value)
            default: continue
            }
            containers.append(node)
        }
        return containers
    }
}

extension ModelNode {
    /// Ends every cycle through it: else the graph is never freed.
    fileprivate func empty() {
        switch self {
        case .array(let array): array.elements = []
        case .dictionary(let dictionary): dictionary.entries = []
        case .object(let object): object.properties = []
        case .scalar, .model: break
        }
    }
}
