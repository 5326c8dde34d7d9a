import Documents
import FormatSupport

/// The aliases of a plain document, and their targets. An alias is a dictionary that contains only a key path. It
/// represents the value at that path: its target. The path may pass through other aliases.
struct HRAliases: ~Copyable {
    /// The target of an alias.
    enum Target {
        /// A container, and its number.
        case container(ModelDocument.Value, Int)
        case scalar(ModelDocument.Value)
        case unreadable(ModelError)
    }

    /// An alias: its dictionary, its path (nil if that isn't text) and its target (nil until it is found).
    private struct Alias {
        let value: ModelDocument.Value
        var path: String?
        /// The index of the path in `sharedPaths` if other aliases may have the same path.
        var shared: Int?
        var target: Target?
    }

    /// A path that the file contains once, although several aliases have it. It is followed once, and its target is
    /// noted here.
    private struct SharedPath {
        let path: String?
        var components: [String]?
        /// The target. Nil until it is found, and if it isn't the same for all aliases with this path.
        var target: Target?
        /// The error if the path's target is the alias itself.
        var circle: Target?
    }

    private var aliases: [Alias] = []
    private var sharedPaths: [SharedPath] = []
    /// The indexes in `sharedPaths`, by the IDs of the texts of the paths.
    private var sharedNumbers: [Int: Int] = [:]
    /// The role of each value, by its ID. For an alias: twice the index of the alias. For a container that is the
    /// target of an alias: twice its number plus one. For any other value: -1. This is an array because a look-up in a
    /// dictionary would take longer than everything else.
    private var roles: ContiguousArray<Int32> = []
    private var numberCount = 0

    /// The aliases whose targets are containers, with these targets. Such an alias is a reference.
    private(set) var references: [(value: ModelDocument.Value, target: ModelDocument.Value)] = []
    var areReferences: Bool { references.count == aliases.count }

    private let root: ModelDocument.Value
    /// The locations of the containers that aren't aliases, and these containers in the same order.
    private var places = HRPlaces()
    private var containers: ContiguousArray<ModelDocument.Value> = []
    private var indexes: [Int: Index] = [:]
    private var work: HRStepLimit

    /// The members of a container that a path passes through.
    private struct Index {
        var elements: [ModelDocument.Value] = []
        var members: [ExactText: ModelDocument.Value] = [:]
        /// The largest number of full stops in one of the keys.
        var fullStops = 0
    }

    /// Finds all aliases and their targets. The time is about linear in the document's size. There is no recursion.
    init(of document: ModelDocument, limits: DecodingLimits) throws(ModelError) {
        root = document.root
        work = HRStepLimit(following: document)
        guard document.allKeys.contains(HRMarks.aliasKey) else { return }
        try collect(document, limits)
        for alias in aliases.indices { try resolve(alias) }
    }

    /// Returns the target of an alias. Returns nil if the value isn't an alias.
    func target(of value: ModelDocument.Value) -> Target? { aliasIndex(of: value).flatMap { aliases[$0].target } }

    /// Returns the number of a container that is the target of aliases. Returns nil for any other value.
    func number(of value: ModelDocument.Value) -> Int? {
        let role = role(of: value)
        return role >= 0 && role & 1 == 1 ? role >> 1 : nil
    }

    /// Returns the index of the alias that a value is. Returns nil if the value is no alias.
    private func aliasIndex(of value: ModelDocument.Value) -> Int? {
        let role = role(of: value)
        return role >= 0 && role & 1 == 0 ? role >> 1 : nil
    }

    private func role(of value: ModelDocument.Value) -> Int { value.id < roles.count ? Int(roles[value.id]) : -1 }

    private mutating func setRole(_ role: Int, of value: ModelDocument.Value) throws(ModelError) {
        guard let role = Int32(exactly: role) else {
            throw ModelError(.nodesExceeded, "There are more aliases than can be counted.")
        }
        roles.set(role, at: value.id, missing: -1)
    }

