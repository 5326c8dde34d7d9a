import FormatSupport
import Foundation

/// A place in a document, from which values are read.
///
/// A part of its own, and no class, so that one look at a decoder's state serves a whole call.
struct DocumentCursor: ~Copyable {
    let context: DecodingContext

    private let content: ModelDocument.Content
    private let root: Int
    /// Where the value stands that is read next: itself, or what leads to it.
    private var slot: Int
    private let isPassedByAddress = PassedByAddress()
    private var frame = Frame()
    private var outer = Stack<Frame>()
    /// The members of the shapes that were met, and where those of each begin.
    private var members: ContiguousArray<Member> = []
    private var starts = DocumentShapes.Cache<Int>()
    /// The containers that are open whose members were looked up out of order, innermost last.
    private var lookups: [Lookup] = []

    /// True where text stands for numbers, dates and data, whatever the document says.
    private let convertsAllText: Bool
    /// True where data may be the keyed archive of another value.
    private let hasArchives: Bool
    /// True where the document holds what the program gave, as itself.
    let holdsInstances: Bool
    /// True where the key that was asked for last is nil, and leaves the default of a property that can't be.
    private(set) var foundNil = false
    private var lines = LineCounter()

    /// The arrays and dictionaries that are open, of those that references lead to: few, so that looking through them
    /// costs less than hashing.
    private var openShared: [Int] = []
    /// The document with what archives in data hold in their places, once somebody asked for it.
    private var openedContent: ModelDocument.Content?

    /// The containers in which everything can be read.
    private var readable: Set<Int> = []

    /// The long scalars that stand in more than one place.
    private var sharedScalars: [Int: ModelScalar] = [:]
    /// What those of them are as data that are text.
    private var sharedData: [Int: Data] = [:]

    /// A key of a shape.
    private struct Member {
        var key: Int32
        /// Where the literal stands in memory that asked for it last.
        var address: UInt = 0
    }

    /// Where the members of an object stand, and the keys of a dictionary that is read as one.
    private struct Lookup {
        var keys: ContiguousArray<String> = []
        var places: ContiguousArray<Int> = []
    }

    /// A container that was entered. Plain bytes, so that entering one counts no references.
    struct Frame {
        var tag = DocumentTag.null
        var start = 0
        /// Where the next value stands, and where the container ends.
        var next = 0
        var end = 0
        /// Which of an object's members the next one is, how many there are, and where they begin in `members`.
        var member = 0
        var count = 0
        var firstMember = 0
        /// True where `lookups` has its members.
        var hasLookup = false
        /// True where the position is a dictionary's key.
        var isAtKey = false
        /// True for one that only ``endModel(_:)`` leaves.
        var isModel = false
        /// True where `openShared` has it.
        var isShared = false
        /// Which of the document's instances it was made of; -1 for none.
        var instance = -1
        /// Where the text is that the file has as a dictionary's first entry, where an object is read as one; 0 for
        /// none.
        var classEntry = 0
    }

    /// Stands at the root of a document of a format with these capabilities.
    init(_ document: ModelDocument, context: DecodingContext, capabilities: FormatCapabilities, convertsText: Bool) {
        convertsAllText = convertsText
        content = document.content
        holdsInstances = !document.content.instances.isEmpty
        root = document.rootIndex
        slot = document.rootIndex
        self.context = context
        hasArchives = capabilities.isSuperset(of: [.archives, .data])
    }

    /// Text stands for numbers, dates and data, too.
    var convertsText: Bool { convertsAllText || content.scalars == .text || content.scalars == .strings }
    /// A numeral stands for the nearest float or double.
    var hasNumerals: Bool { convertsAllText || content.scalars == .numerals || content.scalars == .text }

    // MARK: The position

    private var index: Int {
        @inline(__always) get { content.word(at: slot).tag.leadsOn ? content.resolved(slot) : slot }
    }

