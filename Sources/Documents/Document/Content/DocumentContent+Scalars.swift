import FormatSupport

// Appending and reading scalars.

extension ModelDocument.Content {
    package func appendText(_ text: String) {
        var text = text
        text.withUTF8 { appendBytes($0) }
    }

    /// Appends a decimal as three words of 8 bytes: the twenty bytes of its memory, and four zero bytes. Only
    /// `decimal(at:)` reads them, in the same process, so their layout doesn't matter.
    package func append(_ value: Decimal) {
        let words = unsafe unsafeBitCast((value, UInt32(0)), to: (UInt64, UInt64, UInt64).self)
        self.words.append(words.0, words.1, words.2)
    }

    /// Appends the text of a URL, and then the texts of its base URLs.
    package func append(_ value: URL) {
        var parts: [String] = []
        var next: URL? = value
        while let url = next {
            parts.append(url.relativeString)
            next = url.baseURL
        }
        words.append(UInt64(parts.count))
        for part in parts { appendText(part) }
    }

    package func append(_ value: UUID) {
        // A UUID has sixteen bytes, as two words have.
        let (first, second) = unsafe unsafeBitCast(value.uuid, to: (UInt64, UInt64).self)
        words.append(UInt64(littleEndian: first), UInt64(littleEndian: second))
    }

    package func append(_ value: ModelGeometry) {
        switch value {
        case .point(let x, let y): append([x, y])
        case .size(let width, let height): append([width, height])
        case .rect(let x, let y, let width, let height): append([x, y, width, height])
        case .transform(let m11, let m12, let m21, let m22, let tX, let tY): append([m11, m12, m21, m22, tX, tY])
        case .range(let location, let length):
            words.append(UInt64(bitPattern: Int64(location)))
            words.append(UInt64(bitPattern: Int64(length)))
        case .indexSet(let ranges):
            words.append(UInt64(ranges.count))
            for range in ranges {
                words.append(UInt64(range.lowerBound))
                words.append(UInt64(range.upperBound))
            }
        }
    }

    private func append(_ numbers: [Double]) {
        for number in numbers { words.append(number.bitPattern) }
    }

    /// Appends a scalar: the first word, with its type, and the words with its value.
    package func append(_ scalar: ModelScalar, flags: UInt64 = 0) {
        func head(_ tag: DocumentTag) -> UInt64 { DocumentWord(tag, flags: flags).bits }
        switch scalar {
        case .null: words.append(head(.null))
        case .bool(let value): words.append(head(value ? .yes : .no))
        case .int64(let value): words.append(head(.int64), UInt64(bitPattern: value))
        case .uint64(let value): words.append(head(.uint64), value)
        case .float(let value): words.append(head(.float), UInt64(value.bitPattern))
        case .double(let value): words.append(head(.double), value.bitPattern)
        case .date(let value): words.append(head(.date), value.timeIntervalSinceReferenceDate.bitPattern)
        case .string(let value):
            words.append(head(.string))
            appendText(value)
        case .data(let value):
            words.append(head(.data))
            value.withBytes { appendBytes($0) }
        case .uid(let value): words.append(head(.uid), value)
        case .decimal(let value):
            words.append(head(.decimal))
            append(value)
        case .url(let value):
            words.append(head(.url))
            append(value)
        case .uuid(let value):
            words.append(head(.uuid))
            append(value)
        case .geometry(let value):
            words.append(head(value.tag))
            append(value)
        }
    }

    private func double(at index: Int) -> Double { Double(bitPattern: words[index]) }

    /// Returns the scalar at an index. Returns nil for a container, for a reference and for any other value that is
    /// no scalar.
    package func scalar(at index: Int) -> ModelScalar? {
        switch word(at: index).tag {
        case .null: .null
        case .no: .bool(false)
        case .yes: .bool(true)
        case .int64: .int64(Int64(bitPattern: words[index + 1]))
        case .uint64: .uint64(words[index + 1])
        case .float: .float(Float(bitPattern: UInt32(truncatingIfNeeded: words[index + 1])))
        case .double: .double(double(at: index + 1))
        case .date: .date(Date(timeIntervalSinceReferenceDate: double(at: index + 1)))
        case .decimal: .decimal(decimal(at: index + 1))
        case .string: .string(text(at: index + 1))
        case .numeral: .double(Double(text(at: index + 1)) ?? .nan)
        case .data: .data(withBytes(at: index + 1) { $0.data })
        case .url: url(at: index + 1).map { .url($0) }
        case .uuid: .uuid(uuid(at: index + 1))
        case .uid: .uid(words[index + 1])
        case .point, .size, .rect, .range, .indexSet, .transform: .geometry(geometry(at: index))
        case .absent, .array, .set, .orderedSet, .dictionary, .object, .reference, .weakReference, .moved,
            .unreadable, .instance:
            nil
        }
    }

