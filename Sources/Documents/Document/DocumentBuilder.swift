import FormatSupport
import Foundation

/// Makes a document, value by value, from the outside in: what a format's reader does.
///
/// ```swift
/// var builder = DocumentBuilder()
/// try builder.beginDictionary()
/// try builder.key("title")
/// try builder.append("Milk")
/// try builder.end()
/// let document = try builder.finish()
/// ```
///
/// Every call checks that it fits where it comes, and the limits: a reader that doesn't recurse can hand on whatever a
/// file holds.
public struct DocumentBuilder: ~Copyable {
    /// What a file's scalars may stand for besides themselves.
    public enum Scalars: Sendable {
        /// Nothing else; but text for the dates and data that properties declare, which it may be in every format.
        case typed
        /// A number stands for the nearest float or double, as where numbers are written as text.
        case numerals
        /// Text stands for numbers, dates and data too, as in files that people write. For `Codable` types, whose code
        /// may ask for one kind after the other, it stands for dates and data alone.
        case text
        /// Text stands for numbers, dates and data too, in `Codable` types as well, though nothing else stands for
        /// text: as where all single values are text.
        case strings
        /// A boolean stands for the integers 1 and 0 too, as in files of writers that knew no difference.
        case booleans
    }

    /// What bounds the document.
    public let limits: DecodingLimits
    /// Where the next value begins in the source, as the number of bytes before it; nil where there is no source.
    public var offset: Int? {
        get { DocumentWord(bits: place).offset }
        set { place = DocumentWord(.absent, at: newValue).bits }
    }
    /// The same as words have it.
    package private(set) var place: UInt64 = 0

    /// False where archives in data come from anywhere: then only those that hold a single value are opened. At first
    /// true.
    public var trustsArchives: Bool {
        get { document.conventions.trustsArchives }
        set { if !isFinished { document.conventions.trustsArchives = newValue } }
    }

    /// What the scalars may stand for besides themselves: at first as the format's capabilities say. In a format
    /// without data or dates, text stands for them.
    public var scalars: Scalars {
        get { document.conventions.scalars }
        set { if !isFinished { document.conventions.scalars = newValue } }
    }

    /// How the file says what it holds: at first as the provider's ``FormatProvider/conventions(of:)``, with
    /// ``scalars`` and ``FileConventions/hasNumerals`` as the format's capabilities say.
    ///
    /// A format that reads its files through another one hands these on to the builder of that one's document, and
    /// takes the document's as a whole.
    public var conventions: FileConventions {
        get { document.conventions }
        set {
            guard !isFinished else { return }
            document.conventions = newValue.read(as: document.conventions.reading)
        }
    }

    /// How the file writes the names of properties for which their classes say no key; nil for as they are.
    public var keyStyle: KeyStyle? {
        get { document.conventions.keyStyle }
        set { if !isFinished { document.conventions.keyStyle = newValue } }
    }

    /// How the file writes dates, where they are something else than dates; nil for as the format does by itself.
    public var dateStyle: DateStyle? {
        get { document.conventions.dateStyle }
        set { if !isFinished { document.conventions.dateStyle = newValue } }
    }

    /// Never replaced; as a constant, Swift 6.3.1 doesn't compile it for the thread sanitizer.
    package let document = ModelDocument.Content()
    private let isPassedByAddress = PassedByAddress()
    /// The containers that are open; the first frame is that of the root.
    @usableFromInline package var frames = FrameStack(Frame())
    @usableFromInline
    package var frame: Frame {
        @inlinable @inline(__always) _read { yield frames.top }
        @inlinable @inline(__always) _modify { yield &frames.top }
    }
    /// The keys of those open objects that have many, innermost last.
    package var manyKeys: [Set<Int32>] = []
    package var values = 0
    /// How many values there may be: each will be a byte in a file, at least.
    package let valueLimit: Int
    /// How many bytes of text and data there are, without what is there again.
    package var byteCount = 0
    /// What is read, in whose memory long values stay.
    package var memory: ByteSource?
    /// Where long values stand, by the memory that they came from, which their owners keep.
    package var longValues: [Range<UInt>: (index: Int, owner: any Sendable)] = [:]

    /// What makes files' keys of the program's, for the objects of some classes.
    package var renamings: [Renaming] = []
    /// The last place that something else knows, so that what stands there can't be moved.
    package var knownPlace = 0
    /// Puts members where they belong, as soon as their object ends.
    package var nester = ObjectNester()

    /// The classes that were named.
    package var classes = CodedClassTable()
    /// What the key is that names an object's class.
    package let classKeys: ClassKeys
    /// The document that was appended as the root, where it is the whole.
    package var whole: ModelDocument?
    package var hasReferences = false
    package var isFinished = false
    /// The flags of scalars that nobody says more of.
    package var scalarFlags: UInt64
    /// How many of the open containers are none, but stand for a single value.
    @usableFromInline package var scopes = 0
    /// How deep the value stands that was left for later, and is built now.
    @usableFromInline package var outerDepth = 0

