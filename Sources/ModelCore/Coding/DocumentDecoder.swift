import FormatSupport
import Foundation

/// Reads values from a document.
final class DocumentDecoder: ModelDecoder {
    let context: DecodingContext
    let convertsText: Bool
    let hasNumerals: Bool

    private var content: ModelDocument.Content
    /// Where the value stands that is read next: itself, or what leads to it.
    private var slot: Int
    private var frame = Frame()
    private var outer: ContiguousArray<Frame> = []
    /// The keys of the shapes that were met.
    private var keys = DocumentShapes.Cache<ContiguousArray<String>>()

    /// True where data may be the keyed archive of another value.
    private let hasArchives: Bool
    /// True where an object's class is one of a dictionary's keys in the file.
    private let namesClasses: Bool
    private var lines = LineCounter()

    /// The long scalars that stand in more than one place.
    private var sharedScalars: [Int: ModelScalar] = [:]
    /// What those of them are as data that are text.
    private var sharedData: [Int: Data] = [:]

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
        /// What the file has as a dictionary's first entry, where it is read as one.
        var classEntry: String?
    }

    /// A decoder that stands at the root of a document of a format with these capabilities.
    init(_ document: ModelDocument, context: DecodingContext, capabilities: FormatCapabilities = .all) {
        content = document.content
        slot = document.content.root
        self.context = context
        convertsText = document.content.scalars == .text
        hasNumerals = document.content.scalars != .typed
        hasArchives = capabilities.isSuperset(of: [.archives, .data])
        namesClasses = !capabilities.contains(.classes)
    }

    /// The whole document, where the decoder stands at its root and nothing in it stands for something else.
    var wholeDocument: ModelDocument? {
        outer.isEmpty && slot == content.root && !hasArchives ? ModelDocument(content) : nil
    }

    // MARK: The position

    private var index: Int { content.resolved(slot) }

    /// Where the value stands; of one that a reference leads to, where the reference does.
    var location: ModelLocation? { location(of: offset(of: slot) == nil || content.word(at: slot).tag == .moved ? index : slot) }

    private func location(of index: Int) -> ModelLocation? {
        guard let offset = offset(of: index) else { return nil }
        guard let source = content.source else { return ModelLocation(byteOffset: offset) }
        let (line, column) = lines.lineAndColumn(at: offset, in: source)
        return ModelLocation(byteOffset: offset, line: line, column: column)
    }

    /// Where the value at the position begins in the file.
    var offset: Int? { offset(of: index) }

    private func offset(of index: Int) -> Int? { content.word(at: index).offset }

    var reference: Int? {
        let word = content.word(at: index)
        return word.tag.isContainer && word.isShared ? content.number(at: index) : nil
    }

    func peekKind() throws -> ModelKind {
        let index = index
        if let error = unreadable { throw error }
        if hasArchives, let archived = try archivedScalar(at: index) { return archived.kind }
        return kind(at: index)
    }

    private func kind(at index: Int) -> ModelKind {
        switch content.word(at: index).tag {
        case .absent, .null, .reference, .weakReference, .moved, .unreadable: .null
        case .no, .yes: .bool
        case .int64, .uint64: .integer
        case .float, .double, .numeral: .real
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
        case .dictionary: .dictionary
        case .object: codedClass(at: index) == nil ? .dictionary : .object
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
        let index = index
        guard let scalar = try archivedScalar(at: index) ?? scalar(at: index) else {
            throw mismatch(expected: "a single value")
        }
        consumed()
        return scalar
    }

    /// Why the value at the position can't be read; nil where it can.
    private var unreadable: ModelError? { content.error(at: index)?.at(location) }

    private func mismatch(expected: String) -> ModelError {
        if let unreadable { return unreadable }
        let found = (try? peekKind())?.rawValue ?? "nothing readable"
        return ModelError(.typeMismatch, expected: expected, found: found).at(location)
    }

    /// Converts the scalar at the position. Only an error asks where that is.
    private func convert<Value>(_ conversion: (ModelScalar, _ fromText: Bool) throws -> Value) throws -> Value {
        let index = index
        do {
            return try conversion(try decodeScalar(), convertsText)
        } catch let error as ModelError {
            throw error.at(location(of: index))
        }
    }

    private func convertNumber<Value>(_ conversion: (ModelScalar, _ fromText: Bool) throws -> Value) throws -> Value {
        try convert { try conversion($0, $1 || (hasNumerals && $0.kind != .string)) }
    }

    /// What the keyed archive at an index holds, where that is a single value.
    private func archivedScalar(at index: Int) throws -> ModelScalar? {
        guard hasArchives, content.word(at: index).tag == .data, case .data(let data)? = scalar(at: index),
            EmbeddedArchive.mayBeArchive(data)
        else { return nil }
        return try EmbeddedArchive.scalar(in: data, context: context)
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
        guard try peekKind() == .null else { return false }
        consumed()
        return true
    }

    func decodeString() throws -> String {
        let index = index
        guard content.word(at: index).tag == .string else { return try convert(ScalarConversion.string) }
        if content.word(at: index).isShared, case .string(let text)? = scalar(at: index) {
            consumed()
            return text
        }
        consumed()
        return content.text(at: index + 1)
    }

    func decodeInt64() throws -> Int64 {
        let index = index
        guard content.word(at: index).tag == .int64 else { return try convert(ScalarConversion.int64) }
        consumed()
        return Int64(bitPattern: content.words[index + 1])
    }

    func decodeDouble() throws -> Double {
        let index = index
        guard content.word(at: index).tag == .double else {
            return try convertNumber(ScalarConversion.double)
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
        default: return try convert(ScalarConversion.bool)
        }
    }

    func decodeUInt64() throws -> UInt64 { try convert(ScalarConversion.uint64) }

    func decodeFloat() throws -> Float {
        guard let digits = digits, let value = Float(digits), value.isFinite else {
            return try convertNumber(ScalarConversion.float)
        }
        consumed()
        return value
    }

    func decodeDecimal() throws -> Decimal {
        guard let digits else { return try convert(ScalarConversion.decimal) }
        guard let value = DecimalText.decimal(digits) else {
            throw ModelError(.outOfRange, expected: "decimal", found: "a number with more digits than it has").at(location)
        }
        consumed()
        return value
    }

    /// The digits of the number at the position, where it has more of them than a double or a decimal.
    private var digits: String? {
        let index = index
        return content.word(at: index).tag == .numeral ? content.text(at: index + 1) : nil
    }

    func decodeDate() throws -> Date { try convert(ScalarConversion.date) }

    func decodeData() throws -> Data {
        let index = index
        guard content.word(at: index).tag == .data, case .data(let data)? = scalar(at: index) else {
            guard content.word(at: index).isShared else { return try convert(ScalarConversion.data) }
            if let known = sharedData[index] {
                consumed()
                return known
            }
            let data = try convert(ScalarConversion.data)
            sharedData[index] = data
            return data
        }
        consumed()
        return hasArchives ? try EmbeddedArchive.unwrapping(data, context: context) : data
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
            if namesClasses { frame.classEntry = codedClass(at: index)?.name }
            return frame.keys.count + (frame.classEntry == nil ? 0 : 1)
        default: throw mismatch(expected: "dictionary")
        }
    }

    func nextEntry() throws -> ModelEntryKey? {
        guard frame.tag == .dictionary || frame.tag == .object else { throw mismatch(expected: "dictionary") }
        if let name = frame.classEntry {
            frame.classEntry = nil
            slot = content.words.count
            content.append(.string(name))
            return .text(ClassKey.text)
        }
        while frame.next < frame.end {
            slot = frame.next
            frame.next += content.size(at: slot)
            guard frame.tag == .object else {
                let index = index
                guard content.word(at: index).tag == .string else {
                    frame.isAtKey = true
                    return .value
                }
                moveToEntryValue()
                return .text(content.text(at: index + 1))
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
        if tag == .object { enterObject(index) } else { enterAsObject(index) }
        return codedClass(at: index)
    }

    /// The class of the object at an index; nil for a dictionary.
    private func codedClass(at index: Int) -> CodedClass? {
        content.word(at: index).tag == .object ? content.shapes.codedClass(of: content.low(at: index)) : nil
    }

    private func enterObject(_ index: Int) {
        let shape = content.low(at: index)
        enter(index)
        frame.keys = keys.value(of: shape) { ContiguousArray(content.shapes.keys(of: shape)) }
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

    func finish() throws {
        guard outer.isEmpty else { throw DocumentBuilder.misuse("An array, a dictionary or an object wasn't left.") }
    }
}
