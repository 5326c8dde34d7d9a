/// A generator of random numbers: the same seed gives the same numbers on every machine.
struct Randomness: RandomNumberGenerator {
    private var state: UInt64
    /// True if models that were made before are used again.
    var shares = true

    init(seed: UInt64) { state = seed }

    /// The numbers for one of several trials under the same seed.
    init(seed: UInt64, _ name: String, _ number: Int = 0) {
        // FNV-1a: Swift's own hashes differ in each process.
        let hash = name.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        self.init(seed: seed &* 0x9E37_79B9_7F4A_7C15 ^ hash ^ UInt64(number) &* 0xD6E8_FEB8_6659_FD93)
        _ = next()
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    mutating func below(_ count: Int) -> Int { Int(next() % UInt64(max(count, 1))) }
    mutating func isOne(in count: Int) -> Bool { below(count) == 0 }
    mutating func pick<Elements: RandomAccessCollection>(_ elements: Elements) -> Elements.Element {
        elements[elements.index(elements.startIndex, offsetBy: below(elements.count))]
    }
}