    /// Where the value stands; of one that a reference leads to, where the reference does.
    var location: ModelLocation? {
        mutating get {
            // Between values, it is that of the container.
            let slot = slot == ModelDocument.Content.nowhere ? frame.start : slot
            let isMoved = offset(of: slot) == nil || content.word(at: slot).tag == .moved
            return location(of: isMoved ? content.resolved(slot) : slot)
        }
    }

    private mutating func location(of index: Int) -> ModelLocation? { location(ofOffset: offset(of: index)) }

    private mutating func location(ofOffset offset: Int?) -> ModelLocation? {
        guard let offset else { return nil }
        guard let source = content.source else { return ModelLocation(byteOffset: offset) }
        let (line, column) = lines.lineAndColumn(at: offset, in: source)
        return ModelLocation(byteOffset: offset, line: line, column: column)
    }

    private func offset(of index: Int) -> Int? { content.word(at: index).offset }

    var reference: Int? {
        let word = content.word(at: index)
        return word.tag.isContainer && word.isShared ? content.number(at: index) : nil
    }

    mutating func peekKind() throws -> ModelKind {
        let index = index
        if let error = unreadable() { throw error }
        if index == ModelDocument.Content.nowhere { throw Self.noValue }
        if hasArchives, let archived = archivedScalar(at: index) { return archived.kind }
        return kind(at: index)
    }

    /// The class of the object at the position; nil where there is something else.
    var peekClass: CodedClass? { content.codedClass(at: index) }

    private func kind(at index: Int) -> ModelKind {
        switch content.word(at: index).tag {
        case .absent, .null, .reference, .weakReference, .moved, .unreadable: .null
        case .instance: instanceKind(at: index)
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
        case .object: content.codedClass(at: index) == nil ? .dictionary : .object
        }
    }

    /// To be called after a value was consumed: behind a dictionary's key comes its value, and else nothing.
    @inline(__always)
    private mutating func consumed() {
        if frame.isAtKey { moveToEntryValue() } else { slot = ModelDocument.Content.nowhere }
    }

    private mutating func moveToEntryValue() {
        frame.isAtKey = false
        slot = frame.next
        frame.next += content.size(at: slot)
    }

    mutating func skipValue() throws {
        if slot == ModelDocument.Content.nowhere { throw Self.noValue }
        consumed()
    }

    // MARK: Scalars

    mutating func decodeScalar() throws -> ModelScalar {
        let index = index
        guard let scalar = archivedScalar(at: index) ?? scalar(at: index) else {
            throw mismatch(expected: "a single value")
        }
        consumed()
        return scalar
    }

    /// Why the value at the position can't be read; nil where it can.
    private mutating func unreadable() -> ModelError? {
        let index = index
        guard content.word(at: index).tag == .unreadable else { return nil }
        let place = location
        return content.error(at: index)?.at(place)
    }

    mutating func mismatch(expected: String) -> ModelError {
        if let unreadable = unreadable() { return unreadable }
        if slot == ModelDocument.Content.nowhere { return Self.noValue }
        let found = (try? peekKind())?.rawValue ?? "nothing readable"
        return ModelError(.typeMismatch, expected: expected, found: found).at(location)
    }

    /// Converts the scalar at the position. Only an error asks where that is.
    private mutating func convert<Value>(_ conversion: (ModelScalar, _ fromText: Bool) throws -> Value) throws -> Value
    {
        let index = index
        do {
            return try conversion(try decodeScalar(), convertsText)
        } catch let error as ModelError {
            throw error.at(location(of: index))
        }
    }

    private mutating func convertNumber<Value>(_ conversion: (ModelScalar, _ fromText: Bool) throws -> Value) throws
        -> Value
    {
        let hasNumerals = hasNumerals
        return try convert { try conversion($0, $1 || (hasNumerals && $0.kind != .string)) }
    }

