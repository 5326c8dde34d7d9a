import Foundation
import ModelCore
import ModelTesting

/// The arrays, dictionaries and objects of a document, each once.
struct Tree {
    private(set) var containers: [ModelNode] = []
    private var scalars: [ModelScalar] = []
    /// True where something stands in two places.
    private var isShared = false

    init(_ root: ModelNode) {
        var seen: Set<ObjectIdentifier> = []
        var pending = [root]
        while let node = pending.popLast() {
            switch node {
            case .array(let array) where seen.insert(ObjectIdentifier(array)).inserted: pending += array.elements
            case .dictionary(let dictionary) where seen.insert(ObjectIdentifier(dictionary)).inserted:
                for (key, value) in dictionary.entries { pending += [key, value] }
            case .object(let object) where seen.insert(ObjectIdentifier(object)).inserted:
                pending += object.properties.map(\.value)
            case .scalar(let scalar):
                scalars.append(scalar)
                continue
            default:
                isShared = true
                continue
            }
            containers.append(node)
        }
    }

    /// Ends every cycle: else the tree is never freed.
    func empty() {
        for node in containers {
            switch node {
            case .array(let array): array.elements = []
            case .dictionary(let dictionary): dictionary.entries = []
            case .object(let object): object.properties = []
            case .scalar, .model: break
            }
        }
    }

    /// True where some object has the name of a class that formats have forms of their own for.
    var hasFoundationNames: Bool {
        containers.contains {
            if case .object(let object) = $0 {
                FoundationForm.kind(ofClass: object.codedClass.name) != nil
            } else {
                false
            }
        }
    }

    /// True where a format that keeps this much gives back the tree as it is, and not in plainer terms.
    func fits(_ capabilities: FormatCapabilities) -> Bool {
        if capabilities.isSuperset(of: .all) { return true }
        if isShared, !capabilities.contains(.identity) { return false }
        let fitContainers = containers.allSatisfy { node in
            switch node {
            case .array(let array): array.kind == .array || capabilities.contains(.sets)
            case .dictionary(let dictionary): dictionary.hasTextKeys || capabilities.contains(.valueKeys)
            case .object: capabilities.contains(.classes)
            case .scalar, .model: false
            }
        }
        return fitContainers
            && scalars.allSatisfy { scalar in
                switch scalar {
                case .null: capabilities.contains(.null)
                case .data: capabilities.contains(.data)
                case .date: capabilities.contains(.exactDates)
                case .float, .decimal, .url, .uuid, .geometry: capabilities.contains(.typedScalars)
                case .double(let value): value.isFinite || capabilities.contains(.nonFinite)
                // A number without a point may be of either kind.
                case .bool, .int64, .uint64, .string: true
                }
            }
    }

    /// Two texts that are the same where both values are: but for differences that mean nothing.
    static func texts(of values: [any ModelValue], in target: FuzzTarget) -> [String] {
        let texts = values.map { Fingerprint.text(of: $0, keepsIdentity: target.capabilities.contains(.identity)) }
        let trees = values.compactMap { $0 as? ModelNode }.map { Tree($0) }
        if trees.isEmpty { return texts }
        // A number is the same one in either of the integer types. An object without a class is a dictionary.
        let hasClassless = trees.contains { tree in
            tree.containers.contains {
                if case .object(let object) = $0 { object.codedClass.name.isEmpty } else { false }
            }
        }
        return texts.map { text in
            let text = text.replacing("UInt64 ", with: "Int64 ")
            return hasClassless ? text.replacing("{", with: "(").replacing("}", with: ")") : text
        }
    }
}
