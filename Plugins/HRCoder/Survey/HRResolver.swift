import ModelCore

/// Finds the targets of all aliases: by one walk along the tree of their paths, and where a path goes through another alias from that
/// one's target on, once that is known. Each array and dictionary is gone through once more for that at most.
struct HRResolver {
    private let base: any SeekingDecoder
    private var map: HRMap
    private var work: HRWork
    private var trie = HRTrie()
    /// The node of each alias's path.
    private var nodes: [Int] = []
    /// What is known of each node.
    private var found: [Found]
    /// Nodes that wait for another one's target.
    private var waiting: [Int: [Active]] = [:]
    /// Nodes whose values are known now, the first at `next`.
    private var ready: [(value: HRIndex.Value, active: Active)] = []
    private var next = 0
    private var indexes: [Int: HRIndex] = [:]

    private struct Found {
        var position: Int?
        /// True where every key was met whole.
        var isExact = false
        /// The alias that stands at the node.
        var alias: Int?
        var isContainer = false
    }

    /// A node that the value at hand may be.
    private struct Active {
        var node: Int
        var isExact: Bool
    }

    /// An array or a dictionary on the way.
    private struct Container {
        var isArray: Bool
        var index = -1
        var active: [Active]
    }

    static func resolve(_ map: inout HRMap, root: Int, base: any SeekingDecoder, work: HRWork) throws {
        var resolver = HRResolver(map, base: base, work: work)
        try resolver.run(root)
        map = resolver.map
    }

    private init(_ map: HRMap, base: any SeekingDecoder, work: HRWork) {
        self.map = map
        self.base = base
        self.work = work
        nodes = []
        for alias in map.aliases { nodes.append(trie.node(of: alias.path.map(HRPath.components) ?? [])) }
        found = Array(repeating: Found(), count: trie.children.count)
    }

    private mutating func run(_ root: Int) throws {
        try walk(root, [Active(node: 0, isExact: true)])
        while next < ready.count {
            let (value, active) = ready[next]
            next += 1
            try follow(value, active)
        }
        finish()
    }

    // MARK: Walking

    private mutating func walk(_ position: Int, _ active: [Active]) throws {
        try base.beginDetour(to: position)
        var open: [Container] = []
        if let container = try visit(active) { open.append(container) }
        while let last = open.indices.last {
            try work.step()
            var inner: [Active] = []
            if open[last].isArray {
                guard try base.nextElement() else {
                    open.removeLast()
                    continue
                }
                open[last].index += 1
                inner = children(open[last].active, String(open[last].index))
            } else {
                guard let entry = try base.nextEntry() else {
                    open.removeLast()
                    continue
                }
                guard case .text(let key) = entry else {
                    try base.skipValue()
                    try base.skipValue()
                    continue
                }
                inner = children(open[last].active, key)
            }
            if inner.isEmpty {
                try base.skipValue()
            } else if let container = try visit(inner) {
                open.append(container)
            }
        }
        try base.endDetour()
    }

    private func children(_ active: [Active], _ key: String) -> [Active] {
        var result: [Active] = []
        for outer in active {
            if let child = trie.child(outer.node, key) { result.append(Active(node: child, isExact: outer.isExact)) }
            if let child = trie.child(outer.node, byPartsOf: key) { result.append(Active(node: child, isExact: false)) }
        }
        return result
    }

    /// Takes note of the value at the position. Returns it where it is a container to walk through, which was entered; else passes over it.
    private mutating func visit(_ active: [Active]) throws -> Container? {
        let value = HRIndex.Value(position: base.valuePosition, isContainer: base.isAtContainer)
        if let alias = alias(at: value) {
            for active in active { try wait(active, for: alias) }
            try base.skipValue()
            return nil
        }
        var inner: [Active] = []
        for active in active {
            try work.step()
            guard isNew(active) else { continue }
            settle(active, value)
            if trie.hasChildren(active.node) { inner.append(active) }
        }
        guard !inner.isEmpty, value.isContainer else {
            try base.skipValue()
            return nil
        }
        switch try base.peekKind() {
        case .array, .set, .orderedSet:
            _ = try base.beginArray()
            return Container(isArray: true, active: inner)
        default:
            _ = try base.beginDictionary()
            return Container(isArray: false, active: inner)
        }
    }

    private func isNew(_ active: Active) -> Bool {
        let known = found[active.node]
        return known.position == nil && known.alias == nil || active.isExact && !known.isExact
    }

    private func alias(at value: HRIndex.Value) -> Int? {
        guard value.isContainer, case .alias(let alias)? = map.entries[value.position]?.mark else { return nil }
        return alias
    }

    private mutating func settle(_ active: Active, _ value: HRIndex.Value) {
        found[active.node] = Found(position: value.position, isExact: active.isExact, isContainer: value.isContainer)
        for waiter in waiting.removeValue(forKey: active.node) ?? [] { ready.append((value, waiter)) }
    }

    /// The node's value is an alias: it is what that one leads to.
    private mutating func wait(_ active: Active, for alias: Int) throws {
        try work.step()
        guard isNew(active), map.aliases[alias].path != nil else { return }
        found[active.node] = Found(isExact: active.isExact, alias: alias)
        let target = found[nodes[alias]]
        if let position = target.position {
            ready.append((HRIndex.Value(position: position, isContainer: target.isContainer), active))
        } else {
            waiting[nodes[alias], default: []].append(active)
        }
    }

    /// Goes on from a value that an alias led to.
    private mutating func follow(_ value: HRIndex.Value, _ active: Active) throws {
        try work.step()
        if found[active.node].position == nil { found[active.node].alias = nil }
        guard isNew(active) else { return }
        if let alias = alias(at: value) { return try wait(active, for: alias) }
        settle(active, value)
        guard value.isContainer, trie.hasChildren(active.node) else { return }
        let index = try indexes[value.position] ?? HRIndex(of: value.position, base, &work)
        indexes[value.position] = index
        // In an order of their own, so that equal files are read equally.
        let children = trie.children[active.node].sorted { $0.key.text.utf8.lexicographicallyPrecedes($1.key.text.utf8) }
        for (key, child) in children {
            if let value = index[key.text] { ready.append((value, Active(node: child, isExact: active.isExact))) }
        }
        for key in index.dotted {
            try work.step()
            guard let child = trie.child(active.node, byPartsOf: key), let value = index[key] else { continue }
            ready.append((value, Active(node: child, isExact: false)))
        }
    }
}

extension HRResolver {
    /// Enters what was found into the map.
    private mutating func finish() {
        var references = 0
        for index in map.aliases.indices where map.aliases[index].path != nil {
            let target = found[nodes[index]]
            guard let position = target.position else {
                map.aliases[index].next = target.alias
                continue
            }
            map.aliases[index].target = position
            guard target.isContainer else { continue }
            if map.entries[position]?.reference == nil {
                map.entries[position, default: HRMap.Entry()].reference = references
                references += 1
            }
        }
    }
}
