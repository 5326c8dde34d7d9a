import FormatSupport
import Foundation

/// A keyed archive that is being written: straight into the bytes of a binary property list, without a tree.
///
/// Every value is an object of `$objects` that a UID refers to, as `encodeObject:forKey:` writes it. A UID is given when an
/// object is begun, and its bytes are written when it ends, behind those of its values; in between, the numbers of the
/// property list's objects that it is to refer to wait on a stack.
struct ArchiveOutput: ~Copyable {
    var writer: BinaryPropertyListWriter
    /// The keys and values of all open containers: numbers of objects of the property list.
    var pending = RawStack(capacity: 1024)
    /// The number of the property list's object for each UID.
    var objectNumbers = RawStack(capacity: 4096)
    var texts = ArchiveTextCache()
    var keys = ArchiveKeyTable()
    var shared = ArchiveSharedScalars()

    private var open: [Frame] = []
    private var identities = IdentityTable(bits: 10)
    /// References to objects that weren't met when they were written.
    private var conditional: [(target: AnyObject, offset: Int)] = []

    /// Direct-mapped, by the address of the class's description.
    private let recentClasses = RawTable(bits: 6, filledWith: ClassSlot())
    private var classReferences: [ObjectIdentifier: (codedClass: CodedClass, reference: UInt32)] = [:]
    private var classReferencesByNames: [[String]: UInt32] = [:]

    enum Container: BitwiseCopyable {
        case object, array, dictionary
    }

    struct ClassSlot: BitwiseCopyable {
        var address: UInt = 0
        var reference: UInt32 = 0
    }

    private struct Frame: BitwiseCopyable {
        let container: Container
        /// Where its keys and values begin in `pending`.
        let start: Int
        let uid: Int
        /// The number of the object that refers to it.
        let reference: UInt32
        let classReference: UInt32
    }

    init(capacity: Int, wipesMemory: Bool, byteLimit: Int) {
        writer = BinaryPropertyListWriter(capacity: max(capacity, 1 << 16), wipesMemory: wipesMemory)
        writer.byteLimit = byteLimit
        objectNumbers.append(writer.append("$null"))
        shared.null = writer.append(uid: 0)
    }

    /// True where the file will have more bytes than it may. What is pending will be references, of a byte at least.
    @inline(__always)
    var isOverfull: Bool { writer.isOverfull || pending.count > writer.byteLimit }

    // MARK: Values

    /// Adds a value that was written as the property list's object of that number.
    @inline(__always)
    mutating func add(_ number: UInt32) {
        pending.append(reference(to: number))
    }

    /// Gives an object a UID; returns the number of an object that refers to it.
    @inline(__always)
    mutating func reference(to number: UInt32) -> UInt32 {
        objectNumbers.append(number)
        return writer.append(uid: objectNumbers.count &- 1)
    }

    /// The number of a key's string.
    @inline(__always)
    mutating func key(_ literal: StaticString) -> UInt32 {
        keys.number(of: literal) { writer.append($0) }
    }

    // MARK: Keys

    /// True where the next value is an array's or a dictionary's.
    var isInCollection: Bool { open.last.map { $0.container != .object } ?? false }

    @inline(__always)
    mutating func encodeKey(_ key: ModelKey) {
        if let frame = open.last, frame.container == .dictionary { return encode(key.stringValue) }
        // NSKeyedArchiver keeps keys with a dollar sign for itself, and doubles it in others.
        if unsafe key.withUTF8({ unsafe $0.first == UInt8(ascii: "$") }) { return encodeDollarKey(key) }
        pending.append(keys.number(of: key) { writer.append($0) })
    }

    @inline(never)
    private mutating func encodeDollarKey(_ key: ModelKey) {
        pending.append(keys.number(of: ModelKey("$" + key.stringValue)) { writer.append($0) })
    }

    mutating func encodeKey(_ key: String) {
        if let frame = open.last, frame.container == .object { return encodeKey(ModelKey(key)) }
        encode(key)
    }

    mutating func encodeReference(to object: AnyObject) {
        if let known = identities.find(object) {
            pending.append(ArchivePlace(number: known).reference)
        } else {
            let (number, offset) = writer.appendUnknownUID()
            pending.append(number)
            conditional.append((object, offset))
        }
    }

