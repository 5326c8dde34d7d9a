/// Numbers that are the same ones for the same seed.
struct Random {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func bits() -> UInt64 {
        // SplitMix64.
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
        return bits ^ bits >> 31
    }

    mutating func number(below count: Int) -> Int { Int(bits() >> 1) % count }

    mutating func element<Element>(of elements: [Element]) -> Element { elements[number(below: elements.count)] }
}