    /// What the key is that names an object's class.
    package enum ClassKeys {
        /// No key.
        case none
        /// A dictionary's first key, unless it is escaped, as are those that begin like it.
        case escapable
        /// A dictionary's first key, and no other is escaped.
        case reserved
    }

    /// The keys of a class's objects in a file.
    package struct Renaming {
        /// Makes files' keys of the program's.
        package let key: (String) -> String
        /// True where some of them belong into dictionaries on a way.
        package let hasWays: Bool

        package init(hasWays: Bool, key: @escaping (String) -> String) {
            self.hasWays = hasWays
            self.key = key
        }
    }

    /// A container that is open.
    @usableFromInline
    package struct Frame: BitwiseCopyable {
        /// What the first key of a dictionary does: it may name the class, or be escaped, and all keys like it.
        package enum First: BitwiseCopyable { case nothing, escapeClassKey, nameClass }

        @usableFromInline
        package enum State: BitwiseCopyable {
            /// The root comes next.
            case root
            /// An element comes next, or a dictionary's key or value.
            case value
            /// A key comes next.
            case key
            /// The value of a key comes next.
            case keyed
            /// The root is there.
            case done
        }

        @usableFromInline package var state = State.root
        package var tag = DocumentTag.null
        package var start = 0
        package var count = 0
        package var shape = DocumentShapes.empty
        /// True for an object that has many keys: then `manyKeys` has them.
        package var hasManyKeys = false
        package var first = First.nothing
        /// True for one that only ``endModel(_:)`` ends.
        package var isModel = false
        /// True for an object whose keys were given before its values.
        package var hasAllKeys = false
        /// True for an array that keys come in for, which count for nothing.
        package var ignoresKeys = false
        /// Which of `renamings` the program's keys go through, counted from 1; 0 for none.
        package var renaming: Int32 = 0
    }

    /// A builder of one document.
    public init(limits: DecodingLimits = .standard) {
        self.limits = limits
        valueLimit = min(limits.nodes, limits.bytes)
        classKeys = .none
        scalarFlags = 0
    }

    /// A builder of the document of a file, as a format with these capabilities has one: without classes, a
    /// dictionary stands for an object if it begins with the key `$class` and a text.
    ///
    /// - Parameters:
    ///   - capabilities: What the format keeps.
    ///   - conventions: How the file says what it holds; what its scalars stand for, the capabilities say.
    ///   - limits: What bounds the document.
    ///   - escapesKeys: False where a dictionary's own first key isn't escaped, as `$$class`, where it reads so.
    public init(
        for capabilities: FormatCapabilities, _ conventions: FileConventions = FileConventions(),
        limits: DecodingLimits = .standard, escapesKeys: Bool = true
    ) {
        self.limits = limits
        valueLimit = limits.nodes
        classKeys = capabilities.contains(.classes) ? .none : escapesKeys ? .escapable : .reserved
        if classKeys != .none { document.hasClassKey = false }
        scalarFlags = DocumentWord.mark
        document.conventions = conventions
        document.conventions.take(capabilities)
    }

    /// Appends what can't be read: whoever reads it is told why, and nobody else.
    public mutating func append(unreadable error: ModelError) throws(ModelError) {
        try begin(.unreadable)
        document.words.removeLast()
        document.append(unreadable: error, at: offset)
    }

    /// Appends a scalar that is only known later.
    ///
    /// - Returns: What ``fill(_:with:)`` wants.
    public mutating func appendLater() throws(ModelError) -> Int {
        try begin(.null, flags: DocumentWord.mark)
        knownPlace = document.words.count - 1
        return knownPlace
    }

    /// Gives a scalar that was appended without its value what it is, when the root is complete.
    ///
    /// - Parameters:
    ///   - place: What ``appendLater()`` returned.
    ///   - scalar: What it is.
    public mutating func fill(_ place: Int, with scalar: ModelScalar) throws(ModelError) {
        guard frame.state == .done, !isFinished, document.words.indices.contains(place),
            case let word = document.word(at: place), word.tag == .null, word.isMarked
        else { throw Self.misuse("No value was left for later here.") }
        let index = document.words.count
        document.append(scalar)
        document.words[place] = DocumentWord(.moved, flags: DocumentWord.mark, at: index).bits
    }

