import Documents
import FormatSupport

/// Reads a file's structure from end to end, without recursion: finds out where every chunk ends, and what every alias
/// leads to.
struct ChunkScanner: ~Copyable {
    private let layout: ChunkLayout
    private let allowsClasses: Bool
    private let limits: DecodingLimits
    private var tables = FastTables()
    private var open = Stack<Open>()
    private var position: Int
    /// Which of the chunks were met that files are laid out differently for.
    private var met: Set<ChunkType> = []
    /// True where an alias leads to a number that there is only if structures are counted.
    private var hasAliasPastCache = false

    private struct Open {
        /// What comes next in an object with keys of its own.
        enum Stage {
            case none, name, value, key
        }

        var number: Int
        var remaining: Int
        var stage = Stage.none
        var isIndexedAtEnd = false
    }

    private init(_ layout: ChunkLayout, from start: Int, allowsClasses: Bool, limits: DecodingLimits) {
        self.layout = layout
        self.allowsClasses = allowsClasses
        self.limits = limits
        position = start
    }

    /// The tables of a file, and how it is laid out.
    ///
    /// A file may be read to its exact end in several ways. Then the header's counts decide, and where they don't, what
    /// is likelier.
    ///
    /// - Throws: The first layout's error, where none reads the file to its exact end; `corruptData` where the counts
    ///   of an early file fit none; `classRefused`, `depthExceeded`.
    static func scan(
        _ source: ByteSource, header: FastHeader, allowsClasses: Bool, limits: DecodingLimits
    ) throws -> (tables: FastTables, dialect: Dialect) {
        var firstError: (any Error)?
        var best: (tables: FastTables, dialect: Dialect, agreement: Int)?
        var met: Set<ChunkType> = []
        for dialect in Dialect.candidates(mayBeUnaligned: header.mayBeEarly) where dialect.isPossible(met) {
            var scanner = ChunkScanner(
                ChunkLayout(source: source, dialect: dialect), from: FastHeader.size, allowsClasses: allowsClasses,
                limits: limits)
            do {
                try scanner.scan()
                if let agreement = scanner.agreement(with: header), agreement > best?.agreement ?? -1 {
                    best = (scanner.countedTables(header), dialect, agreement)
                }
            } catch {
                firstError = firstError ?? error
            }
            if best?.agreement == Self.fullAgreement { break }
            met.formUnion(scanner.met)
        }
        if let best { return (best.tables, best.dialect) }
        throw firstError
            ?? ModelError(.corruptData, "The counts in the header fit no reading of the file.").at(
                ModelLocation(byteOffset: 8))
    }

    // MARK: What the header says

    private static let fullAgreement = 3

    /// How many of the header's counts are those of this reading; nil where the reading can't be right.
    ///
    /// Counts are hints: an app's own files leave some values out. But which of the two an early file is nothing else
    /// tells, so it must be as it says.
    private func agreement(with header: FastHeader) -> Int? {
        // The original's writer counts what its reader doesn't, and it alone leaves transforms unaligned.
        let written = tables.cache.count + tables.structures.count
        let hasOthersTransforms = met.contains(.affineTransform) && !layout.dialect.alignsTransforms
        let isCount =
            header.objectCount == written || (header.objectCount == tables.cache.count && !hasOthersTransforms)
        let strings = tables.strings.count
        if header.mayBeEarly {
            let isEarly = header.objectCount == written && header.classCount == strings
            let isLater =
                layout.dialect.isAligned && isCount && strings == 0 && header.classCount == tables.classes.count
            if isEarly || isLater { return Self.fullAgreement }
            return header.countsNothing && layout.dialect.isAligned ? 0 : nil
        }
        let isOwnTransform = met.contains(.affineTransform) && layout.dialect.alignsTransforms
        let objects = isCount && !(isOwnTransform && header.objectCount != tables.cache.count) ? 1 : 0
        let texts = header.stringCount == strings || header.stringCount == strings - tables.urlCount ? 1 : 0
        return objects + texts + (header.classCount == tables.classes.count ? 1 : 0)
    }

    /// The tables, with structures in the cache where the file's aliases count them: where the header's count does, or
    /// an alias leads to a number that there is only then.
    private func countedTables(_ header: FastHeader) -> FastTables {
        guard hasAliasPastCache || header.objectCount == tables.cache.count + tables.structures.count else {
            return tables
        }
        var counted = tables
        counted.countStructures()
        return counted
    }

    // MARK: Scanning

    private mutating func scan() throws {
        repeat { try scanChunk() } while closeComplete()
        guard position == layout.source.count else {
            throw layout.error("Something follows the value that the file holds.", at: position)
        }
    }

    /// Ends all containers that are complete; returns false when the root is.
    private mutating func closeComplete() -> Bool {
        while let last = open.last, last.stage == .none, last.remaining == 0 { close() }
        return !open.isEmpty
    }

    private mutating func close() {
        guard let ended = open.popLast() else { return }
        tables.ends[ended.number] = UInt32(truncatingIfNeeded: position)
        if ended.isIndexedAtEnd { tables.enter(ended.number) }
    }

