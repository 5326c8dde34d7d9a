import FormatSupport
import Foundation

/// Writes keyed archives: straight into the bytes of a binary property list, without a tree.
///
/// Every value is an object of `$objects` that a UID refers to, as `encodeObject:forKey:` writes it. A UID is given when an
/// object is begun, and its bytes are written when it ends, behind those of its values; in between, the numbers of the
/// property list's objects that it is to refer to wait on a stack.
final class KeyedArchiveEncoder: ModelEncoder {
    let context: EncodingContext
    let capabilities: FormatCapabilities = .all

    var writer = BinaryPropertyListWriter(capacity: 1 << 16)
    /// The keys and values of all open containers: numbers of objects of the property list.
    var pending: [UInt32] = []
    /// The number of the property list's object for each UID.
    var objectNumbers: [UInt32] = []
    var texts = ArchiveTextCache()
    var keys = ArchiveKeyTable()
    var shared = ArchiveSharedScalars()

    private var open: [Frame] = []
    private var identities = ArchiveIdentityTable()
    /// References to objects that weren't met when they were written.
    private var conditional: [(target: AnyObject, offset: Int)] = []

    private var lastClass: (codedClass: CodedClass, reference: UInt32)?
    private var classReferences: [ObjectIdentifier: (codedClass: CodedClass, reference: UInt32)] = [:]
    private var classReferencesByNames: [[String]: UInt32] = [:]

    private enum Container {
        case object, array, dictionary
    }

    private struct Frame {
        let container: Container
        /// Where its keys and values begin in `pending`.
        let start: Int
        let uid: Int
        /// The number of the object that refers to it.
        let reference: UInt32
        let classReference: UInt32
    }

    init(context: EncodingContext) {
        self.context = context
        pending.reserveCapacity(256)
        objectNumbers.append(writer.append("$null"))
        shared.null = writer.append(uid: 0)
    }

    // MARK: Values

    /// Adds a value that was written as the property list's object of that number.
    @inline(__always)
    func add(_ number: UInt32) {
        pending.append(reference(to: number))
    }

    /// Gives an object a UID; returns the number of an object that refers to it.
    @inline(__always)
    func reference(to number: UInt32) -> UInt32 {
        objectNumbers.append(number)
        return writer.append(uid: objectNumbers.count &- 1)
    }

    /// The number of a key's string.
    @inline(__always)
    func key(_ literal: StaticString) -> UInt32 {
        keys.number(of: literal) { writer.append($0) }
    }

    // MARK: Keys

    func encodeKey(_ key: ModelKey) throws {
        if let frame = open.last, frame.container == .dictionary { return try encode(key.stringValue) }
        // NSKeyedArchiver keeps keys with a dollar sign for itself, and doubles it in others.
        let number = keys.number(of: key) { writer.append($0.utf8.first == UInt8(ascii: "$") ? "$" + $0 : $0) }
        pending.append(number)
    }

    func encodeKey(_ key: String) throws {
        if let frame = open.last, frame.container == .object { return try encodeKey(ModelKey(key)) }
        try encode(key)
    }

    func encodeNil(forKey key: ModelKey, isDefault: Bool) throws {
        try encodeKey(key)
        pending.append(shared.null)
    }

    func encodeReference(to object: AnyObject, forKey key: ModelKey) throws {
        try encodeKey(key)
        if let known = identities.find(object) {
            pending.append(known.reference)
        } else {
            let (number, offset) = writer.appendUnknownUID()
            pending.append(number)
            conditional.append((object, offset))
        }
    }

    // MARK: Containers

    /// True where the next value is an array's or a dictionary's.
    var isInCollection: Bool { open.last.map { $0.container != .object } ?? false }

    func beginArray(_ kind: ModelArrayKind, count: Int, identity: AnyObject?) throws -> Bool {
        let codedClass =
            switch kind {
            case .array: ArchiveClasses.array
            case .set: ArchiveClasses.set
            case .orderedSet: ArchiveClasses.orderedSet
            }
        return begin(.array, codedClass, identity)
    }

