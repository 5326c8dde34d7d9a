import FormatSupport
import ModelCore
import TextKeeping

/// Compares two documents side by side, without recursion, and reports their differences.
///
/// The order of keys is ignored. Elements of arrays are paired by their content, and the remaining elements by their
/// positions.
struct DocumentComparison {
    typealias Value = ModelDocument.Value

    /// True to report no difference between values that only have different representations: see
    /// ``Difference/Kind/restated``.
    var ignoresTerms = false

    /// True if numbers and booleans of one document may be text in the other document, as in a format in which all
    /// values are text.
    var readsText = false

    /// Called with each difference, in the left document's order.
    private let report: (Difference) throws -> Void
    private let hashes: (left: ContentHashes, right: ContentHashes)

    /// Two values to compare, and the index of their path in `steps`.
    private struct Pair {
        let left: Value?
        let right: Value?
        let way: Int
    }

    private struct Met: Hashable {
        let left: Int
        let right: Int
    }

    private var pending: [Pair] = []
    /// The paths of the values that were reached, as a tree: each path consists of another path, its parent, and one
    /// more step. The path of the root has the index 0.
    private var steps: [(parent: Int, component: ModelPath.Component)] = [(0, .index(0))]
    /// For each shared container of a document, its partner in the other document. Also the pairs of such containers
    /// that were compared.
    private var partners: (left: [Int: Int], right: [Int: Int]) = ([:], [:])
    private var met: Set<Met> = []

    /// - Parameters:
    ///   - left: The root of the left document, which is in order: a container comes before the references to it.
    ///   - right: The root of the right document, which is in order, too.
    init(
        _ left: Value, _ right: Value, limits: DecodingLimits, report: @escaping (Difference) throws -> Void
    ) throws {
        self.report = report
        hashes = (try ContentHashes(left, limits: limits), try ContentHashes(right, limits: limits))
        pending = [Pair(left: left, right: right, way: 0)]
    }

    mutating func run() throws {
        while let pair = pending.popLast() {
            switch (pair.left, pair.right) {
            case (let left?, let right?): try compare(left, right, pair.way)
            case (let left?, nil): try tell(.removed, pair.way, left, nil)
            case (nil, let right?): try tell(.added, pair.way, nil, right)
            case (nil, nil): break
            }
        }
    }

    private mutating func compare(_ left: Value, _ right: Value, _ way: Int) throws {
        guard left.kind.isContainer, right.kind.isContainer else {
            if left.kind.isContainer == right.kind.isContainer, left == right {
                if left.isNil != right.isNil, !ignoresTerms { try tell(.restated, way, left, right) }
                return
            }
            if Restatement.areSame(left, right, readsText: readsText) {
                if !ignoresTerms { try tell(.restated, way, left, right) }
            } else {
                try tell(.changed, way, left, right)
            }
            return
        }
        guard try takesPair(left, right, way) else { return }
        switch (left.isList, right.isList) {
        case (true, true):
            if left.kind != right.kind, !ignoresTerms { try tell(.restated, way, left, right) }
            push(elements(left, right, way))
        case (false, false):
            if ExactText(left.className ?? "") != ExactText(right.className ?? "") {
                try tell(.classChanged, way, left, right)
            }
            push(try entries(left, right, way))
        default: try tell(.changed, way, left, right)
        }
    }

    /// Reports a difference if the references to two containers have different paths in the two documents.
    ///
    /// - Returns: False if the contents of the two containers were compared already.
    private mutating func takesPair(_ left: Value, _ right: Value, _ way: Int) throws -> Bool {
        guard left.identity != nil || right.identity != nil else { return true }
        let isFirst = partners.left[left.id] == nil && partners.right[right.id] == nil
        if isFirst {
            partners.left[left.id] = right.id
            partners.right[right.id] = left.id
        } else if partners.left[left.id] != right.id || partners.right[right.id] != left.id {
            try tell(.sharing, way, left, right)
        }
        return met.insert(Met(left: left.id, right: right.id)).inserted
    }

    private mutating func push(_ pairs: [Pair]) { pending += pairs.reversed() }

    private mutating func step(_ component: ModelPath.Component, _ way: Int) -> Int {
        steps.append((way, component))
        return steps.count - 1
    }

    private func tell(_ kind: Difference.Kind, _ way: Int, _ left: Value?, _ right: Value?) throws {
        var components: [ModelPath.Component] = []
        var way = way
        while way != 0 {
            components.append(steps[way].component)
            way = steps[way].parent
        }
        try report(Difference(kind: kind, path: ModelPath(components.reversed()), left: left, right: right))
    }

    // MARK: What is in containers

