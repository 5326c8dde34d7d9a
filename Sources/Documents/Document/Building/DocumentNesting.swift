import FormatSupport

/// Moves members of objects into nested dictionaries, along the key paths at which files store them. This happens once
/// a document is complete.
///
/// Until then, such a member is directly in its object. Its key, a mark, encodes the key path: see ``mark(of:)``. So
/// the encode functions of models may encode properties in any order, and key paths that begin alike share
/// dictionaries.
package struct DocumentNesting {
    /// The classes whose objects may have marks as keys.
    private var classes: Set<ObjectIdentifier> = []
    /// Decisions between two values at one key path, by the number of the object and the key of the member. True if
    /// the member's own value is used. False if the value of another property is used.
    private var verdicts: [Int: [String: Bool]] = [:]

    /// Registers a class: marks among the keys of its objects represent key paths.
    package mutating func add(_ codedClass: CodedClass) { classes.insert(ObjectIdentifier(codedClass)) }

    /// Decides which of two values is used at a member's key path: the member's own value, or the value that another
    /// property of its object has there.
    ///
    /// - Parameters:
    ///   - key: The member's key.
    ///   - number: The object's number.
    ///   - isOwn: True for the member's own value, even if it is nil; false for the other property's value.
    package mutating func decide(_ key: String, of number: Int, isOwn: Bool) {
        verdicts[number, default: [:]][key] = isOwn
    }

    /// Forgets all decisions, because the numbers are going to belong to other objects.
    package mutating func forgetNumbers() {
        if !verdicts.isEmpty { verdicts = [:] }
    }

    // MARK: Marks

    /// Returns the key that encodes a key path, a mark: the keys of the path, each after a NUL. The characters NUL and
    /// U+0001 in keys are escaped.
    package static func mark(of way: [String]) -> String {
        var mark = String.UnicodeScalarView()
        for key in way {
            mark.append("\0")
            for scalar in key.unicodeScalars {
                switch scalar {
                case "\0": mark.append(contentsOf: "\u{1}0".unicodeScalars)
                case "\u{1}": mark.append(contentsOf: "\u{1}1".unicodeScalars)
                default: mark.append(scalar)
                }
            }
        }
        return String(mark)
    }

    package static func isMark(_ key: String) -> Bool { key.utf8.first == 0 }

    /// Returns the key path that a mark encodes. For a key that is no mark, returns the key itself.
    package static func way(of key: String) -> [String] {
        guard isMark(key) else { return [key] }
        return key.unicodeScalars.dropFirst().split(separator: "\0", omittingEmptySubsequences: false).map { marked in
            var key = String.UnicodeScalarView()
            var isEscaped = false
            for scalar in marked {
                if isEscaped {
                    key.append(scalar == "0" ? "\0" : "\u{1}")
                    isEscaped = false
                } else if scalar == "\u{1}" {
                    isEscaped = true
                } else {
                    key.append(scalar)
                }
            }
            return String(key)
        }
    }

    /// Returns the document with all members at their key paths. It is a copy if a class was registered.
    ///
    /// - Throws: `typeMismatch` if a key path passes through a value other than a dictionary; `unrepresentableValue`
    ///   if another value is already at the key path, or if the dictionary on it is a container that was already
    ///   copied without the member.
    package func applied(to document: ModelDocument) throws(ModelError) -> ModelDocument {
        classes.isEmpty ? document : try applied(to: document, copiesOneValue: true).document
    }

    /// Returns the result of ``applied(to:)`` as a copy in which each container is stored where it occurs first. Also
    /// returns the index in the copy of each container of the document.
    package func appliedInOrder(
        to document: ModelDocument
    ) throws(ModelError) -> (document: ModelDocument, places: [Int: Int]) {
        try applied(to: document, copiesOneValue: false)
    }

    private func applied(
        to document: ModelDocument, copiesOneValue: Bool
    ) throws(ModelError) -> (document: ModelDocument, places: [Int: Int]) {
        let content = ModelDocument.Content(forPartsOf: document.content)
        var copy = DocumentCopy(document.content, copiesOneValue: copiesOneValue)
        if !classes.isEmpty { copy.nesting = State(self) }
        copy.append(document.rootIndex, to: content)
        if let failure = copy.failure { throw failure }
        return (ModelDocument(content), copy.places)
    }

    /// The state of one pass through a document.
    struct State {
        private let nesting: DocumentNesting
        /// For each shape, the index in `groups` of the members that its objects get. -1 if these objects keep their
        /// own members.
        private var known = DocumentShapes.Cache<Int>()
        /// The members of all groups, one group after the other in one array.
        private var members: ContiguousArray<Member> = []
        private var keys: [String] = []
        private var groups: ContiguousArray<Group> = []
        /// The indexes of the values of the open objects' members. The indexes for the innermost object are last.
        var places: ContiguousArray<Int> = []
        /// The position in `places` of the indexes that were added last.
        var lastPlaces = 0
        /// The indexes of values that replace another value at their key path, and the indexes of values that are
        /// dropped.
        private(set) var winners: Set<Int> = []
        private(set) var losers: Set<Int> = []
        /// The indexes of values for which no decision is known: their objects have no number, because they aren't
        /// models.
        private(set) var undecided: Set<Int> = []
        /// For each shape, the positions of the members whose keys encode key paths.
        private var marked = DocumentShapes.Cache<[Int]>()

        /// A member in the finished document: of an object, or of a dictionary that was made for a key path. It
        /// consists only of integers, so that reading a member needs no reference counting.
        struct Member {
            /// The position of the member's value among the members of the original object. -1 for a dictionary that
            /// was made only for a key path.
            var own: Int
            /// The index in `groups` of the members that are put into the value. -1 if no members are put into it.
            var children = -1
        }

        /// All members in the finished document of one object, or of one dictionary that was made for a key path.
        struct Group {
            let first: Int
            let end: Int
            /// The shape of the object or dictionary in the copy.
            let shape: Int
        }

        init(_ nesting: DocumentNesting) { self.nesting = nesting }

        subscript(member: Int) -> Member { members[member] }
        func group(_ number: Int) -> Group { groups[number] }
        func key(_ member: Int) -> String { keys[member] }

        /// Returns the members that the objects of a shape get. Returns nil if these objects keep their own members.
        mutating func group(
            of shape: Int, in source: ModelDocument.Content, _ copy: ModelDocument.Content
        ) -> Group? {
            if let number = known[shape] { return number < 0 ? nil : groups[number] }
            known[shape] = -1
            guard let codedClass = source.shapes.terms(of: shape),
                nesting.classes.contains(ObjectIdentifier(codedClass))
            else { return nil }
            let all = source.shapes.keys(of: shape).map { DocumentNesting.way(of: $0)[...] }
            let number = add(all.enumerated().map { ($0.element, $0.offset) }, codedClass, in: copy)
            known[shape] = number
            return groups[number]
        }

        /// Adds the members of an object, nested by their key paths, and returns the index of their group.
        ///
        /// - Parameter ways: The rest of the key path of each member, and the member's position in the object.
        private mutating func add(
            _ ways: [(way: ArraySlice<String>, member: Int)], _ codedClass: CodedClass?,
            in copy: ModelDocument.Content
        ) -> Int {
            var order: [String] = []
            var inside: [ExactText: [(way: ArraySlice<String>, member: Int)]] = [:]
            var own: [ExactText: Int] = [:]
            for (way, member) in ways {
                guard let key = way.first.map({ ExactText($0) }) else { continue }
                if own[key] == nil, inside[key] == nil { order.append(key.text) }
                if way.count == 1 {
                    own[key] = member
                } else {
                    inside[key, default: []].append((way.dropFirst(), member))
                }
            }
            return add(
                order.map { key in
                    let exact = ExactText(key)
                    let children = inside[exact].map { add($0, nil, in: copy) } ?? -1
                    return (key, Member(own: own[exact] ?? -1, children: children))
                }, codedClass, in: copy)
        }

        fileprivate mutating func add(
            _ new: [(key: String, member: Member)], _ codedClass: CodedClass?, in copy: ModelDocument.Content
        ) -> Int {
            let shape = copy.shapes.shape(of: codedClass, keys: new.map(\.key))
            groups.append(Group(first: members.count, end: members.count + new.count, shape: shape))
            members += new.map(\.member)
            keys += new.map(\.key)
            return groups.count - 1
        }

        /// Returns the members of a group, for an object that has `count` further members before them: the positions
        /// of their values grow by `count`.
        fileprivate mutating func move(
            _ group: Int, behind count: Int, in copy: ModelDocument.Content
        ) -> [(key: String, member: Member)] {
            (groups[group].first..<groups[group].end).map { index in
                var member = members[index]
                if member.own >= 0 { member.own += count }
                if member.children >= 0 {
                    member.children = add(move(member.children, behind: count, in: copy), nil, in: copy)
                }
                return (keys[index], member)
            }
        }

        /// Returns the index of a group with the members of two groups. Returns -1 if both indexes are -1. If a key is
        /// in both groups, the member of the first group is used. It gets the inner members of both groups.
        ///
        /// - Parameter isWinner: Returns true for a member of the second group that replaces the member of the first
        ///   group.
        fileprivate mutating func union(
            _ first: Int, _ second: Int, in copy: ModelDocument.Content, _ isWinner: (Member) -> Bool
        ) -> Int {
            guard first >= 0, second >= 0 else { return max(first, second) }
            var all = (groups[first].first..<groups[first].end).map { (key: keys[$0], member: members[$0]) }
            for index in groups[second].first..<groups[second].end {
                if let known = all.firstIndex(where: { ExactText($0.key) == ExactText(keys[index]) }) {
                    if isWinner(members[index]) {
                        all[known].member = members[index]
                    } else {
                        all[known].member.children = union(
                            all[known].member.children, members[index].children, in: copy, isWinner)
                    }
                } else {
                    all.append((keys[index], members[index]))
                }
            }
            return add(all, nil, in: copy)
        }

        /// Records the decisions on the members of an object. The indexes of its values were added to `places` last.
        mutating func takeVerdicts(on object: Int, in source: ModelDocument.Content) {
            let shape = source.low(at: object)
            guard let number = source.number(at: object) else {
                for member in markedMembers(of: shape, in: source) { undecided.insert(places[lastPlaces + member]) }
                return
            }
            guard let verdicts = nesting.verdicts[number] else { return }
            for (member, key) in source.shapes.keys(of: shape).enumerated() {
                guard let isOwn = verdicts[key] else { continue }
                if isOwn {
                    winners.insert(places[lastPlaces + member])
                } else {
                    losers.insert(places[lastPlaces + member])
                }
            }
        }

        /// Returns the positions of the members whose keys encode key paths, in objects of a shape.
        private mutating func markedMembers(of shape: Int, in source: ModelDocument.Content) -> [Int] {
            if let known = marked[shape] { return known }
            let keys = source.shapes.keys(of: shape)
            let found = keys.indices.filter { DocumentNesting.isMark(keys[$0]) }
            marked[shape] = found
            return found
        }

        /// Adds the indexes of an object's values to `places`.
        mutating func beginPlaces(of object: Int, in source: ModelDocument.Content) {
            lastPlaces = places.count
            var next = object + 3
            let end = object + Int(source.words[object + 2])
            while next < end {
                places.append(next)
                next += source.size(at: next)
            }
        }

        /// Adds indexes of values to `places`.
        mutating func beginPlaces(_ all: [Int]) {
            lastPlaces = places.count
            places += all
        }

        /// Removes the indexes of an object's values from `places`.
        mutating func endPlaces(from first: Int) { places.removeLast(places.count - first) }
    }
}

