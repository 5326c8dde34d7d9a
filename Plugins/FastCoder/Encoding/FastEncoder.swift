import FormatSupport
import Foundation
import ModelCore

/// Writes version 3.3: passes the calls on to a ``FastOutput``, and holds back what the file wants later than it comes.
///
/// In dictionaries and coded objects the key stands behind its value. So a key is kept until then: text as text, any other value
/// as the calls that made it. The calls are also kept after a weak reference to an object that wasn't met yet: whether it will be, the end tells.
@safe
final class FastEncoder: ModelEncoder {
    let context: EncodingContext
    let capabilities: FormatCapabilities = .all

    /// Behind a pointer, because each access to a class's property of this size would be checked for exclusivity while the
    /// program runs. One thread uses an encoder, and no access is open while another function of this class is called.
    private let pointer: UnsafeMutablePointer<FastOutput>

    var output: FastOutput {
        @inline(__always) _read { yield unsafe pointer.pointee }
        @inline(__always) _modify { yield unsafe &pointer.pointee }
    }

    /// The calls are kept here while this isn't nil.
    var recorder: EventRecorder? {
        didSet { output.isRecording = recorder != nil }
    }
    /// The calls that are being repeated at the end, and what they hold.
    var finalEvents: EventRecorder?
    /// The keys of all open dictionaries and coded objects that stand behind the values being written.
    private var pendingKeys: [PendingKey] = []
    /// How many bytes the values have that were kept.
    private var keptBytes = 0

    /// What was asked of classes that have no definition yet; the classes are kept, so that their addresses are theirs.
    private var listedNames: [ObjectIdentifier: (codedClass: CodedClass, names: [String]?)] = [:]
    private lazy var keyProbe = KeyProbe(context)

    private enum PendingKey {
        case text(String)
        case scalar(ModelScalar)
        case events(EventRecorder)
    }

    init(context: EncodingContext) {
        self.context = context
        unsafe pointer = .allocate(capacity: 1)
        unsafe pointer.initialize(to: FastOutput(byteLimit: context.limits.bytes))
    }

    deinit {
        unsafe pointer.deinitialize(count: 1)
        unsafe pointer.deallocate()
    }

    // MARK: Keys

    func encodeKey(_ key: ModelKey) throws {
        if output.isRecording, let recorder { return recorder.add(.key(key)) }
        if output.frame.kind == .object { return try output.moveToSlot(key) }
        addPendingKey(key.stringValue)
    }

    func encodeKey(_ key: String) throws {
        if output.isRecording, let recorder { return recorder.add(.key(ModelKey(key))) }
        if output.frame.kind == .object { return try output.moveToSlot(ModelKey(key)) }
        addPendingKey(key)
    }

    private func addPendingKey(_ key: String) {
        pendingKeys.append(.text(key))
        output.frame.slot += 1
    }

    func encodeNil(forKey key: ModelKey, isDefault: Bool) throws {
        if output.isRecording, let recorder { return recorder.add(.unset(key, isDefault: isDefault)) }
        if isDefault, output.frame.kind != .object { return }
        try encodeKey(key)
        try encodeNull()
    }

    // MARK: Values

    /// Writes a scalar, or keeps it.
    @inline(__always)
    private func write(_ scalar: @autoclosure () -> ModelScalar, _ body: (inout FastOutput) throws -> Void) throws {
        if output.isRecording { return try record(scalar()) }
        try body(&output)
        try finishValue()
    }

    /// To be called after each value.
    @inline(__always)
    func finishValue() throws {
        if output.bytes.isOverfull { try context.checkSize(output.bytes.count) }
        if output.frame.owesKey { try writeKey() } else { output.countRoot() }
    }

    @inline(never)
    private func record(_ scalar: ModelScalar) throws {
        guard let recorder else { return }
        // What each will be in the file at least. Text may be the alias of text that is there already.
        if case .string = scalar { keptBytes += 2 } else { keptBytes += scalar.byteCount }
        try context.checkSize(keptBytes)
        if recorder.isKey, recorder.isEmpty {
            self.recorder = nil
            pendingKeys.append(.scalar(scalar))
        } else {
            recorder.add(.scalar(scalar))
        }
    }