    /// What the keyed archive at an index holds, where that is a single value.
    private mutating func archivedScalar(at index: Int) -> ModelScalar? {
        guard hasArchives, content.word(at: index).tag == .data, case .data(let data)? = scalar(at: index),
            EmbeddedArchive.mayBeArchive(data)
        else { return nil }
        return context.archivedScalar(in: data)
    }

    /// The scalar at an index. One that stands in many places is made once.
    private mutating func scalar(at index: Int) -> ModelScalar? {
        guard isReadOften(index) else { return content.keptScalar(at: index) ?? content.scalar(at: index) }
        if let known = sharedScalars[index] { return known }
        let scalar = content.scalar(at: index)
        sharedScalars[index] = scalar
        return scalar
    }

    /// True for a scalar that may be read at many places: it stands there, or is long, and in a collection that does.
    @inline(__always)
    private func isReadOften(_ index: Int) -> Bool {
        content.word(at: index).isShared || (!openShared.isEmpty && content.isLong(index))
    }

    mutating func decodeNull() throws -> Bool {
        guard try peekKind() == .null else { return false }
        consumed()
        return true
    }

    mutating func decodeString() throws -> String {
        let index = index
        guard content.word(at: index).tag == .string else {
            let isStrict = content.scalars == .strings
            return try convert { try ScalarConversion.string($0, fromText: $1 && !isStrict) }
        }
        if isReadOften(index), case .string(let text)? = scalar(at: index) {
            consumed()
            return text
        }
        consumed()
        return content.text(at: index + 1)
    }

    mutating func decodeInt64() throws -> Int64 {
        let index = index
        guard content.word(at: index).tag == .int64 else {
            let hasBooleans = content.scalars == .booleans
            return try convert { try ScalarConversion.int64(Self.integer($0, hasBooleans), fromText: $1) }
        }
        consumed()
        return Int64(bitPattern: content.words[index + 1])
    }

    mutating func decodeDouble() throws -> Double {
        let index = index
        guard content.word(at: index).tag == .double else {
            return try convertNumber(ScalarConversion.double)
        }
        consumed()
        return Double(bitPattern: content.words[index + 1])
    }