extension DocumentCopy {
    /// Returns the members that the object at an index gets, and the position in `nesting.places` of the first index
    /// of the object's values. Returns nil if the object keeps its own members.
    mutating func group(of place: Int, in copy: ModelDocument.Content) -> (DocumentNesting.State.Group, places: Int)? {
        guard nesting != nil, source.word(at: place).tag == .object,
            let found = nesting?.group(of: source.low(at: place), in: source, copy)
        else { return nil }
        nesting?.beginPlaces(of: place, in: source)
        nesting?.takeVerdicts(on: place, in: source)
        return (found, nesting?.lastPlaces ?? 0)
    }

    /// Appends a member of an object, or a dictionary that was made for a key path. `first` is the position in
    /// `nesting.places` of the first index of the object's values.
    mutating func append(member: Int, from first: Int, to copy: ModelDocument.Content) {
        guard let node = nesting?[member] else { return }
        let own = place(node, from: first)
        guard node.children >= 0, let children = nesting?.group(node.children), hasValue(children, from: first) else {
            guard let own else { return copy.words.append(DocumentWord(.absent).bits) }
            return appendFirst(own, to: copy)
        }
        if let own, !isNothing(own) { return append(node.children, from: first, into: own, member, to: copy) }
        let start = copy.words.count
        copy.words.append(DocumentWord(.object).bits, UInt64(children.shape), 0)
        open.append(Frame(next: children.first, end: children.end, start: start, places: first))
    }

