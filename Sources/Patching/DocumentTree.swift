import Documents
import FormatSupport

/// A document as a tree of nodes, for very many changes. The time of a change depends on the length of the path to the
/// changed node, and not on the document's size.
///
/// A container is read when a path goes into it. ``document(limits:)`` makes a new document of the nodes.
package final class DocumentTree {
    /// The node of a value. A container that several references point to has one node.
    package final class Node {
        fileprivate var content: Content
        /// The elements of an array. In a dictionary with any keys: keys and values in turn.
        fileprivate var elements: [Slot] = []
        fileprivate var members = Members()
        /// The index of the original document's container from which the node was made; nil for a new value.
        package let origin: Int?
        /// True if several slots may contain the node.
        fileprivate let isShared: Bool

        fileprivate init(_ content: Content, origin: Int? = nil, isShared: Bool = false) {
            self.content = content
            self.origin = origin
            self.isShared = isShared
        }
    }

    /// A location in a container, such as an element of an array, with the node that is stored there.
    package struct Slot {
        package let node: Node
        /// True if readers know the class of the object without reading it, so that the file needn't name it.
        let isExpected: Bool

        package init(_ node: Node, isExpected: Bool = false) {
            self.node = node
            self.isExpected = isExpected
        }
    }

    fileprivate enum Content {
        /// A scalar, or a container that wasn't read yet. If `isCopy` is true, the container is written as a new
        /// container, and not as a second reference to the original.
        case value(ModelDocument.Value, isCopy: Bool)
        case array(ModelArrayKind)
        /// An object, or a dictionary whose keys are text. A dictionary has no class.
        case members(CodedClass?)
        /// A dictionary whose keys aren't all text.
        case entries
        /// A weak reference to a container. It is dropped if no other reference points to the container.
        case weak(Node)
    }

    /// The members of an object, or of a dictionary whose keys are text. Each call takes constant time.
    fileprivate struct Members {
        /// The members in their order; nil for removed members.
        private(set) var all: [(key: String, slot: Slot)?] = []
        private var positions: [ExactText: Int] = [:]

        subscript(key: String) -> Slot? {
            get { positions[ExactText(key)].flatMap { all[$0]?.slot } }
            set {
                let text = ExactText(key)
                guard let newValue else {
                    if let position = positions.removeValue(forKey: text) { all[position] = nil }
                    return dropHoles()
                }
                guard let position = positions[text] else {
                    positions[text] = all.count
                    return all.append((key, newValue))
                }
                all[position]?.slot = newValue
            }
        }

        /// Drops removed members if there are more of them than present members.
        private mutating func dropHoles() {
            guard all.count > 2 * positions.count + 8 else { return }
            all.removeAll { $0 == nil }
            for (position, member) in all.enumerated() {
                if let member { positions[ExactText(member.key)] = position }
            }
        }
    }

    /// The root. Setting it replaces the whole document.
    package var root: Slot {
        didSet { drop(oldValue) }
    }
    private let base: ModelDocument
    /// True if every container is read, because the caller requires it, or because several references may point to
    /// one container.
    private let readsAll: Bool
    private var shared: [Int: Node] = [:]
    /// Nodes that the tree has made or dropped, and that may contain other nodes.
    private var others: [Node] = []
    /// The number of values that were copied or compared so far.
    private var work = 0
    /// The maximum of ``work``: the number of values that may be copied or compared. It bounds the time of a patch.
    private let limit: Int

    /// - Parameters:
    ///   - readsAll: True to read every container, so that ``document(limits:_:)`` reports every container.
    ///   - limit: The maximum number of values that may be copied or compared.
    package init(_ document: ModelDocument, readsAll: Bool = false, limit: Int) {
        base = document
        self.readsAll = readsAll || document.content.targets.count > 0
        self.limit = limit
        root = Slot(Node(.value(document.root, isCopy: false)))
        root = Slot(node(of: document.root), isExpected: document.content.word(at: document.root.index).isMarked)
    }

    /// Keeps a removed node until the end, because the node may be the first of a long chain.
    private func drop(_ slot: Slot) {
        if case .value = slot.node.content { return }
        others.append(slot.node)
    }

    deinit {
        // Shared nodes may contain themselves, and a long chain of nodes would be freed by as many nested calls.
        var pending = Array(shared.values) + others + [root.node]
        while let node = pending.popLast() {
            pending += node.elements.map(\.node)
            for case let member? in node.members.all { pending.append(member.slot.node) }
            (node.elements, node.members, node.content) = ([], Members(), .entries)
        }
    }

    // MARK: Reading

    private func node(of value: ModelDocument.Value) -> Node {
        let word = value.word
        guard word.tag.isContainer, value.content === base.content else { return Node(.value(value, isCopy: false)) }
        guard word.isShared else { return Node(.value(value, isCopy: false), origin: value.index) }
        if let known = shared[value.index] { return known }
        let made = Node(.value(value, isCopy: false), origin: value.index, isShared: true)
        shared[value.index] = made
        return made
    }

    private func slot(_ place: Int, of value: ModelDocument.Value) -> Slot? {
        let content = value.content
        let own = content.unmoved(place)
        if content.isMissing(at: own) { return nil }
        let target = ModelDocument.Value(document: value.document, index: own)
        let isExpected = target.word.tag == .object && content.word(at: own).isMarked
        let node = node(of: target)
        guard content.word(at: own).tag == .weakReference else { return Slot(node, isExpected: isExpected) }
        return Slot(Node(.weak(node)))
    }

    /// Reads the container of a node, without the containers in it.
    private func read(_ node: Node) {
        guard case .value(let value, let isCopy) = node.content, value.word.tag.isContainer else { return }
        // In a copy, each container is a new container.
        func places(_ places: [Int]) -> [Slot?] {
            places.map { place in
                let slot = slot(place, of: value)
                guard isCopy, let inner = slot?.node, case .value(let value, _) = inner.content else { return slot }
                return Slot(Node(.value(value, isCopy: value.word.tag.isContainer)))
            }
        }
        if let kind = value.word.tag.arrayKind {
            node.content = .array(kind)
            node.elements = places(value.children).compactMap(\.self)
            return
        }
        guard value.hasTextKeys else {
            node.content = .entries
            node.elements = places(value.children).compactMap(\.self)
            return
        }
        let members = value.members
        for (member, slot) in zip(members, places(members.map(\.place))) { node.members[member.key] = slot }
        node.content = .members(value.codedClass)
    }

    /// The node to which a slot refers. Reads the node's container first.
    private func target(_ slot: Slot) -> Node {
        var node = slot.node
        if case .weak(let strong) = node.content { node = strong }
        read(node)
        return node
    }

    // MARK: Slots

    /// The number of elements of an array or a set; nil for any other value.
    package func count(of slot: Slot) -> Int? {
        let node = target(slot)
        return if case .array = node.content { node.elements.count } else { nil }
    }

    /// True for an object, and for a dictionary whose keys are text.
    package func hasKeys(_ slot: Slot) -> Bool {
        if case .members = target(slot).content { true } else { false }
    }

    /// The index in the original document of the container to which a slot refers. Nil for a new value.
    package func origin(of slot: Slot) -> Int? { target(slot).origin }

    /// The name of the class of the object in a slot; nil for any other value.
    package func className(of slot: Slot) -> String? {
        if case .members(let codedClass) = target(slot).content { codedClass?.name } else { nil }
    }

    /// The scalar in a slot; nil for a container.
    package func scalar(of slot: Slot) -> ModelDocument.Value? {
        if case .value(let value, _) = target(slot).content { value } else { nil }
    }

    /// True if a slot contains a null.
    package func isNull(_ slot: Slot) -> Bool { scalar(of: slot)?.isNull ?? false }

    /// The slot of an element or a member; nil if there is no such element or member.
    package func slot(_ step: ModelPath.Component, in slot: Slot) -> Slot? {
        let node = target(slot)
        return switch (node.content, step) {
        case (.array, .index(let index)): node.elements.indices.contains(index) ? node.elements[index] : nil
        case (.members, .key(let key)): node.members[key]
        default: nil
        }
    }

    /// Replaces an element or a member, or adds a member under a new key. Returns false if there is no such element.
    package func set(_ step: ModelPath.Component, in slot: Slot, to new: Slot) -> Bool {
        let node = target(slot)
        switch (node.content, step) {
        case (.array, .index(let index)) where node.elements.indices.contains(index):
            drop(node.elements[index])
            node.elements[index] = new
        case (.members, .key(let key)):
            if let old = node.members[key] { drop(old) }
            node.members[key] = new
        default: return false
        }
        return true
    }

    /// Inserts a node before an element of an array, or after the last element. Returns false for an index outside
    /// the array, and for a node that is no array.
    package func insert(_ new: Slot, at index: Int, in slot: Slot) -> Bool {
        let node = target(slot)
        guard case .array = node.content, 0...node.elements.count ~= index else { return false }
        node.elements.insert(new, at: index)
        return true
    }

    /// Removes an element or a member with its value. Returns false if there is no such element or member.
    package func remove(_ step: ModelPath.Component, in slot: Slot) -> Bool {
        let node = target(slot)
        switch (node.content, step) {
        case (.array, .index(let index)) where node.elements.indices.contains(index):
            drop(node.elements.remove(at: index))
        case (.members, .key(let key)):
            guard let old = node.members[key] else { return false }
            drop(old)
            node.members[key] = nil
        default: return false
        }
        return true
    }

    // MARK: New nodes

    /// A node of a value of any document.
    package func new(_ value: ModelDocument.Value) -> Slot {
        Slot(Node(.value(value, isCopy: value.word.tag.isContainer)))
    }

    /// A node of an empty dictionary, or of an object of a class.
    package func newDictionary(_ codedClass: CodedClass? = nil) -> Slot { Slot(Node(.members(codedClass))) }

    /// A copy of a node and of everything in it. A node that occurs several times in the original occurs several
    /// times in the copy. A weak reference points to the copied container, if the copy contains the container.
    ///
    /// - Throws: `nodesExceeded`.
    package func copy(_ slot: Slot) throws(ModelError) -> Slot {
        var copies: [ObjectIdentifier: Node] = [:]
        var pending: [(old: Node, new: Node)] = []
        var weak: [(new: Node, old: Node)] = []
        func copy(_ slot: Slot) -> Slot {
            let old = slot.node
            if let known = copies[ObjectIdentifier(old)] { return Slot(known) }
            if readsAll { read(old) }
            var content = old.content
            if case .value(let value, _) = content { content = .value(value, isCopy: value.word.tag.isContainer) }
            let made = Node(content, isShared: old.isShared)
            if case .weak(let target) = content { weak.append((made, target)) }
            copies[ObjectIdentifier(old)] = made
            others.append(made)
            pending.append((old, made))
            return Slot(made)
        }
        let root = copy(Slot(target(slot)))
        while let (old, new) = pending.popLast() {
            if case .value(let value, _) = old.content { try spend(value.content.size(at: value.index)) }
            try spend(1)
            new.elements = old.elements.map(copy)
            for case let (key, slot)? in old.members.all { new.members[key] = copy(slot) }
        }
        for (new, old) in weak { new.content = .weak(copies[ObjectIdentifier(old)] ?? old) }
        return root
    }

    /// Counts values that are copied, compared or merged.
    ///
    /// - Throws: `nodesExceeded`.
    package func spend(_ values: Int) throws(ModelError) {
        work += values
        guard work <= limit else { throw ModelError.tooMany(limit) }
    }

    /// True if a node is equal to a value by the rules of JSON: numbers by value, members in any order.
    ///
    /// - Throws: `nodesExceeded`.
    package func isEqual(_ slot: Slot, _ value: ModelDocument.Value) throws(ModelError) -> Bool {
        var pending = [(slot, value)]
        while let (slot, value) = pending.popLast() {
            try spend(1)
            let node = target(slot)
            switch node.content {
            case .value(let own, _):
                guard Self.areEqual(own, value) else { return false }
            case .array:
                guard value.word.tag.arrayKind != nil, value.count == node.elements.count else { return false }
                try spend(node.elements.count)
                pending += zip(node.elements, value.elements)
            case .members:
                guard value.kind == .object || value.kind == .dictionary else { return false }
                let present = node.members.all.compactMap(\.self)
                try spend(present.count)
                guard value.properties.count == present.count else { return false }
                for (key, slot) in present {
                    guard let other = value[key] else { return false }
                    pending.append((slot, other))
                }
            case .entries, .weak: return false
            }
        }
        return true
    }

    /// True if two scalars are equal by the rules of JSON.
    package static func areEqual(_ left: ModelDocument.Value, _ right: ModelDocument.Value) -> Bool {
        guard !left.kind.isContainer, !right.kind.isContainer else { return false }
        if left == right { return true }
        // If a number has many digits, its scalar is only the nearest double.
        guard left.numeral == nil, right.numeral == nil else { return false }
        guard left.kind.isNumber, right.kind.isNumber, let left = left.scalar, let right = right.scalar,
            let one = ModelNumber(left), let other = ModelNumber(right)
        else { return false }
        // A float is written with the fewest digits that represent it.
        if case .float(let float) = left {
            return Double(float) == other.doubleValue || float == other.doubleValue.map(Float.init)
        }
        if case .float(let float) = right { return float == one.doubleValue.map(Float.init) }
        if let one = one.doubleValue, let other = other.doubleValue { return one == other }
        if let one = try? ScalarConversion.decimal(left, fromText: false),
            let other = try? ScalarConversion.decimal(right, fromText: false)
        {
            return one == other
        }
        return false
    }

    // MARK: The new document

    /// Makes a document of the nodes.
    ///
    /// - Parameter begin: Called for each container, with its node and its index in the new document.
    /// - Throws: `depthExceeded`, `nodesExceeded`, `bytesExceeded`; `cycle` if a container that no other reference
    ///   points to contains itself.
    package func document(
        limits: DecodingLimits, _ begin: (Node, Int) -> Void = { _, _ in }
    ) throws(ModelError) -> ModelDocument {
        var writing = Writing(limits, base)
        try append(root, to: &writing, begin)
        while !writing.open.isEmpty {
            guard let next = writing.next() else {
                try writing.builder.end()
                continue
            }
            if let key = next.key { try writing.builder.key(key) }
            try append(next.slot, to: &writing, begin)
        }
        return try writing.builder.finish()
    }

    private func append(
        _ slot: Slot, to writing: inout Writing, _ begin: (Node, Int) -> Void
    ) throws(ModelError) {
        let node = slot.node
        if readsAll, case .value(_, false) = node.content { read(node) }
        if case .value(let value, let isCopy) = node.content { return try writing.append(value, isCopy: isCopy) }
        if case .weak(let strong) = node.content {
            return try writing.builder.appendReference(to: writing.number(of: strong), isWeak: true)
        }
        let number = node.isShared ? writing.number(of: node) : nil
        if let number, writing.builder.hasContainer(number) {
            return try writing.builder.appendReference(to: number, isExpected: slot.isExpected)
        }
        begin(node, writing.builder.document.words.count)
        switch node.content {
        case .array(let kind):
            try writing.builder.beginArray(kind, number: number)
            writing.open.append(Writing.Frame(rest: node.elements.reversed().map { (nil, $0) }))
        case .members(let codedClass):
            if let codedClass {
                try writing.builder.beginObject(codedClass, number: number, isExpected: slot.isExpected)
            } else {
                try writing.builder.beginDictionary(number: number)
            }
            writing.open.append(
                Writing.Frame(rest: node.members.all.reversed().compactMap { $0.map { ($0.key, $0.slot) } }))
        case .entries:
            try writing.builder.beginValueDictionary(number: number)
            writing.open.append(Writing.Frame(rest: node.elements.reversed().map { (nil, $0) }))
        case .value, .weak: break
        }
    }

    /// The state of writing the nodes as a document.
    private struct Writing: ~Copyable {
        struct Frame {
            /// The slots that still have to be written, the next slot last.
            var rest: [(key: String?, slot: Slot)]
        }

        var builder: DocumentBuilder
        var open: [Frame] = []
        private var copies: [ObjectIdentifier: DocumentCopy] = [:]
        private var numbers: [ObjectIdentifier: Int] = [:]

        init(_ limits: DecodingLimits, _ base: ModelDocument) {
            builder = DocumentBuilder(limits: limits)
            builder.document.conventions = base.content.conventions
            builder.document.namesLateClasses = base.content.namesLateClasses
            builder.document.lacksClassNames = !base.content.classNames.isEmpty
        }

        /// Removes and returns the next slot of the open container. Returns nil if the container ends.
        mutating func next() -> (key: String?, slot: Slot)? {
            let last = open.count - 1
            if let next = open[last].rest.popLast() { return next }
            open.removeLast()
            return nil
        }

        mutating func number(of node: Node) -> Int {
            if let known = numbers[ObjectIdentifier(node)] { return known }
            let made = builder.newNumber()
            numbers[ObjectIdentifier(node)] = made
            return made
        }

        /// Appends a scalar, or a container that wasn't read.
        mutating func append(_ value: ModelDocument.Value, isCopy: Bool) throws(ModelError) {
            if isCopy {
                var copy = DocumentCopy(value.content)
                return try builder.append(value.index, with: &copy)
            }
            let content = ObjectIdentifier(value.content)
            var copy = copies.removeValue(forKey: content) ?? DocumentCopy(value.content)
            try builder.append(value.index, with: &copy)
            copies[content] = copy
        }
    }
}