    /// Writes the key of the value that was just written.
    @inline(never)
    private func writeKey() throws {
        guard let key = pendingKeys.popLast() else { return }
        output.frame.owesKey = false
        switch key {
        case .text(let text): output.append(text)
        case .scalar(let scalar): try encode(scalar)
        case .events(let events): try replay(events)
        }
        output.frame.owesKey = true
        if output.frame.kind == .valueDictionary { recorder = recorder ?? EventRecorder(isKey: true) }
    }

    /// A property that is null is nil; elsewhere it is an object, as a nil would end what it stands in.
    func encodeNull() throws { try write(.null) { $0.append($0.frame.kind == .object ? .unset : ChunkType.null) } }
    func encode(_ value: Bool) throws { try write(.bool(value)) { $0.append(value) } }
    func encode(_ value: Int64) throws { try write(.int64(value)) { $0.append(value) } }
    func encode(_ value: UInt64) throws { try write(.uint64(value)) { $0.append(value) } }
    func encode(_ value: Float) throws { try write(.float(value)) { $0.append(value) } }
    func encode(_ value: Double) throws { try write(.double(value)) { $0.append(value) } }
    func encode(_ value: Decimal) throws { try write(.decimal(value)) { $0.append(value) } }
    func encode(_ value: String) throws { try write(.string(value)) { $0.append(value) } }
    func encode(_ value: Data) throws { try write(.data(value)) { try $0.append(value) } }
    func encode(_ value: Date) throws { try write(.date(value)) { $0.append(value) } }
    func encode(_ value: URL) throws { try write(.url(value)) { $0.append(value) } }
    func encode(_ value: UUID) throws { try write(.uuid(value)) { try $0.append(value) } }
    func encode(_ value: ModelGeometry) throws { try write(.geometry(value)) { try $0.append(value) } }

    // MARK: Containers

    func beginArray(_ kind: ModelArrayKind, count: Int, identity: AnyObject?) throws -> Bool {
        if output.isRecording, let recorder {
            return recorder.begin(.array(kind, count: count, identity), identity, in: self)
        }
        guard try begin(identity) else { return false }
        let type: ChunkType
        switch (kind, identity == nil) {
        case (.array, true): type = .array
        case (.set, true): type = .set
        case (.orderedSet, true): type = .orderedSet
        case (.array, false): type = .mutableArray
        case (.set, false): type = .mutableSet
        case (.orderedSet, false): type = .mutableOrderedSet
        }
        output.append(type, try FastOutput.count(count))
        output.push(EncoderFrame(kind: .array, isIndexedAtEnd: identity == nil))
        return true
    }

    func beginDictionary(keys: ModelDictionaryKeys, count: Int, identity: AnyObject?) throws -> Bool {
        if output.isRecording, let recorder {
            return recorder.begin(.dictionary(keys, count: count, identity), identity, in: self)
        }
        guard try begin(identity) else { return false }
        output.append(identity == nil ? .dictionary : .mutableDictionary, try FastOutput.count(count))
        output.push(
            EncoderFrame(
                kind: keys == .values ? .valueDictionary : .dictionary, owesKey: true, isIndexedAtEnd: identity == nil))
        if keys == .values { recorder = EventRecorder(isKey: true) }
        return true
    }

    func beginObject(_ object: AnyObject, class codedClass: CodedClass, isExpected: Bool) throws -> Bool {
        if output.isRecording, let recorder { return recorder.begin(.object(object, codedClass), object, in: self) }
        if output.beginKnownObject(object, codedClass) { return true }
        if let known = output.identities.find(object) {
            try appendAlias(known)
            return false
        }
        if output.isTransform3D(object, codedClass) {
            try finishValue()
            return false
        }
        if codedClass.name.isEmpty {
            output.beginPlainObject(object)
        } else if let shape = output.shape(for: object, codedClass) ?? listedShape(of: object, codedClass) {
            output.beginObject(object, shape)
        } else {
            output.beginCodedObject(object, codedClass)
        }
        return true
    }