    /// A container whose values are being visited.
    private struct Open {
        /// The components that the container adds to key paths: keys or indexes. `values`: the keys may be any values,
        /// so no key path goes through the container.
        enum Kind { case keys, indexes, values }
        var place: Int
        var kind: Kind
        /// The index of the last element.
        var index = -1
    }

    /// Collects all aliases and the places of all other containers.
    private mutating func collect(_ document: ModelDocument, _ limits: DecodingLimits) throws(ModelError) {
        var walker = DocumentWalker(document, limits: limits)
        var marks = HRMarks.Cache()
        var open: [Open] = []
        var key = 0
        while true {
            // A scalar member is skipped: no path passes through it, and as it has a key, it doesn't count as an
            // element.
            if walker.nextMember() != nil { continue }
            guard let step = try walker.next() else { break }
            switch step {
            case .key:
                key = places.number(of: walker.text, walker.keyNumber, isFirst: open.count == 1)
                continue
            case .end:
                open.removeLast()
                continue
            default: break
            }
            if let last = open.indices.last { open[last].index += 1 }
            let kind: Open.Kind
            switch step {
            case .beginArray: kind = .indexes
            case .beginDictionary where marks.mark(walker) == .alias:
                let value = walker.value
                try setRole(aliases.count << 1, of: value)
                var alias = Alias(value: value)
                if case .string? = walker.nextMember() {
                    alias.path = walker.text
                } else if let text = value[HRMarks.aliasKey] {
                    let shared = sharedNumber(of: text)
                    (alias.path, alias.shared) = (sharedPaths[shared].path, shared)
                }
                aliases.append(alias)
                walker.skipContainer()
                continue
            case .beginDictionary, .beginObject: kind = .keys
            case .beginValueDictionary: kind = .values
            default: continue
            }
            let place =
                switch open.last?.kind {
                case .keys?: places.add(key: key, in: open[open.count - 1].place)
                case .indexes?: places.add(index: open[open.count - 1].index, in: open[open.count - 1].place)
                // No location is known for a container below keys of any kind. A path to it is followed step by step.
                case .values?, nil: places.addRoot()
                }
            open.append(Open(place: place, kind: kind))
            containers.append(walker.value)
        }
    }

    /// Returns the index in `sharedPaths` of a path to which the file has several references, or that isn't text.
    private mutating func sharedNumber(of text: ModelDocument.Value) -> Int {
        if let known = sharedNumbers[text.id] { return known }
        sharedPaths.append(SharedPath(path: text.stringValue))
        sharedNumbers[text.id] = sharedPaths.count - 1
        return sharedPaths.count - 1
    }

    // MARK: Following paths

    /// The search for one alias's target.
    private struct Search {
        var alias: Int
        var components: [String]
        /// The values that are left to try, each with the number of the path's components before it. The next value
        /// is last.
        var options: [(value: ModelDocument.Value, count: Int)]
        var isCircular = false
        /// True if the search has passed through an alias whose own target isn't known yet. A later search for the
        /// same path may then have another result.
        var meetsOpen = false
    }

    private mutating func resolve(_ first: Int) throws(ModelError) {
        var searches: [Search] = []
        var open: Set<Int> = []
        try begin(first, &searches, &open)
        while let last = searches.indices.last {
            try work.step()
            guard let (value, count) = searches[last].options.popLast() else {
                end(&searches, &open, failure(of: searches[last]))
                continue
            }
            if let alias = aliasIndex(of: value) {
                switch aliases[alias].target {
                case .container(let target, _)?, .scalar(let target)?: searches[last].options.append((target, count))
                case .unreadable(let error)?:
                    searches[last].isCircular = searches[last].isCircular || Self.isCircular(error)
                case nil where open.contains(alias):
                    searches[last].isCircular = true
                    searches[last].meetsOpen = true
                case nil:
                    searches[last].options.append((value, count))
                    try begin(alias, &searches, &open)
                }
            } else if count == searches[last].components.count {
                end(&searches, &open, try target(value))
            } else {
                searches[last].options += try children(of: value, searches[last].components[count...])
            }
        }
    }

