import Foundation
import JSONFormat
import ModelCore
import PlistFormat
import TestSupport

/// Reads as the original does, by its rules and nothing else: each value is known by its whole key path once it is read, an alias is
/// looked up by its text, and those that lead forward are set at the end, by walking along their own path.
struct OriginalReader {
    private var known: [String: ModelNode] = [:]
    /// Where an alias couldn't be resolved yet.
    private var open: [(path: String, alias: String)] = []

    /// The graph that a file holds. What the original can't resolve is null.
    static func node(_ content: Data, _ format: FileFormat) throws -> ModelNode {
        let tree: ModelNode =
            format == .hrCodedJSON
            ? try JSONFormat().decode(ModelNode.self, from: content)
            : try PlistFormat().decode(ModelNode.self, from: content)
        var reader = OriginalReader()
        let root = reader.read(tree, "")
        reader.known["$root"] = root
        for alias in reader.open {
            if let target = reader.known[alias.alias] { reader.set(target, root, alias.path) }
        }
        return root
    }

    private mutating func read(_ tree: ModelNode, _ path: String) -> ModelNode {
        let result = value(tree, path)
        known[path] = result
        return result
    }

    private mutating func value(_ tree: ModelNode, _ path: String) -> ModelNode {
        func inner(_ key: String) -> String { path.isEmpty ? key : path + "." + key }
        switch tree {
        case .array(let array):
            let result = ArrayNode()
            for (index, element) in array.elements.enumerated() {
                result.elements.append(read(element, inner("\(index)")))
            }
            return .array(result)
        case .dictionary, .object:
            let entries = Self.entries(tree)
            if case .scalar(.string(let alias))? = entries["$alias"] {
                if let target = known[alias] { return target }
                open.append((path, alias))
                return .null
            }
            let keys = Self.keys(tree).filter { $0 != "$class" }
            let values = keys.map { key in (key: key, value: read(entries[key] ?? .null, inner(key))) }
            guard let name = entries["$class"]?.stringValue else {
                if case .scalar(.string(let base64))? = entries["$data"] {
                    return .scalar(.data(Data(base64Encoded: base64) ?? Data()))
                }
                return .dictionary(DictionaryNode(values.map { (.text(HRKeyText.unescaped($0.key)), $0.value) }))
            }
            return Self.coded(ObjectNode(CodedClass(name: name), values))
        default: return tree
        }
    }

    /// What the class's `initWithCoder:` makes of the keys.
    private static func coded(_ object: ObjectNode) -> ModelNode {
        func values(_ prefix: String) -> [ModelNode] {
            (0..<object.properties.count).compactMap { object["\(prefix).\($0)"] }
        }
        switch object.codedClass.name {
        case "NSSet", "NSMutableSet": return .array(ArrayNode(values("NS.object"), kind: .set))
        case "NSOrderedSet": return .array(ArrayNode(values("NS.object"), kind: .orderedSet))
        case "NSDictionary":
            return .dictionary(DictionaryNode(zip(values("NS.key"), values("NS.object")).map { (key: $0, value: $1) }))
        case "NSData", "NSMutableData":
            if let base64 = object["$data"]?.stringValue {
                return .scalar(.data(Data(base64Encoded: base64) ?? Data()))
            }
        case "NSNumber":
            // The original takes the text of numbers that aren't finite for the number in it.
            if let text = object["NS.dblval"]?.stringValue { return .scalar(.double(Double(text) ?? 0)) }
        default: break
        }
        let named = object.properties.map { (key: HRKeyText.unescaped($0.key), value: $0.value) }
        let form = FoundationForm.Object(
            object.codedClass.name, object.properties.compactMap { key, value in value.scalar.map { (key, $0) } })
        return FoundationForm.scalar(of: form).map { .scalar($0) } ?? .object(ObjectNode(object.codedClass, named))
    }

    /// Sets a value along a path, as `setValue:forKey:` on each object does.
    private func set(_ value: ModelNode, _ root: ModelNode, _ path: String) {
        var node = root
        let keys = path.components(separatedBy: ".")
        for (number, key) in keys.enumerated() {
            let isLast = number == keys.count - 1
            switch node {
            case .array(let array):
                guard let index = Int(key), array.elements.indices.contains(index) else { return }
                if isLast { array.elements[index] = value } else { node = array.elements[index] }
            case .dictionary(let dictionary):
                guard let index = dictionary.entries.firstIndex(where: { $0.key.stringValue == key }) else { return }
                if isLast { dictionary.entries[index].value = value } else { node = dictionary.entries[index].value }
            case .object(let object):
                guard let index = object.properties.firstIndex(where: { $0.key == key }) else { return }
                if isLast { object.properties[index].value = value } else { node = object.properties[index].value }
            default: return
            }
        }
    }

    private static func keys(_ tree: ModelNode) -> [String] {
        switch tree {
        case .dictionary(let node): node.entries.compactMap { $0.key.stringValue }
        case .object(let node): node.properties.map(\.key)
        default: []
        }
    }

    private static func entries(_ tree: ModelNode) -> [String: ModelNode] {
        var result: [String: ModelNode] = [:]
        if case .object(let node) = tree { result["$class"] = .text(node.codedClass.name) }
        switch tree {
        case .dictionary(let node): for entry in node.entries { result[entry.key.stringValue ?? ""] = entry.value }
        case .object(let node): for property in node.properties { result[property.key] = property.value }
        default: break
        }
        return result
    }
}

/// The keys that have an escape in files: to the original they have a dollar sign too many, which isn't what these tests are about.
enum HRKeyText {
    static func unescaped(_ key: String) -> String {
        ["$$class", "$$alias", "$$data"].contains(key) ? String(key.dropFirst()) : key
    }
}
