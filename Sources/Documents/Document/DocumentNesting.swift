/// Puts members of objects into dictionaries on their way, once a document is complete.
///
/// Until then, a member that belongs deeper stands in its object under a key that nothing else has. So the code of
/// models writes its properties in any order, and those whose ways begin alike share the dictionaries.
package struct DocumentNesting {
    /// The classes of objects that have such members.
    fileprivate var classes: Set<ObjectIdentifier> = []
    /// By an object's number and a member's key, whether the member's own value counts where it meets another one.
    package var verdicts: [Int: [String: Bool]] = [:]

    /// True if there is a verdict about a member of the object with that number.
    package func hasVerdict(on number: Int?) -> Bool {
        guard !verdicts.isEmpty, let number else { return false }
        return verdicts[number] != nil
    }

    /// Has the marks in objects of a class stand for ways.
    package mutating func add(_ codedClass: CodedClass) { classes.insert(ObjectIdentifier(codedClass)) }

    // MARK: Marks

    /// The key that stands for a way: its keys, each behind a NUL.
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

    /// The way that a key stands for: itself, where it is no mark.
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

    /// The document with everything where it belongs.
    ///
    /// - Throws: `typeMismatch` where there is something else than a dictionary on the way.
    package func applied(to document: ModelDocument) throws(ModelError) -> ModelDocument {
        let content = ModelDocument.Content(forPartsOf: document.content)
        var copy = DocumentCopy(document.content, isOnlyOne: true)
        copy.nesting = Run(self)
        copy.append(document.rootIndex, to: content)
        if let failure = copy.failure { throw failure }
        return ModelDocument(content)
    }

    /// What is known while a document is gone through.
    package struct Run {
        private let nesting: DocumentNesting
        /// By an object's shape, the members that it gets; -1 where it keeps its own.
        private var known = DocumentShapes.Cache<Int>()
        /// All members that objects and dictionaries get, those of each behind one another.
        private var members: ContiguousArray<Member> = []
        private var keys: [String] = []
        private var groups: ContiguousArray<Group> = []
        /// Where the values stand of the objects that are open, the innermost last.
        package var places: ContiguousArray<Int> = []
        /// Where those begin that were added last.
        package var lastPlaces = 0
        /// The positions of values that take the place of others, and of values that don't count.
        package private(set) var winners: Set<Int> = []
        package private(set) var losers: Set<Int> = []
        /// The positions of values without a verdict, because no model contains them.
        package private(set) var undecided: Set<Int> = []
        /// By an object's shape, which of its members belong deeper.
        private var marked = DocumentShapes.Cache<[Int]>()

        /// A member that an object, or a dictionary on the way, gets. Plain numbers, so that reading one counts no
        /// references.
        package struct Member {
            /// Which of the object's own it is; -1 for a dictionary that is only on the way.
            package var own: Int
            /// The group of what is put into it; -1 for nothing.
            package var children = -1
        }

        /// The members that an object, or a dictionary on the way, gets.
        package struct Group {
            package var first: Int
            package var end: Int
            /// The shape that they have in the copy.
            package var shape: Int
        }

        package init(_ nesting: DocumentNesting) { self.nesting = nesting }

        package subscript(member: Int) -> Member { members[member] }
        package func group(_ number: Int) -> Group { groups[number] }
        package func key(_ member: Int) -> String { keys[member] }

        /// Which members an object of a shape gets; nil where it keeps its own.
        package mutating func group(
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

        /// - Parameter ways: The rest of the way of each member, and which one it is.
        private mutating func add(
            _ ways: [(way: ArraySlice<String>, member: Int)], _ codedClass: CodedClass?,
            in copy: ModelDocument.Content
        ) -> Int {
            var order: [String] = []
            var inside: [String: [(way: ArraySlice<String>, member: Int)]] = [:]
            var own: [String: Int] = [:]
            for (way, member) in ways {
                guard let key = way.first else { continue }
                if own[key] == nil, inside[key] == nil { order.append(key) }
                if way.count == 1 {
                    own[key] = member
                } else {
                    inside[key, default: []].append((way.dropFirst(), member))
                }
            }
            return add(
                order.map { key in
                    let children = inside[key].map { add($0, nil, in: copy) } ?? -1
                    return (key, Member(own: own[key] ?? -1, children: children))
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

        /// The same group for an object that has so many members before these.
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

        /// What is put into a dictionary by either of two groups, where the first has it if both do; -1 for nothing.
        ///
        /// - Parameter isWinner: True for a member of the second that goes in the place of the first's.
        fileprivate mutating func union(
            _ first: Int, _ second: Int, in copy: ModelDocument.Content, _ isWinner: (Member) -> Bool
        ) -> Int {
            guard first >= 0, second >= 0 else { return max(first, second) }
            var all = (groups[first].first..<groups[first].end).map { (key: keys[$0], member: members[$0]) }
            for index in groups[second].first..<groups[second].end {
                if let known = all.firstIndex(where: { $0.key == keys[index] }) {
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

        /// Takes down what was decided about an object's members, whose places were added last.
        package mutating func takeVerdicts(on object: Int, in source: ModelDocument.Content) {
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

        /// Which members of objects of a shape belong deeper.
        private mutating func markedMembers(of shape: Int, in source: ModelDocument.Content) -> [Int] {
            if let known = marked[shape] { return known }
            let keys = source.shapes.keys(of: shape)
            let found = keys.indices.filter { DocumentNesting.isMark(keys[$0]) }
            marked[shape] = found
            return found
        }

        /// Adds the places of an object's members.
        package mutating func beginPlaces(of object: Int, in source: ModelDocument.Content) {
            lastPlaces = places.count
            var next = object + 3
            let end = object + Int(source.words[object + 2])
            while next < end {
                places.append(next)
                next += source.size(at: next)
            }
        }

        /// Adds the places of members.
        package mutating func beginPlaces(_ all: [Int]) {
            lastPlaces = places.count
            places += all
        }

        /// Removes the places of an object's members.
        package mutating func endPlaces(from first: Int) { places.removeLast(places.count - first) }
    }
}

extension DocumentCopy {
    /// Which members the object at a place gets, whose own are noted then; nil where it keeps its own.
    package mutating func group(of place: Int, in copy: ModelDocument.Content) -> (DocumentNesting.Run.Group, places: Int)? {
        guard nesting != nil, source.word(at: place).tag == .object,
            let found = nesting?.group(of: source.low(at: place), in: source, copy)
        else { return nil }
        nesting?.beginPlaces(of: place, in: source)
        nesting?.takeVerdicts(on: place, in: source)
        return (found, nesting?.lastPlaces ?? 0)
    }

    /// Appends one of the members that an object gets, whose own begin at `first`, or a dictionary on the way to some.
    package mutating func append(member: Int, from first: Int, to copy: ModelDocument.Content) {
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

    private func place(_ node: DocumentNesting.Run.Member, from first: Int) -> Int? {
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
        source.isAbsent(place) || source.word(at: source.resolved(place)).tag == .null
    }

    private func hasValue(_ group: DocumentNesting.Run.Group, from first: Int) -> Bool {
        (group.first..<group.end).contains { hasValue($0, from: first) }
    }

    private func hasValue(_ member: Int, from first: Int) -> Bool {
        guard let node = nesting?[member] else { return false }
        // A nil that goes in the place of a value counts as one.
        if let own = place(node, from: first), !source.isAbsent(own) || nesting?.winners.contains(own) == true {
            return true
        }
        return node.children >= 0 && (nesting?.group(node.children)).map { hasValue($0, from: first) } ?? false
    }

    /// Appends a property's own value with what belongs into it besides. What it has itself stays.
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
        var present = Set(zip(keys, children).filter { !isNothing($1) }.map(\.0))
        for member in run.group(group).first..<run.group(group).end {
            guard let new = self.place(run[member], from: first) else { continue }
            if run.winners.contains(new) {
                present.remove(run.key(member))
            } else if run.undecided.contains(new), !isNothing(new), present.contains(run.key(member)),
                let known = keys.firstIndex(of: run.key(member)), !isEqual(new, children[known])
            {
                return fail(
                    .unrepresentableValue, "Another property belongs into \(key), which has another value there.",
                    at: own)
            }
        }
        guard self.places[place] == nil else {
            // It is written elsewhere, as it is.
            let members = run.group(group).first..<run.group(group).end
            if members.contains(where: { !present.contains(run.key($0)) && hasValue($0, from: first) }) {
                fail(
                    .unrepresentableValue,
                    "Other properties belong into \(key), which is written elsewhere in the file.", at: own)
            }
            return appendFirst(own, to: copy)
        }
        // Taken out while it is changed: else all that it knows would be copied for each object.
        nesting = nil
        let (places, winners) = (run.places, run.winners)
        var members = keys.enumerated().map { ($0.element, DocumentNesting.Run.Member(own: $0.offset)) }
        if let shape, let nested = run.group(of: shape, in: source, copy) {
            members = (nested.first..<nested.end).map { (run.key($0), run[$0]) }
        }
        for (key, new) in run.move(group, behind: children.count, in: copy) {
            guard let known = members.firstIndex(where: { $0.0 == key }) else {
                members.append((key, new))
                continue
            }
            if members[known].1.children < 0, !present.contains(key) {
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
        // It has more keys than its class says.
        let codedClass = shape.flatMap { source.shapes.terms(of: $0) }?.withKeys { _ in nil }
        let all = run.add(members, codedClass, in: copy)
        let nested = (run.group(all), places: run.lastPlaces)
        nesting = run
        let mark = source.word(at: source.unmoved(own)).bits & DocumentWord.mark
        begin(place, mark, nested, in: copy)
    }

    /// The keys of a container whose keys are text, where their values stand, and its shape, if it has one: archives
    /// have dictionaries whose keys may be anything. Nil for any other value.
    private func members(of place: Int) -> (shape: Int?, keys: [String], places: [Int])? {
        let value = ModelDocument.Value(document: ModelDocument(source), index: place)
        switch source.word(at: place).tag {
        case .object:
            let shape = source.low(at: place)
            return (shape, source.shapes.keys(of: shape), value.children)
        case .dictionary:
            let (children, entries) = (value.children, value.entries)
            let keys = entries.compactMap(\.key.stringValue)
            guard keys.count == entries.count, Set(keys).count == keys.count else { return nil }
            return (nil, keys, entries.indices.map { children[2 * $0 + 1] })
        default: return nil
        }
    }

    /// Ends the copying.
    private mutating func fail(_ code: ModelError.Code, _ reason: String, at place: Int) {
        var error = ModelError(code, reason)
        error.path = ModelDocument.Value(document: ModelDocument(source), index: place).path?.nested ?? ModelPath()
        failure = error
        open.removeAll()
    }
}

extension ModelPath {
    /// The path in the complete document, where each key that stands for a way is that way.
    package var nested: ModelPath {
        ModelPath(
            components.flatMap { step -> [Component] in
                guard case .key(let key) = step else { return [step] }
                return DocumentNesting.way(of: key).map { .key($0) }
            })
    }
}
