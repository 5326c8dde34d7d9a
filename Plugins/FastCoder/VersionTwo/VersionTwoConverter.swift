import Documents
import FormatSupport

/// Converts a file of version 2 to version 3, chunk by chunk and without recursion.
///
/// Version 2 has one cache for objects, strings, class definitions, numbers, dates, points and other structures. An
/// alias of a number or of a structure is replaced by that number or structure.
struct VersionTwoConverter: ~Copyable {
    /// The target of an index in version 2's cache.
    private enum Cached {
        /// An object, with its index in version 3's object cache. Nil while the object isn't complete.
        case object(Int?)
        case string(Int)
        case classDefinition(index: Int, nameCount: Int)
        /// A number or a structure, by its offset. It is written again for each alias.
        case numbers(Int)
    }

    private struct Open {
        enum Kind {
            case members, url, codedName, codedValue, codedKey
        }

        var kind: Kind
        var remaining: Int
        /// The container's index in version 2's cache. Nil if the container takes its index only when it ends.
        var cached: Int?
    }

    private static let headerSize = 12

    private let source: ByteSource
    private let depth: Int
    /// True for files of release 2.1: in them, a URL takes its index before its parts take theirs.
    private let entersURLsFirst: Bool
    /// The type of chunk that a date becomes. The writer of release 2.0 counted seconds from 2001, all later writers
    /// from 1970. (The reader of 2.0 counted from 1970, too.)
    private let date: ChunkType
    private var position = Self.headerSize
    private var output = FastOutput()
    private var cache: [Cached] = []
    private var stringCount = 0
    private var classCount = 0
    private var open: [Open] = []

    private init(_ source: ByteSource, minor: Int, depth: Int) {
        self.source = source
        self.depth = depth
        entersURLsFirst = minor == 1
        date = minor == 0 ? .date : .legacyDate
    }

    /// - Throws: `corruptData`, `depthExceeded`.
    static func convert(_ source: ByteSource, minor: Int, depth: Int) throws -> ByteSource {
        var converter = VersionTwoConverter(source, minor: minor, depth: depth)
        var checkpoints = LongWork.Checkpoints()
        repeat {
            guard checkpoints.mayGoOn() else { throw CancellationError() }
            try converter.convertChunk()
        } while try converter.closeComplete()
        guard converter.position == source.count else {
            throw converter.error("Something follows the value that the file holds.")
        }
        return ByteSource(converter.output.finish())
    }

    private func error(_ reason: String) -> ModelError {
        ModelError(.corruptData, reason).at(ModelLocation(byteOffset: min(position, source.count)))
    }

    // MARK: Reading

    private mutating func word() throws -> Int {
        guard position + 4 <= source.count else { throw error("The file ends within a value.") }
        position += 4
        return source.integer(at: position - 4, UInt32.self)
    }

    private mutating func longWord() throws -> UInt64 {
        guard position + 8 <= source.count else { throw error("The file ends within a value.") }
        position += 8
        return source.raw(at: position - 8, UInt64.self)
    }

    /// Reads a number of members. Throws `corruptData` if the rest of the file is too short for so many members of
    /// `least` bytes each.
    private mutating func count(least: Int = 4) throws -> Int {
        let count = try word()
        guard count * least <= source.count - position else {
            throw error("\(count) members are more than the file could hold.")
        }
        return count
    }

    /// Reads text with the NUL that ends it, and the padding up to a multiple of four bytes. Returns the range of the
    /// text without the NUL.
    private mutating func text() throws -> Range<Int> {
        let start = position
        var end = start
        while end < source.count, source[end] != 0 { end += 1 }
        position = start + (end - start + 4) & ~3
        guard end < source.count, position <= source.count else { throw error("Text runs on to the end of the file.") }
        return start..<end
    }

    private mutating func bytes() throws -> Range<Int> {
        let count = try count(least: 1)
        let start = position
        position += (count + 3) & ~3
        guard position <= source.count else { throw error("The file ends within data.") }
        return start..<start + count
    }

    // MARK: Writing

    private mutating func writeText(_ range: Range<Int>) {
        output.bytes.append(source.bytes(range))
        output.bytes.append(0)
    }

    private mutating func cacheObject() {
        cache.append(.object(output.objectCount))
        output.objectCount += 1
    }

    private mutating func push(_ kind: Open.Kind, _ count: Int, isMutable: Bool) throws {
        guard open.count < depth else {
            throw ModelError(.depthExceeded, "Nested more than \(depth) levels deep.").at(
                ModelLocation(byteOffset: position))
        }
        if isMutable { cacheObject() }
        let isEntered = isMutable || (kind == .url && entersURLsFirst)
        // A URL has no index in version 3's cache before it is complete.
        if isEntered, !isMutable { cache.append(.object(nil)) }
        open.append(Open(kind: kind, remaining: count, cached: isEntered ? cache.count - 1 : nil))
    }

    private mutating func closeComplete() throws -> Bool {
        while let last = open.last, last.kind == .members || last.kind == .url, last.remaining == 0 { close() }
        return !open.isEmpty
    }

    private mutating func close() {
        guard let ended = open.popLast() else { return }
        if ended.kind == .url {
            if let place = ended.cached {
                cache[place] = .string(stringCount)
            } else {
                cache.append(.string(stringCount))
            }
            stringCount += 1
        } else if ended.cached == nil {
            cacheObject()
        }
    }

