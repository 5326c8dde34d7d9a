import Documents
import FormatSupport

// Lines, comments and separators between the values of a text.

extension TextTree {
    /// The text after an entry, up to the next entry or the end of the container.
    struct Tail {
        /// The end of the entry, including the separator and the comment that are on its line.
        var end: Int
        /// The end of the line, after its line break. Nil if something else follows on the line.
        var lineEnd: Int?
        /// The offset of the separator; nil if there is no separator.
        var separator: Int?
        /// True if the separator is on the entry's line.
        var hasNearSeparator = false
        /// True if the text ends with a comment that extends to the end of the line.
        var endsInLineComment = false
    }

    /// Finds the text that belongs to an entry that ends at `start`, before `limit`.
    ///
    /// A comment on the same line belongs to the entry if it precedes the separator. It also belongs to the entry if
    /// only the end of the line or of the container follows the comment.
    ///
    /// - Parameters:
    ///   - separator: The container's separator; 0 if the container has no separator.
    ///   - isLast: True if the limit is the container's end.
    func tail(from start: Int, to limit: Int, separator: UInt8, isLast: Bool) -> Tail {
        var tail = Tail(end: start)
        /// The end of a comment that may belong to this entry or to the next entry, depending on the text after the
        /// comment.
        var waiting: (end: Int, isLine: Bool)?
        var place = start
        var isOnLine = true
        while place < limit {
            let byte = source[place]
            if let comment = comment(at: place, before: limit) {
                if isOnLine {
                    if hasLineBreak(place, comment.end) {
                        isOnLine = false
                    } else if tail.separator == nil, separator != 0 {
                        (tail.end, tail.endsInLineComment) = comment
                    } else {
                        waiting = comment
                    }
                }
                place = comment.end
                continue
            }
            if isLineBreak(byte) {
                if isOnLine {
                    if let waiting { (tail.end, tail.endsInLineComment) = waiting }
                    tail.lineEnd = behindLineBreak(place)
                    isOnLine = false
                }
                if tail.separator != nil || separator == 0 { return tail }
            } else if byte == separator, separator != 0, tail.separator == nil {
                tail.separator = place
                if isOnLine {
                    tail.hasNearSeparator = true
                    tail.end = place + 1
                    tail.endsInLineComment = false
                }
            } else if isOnLine, !isSpace(byte) {
                // The character is a sign of the format, and neither space nor a comment.
                isOnLine = false
            }
            place += 1
        }
        if isOnLine, isLast, let waiting { (tail.end, tail.endsInLineComment) = waiting }
        if isOnLine, limit == source.count { tail.lineEnd = limit }
        return tail
    }

    /// The text after the last entry of a container; nil if the container has no entries.
    ///
    /// - Parameter children: The container's entries.
    func tailOfLast(in index: Int, children: [Int]) -> Tail? {
        children.last.map {
            tail(
                from: nodes[$0].end, to: nodes[index].contentEnd, separator: nodes[index].separator, isLast: true)
        }
    }

    /// True if the first entry of a container isn't on the line of the sign that opens the container.
    func breaksLines(_ index: Int) -> Bool {
        hasEntries(index) && hasLineBreak(nodes[index].contentStart, nodes[index + 1].entryStart)
    }

    /// The space between the beginning of the line and an entry. Nil if something else precedes the entry on its line.
    ///
    /// - Parameter floor: The end of the text before the entry. The space begins at this offset or after it.
    func indentation(before place: Int, floor: Int) -> Range<Int>? {
        var start = place
        while start > floor, isBlank(source[start - 1]) { start -= 1 }
        guard start == textStart || (start > floor && isLineBreak(source[start - 1])) else { return nil }
        return start..<place
    }

