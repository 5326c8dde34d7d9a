import FormatSupport

/// A position in a document, from which values are read.
///
/// It is a noncopyable struct rather than a class, so that a whole call needs a single access to a decoder's state.
struct DocumentCursor: ~Copyable {
    let context: DecodingContext

    private(set) var content: ModelDocument.Content
    private(set) var root: Int
    /// The index of the value that is read next. For a referenced value: the index of the reference.
    var slot: Int
    private let isPassedByAddress = PassedByAddress()
    /// The containers that were entered; the first frame is that of the root.
    var frames = FrameStack(Frame())
    var frame: Frame {
        @inline(__always) _read { yield frames.top }
        @inline(__always) _modify { yield &frames.top }
    }
    /// The members of the shapes that were read so far: the keys of objects. `starts` has the index of the first
    /// member for each shape.
    var members: ContiguousArray<Member> = []
    var starts = DocumentShapes.Cache<Int>()
    /// True if only this cursor changes the content. Values that were kept from the content may share its memory.
    var isOwn = false
    /// The indexes of migrated containers, by the indexes of the original containers.
    var migrated: [Int: Int] = [:]
    /// For each shape: a type of which no object with this shape needs a migration. Nil if no type is known.
    var current = DocumentShapes.Cache<ObjectIdentifier>()
    /// For each shape: the plan for setting the properties of a class from objects of this shape.
    var rowPlans = ShapePlans<RowPlan>()
    /// For the members in `rowPlans`: the indexes of the properties in the class's list of properties.
    var rowSteps: ContiguousArray<Int> = []
    /// The keys of the classes in which a key differs from its property's name.
    var keyUses: [KeyUse] = []
    /// Keys of properties that the document may only have with other separators or in another case. A member with the
    /// key number -1 has the first of these keys.
    var alikeKeys: [String] = []
    /// The lookups of the open containers whose members were requested out of order, innermost last.
    var lookups: [Lookup] = []
    /// The keys of further classes that have read an object, because a decoder was passed on. Nearly always empty.
    var passedOn: [PassedOn] = []

    /// True if text is accepted for numbers, dates and data, whatever the document's conventions are.
    let convertsAllText: Bool
    /// True if data may be the keyed archive of another value.
    let hasArchives: Bool
    /// True if the document contains instances of the program.
    let holdsInstances: Bool
    /// Reads the members of the open object, if the object wasn't read as a whole. `keysOfUnread` are the keys of its
    /// properties.
    var unread: (any UnreadMembers)?
    var keysOfUnread: PropertyKeys?
    /// True if the last requested key has a nil or a null.
    var foundNil = false
    private var lines = LineCounter()

    /// The open arrays and dictionaries that references point to. There are few: a linear search costs less than
    /// hashing.
    var openShared: [Int] = []
    /// The content with the values of archives in place of their data, made when it is first needed.
    var openedContent: ModelDocument.Content?

    /// The current use of text and data.
    var textUse = TextUse.kept

    /// The use of text and data that are read. References may point to a long text from very many locations.
    enum TextUse {
        /// Text and data are kept unchanged.
        case kept
        /// Text and data are processed. So long ones count each time.
        case read
        /// Text and data are hashed and compared.
        case compared
    }

    /// The required agreement while a case of an untagged enum is tried. Nil: no case is tried.
    var fit: CaseFit?
    /// The closest agreement with which the last tried case may fit. Nil: the case doesn't fit.
    var neededFit: CaseFit?
    /// The number of containers around the untagged enum.
    var caseLevel = 0

    /// The keys that are known in the dictionary at an index, besides the keys of the struct that is read from the
    /// dictionary.
    var passing: (keys: [String], index: Int) = ([], ModelDocument.Content.noIndex)

    /// The containers in which all values can be read.
    var readable: Set<Int> = []

    /// A key of a shape, and the literal that has requested it.
    struct Member {
        /// The number of the key in the document's shapes. Negative for a key in `alikeKeys`.
        var key: Int32
        /// The address of the literal that has requested the key last; 0 if none has.
        var address: UInt = 0
    }

    /// The indexes of an object's members, and the keys of a dictionary that is read as an object.
    struct Lookup {
        var keys: ContiguousArray<String> = []
        var places: ContiguousArray<Place> = []

        struct Place {
            let index: Int
            var isAskedFor = false
        }
    }

