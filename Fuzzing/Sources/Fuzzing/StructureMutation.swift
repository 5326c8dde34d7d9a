/// Changes that leave a file whole but for one thing: a reference led elsewhere, a key doubled, a type swapped.
enum StructureMutation {
    static func apply(_ syntax: FuzzTarget.Syntax, to bytes: inout [UInt8], other: [UInt8], _ random: inout Generator) {
        switch syntax {
        case .text: TextTokens(bytes).change(&bytes, other: TextTokens(other), &random)
        case .binaryPropertyList: changeObjects(of: &bytes, &random)
        case .fastCoding: changeChunk(of: &bytes, &random)
        }
    }

    // MARK: Binary property lists, and so archives

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reduce(0) { ($0 << 8 | Int($1)) & (1 << 48 - 1) }
    }

    private static func changeObjects(of bytes: inout [UInt8], _ random: inout Generator) {
        let end = bytes.count - 32
        guard end > 8 else { return }
        let (offsetSize, referenceSize) = (Int(bytes[end + 6]), Int(bytes[end + 7]))
        let (count, table) = (number(bytes[end + 8..<end + 16]), number(bytes[end + 24..<end + 32]))
        guard (1...8).contains(offsetSize), (1...8).contains(referenceSize), table >= 8, table < end, count > 0,
            count <= (end - table) / offsetSize
        else { return }
        func slot(_ index: Int) -> Range<Int> { table + index * offsetSize..<table + (index + 1) * offsetSize }
        let starts = (0..<count).map { number(bytes[slot($0)]) }.filter { $0 < table }
        guard !starts.isEmpty else { return }
        func containers() -> [Int] {
            starts.filter { bytes[$0] >> 4 >= 0xA && bytes[$0] & 15 > 0 && bytes[$0] & 15 < 15 }
        }
        let object = random.pick(starts)
        switch random.below(9) {
        case 0:
            // Two objects change places, or one stands in two.
            let (first, second) = (slot(random.below(count)), slot(random.below(count)))
            let kept = Array(bytes[first])
            for index in 0..<offsetSize { bytes[first.lowerBound + index] = bytes[second.lowerBound + index] }
            if random.once(in: 2) { bytes.replaceSubrange(second, with: kept) }
        case 1, 2, 3:
            // A reference of an array or a dictionary leads elsewhere: also a key becomes another one, or is doubled.
            let all = containers()
            guard !all.isEmpty else { return }
            let container = random.pick(all)
            let width = Int(bytes[container] & 15) * (bytes[container] >> 4 == 0xD ? 2 : 1)
            let place = container + 1 + random.below(width) * referenceSize
            guard place + referenceSize <= table else { return }
            let source = container + 1 + random.below(width) * referenceSize
            if random.once(in: 2), source + referenceSize <= table {
                for index in 0..<referenceSize { bytes[place + index] = bytes[source + index] }
            } else {
                bytes[place + referenceSize - 1] = UInt8(truncatingIfNeeded: random.below(count + 1))
            }
        case 4: bytes[object] = bytes[object] & 15 | UInt8(random.below(16)) << 4
        case 5: bytes[object] = bytes[object] & 0xF0 | UInt8(random.below(16))
        case 6:
            // An archive's reference.
            let references = starts.filter { bytes[$0] >> 4 == 8 && $0 + 1 < table }
            guard !references.isEmpty else { return }
            let place = random.pick(references)
            bytes[place + 1 + Int(bytes[place] & 15)] = UInt8(truncatingIfNeeded: random.below(count + 2))
        case 7:
            bytes[end + 6 + random.below(26)] = random.pick([
                0, 1, 2, 3, 4, 8, 9, 0x7F, 0xFF, UInt8(truncatingIfNeeded: count),
            ])
        default:
            // What a value holds, its type and length unchanged.
            guard object + 1 < table else { return }
            bytes[object + 1] = UInt8(truncatingIfNeeded: random.next())
        }
    }

    // MARK: FastCoding

    private static func changeChunk(of bytes: inout [UInt8], _ random: inout Generator) {
        let start = random.once(in: 8) ? 0 : 12
        guard bytes.count > start + 4 else { return }
        let isOld = bytes[4] == 2
        var place = start + random.below(bytes.count - start)
        if isOld { place &= ~3 }
        // A place that could be a chunk's type, sought from there on.
        let types: ClosedRange<UInt8> = 0...48
        for candidate in stride(from: place, to: bytes.count, by: isOld ? 4 : 1).prefix(16)
        where types.contains(bytes[candidate]) {
            place = candidate
            break
        }
        let containers: [UInt8] = [9, 10, 11, 12, 23, 24, 25, 26, 27, 30, 31, 32, 33, 43, 44]
        let aliases: [UInt8] = [2, 3, 4, 5, 6, 7, 0xF0]
        let scalars: [UInt8] = [
            1, 8, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 28, 34, 35, 36, 37, 38, 39, 40, 41, 42, 45, 46, 47, 48,
        ]
        switch random.below(6) {
        case 0: bytes[place] = random.pick(containers)
        case 1: bytes[place] = random.pick(aliases)
        case 2: bytes[place] = random.pick(scalars + [0xF1, 0xF2, 0xF3, 0xF4, 0xF5])
        case 3: if place + 1 < bytes.count { bytes[place + (isOld ? 0 : 1)] = UInt8(random.small(64)) }
        case 4:
            // An alias to something, put in between.
            let alias: [UInt8] =
                isOld ? [2, 0, 0, 0, UInt8(random.below(9)), 0, 0, 0] : [random.pick([2, 5]), UInt8(random.below(9))]
            bytes.insert(contentsOf: alias, at: place)
        default:
            // Without alignment, or with more of it.
            bytes.insert(contentsOf: [UInt8](repeating: 0, count: 1 + random.below(4)), at: place)
        }
    }
}
