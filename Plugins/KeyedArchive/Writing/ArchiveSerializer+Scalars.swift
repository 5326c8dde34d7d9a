import Documents
import FormatSupport
import PropertyListCodec

extension ArchiveSerializer {
    /// Encodes a scalar of a rare kind: a decimal, a URL, a UUID, a UID or geometry.
    mutating func encode(_ scalar: ModelScalar) {
        switch scalar {
        case .decimal(let value): encode(value)
        case .url(let value): encode(value)
        case .uuid(let value): encode(value)
        case .uid(let value): encode(uid: value)
        case .geometry(let value): encode(value)
        case .null, .bool, .int64, .uint64, .float, .double, .string, .data, .date: break
        }
    }

    /// Encodes a null. A property that is nil becomes UID 0, which readers read as nil. Any other null becomes an
    /// `NSNull` object, because nil would end the list of elements in a collection.
    mutating func encodeNull(isNil: Bool) {
        guard isInCollection || !isNil else { return pending.append(shared.null) }
        if shared.nullObject == 0 {
            addObject(ArchiveClasses.null, from: pending.count)
            shared.nullObject = pending.popLast() ?? 0
        }
        pending.append(shared.nullObject)
    }

    mutating func encode(_ value: Bool) {
        let known = value ? shared.yes : shared.no
        guard known == 0 else { return pending.append(known) }
        let reference = reference(to: writer.append(value))
        if value { shared.yes = reference } else { shared.no = reference }
        pending.append(reference)
    }

    mutating func encode(_ value: Int64) {
        guard let index = ArchiveSharedScalars.index(of: value) else { return add(writer.append(value)) }
        let known = shared[index]
        guard known == 0 else { return pending.append(known) }
        let reference = reference(to: writer.append(value))
        shared[index] = reference
        pending.append(reference)
    }

    mutating func encode(_ value: UInt64) {
        if let value = Int64(exactly: value) { return encode(value) }
        add(writer.append(value))
    }

    private mutating func encode(_ value: String) {
        var value = value
        value.withUTF8 { encode(utf8: $0) }
    }

    @safe
    mutating func encode(utf8: UnsafeBufferPointer<UInt8>) {
        guard utf8.isASCII else { return add(writer.append(utf8: utf8)) }
        if utf8.count == 5, utf8.has("$null", at: 0) { return encodeDollarNull() }
        guard utf8.count <= ArchiveTextCache.longest else { return add(writer.append(ascii: utf8)) }
        let index = ArchiveTextCache.index(of: utf8)
        let slot = texts[index]
        if slot.offset != 0, slot.count == utf8.count, writer.hasBytes(utf8, at: slot.offset) {
            return pending.append(slot.reference)
        }
        let number = writer.append(ascii: utf8)
        let offset = writer.byteCount &- utf8.count
        let reference = reference(to: number)
        texts[index] = ArchiveTextCache.Slot(offset: offset, count: utf8.count, reference: reference)
        pending.append(reference)
    }

    /// Encodes the text `$null` as an `NSString` object, because readers read the string itself as nil.
    private mutating func encodeDollarNull() {
        let start = pending.count
        append("NS.string") { $0.append("$null") }
        addObject(ArchiveClasses.string, from: start)
    }

    mutating func encode(_ value: Date) {
        let start = pending.count
        append("NS.time") { $0.append(value.timeIntervalSinceReferenceDate) }
        addObject(ArchiveClasses.date, from: start)
    }

    private mutating func encode(_ value: UUID) {
        let start = pending.count
        append("NS.uuidbytes") { $0.append(value.data) }
        addObject(ArchiveClasses.uuid, from: start)
    }

    private mutating func encode(uid value: UInt64) {
        let start = pending.count
        append("CF$UID") { $0.append(value) }
        addObject(ArchiveClasses.uid, from: start)
    }

