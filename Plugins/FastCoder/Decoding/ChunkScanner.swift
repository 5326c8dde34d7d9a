import Documents
import FormatSupport

/// Scans the structure of a file or of a value, without recursion: finds the end of every chunk and the target of every
/// alias.
struct ChunkScanner: ~Copyable {
    let layout: ChunkLayout
    private let allowsClasses: Bool
    private let limits: DecodingLimits
    private let extent: Extent
    var tables = FastTables()
    private var open = Stack<Open>()
    private var position: Int
    /// The types of chunks found so far whose layout differs between files: affine transforms and decimals.
    private var met: Set<ChunkType> = []
    /// True if an alias has an index that exists only if structures are counted in the object cache.
    private var hasAliasPastCache = false
    /// True if the scan has ended at a chunk whose layout only the whole file tells.
    private var needsFile = false

    /// The part of the file that a scanner scans.
    enum Extent {
        /// The whole file.
        case file
        /// A value of a file.
        case value
        /// A value of a file whose other values are read without a document.
        case part
    }

    // Not private: the compiler can't destroy a scanner in another file then, without optimization.
    struct Open {
        /// The part of a coded object (one that contains its own keys) that comes next; `none` for any other container.
        enum Stage {
            case none, name, value, key
        }

        var number: Int
        var remaining: Int
        var stage = Stage.none
        var isIndexedAtEnd = false
    }

    private init(
        _ extent: Extent, at start: Int, _ layout: ChunkLayout, allowsClasses: Bool = true, limits: DecodingLimits
    ) {
        self.extent = extent
        self.layout = layout
        self.allowsClasses = allowsClasses
        self.limits = limits
        position = start
    }

    /// Adds the chunks of the value at an offset to the tables. The tables must contain all chunks before the value.
    ///
    /// - Parameter extent: `value` or `part`.
    /// - Returns: The end of the value. Nil if the value contains a chunk whose layout only the whole file tells: then
    ///   the tables aren't valid any more.
    static func scan(
        _ extent: Extent, at offset: Int, into tables: inout FastTables, _ layout: ChunkLayout, limits: DecodingLimits
    ) throws -> Int? {
        var scanner = ChunkScanner(extent, at: offset, layout, limits: limits)
        while tables.ends.count < tables.offsets.count { tables.ends.append(0) }
        swap(&tables, &scanner.tables)
        defer { swap(&tables, &scanner.tables) }
        try scanner.scan()
        return scanner.needsFile ? nil : scanner.position
    }

    /// Returns a scanner with the tables of a file and its layout.
    ///
    /// Several layouts may read a file to its exact end. Then the function chooses the layout that agrees with most
    /// of the counts in the header. Among equals, it chooses the most likely layout.
    ///
    /// - Throws: The first layout's error if no layout reads the file to its exact end; `corruptData` if the counts of
    ///   an early file agree with no layout; `classRefused`, `depthExceeded`.
    static func scan(
        _ source: ByteSource, header: FastHeader, allowsClasses: Bool, limits: DecodingLimits
    ) throws -> ChunkScanner {
        var firstError: (any Error)?
        var best: ChunkScanner?
        var bestAgreement = -1
        var met: Set<ChunkType> = []
        for dialect in Dialect.candidates(mayBeUnaligned: header.mayBeEarly) where dialect.isPossible(met) {
            var scanner = ChunkScanner(
                .file, at: FastHeader.size, ChunkLayout(source: source, dialect: dialect), allowsClasses: allowsClasses,
                limits: limits)
            do {
                defer { met.formUnion(scanner.met) }
                try scanner.scan()
                try scanner.requireEnd()
            } catch {
                firstError = firstError ?? error
                continue
            }
            guard let agreement = scanner.agreement(with: header), agreement > bestAgreement else { continue }
            scanner.countStructures(header)
            best = consume scanner
            bestAgreement = agreement
            if agreement == Self.fullAgreement { break }
        }
        if let best { return best }
        throw firstError
            ?? ModelError(.corruptData, "The counts in the header fit no reading of the file.").at(
                ModelLocation(byteOffset: 8))
    }

    // MARK: What the header says

    private static let fullAgreement = 3

    /// Returns the number of counts in the header that agree with this reading, up to `fullAgreement`. Returns nil if
    /// the reading can't be right.
    ///
    /// Counts are hints: files of some apps don't count every value. But only the counts tell which of the two
    /// releases wrote an early file, so the counts of an early file must agree, unless the file has no counts.
    private func agreement(with header: FastHeader) -> Int? {
        // The original's writer counts structures, and its reader doesn't. Only that writer leaves transforms
        // unaligned.
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

    /// Enters the structures into the object cache if the file's aliases count them: if the header's count of objects
    /// includes the structures, or if an alias has an index that exists only if they are counted.
    private mutating func countStructures(_ header: FastHeader) {
        if hasAliasPastCache || header.objectCount == tables.cache.count + tables.structures.count {
            tables.countStructures()
        }
    }

    // MARK: Scanning

    private mutating func scan() throws {
        var checkpoints = LongWork.Checkpoints()
        repeat {
            guard checkpoints.mayGoOn() else { throw CancellationError() }
            try scanChunk()
        } while !needsFile && closeComplete()
    }

    private func requireEnd() throws {
        guard position == layout.source.count else {
            throw layout.error("Something follows the value that the file holds.", at: position)
        }
    }

    /// Ends all containers that are complete. Returns false if the root is complete.
    private mutating func closeComplete() -> Bool {
        while let last = open.last, last.stage == .none, last.remaining == 0 { close() }
        return !open.isEmpty
    }

    private mutating func close() {
        guard let ended = open.popLast() else { return }
        tables.ends[ended.number] = UInt32(truncatingIfNeeded: position)
        if ended.isIndexedAtEnd { tables.enter(ended.number) }
    }

    /// Tells the innermost open container that its next member begins. If a coded object ends here instead, ends it and
    /// returns false.
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
            let (definition, end) = try layout.fileClass(at: position)
            tables.classes.append(definition)
            position = end
            type = try layout.type(at: end)
        }
        if type.hasDialect {
            if type == .affineTransform || type == .decimal { met.insert(type) }
            needsFile = type.needsFile(in: extent)
            if needsFile { return }
        }
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
            throw limits.depthError.at(ModelLocation(byteOffset: position))
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

    /// Returns true if the coded object whose class name is at the position is a value of Foundation: a UUID or a
    /// UID.
    private func isValue() throws -> Bool {
        // The target of an object alias isn't known before the end of the scan.
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
    /// Returns the offset of the string at an offset, or of the string to which an alias at the offset refers.
    /// Returns nil if there is no string.
    func textOffset(at offset: Int, _ tables: borrowing FastTables) throws -> Int? {
        let type = try type(at: offset)
        guard type.isStringAlias || type.isObjectAlias else { return type.isString ? offset : nil }
        guard let target = try tables.target(of: type, index(type, at: offset).index) else { return nil }
        return try self.type(at: target).isString ? target : nil
    }

    /// Returns the string at an offset, or the string to which an alias at the offset refers. Returns nil if there is
    /// no string.
    func string(at offset: Int, _ tables: borrowing FastTables) throws -> String? {
        guard let offset = try textOffset(at: offset, tables) else { return nil }
        return try text(ofStringAt: offset)
    }

    /// Returns the text of the string at an offset that ``textOffset(at:_:)`` has returned.
    func text(ofStringAt offset: Int) throws -> String {
        if try type(at: offset) == .countedString { return try text(dataRange(of: offset)) }
        return try text(offset + 1..<endOfText(at: offset + 1))
    }
}
