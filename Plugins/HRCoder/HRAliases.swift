import FormatSupport
import ModelCore

/// The aliases of a plain document, and where they lead: through other aliases, too.
struct HRAliases {
    /// What an alias stands for.
    enum Target {
        case value(ModelDocument.Value)
        case unreadable(ModelError)
    }

    /// By the alias's dictionary.
    private(set) var targets: [Int: Target] = [:]
    /// The numbers of the containers that aliases lead to.
    private(set) var numbers: [Int: Int] = [:]

    private let root: ModelDocument.Value
    /// The paths of the aliases; nil for what is no text.
    private var paths: [Int: [String]?] = [:]
    private var indexes: [Int: Index] = [:]
    private var work: Work

    /// The members of a container that a path goes through.
    private struct Index {
        var elements: [ModelDocument.Value] = []
        var members: [ExactText: ModelDocument.Value] = [:]
        /// The most full stops that one of the keys has.
        var fullStops = 0
    }

    /// Bounds how many steps are taken: a small file may hide a value behind many ways.
    private struct Work {
        var left: Int

        mutating func step(_ count: Int = 1) throws(ModelError) {
            left -= count
            guard left > 0 else {
                throw ModelError(
                    .nodesExceeded, "Following the aliases takes more steps than a file of this size is worth.")
            }
        }
    }

    /// Finds all aliases and their targets. About linear in the document's size, and doesn't recurse.
    init(of document: ModelDocument, limits: DecodingLimits) throws(ModelError) {
        root = document.root
        work = Work(left: max(document.byteCount.multipliedReportingOverflow(by: 2).partialValue, 1_000_000))
        guard document.hasKey(HRMarks.aliasKey) else { return }
        var order: [Int] = []
        var walker = DocumentWalker(document, limits: limits)
        var marks = HRMarks.Cache()
        while let step = try walker.next() {
            guard case .beginDictionary = step, marks.mark(walker) == .alias else { continue }
            let value = walker.value
            order.append(value.id)
            paths[value.id] = value[HRMarks.aliasKey]?.stringValue.map { HRPath.components($0) }
            walker.skipContainer()
        }
        for alias in order { try resolve(alias) }
    }

    // MARK: Following paths

    /// The search for one alias's target.
    private struct Search {
        var alias: Int
        var components: [String]
        /// The values that are left to try, each with how much of the path leads to it, the next last.
        var options: [(value: ModelDocument.Value, count: Int)]
        var isCircular = false
    }

    private mutating func resolve(_ first: Int) throws(ModelError) {
        var searches: [Search] = []
        var open: Set<Int> = []
        begin(first, &searches, &open)
        while let last = searches.indices.last {
            try work.step()
            guard let (value, count) = searches[last].options.popLast() else {
                end(&searches, &open, Self.error(searches[last].components, isCircular: searches[last].isCircular))
                continue
            }
            if paths[value.id] != nil {
                switch targets[value.id] {
                case .value(let target)?: searches[last].options.append((target, count))
                case .unreadable?: searches[last].isCircular = searches[last].isCircular || isCircular(value.id)
                case nil where open.contains(value.id): searches[last].isCircular = true
                case nil:
                    searches[last].options.append((value, count))
                    begin(value.id, &searches, &open)
                }
            } else if count == searches[last].components.count {
                if value.kind.isContainer, numbers[value.id] == nil { numbers[value.id] = numbers.count }
                end(&searches, &open, .value(value))
            } else {
                searches[last].options += try children(of: value, searches[last].components[count...])
            }
        }
    }

    private mutating func begin(_ alias: Int, _ searches: inout [Search], _ open: inout Set<Int>) {
        guard targets[alias] == nil else { return }
        guard let components = paths[alias] ?? nil else {
            targets[alias] = .unreadable(ModelError(.corruptData, "An alias is a key path, and this is no string."))
            return
        }
        open.insert(alias)
        searches.append(Search(alias: alias, components: components, options: [(root, 0)]))
    }

    private mutating func end(_ searches: inout [Search], _ open: inout Set<Int>, _ target: Target) {
        guard let search = searches.popLast() else { return }
        open.remove(search.alias)
        targets[search.alias] = target
    }

    private func isCircular(_ alias: Int) -> Bool {
        if case .unreadable(let error)? = targets[alias] { error.reason.contains("leads to itself") } else { false }
    }

    private static func error(_ components: [String], isCircular: Bool) -> Target {
        let path = components.isEmpty ? HRPath.root : components.joined(separator: ".")
        return .unreadable(
            ModelError(
                .corruptData,
                isCircular
                    ? "The alias \(path.debugDescription) leads to itself, by way of aliases only."
                    : "The alias \(path.debugDescription) leads nowhere: there is no such key path."))
    }

    /// Where the rest of a path leads from a value: to that of a key of its first part last, and before it to those of
    /// keys with full stops, as files of the original have them in paths as they are.
    private mutating func children(
        of value: ModelDocument.Value, _ rest: ArraySlice<String>
    ) throws(ModelError) -> [(value: ModelDocument.Value, count: Int)] {
        guard value.kind.isContainer, let first = rest.first else { return [] }
        let index = try index(of: value)
        var found: [(value: ModelDocument.Value, count: Int)] = []
        var key = first
        for part in rest.dropFirst().prefix(index.fullStops) {
            key += "." + part
            try work.step(1 + key.utf8.count >> 6)
            if let member = index.members[ExactText(key)] {
                found.append((member, rest.startIndex + key.utf8.count { $0 == UInt8(ascii: ".") } + 1))
            }
        }
        found.reverse()
        if let member = index.members[ExactText(first)] {
            found.append((member, rest.startIndex + 1))
        } else if let position = Int(first), index.elements.indices.contains(position), String(position) == first {
            found.append((index.elements[position], rest.startIndex + 1))
        }
        return found
    }

    private mutating func index(of value: ModelDocument.Value) throws(ModelError) -> Index {
        if let known = indexes[value.id] { return known }
        var index = Index(elements: value.elements)
        for (key, member) in value.properties {
            index.members[ExactText(key)] = member
            // Longer ones aren't met in paths.
            index.fullStops = max(index.fullStops, min(key.utf8.count { $0 == UInt8(ascii: ".") }, 64))
        }
        try work.step(index.elements.count + index.members.count)
        indexes[value.id] = index
        return index
    }
}

extension ModelKind {
    var isContainer: Bool {
        switch self {
        case .array, .set, .orderedSet, .dictionary, .object: true
        default: false
        }
    }
}
