import Foundation

/// The strings that were written, by value: an open-addressing table of their indexes.
///
/// Their bytes aren't kept twice: an index leads to the place in the output. The slots are plain memory, because a bounds check and a
/// check for exclusivity a string would cost as much as the rest; every position is masked by the table's size.
@safe
struct StringTable: ~Copyable {
    /// The hash's upper half, and one more than the index; 0 where empty.
    private var slots: UnsafeMutablePointer<UInt64>
    private var mask: Int
    private var used = 0
    /// Where each string's bytes begin in the output; the largest number for what isn't found by value.
    private(set) var offsets: [UInt32] = []

    /// Differs from run to run, so that nobody can prepare strings that crowd together. The output doesn't depend on it.
    private static let seed = UInt64.random(in: 0...UInt64.max)
    private let seed = StringTable.seed

    init() {
        mask = 255
        unsafe slots = Self.allocate(256)
    }

    deinit { unsafe slots.deallocate() }

    private static func allocate(_ count: Int) -> UnsafeMutablePointer<UInt64> {
        let slots = UnsafeMutablePointer<UInt64>.allocate(capacity: count)
        unsafe slots.initialize(repeating: 0, count: count)
        return unsafe slots
    }

    /// Takes an index for what isn't found by value.
    mutating func skip() { offsets.append(.max) }

    /// Keeps the index of the last string, and lets nobody find it.
    mutating func hideLast() {
        if !offsets.isEmpty { offsets[offsets.count - 1] = .max }
    }

    /// The index of an equal string, or nil, and then the string is entered: its bytes are to be written at `offset`.
    ///
    /// - Parameter matches: Tells whether the bytes at an offset in the output are the string's.
    @inline(__always)
    mutating func index(
        of bytes: UnsafeBufferPointer<UInt8>, at offset: Int, _ matches: (_ offset: Int) -> Bool
    ) -> Int? {
        let hash = unsafe hash(bytes)
        let upper = hash >> 32
        var position = Int(truncatingIfNeeded: hash) & mask
        while true {
            let slot = unsafe slots[position]
            if slot == 0 { break }
            if slot >> 32 == upper {
                let index = Int(truncatingIfNeeded: slot & 0xFFFF_FFFF) &- 1
                if matches(Int(offsets[index])) { return index }
            }
            position = (position &+ 1) & mask
        }
        offsets.append(UInt32(truncatingIfNeeded: offset))
        unsafe slots[position] = upper << 32 | UInt64(offsets.count)
        used &+= 1
        if used &* 2 > mask { grow() }
        return nil
    }

    @inline(never)
    private mutating func grow() {
        let old = unsafe slots
        let count = mask + 1
        mask = count * 4 - 1
        unsafe slots = Self.allocate(count * 4)
        // The lower half of the hash isn't kept: it is found again in the upper, which the first half of the table's bits come from.
        for place in 0..<count {
            let slot = unsafe old[place]
            if slot == 0 { continue }
            var position = Int(truncatingIfNeeded: slot >> 32) & mask
            while unsafe slots[position] != 0 { position = (position &+ 1) & mask }
            unsafe slots[position] = slot
        }
        unsafe old.deallocate()
    }

    @inline(__always)
    private func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
        var rest = bytes.count
        var hash = seed ^ (UInt64(truncatingIfNeeded: rest) &* 0x9E37_79B9_7F4A_7C15)
        guard var place = unsafe UnsafeRawPointer(bytes.baseAddress) else { return Self.doubled(hash) }
        while rest >= 8 {
            hash = unsafe Self.mixed(hash, place.loadUnaligned(as: UInt64.self))
            unsafe place += 8
            rest &-= 8
        }
        if rest >= 4 {
            // Both halves may overlap: all bytes are within the string.
            let low = unsafe UInt64(place.loadUnaligned(as: UInt32.self))
            let high = unsafe UInt64((place + rest - 4).loadUnaligned(as: UInt32.self))
            hash = Self.mixed(hash, low | high << 32)
        } else if rest > 0 {
            let first = unsafe UInt64(place.load(as: UInt8.self))
            let middle = unsafe UInt64((place + rest / 2).load(as: UInt8.self))
            let last = unsafe UInt64((place + rest - 1).load(as: UInt8.self))
            hash = Self.mixed(hash, first | middle << 8 | last << 16)
        }
        return Self.doubled(hash)
    }

    @inline(__always)
    private static func mixed(_ hash: UInt64, _ word: UInt64) -> UInt64 {
        let (high, low) = (hash ^ word).multipliedFullWidth(by: 0x9FB2_1C65_1E98_DF25)
        return high ^ low
    }

    /// The upper half of the hash in both halves: a slot keeps 32 bits, and those say where it stands.
    @inline(__always)
    private static func doubled(_ hash: UInt64) -> UInt64 {
        let (high, low) = hash.multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
        let upper = (high ^ low) >> 32
        return upper << 32 | upper
    }
}
