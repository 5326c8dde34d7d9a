/// Puts members of objects into dictionaries on their way, once a document is complete.
///
/// Until then, a member that belongs deeper stands in its object under a key that nothing else has. So the code of
/// models writes its properties in any order, and those whose ways begin alike share the dictionaries.
struct DocumentNesting {
    /// By the class: the way of each member that belongs deeper, by the key that stands for it.
    private var ways: [ObjectIdentifier: [String: [String]]] = [:]

    /// Takes the ways of a class's members, by the keys that stand for them.
    mutating func add(_ ways: [String: [String]], of codedClass: CodedClass) {
        self.ways[ObjectIdentifier(codedClass)] = ways
    }

    /// The document with everything where it belongs.
    ///
    /// - Throws: `typeMismatch` where there is something else than a dictionary on the way.
    func applied(to document: ModelDocument) throws(ModelError) -> ModelDocument {
        guard !ways.isEmpty else { return document }
        let content = ModelDocument.Content()
        content.scalars = document.content.scalars
        var copy = DocumentCopy(document.content)
        copy.nesting = Run(self)
        copy.append(document.rootIndex, to: content)
        if let failure = copy.failure { throw failure }
        return ModelDocument(content)
    }

    /// What is known while a document is gone through.
    struct Run {
        private let nesting: DocumentNesting
        private var known: [Int: NestedMembers?] = [:]
        /// Where the values stand of the members of the objects that are open, the innermost last.
        private(set) var places: [Int] = []
        /// Where those begin that were added last.
        private(set) var lastMembers = 0

        init(_ nesting: DocumentNesting) { self.nesting = nesting }

        /// Which members an object of a shape gets; nil where it keeps its own.
        mutating func members(
            of shape: Int, in source: ModelDocument.Content, _ copy: ModelDocument.Content
        ) -> NestedMembers? {
            if let found = known[shape] { return found }
            var made: NestedMembers?
            if let codedClass = source.shapes.codedClass(of: shape),
                let ways = nesting.ways[ObjectIdentifier(codedClass)]
            {
                let all = source.shapes.keys(of: shape).map { ways[$0] ?? [$0] }
                made = NestedMembers(all.enumerated().map { ($0.element[...], $0.offset) }, codedClass, in: copy)
            }
            known[shape] = .some(made)
            return made
        }

        /// Adds the places of an object's members.
        mutating func beginMembers(_ places: [Int]) {
            lastMembers = self.places.count
            self.places += places
        }

        /// Removes the places of an object's members.
        mutating func endMembers(from first: Int) { places.removeSubrange(first...) }
    }
}

/// The members that an object, or a dictionary on the way, gets.
final class NestedMembers {
    struct Node {
        let key: String
        /// Which of the object's own members it is; nil for a dictionary that is only on the way.
        let member: Int?
        /// What is put into it; nil for nothing.
        let children: NestedMembers?
    }

    let nodes: [Node]
    /// The shape that they have.
    let shape: Int

    /// - Parameter ways: The rest of the way of each member, and which one it is.
    convenience init(
        _ ways: [(way: ArraySlice<String>, member: Int)], _ codedClass: CodedClass?, in copy: ModelDocument.Content
    ) {
        var order: [String] = []
        var groups: [String: [(way: ArraySlice<String>, member: Int)]] = [:]
        for (way, member) in ways {
            guard let key = way.first else { continue }
            if groups[key] == nil { order.append(key) }
            groups[key, default: []].append((way.dropFirst(), member))
        }
        let nodes = order.map { key in
            let group = groups[key] ?? []
            let children = group.filter { !$0.way.isEmpty }
            return Node(
                key: key, member: group.first { $0.way.isEmpty }?.member,
                children: children.isEmpty ? nil : NestedMembers(children, nil, in: copy))
        }
        self.init(nodes, codedClass, in: copy)
    }

    init(_ nodes: [Node], _ codedClass: CodedClass?, in copy: ModelDocument.Content) {
        self.nodes = nodes
        shape = copy.shapes.shape(of: codedClass, keys: nodes.map(\.key))
    }

    /// The same for an object that has so many members before these.
    fileprivate func moved(behind count: Int, in copy: ModelDocument.Content) -> NestedMembers {
        NestedMembers(nodes.map { $0.moved(behind: count, in: copy) }, nil, in: copy)
    }
}

extension NestedMembers.Node {
    fileprivate func moved(behind count: Int, in copy: ModelDocument.Content) -> Self {
        Self(key: key, member: member.map { $0 + count }, children: children?.moved(behind: count, in: copy))
    }
}

