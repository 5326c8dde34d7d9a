import FormatSupport
import Foundation

/// A place in a document, from which values are read.
///
/// A part of its own, and no class, so that one look at a decoder's state serves a whole call.
struct DocumentCursor: ~Copyable {
    let context: DecodingContext

    private(set) var content: ModelDocument.Content
    let root: Int
    /// Where the value stands that is read next: itself, or what leads to it.
    var slot: Int
    private let isPassedByAddress = PassedByAddress()
    /// The containers that were entered; the first frame is that of the root.
    private(set) var frames = FrameStack(Frame())
    var frame: Frame {
        @inline(__always) _read { yield frames.top }
        @inline(__always) _modify { yield &frames.top }
    }
    /// The members of the shapes that were met, and where those of each begin.
    var members: ContiguousArray<Member> = []
    var starts = DocumentShapes.Cache<Int>()
    /// True where nobody else has the content, but for values that were kept of it.
    private(set) var isOwn = false
    /// What older objects became.
    var migrated: [Int: Int] = [:]
    /// By the shape of objects, the type that is expected where it is known that none of them needs to be migrated.
    var current = DocumentShapes.Cache<ObjectIdentifier>()
    /// By the shape of objects, which of their members are unknown.
    var unknownPlans = DocumentShapes.Cache<UnknownPlan>()
    /// The same of dictionaries on the ways to properties, by what is known there and then by their shape.
    var wayPlans: ContiguousArray<(known: KnownKeys, plans: DocumentShapes.Cache<WayPlan>)> = []
    /// The members of these dictionaries that lead further.
    var wayMembers: ContiguousArray<WayMember> = []
    /// By the shape of objects, where `storedSteps` has the properties that their members are.
    var storedPlans = DocumentShapes.Cache<StoredPlan>()
    /// The properties, by their position in their class's layout.
    var storedSteps: ContiguousArray<Int> = []
    /// The keys of the classes whose properties have others than their names.
    var keyUses: [KeyUse] = []
    /// How their properties were found, each way step by step; the first stands for none.
    var routes: ContiguousArray<RouteStep> = []
    /// The containers that are open whose members were looked up out of order, innermost last.
    var lookups: [Lookup] = []

    /// True where text stands for numbers, dates and data, whatever the document says.
    let convertsAllText: Bool
    /// True where data may be the keyed archive of another value.
    let hasArchives: Bool
    /// True where the document holds what the program gave, as itself.
    let holdsInstances: Bool
    /// True if the key that was asked for last has a nil or a null.
    var foundNil = false
    private var lines = LineCounter()

    /// The arrays and dictionaries that are open, of those that references lead to: few, so that looking through them
    /// costs less than hashing.
    var openShared: [Int] = []
    /// The document with what archives in data hold in their places, once somebody asked for it.
    var openedContent: ModelDocument.Content?

    /// What is done with text and data.
    var textUse = TextUse.kept

    /// What is done with text and data that are read: long ones may stand in very many places.
    enum TextUse {
        /// They are taken as they are.
        case kept
        /// They are gone through, and so count each time.
        case read
        /// They are hashed and compared.
        case compared
    }

    /// The containers in which everything can be read.
    var readable: Set<Int> = []

    /// A key of a shape.
    struct Member {
        var key: Int32
        /// Where the literal stands in memory that asked for it last.
        var address: UInt = 0
        /// Of a shape's first one: which of `routes` leads to the property that is asked for first; 0 for none.
        var route = 0
    }

    /// Where the members of an object stand, and the keys of a dictionary that is read as one.
    struct Lookup {
        var keys: ContiguousArray<String> = []
        var places: ContiguousArray<Place> = []

        struct Place {
            let index: Int
            var isAskedFor = false
        }
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
        /// The members that were passed over, and not asked for: a bit for each of the first 64.
        var passed: UInt64 = 0
        /// True where `lookups` has its members.
        var hasLookup = false
        /// True where the position is a dictionary's key.
        var isAtKey = false
        /// True for one that only ``endModel(_:)`` leaves.
        var isModel = false
        /// True for one that stands for a struct, which is made when it was read.
        var isStruct = false
        /// True where `openShared` has it.
        var isShared = false
        /// Which of the document's instances it was made of; -1 for none.
        var instance = -1
        /// Which of `keyUses` its properties have, counted from 1; 0 where each has its own name as key.
        var keyUse = 0
        /// Which of `routes` led to the property that was asked for last; 0 for none.
        var route = 0
        /// Where the text is that the file has as a dictionary's first entry, where an object is read as one; 0 for
        /// none.
        var classEntry = 0
    }