    /// A container that was entered. It is plain bytes, so that entering a container needs no reference counting.
    struct Frame {
        var tag = DocumentTag.null
        var start = 0
        /// The index of the next value in the document. `end` is the index of the container's end.
        var next = 0
        var end = 0
        /// For an object: the position of the next member. `count` is the number of members, and `firstMember` the
        /// index of the first in `members`.
        var member = 0
        var count = 0
        var firstMember = 0
        /// The members that were passed without being requested: a bit for each of the first 64 members.
        var passed: UInt64 = 0
        /// True if the last element of `lookups` has the container's members.
        var hasLookup = false
        /// True if the position is a dictionary's key.
        var isAtKey = false
        /// True if only ``endModel(_:)`` may leave the container.
        var isModel = false
        /// True if the container is read as a struct, which is made afterwards.
        var isStruct = false
        /// True if the container is in `openShared`.
        var isShared = false
        /// The members of the object that weren't read into the content yet.
        var unread = Unread.none
        /// The index, in the document's `instances`, of the instance from which the container was made; -1 for none.
        var instance = -1
        /// The position in `keyUses`, counted from 1, of the keys of the object's properties. 0 if each key is the
        /// property's name.
        var keyUse = 0
        /// The index of the class's name as text, for an object that is read as a dictionary with the class's name as
        /// its first entry. Otherwise 0.
        var classEntry = 0
    }

    /// The capabilities of the format.
    let capabilities: FormatCapabilities
    /// True if the file's numbers are numerals, which don't tell their type.
    let readsNumerals: Bool

    /// Makes a cursor at the root of a document of a format with these capabilities.
    init(_ document: ModelDocument, context: DecodingContext, capabilities: FormatCapabilities) {
        convertsAllText = context.conventions.origin != .file
        content = document.content
        // Instances in a part of a file are the file's own models.
        holdsInstances = !context.readsParts && !document.content.instances.isEmpty
        root = document.rootIndex
        slot = document.rootIndex
        self.context = context
        self.capabilities = capabilities
        hasArchives = capabilities.isSuperset(of: [.archives, .data])
        readsNumerals = context.conventions.hasNumerals
    }

    /// True if text is accepted for numbers, dates and data.
    var convertsText: Bool { scalars == .strings || !isExact && (convertsAllText || scalars == .text) }
    /// True if only a text is accepted as a text, only a boolean as a boolean, and no floating-point number as an
    /// integer.
    var refusesOthers: Bool { isExact && scalars != .strings }
    /// True if all numbers may be text, as in a format that stores every single value as text.
    var hasNumbersAsText: Bool { convertsAllText || scalars == .strings }

    /// True if a numeral is read as the nearest float or double.
    var roundsNumerals: Bool { convertsAllText || scalars == .numerals || scalars == .text }

    /// The coercions that apply to the content's scalars.
    var scalars: FileConventions.Scalars { content.conventions.scalars }

    /// Copies the content before values are appended to it, unless only this cursor changes the content.
    mutating func makeContentUnique() {
        if !isOwn { content = content.copy() }
        isOwn = true
    }

    // MARK: The position

    var index: Int {
        @inline(__always) get { content.word(at: slot).tag.leadsOn ? content.resolved(slot) : slot }
    }

    /// The location of the value. For a referenced value: the location of the reference.
    var location: ModelLocation? {
        // Between values: the location of the container.
        mutating get {
            if slot == ModelDocument.Content.noIndex, frame.unread != .none { try? readWhole() }
            return location(ofSlot: slot == ModelDocument.Content.noIndex ? frame.start : slot)
        }
    }

    /// The location of a value. For a referenced value: the location of the reference.
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

    /// The reference number of the container at the position. Nil if the container is read only once. The number is
    /// negative if references point only to a collection around the container.
    var reference: Int? {
        let index = index
        let word = content.word(at: index)
        guard word.tag.isContainer else { return nil }
        return word.isShared ? content.number(at: index) : openShared.isEmpty ? nil : ~index
    }

    mutating func peekKind() throws -> ModelKind {
        let index = index
        if let error = unreadable() { throw error }
        if index == ModelDocument.Content.noIndex { throw Self.noValue }
        if hasArchives, let archived = try archivedScalar(at: index) { return archived.kind }
        return kind(at: index)
    }

    /// The class of the object at the position; nil for any other value.
    var peekClass: CodedClass? { content.codedClass(at: index) }

    /// The class of the object or the dictionary at the position, where a model is expected. In a dictionary, the key
    /// with the class's name may follow other keys.
    func peekExpectedClass() throws -> CodedClass? {
        try peekClass ?? context.lateClass(at: index, of: content)
    }