    /// The class definition for an object of a class that lists its properties by hand; nil where the object encodes other keys too.
    private func listedShape(of object: AnyObject, _ codedClass: CodedClass) -> ObjectShape? {
        guard let names = listedNames(codedClass), let model = object as? BaseModel,
            keyProbe.keys(of: model).map({ ObjectShape.holds($0, in: names) }) ?? false
        else { return nil }
        return output.define(codedClass.name, names)
    }

    private func listedNames(_ codedClass: CodedClass) -> [String]? {
        if let known = listedNames[ObjectIdentifier(codedClass)] { return known.names }
        let names = codedClass.listedNames
        listedNames[ObjectIdentifier(codedClass)] = (codedClass, names)
        return names
    }

    /// Gives an array or a dictionary its place in the cache; returns false where an alias was written.
    private func begin(_ identity: AnyObject?) throws -> Bool {
        guard let identity else { return true }
        if let known = output.identities.find(identity) {
            try appendAlias(known)
            return false
        }
        output.enter(identity)
        return true
    }

    private func appendAlias(_ place: Int) throws {
        switch WrittenPlace(number: place) {
        case .index(let index): output.appendAlias(toObject: index)
        case .offset(let offset): output.append(.objectAtOffset, UInt32(truncatingIfNeeded: offset))
        }
        try finishValue()
    }

    func endArray() throws {
        if output.isRecording, let recorder { return endRecorded(recorder, .endArray) }
        if output.frame.isIndexedAtEnd { output.objectCount &+= 1 }
        try end()
    }

    private func end() throws {
        output.pop()
        try context.checkSize(output.bytes.count)
        try finishValue()
    }

    func endDictionary() throws {
        if output.isRecording, let recorder {
            // A recorder of keys that holds nothing was waiting for the dictionary's next key.
            guard recorder.isKey, recorder.isEmpty else { return endRecorded(recorder, .endDictionary) }
            self.recorder = nil
        }
        try endArray()
    }

    func endObject() throws {
        if output.isRecording, let recorder { return endRecorded(recorder, .endObject) }
        output.endObject()
        try end()
    }

    private func endRecorded(_ recorder: EventRecorder, _ event: EncodingEvent) {
        recorder.end(event)
        finishKey(recorder)
    }

    /// Ends the keeping of calls where they make a whole key.
    func finishKey(_ recorder: EventRecorder) {
        guard recorder.isKey, recorder.isComplete else { return }
        pendingKeys.append(.events(recorder))
        // A weak reference in a key may lead to an object that is still to come: then the rest waits for the end, too.
        self.recorder = recorder.hasWeakReferences && finalEvents == nil ? EventRecorder(isKey: false) : nil
    }

    // MARK: References

    func encodeReference(to object: AnyObject, forKey key: ModelKey) throws {
        if output.isRecording, let recorder { return recorder.add(.weak(object, key)) }
        if let known = output.identities.find(object) {
            try encodeKey(key)
            try appendAlias(known)
        } else if let finalEvents {
            guard finalEvents.begins(object) != nil else { return }
            try encodeKey(key)
            output.appendOffset(of: object)
            try finishValue()
        } else {
            let recorder = EventRecorder(isKey: false)
            recorder.add(.weak(object, key))
            self.recorder = recorder
        }
    }

    func finish() throws -> Data {
        if let events = recorder {
            recorder = nil
            finalEvents = events
            try replay(events)
        }
        guard output.rootCount == 1, output.frame.kind == .root, output.wantedOffsets.isEmpty else {
            throw ModelError(.unrepresentableValue, "A file of this format holds one value.")
        }
        return output.finish()
    }
}
