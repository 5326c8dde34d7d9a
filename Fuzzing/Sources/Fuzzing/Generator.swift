/// Random numbers that are the same each time: SplitMix64, by Guy Steele, Doug Lea and Christine Flood (2014).
public struct Generator: RandomNumberGenerator {
    private var state: UInt64

    /// The numbers of an input.
    public init(seed: UInt64, input: UInt64) {
        state = seed
        state = next() ^ input
        state = next()
    }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number below `bound`, or 0.
    mutating func below(_ bound: Int) -> Int { bound > 1 ? Int(next() % UInt64(bound)) : 0 }

    /// True once in so many times.
    mutating func once(in times: Int) -> Bool { below(times) == 0 }

    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

    /// Mostly small: what goes wrong far inside is seldom seen behind much damage.
    mutating func small(_ bound: Int) -> Int { below(min(bound, 1 << below(16))) }
}
