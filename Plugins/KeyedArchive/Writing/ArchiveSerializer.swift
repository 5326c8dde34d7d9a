import Documents
import FormatSupport
import PropertyListCodec

/// Writes values of models in memory or of a document as a keyed archive. It writes the bytes of a binary property
/// list, without building a tree.
///
/// Every value is an object in `$objects` that a UID refers to, as `encodeObject:forKey:` writes it. A container gets
/// its UID when it begins. The container's bytes are written when it ends, after the bytes of its values. Until then,
/// the references to its keys and values are on a stack.
struct ArchiveSerializer: ~Copyable {
    var writer: BinaryPropertyListWriter
    /// The keys and values of all open containers, as numbers of the property list's objects.
    var pending = Stack<UInt32>()
    /// The number of the property list's object for each UID.
    var objectNumbers = Stack<UInt32>()
    var texts = ArchiveTextCache()
    var shared = ArchiveSharedScalars()

    /// The references to long texts and data that a document contains more than once, by their numbers in the
    /// document.
    var repeatedValues: [Int: UInt32] = [:]
    var open = Stack<Frame>()
    /// The numbers of the strings that are keys of a document's objects, by the keys' numbers in the document.
    var keys = KeyTable<UInt32>()
    /// The numbers of the strings that are keys of the archive itself, such as `$class` and `NS.objects`: a hash table
    /// by the address of the literal.
    private var knownKeys = Stack(repeating: KeySlot(), count: 64)
    /// For each container that references point to, by the container's number: its UID, and the number of the property
    /// list's object that contains the UID.
    var places = Stack<ArchivePlace>()
    /// References to containers that hadn't begun when the reference was written: the container's number, and the
    /// offset at which its UID has to be set.
    private var waiting: [(number: Int, offset: Int)] = []

    /// The class of the last object. Usually the next object has the same class.
    private var lastClass: (codedClass: CodedClass, reference: UInt32)?
    /// The class of the last collection. Usually the next collection has the same class.
    private var lastCollection: (codedClass: CodedClass, reference: UInt32)?
    private var classReferences: [ObjectIdentifier: (codedClass: CodedClass, reference: UInt32)] = [:]
    private var classReferencesByNames: [[String]: UInt32] = [:]

    /// The numbers of the strings that are keys of objects, for objects that are written directly from memory.
    var rows = RowValues<UInt32>()
    /// The number of the next object that is written directly from memory, counted from 0.
    var objectCount = 0
    /// The number of the container that comes next in a document. Nil if no reference in the document points to this
    /// container.
    var nextNumber: Int?
    /// The references to long texts of objects that are written directly from memory.
    var longTexts = LongTexts<UInt32>()

    /// True if the innermost open object stores its numbers in itself, inline. False if each number is a separate
    /// object.
    var hasInlineNumbers = false

    enum Container: BitwiseCopyable {
        case object, array, dictionary
    }

    struct KeySlot: BitwiseCopyable {
        var address: UInt = 0
        var count = 0
        var number: UInt32 = 0
    }

    /// The UID of a container, and the number of the property list's object that refers to it. The UID is 0 as long
    /// as the container hasn't begun.
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
        try serializer.encode(&walker)
        return try serializer.writer.finish(top: serializer.finish())
    }

    /// Encodes the values that the walker visits. A long text or data is written as one object, even if the document
    /// contains it more than once.
    mutating func encode(_ walker: inout DocumentWalker) throws {
        walker.sharesLongText = true
        walker.sharesLongData = true
        try write(&walker)
    }

    /// Returns the archive of a value in memory. Returns nil if the value can't be written directly.
    static func data(_ source: borrowing DirectSource, limits: DecodingLimits) -> Data? {
        var serializer = ArchiveSerializer(capacity: 512, wipesMemory: false, byteLimit: limits.bytes)
        guard source.write(to: &serializer) else { return nil }
        return try? serializer.writer.finish(top: serializer.finish())
    }

    /// Returns the archive of a value in memory, in bytes that are overwritten before they are freed. Returns nil if
    /// the value can't be written directly.
    static func secret(
        _ source: borrowing DirectSource, capacity: Int, limits: DecodingLimits
    ) -> ByteBuffer? {
        var serializer = ArchiveSerializer(capacity: capacity, wipesMemory: true, byteLimit: limits.bytes)
        guard source.write(to: &serializer) else { return nil }
        let top = serializer.finish()
        return try? serializer.takeWriter().finishBuffer(top: top)
    }

    // MARK: Values

    /// Adds a value to the open container. `number` is the number of the value's object in the property list.
    @inline(__always)
    mutating func add(_ number: UInt32) {
        pending.append(reference(to: number))
    }

    /// Gives an object a UID, and writes the UID. Returns the number of the property list's object with the UID.
    @inline(__always)
    mutating func reference(to number: UInt32) -> UInt32 {
        objectNumbers.append(number)
        return writer.append(uid: objectNumbers.count &- 1)
    }

    // MARK: Keys

    /// Returns the number of the string for a key of the archive itself, such as `$class`. The string is written
    /// once.
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

    /// Returns the number of the property list's string for an object's key. NSKeyedArchiver reserves keys that begin
    /// with a dollar sign, so such a key gets a second dollar sign.
    mutating func objectKey(_ text: String) -> UInt32 {
        writer.key(ArchiveLayout.escaped(text))
    }

    mutating func encodeReference(to number: Int) {
        if let known = place(number) { return pending.append(known.reference) }
        let (reference, offset) = writer.appendUnknownUID()
        pending.append(reference)
        waiting.append((number, offset))
    }

    private func place(_ number: Int) -> ArchivePlace? {
        number < places.count && places[number].uid != 0 ? places[number] : nil
    }

    // MARK: Containers

    mutating func begin(_ container: Container, _ codedClass: CodedClass, _ number: Int?) {
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

    /// Begins to store numbers inline, in the object that was begun last. Numbers are then no separate objects until
    /// this object ends.
    mutating func beginInlineNumbers() {
        guard var frame = open.popLast() else { return }
        frame.hasInlineNumbers = true
        open.append(frame)
        hasInlineNumbers = true
    }

    /// Ends the innermost open container, and writes its object.
    mutating func end() {
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
        hasInlineNumbers = open.last?.hasInlineNumbers ?? false
    }

    /// Writes an object with the keys and values that are on the stack from `start` on, and removes them from the
    /// stack. Returns the object's number.
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
        let classes = writer.append(array: numbers)
        let entries = [key("$classname"), numbers[0], key("$classes"), classes]
        let reference = reference(to: writer.append(dictionary: entries))
        classReferencesByNames[names] = reference
        return reference
    }

    // MARK: The file

    /// Ends the archive. Returns the number of the property list's root, with which the caller finishes the writer.
    mutating func finish() -> UInt32 {
        for reference in waiting {
            guard let known = place(reference.number) else { continue }
            writer.setUID(known.uid, at: reference.offset)
        }
        let top = writer.append(dictionary: [key("root"), pending[0]])
        let objects = objectNumbers.withValues(from: 0) { writer.append(array: $0) }
        let archive = [
            key("$version"), writer.append(100_000 as Int64), key("$archiver"), writer.append("NSKeyedArchiver"),
            key("$top"), top, key("$objects"), objects,
        ]
        return writer.append(dictionary: archive)
    }

    /// Returns the writer. Nothing more can be written after this call.
    mutating func takeWriter() -> BinaryPropertyListWriter {
        var taken = BinaryPropertyListWriter(capacity: 64)
        swap(&taken, &writer)
        return taken
    }
}