    private mutating func begin(_ alias: Int, _ searches: inout [Search], _ open: inout Set<Int>) throws(ModelError) {
        guard aliases[alias].target == nil else { return }
        guard let path = aliases[alias].path else {
            return set(
                .unreadable(ModelError(.corruptData, "An alias is a key path, and this is no string.")), of: alias)
        }
        let shared = aliases[alias].shared
        if let shared, let known = sharedPaths[shared].target { return set(known, of: alias) }
        let components: [String]
        if let shared, let known = sharedPaths[shared].components {
            components = known
        } else if let place = places.find(path) {
            // Most paths are found in this way: all paths that a program has written.
            return set(try container(containers[place]), of: alias)
        } else {
            components = HRPath.components(path)
            if let shared { sharedPaths[shared].components = components }
        }
        open.insert(alias)
        searches.append(Search(alias: alias, components: components, options: [(root, 0)]))
    }

    private mutating func end(_ searches: inout [Search], _ open: inout Set<Int>, _ target: Target) {
        guard let search = searches.popLast() else { return }
        open.remove(search.alias)
        set(target, of: search.alias, isForAll: !search.meetsOpen)
    }

    /// Stores the target of an alias. If `isForAll` is true, also stores it for all other aliases with the same path.
    private mutating func set(_ target: Target, of alias: Int, isForAll: Bool = true) {
        aliases[alias].target = target
        if isForAll, let shared = aliases[alias].shared { sharedPaths[shared].target = target }
        if case .container(let container, _) = target { references.append((aliases[alias].value, container)) }
    }

    private mutating func target(_ value: ModelDocument.Value) throws(ModelError) -> Target {
        value.kind.isContainer ? try container(value) : .scalar(value)
    }

    private mutating func container(_ value: ModelDocument.Value) throws(ModelError) -> Target {
        if let known = number(of: value) { return .container(value, known) }
        let number = numberCount
        try setRole(number << 1 | 1, of: value)
        numberCount += 1
        return .container(value, number)
    }

    private static let circle = " leads to itself, by way of aliases only."

    /// Returns true for the error of an alias whose target is itself. The end of the error's text is compared,
    /// because the path before it may be long.
    private static func isCircular(_ error: ModelError) -> Bool { error.reason.hasSuffix(circle) }

    /// Returns the error of a search that found nothing. It contains the path. If an alias's target is itself, the
    /// error is made once for each path.
    private mutating func failure(of search: Search) -> Target {
        let shared = search.isCircular ? aliases[search.alias].shared : nil
        if let shared, let known = sharedPaths[shared].circle { return known }
        let failure = Self.error(search.components, isCircular: search.isCircular)
        if let shared { sharedPaths[shared].circle = failure }
        return failure
    }

    private static func error(_ components: [String], isCircular: Bool) -> Target {
        let path = components.isEmpty ? HRPath.root : components.joined(separator: ".")
        return .unreadable(
            ModelError(
                .corruptData,
                isCircular
                    ? "The alias \(path.debugDescription)\(circle)"
                    : "The alias \(path.debugDescription) leads nowhere: there is no such key path."))
    }

    /// Returns the members of a value with which the path may continue. The first component of the rest is usually the
    /// key of a member: this member is tried first, so it is the last in the result. A key may also consist of several
    /// components, because the original library doesn't escape full stops in keys.
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
            // Only so many components of a path are tried as one key.
            index.fullStops = max(index.fullStops, min(key.utf8.count { $0 == UInt8(ascii: ".") }, 64))
        }
        try work.step(index.elements.count + index.members.count)
        indexes[value.id] = index
        return index
    }
}

extension RangeReplaceableCollection where Self: MutableCollection, Index == Int {
    /// Sets the element at an index. Elements before it that don't exist yet are set to `missing`.
    mutating func set(_ element: Element, at index: Int, missing: Element) {
        if index >= count { append(contentsOf: repeatElement(missing, count: index + 1 - count)) }
        self[index] = element
    }
}
