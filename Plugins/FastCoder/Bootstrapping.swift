import Documents
import FormatSupport

extension ModelDocument {
    /// Returns the graph that a tree of plain dictionaries describes, such as a tree that was read from JSON.
    ///
    /// A dictionary with a text under `$class` becomes an object of that class, with its other keys. A dictionary
    /// whose only key is `$alias` is replaced by the value at the key path that it contains. The path begins at the
    /// root: keys and array indexes joined by dots, or `$root` for the root itself. The value may come before or
    /// after the alias, and may be a container around the alias. All other values are copied unchanged. No key on a
    /// path may contain a dot.
    ///
    /// - Throws: `corruptData` if there is no value at an alias's key path, or if aliases form a loop;
    ///   `depthExceeded`.
    public func bootstrapped(limits: DecodingLimits = .standard) throws(ModelError) -> ModelDocument {
        var bootstrapping = Bootstrapping(self, limits: limits)
        return try bootstrapping.graph()
    }
}

/// Makes objects and references from dictionaries.
private struct Bootstrapping: ~Copyable {
    private typealias Value = ModelDocument.Value

    private let root: Value
    private let limits: DecodingLimits
    private var builder: DocumentBuilder
    /// The remaining steps of the open containers, the innermost last.
    private var open: [ArraySlice<Step>] = []
    private var numbers: [Value.ID: Int] = [:]
    /// The classes of the objects.
    private var classes: [ObjectClass] = []
    /// The index of each object's class, by the ID of its dictionary.
    private var objects: [Value.ID: Int] = [:]
    /// The key paths of the aliases, by the IDs of their dictionaries. They are kept as values, because a file may
    /// contain the same path very often.
    private var aliases: [Value.ID: Value] = [:]
    /// The targets of the key paths followed so far, by the IDs of the paths, with the number of aliases that were
    /// followed on the way.
    private var targets: [Value.ID: (value: Value, followed: Int)] = [:]
    /// The members of the containers on key paths, by the containers' IDs.
    private var indexes: [Value.ID: Index] = [:]
    /// The scalars to which aliases refer, and long scalars. Each scalar is made once, and the builder recognizes it
    /// by its memory.
    private var scalars: [Value.ID: ModelScalar] = [:]

    /// A class of the objects, with its keys and the position of each in their order.
    private struct ObjectClass {
        let name: String
        var keys: [String] = []
        var positions: [String: Int] = [:]
        var codedClass: CodedClass?
    }

    private struct Index {
        let elements: [Value]
        let members: [ExactText: Value]
    }

    private enum Step {
        case key(String)
        case value(Value)
    }

    init(_ document: ModelDocument, limits: DecodingLimits) {
        root = document.root
        self.limits = limits
        builder = DocumentBuilder(limits: limits)
    }

    mutating func graph() throws(ModelError) -> ModelDocument {
        findClasses()
        try append(root)
        while let last = open.indices.last {
            switch open[last].popFirst() {
            case .key(let key)?: try builder.key(key)
            case .value(let value)?: try append(value)
            case nil:
                try builder.end()
                open.removeLast()
            }
        }
        return try builder.finish()
    }

    /// Collects all aliases, and makes one list of keys for each class: the keys of its first object, then the keys
    /// that only later objects have.
    private mutating func findClasses() {
        var names: [ExactText: Int] = [:]
        var known: [Value.ID: Int] = [:]
        var met: Set<Value.ID> = []
        var pending = [root]
        while let value = pending.popLast() {
            guard value.kind.isContainer, met.insert(value.id).inserted else { continue }
            aliases[value.id] = Self.alias(value)
            let properties = value.properties
            if let text = Self.className(of: value) {
                let number: Int
                if let seen = known[text.id] {
                    number = seen
                } else {
                    number = self.number(ofClass: text.stringValue ?? "", &names)
                    known[text.id] = number
                }
                objects[value.id] = number
                for (key, _) in properties where key != "$class" && classes[number].positions[key] == nil {
                    classes[number].positions[key] = classes[number].keys.count
                    classes[number].keys.append(key)
                }
            }
            // In reverse order, so that the first value is taken next.
            if properties.count == value.count {
                pending += properties.map(\.value).reversed()
            } else {
                let entries = value.entries
                pending += entries.map(\.key).reversed() + entries.map(\.value).reversed()
            }
            pending += value.elements.reversed()
        }
        for number in classes.indices where !classes[number].keys.isEmpty {
            classes[number].codedClass = CodedClass(name: classes[number].name, propertyNames: classes[number].keys)
        }
    }

    private mutating func number(ofClass name: String, _ names: inout [ExactText: Int]) -> Int {
        if let known = names[ExactText(name)] { return known }
        names[ExactText(name)] = classes.count
        classes.append(ObjectClass(name: name))
        return classes.count - 1
    }

    /// Returns the text that names the class of a dictionary. Returns nil if no text names a class.
    private static func className(of value: Value) -> Value? { value.kind == .dictionary ? text(value["$class"]) : nil }

    private static func text(_ value: Value?) -> Value? { value?.kind == .string ? value : nil }