    private func place(_ node: DocumentNesting.State.Member, from first: Int) -> Int? {
        guard node.own >= 0, let place = nesting?.places[first + node.own] else { return nil }
        return nesting?.losers.contains(place) == true ? nil : place
    }

    private func isEqual(_ left: Int, _ right: Int) -> Bool {
        func value(_ place: Int) -> ModelDocument.Value {
            ModelDocument.Value(document: ModelDocument(source), index: source.resolved(place))
        }
        return value(left) == value(right)
    }

    private func isNothing(_ place: Int) -> Bool {
        source.isMissing(at: place) || source.word(at: source.resolved(place)).tag == .null
    }

    private func hasValue(_ group: DocumentNesting.State.Group, from first: Int) -> Bool {
        (group.first..<group.end).contains { hasValue($0, from: first) }
    }

    private func hasValue(_ member: Int, from first: Int) -> Bool {
        guard let node = nesting?[member] else { return false }
        // A nil that is chosen over the value of another property counts as a value.
        if let own = place(node, from: first), !source.isMissing(at: own) || nesting?.winners.contains(own) == true {
            return true
        }
        return node.children >= 0 && (nesting?.group(node.children)).map { hasValue($0, from: first) } ?? false
    }

    /// Appends the value of a property, together with the members of other properties whose key paths go into the
    /// value. Its own members stay, unless a decision was made for the member of another property.
    private mutating func append(
        _ group: Int, from first: Int, into own: Int, _ member: Int, to copy: ModelDocument.Content
    ) {
        guard var run = nesting else { return }
        let (place, key) = (source.resolved(own), run.key(member))
        guard let (shape, keys, children) = members(of: place) else {
            let found = ModelDocument.Value(document: ModelDocument(source), index: place).kind
            let reason =
                found == .dictionary ? "which has keys that are no text" : "which is \(found) and no dictionary"
            return fail(.typeMismatch, "Other properties belong into \(key), \(reason).", at: own)
        }
        var present = Set(zip(keys, children).filter { !isNothing($1) }.map { ExactText($0.0) })
        for member in run.group(group).first..<run.group(group).end {
            guard let new = self.place(run[member], from: first) else { continue }
            let inner = ExactText(run.key(member))
            if run.winners.contains(new) {
                present.remove(inner)
            } else if run.undecided.contains(new), !isNothing(new), present.contains(inner),
                let known = keys.firstIndex(where: { ExactText($0) == inner }), !isEqual(new, children[known])
            {
                return fail(
                    .unrepresentableValue, "Another property belongs into \(key), which has another value there.",
                    at: own)
            }
        }
        guard self.places[place] == nil else {
            // The value was already copied, without these members. Its own members are at their key paths there.
            let keys = Set(present.map { ExactText(DocumentNesting.way(of: $0.text)[0]) })
            let members = run.group(group).first..<run.group(group).end
            if members.contains(where: { !keys.contains(ExactText(run.key($0))) && hasValue($0, from: first) }) {
                fail(
                    .unrepresentableValue,
                    "Other properties belong into \(key), which is written elsewhere in the file.", at: own)
            }
            return appendFirst(own, to: copy)
        }
        // `nesting` is nil while its value is changed: otherwise all of its state would be copied for each object.
        nesting = nil
        let (places, winners) = (run.places, run.winners)
        var members = keys.enumerated().map { ($0.element, DocumentNesting.State.Member(own: $0.offset)) }
        if let shape, let nested = run.group(of: shape, in: source, copy) {
            members = (nested.first..<nested.end).map { (run.key($0), run[$0]) }
        }
        for (key, new) in run.move(group, behind: children.count, in: copy) {
            guard let known = members.firstIndex(where: { ExactText($0.0) == ExactText(key) }) else {
                members.append((key, new))
                continue
            }
            if members[known].1.children < 0, !present.contains(ExactText(key)) {
                members[known].1 = new
            } else {
                if members[known].1.own < 0, new.own >= 0, case let place = places[first + new.own - children.count],
                    !isNothing(place)
                {
                    return fail(
                        .unrepresentableValue, "Another property belongs into \(key), where there is a dictionary.",
                        at: own)
                }
                members[known].1.children = run.union(members[known].1.children, new.children, in: copy) {
                    $0.own >= children.count && winners.contains(places[first + $0.own - children.count])
                }
            }
        }
        run.beginPlaces(children + run.places[first...])
        // The object has more keys than the list of its class contains.
        let codedClass = shape.flatMap { source.shapes.terms(of: $0) }?.withKeys { _ in nil }
        let all = run.add(members, codedClass, in: copy)
        let nested = (run.group(all), places: run.lastPlaces)
        nesting = run
        let mark = source.word(at: source.unmoved(own)).bits & DocumentWord.mark
        begin(place, mark, nested, in: copy)
    }