    /// Throws `outOfRange` for a number of many digits that is beyond the largest double.
    package func requireDouble(at index: Int) throws(ModelError) {
        if isBeyondDouble(index) {
            throw ModelError(.outOfRange, expected: "a number", found: "one beyond the largest double")
        }
    }

    /// Returns true for a number of many digits that is beyond the largest double.
    package func isBeyondDouble(_ index: Int) -> Bool {
        guard word(at: index).tag == .numeral, case .double(let value)? = scalar(at: index) else { return false }
        return !value.isFinite
    }

    /// Returns the exact value of a number with more digits than a double. The nearest double may be an integer
    /// although the number isn't.
    ///
    /// Returns nil for any other value. Throws `typeMismatch` if a decimal can't hold the number either. Such a
    /// number is no integer of 64 bits.
    package func exactNumber(at index: Int) throws(ModelError) -> ModelScalar? {
        guard let digits = digits(at: index) else { return nil }
        guard let value = DecimalText.decimal(digits) else {
            throw ModelError(.typeMismatch, expected: "integer", found: "a number of \(digits.utf8.count) digits")
        }
        return .decimal(value)
    }

    /// The text that Foundation's `PropertyListEncoder` writes for nil.
    static let nullText = "$null"

    /// Returns true if the value at an index is the text ``nullText``.
    package func isNullText(at index: Int) -> Bool {
        guard word(at: index).tag == .string else { return false }
        return words.view.byteCount(at: index + 1) == Self.nullText.utf8.count && text(at: index + 1) == Self.nullText
    }

    private func decimal(at index: Int) -> Decimal {
        let words = (words[index], words[index + 1], words[index + 2])
        return unsafe unsafeBitCast(words, to: (Decimal, UInt32).self).0
    }

    private func url(at index: Int) -> URL? {
        var parts: [String] = []
        var place = index + 1
        for _ in 0..<words[index] {
            parts.append(text(at: place))
            place += textSize(at: place)
        }
        return parts.reversed().reduce(nil as URL?) { base, text in URL(string: text, relativeTo: base) }
    }

    private func uuid(at index: Int) -> UUID {
        let bytes = (words[index].littleEndian, words[index + 1].littleEndian)
        return UUID(uuid: unsafe unsafeBitCast(bytes, to: uuid_t.self))
    }

    private func geometry(at index: Int) -> ModelGeometry {
        func number(_ place: Int) -> Double { double(at: index + place) }
        func integer(_ place: Int) -> Int { Int(Int64(bitPattern: words[index + place])) }
        switch word(at: index).tag {
        case .point: return .point(x: number(1), y: number(2))
        case .size: return .size(width: number(1), height: number(2))
        case .rect: return .rect(x: number(1), y: number(2), width: number(3), height: number(4))
        case .range: return .range(location: integer(1), length: integer(2))
        case .transform:
            return .transform(
                m11: number(1), m12: number(2), m21: number(3), m22: number(4), tX: number(5), tY: number(6))
        default: return .indexSet((0..<integer(1)).map { integer(2 + 2 * $0)..<integer(3 + 2 * $0) })
        }
    }
}

extension ModelScalar {
    /// True for text and data of more than 64 bytes. Making such a value again for each use would be costly.
    package var isLong: Bool { (memory?.count ?? 0) > DecodingLimits.shortText }

    /// The addresses of the bytes of text or data, valid as long as the scalar is kept. Nil for any other scalar.
    package var memory: Range<UInt>? {
        switch self {
        case .string(var text): text.withUTF8 { $0.addresses }
        case .data(let data): data.withBytes { $0.addresses }
        default: nil
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// The addresses of the bytes.
    @safe
    package var addresses: Range<UInt> {
        let start = UInt(bitPattern: baseAddress)
        return start..<start + UInt(count)
    }
}