    /// What the format has.
    let capabilities: FormatCapabilities
    /// True where a file's numbers are numerals, which don't tell what they are.
    let readsNumerals: Bool

    /// Stands at the root of a document of a format with these capabilities.
    init(_ document: ModelDocument, context: DecodingContext, capabilities: FormatCapabilities) {
        convertsAllText = context.conventions.origin != .file
        content = document.content
        holdsInstances = !document.content.instances.isEmpty
        root = document.rootIndex
        slot = document.rootIndex
        self.context = context
        self.capabilities = capabilities
        hasArchives = capabilities.isSuperset(of: [.archives, .data])
        readsNumerals = context.conventions.hasNumerals
    }

    /// Text stands for numbers, dates and data, too.
    var convertsText: Bool { convertsAllText || scalars == .text || scalars == .strings }
    /// True where all numbers may be text, as where there is nothing else.
    var hasNumbersAsText: Bool { convertsAllText || scalars == .strings }

    /// A numeral stands for the nearest float or double.
    var roundsNumerals: Bool { convertsAllText || scalars == .numerals || scalars == .text }

    /// The coercions that apply to the content's scalars.
    var scalars: DocumentBuilder.Scalars { content.conventions.scalars }

    /// Makes the content one that values may be appended to: others may have it, too.
    mutating func own() {
        if !isOwn { content = content.copy() }
        isOwn = true
    }

    // MARK: The position

    var index: Int {
        @inline(__always) get { content.word(at: slot).tag.leadsOn ? content.resolved(slot) : slot }
    }

    /// Where the value stands; of one that a reference leads to, where the reference does.
    var location: ModelLocation? {
        // Between values, it is that of the container.
        mutating get { location(ofSlot: slot == ModelDocument.Content.nowhere ? frame.start : slot) }
    }

    /// Where a value stands; of one that a reference leads to, where the reference does.
    mutating func location(ofSlot slot: Int) -> ModelLocation? {
        let place = content.unmoved(slot)
        return location(of: offset(of: place) == nil ? content.resolved(place) : place)
    }

    mutating func location(of index: Int) -> ModelLocation? { location(ofOffset: offset(of: index)) }

    mutating func location(ofOffset offset: Int?) -> ModelLocation? {
        guard let offset else { return nil }
        guard let source = content.source else { return ModelLocation(byteOffset: offset) }
        let (line, column) = lines.lineAndColumn(at: offset, in: source)
        return ModelLocation(byteOffset: offset, line: line, column: column)
    }

    func offset(of index: Int) -> Int? { content.word(at: index).offset }

    /// By which number the container at the position is known, where it may be met again: a negative one where no
    /// reference leads to it, but to a collection that it is in.
    var reference: Int? {
        let index = index
        let word = content.word(at: index)
        guard word.tag.isContainer else { return nil }
        return word.isShared ? content.number(at: index) : openShared.isEmpty ? nil : ~index
    }

    mutating func peekKind() throws -> ModelKind {
        let index = index
        if let error = unreadable() { throw error }
        if index == ModelDocument.Content.nowhere { throw Self.noValue }
        if hasArchives, let archived = try archivedScalar(at: index) { return archived.kind }
        return kind(at: index)
    }

    /// The class of the object at the position; nil where there is something else.
    var peekClass: CodedClass? { content.codedClass(at: index) }

    /// The class of the object or the dictionary at the position, where a model is expected: its name may stand behind
    /// other keys.
    func peekExpectedClass() throws -> CodedClass? { try peekClass ?? context.lateClass(at: index, of: content) }

    private func kind(at index: Int) -> ModelKind {
        content.word(at: index).tag == .instance ? instanceKind(at: index) : content.kind(at: index)
    }

