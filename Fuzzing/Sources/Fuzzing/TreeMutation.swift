import Foundation
import ModelCore
import ModelTesting

/// Changes to the tree that a file holds, which the format then writes: files that are valid, of values that nobody thought of.
struct TreeMutation {
    let target: FuzzTarget

    init(_ target: FuzzTarget) { self.target = target }

    /// Nil where the seed can't be read, or the format refuses the tree.
    func bytes(of seed: Seed, _ random: inout Generator) throws -> [UInt8]? {
        var graph = RandomGraph(seed: random.next() % 100_000)
        defer { graph.empty() }
        let provider: any FormatProvider = target.isSealed ? KeyedArchive() : target.provider
        let format = target.isSealed ? FileFormat.keyedArchive : target.format
        let isFresh = random.once(in: 3)
        let root = isFresh ? graph.node() : try? provider.decode(ModelNode.self, from: Data(seed.bytes), as: format)
        guard let root else { return nil }
        let tree = Tree(root)
        defer { tree.empty() }
        var nodes = tree.containers
        for _ in 0..<random.below(4) {
            change(&nodes, graph.node(), &random)
        }
        do {
            let content = try target.writes(root)
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
}
