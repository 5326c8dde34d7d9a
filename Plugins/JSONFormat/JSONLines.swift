import FormatSupport
import ModelCore

/// Finds lines and columns.
///
/// Places are mostly asked for in the order of the file, so the scan goes on from the last one. For others, a mark is kept every
/// few kilobytes: each question costs at most one stretch between two marks, apart from the first scan of the file.
struct JSONLines {
    private struct Mark {
        var offset = 0
        var line = 1
        var lineStart = 0
    }

    private static let stretch = 4096
    private var last = Mark()
    /// One for each multiple of `stretch` that was passed.
    private var marks = [Mark()]

    mutating func location(_ offset: Int, in source: ByteSource) -> ModelLocation {
        let offset = min(max(offset, 0), source.count)
        if offset < last.offset {
            last = marks[min(offset / Self.stretch, marks.count - 1)]
        }
        while last.offset < offset {
            let boundary = (last.offset / Self.stretch + 1) * Self.stretch
            advance(to: min(boundary, offset), in: source)
            if last.offset == boundary, marks.count == boundary / Self.stretch { marks.append(last) }
        }
        return ModelLocation(byteOffset: offset, line: last.line, column: offset - last.lineStart + 1)
    }

    private mutating func advance(to end: Int, in source: ByteSource) {
        var index = last.offset
        while index < end {
            // Eight bytes at a time, for as long as none of them is a line feed: there is padding behind the file.
            let word = unsafe JSONText.word(source.base + index) ^ 0x0A0A_0A0A_0A0A_0A0A
            if (word &- 0x0101_0101_0101_0101) & ~word & JSONText.highBits == 0 {
                index += 8
                continue
            }
            for place in index..<min(index + 8, end) where source[place] == 0x0A {
                last.line += 1
                last.lineStart = place + 1
            }
            index += 8
        }
        last.offset = end
    }
}
