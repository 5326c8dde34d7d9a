import Documents
import FormatSupport
import Foundation
import PropertyListCodec

/// Writes a document's values as a keyed archive, directly into the bytes of a binary property list, without a tree.
///
/// Every value is an object in `$objects` that a UID refers to, as `encodeObject:forKey:` writes it. A container gets
/// its UID when it begins. Its bytes are written when it ends, after those of its values. Until then, the references to
/// its keys and values wait on a stack.
struct ArchiveSerializer: ~Copyable {
    var writer: BinaryPropertyListWriter
    /// The keys and values of all open containers, as numbers of the property list's objects.
    var pending = Stack<UInt32>()
    /// The number of the property list's object for each UID.
    var objectNumbers = Stack<UInt32>()
    var texts = ArchiveTextCache()
    var shared = ArchiveSharedScalars()

    /// The references to repeated long texts and data, by their index in the document.
    private var repeatedValues: [Int: UInt32] = [:]
    private var open = Stack<Frame>()
    /// The numbers of the strings that are keys of the document's objects, by the walker's number of the key.
    private var keys = KeyTable<UInt32>()
    /// The numbers of the strings that are keys of the archive itself, such as `$class` and `NS.objects`: a hash table
    /// by the address of the literal.
    private var knownKeys = Stack(repeating: KeySlot(), count: 64)
    /// The places of the containers that have a number in the document, by that number.
    private var places = Stack<ArchivePlace>()
    /// References to containers that hadn't begun when the reference was written: the container's number, and the
    /// offset at which its UID has to be set.
    private var waiting: [(number: Int, offset: Int)] = []

    /// The class of the last object, and the class of the last collection. Mostly the next one has the same class.
    private var lastClass: (codedClass: CodedClass, reference: UInt32)?
    private var lastCollection: (codedClass: CodedClass, reference: UInt32)?
    private var classReferences: [ObjectIdentifier: (codedClass: CodedClass, reference: UInt32)] = [:]
    private var classReferencesByNames: [[String]: UInt32] = [:]

    /// The numbers of the strings that are keys of objects that are written from memory.
    private var rows = RowValues<UInt32>()
    /// The number of these objects.
    private var objectCount = 0
    /// The references to their long texts.
    private var longTexts = LongTexts<UInt32>()

    /// True if the numbers of the innermost open object are parts of it. Others are objects of their own.
    private var hasInlineNumbers = false

    enum Container: BitwiseCopyable {
        case object, array, dictionary
    }

    struct KeySlot: BitwiseCopyable {
        var address: UInt = 0
        var count = 0
        var number: UInt32 = 0
    }

    /// The UID of a container, and the number of the property list's object that refers to it. UID 0: the container
    /// hasn't begun yet.
    struct ArchivePlace: BitwiseCopyable {
        let uid: UInt32
        let reference: UInt32
    }

    struct Frame: BitwiseCopyable {
        let container: Container
        /// The index in `pending` at which the container's keys and values begin.
        let start: Int
        let uid: Int
        /// The number of the property list's object that refers to the container.
        let reference: UInt32
        let classReference: UInt32
        var hasInlineNumbers = false
    }

    init(capacity: Int, wipesMemory: Bool, byteLimit: Int) {
        writer = BinaryPropertyListWriter(capacity: capacity, wipesMemory: wipesMemory)
        writer.byteLimit = byteLimit
        objectNumbers.append(writer.append("$null"))
        shared.null = writer.append(uid: 0)
    }

    /// Returns the archive of the values that the walker visits.
    static func data(_ walker: inout DocumentWalker, limits: DecodingLimits) throws -> Data {
        var serializer = ArchiveSerializer(capacity: 512, wipesMemory: false, byteLimit: limits.bytes)
        let top = try serializer.write(&walker)
        return try serializer.writer.finish(top: top)
    }

    /// Returns the archive of a value in memory; nil if it can't be written from there.
    static func data(_ source: borrowing DirectSource, limits: DecodingLimits) -> Data? {
        var serializer = ArchiveSerializer(capacity: 512, wipesMemory: false, byteLimit: limits.bytes)
        guard source.write(to: &serializer) else { return nil }
        return try? serializer.writer.finish(top: serializer.finish())
    }

