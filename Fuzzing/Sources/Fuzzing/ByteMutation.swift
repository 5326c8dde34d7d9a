/// Changes to bytes that know nothing of the format but some of its words.
struct ByteMutation {
    let tokens: [[UInt8]]
    let other: [UInt8]

    private static let integers: [UInt64] =
        [0, 1, 2, 0x7F, 0x80, 0xFF, 0x100, 0x7FFF, 0x8000, 0xFFFF, 0x1_0000, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF]
        + [0x1_0000_0000, 1 << 61, 1 << 62, 1 << 63, .max, .max - 1, .max - 7, UInt64(Int64.max)]
    static let numerals = [
        "0", "-0", "-0.0", "1", "0.1", "1e400", "-1e400", "1e-400", "1e-9223372036854775808", "1E9223372036854775807",
        "1e99999999999999999999", "9007199254740993", "9007199254740993.0", "9223372036854775807",
        "-9223372036854775808",
        "9223372036854775808", "18446744073709551615", "18446744073709551616",
        "340282366920938463463374607431768211456",
        "2.333333333333333333333333333333333333333", "0.100000001", "4.9e-324", "2.2250738585072011e-308",
        "1.7976931348623159e308",
        "0x7fffffffffffffff", "NaN", "Infinity", "1e127", "1e-128", "00", "1.", ".1", "+1", "1e", "- 1",
    ]

    /// One change.
    func apply(to bytes: inout [UInt8], _ random: inout Generator) {
        guard !bytes.isEmpty else { return bytes = random.pick(tokens.isEmpty ? [[0]] : tokens) }
        let place = random.below(bytes.count)
        let count = min(random.small(bytes.count) + 1, bytes.count - place)
        switch random.below(14) {
        case 0: bytes[place] ^= 1 << UInt8(random.below(8))
        case 1: bytes[place] = UInt8(truncatingIfNeeded: random.next())
        case 2: bytes[place] = random.pick([0, 1, 0x7F, 0x80, 0xFF, 0x22, 0x5B, 0x7B, 0x3C, 0x2D])
        case 3: bytes[place] &+= UInt8(truncatingIfNeeded: random.below(5) - 2)
        case 4: bytes.removeSubrange(place..<place + count)
        case 5: bytes.removeSubrange((random.once(in: 2) ? bytes.count - count : place)...)
        case 6: bytes.removeSubrange(..<count)
        case 7:
            write(random.pick(Self.integers + [UInt64(bytes.count), UInt64(place)]), at: place, in: &bytes, &random)
        case 8:
            // A block again, once or many times.
            let block = Array(bytes[place..<place + count])
            let times = random.once(in: 4) ? 1 << random.below(12) : 1
            let room = max(0, Input.largest - bytes.count) / block.count
            for _ in 0..<min(times, room) { bytes.insert(contentsOf: block, at: place) }
        case 9:
            let target = random.below(bytes.count)
            let block = Array(bytes[place..<place + count])
            bytes.replaceSubrange(target..<min(target + count, bytes.count), with: block)
        case 10:
            guard !other.isEmpty else { return }
            let start = random.below(other.count)
            let block = other[start..<min(other.count, start + random.small(other.count) + 1)]
            bytes.replaceSubrange(place..<place + (random.once(in: 2) ? count : 0), with: block)
        case 11:
            // The beginning of one file and the end of another.
            guard !other.isEmpty else { return }
            bytes.replaceSubrange(place..., with: other[random.below(other.count)...])
        case 12:
            guard !tokens.isEmpty else { return }
            bytes.replaceSubrange(place..<place + (random.once(in: 2) ? 0 : count), with: random.pick(tokens))
        default:
            bytes.replaceSubrange(
                place..<place + (random.once(in: 2) ? 0 : count), with: random.pick(Self.numerals).utf8)
        }
    }

    /// A number of 8, 16, 32 or 64 bits, in either order of its bytes.
    private func write(_ value: UInt64, at place: Int, in bytes: inout [UInt8], _ random: inout Generator) {
        let width = 1 << random.below(4)
        let isBigEndian = random.once(in: 2)
        for index in 0..<width where place + index < bytes.count {
            let shift = 8 * (isBigEndian ? width - 1 - index : index)
            bytes[place + index] = UInt8(truncatingIfNeeded: value >> UInt64(shift))
        }
    }
}
