import Documents
import FormatSupport

// Lines, comments and separators between the values of a text.

extension TextTree {
    /// What comes behind an entry, up to the next one or to the end of its container.
    struct Tail {
        /// Behind the entry, its separator where that is on the same line, and the comment on that line.
        var end: Int
        /// Behind the line, where nothing else is on it.
        var lineEnd: Int?
        /// Where the separator is; nil where there is none.
        var separator: Int?
        /// True where the separator is on the entry's line.
        var hasNearSeparator = false
        /// True where a comment ends it that only the line's end ends.
        var endsInLineComment = false
    }

    /// What comes behind an entry that ends at `start`, before `limit`.
    ///
    /// A comment on the same line is the entry's, if it comes before the separator, or if nothing but the end of the
    /// line or of the container comes behind it.
    ///
    /// - Parameters:
    ///   - separator: That of the container; 0 for none.
    ///   - isLast: True where the limit is the container's end.
    func tail(from start: Int, to limit: Int, separator: UInt8, isLast: Bool) -> Tail {
        var tail = Tail(end: start)
        /// The end of a comment of which only what comes behind it tells whose it is.
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
                // A sign of the format's own.
                isOnLine = false
            }
            place += 1
        }
        if isOnLine, isLast, let waiting { (tail.end, tail.endsInLineComment) = waiting }
        if isOnLine, limit == source.count { tail.lineEnd = limit }
        return tail
    }

    /// The space before an entry, from its line's beginning on; nil where something else is before it on its line.
    ///
    /// - Parameter floor: Where what comes before it ends: not beyond that.
    func indentation(before place: Int, floor: Int) -> Range<Int>? {
        var start = place
        while start > floor, isBlank(source[start - 1]) { start -= 1 }
        guard start == 0 || (start > floor && isLineBreak(source[start - 1])) else { return nil }
        return start..<place
    }

    /// The beginning of the comment lines right above a line, with no empty one between.
    ///
    /// - Parameter floor: Where the line begins that they may stand on first.
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

    /// True where only space stands between the floor, which begins a line, and a place.
    private func startsLine(_ place: Int, _ floor: Int) -> Bool {
        guard floor > 0, isLineBreak(source[floor - 1]) else { return false }
        return (floor..<place).allSatisfy { isBlank(source[$0]) }
    }

    /// The comments between two places, in their order.
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

    /// The comment that begins at a place; nil where none does.
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

    /// Where a place's first byte is that is no space, nor a line break.
    func skipSpace(from start: Int, to end: Int) -> Int {
        var place = start
        while place < end, isSpace(source[place]) { place += 1 }
        return place
    }

    /// The same without line breaks.
    func skipBlanks(from start: Int, to end: Int) -> Int {
        var place = start
        while place < end, isBlank(source[place]) { place += 1 }
        return place
    }

    func hasLineBreak(_ start: Int, _ end: Int) -> Bool { (start..<end).contains { isLineBreak(source[$0]) } }

    /// In which column of its line a place is, counted in bytes from 0.
    func column(of place: Int) -> Int {
        var start = place
        while start > 0, !isLineBreak(source[start - 1]) { start -= 1 }
        return place - start
    }

    func behindLineBreak(_ place: Int) -> Int {
        source[place] == 0x0D && source[place + 1] == 0x0A ? place + 2 : place + 1
    }

    /// Where the line break begins that ends at a place.
    func beforeLineBreak(_ place: Int) -> Int {
        place >= 2 && source[place - 2] == 0x0D && source[place - 1] == 0x0A ? place - 2 : max(0, place - 1)
    }

    func isLineBreak(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    func isSpace(_ byte: UInt8) -> Bool { isBlank(byte) || isLineBreak(byte) }

    /// U+2028 and U+2029, which end lines in JSON5.
    private func isLineSeparator(_ place: Int) -> Bool {
        source[place] == 0xE2 && source[place + 1] == 0x80 && source[place + 2] & 0xFE == 0xA8
    }
}
