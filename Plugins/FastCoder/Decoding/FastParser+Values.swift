import Documents
import FormatSupport

// Scalars of the less frequent types.

extension FastParser {
    /// Returns the scalar in the chunk of this type at an offset.
    mutating func scalar(_ type: ChunkType, at offset: Int) throws -> ModelScalar {
        switch type {
        case .unset, .null: return .null
        case .float32:
            return .float(Float(bitPattern: source.raw(at: try layout.number(of: offset, size: 4), UInt32.self)))
        case .uint64: return .uint64(source.raw(at: try layout.number(of: offset, size: 8), UInt64.self))
        case .mutableString: return .string(try layout.text(offset + 1..<layout.endOfText(at: offset + 1)))
        case .countedString: return .string(try layout.text(layout.dataRange(of: offset)))
        case .data, .mutableData: return .data(sharedData(try layout.dataRange(of: offset)))
        case .keyedArchive: return .data(sharedData(try layout.archiveRange(of: offset)))
        case .date:
            return .date(
                Date(timeIntervalSinceReferenceDate: source.double(at: try layout.number(of: offset, size: 8))))
        case .legacyDate:
            return .date(Date(timeIntervalSince1970: source.double(at: try layout.number(of: offset, size: 8))))
        case .url: return .url(try url(at: offset))
        case .decimal: return .decimal(try decimal(at: offset))
        default:
            guard let geometry = try layout.geometry(type, at: offset) else {
                throw layout.error("Expected a single value, found a chunk of type \(type).", at: offset)
            }
            return .geometry(geometry)
        }
    }

    /// Returns the bytes of a range of the file. More than 1024 bytes aren't copied: the builder makes its own copy,
    /// and nobody changes the bytes.
    private func sharedData(_ range: Range<Int>) -> Data {
        range.count > 1024 ? unsafe source.sharedData(range) : source.data(range)
    }

    private mutating func url(at offset: Int, depth: Int = 0) throws -> URL {
        guard urlBytes >> 6 <= max(source.count, 1 << 18) else {
            throw ModelError(.nodesExceeded, "The URLs are too long.").at(ModelLocation(byteOffset: offset))
        }
        // The parts of a URL may be aliases.
        let (urls, last) = try layout.urlParts(at: offset)
        var base: URL?
        let type = try layout.type(at: last)
        if type.isStringAlias {
            let index = try layout.index(type, at: last).index
            guard let place = tables.target(of: type, index) else {
                throw layout.error("There is no URL \(index).", at: last)
            }
            // An alias refers to an earlier URL, so that the chain of bases ends.
            guard place < offset else { throw layout.error("A URL is its own base.", at: last) }
            guard depth < ChunkLayout.urlDepth else { throw layout.error("A URL has too many bases.", at: offset) }
            if case .url(let known)? = try knownScalars[place]?.get() {
                base = known
            } else {
                let made = Result { try url(at: place, depth: depth + 1) }.mapError { ModelError(wrapping: $0) }
                knownScalars[place] = made.map { .url($0) }
                base = try made.get()
            }
        }
        for url in urls.reversed() {
            guard let text = try keyText(at: url + 1), let made = URL(string: text, relativeTo: base) else {
                throw layout.error("Text that is no URL.", at: url + 1)
            }
            urlBytes += made.absoluteString.utf8.count
            base = made
        }
        guard let base else { throw layout.error("Expected a URL.", at: offset) }
        return base
    }

    private func decimal(at offset: Int) throws -> Decimal {
        guard let value = try DecimalParts.decimal(layout.decimalBytes(at: offset)) else {
            throw layout.error("The bytes make no decimal.", at: offset)
        }
        return value
    }

    func integer(_ type: ChunkType, at offset: Int) throws -> Int128? {
        switch type {
        case .zero: 0
        case .one: 1
        case .int8: Int128(source.raw(at: try layout.number(of: offset, size: 1), Int8.self))
        case .int16: Int128(source.raw(at: try layout.number(of: offset, size: 2), Int16.self))
        case .int32: Int128(source.raw(at: try layout.number(of: offset, size: 4), Int32.self))
        case .int64: Int128(source.raw(at: try layout.number(of: offset, size: 8), Int64.self))
        case .uint64: Int128(source.raw(at: try layout.number(of: offset, size: 8), UInt64.self))
        default: nil
        }
    }
}
