import Foundation

/// Reads values from a document.
final class DocumentDecoder: ModelDecoder {
    let context: DecodingContext
    let convertsText: Bool

    private let content: ModelDocument.Content
    /// Where the value stands that is read next: itself, or what leads to it.
    private var slot: Int
    private var frame = Frame()
    private var outer: ContiguousArray<Frame> = []
    /// The keys of the shapes that were met.
    private var keys = DocumentShapes.Cache<ContiguousArray<String>>()

    /// True where the first key of a dictionary may name an object's class.
    private let hasClassKeys: Bool
    /// The classes that such keys have named.
    private var namedClasses = CodedClassTable()

    /// The long scalars that stand in more than one place.
    private var sharedScalars: [Int: ModelScalar] = [:]

    private struct Frame {
        var tag = DocumentTag.null
        var start = 0
        /// Where the next value stands, and where the container ends.
        var next = 0
        var end = 0
        /// Which of an object's members the next one is.
        var member = 0
        var keys: ContiguousArray<String> = []
        /// Where each member stands, once one was asked for out of order.
        var places: ContiguousArray<Int> = []
        /// True where the position is a dictionary's key.
        var isAtKey = false
    }

    /// A decoder that stands at the root of a document of a format with these capabilities.
    init(_ document: ModelDocument, context: DecodingContext, capabilities: FormatCapabilities = .all) {
        content = document.content
        slot = document.content.root
        self.context = context
        convertsText = capabilities.convertsText
        hasClassKeys = !capabilities.contains(.classes)
    }

    // MARK: The position

    private var index: Int { content.resolved(slot) }

    var location: ModelLocation? { content.word(at: index).offset.map { ModelLocation(byteOffset: $0) } }

    var reference: Int? {
        let word = content.word(at: index)
        return word.tag.isContainer && word.isShared ? content.number(at: index) : nil
    }

    func peekKind() throws -> ModelKind { kind(at: index) }

    private func kind(at index: Int) -> ModelKind {
        switch content.word(at: index).tag {
        case .absent, .null, .reference, .weakReference, .moved: .null
        case .no, .yes: .bool
        case .int64, .uint64: .integer
        case .float, .double: .real
        case .decimal: .decimal
        case .string: .string
        case .data: .data
        case .date: .date
        case .url: .url
        case .uuid: .uuid
        case .point, .size, .rect, .range, .indexSet, .transform: .geometry
        case .array: .array
        case .set: .set
        case .orderedSet: .orderedSet
        case .dictionary, .object: codedClass(at: index) == nil ? .dictionary : .object
        }
    }

    /// To be called after a value was consumed: behind a dictionary's key comes its value.
    @inline(__always)
    private func consumed() {
        if frame.isAtKey { moveToEntryValue() }
    }

    private func moveToEntryValue() {
        frame.isAtKey = false
        slot = frame.next
        frame.next += content.size(at: slot)
    }

    func skipValue() throws { consumed() }

    // MARK: Scalars

    func decodeScalar() throws -> ModelScalar {
        guard let scalar = scalar(at: index) else { throw mismatch(expected: "a single value") }
        consumed()
        return scalar
    }

    /// The scalar at an index. One that stands in many places is made once.
    private func scalar(at index: Int) -> ModelScalar? {
        guard content.word(at: index).isShared else { return content.scalar(at: index) }
        if let known = sharedScalars[index] { return known }
        let scalar = content.scalar(at: index)
        sharedScalars[index] = scalar
        return scalar
    }

    func decodeNull() throws -> Bool {
        guard kind(at: index) == .null else { return false }
        consumed()
        return true
    }

    func decodeString() throws -> String {
        let index = index
        guard content.word(at: index).tag == .string else { return try convertScalar(ScalarConversion.string) }
        if content.word(at: index).isShared, case .string(let text)? = scalar(at: index) {
            consumed()
            return text
        }
        consumed()
        return content.text(at: index + 1)
    }

    func decodeInt64() throws -> Int64 {
        let index = index
        guard content.word(at: index).tag == .int64 else { return try convertScalar(ScalarConversion.int64) }
        consumed()
        return Int64(bitPattern: content.words[index + 1])
    }

    func decodeDouble() throws -> Double {
        let index = index
        guard content.word(at: index).tag == .double else {
            return try convertScalar {
                try ScalarConversion.double($0, fromText: $1 || (hasNumerals && $0.kind != .string))
            }
        }
        consumed()
        return Double(bitPattern: content.words[index + 1])
    }

    func decodeBool() throws -> Bool {
        switch content.word(at: index).tag {
        case .yes:
            consumed()
            return true
        case .no:
            consumed()
            return false
        default: return try convertScalar(ScalarConversion.bool)
        }
    }

    func embeddedArchive() throws -> (any ModelDecoder)? {
        let tag = content.word(at: index).tag
        guard tag == .data || (convertsText && tag == .string), let scalar = scalar(at: index),
            let decoder = try KeyedArchive.embeddedDecoder(in: scalar, context: context)
        else { return nil }
        consumed()
        return decoder
    }

    // MARK: Containers

    private func enter(_ index: Int) {
        outer.append(frame)
        frame = Frame(
            tag: content.word(at: index).tag, start: index, next: index + 3, end: index + Int(content.words[index + 2]))
    }

    private func leave() {
        if let last = outer.popLast() { frame = last }
        consumed()
    }

    func beginArray() throws -> Int {
        let index = index
        guard content.word(at: index).tag.arrayKind != nil else { throw mismatch(expected: "array") }
        enter(index)
        return content.low(at: index)
    }

