import FormatSupport
import Foundation
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
        // Within the file: `end` is at most its length.
        while index < end, let found = unsafe memchr(source.base + index, 0x0A, end - index) {
            index = unsafe UnsafeRawPointer(found) - UnsafeRawPointer(source.base) + 1
            last.line += 1
            last.lineStart = index
        }
        last.offset = end
    }
}