    /// Tells the innermost open container that its next member begins. If a coded object ends here instead, ends it and
    /// returns false.
    private mutating func beginMember(_ type: Int) -> Bool {
        let last = open.count - 1
        guard last >= 0 else { return true }
        switch open[last].kind {
        case .members, .url: open[last].remaining -= 1
        case .codedName, .codedKey: open[last].kind = .codedValue
        case .codedValue:
            if type == 23 {
                output.append(ChunkType.unset)
                close()
                return false
            }
            open[last].kind = .codedKey
        }
        return true
    }

    private mutating func convertChunk() throws {
        let type = try word()
        guard beginMember(type) else { return }
        try convert(type)
    }

    private mutating func convert(_ type: Int) throws {
        switch type {
        case 0: output.append(ChunkType.null)
        case 1: try convertAlias(try word())
        case 2:
            output.append(ChunkType.string)
            writeText(try text())
            cache.append(.string(stringCount))
            stringCount += 1
        case 3: try begin(.dictionary, try count(least: 8), 2, isMutable: false)
        case 4: try begin(.array, try count(), 1, isMutable: false)
        case 5: try begin(.set, try count(), 1, isMutable: false)
        case 6: try begin(.orderedSet, try count(), 1, isMutable: false)
        case 7: output.append(ChunkType.true)
        case 8: output.append(ChunkType.false)
        case 9...12, 25...30:
            let start = position - 4
            try writeNumbers(type)
            cache.append(.numbers(start))
        case 13: try convertData(.data)
        case 14:
            output.append(date, try longWord())
            cacheObject()
        case 15:
            output.append(ChunkType.mutableString)
            writeText(try text())
            cacheObject()
        case 16: try begin(.mutableDictionary, try count(least: 8), 2, isMutable: true)
        case 17: try begin(.mutableArray, try count(), 1, isMutable: true)
        case 18: try begin(.mutableSet, try count(), 1, isMutable: true)
        case 19: try begin(.mutableOrderedSet, try count(), 1, isMutable: true)
        case 20: try convertData(.mutableData)
        case 21: try convertClassDefinition()
        case 22: try convertObject()
        case 23: output.append(ChunkType.unset)
        case 24:
            output.append(ChunkType.url)
            try push(.url, 2, isMutable: false)
        case 31, 32:
            let count = try count(least: 8)
            output.append(type == 31 ? .mutableIndexSet : .indexSet, UInt32(truncatingIfNeeded: count))
            for _ in 0..<2 * count { output.bytes.appendLittleEndian(UInt32(truncatingIfNeeded: try word())) }
            cacheObject()
        case 33:
            output.append(ChunkType.codedObject)
            try push(.codedName, 0, isMutable: false)
        default: throw error("There is no chunk of type \(type) in version 2.")
        }
    }

    private mutating func begin(_ type: ChunkType, _ count: Int, _ parts: Int, isMutable: Bool) throws {
        output.append(type, UInt32(truncatingIfNeeded: count))
        try push(.members, count * parts, isMutable: isMutable)
    }

    private mutating func convertAlias(_ index: Int) throws {
        guard index < cache.count else { throw error("An alias leads to number \(index), which isn't there.") }
        switch cache[index] {
        case .object(let known):
            guard let known else { throw error("An alias leads to an object that isn't complete.") }
            output.append(index: known, .objectAlias8, .objectAlias16, .objectAlias32)
        case .string(let known): output.append(index: known, .stringAlias8, .stringAlias16, .stringAlias32)
        case .numbers(let place):
            let resume = position
            position = place
            try writeNumbers(try word())
            position = resume
        case .classDefinition: throw error("An alias leads to a class definition.")
        }
    }

    private mutating func convertData(_ type: ChunkType) throws {
        let range = try bytes()
        output.append(type, UInt32(truncatingIfNeeded: range.count))
        output.bytes.append(source.bytes(range))
        output.bytes.append(repeating: 0, count: (0 &- range.count) & 3)
        cacheObject()
    }

    private mutating func convertClassDefinition() throws {
        output.append(ChunkType.classDefinition)
        writeText(try text())
        let count = try count()
        output.align(4)
        output.bytes.appendLittleEndian(UInt32(truncatingIfNeeded: count))
        for _ in 0..<count { writeText(try text()) }
        cache.append(.classDefinition(index: classCount, nameCount: count))
        classCount += 1
        guard try word() == 22 else { throw error("No object follows a class definition.") }
        try convertObject()
    }

    private mutating func convertObject() throws {
        let index = try word()
        guard index < cache.count, case .classDefinition(let known, let count) = cache[index] else {
            throw error("There is no class definition \(index).")
        }
        output.append(index: known, .object8, .object16, .object32)
        try push(.members, count, isMutable: true)
    }

    /// Writes the number or the structure of numbers at the position, which is after its type.
    private mutating func writeNumbers(_ type: Int) throws {
        switch type {
        case 9: return output.append(Int64(Int32(truncatingIfNeeded: try word())))
        case 10: return output.append(Int64(bitPattern: try longWord()))
        case 11: return output.append(.float32, UInt32(truncatingIfNeeded: try word()))
        case 12: return output.append(.float64, try longWord())
        case 28:
            output.append(.range, UInt32(truncatingIfNeeded: try word()))
            return output.bytes.appendLittleEndian(UInt32(truncatingIfNeeded: try word()))
        default: break
        }
        let (chunk, count): (ChunkType, Int) =
            switch type {
            case 25: (.point, 2)
            case 26: (.size, 2)
            case 27: (.rect, 4)
            case 29: (.affineTransform, 6)
            default: (.transform3D, 16)
            }
        output.append(chunk)
        output.align(8)
        for _ in 0..<count { output.bytes.appendLittleEndian(try longWord()) }
    }
}