    /// Says in which bytes ``offset`` counts.
    ///
    /// Text and data of ``bytesKept`` or more that are given by bytes in its memory stay there, and aren't copied.
    ///
    /// - Parameters:
    ///   - source: What is read.
    ///   - isText: True where errors and values are to tell their lines and columns: then the source is kept for them.
    public mutating func setSource(_ source: ByteSource?, isText: Bool = true) {
        guard !isFinished else { return }
        memory = source
        guard isText else { return }
        document.source = source
        // About as many words as most files need.
        if let source { document.words.reserveCapacity(source.count / 4) }
    }

    /// From how many bytes on text and data stay in the memory of the source.
    public static var bytesKept: Int { 1 << 16 }

    /// True before the first value.
    package var isEmpty: Bool { values == 0 }

    /// How many containers are open.
    @inlinable
    public var depth: Int { frames.depth &- scopes &+ outerDepth }

    // MARK: Containers

    /// Begins an array or a set.
    ///
    /// - Parameters:
    ///   - kind: What its elements mean.
    ///   - number: By which references lead to it: from 0 on, each for one container; nil where none does.
    public mutating func beginArray(_ kind: ModelArrayKind = .array, number: Int? = nil) throws(ModelError) {
        try open(DocumentTag(kind), .value, number: number)
    }

    /// Begins a dictionary whose keys are text: `key(_:)` comes before each value.
    public mutating func beginDictionary(number: Int? = nil) throws(ModelError) {
        try open(.object, .key, number: number)
    }

    /// Begins a dictionary whose keys are any values: they and what they stand for come in turn.
    public mutating func beginValueDictionary(number: Int? = nil) throws(ModelError) {
        try open(.dictionary, .value, number: number)
        if classKeys == .escapable { frame.first = .escapeClassKey }
    }

    /// Begins an object: `key(_:)` comes before each value.
    ///
    /// - Parameters:
    ///   - codedClass: Its class.
    ///   - number: As ``beginArray(_:number:)`` says.
    ///   - isExpected: True where a reader would choose that class without being told.
    public mutating func beginObject(
        _ codedClass: CodedClass, number: Int? = nil, isExpected: Bool = false
    ) throws(ModelError) {
        let shape = try shape(of: codedClass)
        try open(.object, .key, number: number, flags: isExpected ? DocumentWord.mark : 0)
        frame.shape = shape
    }

    /// The shape of a class's objects before they have keys: of a class without a name, that of dictionaries.
    @inline(__always)
    package func shape(of codedClass: CodedClass) throws(ModelError) -> Int {
        codedClass.name.isEmpty ? DocumentShapes.empty : try shape(ofTerms: codedClass)
    }

    /// Begins an object of the class that a file names: all of one name have one class.
    public mutating func beginObject(named name: String, number: Int? = nil) throws(ModelError) {
        try beginObject(try classes.codedClass(named: name), number: number)
    }

    /// Ends what was begun last: the array or the set, the dictionary or the object.
    ///
    /// - Throws: `invalidCoding` where nothing is open, and where a key has no value; `duplicateKey` for a key of a
    ///   dictionary whose keys are any values.
    public mutating func end() throws(ModelError) {
        guard frame.tag != .null else { throw Self.misuse("Something was ended that wasn't begun.") }
        guard !frame.isModel else { throw Self.misuse("Something was ended that other code began.") }
        try closeFrame()
    }

    /// Leaves the property that was named out, as one that is nil: readers see no such key.
    package mutating func appendAbsent() throws(ModelError) {
        guard frame.state == .keyed else { throw Self.misuse("Nothing was left out.") }
        // It is no value, and a class's keys bound how many there are.
        values &-= 1
        try begin(.absent)
    }

    /// Appends a reference to a container by its number, which may come later.
    ///
    /// - Parameters:
    ///   - number: The container's number.
    ///   - isWeak: True for one that doesn't count where nothing else leads to the container: then it is left out.
    ///   - isExpected: As ``beginObject(_:number:isExpected:)`` says.
    public mutating func appendReference(to number: Int, isWeak: Bool = false, isExpected: Bool = false)
        throws(ModelError)
    {
        hasReferences = true
        try begin(isWeak ? .weakReference : .reference, flags: isExpected ? DocumentWord.mark : 0)
        document.words.append(UInt64(truncatingIfNeeded: number))
        noteReference(to: number, isWeak: isWeak)
    }

    /// Takes down that a reference leads to a container, which may come later.
    package mutating func noteReference(to number: Int, isWeak: Bool = false) {
        let target = document.target(number)
        if target >= 0 {
            document.words[target] |= DocumentWord.shared
        } else if !isWeak {
            document.isUnordered = true
        }
    }

    /// True where a container has that number already; false where only references do, or nothing.
    public func hasContainer(_ number: Int) -> Bool { document.target(number) >= 0 }

    /// True where `key(_:)` has to come next, or the end: directly in an object, or in a dictionary whose keys are
    /// text.
    @inlinable
    public var expectsKey: Bool { if case .key = frame.state { true } else { false } }

