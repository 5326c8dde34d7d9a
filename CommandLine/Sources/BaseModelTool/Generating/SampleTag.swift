import FormatSupport
import ModelCore

/// Determines what a group of plain objects at one location is: objects of several classes that a key names, or
/// dictionaries.
enum SampleTag {
    /// Keys that usually name a class. They are tried first, in the order of this array.
    private static let usualKeys = ["type", "object", "kind", "$type", "@type", "event", "_type"]
    private static let mostOtherKeys = 16
    private static let mostTags = 200
    private static let longestTag = 64

    /// Returns the key whose text tells the shape of an object. Returns nil if there is no such key.
    ///
    /// The *gaps* of a group of objects are the features that some objects of the group have, counted once for each
    /// object that lacks the feature. A feature is a key with the kind of its value, or a key in the value. A key is a
    /// tag if
    ///
    /// - it is a text in all objects, has at least two values, and some value occurs twice;
    /// - the objects have gaps, and the groups of equal value have at most half as many together;
    /// - each group has a smaller share of gaps than all objects have together;
    /// - the values are few: at most half as many as there are objects, and one more. An unusual key needs eight
    ///   objects, four a value, no gaps at all in a group, and two groups each with a feature that no other group has:
    ///   a status beside which a date is missing names no class.
    static func key(of objects: [Sample]) -> String? {
        guard objects.count >= 3 else { return nil }
        var texts: [ExactText: [String]] = [:]
        var order: [ExactText] = []
        for (number, object) in objects.enumerated() {
            for (key, value) in object.value.properties where value.kind == .string {
                let key = ExactText(key)
                guard number == 0 || texts[key]?.count == number else { continue }
                guard let text = value.stringValue, !text.isEmpty, text.utf8.count <= longestTag else { continue }
                if number == 0 { order.append(key) }
                texts[key, default: []].append(text)
            }
        }
        order.removeAll { texts[$0]?.count != objects.count }
        let usual = usualKeys.map(ExactText.init).filter(order.contains)
        let others = order.filter { !usual.contains($0) && $0.text != "$version" && !$0.text.isEmpty }.prefix(
            mostOtherKeys)
        if usual.isEmpty, others.isEmpty { return nil }
        let features = features(of: objects)
        let all = Group(features)
        if all.gaps == 0 { return nil }
        return (usual + others).first { key in
            isTag(texts[key] ?? [], isUsual: usual.contains(key), features: features, all: all)
        }?.text
    }

    private static func isTag(_ texts: [String], isUsual: Bool, features: [[Int]], all: Group) -> Bool {
        var members: [ExactText: [[Int]]] = [:]
        for (text, features) in zip(texts, features) { members[ExactText(text), default: []].append(features) }
        let count = texts.count
        guard members.count >= 2, members.count < count, members.count <= mostTags else { return false }
        guard isUsual ? 2 * members.count <= count + 3 : count >= 8 && 4 * members.count <= count else { return false }
        let groups = members.values.map(Group.init)
        let gaps = groups.reduce(0) { $0 + $1.gaps }
        guard 2 * gaps <= all.gaps, groups.allSatisfy({ $0.share < all.share }) else { return false }
        if isUsual { return true }
        let owners = groups.reduce(into: [Int: Int]()) { owners, group in
            for feature in group.features { owners[feature, default: 0] += 1 }
        }
        return gaps == 0 && groups.count { group in group.features.contains { owners[$0] == 1 } } >= 2
    }

    private struct Group {
        let features: Set<Int>
        /// The number of objects multiplied by the number of features.
        let cells: Int
        let gaps: Int
        var share: Double { Double(gaps) / Double(max(cells, 1)) }

        init(_ objects: [[Int]]) {
            features = objects.reduce(into: []) { $0.formUnion($1) }
            cells = objects.count * features.count
            gaps = cells - objects.reduce(0) { $0 + $1.count }
        }
    }

    /// Returns the features of each object, as numbers.
    private static func features(of objects: [Sample]) -> [[Int]] {
        var numbers: [ExactText: Int] = [:]
        return objects.map { object in
            var found: Set<Int> = []
            func add(_ feature: String) {
                let next = numbers.count
                let number = numbers[ExactText(feature)] ?? next
                if number == next { numbers[ExactText(feature)] = next }
                found.insert(number)
            }
            for (key, value) in object.value.properties where !value.isNull {
                add(key + ":" + kind(of: value, depth: 0))
                if value.kind == .dictionary { for inner in value.keys { add(key + "." + inner) } }
            }
            return Array(found)
        }
    }

    private static func kind(of value: ModelDocument.Value, depth: Int) -> String {
        switch value.kind {
        case .integer, .real, .decimal: "number"
        case .object: "dictionary"
        case .array, .set, .orderedSet:
            "[" + (depth < 4 ? value[0].map { kind(of: $0, depth: depth + 1) } ?? "" : "")
        case let kind: kind.rawValue
        }
    }

    // MARK: Dictionaries

    /// The number of keys from which objects of one shape are a dictionary, whatever the keys are.
    private static let manyKeys = 24

    /// Returns true if the keys of the objects are no properties. There must be at least three keys, and all their
    /// values must be alike. In addition, half of the keys must be no identifiers, or there must be very many keys,
    /// or each object must have only a few of all keys. Objects that have nearly all keys in common have properties.
    static func isDictionary(_ objects: [Sample]) -> Bool {
        var keys: Set<ExactText> = []
        var values: [Sample] = []
        for object in objects where object.value.className == nil {
            for (key, value) in object.value.properties where !value.isNull {
                keys.insert(ExactText(key))
                values.append(Sample(value: value, file: object.file))
            }
        }
        guard keys.count >= 3 else { return false }
        if objects.count >= 3, 10 * values.count >= 9 * keys.count * objects.count { return false }
        let odd = keys.count { !isIdentifier($0.text) }
        // The elements of arrays may differ: some arrays are empty.
        let kinds = Set(values.map { kind(of: $0.value, depth: 0) }.map { $0.hasPrefix("[") ? "[" : $0 })
        guard kinds.count == 1, let kind = kinds.first else { return false }
        let areOpen = objects.count >= 3 && 3 * values.count <= keys.count * objects.count
        guard kind == ModelKind.dictionary.rawValue else { return areOpen || 2 * odd >= keys.count }
        guard areOpen || 2 * odd >= keys.count || keys.count >= manyKeys else { return false }
        let full = values.filter { $0.value.count > 0 }
        if full.allSatisfy({ $0.value.className != nil }) { return !full.isEmpty }
        let all = Group(features(of: full))
        return 2 * all.gaps <= all.cells || key(of: full) != nil
    }

    /// Returns true for text that might name a property in some style: `first_name`, `first-name`, `@id`.
    private static func isIdentifier(_ text: String) -> Bool {
        guard text.utf8.count <= longestTag, let first = text.unicodeScalars.first else { return false }
        let begins = first.properties.isAlphabetic || "_$@#".unicodeScalars.contains(first)
        return begins
            && text.unicodeScalars.dropFirst().allSatisfy {
                $0.properties.isAlphabetic || $0.properties.numericType != nil || "_-: ".unicodeScalars.contains($0)
            }
    }
}
