import ModelCore

/// Finds the targets of all aliases: by one walk along the tree of their paths, and where a path goes through another alias by a further
/// walk from that one's target, once that is known.
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
    /// Nodes whose value is the target of a node that has just been found.
    private var ready: [(position: Int, active: Active)] = []

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
        while !ready.isEmpty {
            // Each target is walked through once for all that wait for it.
            var groups: [Int: [Active]] = [:]
            var order: [Int] = []
            for (position, active) in ready {
                if found[active.node].position == nil { found[active.node].alias = nil }
                if groups[position] == nil { order.append(position) }
                groups[position, default: []].append(active)
            }
            ready = []
            for position in order { try walk(position, groups[position] ?? []) }
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
                inner = next(open[last].active, String(open[last].index))
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
                inner = next(open[last].active, key)
            }
            if inner.isEmpty {
                try base.skipValue()
            } else if let container = try visit(inner) {
                open.append(container)
            }
        }
        try base.endDetour()
    }

    private func next(_ active: [Active], _ key: String) -> [Active] {
        var result: [Active] = []
        for outer in active {
            if let child = trie.child(outer.node, key) { result.append(Active(node: child, isExact: outer.isExact)) }
            if let child = trie.child(outer.node, byPartsOf: key) { result.append(Active(node: child, isExact: false)) }
        }
        return result
    }

    /// Takes note of the value at the position. Returns it where it is a container to walk through, which was entered; else passes over it.
    private mutating func visit(_ active: [Active]) throws -> Container? {
        let position = base.valuePosition
        let isContainer = base.isAtContainer
        if isContainer, case .alias(let alias)? = map.entries[position]?.mark {
            for active in active { try wait(active, for: alias) }
            try base.skipValue()
            return nil
        }
        var inner: [Active] = []
        for active in active {
            try work.step()
            guard isNew(active) else { continue }
            found[active.node].alias = nil
            settle(active, position, isContainer)
            if trie.hasChildren(active.node) { inner.append(active) }
        }
        guard !inner.isEmpty, isContainer else {
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

    private mutating func settle(_ active: Active, _ position: Int, _ isContainer: Bool) {
        found[active.node].position = position
        found[active.node].isExact = active.isExact
        found[active.node].isContainer = isContainer
        for waiter in waiting.removeValue(forKey: active.node) ?? [] { ready.append((position, waiter)) }
    }

    /// The node's value is an alias: it is what that one leads to.
    private mutating func wait(_ active: Active, for alias: Int) throws {
        try work.step()
        guard isNew(active), map.aliases[alias].path != nil else { return }
        found[active.node] = Found(isExact: active.isExact, alias: alias)
        let target = nodes[alias]
        if let position = found[target].position {
            // Not `isNew` any more, but its value is another now.
            ready.append((position, active))
        } else {
            waiting[target, default: []].append(active)
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