    // MARK: The whole

    /// Ends the document. Nothing can be appended any more.
    ///
    /// - Throws: `invalidCoding` where something is open, or there is nothing; `corruptData` for a reference that leads
    ///   nowhere.
    public mutating func finish() throws(ModelError) -> ModelDocument {
        guard frame.state == .done, frames.depth == 0, !isFinished else {
            throw Self.misuse(
                isFinished
                    ? "The document is finished."
                    : frames.depth == 0 ? "There is no value." : "An array, a dictionary or an object was left open.")
        }
        isFinished = true
        if let whole { return whole }
        longValues = [:]
        if hasReferences { try document.resolve() }
        if classKeys == .escapable || document.lacksClassNames { document.appendClassNames() }
        document.words.trim()
        document.limits = limits
        return ModelDocument(document)
    }

    /// Appends a value's first word.
    @inline(__always)
    package mutating func begin(_ tag: DocumentTag, flags: UInt64 = 0) throws(ModelError) {
        try take()
        document.words.append(head(tag, flags))
    }

    /// A value's first word, which says where it begins in the source.
    @inline(__always)
    package func head(_ tag: DocumentTag, _ flags: UInt64) -> UInt64 { DocumentWord(tag, flags: flags | place).bits }

    /// Counts a value, and moves behind the place where it may stand.
    @inline(__always)
    package mutating func take() throws(ModelError) {
        guard values < valueLimit else { throw tooMany() }
        values &+= 1
        try takePlace()
    }

    /// Moves behind the place where a value may stand.
    @inline(__always)
    package mutating func takePlace() throws(ModelError) {
        if frame.state == .keyed {
            frame.state = .key
        } else if frame.state == .value {
            frame.count &+= 1
        } else if frame.state == .root {
            frame.state = .done
        } else {
            throw missingKey()
        }
    }

    @inline(never)
    package func tooMany() -> ModelError {
        values < limits.nodes ? ModelError.tooLarge(limits.bytes) : ModelError.tooMany(limits.nodes)
    }

    @inline(never)
    package func missingKey() -> ModelError {
        Self.misuse(frame.state == .done ? "A second root was given." : "A value was given without a key.")
    }

    package mutating func open(
        _ tag: DocumentTag, _ state: Frame.State, number: Int?, flags: UInt64 = 0
    ) throws(ModelError) {
        guard depth < limits.depth else { throw ModelError.tooDeep(limits, at: depth) }
        // First: what was written can't be taken back.
        if let number { try document.check(number) }
        try take()
        let start = document.words.count
        // The count or the shape, and how long it is: known at the end.
        document.words.append(head(tag, flags), UInt64(truncatingIfNeeded: (number ?? -1) &+ 1) << 32, 0)
        if let number {
            document.define(number, at: start)
            knownPlace = start
        }
        frames.push(Frame(state: state, tag: tag, start: start))
    }

    package mutating func closeFrame() throws(ModelError) {
        guard frame.state != .keyed, frame.tag != .dictionary || frame.count & 1 == 0,
            !frame.hasAllKeys || frame.count == document.shapes.count(of: frame.shape)
        else { throw Self.misuse("A key was given without a value, or a value without a key.") }
        let low = frame.tag == .object ? frame.shape : frame.tag == .dictionary ? frame.count / 2 : frame.count
        if frame.tag == .dictionary { try checkKeys() }
        // It named none: no text was behind it.
        if frame.first == .nameClass { document.hasClassKey = true }
        // The other half of the word is the container's number.
        guard low <= UInt32.max else { throw ModelError.tooMany(Int(UInt32.max)) }
        document.words[frame.start + 1] |= UInt64(low)
        document.words[frame.start + 2] = UInt64(document.words.count - frame.start)
        if frame.hasManyKeys { manyKeys.removeLast() }
        frames.pop()
    }

    /// Throws `duplicateKey` where the dictionary that ends has a single value as a key twice. Linear in its size.
    private mutating func checkKeys() throws(ModelError) {
        var keys = KeySet()
        var place = frame.start + 3
        for _ in 0..<frame.count / 2 {
            let tag = document.word(at: place).tag
            if !tag.isContainer, tag != .reference, tag != .weakReference {
                let index = document.resolved(place)
                // As in `addKey`.
                values &+= document.work(at: index) >> 3
                guard values <= valueLimit else { throw tooMany() }
                if frame.count > 2, let key = document.scalar(at: index), !keys.insert(key) {
                    throw KeySet.twice(ScalarConversion.keyText(key) ?? "\(key)")
                }
            }
            place += document.size(at: place)
            place += document.size(at: place)
        }
    }

    @inline(never)
    package static func misuse(_ reason: String) -> ModelError { ModelError(.invalidCoding, reason) }
}