    /// The beginning of the comment lines directly above a line, without an empty line between. If there are none, the
    /// beginning of the line itself.
    ///
    /// - Parameter floor: The position before which no comment is searched: the end of the text that belongs to the
    ///   previous entry, often the beginning of a line.
    func commentsBegin(above line: Int, floor: Int) -> Int {
        var comments: [(start: Int, end: Int)] = []
        var place = floor
        while place < line {
            if let comment = comment(at: place, before: line) {
                comments.append((place, comment.end))
                place = comment.end
            } else {
                place += 1
            }
        }
        var start = line
        for comment in comments.reversed() {
            var end = comment.end
            while end < start, isBlank(source[end]) { end += 1 }
            guard end < start, behindLineBreak(end) == start,
                let indentation = indentation(before: comment.start, floor: floor)
                    ?? (startsLine(comment.start, floor) ? floor..<comment.start : nil)
            else { break }
            start = indentation.lowerBound
        }
        return start
    }

    /// True if the offset `floor` is the beginning of a line, and only blanks are between `floor` and `place`.
    private func startsLine(_ place: Int, _ floor: Int) -> Bool {
        guard floor > 0, isLineBreak(source[floor - 1]) else { return false }
        return (floor..<place).allSatisfy { isBlank(source[$0]) }
    }

    /// The comments between two offsets, in their order.
    func comments(from start: Int, to end: Int) -> [(range: Range<Int>, isLine: Bool)] {
        var found: [(range: Range<Int>, isLine: Bool)] = []
        var place = start
        while place < end {
            if let comment = comment(at: place, before: end) {
                found.append((place..<comment.end, comment.isLine))
                place = comment.end
            } else {
                place += 1
            }
        }
        return found
    }

    /// The comment that begins at an offset; nil if no comment begins there.
    private func comment(at place: Int, before limit: Int) -> (end: Int, isLine: Bool)? {
        for comment in comments where starts(with: comment.start, at: place) {
            var end = place + comment.start.utf8.count
            guard let sign = comment.end else {
                while end < limit, !isLineBreak(source[end]), !isLineSeparator(end) { end += 1 }
                return (end, true)
            }
            while end < limit {
                if starts(with: sign, at: end) { return (min(end + sign.utf8.count, limit), false) }
                end += 1
            }
            return (limit, false)
        }
        return nil
    }

    private func starts(with sign: String, at place: Int) -> Bool {
        var next = place
        for byte in sign.utf8 {
            guard next < source.count, source[next] == byte else { return false }
            next += 1
        }
        return true
    }

    // MARK: Bytes

    /// The offset of the first byte from `start` on that is neither a blank nor a line break. `end` if there is no
    /// such byte.
    func skipSpace(from start: Int, to end: Int) -> Int {
        var place = start
        while place < end, isSpace(source[place]) { place += 1 }
        return place
    }

    /// The offset of the first byte from `start` on that isn't a blank. `end` if there is no such byte.
    func skipBlanks(from start: Int, to end: Int) -> Int {
        var place = start
        while place < end, isBlank(source[place]) { place += 1 }
        return place
    }

    func hasLineBreak(_ start: Int, _ end: Int) -> Bool { (start..<end).contains { isLineBreak(source[$0]) } }

    /// The column of an offset in its line, counted in bytes from 0.
    func column(of place: Int) -> Int {
        var start = place
        while start > 0, !isLineBreak(source[start - 1]) { start -= 1 }
        return place - start
    }

    func behindLineBreak(_ place: Int) -> Int {
        source[place] == 0x0D && source[place + 1] == 0x0A ? place + 2 : place + 1
    }

    /// The beginning of the line break that ends at an offset.
    func beforeLineBreak(_ place: Int) -> Int {
        place >= 2 && source[place - 2] == 0x0D && source[place - 1] == 0x0A ? place - 2 : max(0, place - 1)
    }

    func isLineBreak(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    func isSpace(_ byte: UInt8) -> Bool { isBlank(byte) || isLineBreak(byte) }

    /// True if U+2028 or U+2029 is at an offset. These characters end lines in JSON5.
    private func isLineSeparator(_ place: Int) -> Bool {
        source[place] == 0xE2 && source[place + 1] == 0x80 && source[place + 2] & 0xFE == 0xA8
    }
}