    private mutating func elements(_ left: Value, _ right: Value, _ way: Int) -> [Pair] {
        let (lefts, rights) = (left.elements, right.elements)
        if left.kind == .set || right.kind == .set { return elements(inNoOrder: lefts, rights, way) }
        let partners = SequenceMatch.partners(old: lefts.map { hashes.left[$0] }, new: rights.map { hashes.right[$0] })
        var pairs: [Pair] = []
        var (from, to) = (0, 0)
        // Elements between those that are alike are paired by their place.
        func pair(_ left: Range<Int>, _ right: Range<Int>) {
            for offset in 0..<max(left.count, right.count) {
                let (one, other) = (left.lowerBound + offset, right.lowerBound + offset)
                let (old, new) = (
                    one < left.upperBound ? lefts[one] : nil, other < right.upperBound ? rights[other] : nil
                )
                if areSameScalar(old, new) { continue }
                pairs.append(
                    Pair(left: old, right: new, way: step(.index(one < left.upperBound ? one : other), way)))
            }
        }
        for (place, partner) in partners.enumerated() {
            guard let partner else { continue }
            pair(from..<partner, to..<place)
            (from, to) = (partner + 1, place + 1)
            pair(partner..<from, place..<to)
        }
        pair(from..<lefts.count, to..<rights.count)
        return pairs
    }

    /// Returns true for two equal scalars. Nothing is reported about them.
    private func areSameScalar(_ left: Value?, _ right: Value?) -> Bool {
        guard let left, let right, !left.kind.isContainer else { return false }
        return left == right && left.isNil == right.isNil
    }

    /// Pairs each element with an element of the same content, otherwise with an element that has the same scalars
    /// directly in it, otherwise with the element at the same position.
    private mutating func elements(inNoOrder lefts: [Value], _ rights: [Value], _ way: Int) -> [Pair] {
        var match = Match(lefts.count, rights.count)
        match.pair({ hashes.left[lefts[$0]] }, { hashes.right[rights[$0]] })
        match.pair({ hashes.left.ofScalars(in: lefts[$0]) }, { hashes.right.ofScalars(in: rights[$0]) })
        match.pair({ _ in 0 }, { _ in 0 })
        var pairs: [Pair] = []
        for (place, left) in lefts.enumerated() {
            let right = match.partners[place].map { rights[$0] }
            pairs.append(Pair(left: left, right: right, way: step(.index(place), way)))
        }
        for place in match.free { pairs.append(Pair(left: nil, right: rights[place], way: step(.index(place), way))) }
        return pairs
    }

    private mutating func entries(_ left: Value, _ right: Value, _ way: Int) throws -> [Pair] {
        let (lefts, rights) = (left.entries, right.entries)
        var match = Match(lefts.count, rights.count)
        for inTerms in [true, false] {
            match.pair(
                { key(lefts[$0].key, hashes.left, inTerms) }, { key(rights[$0].key, hashes.right, inTerms) })
        }
        var pairs: [Pair] = []
        for (place, entry) in lefts.enumerated() {
            let other = match.partners[place].map { rights[$0] }
            if let other, entry.key.kind == other.key.kind, areSameScalar(entry.value, other.value) { continue }
            let way = step(.key(Self.name(entry.key)), way)
            if let other, !ignoresTerms, !other.key.kind.isContainer, entry.key.kind != other.key.kind {
                try tell(.restated, way, entry.key, other.key)
            }
            pairs.append(Pair(left: entry.value, right: other?.value, way: way))
        }
        for place in match.free {
            let entry = rights[place]
            pairs.append(Pair(left: nil, right: entry.value, way: step(.key(Self.name(entry.key)), way)))
        }
        return pairs
    }

    /// Pairs of values on the left and on the right, by their positions.
    private struct Match {
        private(set) var partners: [Int?]
        /// The positions of the values on the right that have no partner.
        private(set) var free: [Int]

        init(_ left: Int, _ right: Int) {
            partners = Array(repeating: nil, count: left)
            free = Array(0..<right)
        }

        /// Pairs values that have the same key and no partner yet, in their order. Several values may have the same
        /// key.
        mutating func pair<Key: Hashable>(_ left: (Int) -> Key, _ right: (Int) -> Key) {
            guard !free.isEmpty else { return }
            var places = Dictionary(grouping: free.reversed(), by: right)
            for place in partners.indices where partners[place] == nil {
                partners[place] = places[left(place)]?.popLast()
            }
            free = places.values.flatMap(\.self).sorted()
        }
    }

    /// A key of a dictionary for the comparison. Keys that belong together have equal comparison keys.
    private enum Key: Hashable {
        case scalar(ModelKind, ExactText)
        case container(Int)
    }

    /// - Parameter inTerms: True if a number and its text are different keys.
    private func key(_ key: Value, _ hashes: ContentHashes, _ inTerms: Bool) -> Key {
        if let text = key.stringValue { return .scalar(.string, ExactText(text)) }
        guard !key.kind.isContainer else { return .container(hashes[key]) }
        return .scalar(inTerms ? key.kind : .string, ExactText(Self.name(key)))
    }

    private static func name(_ key: Value) -> String {
        key.stringValue ?? key.scalar.flatMap(ScalarConversion.keyText) ?? ValueText.summary(key)
    }
}

extension ModelDocument.Value {
    /// True for arrays and sets.
    var isList: Bool { [.array, .set, .orderedSet].contains(kind) }
}

extension ModelDocument {
    /// Returns the number of nulls that only mean that there is no value.
    func nilCount(_ limits: DecodingLimits) throws -> Int {
        var walker = DocumentWalker(self, limits: limits)
        var count = 0
        while let step = try walker.next() { if case .null = step, walker.isNil { count += 1 } }
        return count
    }
}
