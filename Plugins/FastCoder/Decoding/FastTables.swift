import Documents
import FormatSupport

/// The targets of aliases in the part of a file that was read. ``ChunkType`` describes the two caches of a file.
///
/// Chunks that may have an index in the object cache, and containers, are numbered in the order of their offsets. The
/// builder gets the same numbers for containers.
///
/// The reader without a document and the parser of its parts have the same tables. That reader gives no numbers to the
/// chunks that it reads itself: it adds their objects to `objects`.
struct FastTables: ~Copyable {
    /// The offset of each numbered chunk.
    var offsets: ContiguousArray<UInt32> = []
    /// The end of each numbered chunk that was scanned. 0 for any other chunk.
    var ends: ContiguousArray<UInt32> = []
    /// The number of the chunk at each index of the object cache. ``unnumbered`` for a chunk that was read without a
    /// document.
    var cache: ContiguousArray<UInt32> = []
    /// The offset of the string or URL at each index of the string cache.
    var strings = Stack<UInt32>()
    var classes: ContiguousArray<FileClass> = []
    /// The structures (points, sizes and others): for each structure, the number of objects that were cached before
    /// it, and the structure's own number.
    private(set) var structures: ContiguousArray<(place: Int, number: UInt32)> = []
    private(set) var urlCount = 0
    /// The objects that were read without a document, by their indexes in the object cache. Nil for any other value.
    var objects: [AnyObject?] = []
    /// The objects that were made from parts of the file, by their numbers.
    private var partObjects: [AnyObject?] = []

    /// In place of a number: a chunk without a number.
    private static let unnumbered = UInt32.max

    /// Gives the next number to the chunk at an offset, which must come after all numbered chunks. Returns the
    /// number.
    @inline(__always)
    mutating func number(_ offset: Int) -> Int {
        offsets.append(UInt32(truncatingIfNeeded: offset))
        return offsets.count &- 1
    }

    /// Gives the next index of the object cache to the chunk with this number.
    @inline(__always)
    mutating func enter(_ number: Int) { cache.append(UInt32(truncatingIfNeeded: number)) }

    /// Returns the offset of the target of an alias with the given type and index. Returns nil if there is no target.
    @inline(__always)
    func target(of type: ChunkType, _ index: Int) -> Int? {
        if type.isStringAlias { return index < strings.count ? Int(strings[index]) : nil }
        guard index < cache.count, cache[index] != Self.unnumbered else { return nil }
        return Int(offsets[Int(cache[index])])
    }

    @inline(__always)
    mutating func enterString(_ offset: Int) { strings.append(UInt32(truncatingIfNeeded: offset)) }

    /// Adds a chunk without inner chunks to the cache of its type, so that aliases find it. A structure goes into
    /// `structures` instead. Chunks of other types have no cache, and are ignored.
    mutating func enterLeaf(_ type: ChunkType, at offset: Int) {
        switch type {
        case .string, .countedString: enterString(offset)
        case .mutableString, .data, .mutableData, .legacyDate, .date, .mutableIndexSet, .indexSet, .wideIndexSet:
            enter(number(offset))
        case .keyedArchive:
            // The data takes one index, and the object in it another.
            let number = number(offset)
            enter(number)
            enter(number)
        case _ where type.isStructure:
            structures.append((cache.count, UInt32(truncatingIfNeeded: number(offset))))
        default: break
        }
    }

    mutating func enterURL(_ offset: Int) {
        urlCount += 1
        enterString(offset)
    }

    /// Enters the structures into the object cache. The original's writer counts them there, and its reader doesn't.
    mutating func countStructures() {
        guard !structures.isEmpty else { return }
        var counted = ContiguousArray<UInt32>()
        counted.reserveCapacity(cache.count + structures.count)
        var next = 0
        for (place, number) in structures {
            counted += cache[next..<place]
            counted.append(number)
            next = place
        }
        cache = counted + cache[next...]
        structures = []
    }

    /// Returns the number of the chunk at an offset. Returns nil if no numbered chunk begins there. The time is
    /// logarithmic.
    func number(at offset: Int) -> Int? {
        number(from: offset, hint: -1).flatMap { Int(offsets[$0]) == offset ? $0 : nil }
    }

    /// Returns the number of the first numbered chunk at or after an offset. Returns nil if there is no such chunk.
    /// The number `hint` is tried first. The time is logarithmic.
    func number(from offset: Int, hint: Int) -> Int? {
        let wanted = UInt32(truncatingIfNeeded: offset)
        if hint >= 0, hint < offsets.count, offsets[hint] == wanted { return hint }
        var low = 0
        var high = offsets.count
        while low < high {
            let middle = (low + high) / 2
            if offsets[middle] < wanted { low = middle + 1 } else { high = middle }
        }
        return low < offsets.count ? low : nil
    }
}

// Files that are read without a document, except for parts that the parser reads.

extension FastTables {
    /// Extends `cache` by the values in `objects`, before a part of the file is parsed.
    mutating func beginPart() {
        while cache.count < objects.count { cache.append(Self.unnumbered) }
    }

    /// Extends `objects` by the values in `cache`, after a part of the file was parsed.
    mutating func endPart() {
        while objects.count < cache.count { objects.append(nil) }
    }

    /// Sets the object that was made from the chunk with a number.
    mutating func setObject(_ object: AnyObject, number: Int) {
        while partObjects.count <= number { partObjects.append(nil) }
        partObjects[number] = object
    }

    /// Returns the object that was made from the chunk at an index of the object cache. Returns nil if no object was
    /// made from the chunk.
    func object(at index: Int) -> AnyObject? {
        if index < objects.count, let object = objects[index] { return object }
        guard index < cache.count, cache[index] < partObjects.count else { return nil }
        return partObjects[Int(cache[index])]
    }

    /// Replaces an object by another object.
    mutating func replace(_ object: AnyObject, by other: AnyObject) {
        for index in objects.indices where objects[index] === object { objects[index] = other }
        for number in partObjects.indices where partObjects[number] === object { partObjects[number] = other }
    }
}