    /// To be called after a value was consumed: behind a dictionary's key comes its value, and else nothing.
    @inline(__always)
    mutating func consumed() {
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

    // MARK: Containers

    @inline(__always)
    mutating func enter(_ index: Int) throws {
        try context.enter()
        frames.push(
            Frame(
                tag: content.word(at: index).tag, start: index, next: index &+ 3,
                end: index &+ Int(truncatingIfNeeded: content.words[index &+ 2])))
        slot = ModelDocument.Content.nowhere
    }

    /// Enters an array or a dictionary, whose values are counted: they may be read as often as references lead there.
    private mutating func enterCollection(_ index: Int) throws -> Int {
        let count = content.low(at: index)
        try context.count(count)
        let isShared = try noteShared(index)
        try enter(index)
        frame.isShared = isShared
        return count
    }

    /// Notes that a container which may be read more than once is open. Returns false for any other.
    mutating func noteShared(_ index: Int) throws -> Bool {
        guard content.word(at: index).isShared else { return false }
        guard !openShared.contains(index) else {
            throw ModelError(.cycle, "A value of arrays, dictionaries and structs alone contains itself.")
        }
        openShared.append(index)
        return true
    }

    @inline(__always)
    mutating func leave() {
        if frame.hasLookup { lookups.removeLast() }
        if frame.isShared { openShared.removeLast() }
        context.leave()
        frames.pop()
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
                return .text(try entryKey(at: index))
            }
            frame.member &+= 1
            guard !content.isAbsent(slot) else { continue }
            let key = key(frame.member - 1)
            try context.count(bytes: key.utf8.count)
            return .text(key)
        }
        leave()
        return nil
    }

    /// A dictionary's key. A long one is counted, and made once: each reading of a dictionary that very many references
    /// lead to hashes it.
    mutating func entryKey(at index: Int) throws -> String {
        guard content.isLong(index), case .string(let key)? = context.scalar(at: index, of: content) else {
            return content.text(at: index + 1)
        }
        try context.countCompared(at: index, of: content)
        return key
    }

    // MARK: The code of models

    /// Makes the object that was entered last one that only ``endModel(_:)`` leaves.
    ///
    /// - Returns: What ``endModel(_:)`` wants.
    mutating func beginModel() -> Int {
        frame.isModel = true
        return frames.depth
    }

    /// Leaves the object that was entered when so many containers were open.
    mutating func endModel(_ level: Int) throws {
        guard frames.depth == level else { throw Self.notLeft }
        leave()
    }

    /// Lets code read the value at the position, and nothing around it.
    ///
    /// - Returns: What ``endValue(_:)`` wants.
    mutating func beginValue() throws -> Int {
        if slot == ModelDocument.Content.nowhere { throw Self.noValue }
        frames.push(Frame())
        return frames.depth
    }

    /// Ends what was begun when so many containers were open.
    mutating func endValue(_ level: Int) throws {
        guard frames.depth == level, level > 0 else { throw Self.notLeft }
        frames.pop()
        consumed()
    }

    /// Where the cursor stands, to come back to it.
    struct Mark {
        fileprivate let frame: Frame
        fileprivate let slot: Int
        fileprivate let level: Int
        fileprivate let lookups: Int
        fileprivate let openShared: Int
        fileprivate let depth: Int
    }

    var mark: Mark {
        Mark(
            frame: frame, slot: slot, level: frames.depth, lookups: lookups.count, openShared: openShared.count,
            depth: context.depth)
    }

    /// Leaves what was entered since, in the middle of whatever that is, and the value at that position behind.
    mutating func leave(to mark: Mark) {
        rewind(to: mark)
        consumed()
    }

    /// Leaves what was entered since, and stands where it did.
    mutating func rewind(to mark: Mark) {
        frames.pop(to: mark.level)
        frame = mark.frame
        lookups.removeLast(max(0, lookups.count - mark.lookups))
        openShared.removeLast(max(0, openShared.count - mark.openShared))
        context.resume(at: mark.depth)
        slot = mark.slot
    }

    /// How many containers are open.
    var level: Int { frames.depth }

    /// True where nothing was entered since so many containers were open.
    func isAt(_ level: Int) -> Bool { frames.depth == level }

    static var notLeft: ModelError { DocumentBuilder.misuse("Something was entered that wasn't left.") }

    static var noValue: ModelError {
        DocumentBuilder.misuse("A value was decoded where none is, or no more.")
    }

    /// True where nothing was entered.
    var isAtRoot: Bool { frames.depth == 0 }

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

    /// The ways from the root to the values at places.
    func paths(to places: Set<Int>) -> [Int: ModelPath] { ModelDocument(content, root: root).paths(to: places) }

    /// Ends the reading: nothing is left at the position.
    mutating func finish() throws {
        guard frames.depth == 0 else { throw Self.notLeft }
        slot = ModelDocument.Content.nowhere
    }
}
