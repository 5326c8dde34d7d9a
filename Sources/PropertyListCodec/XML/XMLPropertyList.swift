import FormatSupport

/// Converts whole XML property lists to binary property lists, and back.
package enum XMLPropertyList {
    /// Returns the same property list in binary, so that code for binary property lists needs no second reader.
    ///
    /// A dictionary whose only key is `CF$UID`, with an integer, becomes a UID. The time is linear in the size of the
    /// text. The function doesn't recurse.
    ///
    /// - Throws: `PropertyListError` if the text isn't a property list. Offsets count the bytes of the text in UTF-8.
    package static func binary(from source: ByteSource) throws(PropertyListError) -> Data {
        let converter = XMLPropertyListConverter(try XMLPropertyListScanner(source), capacity: source.count)
        return try converter.convert()
    }

    /// Returns true if the bytes begin like an XML property list: with `<?xml`, `<!DOCTYPE plist`, `<plist` or a
    /// comment. A byte order mark and space may come before it. The rest of the bytes isn't checked.
    package static func canRead(_ head: some Collection<UInt8>) -> Bool {
        // The bytes are copied into an array, so that the code below is compiled for arrays, and not for every kind of
        // collection.
        var text = [UInt8](head.prefix(1024)).filter { $0 != 0 }[...]
        for mark: [UInt8] in [[0xEF, 0xBB, 0xBF], [0xFF, 0xFE], [0xFE, 0xFF]] where text.starts(with: mark) {
            text.removeFirst(mark.count)
        }
        text = text.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
        return text.starts(with: "<?xml".utf8) || text.starts(with: "<!DOCTYPE plist".utf8)
            || text.starts(with: "<plist".utf8) || text.starts(with: "<!--".utf8)
    }
}

/// Converts an XML property list to binary. A scalar is written as soon as it is read. A container is written after the
/// keys and values in it. Until then, the numbers of these objects are on a stack.
private struct XMLPropertyListConverter: ~Copyable {
    private let scanner: XMLPropertyListScanner
    private var writer: BinaryPropertyListWriter
    /// The numbers of keys and values whose container isn't written yet.
    private var numbers = Stack<UInt32>()
    /// For each open container: the index in `numbers` at which its keys and values begin, and true if it is a
    /// dictionary.
    private var open: [(start: Int, isDictionary: Bool)] = []

    init(_ scanner: XMLPropertyListScanner, capacity: Int) {
        self.scanner = scanner
        writer = BinaryPropertyListWriter(capacity: capacity / 2)
    }

    consuming func convert() throws(PropertyListError) -> Data {
        var checkpoints = LongWork.Checkpoints()
        repeat {
            guard checkpoints.mayGoOn() else { throw .cancelled(at: scanner.position) }
            if let last = open.last, last.isDictionary, (numbers.count - last.start) % 2 == 0 {
                try readKey()
            } else {
                try readValue()
            }
        } while !open.isEmpty
        try scanner.finish()
        guard !numbers.isEmpty else { throw PropertyListError("Expected a value.", at: 0) }
        return try writer.finish(top: numbers[0])
    }

    private mutating func readKey() throws(PropertyListError) {
        let tag = try scanner.nextTag()
        switch tag {
        case .dict.closing:
            close()
        case .key, .key.empty:
            numbers.append(writer.key(tag == .key ? try scanner.string(of: .key) : ""))
        default:
            throw scanner.unexpected(tag, expected: "<key>")
        }
    }

    private mutating func readValue() throws(PropertyListError) {
        let tag = try scanner.nextTag()
        switch tag {
        case .string: numbers.append(writer.append(try scanner.string(of: .string)))
        case .string.empty: numbers.append(writer.append(""))
        case .integer:
            let (magnitude, isNegative) = try scanner.integer()
            let negative = Int64(truncatingIfNeeded: 0 &- magnitude)
            numbers.append(isNegative ? writer.append(negative) : writer.append(magnitude))
        case .real: numbers.append(writer.append(try scanner.real()))
        case .date: numbers.append(writer.append(try scanner.date()))
        case .data: numbers.append(writer.append(try scanner.data()))
        case .data.empty: numbers.append(writer.append(Data()))
        case .true, .false:
            try scanner.expect(tag.closing)
            numbers.append(writer.append(tag == .true))
        case .true.empty: numbers.append(writer.append(true))
        case .false.empty: numbers.append(writer.append(false))
        case .array: open.append((numbers.count, false))
        case .array.empty: numbers.append(writer.append(array: [UInt32]()))
        case .array.closing where open.last?.isDictionary == false:
            close()
        case .dict:
            if let uid = scanner.uid() {
                numbers.append(writer.append(wideUID: uid))
            } else {
                open.append((numbers.count, true))
            }
        case .dict.empty: numbers.append(writer.append(dictionary: [UInt32]()))
        default: throw scanner.unexpected(tag, expected: "a value")
        }
    }

    private mutating func close() {
        guard let (start, isDictionary) = open.popLast() else { return }
        let number = numbers.withValues(from: start) {
            isDictionary ? writer.append(dictionary: $0) : writer.append(array: $0)
        }
        numbers.truncate(to: start)
        numbers.append(number)
    }
}