    /// Returns the shape, the keys and the indexes of the values of a container with text keys. The shape is nil for
    /// a dictionary whose keys could be any values, as in a keyed archive. Returns nil for any other value.
    private func members(of place: Int) -> (shape: Int?, keys: [String], places: [Int])? {
        let value = ModelDocument.Value(document: ModelDocument(source), index: place)
        switch source.word(at: place).tag {
        case .object:
            let shape = source.low(at: place)
            return (shape, source.shapes.keys(of: shape), value.children)
        case .dictionary:
            let (children, entries) = (value.children, value.entries)
            let keys = entries.compactMap(\.key.stringValue)
            guard keys.count == entries.count, Set(keys.map { ExactText($0) }).count == keys.count else { return nil }
            return (nil, keys, entries.indices.map { children[2 * $0 + 1] })
        default: return nil
        }
    }

    /// Ends the copying with an error.
    private mutating func fail(_ code: ModelError.Code, _ reason: String, at place: Int) {
        var error = ModelError(code, reason)
        error.path = ModelDocument.Value(document: ModelDocument(source), index: place).path?.nested ?? ModelPath()
        failure = error
        open.removeAll()
    }
}

extension ModelPath {
    /// The path in the complete document: each mark is replaced by the key path that it encodes.
    package var nested: ModelPath {
        ModelPath(
            components.flatMap { step -> [Component] in
                guard case .key(let key) = step else { return [step] }
                return DocumentNesting.way(of: key).map { .key($0) }
            })
    }
}