    /// Writes all values that the walker visits.
    ///
    /// - Returns: The number of the property list's root, with which the caller finishes the writer.
    mutating func write(_ walker: inout DocumentWalker) throws(ModelError) -> UInt32 {
        walker.sharesLongText = true
        walker.sharesLongData = true
        while true {
            let step: DocumentWalker.Step
            if let member = walker.nextMember() {
                encodeKey(walker.memberNumber, walker)
                step = member
            } else if let next = try walker.next() {
                step = next
            } else {
                break
            }
            if hasInlineNumbers, let number = writeNumber(step) {
                pending.append(number)
                continue
            }
            switch step {
            case .key: encodeKey(walker.keyNumber, walker)
            case .end:
                end()
                hasInlineNumbers = open.last?.hasInlineNumbers ?? false
            case .null: encodeNull(isNil: walker.isNil)
            case .bool(let value): encode(value)
            case .int64(let value): encode(value)
            case .uint64(let value): encode(value)
            case .float(let value): add(writer.append(value))
            case .double(let value): add(writer.append(value))
            case .date(let value): encode(value)
            case .string where isRepeated(walker), .data where isRepeated(walker): encodeRepeated(walker)
            case .string: walker.withBytes { encode(utf8: $0) }
            case .data: add(writer.append(walker.data))
            case .other: encode(walker.scalar ?? .null)
            case .beginArray(.array, _): begin(.array, ArchiveClasses.array, walker.number)
            case .beginArray(.set, _): begin(.array, ArchiveClasses.set, walker.number)
            case .beginArray(.orderedSet, _): begin(.array, ArchiveClasses.orderedSet, walker.number)
            case .beginDictionary, .beginValueDictionary: begin(.dictionary, ArchiveClasses.dictionary, walker.number)
            case .beginObject:
                let codedClass = walker.codedClass ?? ArchiveClasses.dictionary
                begin(.object, codedClass, walker.number)
                if FoundationForm.hasInlineNumbers(codedClass.name) { beginInlineNumbers() }
            case .reference(let number): encodeReference(to: number)
            }
            // Each pending number will be a reference of at least one byte.
            if writer.isOverfull || pending.count > writer.byteLimit { throw ModelError.tooLarge(writer.byteLimit) }
        }
        return finish()
    }

    // MARK: Values

    /// Adds a value to the open container. The value was written as the property list's object with this number.
    @inline(__always)
    mutating func add(_ number: UInt32) {
        pending.append(reference(to: number))
    }

    /// True if the value is a long text or long data that the document stores once and uses in several places.
    @inline(__always)
    private func isRepeated(_ walker: borrowing DocumentWalker) -> Bool {
        walker.isRepeated && walker.content.isLong(walker.index)
    }

    /// Encodes a repeated long value: writes it the first time, and adds the same reference each time.
    @inline(never)
    private mutating func encodeRepeated(_ walker: borrowing DocumentWalker) {
        if let known = repeatedValues[walker.index] { return pending.append(known) }
        if walker.content.word(at: walker.index).tag == .data {
            add(writer.append(walker.data))
        } else {
            walker.withBytes { encode(utf8: $0) }
        }
        repeatedValues[walker.index] = pending.last
    }

    /// Gives an object a UID, and writes the UID. Returns the number of the property list's object with the UID.
    @inline(__always)
    mutating func reference(to number: UInt32) -> UInt32 {
        objectNumbers.append(number)
        return writer.append(uid: objectNumbers.count &- 1)
    }

    // MARK: Keys

    /// The number of the string for a key of the archive itself, such as `$class`. The string is written once.
    mutating func key(_ literal: StaticString) -> UInt32 {
        // The literal's address is only compared, never dereferenced. The table has more slots than there are literals.
        // Without a search for the next free slot, two keys that each object uses could displace each other.
        let address = literal.address
        var index = Int(truncatingIfNeeded: address ^ address >> 6) & 63
        for _ in knownKeys.indices {
            let slot = knownKeys[index]
            if slot.address == address, slot.count == literal.utf8CodeUnitCount { return slot.number }
            if slot.address == 0 { break }
            index = (index &+ 1) & 63
        }
        let number = writer.key(literal.description)
        knownKeys[index] = KeySlot(address: address, count: literal.utf8CodeUnitCount, number: number)
        return number
    }

    /// True if the next value is in an array, a set or a dictionary.
    var isInCollection: Bool { open.last.map { $0.container != .object } ?? false }

