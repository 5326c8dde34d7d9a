/// Finds the lines and columns of places in a text, each from the last one: asking for many places in order costs one pass in all.
public struct LineCounter: Sendable {
    private var offset = 0
    private var line = 1
    private var lineStart = 0

    public init() {}

    /// The line and the column of an offset, both counted from 1; the column in bytes. Linear in the distance from the place
    /// that was asked for last.
    public mutating func lineAndColumn(at place: Int, in source: ByteSource) -> (line: Int, column: Int) {
        let place = min(max(place, 0), source.count)
        // Eight bytes at a time: a byte of the word is zero where there is a line feed, and gets its highest bit.
        while offset &+ 8 <= place {
            let word = unsafe UnsafeRawPointer(source.base + offset).loadUnaligned(as: UInt64.self).littleEndian
            let other = word ^ 0x0A0A_0A0A_0A0A_0A0A
            let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
            let found = ~((other & low &+ low) | other | low)
            if found != 0 {
                line &+= found.nonzeroBitCount
                lineStart = offset &+ 8 &- found.leadingZeroBitCount / 8
            }
            offset &+= 8
        }
        while offset < place {
            if source[offset] == 0x0A {
                line += 1
                lineStart = offset + 1
            }
            offset += 1
        }
        if offset > place {
            while offset > place {
                offset -= 1
                if source[offset] == 0x0A { line -= 1 }
            }
            lineStart = offset
            while lineStart > 0, source[lineStart - 1] != 0x0A { lineStart -= 1 }
        }
        return (line, place - lineStart + 1)
    }
}