extension DocumentCopy {
    /// Which members the object at a place gets, whose own are noted then; nil where it keeps its own.
    mutating func nestedMembers(of place: Int, in copy: ModelDocument.Content) -> NestedMembers? {
        guard nesting != nil, source.word(at: place).tag == .object,
            let found = nesting?.members(of: source.low(at: place), in: source, copy)
        else { return nil }
        let places = ownMembers(of: place)
        nesting?.beginMembers(places)
        return found
    }

    private func ownMembers(of place: Int) -> [Int] {
        var places: [Int] = []
        var next = place + 3
        let end = place + Int(source.words[place + 2])
        while next < end {
            places.append(next)
            next += source.size(at: next)
        }
        return places
    }

    /// Appends one of an object's members, or a dictionary on the way to some of them.
    mutating func append(_ node: NestedMembers.Node, from first: Int, to copy: ModelDocument.Content) {
        let own = node.member.flatMap { self.place(first + $0) }
        guard let children = node.children, hasValue(children, from: first) else {
            guard let own else { return copy.words.append(DocumentWord(.absent).bits) }
            return appendFirst(own, to: copy)
        }
        if let own, !isNothing(own) { return append(children, from: first, into: own, of: node.key, to: copy) }
        let start = copy.words.count
        copy.words.append(DocumentWord(.object).bits, UInt64(children.shape), 0)
        open.append(Frame(next: 0, end: children.nodes.count, start: start, nested: children, firstMember: first))
    }

    private func place(_ member: Int) -> Int? { nesting?.places[member] }

    private func isNothing(_ place: Int) -> Bool {
        source.isAbsent(place) || source.word(at: source.resolved(place)).tag == .null
    }

    private func hasValue(_ members: NestedMembers, from first: Int) -> Bool {
        members.nodes.contains { hasValue($0, from: first) }
    }

    /// Appends a property's own value with what belongs into it besides. What it has itself stays.
    private mutating func append(
        _ members: NestedMembers, from first: Int, into own: Int, of key: String, to copy: ModelDocument.Content
    ) {
        let place = source.resolved(own)
        guard source.word(at: place).tag == .object else {
            let found = ModelDocument.Value(document: ModelDocument(source), index: place).kind
            return fail(.typeMismatch, "Other properties belong into \(key), which is a \(found) and no dictionary.")
        }
        let keys = source.shapes.keys(of: source.low(at: place))
        let places = ownMembers(of: place)
        let present = Set(zip(keys, places).filter { !isNothing($1) }.map(\.0))
        guard self.places[place] == nil else {
            // It is written elsewhere, as it is.
            if members.nodes.contains(where: { !present.contains($0.key) && hasValue($0, from: first) }) {
                fail(
                    .unrepresentableValue,
                    "Other properties belong into \(key), which is written elsewhere in the file.")
            }
            return appendFirst(own, to: copy)
        }
        let outer = Array(nesting?.places[first...] ?? [])
        var nodes =
            nesting?.members(of: source.low(at: place), in: source, copy)?.nodes
            ?? keys.enumerated().map { NestedMembers.Node(key: $0.element, member: $0.offset, children: nil) }
        for node in members.nodes.map({ $0.moved(behind: places.count, in: copy) }) {
            guard let known = nodes.firstIndex(where: { $0.key == node.key }) else {
                nodes.append(node)
                continue
            }
            let isThere = nodes[known].children != nil || present.contains(node.key)
            if !isThere {
                nodes[known] = node
            } else if node.children != nil, nodes[known].children == nil {
                nodes[known] = NestedMembers.Node(
                    key: node.key, member: nodes[known].member, children: node.children)
            }
        }
        nesting?.beginMembers(places + outer)
        // It has more keys than its class says.
        let codedClass = source.codedClass(at: place)?.withKeys { _ in nil }
        let mark = source.word(at: source.unmoved(own)).bits & DocumentWord.mark
        begin(place, mark, NestedMembers(nodes, codedClass, in: copy), in: copy)
    }

    private func hasValue(_ node: NestedMembers.Node, from first: Int) -> Bool {
        node.member.flatMap { place(first + $0) }.map { !source.isAbsent($0) } ?? false
            || node.children.map { hasValue($0, from: first) } ?? false
    }

    private mutating func fail(_ code: ModelError.Code, _ reason: String) {
        if failure == nil { failure = ModelError(code, reason) }
        open.removeAll()
    }
}
