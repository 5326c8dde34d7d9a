import ModelCore

/// Goes once through a file, and finds all its marks. Without recursion.
struct HRSurvey {
    private let base: any SeekingDecoder
    private let depthLimit: Int
    private var work: HRWork
    private var map = HRMap()
    /// The positions of the aliases, in the order of `map.aliases`.
    private var positions: [Int] = []
    private var classes = CodedClassTable()
    private var open: [Container] = []

    /// An array or a dictionary on the way.
    private struct Container {
        var position: Int
        var isArray: Bool
        /// True where the plain format itself tells the class.
        var knowsClass = false
        var keys = 0
        var className: String?
        var hasData = false
        var hasAlias = false
        var alias: String?
    }

    /// The map of the value that the decoder stands at, which stays there; nil where nothing is marked.
    static func map(of base: any SeekingDecoder, byteCount: Int, limits: DecodingLimits) throws -> HRMap? {
        guard base.isAtContainer else { return nil }
        var survey = HRSurvey(base: base, depthLimit: limits.depth, work: HRWork(byteCount: byteCount))
        let root = base.valuePosition
        try base.beginDetour(to: root)
        try survey.run()
        try base.endDetour()
        guard !survey.map.entries.isEmpty else { return nil }
        if !survey.map.aliases.isEmpty {
            try HRResolver.resolve(&survey.map, root: root, base: base, work: survey.work)
        }
        return survey.map
    }

    private mutating func run() throws {
        try enter()
        while let container = open.last {
            try work.step()
            if container.isArray {
                guard try base.nextElement() else {
                    open.removeLast()
                    continue
                }
                try visit()
            } else {
                guard let entry = try base.nextEntry() else {
                    end(container)
                    continue
                }
                switch entry {
                case .text(let key): try visit(key)
                case .value:
                    // No plain text format has such keys.
                    try base.skipValue()
                    try base.skipValue()
                }
            }
        }
    }

    private mutating func enter() throws {
        guard open.count < depthLimit else {
            throw base.error(.depthExceeded, "Nested more than \(depthLimit) levels deep.")
        }
        let position = base.valuePosition
        switch try base.peekKind() {
        case .array, .set, .orderedSet:
            _ = try base.beginArray()
            open.append(Container(position: position, isArray: true))
        default:
            let knowsClass = try base.peekClass() != nil
            _ = try base.beginDictionary()
            open.append(Container(position: position, isArray: false, knowsClass: knowsClass))
        }
    }

    private mutating func visit() throws {
        if base.isAtContainer { try enter() } else { try base.skipValue() }
    }

    private mutating func visit(_ key: String) throws {
        let last = open.count - 1
        open[last].keys += 1
        guard key.utf8.first == UInt8(ascii: "$") else { return try visit() }
        switch key {
        case "$class" where try isAtString(): open[last].className = HRKeys.unescaped(try base.decodeString())
        case "$data" where try isAtString(): open[last].hasData = true
        case "$alias":
            open[last].hasAlias = true
            guard try isAtString() else { return try visit() }
            open[last].alias = try base.decodeString()
            return
        default: return try visit()
        }
        if key == "$data" { try base.skipValue() }
    }

    private func isAtString() throws -> Bool { try !base.isAtContainer && base.peekKind() == .string }

    private mutating func end(_ container: Container) {
        open.removeLast()
        if container.hasAlias, container.keys == 1 {
            map.entries[container.position] = HRMap.Entry(mark: .alias(map.aliases.count))
            map.aliases.append(HRMap.Alias(path: container.alias))
        } else if let name = container.className {
            guard !container.knowsClass else { return }
            map.entries[container.position] = HRMap.Entry(mark: .object(classes.codedClass(named: name)))
        } else if container.hasData, container.keys == 1 {
            map.entries[container.position] = HRMap.Entry(mark: .data)
        }
    }
}

/// Bounds how many values are looked at before a file is read: a small file may use a large value often, or hide one behind many aliases.
struct HRWork {
    private var left: Int

    init(byteCount: Int) {
        left = max(byteCount.multipliedReportingOverflow(by: 8).partialValue, 1_000_000)
    }

    mutating func step() throws {
        left -= 1
        guard left > 0 else {
            throw ModelError(
                .nodesExceeded, "Following the aliases takes more steps than a file of this size is worth.")
        }
    }
}