    mutating func decodeBool() throws -> Bool {
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

    mutating func decodeUInt64() throws -> UInt64 {
        let hasBooleans = content.scalars == .booleans
        return try convert { try ScalarConversion.uint64(Self.integer($0, hasBooleans), fromText: $1) }
    }

    /// A boolean as the integer that it may stand for.
    private static func integer(_ scalar: ModelScalar, _ hasBooleans: Bool) -> ModelScalar {
        if hasBooleans, case .bool(let value) = scalar { .int64(value ? 1 : 0) } else { scalar }
    }

    mutating func decodeFloat() throws -> Float {
        guard let digits = digits, let value = Float(digits), value.isFinite else {
            return try convertNumber(ScalarConversion.float)
        }
        consumed()
        return value
    }

    mutating func decodeDecimal() throws -> Decimal {
        guard let digits else { return try convert(ScalarConversion.decimal) }
        guard let value = DecimalText.decimal(digits) else {
            throw ModelError(.outOfRange, expected: "decimal", found: "a number with more digits than it has").at(
                location)
        }
        consumed()
        return value
    }

    /// The digits of the number at the position, where it has more of them than a double or a decimal.
    private var digits: String? {
        let index = index
        return content.word(at: index).tag == .numeral ? content.text(at: index + 1) : nil
    }

    mutating func decodeDate() throws -> Date { try convert(ScalarConversion.date) }

    mutating func decodeData() throws -> Data {
        let index = index
        guard content.word(at: index).tag == .data, case .data(let data)? = scalar(at: index) else {
            guard isReadOften(index) else { return try convert(ScalarConversion.data) }
            if let known = sharedData[index] {
                consumed()
                return known
            }
            let data = try convert(ScalarConversion.data)
            sharedData[index] = data
            return data
        }
        consumed()
        return hasArchives ? context.unwrapped(data) : data
    }

    mutating func embeddedArchive() throws -> ModelDecoder? {
        let tag = content.word(at: index).tag
        guard tag == .data || (convertsText && tag == .string) || tag == .instance, let scalar = scalar(at: index),
            let decoder = try context.archive(in: scalar)
        else { return nil }
        guard try content.trustsArchives || !decoder.peekKind().isContainer else {
            throw ModelError(.untrustedArchive, "The data holds an archive of objects, and needn't be trusted.")
        }
        consumed()
        return decoder
    }

    // MARK: Containers

    @inline(__always)
    private mutating func enter(_ index: Int) throws {
        try context.enter()
        outer.append(frame)
        frame = Frame(
            tag: content.word(at: index).tag, start: index, next: index &+ 3,
            end: index &+ Int(truncatingIfNeeded: content.words[index &+ 2]))
        slot = ModelDocument.Content.nowhere
    }

    /// Enters an array or a dictionary, whose values are counted: they may be read as often as references lead there.
    private mutating func enterCollection(_ index: Int) throws -> Int {
        let count = content.low(at: index)
        try context.count(count)
        let isShared = content.word(at: index).isShared
        if isShared {
            guard !openShared.contains(index) else {
                throw ModelError(.cycle, "A value of arrays and dictionaries alone contains itself.")
            }
            openShared.append(index)
        }
        try enter(index)
        frame.isShared = isShared
        return count
    }

    @inline(__always)
    private mutating func leave() {
        if frame.hasLookup { lookups.removeLast() }
        if frame.isShared { openShared.removeLast() }
        context.leave()
        if let last = outer.popLast() { frame = last }
        consumed()
    }

    mutating func beginArray() throws -> Int {
        let index = index
        guard content.word(at: index).tag.isArray else {
            if try expandInstance(at: index) != nil { return try beginArray() }
            throw mismatch(expected: "array")
        }
        return try enterCollection(index)
    }

    @inline(__always)
    mutating func nextElement() throws -> Bool {
        guard frame.tag.isArray else { throw mismatch(expected: "array") }
        guard frame.next < frame.end else {
            leave()
            return false
        }
        slot = frame.next
        frame.next &+= content.size(at: slot)
        return true
    }

    // MARK: Dictionaries

    mutating func beginDictionary() throws -> Int {
        let index = index
        switch content.word(at: index).tag {
        case .dictionary:
            return try enterCollection(index)
        case .object:
            try enterObject(index)
            try context.count(frame.count)
            frame.classEntry = content.classNamePlace(at: index)
            return frame.count + (frame.classEntry == 0 ? 0 : 1)
        default:
            if try expandInstance(at: index) != nil { return try beginDictionary() }
            throw mismatch(expected: "dictionary")
        }
    }

    mutating func nextEntry() throws -> ModelEntryKey? {
        guard frame.tag == .dictionary || frame.tag == .object, !frame.isModel else {
            throw mismatch(expected: "dictionary")
        }
        if frame.isAtKey { throw DocumentBuilder.misuse("A dictionary's key wasn't decoded.") }
        if frame.classEntry > 0 {
            slot = frame.classEntry
            frame.classEntry = 0
            return .text(ClassKey.text)
        }
        while frame.next < frame.end {
            slot = frame.next
            frame.next &+= content.size(at: slot)
            guard frame.tag == .object else {
                let index = index
                guard content.word(at: index).tag == .string else {
                    frame.isAtKey = true
                    return .value
                }
                moveToEntryValue()
                return .text(content.text(at: index + 1))
            }
            frame.member &+= 1
            if !content.isAbsent(slot) { return .text(key(frame.member - 1)) }
        }
        leave()
        return nil
    }

    // MARK: Objects

    mutating func beginObject() throws -> CodedClass? {
        let index = index
        switch content.word(at: index).tag {
        case .object:
            try enterObject(index)
            return content.codedClass(at: index)
        case .dictionary:
            try enterAsObject(index)
            return nil
        default:
            if let instance = try expandInstance(at: index) {
                let codedClass = try beginObject()
                frame.instance = instance
                return codedClass
            }
            throw mismatch(expected: "object")
        }
    }

    @inline(__always)
    private mutating func enterObject(_ index: Int) throws {
        let shape = content.low(at: index)
        try enter(index)
        frame.count = content.shapes.count(of: shape)
        frame.firstMember = starts.value(of: shape) {
            let start = members.count
            for key in content.shapes.keyNumbers(inOrderOf: shape) { members.append(Member(key: key)) }
            return start
        }
    }

    /// A dictionary of keys and values as an object: keys that aren't text name no property.
    private mutating func enterAsObject(_ index: Int) throws {
        try enter(index)
        var lookup = Lookup()
        var place = frame.next
        while place < frame.end {
            let key = content.resolved(place)
            place += content.size(at: place)
            if content.word(at: key).tag == .string {
                lookup.keys.append(content.text(at: key + 1))
                lookup.places.append(place)
            }
            place += content.size(at: place)
        }
        // From here on it is read by its places alone.
        frame.tag = .object
        frame.count = lookup.keys.count
        frame.hasLookup = true
        lookups.append(lookup)
    }

    private func key(_ member: Int) -> String {
        if frame.hasLookup, let last = lookups.last, !last.keys.isEmpty { return last.keys[member] }
        return content.shapes.keys[Int(members[frame.firstMember + member].key)]
    }

    @inline(__always)
    mutating func moveToKey(_ key: ModelKey) throws -> Bool {
        guard frame.tag == .object, !frame.hasLookup, frame.member < frame.count, isNext(key) else {
            return try search(key)
        }
        slot = frame.next
        frame.member &+= 1
        frame.next &+= content.size(at: slot)
        return hasValue()
    }

    /// True where the member at the position has a value; sets ``foundNil``.
    @inline(__always)
    private mutating func hasValue() -> Bool {
        switch content.word(at: slot).tag {
        case .absent, .null, .weakReference, .moved: return hasRareValue()
        default:
            foundNil = false
            return true
        }
    }

    @inline(never)
    private mutating func hasRareValue() -> Bool {
        var word = content.word(at: slot)
        if word.tag == .moved { word = content.word(at: content.unmoved(slot)) }
        foundNil = word.tag == .null && word.isShared
        guard !foundNil, !content.isAbsent(slot) else {
            slot = ModelDocument.Content.nowhere
            return false
        }
        return true
    }

    /// True where the next member has that key. Keys that are literals come from the same address each time.
    @inline(__always)
    private mutating func isNext(_ key: ModelKey) -> Bool {
        let place = frame.firstMember &+ frame.member
        if let literal = key.literal {
            let address = unsafe UInt(bitPattern: literal.utf8Start)
            if members[place].address == address { return true }
            let bytes = unsafe UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount)
            guard unsafe content.shapes.isKey(members[place].key, bytes) else { return false }
            members[place].address = address
            return true
        }
        return unsafe key.withUTF8 { unsafe content.shapes.isKey(members[place].key, $0) }
    }

