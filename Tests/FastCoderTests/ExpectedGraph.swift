import Foundation
import ModelCore
import TestSupport

/// Compares what was read with the typed graph that stands beside a golden file.
struct ExpectedGraph {
    private var nodes: [Int: ObjectIdentifier] = [:]
    private(set) var differences: [String] = []

    /// What a file differs in from what the original's reader made of it, and from what was written; empty where it is either.
    static func differences(_ node: ModelNode, from expected: Data) throws -> [String] {
        let file = try JSONSerialization.jsonObject(with: expected) as? [String: Any]
        let graphs = ["decoded", "graph"].compactMap { file?[$0] as? [String: Any] }
        guard !graphs.isEmpty else { return ["There is no graph."] }
        let differences = graphs.map { graph in
            var comparer = ExpectedGraph()
            comparer.compare(node, graph, "root")
            return comparer.differences
        }
        return differences.contains([]) ? [] : differences.flatMap(\.self)
    }

    private mutating func differ(_ path: String, _ wanted: Any, _ found: Any) {
        differences.append(
            "\(path): wanted \(String(describing: wanted).prefix(120)), found \(String(describing: found).prefix(120))")
    }

    private mutating func compare(_ node: ModelNode, _ wanted: [String: Any], _ path: String) {
        if let reference = wanted["ref"] as? Int {
            if nodes[reference] != nil, nodes[reference] != identity(node) {
                differ(path, "the same as \(reference)", node)
            }
            return
        }
        if let id = wanted["id"] as? Int, let identity = identity(node) { nodes[id] = identity }
        let type = wanted["t"] as? String ?? ""
        let value = wanted["v"] as? String
        switch (type, node) {
        case ("string", .scalar(.string(let text))) where text == value: break
        case ("bool", .scalar(.bool(let flag)))
        where flag == (wanted["v"] as? Bool ?? (value == "true" || value == "1")): break
        case ("int", .scalar(.int64(let number))) where "\(number)" == value: break
        case ("int", .scalar(.uint64(let number))) where "\(number)" == value: break
        case ("float64", .scalar(.double(let number))) where bits(wanted) == number.bitPattern: break
        case ("float32", .scalar(.float(let number))) where bits(wanted) == UInt64(number.bitPattern): break
        case ("date", .scalar(.date(let date))):
            let since = wanted["sinceReferenceDate"] as? [String: Any] ?? [:]
            if bits(since) != date.timeIntervalSinceReferenceDate.bitPattern { differ(path, wanted, date) }
        case ("data", .scalar(.data(let data)))
        where data.map({ String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }).joined() == wanted["hex"] as? String:
            break
        case ("null", .scalar(.null)), ("nil", .scalar(.null)): break
        case ("array", .array(let array)), ("set", .array(let array)), ("orderedset", .array(let array)),
            ("orderedSet", .array(let array)):
            compareElements(array, wanted, path, isOrdered: type != "set")
        case ("dictionary", .dictionary(let dictionary)): compareEntries(dictionary, wanted, path)
        // An object of a class that the original doesn't know is a dictionary to it, with the class under a key of its own.
        case ("dictionary", .object(let object)):
            let name =
                (.scalar(.string("$class")), .scalar(.string(object.codedClass.name)))
                as (key: ModelNode, value: ModelNode)
            // To it, what is nil isn't there.
            let entries = object.properties.filter { $0.key != "$class" && !ModelNode.isNil($0.value) }.map {
                (key: ModelNode.scalar(.string($0.key)), value: $0.value)
            }
            compareEntries(DictionaryNode(entries + [name]), wanted, path)
        case ("object", .object(let object)): compareProperties(object, wanted, path)
        default: compareOther(node, wanted, path)
        }
    }