    /// Encodes a URL. The base of a relative URL is a separate object. Up to 31 bases are written.
    private mutating func encode(_ value: URL) {
        var chain = [value]
        while let base = chain[chain.count - 1].baseURL, chain.count < 32 { chain.append(base) }
        pending.append(shared.null)
        for url in chain.reversed() {
            let base = pending.popLast() ?? 0
            let start = pending.count
            append("NS.base") { _ in base }
            pending.append(key("NS.relative"))
            encode(url.relativeString)
            addObject(ArchiveClasses.url, from: start)
        }
    }

    private mutating func encode(_ value: Decimal) {
        let parts = ArchiveDecimal(value)
        let start = pending.count
        append("NS.exponent") { $0.append(Int64(parts.exponent)) }
        append("NS.length") { $0.append(Int64(parts.length)) }
        append("NS.negative") { $0.append(parts.isNegative) }
        append("NS.compact") { $0.append(parts.isCompact) }
        append("NS.mantissa.bo") { $0.append(Int64(ArchiveDecimal.littleEndian)) }
        append("NS.mantissa") { $0.append(parts.mantissa) }
        addObject(ArchiveClasses.decimal, from: start)
    }

    private mutating func encode(_ geometry: ModelGeometry) {
        let start = pending.count
        switch geometry {
        case .point, .size, .rect: appendForm(of: geometry)
        case .range(let location, let length):
            append("NS.special") { $0.append(4 as Int64) }
            pending.append(key("NS.rangeval.length"))
            encode(Int64(length))
            pending.append(key("NS.rangeval.location"))
            encode(Int64(location))
        case .indexSet:
            appendForm(of: geometry)
            return addObject(ArchiveClasses.indexSet, from: start)
        case .transform(let m11, let m12, let m21, let m22, let tX, let tY):
            return encode(transform: [m11, m12, m21, m22, tX, tY])
        }
        addObject(ArchiveClasses.value, from: start)
    }

    /// Puts the keys and values of the Foundation object for a geometry value on the stack. Numbers are stored in the
    /// object itself. Text and data are separate objects.
    private mutating func appendForm(of geometry: ModelGeometry) {
        for (name, value) in FoundationForm.object(of: .geometry(geometry)).properties {
            pending.append(writer.key(name))
            switch value {
            case .int64(let number): pending.append(writer.append(number))
            case .string(let text): encode(text)
            case .data(let data):
                let start = pending.count
                append("NS.data") { $0.append(data) }
                addObject(ArchiveClasses.mutableData, from: start)
            default: break
            }
        }
    }

    /// Encodes a transform in three representations: an unkeyed array of floats (Foundation on Linux), floats as data
    /// (Apple), and doubles as data. Only this library reads the doubles. It writes them because floats don't keep
    /// all digits.
    private mutating func encode(transform numbers: [Double]) {
        let start = pending.count
        pending.append(key("$0"))
        let array = pending.count
        append("NS.count") { $0.append(6 as Int64) }
        append("NS.size") { $0.append(4 as Int64) }
        append("NS.type") { $0.append(Int64(UInt8(ascii: "f"))) }
        let names: [StaticString] = ["$0", "$1", "$2", "$3", "$4", "$5"]
        for (name, number) in zip(names, numbers) {
            append(name) { $0.append(Float(number)) }
        }
        addObject(ArchiveClasses.oldStyleArray, from: array)
        append("NSTransformStruct") { $0.append(ArchiveTransform.floats(numbers)) }
        append("transform") { $0.append(ArchiveTransform.doubles(numbers)) }
        addObject(ArchiveClasses.transform, from: start)
    }

    /// Puts a key of the archive itself on the stack, and a value that is stored in the object itself, without a UID.
    /// The value is written after the key's string.
    @inline(__always)
    private mutating func append(_ name: StaticString, _ write: (inout BinaryPropertyListWriter) -> UInt32) {
        pending.append(key(name))
        pending.append(write(&writer))
    }
}
