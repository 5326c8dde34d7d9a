import Foundation
import ModelCore

extension FastReader {
    /// A structure of numbers, or a set of indexes; nil for anything else.
    func geometry(_ type: ChunkType, at offset: Int) throws -> ModelGeometry? {
        switch type {
        case .point, .vector:
            let numbers = doubles(try layout.structure(of: offset, size: 16), 2)
            return .point(CGPoint(x: numbers[0], y: numbers[1]))
        case .size:
            let numbers = doubles(try layout.structure(of: offset, size: 16), 2)
            return .size(CGSize(width: numbers[0], height: numbers[1]))
        case .rect:
            let numbers = doubles(try layout.structure(of: offset, size: 32), 4)
            return .rect(CGRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]))
        case .affineTransform:
            let numbers = doubles(try layout.transform(of: offset), 6)
            return .transform(
                AffineTransform(
                    m11: numbers[0], m12: numbers[1], m21: numbers[2], m22: numbers[3], tX: numbers[4], tY: numbers[5]))
        case .range:
            let place = try layout.checked(layout.number(of: offset, size: 4), 8)
            return .range(
                NSRange(
                    location: source.integer(at: place, UInt32.self), length: source.integer(at: place + 4, UInt32.self)
                ))
        case .wideRange:
            let place = try layout.structure(of: offset, size: 16)
            return .range(
                NSRange(
                    location: source.integer(at: place, Int64.self), length: source.integer(at: place + 8, Int64.self)))
        case .indexSet, .mutableIndexSet:
            let (count, start) = try layout.memberCount(of: offset, least: 8)
            return try indexes(count, from: start, UInt32.self, at: offset)
        case .wideIndexSet:
            let place = try layout.number(of: offset, size: 8)
            return try indexes(source.integer(at: place, UInt64.self), from: place + 8, UInt64.self, at: offset)
        default: return nil
        }
    }

    /// Numbers whose bytes are known to be within the file.
    func doubles(_ place: Int, _ count: Int) -> [Double] {
        (0..<count).map { source.double(at: place + 8 * $0) }
    }

    private func indexes<Number: FixedWidthInteger>(
        _ count: Int, from start: Int, _: Number.Type, at offset: Int
    ) throws -> ModelGeometry {
        let size = MemoryLayout<Number>.size
        guard count >= 0, count <= (source.count - start) / (2 * size) else { throw layout.endOfFile(at: offset) }
        var ranges: [Range<Int>] = []
        for pair in 0..<count {
            let location = source.integer(at: start + 2 * size * pair, Number.self)
            let length = source.integer(at: start + 2 * size * pair + size, Number.self)
            let (end, overflow) = location.addingReportingOverflow(length)
            guard location >= 0, length >= 0, !overflow else {
                throw layout.error("A range of \(length) indexes from \(location).", at: offset)
            }
            ranges.append(location..<end)
        }
        // In ascending order each is added at the end; in another, each would move all others.
        if !zip(ranges, ranges.dropFirst()).allSatisfy({ $0.lowerBound <= $1.lowerBound }) {
            ranges.sort { $0.lowerBound < $1.lowerBound }
        }
        var indexes = IndexSet()
        for range in ranges { indexes.insert(integersIn: range) }
        return .indexSet(indexes)
    }
}