    private mutating func compareOther(_ node: ModelNode, _ wanted: [String: Any], _ path: String) {
        let text = (wanted["v"] as? String) ?? ""
        switch (wanted["t"] as? String ?? "", node) {
        case ("decimal", .scalar(.decimal(let decimal)))
        where decimal == Decimal(string: text) || decimal.isNaN && text == "NaN": break
        case ("uuid", .scalar(.uuid(let uuid))) where uuid.uuidString.lowercased() == text.lowercased(): break
        case ("indexset", .scalar(.geometry(.indexSet(let set)))), ("indexSet", .scalar(.geometry(.indexSet(let set)))):
            let ranges = set.map { [$0.lowerBound, $0.count] }
            if (wanted["ranges"] as? [[Int]] ?? []) != ranges { differ(path, wanted, ranges) }
        case ("value", _) where numbers(node).map({ $0 as [Double] }) == wanted["v"] as? [Double]: break
        case ("url", .scalar(.url(let url))): compare(url, wanted, path)
        case ("object", .scalar(.data(let data))):
            // The object is in a keyed archive.
            guard let object = try? KeyedArchive().decode(ModelNode.self, from: data) else {
                return differ(path, wanted, data)
            }
            compare(object, wanted, path)
        // Versions before 3.2 wrote 0 as false.
        case ("int", .scalar(.bool(false))) where text == "0": break
        // Version 2 lost these: what is left is an object without properties.
        case ("url", .object(let object)) where object.codedClass.name == "NSURL" && object.properties.isEmpty: break
        case ("indexset", .object(let object))
        where object.codedClass.name == "NSMutableIndexSet" && object.properties.isEmpty: break
        default: differ(path, wanted, node)
        }
    }

    private mutating func compare(_ url: URL, _ wanted: [String: Any], _ path: String) {
        if url.relativeString != wanted["relative"] as? String { differ(path, wanted, url) }
        guard let base = wanted["base"] as? [String: Any], base["t"] as? String == "url" else {
            if url.baseURL != nil { differ(path, wanted, url) }
            return
        }
        if let known = url.baseURL { compare(known, base, path + ".base") } else { differ(path, wanted, url) }
    }

    /// The numbers of a structure.
    private func numbers(_ node: ModelNode) -> [Double]? {
        switch node {
        case .object(let object):
            object.properties.compactMap { if case .scalar(.double(let number)) = $0.value { number } else { nil } }
        case .scalar(.geometry(.point(let x, let y))): [x, y]
        case .scalar(.geometry(.size(let width, let height))): [width, height]
        case .scalar(.geometry(.rect(let x, let y, let width, let height))): [x, y, width, height]
        case .scalar(.geometry(.range(let location, let length))): [Double(location), Double(length)]
        case .scalar(.geometry(.transform(let m11, let m12, let m21, let m22, let tX, let tY))):
            [m11, m12, m21, m22, tX, tY]
        default: nil
        }
    }

    private mutating func compareElements(_ array: ArrayNode, _ wanted: [String: Any], _ path: String, isOrdered: Bool)
    {
        let items = wanted["items"] as? [[String: Any]] ?? []
        guard items.count == array.elements.count else { return differ(path, items.count, array.elements.count) }
        guard !isOrdered else {
            for (index, item) in items.enumerated() { compare(array.elements[index], item, "\(path)[\(index)]") }
            return
        }
        for item in items where !array.elements.contains(where: { matches($0, item) }) {
            differ(path, item, array.elements)
        }
    }

    private mutating func compareEntries(_ dictionary: DictionaryNode, _ wanted: [String: Any], _ path: String) {
        let entries = (wanted["entries"] ?? wanted["items"]) as? [[Any]] ?? []
        guard entries.count == dictionary.entries.count else { return differ(path, wanted, dictionary.entries.count) }
        for entry in entries {
            guard entry.count == 2, let key = entry[0] as? [String: Any], let value = entry[1] as? [String: Any],
                let found = dictionary.entries.first(where: { matches($0.key, key) })
            else { return differ(path, entry, "no such key") }
            compare(found.value, value, "\(path).\(found.key.stringValue ?? "?")")
        }
    }

    private mutating func compareProperties(_ object: ObjectNode, _ wanted: [String: Any], _ path: String) {
        if object.codedClass.name != wanted["class"] as? String {
            differ(path, wanted["class"] ?? "", object.codedClass.name)
        }
        for (key, value) in wanted["props"] as? [String: [String: Any]] ?? [:] {
            compare(object[key] ?? .null, value, "\(path).\(key)")
        }
    }

    private func matches(_ node: ModelNode, _ wanted: [String: Any]) -> Bool {
        var copy = self
        let before = copy.differences.count
        copy.compare(node, wanted, "")
        return copy.differences.count == before
    }

    private func bits(_ wanted: [String: Any]) -> UInt64? {
        (wanted["bits"] as? String).flatMap { UInt64($0, radix: 16) }
    }

    private func identity(_ node: ModelNode) -> ObjectIdentifier? {
        switch node {
        case .array(let node): ObjectIdentifier(node)
        case .dictionary(let node): ObjectIdentifier(node)
        case .object(let node): ObjectIdentifier(node)
        default: nil
        }
    }
}