    /// Returns the keys and values of an object, in the order of its class's keys. The time is about linear in the
    /// number of the object's own keys, however many keys its class has.
    private static func steps(of value: Value, as objectClass: ObjectClass) -> [Step] {
        var values: [Int: Value] = [:]
        for (key, member) in value.properties {
            guard key != "$class", let position = objectClass.positions[key], values[position] == nil else { continue }
            values[position] = member
        }
        return values.sorted { $0.key < $1.key }.flatMap { [.key(objectClass.keys[$0.key]), .value($0.value)] }
    }

    private mutating func append(_ value: Value) throws(ModelError) {
        let target = try resolved(value)
        guard target.kind.isContainer else {
            let scalar = scalar(of: target, isAliased: target.id != value.id)
            return try builder.append(scalar, isDeclared: false)
        }
        if let number = numbers[target.id] { return try builder.appendReference(to: number) }
        let number = numbers.count
        numbers[target.id] = number
        open.append(try begin(target, number: number)[...])
    }

    private mutating func scalar(of value: Value, isAliased: Bool) -> ModelScalar {
        if let known = scalars[value.id] { return known }
        let scalar = value.scalar ?? .null
        if isAliased || scalar.isLong { scalars[value.id] = scalar }
        return scalar
    }

    private mutating func begin(_ value: Value, number: Int) throws(ModelError) -> [Step] {
        switch value.kind {
        case .set: try builder.beginArray(.set, number: number)
        case .orderedSet: try builder.beginArray(.orderedSet, number: number)
        case .array: try builder.beginArray(number: number)
        default:
            if let own = objects[value.id] {
                let objectClass = classes[own]
                try builder.beginObject(objectClass.codedClass ?? CodedClass(name: objectClass.name), number: number)
                return Self.steps(of: value, as: objectClass)
            }
            if let codedClass = value.codedClass {
                try builder.beginObject(codedClass, number: number)
            } else if value.properties.count == value.count {
                try builder.beginDictionary(number: number)
            } else {
                try builder.beginValueDictionary(number: number)
                return value.entries.flatMap { [.value($0.key), .value($0.value)] }
            }
            return value.properties.flatMap { [.key($0.key), .value($0.value)] }
        }
        return value.elements.map { .value($0) }
    }

    // MARK: References

    /// Returns the key path of a dictionary that is an alias. Returns nil for any other value.
    private static func alias(_ value: Value) -> Value? {
        value.kind == .dictionary && value.count == 1 ? text(value["$alias"]) : nil
    }

    /// Returns the target of an alias. Returns any other value itself. Each step of an alias's path may find another
    /// alias. Each path is followed once, and the members of a container are listed once for all paths through it.
    /// Otherwise the time for a small file could grow with the square of its size.
    private mutating func resolved(_ value: Value) throws(ModelError) -> Value {
        var current = value
        var rest: [Substring] = []
        var followed = 0
        // The paths being followed. Each has the number of components that were left of the paths before it, and the
        // number of aliases that were followed before it.
        var paths: [(id: Value.ID, rest: Int, followed: Int)] = []
        var begun: Set<Value.ID> = []
        while true {
            if let text = aliases[current.id] {
                if let known = targets[text.id], followed + known.followed < limits.depth {
                    followed += known.followed
                    current = known.value
                    continue
                }
                let path = text.stringValue ?? ""
                followed += 1
                // A path that occurs again while it is still being followed has no target.
                guard followed < limits.depth, targets[text.id] != nil || begun.insert(text.id).inserted else {
                    throw ModelError(.corruptData, "The alias \(path) leads through aliases without end.")
                }
                paths.append((text.id, rest.count, followed - 1))
                current = root
                if path != "$root", !path.isEmpty {
                    rest += path.split(separator: ".", omittingEmptySubsequences: false).reversed()
                }
                continue
            }
            while let last = paths.last, last.rest == rest.count {
                targets[last.id] = (current, followed - last.followed)
                paths.removeLast()
            }
            guard let component = rest.popLast() else { return current }
            guard let member = member(component, of: current) else {
                let path = aliases[value.id]?.stringValue ?? ""
                throw ModelError(.corruptData, "The alias \(path) leads nowhere.")
            }
            current = member
        }
    }

    /// Returns the element at an index, or the value of a key. Returns nil if there is no such value.
    private mutating func member(_ component: Substring, of value: Value) -> Value? {
        guard value.kind.isContainer else { return nil }
        let index = indexes[value.id] ?? Self.index(of: value)
        indexes[value.id] = index
        if let position = Int(component), index.elements.indices.contains(position) { return index.elements[position] }
        return index.members[ExactText(String(component))]
    }

    private static func index(of value: Value) -> Index {
        let members = value.properties.map { (ExactText($0.key), $0.value) }
        return Index(elements: value.elements, members: Dictionary(members) { first, _ in first })
    }
}

extension ModelScalar {
    /// True for text and data of more than 64 bytes, which are made only once.
    fileprivate var isLong: Bool {
        switch self {
        case .string(let text): text.utf8.count > 64
        case .data(let data): data.count > 64
        default: false
        }
    }
}
