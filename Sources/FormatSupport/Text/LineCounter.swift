/// Finds the lines and columns of offsets in a text.
///
/// Most offsets are asked for in the order of the text, so counting continues from the last offset. For other
/// offsets, a mark is kept every few kilobytes. After the first pass through the text, each call reads at most the
/// bytes between two marks.
public struct LineCounter: Sendable {
    private struct Mark {
        var offset = 0
        var line = 1
        var lineStart = 0
    }

    private static let stretch = 4096
    private var last = Mark()
    /// One mark for each multiple of `stretch` that was passed.
    private var marks = [Mark()]

    /// Creates a counter that has counted nothing yet.
    public init() {}

    /// Returns the line and the column of an offset. Both are counted from 1, the column in bytes. All calls must be
    /// for the same text.
    public mutating func lineAndColumn(at place: Int, in source: ByteSource) -> (line: Int, column: Int) {
        let place = min(max(place, 0), source.count)
        let mark = min(place / Self.stretch, marks.count - 1)
        if place < last.offset || marks[mark].offset > last.offset { last = marks[mark] }
        while last.offset < place {
            let boundary = (last.offset / Self.stretch + 1) * Self.stretch
            advance(to: min(boundary, place), in: source)
            if last.offset == boundary, marks.count == boundary / Self.stretch { marks.append(last) }
        }
        return (last.line, place - last.lineStart + 1)
    }

    private mutating func advance(to end: Int, in source: ByteSource) {
        var index = last.offset
        let text = source.bytes(0..<end)
        while let found = text.firstIndex(of: 0x0A, from: index) {
            index = found + 1
            last.line += 1
            last.lineStart = index
        }
        last.offset = end
    }
}