    /// Encodes the key that the walker has just visited. In a collection, the key is encoded as a value. `number` is
    /// the walker's number of the key; nil if it has none.
    @inline(__always)
    private mutating func encodeKey(_ number: Int?, _ walker: borrowing DocumentWalker) {
        if let number, let known = keys[number], !isInCollection {
            pending.append(known)
        } else {
            encodeNewKey(number, walker)
        }
    }

    @inline(never)
    private mutating func encodeNewKey(_ number: Int?, _ walker: borrowing DocumentWalker) {
        if isInCollection { return walker.withKeyBytes { encode(utf8: $0) } }
        var text = ""
        walker.withKeyBytes { text = $0.text }
        let key = objectKey(text)
        if let number { keys[number] = key }
        pending.append(key)
    }

    /// The number of the string of an object's key. NSKeyedArchiver reserves keys that begin with a dollar sign, so one
    /// more is put before them.
    private mutating func objectKey(_ text: String) -> UInt32 {
        writer.key(text.utf8.first == UInt8(ascii: "$") ? "$" + text : text)
    }

    private mutating func encodeReference(to number: Int) {
        if let known = place(number) { return pending.append(known.reference) }
        let (reference, offset) = writer.appendUnknownUID()
        pending.append(reference)
        waiting.append((number, offset))
    }

    private func place(_ number: Int) -> ArchivePlace? {
        number < places.count && places[number].uid != 0 ? places[number] : nil
    }

    // MARK: Containers

    private mutating func begin(_ container: Container, _ codedClass: CodedClass, _ number: Int?) {
        hasInlineNumbers = false
        let uid = objectNumbers.count
        // The number of the container's own object isn't known before the container ends.
        let reference = reference(to: 0)
        if let number {
            while number >= places.count { places.append(ArchivePlace(uid: 0, reference: 0)) }
            places[number] = ArchivePlace(uid: UInt32(truncatingIfNeeded: uid), reference: reference)
        }
        open.append(
            Frame(
                container: container, start: pending.count, uid: uid, reference: reference,
                classReference: classReference(codedClass, isCollection: container != .object)))
    }

    /// Writes the numbers of the object that was begun last as parts of it.
    private mutating func beginInlineNumbers() {
        guard var frame = open.popLast() else { return }
        frame.hasInlineNumbers = true
        open.append(frame)
        hasInlineNumbers = true
    }

    /// Writes a number or a truth value, and returns the number of the property list's object. Nil for any other step.
    private mutating func writeNumber(_ step: DocumentWalker.Step) -> UInt32? {
        switch step {
        case .bool(let value): writer.append(value)
        case .int64(let value): writer.append(value)
        case .uint64(let value): writer.append(value)
        case .float(let value): writer.append(value)
        case .double(let value): writer.append(value)
        default: nil
        }
    }

    /// Ends the innermost open container, and writes its object.
    private mutating func end() {
        guard let frame = open.popLast() else { return }
        switch frame.container {
        case .object: break
        case .array:
            let elements = pending.withValues(from: frame.start) { writer.append(array: $0) }
            pending.truncate(to: frame.start)
            pending.append(key("NS.objects"))
            pending.append(elements)
        case .dictionary:
            let keys = pending.withValues(from: frame.start) { writer.append(arrayOfEverySecond: $0, from: 0) }
            let values = pending.withValues(from: frame.start) { writer.append(arrayOfEverySecond: $0, from: 1) }
            pending.truncate(to: frame.start)
            pending.append(key("NS.keys"))
            pending.append(keys)
            pending.append(key("NS.objects"))
            pending.append(values)
        }
        objectNumbers[frame.uid] = appendObject(from: frame.start, classReference: frame.classReference)
        pending.append(frame.reference)
    }

    /// Writes an object with the keys and values that are on the stack from `start` on, and removes these. Returns the
    /// object's number.
    @inline(__always)
    private mutating func appendObject(from start: Int, classReference: UInt32) -> UInt32 {
        pending.append(key("$class"))
        pending.append(classReference)
        let number = pending.withValues(from: start) { writer.append(dictionary: $0) }
        pending.truncate(to: start)
        return number
    }

    /// Writes an object with the keys and values that are on the stack from `start` on, and adds it to the open
    /// container.
    mutating func addObject(_ codedClass: CodedClass, from start: Int) {
        add(appendObject(from: start, classReference: classReference(codedClass)))
    }

    // MARK: Classes

