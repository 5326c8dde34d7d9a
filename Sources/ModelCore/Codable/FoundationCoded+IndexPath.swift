import FormatSupport

extension IndexPath: FoundationCoded {
    package static var className: String { "NSIndexPath" }
    private static let path = CodedClass(foundation: className)

    package static func value(of object: CodedObject) throws -> IndexPath {
        let count = try object.required("NSIndexPathLength", as: Int.self)
        if count == 0 { return IndexPath() }
        if count == 1 { return IndexPath(index: try object.required("NSIndexPathValue")) }
        let data = try object.required("NSIndexPathData", as: Data.self)
        try object.count(bytes: data.count)
        guard let indexes = indexes(in: data), indexes.count == count else {
            throw object.refusal("The indexes of an index path can't be read.")
        }
        return IndexPath(indexes: indexes)
    }

    /// The numbers that data contains. Each byte has seven bits of a number, the lowest bits first. The byte's
    /// highest bit is set in all bytes of a number except the last. Returns nil if a number doesn't end, or has more
    /// than 64 bits.
    private static func indexes(in data: Data) -> [Int]? {
        var (indexes, index, shift): ([Int], UInt, UInt) = ([], 0, 0)
        for byte in data {
            guard shift < 63 || byte < 2 else { return nil }
            index |= UInt(byte & 0x7F) << shift
            shift += 7
            guard byte < 0x80 else { continue }
            indexes.append(Int(bitPattern: index))
            (index, shift) = (0, 0)
        }
        return shift == 0 ? indexes : nil
    }

    package var codedClass: CodedClass? { Self.path }

    package func encode(to values: inout KeyedEncodingContainer<CodableKey>) throws {
        try values.set("NSIndexPathLength", count)
        if count == 1 { try values.set("NSIndexPathValue", first) }
        guard count > 1 else { return }
        var data = Data()
        for index in self {
            var rest = UInt(bitPattern: index)
            while rest >= 0x80 {
                data.append(UInt8(truncatingIfNeeded: rest) | 0x80)
                rest >>= 7
            }
            data.append(UInt8(truncatingIfNeeded: rest))
        }
        try values.set("NSIndexPathData", data)
    }
}
