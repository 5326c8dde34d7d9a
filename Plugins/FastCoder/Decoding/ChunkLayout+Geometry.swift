import Documents
import FormatSupport

// Structures of numbers, and index sets.

extension ChunkLayout {
    /// Returns the structure of numbers or the index set at an offset. Returns nil for other types of chunks.
    func geometry(_ type: ChunkType, at offset: Int) throws -> ModelGeometry? {
        switch type {
        case .point, .vector:
            let numbers = doubles(try structure(of: offset, size: 16), 2)
            return .point(x: numbers[0], y: numbers[1])
        case .size:
            let numbers = doubles(try structure(of: offset, size: 16), 2)
            return .size(width: numbers[0], height: numbers[1])
        case .rect:
            let numbers = doubles(try structure(of: offset, size: 32), 4)
            return .rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
        case .affineTransform:
            let numbers = doubles(try transform(of: offset), 6)
            return .transform(
                m11: numbers[0], m12: numbers[1], m21: numbers[2], m22: numbers[3], tX: numbers[4], tY: numbers[5])
        case .range:
            let place = try checked(number(of: offset, size: 4), 8)
            return .range(
                location: source.integer(at: place, UInt32.self), length: source.integer(at: place + 4, UInt32.self))
        case .wideRange:
            let place = try structure(of: offset, size: 16)
            return .range(
                location: source.integer(at: place, Int64.self), length: source.integer(at: place + 8, Int64.self))
        case .indexSet, .mutableIndexSet:
            let (count, start) = try memberCount(of: offset, least: 8)
            return try indexes(count, from: start, UInt32.self, at: offset)
        case .wideIndexSet:
            let place = try number(of: offset, size: 8)
            return try indexes(source.integer(at: place, UInt64.self), from: place + 8, UInt64.self, at: offset)
        default: return nil
        }
    }

    /// Returns the doubles from an offset on. The caller has checked that their bytes are within the file.
    func doubles(_ place: Int, _ count: Int) -> [Double] {
        (0..<count).map { source.double(at: place + 8 * $0) }
    }

    private func indexes<Number: FixedWidthInteger>(
        _ count: Int, from start: Int, _: Number.Type, at offset: Int
    ) throws -> ModelGeometry {
        let size = MemoryLayout<Number>.size
        guard count >= 0, count <= (source.count - start) / (2 * size) else { throw endOfFile(at: offset) }
        var ranges: [Range<Int>] = []
        for pair in 0..<count {
            let location = source.integer(at: start + 2 * size * pair, Number.self)
            let length = source.integer(at: start + 2 * size * pair + size, Number.self)
            let (end, overflow) = location.addingReportingOverflow(length)
            guard location >= 0, length >= 0, !overflow else {
                throw error("A range of \(length) indexes from \(location).", at: offset)
            }
            ranges.append(location..<end)
        }
        return .indexSet(containing: ranges)
    }
}