    func nextElement() throws -> Bool {
        guard frame.tag.arrayKind != nil else { throw mismatch(expected: "array") }
        guard frame.next < frame.end else {
            leave()
            return false
        }
        slot = frame.next
        frame.next += content.size(at: slot)
        return true
    }

    func beginDictionary() throws -> Int {
        let index = index
        switch content.word(at: index).tag {
        case .dictionary:
            enter(index)
            return content.low(at: index)
        case .object:
            enterObject(index)
            return frame.keys.count
        default: throw mismatch(expected: "dictionary")
        }
    }

    func nextEntry() throws -> ModelEntryKey? {
        guard frame.tag == .dictionary || frame.tag == .object else { throw mismatch(expected: "dictionary") }
        while frame.next < frame.end {
            slot = frame.next
            let isFirst = slot == frame.start + 3
            frame.next += content.size(at: slot)
            guard frame.tag == .object else {
                let index = index
                guard content.word(at: index).tag == .string else {
                    frame.isAtKey = true
                    return .value
                }
                moveToEntryValue()
                let text = content.text(at: index + 1)
                return .text(hasClassKeys && isFirst ? ClassKey.unescaped(text) : text)
            }
            frame.member += 1
            if !content.isAbsent(slot) { return .text(frame.keys[frame.member - 1]) }
        }
        leave()
        return nil
    }

    func beginObject() throws -> CodedClass? {
        let index = index
        let tag = content.word(at: index).tag
        guard tag == .object || tag == .dictionary else { throw mismatch(expected: "object") }
        let named = namedClass(at: index)
        let codedClass = named ?? ownClass(at: index)
        if tag == .object { enterObject(index) } else { enterAsObject(index) }
        if named != nil { passClassKey() }
        return codedClass
    }

    /// The class of the object at an index; nil for a dictionary.
    private func codedClass(at index: Int) -> CodedClass? {
        ownClass(at: index) ?? namedClass(at: index)
    }

    private func ownClass(at index: Int) -> CodedClass? {
        content.word(at: index).tag == .object ? content.shapes.codedClass(of: content.low(at: index)) : nil
    }

    /// The class that the first key of a dictionary names.
    private func namedClass(at index: Int) -> CodedClass? {
        guard hasClassKeys, ownClass(at: index) == nil, let first = content.firstKey(at: index),
            first.text == ClassKey.text,
            case .string(let name)? = content.scalar(at: content.resolved(first.value))
        else { return nil }
        return namedClasses.codedClass(named: name)
    }

    private func enterObject(_ index: Int) {
        let shape = content.low(at: index)
        enter(index)
        frame.keys = keys.value(of: shape) { makeKeys(of: shape) }
    }

    private func makeKeys(of shape: Int) -> ContiguousArray<String> {
        var keys = ContiguousArray(content.shapes.keys(of: shape))
        if hasClassKeys, content.shapes.codedClass(of: shape) == nil, let first = keys.first {
            keys[0] = ClassKey.unescaped(first)
        }
        return keys
    }

    /// The key that names the class is none of the object's own.
    private func passClassKey() {
        if frame.places.isEmpty { findPlaces() }
        frame.keys.removeFirst()
        frame.places.removeFirst()
        frame.next = frame.places.first ?? frame.end
    }

    /// A dictionary of keys and values as an object: keys that aren't text name no property.
    private func enterAsObject(_ index: Int) {
        enter(index)
        var place = frame.next
        while place < frame.end {
            let key = content.resolved(place)
            place += content.size(at: place)
            if content.word(at: key).tag == .string {
                frame.keys.append(content.text(at: key + 1))
                frame.places.append(place)
            }
            place += content.size(at: place)
        }
        if hasClassKeys, let first = frame.keys.first, frame.places.first == frame.next + content.size(at: frame.next) {
            frame.keys[0] = ClassKey.unescaped(first)
        }
        // From here on it is read by its places alone.
        frame.tag = .object
        frame.next = frame.places.first ?? frame.end
    }

    func moveToKey(_ key: ModelKey) throws -> Bool {
        guard frame.tag == .object else { throw mismatch(expected: "object") }
        let count = frame.keys.count
        var member = frame.member
        if member >= count || !isKey(member, key) {
            // From the expected one on, and around.
            guard let found = (0..<count).lazy.map({ (member + $0) % count }).first(where: { isKey($0, key) }) else {
                return false
            }
            member = found
            if frame.places.isEmpty { findPlaces() }
        }
        slot = frame.places.isEmpty ? frame.next : frame.places[member]
        frame.member = member + 1
        if frame.places.isEmpty { frame.next += content.size(at: slot) }
        return !content.isAbsent(slot)
    }

    private func isKey(_ member: Int, _ key: ModelKey) -> Bool {
        unsafe key.withUTF8 { bytes in
            unsafe frame.keys[member].utf8.elementsEqual(bytes)
        }
    }

    /// Finds out where each member stands.
    private func findPlaces() {
        var place = frame.start + 3
        for _ in frame.keys {
            frame.places.append(place)
            place += content.size(at: place)
        }
    }

    func objectKeys() throws -> [String] {
        guard frame.tag == .object else { throw mismatch(expected: "object") }
        if frame.places.isEmpty { findPlaces() }
        return frame.keys.indices.filter { !content.isAbsent(frame.places[$0]) }.map { frame.keys[$0] }
    }

    func endObject() throws {
        guard frame.tag == .object else { throw mismatch(expected: "object") }
        leave()
    }
}
