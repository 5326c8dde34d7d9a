/// The tokens of a text format: strings, words, tags and signs. What JSON, XML and OpenStep have in common.
struct TextTokens {
    let bytes: [UInt8]
    private(set) var tokens: [Range<Int>] = []
    /// From an opening bracket or tag to what closes it, as tokens.
    private(set) var spans: [Range<Int>] = []

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var index = 0
        var open: [Int] = []
        while index < bytes.count {
            let start = index
            index = end(from: index)
            guard bytes[start] > 0x20 else { continue }
            tokens.append(start..<index)
            let number = tokens.count - 1
            switch bytes[start] {
            case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "("): open.append(number)
            case UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ")"): close(&open, number)
            case UInt8(ascii: "<") where index - start > 2:
                if bytes[start + 1] == UInt8(ascii: "/") {
                    close(&open, number)
                } else if bytes[index - 2] != UInt8(ascii: "/"), bytes[start + 1] > UInt8(ascii: "?") {
                    open.append(number)
                }
            default: break
            }
        }
    }

    private mutating func close(_ open: inout [Int], _ number: Int) {
        if let start = open.popLast() { spans.append(start..<number + 1) }
    }

    private func end(from start: Int) -> Int {
        func isWord(_ byte: UInt8) -> Bool {
            byte > 0x7F || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
                || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
                || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || "_$.+-".utf8.contains(byte)
        }
        var index = start + 1
        switch bytes[start] {
        case UInt8(ascii: "\""):
            while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
                index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
            }
            return min(index + 1, bytes.count)
        case UInt8(ascii: "<"):
            while index < bytes.count, bytes[index] != UInt8(ascii: ">") { index += 1 }
            return min(index + 1, bytes.count)
        case let byte where isWord(byte):
            while index < bytes.count, isWord(bytes[index]) { index += 1 }
            return index
        default: return index
        }
    }

    private func kind(_ token: Range<Int>) -> UInt8 {
        let byte = bytes[token.lowerBound]
        return byte > 0x7F || UInt8(ascii: "0")...UInt8(ascii: "z") ~= byte && byte != UInt8(ascii: "<") ? 0 : byte
    }

    private func bytes(of span: Range<Int>) -> ArraySlice<UInt8> {
        bytes[tokens[span.lowerBound].lowerBound..<tokens[span.upperBound - 1].upperBound]
    }

    /// One change to `target`, which are this text's bytes.
    func change(_ target: inout [UInt8], other: TextTokens, _ random: inout Generator) {
        guard !tokens.isEmpty else { return }
        let token = random.pick(tokens)
        switch random.below(6) {
        case 0, 1:
            // Another of the same kind in its place: a key doubled, a value of another type, an alias led elsewhere.
            let same = tokens.filter { kind($0) == kind(token) }
            target.replaceSubrange(token, with: bytes[random.pick(same)])
        case 2: target.replaceSubrange(token, with: random.pick(ByteMutation.numerals).utf8)
        case 3:
            guard !spans.isEmpty else { return }
            let span = random.pick(spans)
            let donor = random.once(in: 2) && !other.spans.isEmpty ? other : self
            let place = tokens[span.lowerBound].lowerBound..<tokens[span.upperBound - 1].upperBound
            target.replaceSubrange(place, with: donor.bytes(of: random.pick(donor.spans)))
        case 4:
            // A run of tokens again, with the comma that stands before it: a member or an element doubled.
            let start = random.below(tokens.count)
            let end = min(tokens.count, start + 1 + random.small(32))
            let place = tokens[end - 1].upperBound
            if target.count < Input.largest / 2 { target.insert(contentsOf: bytes(of: start..<end), at: place) }
        default:
            // Deep inside itself.
            guard !spans.isEmpty else { return }
            let span = random.pick(spans)
            let whole = bytes(of: span)
            let inner = random.below(whole.count)
            let times = min(1 << random.below(10), Input.largest / 2 / max(inner, 1))
            let place = tokens[span.lowerBound].lowerBound
            for _ in 0..<times { target.insert(contentsOf: whole.prefix(inner), at: place) }
        }
    }
}
