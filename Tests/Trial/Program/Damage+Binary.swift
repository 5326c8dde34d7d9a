// Damage to binary property lists, which archives are, too, and to FastCoding.

extension Damage {
    private func number(_ place: Int, _ count: Int) -> Int { bytes[place..<place + count].reduce(0) { $0 << 8 | Int($1) } }

    private mutating func put(_ number: Int, _ place: Int, _ count: Int) {
        for index in 0..<count { bytes[place + index] = UInt8(truncatingIfNeeded: number >> ((count - 1 - index) * 8)) }
    }

    mutating func damageBinary() {
        guard bytes.count > 40, !r.isOne(in: 8) else { return damageBytes() }
        let trailer = bytes.count - 32
        let (offsetSize, referenceSize) = (Int(bytes[trailer + 6]), Int(bytes[trailer + 7]))
        let (count, table) = (number(trailer + 12, 4), number(trailer + 28, 4))
        guard 1...4 ~= offsetSize, 1...4 ~= referenceSize, 1..<100_000 ~= count, table + count * offsetSize <= bytes.count else {
            return damageBytes()
        }
        let entry = table + r.below(count) * offsetSize
        let object = number(entry, offsetSize)
        guard object < trailer else { return damageBytes() }
        let marker = bytes[object]
        switch r.below(8) {
        case 0: put(number(table + r.below(count) * offsetSize, offsetSize), entry, offsetSize)
        case 1:
            bytes[object] = UInt8(
                r.pick([
                    0x00, 0x08, 0x09, 0x0F, 0x10, 0x11, 0x12, 0x13, 0x14, 0x22, 0x23, 0x33, 0x40, 0x41, 0x50, 0x51, 0x5F, 0x60, 0x61, 0x80,
                    0x81, 0xA0, 0xA1, 0xAF, 0xC1, 0xD0, 0xD1, 0xDF, r.below(256),
                ]))
        case 2...4:
            if marker >> 4 == 0xA || marker >> 4 == 0xD, 1..<15 ~= marker & 15 {
                let references = Int(marker & 15) * (marker >> 4 == 0xD ? 2 : 1)
                let place = object + 1 + r.below(references) * referenceSize
                if place + referenceSize < trailer { put(r.below(count), place, referenceSize) }
            } else if marker >> 4 == 8, object + 1 < trailer {
                bytes[object + 1] = UInt8(r.below(min(count, 255)))
            } else {
                bytes[object + r.below(min(9, trailer - object))] = UInt8(truncatingIfNeeded: r.next())
            }
        case 5: bytes[object + r.below(min(12, trailer - object))] = UInt8(truncatingIfNeeded: r.next())
        case 6: bytes[trailer + r.below(32)] = UInt8(r.below(12))
        default: bytes[object] = marker &+ UInt8(r.pick([1, 255, 16, 240]))
        }
    }

    mutating func damageFast() {
        guard bytes.count > 24 else { return damageBytes() }
        let place = 8 + r.below(bytes.count - 16)
        switch r.below(8) {
        case 0: damageBytes()
        case 1, 2: bytes[place] = UInt8(r.below(64))
        case 3: put(littleEndian: r.pick([0, 1, 2, 3, 0x7FFF_FFFF, 0xFFFF_FFFF, 0x8000_0000, UInt64(r.below(bytes.count)), UInt64(r.below(20))]), place / 4 * 4, 4)
        case 4: put(littleEndian: r.pick([.max, 0, 1, 0x7FF8_0000_0000_0000, 0x7FF0_0000_0000_0000, 1 << 63, r.next()]), place, 8)
        case 5: bytes.append(contentsOf: [0, 1, 2])
        case 6: bytes.removeSubrange((bytes.count - 1 - r.below(min(40, bytes.count - 1)))...)
        default: bytes[place] = UInt8(truncatingIfNeeded: r.next())
        }
    }

    private mutating func put(littleEndian number: UInt64, _ place: Int, _ count: Int) {
        for index in 0..<count { bytes[place + index] = UInt8(truncatingIfNeeded: number >> UInt64(index * 8)) }
    }
}
