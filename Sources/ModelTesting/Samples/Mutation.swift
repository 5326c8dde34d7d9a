import Foundation

/// Damages files at random.
enum Mutation {
    /// The file with one to four changes: bits and bytes changed, bytes deleted, inserted, doubled, or taken from
    /// another file.
    static func damaged(_ content: Data, other: Data, using generator: inout SeededGenerator) -> Data {
        var bytes = [UInt8](content)
        let other = [UInt8](other)
        // Mostly one small change: after several, reading seldom gets far enough to fail deep inside the file.
        let changes = [1, 1, 1, 1, 2, 3, 4].randomElement(using: &generator) ?? 1
        for _ in 0..<changes {
            guard !bytes.isEmpty else { break }
            let place = Int.random(in: 0..<bytes.count, using: &generator)
            let length = min([1, 1, 1, 2, 4, 8].randomElement(using: &generator) ?? 1, bytes.count - place)
            switch Int.random(in: 0..<8, using: &generator) {
            case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            case 1: bytes[place] = .random(in: 0...255, using: &generator)
            case 2:
                bytes[place] =
                    [0, 1, 0x7F, 0x80, 0xFF, 0x22, 0x5B, 0x7B, 0x3C, 0x2D].randomElement(using: &generator) ?? 0
            case 3: bytes.removeSubrange(place..<place + length)
            case 4: bytes.insert(contentsOf: generator.data(count: length), at: place)
            case 5:
                bytes.insert(
                    contentsOf: bytes[place..<place + length], at: Int.random(in: 0...bytes.count, using: &generator))
            case 6:
                let start = Int.random(in: 0..<max(other.count, 1), using: &generator)
                bytes.replaceSubrange(place..<place + length, with: other.dropFirst(start).prefix(length * 4))
            default:
                // Makes sizes and offsets as large as possible.
                for index in place..<place + length { bytes[index] = 0xFF }
            }
        }
        return Data(bytes)
    }
}
