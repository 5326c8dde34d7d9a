import ModelCore

/// A value of a sample, and the position of its file among the samples.
struct Sample {
    let value: ModelDocument.Value
    let file: Int
}

/// The values of samples at one location: the values of a key in all objects of a class, or the elements of an array.
final class SampleShape {
    /// A kind of value. A value that may mean nil, such as an empty text, is of a separate kind.
    enum Kind: Int {
        case null, yes, no, integer, large, real, decimal, text, emptyText, data, date, url, uuid
        case array, set, emptyArray, object, emptyObject, other
    }

    /// The key of the values in files. Elements of an array have the array's key.
    let key: String
    /// The class whose property has this shape. Nil for the root.
    let owner: SampleClass?
    /// The number of arrays and dictionaries between the property and the values.
    let depth: Int
    private(set) var count = 0
    var kinds: Set<Kind> = []
    var texts = SampleTexts()
    /// True if an array has exactly one element.
    private var hasArrayOfOne = false
    private(set) var elements: SampleShape?
    /// The shape of the values of dictionaries whose keys are no properties.
    private(set) var entries: SampleShape?
    /// The classes of the objects, in the order in which they were found.
    private(set) var classes: [SampleClass] = []
    /// Objects whose class isn't known yet.
    var objects: [Sample] = []

    init(key: String, owner: SampleClass?, depth: Int = 0) {
        self.key = key
        self.owner = owner
        self.depth = depth
    }

    /// True if a single value and an array of one mean different things, so that a list must remember which of the
    /// two the file contained.
    var tellsOneFromMany: Bool { hasArrayOfOne }

    func elementShape() -> SampleShape {
        let shape = elements ?? SampleShape(key: key, owner: owner, depth: depth + 1)
        elements = shape
        return shape
    }

    func entryShape() -> SampleShape {
        let shape = entries ?? SampleShape(key: key, owner: owner, depth: depth + 1)
        entries = shape
        return shape
    }

    /// Adds a class.
    ///
    /// - Returns: False if the shape contains the class already.
    @discardableResult func insert(_ found: SampleClass) -> Bool {
        if classes.contains(where: { $0 === found }) { return false }
        classes.append(found)
        return true
    }

    /// Counts a value. Values inside a container aren't counted.
    func count(_ value: ModelDocument.Value) {
        count += 1
        let kind = Self.kind(of: value)
        kinds.insert(kind)
        if kind == .text { texts.add(value.stringValue ?? "") }
        if kind == .array, value.count == 1 { hasArrayOfOne = true }
    }

    private static func kind(of value: ModelDocument.Value) -> Kind {
        switch value.kind {
        case .null: .null
        case .bool: value.boolValue == true ? .yes : .no
        case .integer: value.intValue == nil ? .large : .integer
        case .real: .real
        case .decimal: .decimal
        case .string: value.stringValue?.isEmpty == true ? .emptyText : .text
        case .data: .data
        case .date: .date
        case .url: .url
        case .uuid: .uuid
        case .uid, .geometry: .other
        case .array, .orderedSet: value.count == 0 ? .emptyArray : .array
        case .set: value.count == 0 ? .emptyArray : .set
        case .dictionary: value.count == 0 ? .emptyObject : .object
        case .object: .object
        }
    }

    /// Adds the values that another shape contains.
    func merge(_ other: SampleShape) {
        count += other.count
        kinds.formUnion(other.kinds)
        texts.merge(other.texts)
        hasArrayOfOne = hasArrayOfOne || other.hasArrayOfOne
        if let more = other.elements { elementShape().merge(more) }
        if let more = other.entries { entryShape().merge(more) }
        other.classes.forEach { insert($0) }
    }

    /// Returns a copy in which single values are elements of the lists, and a copy with only the single values.
    /// Returns nil if there are no lists.
    func parted() -> (all: SampleShape, singles: SampleShape)? {
        guard let elements, !elements.kinds.isEmpty else { return nil }
        let singles = SampleShape(key: key, owner: owner)
        singles.kinds = kinds.subtracting([.array, .set, .emptyArray, .null])
        singles.texts = texts
        classes.forEach { singles.insert($0) }
        let all = SampleShape(key: key, owner: owner)
        all.merge(elements)
        all.merge(singles)
        return (all, singles)
    }

    /// The kinds and the classes of the values. Two shapes can be one property if their signatures are equal, or if
    /// one signature is empty because all the shape's values mean nil.
    var signature: String {
        var parts: Set<String> = []
        for kind in kinds {
            switch kind {
            case .null, .no, .emptyText, .emptyArray, .emptyObject: break
            case .yes: parts.insert("bool")
            case .integer, .large, .real, .decimal: parts.insert("number")
            case .array, .set: parts.insert("[\(elements?.signature ?? "")]")
            case .object:
                parts.formUnion(classes.map { "\(ObjectIdentifier($0))" })
                if let entries { parts.insert("{\(entries.signature)}") }
            default: parts.insert("\(kind)")
            }
        }
        return parts.sorted().joined(separator: " ")
    }
}
