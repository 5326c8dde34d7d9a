import ModelCore

extension ModelDocument {
    /// The graph that a tree of plain dictionaries describes, as one does that JSON was read to.
    ///
    /// A dictionary with a text under `$class` becomes an object of that class, with its other keys. One whose only key
    /// is `$alias` stands for what the key path there leads to, from the root: keys and array indexes joined by dots,
    /// `$root` for the root itself. It may lead backward, forward and to what is around it. Everything else is copied
    /// as it is; keys that hold a dot can't be led through.
    ///
    /// - Throws: `corruptData` for an alias to nowhere or in a loop of aliases, `depthExceeded`.
    public func bootstrapped(limits: DecodingLimits = .standard) throws(ModelError) -> ModelDocument {
        var bootstrapping = Bootstrapping(self, limits: limits)
        return try bootstrapping.graph()
    }
}

/// Makes objects and references of dictionaries.
private struct Bootstrapping: ~Copyable {
    private typealias Value = ModelDocument.Value

    private let root: Value
    private let limits: DecodingLimits
    private var builder: DocumentBuilder
    private var open: [Frame] = []
    private var numbers: [Value.ID: Int] = [:]
    private var classes: [String: CodedClass] = [:]

    /// A container that was begun, and what of it is still to come.
    private struct Frame {
        var steps: ArraySlice<Step>
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
        while let frame = open.last {
            guard let step = frame.steps.first else {
                try builder.end()
                open.removeLast()
                continue
            }
            open[open.count - 1].steps.removeFirst()
            switch step {
            case .key(let key): try builder.key(key)
            case .value(let value): try append(value)
            }
        }
        return try builder.finish()
    }

    /// Gives all objects of a class one list of names: the keys of the first, then those that others have besides.
    private mutating func findClasses() {
        var names: [String: [String]] = [:]
        var known: [String: Set<String>] = [:]
        var met: Set<Value.ID> = []
        var pending = [root]
        while let value = pending.popLast() {
            guard value.kind.isContainer, met.insert(value.id).inserted else { continue }
            if let name = Self.className(of: value) {
                for key in Self.properties(of: value).map(\.key) where known[name, default: []].insert(key).inserted {
                    names[name, default: []].append(key)
                }
            }
            // The first one last, so that it comes next.
            pending += value.entries.map(\.value).reversed() + value.elements.reversed()
        }
        for (name, keys) in names { classes[name] = CodedClass(name: name, propertyNames: keys) }
        for name in known.keys where names[name] == nil { classes[name] = CodedClass(name: name, propertyNames: []) }
    }

    private static func className(of value: Value) -> String? {
        value.kind == .dictionary ? value["$class"]?.stringValue : nil
    }

    private static func properties(of value: Value) -> [(key: String, value: Value)] {
        value.properties.filter { $0.key != "$class" }
    }

    private mutating func append(_ value: Value) throws(ModelError) {
        let value = try resolved(value)
        guard value.kind.isContainer else { return try builder.append(value.scalar ?? .null, isDeclared: false) }
        if let number = numbers[value.id] { return try builder.appendReference(to: number) }
        let number = numbers.count
        numbers[value.id] = number
        open.append(Frame(steps: try begin(value, number: number)[...]))
    }

    private mutating func begin(_ value: Value, number: Int) throws(ModelError) -> [Step] {
        switch value.kind {
        case .set: try builder.beginArray(.set, number: number)
        case .orderedSet: try builder.beginArray(.orderedSet, number: number)
        case .array: try builder.beginArray(number: number)
        default:
            if let name = Self.className(of: value) {
                let codedClass = classes[name] ?? CodedClass(name: name)
                try builder.beginObject(codedClass, number: number)
                let values = Dictionary(Self.properties(of: value)) { first, _ in first }
                return (codedClass.propertyNames ?? []).flatMap { name in
                    values[name].map { [.key(name), .value($0)] } ?? []
                }
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

    /// The key path of a dictionary that stands for something else.
    private static func alias(_ value: Value) -> String? {
        value.kind == .dictionary && value.count == 1 ? value["$alias"]?.stringValue : nil
    }

    /// What a value stands for: itself, or what its key path leads to. Each step of a path may lead to another alias.
    private func resolved(_ value: Value) throws(ModelError) -> Value {
        guard let path = Self.alias(value) else { return value }
        var current = value
        var rest: [Substring] = []
        var followed = 0
        while true {
            if let path = Self.alias(current) {
                followed += 1
                guard followed < limits.depth else {
                    throw ModelError(.corruptData, "The alias \(path) leads through aliases without end.")
                }
                current = root
                if path != "$root", !path.isEmpty {
                    rest = path.split(separator: ".", omittingEmptySubsequences: false).reversed().reduce(into: rest) {
                        $0.append($1)
                    }
                }
                continue
            }
            guard let component = rest.popLast() else { return current }
            guard let member = Int(component).flatMap({ current[$0] }) ?? current[String(component)] else {
                throw ModelError(.corruptData, "The alias \(path) leads nowhere.")
            }
            current = member
        }
    }
}