    func kind(at index: Int) -> ModelKind {
        content.word(at: index).tag == .instance ? instanceKind(at: index) : content.kind(at: index)
    }

    /// Called after a value was consumed. After a dictionary's key, moves to the key's value. Otherwise no value is
    /// left at the position.
    @inline(__always)
    mutating func consumed() {
        if frame.isAtKey { moveToEntryValue() } else { slot = ModelDocument.Content.noIndex }
    }

    mutating func moveToEntryValue() {
        frame.isAtKey = false
        slot = frame.next
        frame.next += content.size(at: slot)
    }

    mutating func skipValue() throws {
        if slot == ModelDocument.Content.noIndex { throw Self.noValue }
        consumed()
    }

    // MARK: Functions of models that decode themselves

    /// Marks the object that was entered last, so that only ``endModel(_:)`` leaves it.
    ///
    /// - Returns: The level to pass to ``endModel(_:)``.
    mutating func beginModel() -> Int {
        frame.isModel = true
        return frames.depth
    }

    /// Leaves the object that ``beginModel()`` marked. Throws if it isn't the innermost open container.
    ///
    /// - Parameter level: The result of ``beginModel()``.
    mutating func endModel(_ level: Int) throws {
        guard frames.depth == level else { throw Self.notLeft }
        leave()
    }

    /// Begins a scope in which code of a type may read only the value at the position, and nothing around it.
    ///
    /// - Returns: The level to pass to ``endValue(_:)``.
    mutating func beginValue() throws -> Int {
        if slot == ModelDocument.Content.noIndex { throw Self.noValue }
        frames.push(Frame())
        return frames.depth
    }

    /// Ends the scope that ``beginValue()`` began, and consumes the value. Throws if a container in the value was
    /// entered and not left.
    ///
    /// - Parameter level: The result of ``beginValue()``.
    mutating func endValue(_ level: Int) throws {
        guard frames.depth == level, level > 0 else { throw Self.notLeft }
        frames.pop()
        consumed()
    }

    /// A state of the cursor to return to.
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

    /// Leaves all containers that were entered since the mark, and consumes the value at the mark.
    mutating func leave(to mark: Mark) {
        rewind(to: mark)
        consumed()
    }

    /// Leaves all containers that were entered since the mark, and returns to the mark.
    mutating func rewind(to mark: Mark) {
        frames.pop(to: mark.level)
        frame = mark.frame
        lookups.removeLast(max(0, lookups.count - mark.lookups))
        openShared.removeLast(max(0, openShared.count - mark.openShared))
        context.resume(at: mark.depth)
        slot = mark.slot
    }

    /// Leaves all containers inside a level. No value is left at the position.
    ///
    /// - Parameter depth: The number of levels of nesting at this level.
    mutating func unwind(to level: Int, depth: Int) {
        for inner in stride(from: frames.depth, to: level, by: -1) {
            if frames[inner].hasLookup { lookups.removeLast() }
            if frames[inner].isShared { openShared.removeLast() }
        }
        frames.pop(to: level)
        context.resume(at: depth)
        slot = ModelDocument.Content.noIndex
    }

    /// The number of open containers.
    var level: Int { frames.depth }

    /// True if the number of open containers is this level.
    func isAt(_ level: Int) -> Bool { frames.depth == level }

    static var notLeft: ModelError { ModelError.misuse("Something was entered that wasn't left.") }

    static var noValue: ModelError {
        ModelError.misuse("A value was decoded where none is, or no more.")
    }

    /// True if no container is open.
    var isAtRoot: Bool { frames.depth == 0 }

    /// The index of the value at the position.
    var place: Int { index }

    /// Moves to a value. No container may be open.
    mutating func resume(at place: Int) throws {
        try finish()
        slot = place
    }

    /// Moves to the root of a part of the file that was added to the content. Only values that were kept from the
    /// content share it.
    mutating func begin(part root: Int) {
        isOwn = true
        content.root = root
        self.root = root
        slot = root
    }

    /// The path from the root to the value at an index.
    func path(to place: Int) -> ModelPath {
        ModelDocument.Value(document: ModelDocument(content, root: root), index: place).path ?? ModelPath()
    }

    /// For each of these indexes: the path from the root to its value.
    func paths(to places: Set<Int>) -> [Int: ModelPath] { ModelDocument(content, root: root).paths(to: places) }

    /// Ends the reading: no value is at the position any more.
    mutating func finish() throws {
        guard frames.depth == 0 else { throw Self.notLeft }
        slot = ModelDocument.Content.noIndex
    }
}