    /// Looks for a key that isn't the next: from there on, and around.
    @inline(never)
    private mutating func search(_ key: ModelKey) throws -> Bool {
        guard frame.tag == .object else { throw mismatch(expected: "object") }
        foundNil = false
        slot = ModelDocument.Content.nowhere
        guard let found = unsafe key.withUTF8({ unsafe position(of: $0) }) else { return false }
        if !frame.hasLookup { findPlaces() }
        slot = lookups[lookups.count - 1].places[found]
        frame.member = found + 1
        return hasValue()
    }

    private func position(of key: UnsafeBufferPointer<UInt8>) -> Int? {
        let count = frame.count
        for step in 0..<count {
            let member = (frame.member + step) % count
            if frame.hasLookup, let last = lookups.last, !last.keys.isEmpty {
                if unsafe last.keys[member].utf8.elementsEqual(key) { return member }
            } else if unsafe content.shapes.isKey(members[frame.firstMember + member].key, key) {
                return member
            }
        }
        return nil
    }

    /// Finds out where each member stands.
    private mutating func findPlaces() {
        var lookup = Lookup()
        var place = frame.start + 3
        for _ in 0..<frame.count {
            lookup.places.append(place)
            place += content.size(at: place)
        }
        frame.hasLookup = true
        lookups.append(lookup)
    }