    // MARK: Containers

    /// Begins a container; returns false where a reference to an earlier occurrence was written instead.
    mutating func begin(_ container: Container, _ codedClass: CodedClass, _ identity: AnyObject?) -> Bool {
        let uid = objectNumbers.count
        if let identity {
            let place = ArchivePlace(uid: uid, reference: Int(writer.objectCount))
            if let known = identities.findOrInsert(identity, place.number) {
                pending.append(ArchivePlace(number: known).reference)
                return false
            }
        }
        // Its number is known when it ends. The table has just been told the next number.
        let reference = reference(to: 0)
        open.append(
            Frame(
                container: container, start: pending.count, uid: uid, reference: reference,
                classReference: classReference(codedClass)))
        return true
    }

    /// Ends the container that was begun last.
    mutating func end() {
        guard let frame = open.popLast() else { return }
        switch frame.container {
        case .object: break
        case .array:
            let elements = pending.with(from: frame.start) { writer.append(array: $0) }
            pending.cut(to: frame.start)
            pending.append(key("NS.objects"))
            pending.append(elements)
        case .dictionary:
            let keys = pending.with(from: frame.start) { writer.append(arrayOfEverySecond: $0, from: 0) }
            let values = pending.with(from: frame.start) { writer.append(arrayOfEverySecond: $0, from: 1) }
            pending.cut(to: frame.start)
            pending.append(key("NS.keys"))
            pending.append(keys)
            pending.append(key("NS.objects"))
            pending.append(values)
        }
        objectNumbers[frame.uid] = appendObject(from: frame.start, classReference: frame.classReference)
        pending.append(frame.reference)
    }

    /// Writes an object of the keys and values from `start` on, which leave the stack.
    @inline(__always)
    private mutating func appendObject(from start: Int, classReference: UInt32) -> UInt32 {
        pending.append(key("$class"))
        pending.append(classReference)
        let number = pending.with(from: start) { writer.append(dictionary: $0) }
        pending.cut(to: start)
        return number
    }

    /// Adds an object whose keys and values are the last on the stack.
    mutating func addObject(_ codedClass: CodedClass, from start: Int) {
        add(appendObject(from: start, classReference: classReference(codedClass)))
    }

    // MARK: Classes

    @inline(__always)
    private mutating func classReference(_ codedClass: CodedClass) -> UInt32 {
        let address = UInt(bitPattern: ObjectIdentifier(codedClass))
        let slot = recentClasses[Int(truncatingIfNeeded: address >> 5)]
        if slot.address == address { return slot.reference }
        return findClass(codedClass, address)
    }

    @inline(never)
    private mutating func findClass(_ codedClass: CodedClass, _ address: UInt) -> UInt32 {
        // The table keeps the instance alive, so its identity stays its own.
        let entry = classReferences[ObjectIdentifier(codedClass)] ?? (codedClass, appendClass(codedClass))
        classReferences[ObjectIdentifier(codedClass)] = entry
        recentClasses[Int(truncatingIfNeeded: address >> 5)] = ClassSlot(address: address, reference: entry.reference)
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

    /// Ends the archive; returns the number of the property list's root. What is left is the writer's to do.
    mutating func finish() throws -> UInt32 {
        guard pending.count == 1, open.isEmpty else {
            throw ModelError(.unrepresentableValue, "A keyed archive holds one value, not \(pending.count).")
        }
        for reference in conditional {
            guard let known = identities.find(reference.target) else { continue }
            writer.setUID(ArchivePlace(number: known).uid, at: reference.offset)
        }
        let top = writer.append(dictionary: [key("root"), pending[0]].span)
        let objects = objectNumbers.with(from: 0) { writer.append(array: $0) }
        let archive = [
            key("$version"), writer.append(100_000 as Int64), key("$archiver"), writer.append("NSKeyedArchiver"),
            key("$top"), top, key("$objects"), objects,
        ]
        return writer.append(dictionary: archive.span)
    }

    /// Gives the writer away. Nothing can be written any more.
    mutating func takeWriter() -> BinaryPropertyListWriter {
        var taken = BinaryPropertyListWriter(capacity: 64)
        swap(&taken, &writer)
        return taken
    }
}
