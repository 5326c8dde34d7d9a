import Documents
import FormatSupport

/// Converts the ranges of an index set to and from data, as NSIndexSet writes them: the location and the length of
/// each range in turn. Each byte contains seven bits of a number, beginning with the lowest bits. The highest bit is
/// set in all bytes of a number except the last.
enum ArchiveIndexSet {
    static func data(_ ranges: [Range<Int>]) -> Data {
        var data = Data()
        for range in ranges {
            append(range.lowerBound, to: &data)
            append(range.count, to: &data)
        }
        return data
    }

    private static func append(_ value: Int, to data: inout Data) {
        var rest = UInt(bitPattern: value)
        while rest >= 0x80 {
            data.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        data.append(UInt8(truncatingIfNeeded: rest))
    }

    /// Reads an index set. Returns nil if the data doesn't contain exactly `count` ranges, in ascending order and
    /// without overlap, as Foundation writes them.
    static func indexes(_ data: Data, count: Int64) -> ModelGeometry? {
        var ranges: [Range<Int>] = []
        var found: Int64 = 0
        var lowest = 0
        var numbers = Numbers(bytes: data[...])
        while !numbers.bytes.isEmpty {
            guard let location = numbers.next(), let length = numbers.next(),
                let range = range(Int64(location), Int64(length)), range.lowerBound >= lowest
            else { return nil }
            lowest = range.upperBound
            found += 1
            ranges.append(range)
        }
        return found == count ? .indexSet(containing: ranges) : nil
    }

    /// Returns a range of indexes. Returns nil if an index set can't contain it.
    static func range(_ location: Int64, _ length: Int64) -> Range<Int>? {
        guard location >= 0, length > 0 else { return nil }
        let (end, overflow) = location.addingReportingOverflow(length)
        return overflow ? nil : Int(location)..<Int(end)
    }

    private struct Numbers {
        var bytes: Data.SubSequence

        mutating func next() -> Int? {
            var value: UInt64 = 0
            var shift: UInt64 = 0
            while let byte = bytes.popFirst() {
                guard shift < 63 else { return nil }
                value |= UInt64(byte & 0x7F) << shift
                shift += 7
                if byte < 0x80 { return Int(exactly: value) }
            }
            return nil
        }
    }
}