    mutating func objectKeys() throws -> [String] {
        guard frame.tag == .object else { throw mismatch(expected: "object") }
        if frame.hasLookup, let last = lookups.last, !last.keys.isEmpty { return Array(last.keys) }
        var keys: [String] = []
        var place = frame.start + 3
        for member in 0..<frame.count {
            if !content.isAbsent(place) { keys.append(key(member)) }
            place += content.size(at: place)
        }
        return keys
    }

    mutating func endObject() throws {
        guard frame.tag == .object, !frame.isModel else {
            throw DocumentBuilder.misuse("An object was left that this code didn't enter.")
        }
        leave()
    }

    // MARK: The code of models

    /// Makes the object that was entered last one that only ``endModel(_:)`` leaves.
    ///
    /// - Returns: What ``endModel(_:)`` wants.
    mutating func beginModel() -> Int {
        frame.isModel = true
        return outer.count
    }

    /// Leaves the object that was entered when so many containers were open.
    mutating func endModel(_ level: Int) throws {
        guard outer.count == level else { throw Self.notLeft }
        leave()
    }

    /// Lets code read the value at the position, and nothing around it.
    ///
    /// - Returns: What ``endValue(_:)`` wants.
    mutating func beginValue() throws -> Int {
        if slot == ModelDocument.Content.nowhere { throw Self.noValue }
        outer.append(frame)
        frame = Frame()
        return outer.count
    }

    /// Ends what was begun when so many containers were open.
    mutating func endValue(_ level: Int) throws {
        guard outer.count == level, let last = outer.popLast() else { throw Self.notLeft }
        frame = last
        consumed()
    }

    /// True where nothing was entered since so many containers were open.
    func isAt(_ level: Int) -> Bool { outer.count == level }

    static var notLeft: ModelError { DocumentBuilder.misuse("Something was entered that wasn't left.") }

    private static var noValue: ModelError {
        DocumentBuilder.misuse("A value was decoded where none is, or no more.")
    }

    /// True where nothing was entered.
    var isAtRoot: Bool { outer.isEmpty }

    /// Where the value at the position stands.
    var place: Int { index }

    /// Moves to a value, from where everything was left.
    mutating func resume(at place: Int) throws {
        try finish()
        slot = place
    }

    /// The way from the root to the value at a place.
    func path(to place: Int) -> ModelPath {
        ModelDocument.Value(document: ModelDocument(content, root: root), index: place).path ?? ModelPath()
    }

    /// Ends the reading: nothing is left at the position.
    mutating func finish() throws {
        guard outer.isEmpty else { throw Self.notLeft }
        slot = ModelDocument.Content.nowhere
    }

    // MARK: Parts of documents

    /// The value at the position, as a document of its own that shares the memory of this one.
    mutating func decodeDocument() throws -> ModelDocument {
        if slot == ModelDocument.Content.nowhere { throw Self.noValue }
        if let unreadable = unreadable() { throw unreadable }
        if holdsInstances { return try decodeInstances() }
        let document = ModelDocument(openedContents(), root: index)
        if !content.errors.isEmpty { try requireReadable(document) }
        consumed()
        return document
    }