    /// Tells the container around that one of its members begins; returns false where there is none, but its end.
    private mutating func beginMember() -> Bool {
        let last = open.count - 1
        guard last >= 0 else { return true }
        switch open[last].stage {
        case .none: open[last].remaining -= 1
        case .name, .key: open[last].stage = .value
        case .value:
            if position < layout.source.count, layout.source[position] == ChunkType.unset.rawValue {
                position += 1
                close()
                return false
            }
            open[last].stage = .key
        }
        return true
    }

    private mutating func scanChunk() throws {
        guard beginMember() else { return }
        var type = try layout.type(at: position)
        if type == .classDefinition {
            try refuseClass()
            let (definition, end) = try layout.classDefinition(at: position)
            tables.classes.append(definition)
            position = end
            type = try layout.type(at: end)
        }
        if type == .affineTransform || type == .decimal { met.insert(type) }
        if let end = try layout.leafEnd(type, at: position) { return try scanLeaf(type, end) }
        switch type {
        case .url: try scanURL()
        case .dictionary, .mutableDictionary:
            let (count, start) = try layout.memberCount(of: position, least: 2)
            try push(2 * count, from: start, isIndexedAtEnd: type == .dictionary)
        case .codedObject:
            try push(0, from: position + 1, isIndexedAtEnd: true)
            open[open.count - 1].stage = .name
            if !allowsClasses, try !isValue() { try refuseClass() }
        case _ where type.isObject:
            try refuseClass()
            let (index, end) = try layout.index(type, at: position)
            guard index < tables.classes.count else {
                throw layout.error("There is no class definition \(index).", at: position)
            }
            try push(tables.classes[index].names.count, from: end, isIndexedAtEnd: false)
        default:
            let (count, start) = try layout.memberCount(of: position)
            try push(count, from: start, isIndexedAtEnd: type.isIndexedAtEnd)
        }
    }

    private mutating func push(_ count: Int, from start: Int, isIndexedAtEnd: Bool) throws {
        guard open.count < limits.depth else {
            throw ModelError(.depthExceeded, "Nested more than \(limits.depth) levels deep.").at(
                ModelLocation(byteOffset: position))
        }
        let number = number(position)
        if !isIndexedAtEnd { tables.enter(number) }
        open.append(Open(number: number, remaining: count, isIndexedAtEnd: isIndexedAtEnd))
        position = start
    }

    private mutating func number(_ offset: Int) -> Int {
        tables.ends.append(0)
        return tables.number(offset)
    }

    private mutating func scanLeaf(_ type: ChunkType, _ end: Int) throws {
        if type.isObjectAlias || type.isStringAlias {
            let index = try layout.index(type, at: position).index
            let count = type.isObjectAlias ? tables.cache.count : tables.strings.count
            guard index < count + (type.isObjectAlias ? tables.structures.count : 0) else {
                throw layout.error("An alias leads to number \(index), which isn't there.", at: position)
            }
            if index >= count { hasAliasPastCache = true }
        } else {
            if type == .keyedArchive { try refuseClass() }
            if type == .decimal { try layout.checkDecimal(at: position) }
            tables.enterLeaf(type, at: position)
            while tables.ends.count < tables.offsets.count { tables.ends.append(UInt32(truncatingIfNeeded: end)) }
        }
        position = end
    }

    private mutating func scanURL() throws {
        let (urls, base) = try layout.urlParts(at: position)
        for url in urls { try scanLeafChunk(at: url + 1) }
        position = try layout.urlEnd(at: position)
        let end = position
        try scanLeafChunk(at: base)
        position = end
        for url in urls.reversed() { tables.enterURL(url) }
    }

    private mutating func scanLeafChunk(at offset: Int) throws {
        let type = try layout.type(at: offset)
        guard let end = try layout.leafEnd(type, at: offset) else { return }
        position = offset
        try scanLeaf(type, end)
    }

    /// True where an object with keys of its own is one of Foundation's values.
    private func isValue() throws -> Bool {
        // Where an alias of an object leads isn't known before the end.
        guard try !layout.type(at: position).isObjectAlias, let name = try layout.string(at: position, tables) else {
            return false
        }
        return FoundationClass.scalars.contains(name)
    }

    private func refuseClass() throws {
        guard allowsClasses else { throw layout.classRefused(at: position) }
    }
}

extension ChunkLayout {
    /// Where the string stands that is at an offset, or that the alias there leads to; nil where there is none.
    func textOffset(at offset: Int, _ tables: FastTables) throws -> Int? {
        let type = try type(at: offset)
        guard type.isStringAlias || type.isObjectAlias else { return type.isString ? offset : nil }
        guard let target = try tables.target(of: type, index(type, at: offset).index) else { return nil }
        return try self.type(at: target).isString ? target : nil
    }

    /// The string at an offset, which may be an alias; nil where it isn't one.
    func string(at offset: Int, _ tables: FastTables) throws -> String? {
        guard let offset = try textOffset(at: offset, tables) else { return nil }
        switch try type(at: offset) {
        case .string, .mutableString: return try text(offset + 1..<endOfText(at: offset + 1))
        case .countedString: return try text(dataRange(of: offset))
        default: return nil
        }
    }
}
