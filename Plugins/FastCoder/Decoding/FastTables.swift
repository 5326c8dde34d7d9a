import Documents

/// What aliases lead to, as far as a file was read.
///
/// Chunks that the object cache has room for, and those that hold others, are numbered in the order of their offsets:
/// these are the reference numbers that the core knows objects by.
struct FastTables {
    /// The offset of each numbered chunk.
    var offsets: ContiguousArray<UInt32> = []
    /// The end of each; complete only when the whole file was scanned.
    var ends: ContiguousArray<UInt32> = []
    /// The number of each cached object.
    var cache: ContiguousArray<UInt32> = []
    /// The offset of each cached string and URL.
    var strings: ContiguousArray<UInt32> = []
    var classes: ContiguousArray<FileClass> = []
    /// Points, sizes and the like: how many objects were cached before each, and its number.
    private(set) var structures: ContiguousArray<(place: Int, number: UInt32)> = []
    private(set) var urlCount = 0

    /// Gives the chunk at an offset, behind all others that have one, a number.
    @inline(__always)
    mutating func number(_ offset: Int) -> Int {
        offsets.append(UInt32(truncatingIfNeeded: offset))
        return offsets.count &- 1
    }

    /// Gives a chunk an index in the object cache.
    @inline(__always)
    mutating func enter(_ number: Int) { cache.append(UInt32(truncatingIfNeeded: number)) }

    /// Where an alias of a type leads with an index; nil where that leads nowhere.
    @inline(__always)
    func target(of type: ChunkType, _ index: Int) -> Int? {
        if type.isStringAlias { return index < strings.count ? Int(strings[index]) : nil }
        return index < cache.count ? Int(offsets[Int(cache[index])]) : nil
    }

    @inline(__always)
    mutating func enterString(_ offset: Int) { strings.append(UInt32(truncatingIfNeeded: offset)) }

    /// Enters a chunk that holds no others.
    mutating func enterLeaf(_ type: ChunkType, at offset: Int) {
        switch type {
        case .string, .countedString: enterString(offset)
        case .mutableString, .data, .mutableData, .legacyDate, .date, .mutableIndexSet, .indexSet, .wideIndexSet:
            enter(number(offset))
        case .keyedArchive:
            // The data, and the object that it holds.
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

    /// Gives structures their places in the cache, as the original's writer did and its reader doesn't.
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

    /// The number of the chunk at an offset; nil where none with a number stands there. Logarithmic time.
    func number(at offset: Int) -> Int? {
        number(from: offset, hint: -1).flatMap { Int(offsets[$0]) == offset ? $0 : nil }
    }

    /// The number of the first chunk at or behind an offset that has one; `hint` is tried first. Logarithmic time.
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