    /// Throws what is wrong with the first value in a document that can't be read. What was looked through before isn't
    /// again.
    private mutating func requireReadable(_ document: ModelDocument) throws {
        let all = document.content
        var met: Set<Int> = []
        var pending = [document.root.index]
        while let next = pending.popLast() {
            if var error = all.error(at: next) {
                if error.path.components.isEmpty {
                    error.path = ModelDocument.Value(document: document, index: next).path ?? ModelPath()
                }
                throw error.at(location(ofOffset: all.word(at: next).offset))
            }
            guard all.word(at: next).tag.isContainer, !readable.contains(next), met.insert(next).inserted else {
                continue
            }
            pending += ModelDocument.Value(document: document, index: next).children.reversed().map(all.resolved)
        }
        readable.formUnion(met)
    }

    /// The content, with what archives in data hold in their places.
    private mutating func openedContents() -> ModelDocument.Content {
        guard hasArchives else { return content }
        if let openedContent { return openedContent }
        var opened = content
        var index = ModelDocument.Content.firstValue
        while index < content.words.count {
            if let scalar = archivedScalar(at: index) {
                if opened === content { opened = content.copy() }
                let place = opened.words.count
                opened.append(scalar, flags: DocumentWord.mark)
                opened.move(index, to: place)
            }
            index = content.behind(index)
        }
        openedContent = opened
        return opened
    }

    // MARK: What the program gave

    /// The model that is at the position as itself; nil where there is something else.
    var model: BaseModel? { content.instance(at: index).flatMap { AnyValue.model($0) } }

    /// The value at the position as a document of its own, with the properties of models in their places.
    private mutating func decodeInstances() throws -> ModelDocument {
        var known: [ObjectIdentifier: Int] = [:]
        // By where they are in memory, where the instances keep them.
        var long: [Range<UInt>: Int] = [:]
        var seen: Set<Int> = []
        var pending = [index]
        while let next = pending.popLast() {
            if let model = content.instance(at: next).flatMap({ AnyValue.model($0) }) {
                var place = known[ObjectIdentifier(model)]
                if place == nil {
                    let values = try ModelEncoder.document { try $0.encodeObject(model) }
                    place = content.append(copyOf: values)
                }
                known[ObjectIdentifier(model)] = place
                if let place { content.refer(next, to: place) }
            } else if let scalar = content.keptScalar(at: next), let memory = scalar.memory {
                let place = long[memory] ?? content.words.count
                if long.updateValue(place, forKey: memory) == nil { content.append(scalar, flags: DocumentWord.mark) }
                content.words[place] |= DocumentWord.shared
                content.move(next, to: place)
            } else if try expandInstance(at: next) != nil {
                pending.append(content.resolved(next))
            } else if content.word(at: next).tag.isContainer, seen.insert(next).inserted {
                let value = ModelDocument.Value(document: ModelDocument(content), index: next)
                pending += value.children.map(content.resolved)
            }
        }
        let copy = ModelDocument.Content()
        copy.scalars = content.scalars
        copy.trustsArchives = content.trustsArchives
        _ = copy.append(copyOf: ModelDocument(content, root: index))
        consumed()
        return ModelDocument(copy)
    }

    /// The dictionary that the object that was entered last was made of; nil for another.
    var dictionary: [String: Any]? { frame.instance < 0 ? nil : content.instances[frame.instance] as? [String: Any] }

    private func instanceKind(at index: Int) -> ModelKind {
        switch content.instance(at: index) {
        case let scalar as ModelScalar: scalar.kind
        case is [String: Any]: .dictionary
        case is [Any]: .array
        default: .object
        }
    }

    /// Makes values of a collection that nobody has looked into yet, though not of what it holds: so whoever takes a
    /// value from one model to the next doesn't go through all of it at each.
    ///
    /// - Returns: Which of the document's instances it is; nil where there is none, or a model.
    private mutating func expandInstance(at index: Int) throws -> Int? {
        guard let instance = content.instance(at: index), AnyValue.model(instance) == nil,
            !(instance is ModelScalar)
        else { return nil }
        let number = Int(truncatingIfNeeded: content.words[index + 1])
        let values = try ModelEncoder.document(models: .kept) { try AnyValue.encodeCollection(instance, to: $0) }
        content.move(index, to: content.append(copyOf: values))
        return number
    }
}