    func endArray() throws {
        guard let frame = open.popLast() else { return }
        let elements = writer.append(array: pending.span.extracting(frame.start..<pending.count))
        pending.removeLast(pending.count &- frame.start)
        pending.append(key("NS.objects"))
        pending.append(elements)
        try end(frame)
    }

    func beginDictionary(keys: ModelDictionaryKeys, count: Int, identity: AnyObject?) throws -> Bool {
        begin(.dictionary, ArchiveClasses.dictionary, identity)
    }

    func endDictionary() throws {
        guard let frame = open.popLast() else { return }
        let entries = frame.start..<pending.count
        let keys = writer.append(arrayOfEverySecond: pending.span.extracting(entries), from: 0)
        let values = writer.append(arrayOfEverySecond: pending.span.extracting(entries), from: 1)
        pending.removeLast(pending.count &- frame.start)
        pending.append(key("NS.keys"))
        pending.append(keys)
        pending.append(key("NS.objects"))
        pending.append(values)
        try end(frame)
    }

    func beginObject(_ object: AnyObject, class codedClass: CodedClass, isExpected: Bool) throws -> Bool {
        // An object that nobody knows the class of is a dictionary.
        guard !codedClass.name.isEmpty else { return begin(.dictionary, ArchiveClasses.dictionary, object) }
        return begin(.object, codedClass, object)
    }

    func endObject() throws {
        if let frame = open.last, frame.container == .dictionary { return try endDictionary() }
        guard let frame = open.popLast() else { return }
        try end(frame)
    }

    private func begin(_ container: Container, _ codedClass: CodedClass, _ identity: AnyObject?) -> Bool {
        let uid = objectNumbers.count
        if let identity {
            let entry = ArchiveIdentityTable.Entry(
                uid: UInt32(truncatingIfNeeded: uid), reference: UInt32(truncatingIfNeeded: writer.objectCount))
            if let known = identities.insert(identity, entry) {
                pending.append(known.reference)
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

    private func end(_ frame: Frame) throws {
        objectNumbers[frame.uid] = appendObject(from: frame.start, classReference: frame.classReference)
        pending.append(frame.reference)
        try context.checkSize(writer.byteCount)
    }

    /// Writes an object of the keys and values from `start` on, which leave the stack.
    @inline(__always)
    private func appendObject(from start: Int, classReference: UInt32) -> UInt32 {
        pending.append(key("$class"))
        pending.append(classReference)
        let number = writer.append(dictionary: pending.span.extracting(start..<pending.count))
        pending.removeLast(pending.count &- start)
        return number
    }

    /// Adds an object whose keys and values are the last on the stack.
    func addObject(_ codedClass: CodedClass, from start: Int) {
        add(appendObject(from: start, classReference: classReference(codedClass)))
    }

    // MARK: Classes

    private func classReference(_ codedClass: CodedClass) -> UInt32 {
        if let lastClass, lastClass.codedClass === codedClass { return lastClass.reference }
        // The table keeps the instance alive, so its identity stays its own.
        let entry =
            classReferences[ObjectIdentifier(codedClass)] ?? (codedClass, appendClass(codedClass))
        classReferences[ObjectIdentifier(codedClass)] = entry
        lastClass = entry
        return entry.reference
    }

    private func appendClass(_ codedClass: CodedClass) -> UInt32 {
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

    func finish() throws -> Data {
        guard pending.count == 1, open.isEmpty else {
            throw ModelError(.unrepresentableValue, "A keyed archive holds one value, not \(pending.count).")
        }
        for reference in conditional {
            if let entry = identities.find(reference.target) { writer.setUID(entry.uid, at: reference.offset) }
        }
        let top = writer.append(dictionary: [key("root"), pending[0]].span)
        let objects = writer.append(array: objectNumbers.span)
        let archive = [
            key("$version"), writer.append(100_000 as Int64), key("$archiver"), writer.append("NSKeyedArchiver"),
            key("$top"), top, key("$objects"), objects,
        ]
        return try writer.finish(top: writer.append(dictionary: archive.span))
    }
}