    private mutating func classReference(_ codedClass: CodedClass, isCollection: Bool = false) -> UInt32 {
        if isCollection {
            if let lastCollection, lastCollection.codedClass === codedClass { return lastCollection.reference }
        } else if let lastClass, lastClass.codedClass === codedClass {
            return lastClass.reference
        }
        // The table keeps the instance alive, so no other instance can get the same identifier.
        let entry = classReferences[ObjectIdentifier(codedClass)] ?? (codedClass, appendClass(codedClass))
        classReferences[ObjectIdentifier(codedClass)] = entry
        if isCollection { lastCollection = entry } else { lastClass = entry }
        return entry.reference
    }

    @inline(never)
    private mutating func appendClass(_ codedClass: CodedClass) -> UInt32 {
        let names = [codedClass.name] + (codedClass.superclassNames.isEmpty ? ["NSObject"] : codedClass.superclassNames)
        if let known = classReferencesByNames[names] { return known }
        let numbers = names.map { writer.append($0) }
        let classes = writer.append(array: numbers.span)
        let entries = [key("$classname"), numbers[0], key("$classes"), classes]
        let reference = reference(to: writer.append(dictionary: entries.span))
        classReferencesByNames[names] = reference
        return reference
    }

    // MARK: The file

    private mutating func finish() -> UInt32 {
        for reference in waiting {
            guard let known = place(reference.number) else { continue }
            writer.setUID(known.uid, at: reference.offset)
        }
        let top = writer.append(dictionary: [key("root"), pending[0]].span)
        let objects = objectNumbers.withValues(from: 0) { writer.append(array: $0) }
        let archive = [
            key("$version"), writer.append(100_000 as Int64), key("$archiver"), writer.append("NSKeyedArchiver"),
            key("$top"), top, key("$objects"), objects,
        ]
        return writer.append(dictionary: archive.span)
    }

    /// Returns the writer. After that, nothing more can be written.
    mutating func takeWriter() -> BinaryPropertyListWriter {
        var taken = BinaryPropertyListWriter(capacity: 64)
        swap(&taken, &writer)
        return taken
    }
}

// From memory.

extension ArchiveSerializer: DirectWriter {
    static var refersBack: Bool { true }

    mutating func begin(_ table: PropertyTable) -> Bool {
        guard !writer.isOverfull, pending.count <= writer.byteLimit else { return false }
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

    mutating func refer(to number: Int) { encodeReference(to: number) }

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

    mutating func beginArray(count: Int) -> Bool {
        begin(.array, ArchiveClasses.array, nil)
        return true
    }

    mutating func endArray(isEmpty: Bool) { end() }

    mutating func beginDictionary(count: Int) -> Bool {
        begin(.dictionary, ArchiveClasses.dictionary, nil)
        return !writer.isOverfull
    }

    mutating func key(_ text: UnsafeBufferPointer<UInt8>, isFirst: Bool) -> Bool {
        encode(utf8: text)
        return true
    }

    mutating func endDictionary(isEmpty: Bool) { end() }

    @inline(__always)
    mutating func append(_ value: String) -> Bool {
        value.withStoredUTF8 { text in
            if LongTexts<UInt32>.holds(text) { encodeLong(text) } else { encode(utf8: text) }
        } != nil
    }

    @safe
    @inline(never)
    private mutating func encodeLong(_ text: UnsafeBufferPointer<UInt8>) {
        if let known = longTexts[text] { return pending.append(known) }
        encode(utf8: text)
        longTexts[text] = pending.last
    }

    @inline(__always)
    mutating func append(_ value: Int64) { encode(value) }

    @inline(__always)
    mutating func append(_ value: Double) -> Bool {
        add(writer.append(value))
        return true
    }

    mutating func append(_ value: Float) -> Bool {
        add(writer.append(value))
        return true
    }

    @inline(__always)
    mutating func append(_ value: Bool) { encode(value) }

    mutating func append(_ value: Date) -> Bool {
        encode(value)
        return true
    }

    mutating func append(_ value: ModelScalar) -> Bool {
        switch value {
        case .string(let text): return text.withStoredUTF8 { encode(utf8: $0) } != nil
        case .uint64(let number): encode(number)
        // Long data is written once: only a document recognizes it.
        case .data(let data) where !data.withBytes({ LongTexts<UInt32>.holds($0) }): add(writer.append(data))
        case .decimal, .url, .uuid: encode(value)
        default: return false
        }
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
