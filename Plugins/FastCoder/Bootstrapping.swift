import ModelCore

extension ModelNode {
    /// The graph that a tree of plain dictionaries describes, as one does that JSON was read to.
    ///
    /// A dictionary with a text under `$class` becomes an object of that class, with its other keys. One whose only key is `$alias`
    /// stands for what the key path there leads to, from the root: keys and array indexes joined by dots, `$root` for the root
    /// itself. It may lead backward, forward and to what is around it. Everything else is copied as it is; keys that hold a dot can't be
    /// led through.
    ///
    /// - Throws: `corruptData` for an alias to nowhere or in a loop of aliases, `depthExceeded`.
    public func bootstrapped(limits: DecodingLimits = .standard) throws -> ModelNode {
        var bootstrapping = Bootstrapping(limits: limits)
        return try bootstrapping.graph(of: self)
    }
}

/// Makes objects and references of dictionaries.
private struct Bootstrapping {
    private let limits: DecodingLimits
    private var copies: [ObjectIdentifier: ModelNode] = [:]
    /// The dictionaries that stand for something else, and their key paths.
    private var aliases: [ObjectIdentifier: String] = [:]
    private var resolving: Set<ObjectIdentifier> = []
    private var classNames: [String: [String]] = [:]
    private var objects: [(object: ObjectNode, names: [String])] = []
    private var containers: [ModelNode] = []
    private var root = ModelNode.null

    init(limits: DecodingLimits) {
        self.limits = limits
    }

    mutating func graph(of node: ModelNode) throws -> ModelNode {
        root = try copy(node, depth: 0)
        finishClasses()
        for container in containers { try resolveMembers(of: container) }
        return try resolved(root)
    }

    // MARK: Copying

    private mutating func copy(_ node: ModelNode, depth: Int) throws -> ModelNode {
        guard depth < limits.depth else {
            throw ModelError(.depthExceeded, "Nested more than \(limits.depth) levels deep.")
        }
        switch node {
        case .scalar, .model: return node
        case .array(let array):
            if let known = copies[ObjectIdentifier(array)] { return known }
            let made = ArrayNode(kind: array.kind)
            enter(.array(made), for: array)
            for element in array.elements { made.elements.append(try copy(element, depth: depth + 1)) }
            return .array(made)
        case .object(let object):
            if let known = copies[ObjectIdentifier(object)] { return known }
            let made = ObjectNode(object.codedClass)
            enter(.object(made), for: object)
            for property in object.properties {
                made.properties.append((property.key, try copy(property.value, depth: depth + 1)))
            }
            return .object(made)
        case .dictionary(let dictionary):
            return try copies[ObjectIdentifier(dictionary)] ?? copy(dictionary, depth: depth)
        }
    }

    private mutating func enter(_ made: ModelNode, for original: AnyObject) {
        copies[ObjectIdentifier(original)] = made
        containers.append(made)
    }

    private mutating func copy(_ dictionary: DictionaryNode, depth: Int) throws -> ModelNode {
        if let name = dictionary["$class"]?.stringValue { return try object(dictionary, className: name, depth: depth) }
        let made = DictionaryNode()
        enter(.dictionary(made), for: dictionary)
        if dictionary.entries.count == 1, let path = dictionary["$alias"]?.stringValue {
            aliases[ObjectIdentifier(made)] = path
            return .dictionary(made)
        }
        for entry in dictionary.entries {
            made.entries.append((try copy(entry.key, depth: depth + 1), try copy(entry.value, depth: depth + 1)))
        }
        return .dictionary(made)
    }

    private mutating func object(_ dictionary: DictionaryNode, className: String, depth: Int) throws -> ModelNode {
        let made = ObjectNode(CodedClass(name: className))
        enter(.object(made), for: dictionary)
        for entry in dictionary.entries {
            guard let key = entry.key.stringValue, key != "$class" else { continue }
            made.properties.append((key, try copy(entry.value, depth: depth + 1)))
        }
        objects.append((made, made.properties.map(\.key)))
        return .object(made)
    }

    /// Gives all objects of a class one list of names: the keys of the first, then those that others have besides.
    private mutating func finishClasses() {
        for (object, names) in objects {
            let known = Set(classNames[object.codedClass.name] ?? [])
            classNames[object.codedClass.name, default: []] += names.filter { !known.contains($0) }
        }
        let classes = classNames.map { CodedClass(name: $0.key, propertyNames: $0.value) }
        let byName = Dictionary(classes.map { ($0.name, $0) }) { first, _ in first }
        for (object, _) in objects {
            guard let codedClass = byName[object.codedClass.name], let names = codedClass.propertyNames else {
                continue
            }
            object.codedClass = codedClass
            let values = Dictionary(object.properties.map { ($0.key, $0.value) }) { first, _ in first }
            object.properties = names.compactMap { name in values[name].map { (name, $0) } }
        }
    }

    // MARK: References

    private mutating func resolveMembers(of container: ModelNode) throws {
        switch container {
        case .array(let array):
            for index in array.elements.indices { array.elements[index] = try resolved(array.elements[index]) }
        case .object(let object):
            for index in object.properties.indices {
                object.properties[index].value = try resolved(object.properties[index].value)
            }
        case .dictionary(let dictionary):
            for index in dictionary.entries.indices {
                dictionary.entries[index].value = try resolved(dictionary.entries[index].value)
            }
        case .scalar, .model: break
        }
    }

    /// What a node stands for: itself, or what its key path leads to.
    private mutating func resolved(_ node: ModelNode) throws -> ModelNode {
        guard case .dictionary(let dictionary) = node, let path = aliases[ObjectIdentifier(dictionary)] else {
            return node
        }
        guard resolving.insert(ObjectIdentifier(dictionary)).inserted, resolving.count < limits.depth else {
            throw ModelError(.corruptData, "The alias \(path) leads through aliases without end.")
        }
        defer { resolving.remove(ObjectIdentifier(dictionary)) }
        var current = try path == "$root" || path.isEmpty ? root : resolved(root)
        if path != "$root", !path.isEmpty {
            for component in path.split(separator: ".", omittingEmptySubsequences: false) {
                let member = Int(component).flatMap { current[$0] } ?? current[String(component)]
                guard let member else { throw ModelError(.corruptData, "The alias \(path) leads nowhere.") }
                current = try resolved(member)
            }
        }
        return try resolved(current)
    }
}
