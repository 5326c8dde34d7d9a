import Documents
import FormatSupport

// The functions that the direct loop and the loop over a document call.

extension ArchiveSerializer: DirectWriter {
    // Each pending number will be a reference of at least one byte.
    var isOverfull: Bool { writer.isOverfull || pending.count > writer.byteLimit }

    // MARK: Objects

    mutating func begin(_ table: PropertyTable, count: Int) -> Bool {
        guard !isOverfull else { return false }
        rows.enter(table)
        if table.isDictionary {
            begin(.dictionary, ArchiveClasses.dictionary, nil)
        } else {
            begin(.object, table.codedClass, objectCount)
            objectCount += 1
        }
        return true
    }

    mutating func end(_ table: PropertyTable, isEmpty: Bool) {
        rows.leave()
        end()
    }

    mutating func refer(to number: Int) -> Bool {
        encodeReference(to: number)
        return true
    }

    @inline(__always)
    mutating func key(_ row: PropertyTable.Row, isFirst: Bool) {
        if isInCollection { encode(utf8: row.key) } else { pending.append(rows[row] ?? newKey(row)) }
    }

    @inline(never)
    private mutating func newKey(_ row: PropertyTable.Row) -> UInt32 {
        let key = objectKey(row.key.text)
        rows[row] = key
        return key
    }

    mutating func beginObject(_ codedClass: CodedClass, shape: Int, count: Int, keys: () -> [String]) -> Bool {
        begin(.object, codedClass, takeNumber())
        if FoundationForm.hasInlineNumbers(codedClass.name) { beginInlineNumbers() }
        return true
    }

    mutating func endObject(isEmpty: Bool) { end() }

    mutating func number(_ number: Int) {
        nextNumber = number
        objectCount = number + 1
    }

    private mutating func takeNumber() -> Int? {
        defer { nextNumber = nil }
        return nextNumber
    }

    // MARK: Collections

    mutating func beginArray(_ kind: ModelArrayKind, count: Int) -> Bool {
        let codedClass =
            switch kind {
            case .array: ArchiveClasses.array
            case .set: ArchiveClasses.set
            case .orderedSet: ArchiveClasses.orderedSet
            }
        begin(.array, codedClass, takeNumber())
        return true
    }

    mutating func endArray(isEmpty: Bool) { end() }

    mutating func beginDictionary(count: Int) -> Bool {
        begin(.dictionary, ArchiveClasses.dictionary, takeNumber())
        return !writer.isOverfull
    }

    mutating func beginValueDictionary(count: Int) -> EntryOrder? {
        beginDictionary(count: count) ? .keysFirst : nil
    }

    mutating func endDictionary(isEmpty: Bool) { end() }

    // In a collection, a key is encoded as a value.

    mutating func key(_ text: UnsafeBufferPointer<UInt8>, number: Int?, isFirst: Bool) -> Bool {
        if isInCollection {
            encode(utf8: text)
            return true
        }
        let key = objectKey(text.text)
        if let number { keys[number] = key }
        pending.append(key)
        return true
    }

    @inline(__always)
    mutating func repeatKey(_ number: Int, isFirst: Bool) -> Bool {
        guard let known = keys[number], !isInCollection else { return false }
        pending.append(known)
        return true
    }

    mutating func forgetKeys() { keys = KeyTable() }

    // MARK: Long values

    mutating func noteValue(_ number: Int) { repeatedValues[number] = pending.last }

    mutating func repeatValue(_ number: Int) -> Bool {
        guard let known = repeatedValues[number] else { return false }
        pending.append(known)
        return true
    }

    @safe
    @inline(never)
    private mutating func encodeLong(_ text: UnsafeBufferPointer<UInt8>) {
        if let known = longTexts[text] { return pending.append(known) }
        encode(utf8: text)
        longTexts[text] = pending.last
    }

    // MARK: Scalars

    @inline(__always)
    mutating func append(_ value: String) -> Bool {
        value.withStoredUTF8 { text in
            if LongTexts<UInt32>.holds(text) { encodeLong(text) } else { encode(utf8: text) }
        } != nil
    }

    @safe
    @inline(__always)
    mutating func append(utf8 text: UnsafeBufferPointer<UInt8>) -> Bool {
        encode(utf8: text)
        return true
    }

    @inline(__always)
    mutating func append(_ value: Int64) {
        if hasInlineNumbers { pending.append(writer.append(value)) } else { encode(value) }
    }

    @inline(__always)
    mutating func append(_ value: Double) -> Bool {
        addNumber(writer.append(value))
        return true
    }

    mutating func append(_ value: Float) -> Bool {
        addNumber(writer.append(value))
        return true
    }

    @inline(__always)
    private mutating func addNumber(_ number: UInt32) {
        if hasInlineNumbers { pending.append(number) } else { add(number) }
    }

    @inline(__always)
    mutating func append(_ value: Bool) {
        if hasInlineNumbers { pending.append(writer.append(value)) } else { encode(value) }
    }

    mutating func append(_ value: Date) -> Bool {
        encode(value)
        return true
    }

    mutating func append(_ value: ModelScalar) -> Bool {
        switch value {
        case .string(let text): return text.withStoredUTF8 { encode(utf8: $0) } != nil
        case .uint64(let number):
            if hasInlineNumbers { pending.append(writer.append(number)) } else { encode(number) }
        // Long data is written once, which only works through a document.
        case .data(let data) where !data.withBytes({ LongTexts<UInt32>.holds($0) }): add(writer.append(data))
        case .decimal, .url, .uuid, .uid, .geometry: encode(value)
        default: return false
        }
        return true
    }

    mutating func append(_ data: Data) -> Bool {
        add(writer.append(data))
        return true
    }

    mutating func appendNull() -> Bool {
        encodeNull(isNil: false)
        return true
    }

    mutating func appendNil() -> Bool {
        encodeNull(isNil: true)
        return true
    }
}
