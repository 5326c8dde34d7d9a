import Documents
import FormatSupport

// Single values.

extension FastDirectReader {
    mutating func skipNull() -> Bool {
        guard position < source.count,
            source[position] == ChunkType.unset.rawValue || source[position] == ChunkType.null.rawValue
        else { return false }
        position &+= 1
        return true
    }

    @inline(__always)
    mutating func readString() -> String? {
        let byte = source[position]
        if byte == ChunkType.string.rawValue, let end = try? layout.endOfText(at: position &+ 1) {
            tables.enterString(position)
            let bytes = source.bytes(position &+ 1..<end)
            position = end &+ 1
            return bytes.validText
        }
        return readStringAlias()
    }

    /// Reads the text that an alias refers to. A long text is created only once, because very many aliases may refer
    /// to it.
    private mutating func readStringAlias() -> String? {
        guard let type = try? layout.type(at: position), type.isStringAlias,
            let (index, end) = try? layout.index(type, at: position), index < tables.strings.count,
            case let place = Int(tables.strings[index]), source[place] == ChunkType.string.rawValue
        else { return nil }
        position = end
        if !longTexts.isEmpty, let known = longTexts[index] { return known }
        let start = place &+ 1
        guard let textEnd = try? layout.endOfText(at: start) else { return nil }
        guard let text = source.bytes(start..<textEnd).validText else { return nil }
        if textEnd &- start > FastParser.short { longTexts[index] = text }
        return text
    }

    @inline(__always)
    mutating func readInteger() -> Int64? {
        guard let type = try? layout.type(at: position) else { return nil }
        switch type {
        case .zero, .one:
            position &+= 1
            return type == .zero ? 0 : 1
        case .int8: return number(size: 1).map { Int64(source.raw(at: $0, Int8.self)) }
        case .int16: return number(size: 2).map { Int64(source.raw(at: $0, Int16.self)) }
        case .int32: return number(size: 4).map { Int64(source.raw(at: $0, Int32.self)) }
        case .int64: return number(size: 8).map { source.raw(at: $0, Int64.self) }
        default: return nil
        }
    }

    /// Returns the offset of the number in the chunk at the position, and moves to the end of the number.
    @inline(__always)
    private mutating func number(size: Int) -> Int? {
        guard let place = try? layout.number(of: position, size: size) else { return nil }
        position = place &+ size
        return place
    }

    @inline(__always)
    mutating func readDouble() -> Double? {
        guard source[position] == ChunkType.float64.rawValue else { return nil }
        return number(size: 8).map { source.double(at: $0) }
    }

    mutating func readFloat() -> Float? {
        guard source[position] == ChunkType.float32.rawValue else { return nil }
        return number(size: 4).map { Float(bitPattern: source.raw(at: $0, UInt32.self)) }
    }

    @inline(__always)
    mutating func readBool() -> Bool? {
        let byte = source[position]
        guard byte == ChunkType.true.rawValue || byte == ChunkType.false.rawValue else { return nil }
        position &+= 1
        return byte == ChunkType.true.rawValue
    }

    mutating func readScalar() -> ModelScalar? {
        guard let type = try? layout.type(at: position) else { return nil }
        switch type {
        case .data, .mutableData: return readData().map { .data($0) }
        case .codedObject: return readUUID().map { .uuid($0) }
        case .url: return readURL().map { .url($0) }
        case .decimal: return readDecimal().map { .decimal($0) }
        default: return readString().map { .string($0) }
        }
    }

    private mutating func readData() -> Data? {
        guard let type = try? layout.type(at: position), type == .data || type == .mutableData,
            let range = try? layout.dataRange(of: position), let end = try? layout.paddedEnd(range)
        else { return nil }
        tables.objects.append(nil)
        position = end
        return source.data(range)
    }

    /// Reads an `NSUUID`, a coded object with one key.
    private mutating func readUUID() -> UUID? {
        position &+= 1
        guard readString() == FoundationClass.uuid, let bytes = readData(), readString() == FoundationClass.uuidKey,
            position < source.count, source[position] == ChunkType.unset.rawValue
        else { return nil }
        position &+= 1
        tables.objects.append(nil)
        return try? ScalarConversion.uuid(.data(bytes), fromText: false)
    }

    private mutating func readDecimal() -> Decimal? {
        guard let start = try? layout.decimal(of: position),
            let value = (try? DecimalParts.decimal(layout.decimalBytes(at: position))) ?? nil
        else { return nil }
        position = start &+ layout.dialect.decimalSize
        return value
    }

    /// Reads a URL without a base.
    private mutating func readURL() -> URL? {
        let start = position
        position &+= 1
        guard let text = readString(), let url = URL(string: text), position < source.count,
            source[position] == ChunkType.unset.rawValue
        else { return nil }
        position &+= 1
        tables.enterString(start)
        return url
    }

    mutating func readDate() -> Date? {
        guard source[position] == ChunkType.date.rawValue, let place = number(size: 8) else { return nil }
        tables.objects.append(nil)
        return Date(timeIntervalSinceReferenceDate: source.double(at: place))
    }
}
