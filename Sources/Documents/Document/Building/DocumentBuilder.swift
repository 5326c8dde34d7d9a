import FormatSupport

/// Builds a document value by value, from the outside in. The reader of a format uses a builder.
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
/// Every call checks the limits, and whether it is allowed at this point. So a reader that doesn't recurse can pass on
/// whatever a file contains.
///
/// It is one structure because each call checks and changes the position, the limits, the frame and the content
/// together: a reader takes most of its time here. State with separate rules is in separate types: the content with
/// its shapes, the frames, the table of classes, and the nesting of key paths.
public struct DocumentBuilder: ~Copyable {
    /// The limits on the document.
    public internal(set) var limits: DecodingLimits
    /// The offset of the next value in the source, in bytes. Nil if there is no source.
    public var offset: Int? {
        get { DocumentWord(bits: place).offset }
        set { place = DocumentWord(.absent, at: newValue).bits }
    }
    /// The ``offset``, shifted to its bits in the first word of a value.
    @usableFromInline package private(set) var place: UInt64 = 0

    /// True if keyed archives in data may contain any values. False if they may come from an untrusted source: an
    /// archive is then opened only if it contains a single value. The default is true.
    public var trustsArchives: Bool {
        get { document.conventions.trustsArchives }
        set { if !isFinished { document.conventions.trustsArchives = newValue } }
    }

    /// The coercions that apply to the scalars. The default is that of the format's capabilities: in a format without
    /// data or dates, ``FileConventions/Scalars/text``.
    public var scalars: FileConventions.Scalars {
        get { document.conventions.scalars }
        set { if !isFinished { document.conventions.scalars = newValue } }
    }

    /// The conventions of the file. The default is the provider's ``FormatProvider/conventions(of:)``, with ``scalars``
    /// and ``FileConventions/hasNumerals`` by the format's capabilities.
    ///
    /// A format that reads its files through another format passes these conventions to the builder of the other
    /// format's document, and then takes all conventions of that document.
    public var conventions: FileConventions {
        get { document.conventions }
        set {
            guard !isFinished else { return }
            document.conventions = newValue.read(as: document.conventions.reading)
        }
    }

    /// The content that is being built. It is never replaced.
    @usableFromInline package let document = ModelDocument.Content()
    private let isPassedByAddress = PassedByAddress()
    /// The open containers. The first frame is the root's.
    @usableFromInline package var frames = FrameStack(Frame())
    @usableFromInline
    package var frame: Frame {
        @inlinable @inline(__always) _read { yield frames.top }
        @inlinable @inline(__always) _modify { yield &frames.top }
    }
    /// For each open object with many keys: the numbers of its keys. The innermost object is last.
    var manyKeys: [Set<Int32>] = []
    @usableFromInline package var values = 0
    /// The number of values at the next checkpoint, or ``mostValues`` if that is less.
    @usableFromInline package private(set) var valueLimit = 0
    /// The greatest number of values. In a document that isn't read from a file it is at most the greatest size of a
    /// file, because each value will take at least one byte.
    private var mostValues: Int
    /// The number of bytes of text and data. Long values that are repeated count once.
    @usableFromInline package var byteCount = 0
    /// The source that is read. Long values stay in its memory.
    package var memory: ByteSource?
    /// The indexes of the long values, by the addresses of the memory from which they were appended. The owner keeps
    /// that memory valid.
    package var longValues: [Range<UInt>: (index: Int, owner: any Sendable)] = [:]

    /// For some classes: the function that converts the program's keys to the file's keys.
    package var renamings: [(String) -> String] = []
    /// Moves members into the dictionaries of their key paths, when the document is complete.
    package var nesting = DocumentNesting()

    /// The classes that the file names.
    package var classes = CodedClassTable()
    /// The rule by which a key names an object's class.
    let classKeys: ClassKeys
    /// The document that was appended as the root, if it is the result without a change. Nil in all other cases.
    package var whole: ModelDocument?
    package var hasReferences = false
    package var isFinished = false
    /// The flags of the scalars that are appended. They contain the mark if the scalars' types aren't declared.
    @usableFromInline var scalarFlags: UInt64
    /// The number of open scopes. A scope is a frame that isn't a container: exactly one value is appended in it.
    @usableFromInline var scopes = 0
    /// The depth of the reference to the container that was deferred and is now being built. Otherwise 0.
    @usableFromInline var outerDepth = 0
    /// True if the document gets only some values of a file, and the other values are read directly.
    private(set) var isPart = false

    /// The rule by which a key names an object's class.
    enum ClassKeys {
        /// No key names a class.
        case none
        /// `$class`, if it is a dictionary's first key. A dictionary's own first key of that name is escaped, as
        /// `$$class`, and so are keys that look like an escaped one.
        case escapable
        /// `$class`, if it is a dictionary's first key. No keys are escaped.
        case reserved
    }

    /// An open container, the root, or a scope for one value.
    @usableFromInline
    package struct Frame: BitwiseCopyable {
        /// The effect of a dictionary's first key on the texts after it: the next text may name the class, or the keys
        /// may be escaped.
        @usableFromInline
        package enum First: BitwiseCopyable { case nothing, escapeClassKey, nameClass }

        @usableFromInline
        package enum State: BitwiseCopyable {
            /// The root comes next.
            case root
            /// An element comes next, or a key or a value of a dictionary whose keys are any values.
            case value
            /// A key comes next.
            case key
            /// The value of a key comes next.
            case keyed
            /// The root was begun or appended.
            case done
        }

        @usableFromInline package var state = State.root
        package var tag = DocumentTag.null
        @usableFromInline package var start = 0
        @usableFromInline package var count = 0
        @usableFromInline package var shape = DocumentShapes.empty
        /// True if an object has many keys, which are in `manyKeys`.
        @usableFromInline package var hasManyKeys = false
        @usableFromInline package var first = First.nothing
        /// True if only ``endModel(_:)`` ends the container.
        @usableFromInline package var isModel = false
        /// True for an object whose keys were all given before its values.
        var hasAllKeys = false
        /// True for a struct that is stored as an array of its properties' values. The keys that the encode function
        /// of the struct sets are ignored.
        @usableFromInline var ignoresKeys = false
        /// The entry of `renamings` that converts the keys of the object, counted from 1. 0 if no keys are converted.
        @usableFromInline package var renaming: Int32 = 0
    }

    /// Creates a builder of one document.
    public init(limits: DecodingLimits = .standard) {
        self.limits = limits
        mostValues = min(limits.nodes, limits.bytes)
        classKeys = .none
        scalarFlags = 0
        valueLimit = LongWork.checkpoint(behind: values, limit: mostValues)
    }

    /// Creates a builder of the document of a file in a format with these capabilities. In a format without classes, a
    /// dictionary that begins with the key `$class` and a text is an object.
    ///
    /// - Parameters:
    ///   - capabilities: The format's capabilities.
    ///   - conventions: The conventions of the file. The capabilities determine ``scalars`` and
    ///     ``FileConventions/hasNumerals``.
    ///   - limits: The limits on the document.
    ///   - escapesKeys: True if files of the format escape a dictionary's own first key `$class`, as `$$class`.
    public init(
        for capabilities: FormatCapabilities, _ conventions: FileConventions = FileConventions(),
        limits: DecodingLimits = .standard, escapesKeys: Bool = true
    ) {
        self.limits = limits
        mostValues = limits.nodes
        classKeys = capabilities.contains(.classes) ? .none : escapesKeys ? .escapable : .reserved
        if classKeys != .none { document.hasClassKey = false }
        scalarFlags = DocumentWord.mark
        document.conventions = conventions
        document.conventions.take(capabilities)
        valueLimit = LongWork.checkpoint(behind: values, limit: mostValues)
    }

    /// Appends a value that can't be read. The error is thrown when the value is decoded, and not before.
    public mutating func append(unreadable error: ModelError) throws(ModelError) {
        try begin(.unreadable)
        document.words.removeLast()
        document.append(unreadable: error, at: offset)
    }

    /// Appends a scalar that will be known later.
    ///
    /// - Returns: The argument for ``fill(_:with:)``.
    public mutating func appendLater() throws(ModelError) -> Int {
        try begin(.null, flags: DocumentWord.mark)
        return document.words.count - 1
    }

    /// Sets a scalar that was appended with ``appendLater()``. Call this after the root is complete.
    ///
    /// - Parameters:
    ///   - place: The result of ``appendLater()``.
    ///   - scalar: The scalar.
    public mutating func fill(_ place: Int, with scalar: ModelScalar) throws(ModelError) {
        guard frame.state == .done, !isFinished, document.words.indices.contains(place),
            case let word = document.word(at: place), word.tag == .null, word.isMarked
        else { throw ModelError.misuse("No value was left for later here.") }
        let index = document.words.count
        document.append(scalar)
        document.words[place] = DocumentWord(.moved, flags: DocumentWord.mark, at: index).bits
    }

    /// Sets the source, in which ``offset`` counts bytes.
    ///
    /// Text and data of ``bytesKept`` bytes or more aren't copied if they are appended as bytes in the source's memory:
    /// they stay there.
    ///
    /// - Parameters:
    ///   - source: The bytes that are read.
    ///   - isText: True if the source is text, so that errors and values have lines and columns. Then the document
    ///     keeps the source.
    public mutating func setSource(_ source: ByteSource?, isText: Bool = true) {
        // Each part of a file has the same source.
        guard !isFinished, !(isPart && memory === source) else { return }
        memory = source
        guard isText else { return }
        document.source = source
        // Most files need about this many words, and parts of them fewer.
        if let source, !isPart { document.words.reserveCapacity(source.count / 4) }
    }

    /// The least number of bytes of text or data that stay in the memory of the source.
    public static var bytesKept: Int { 1 << 16 }

    /// True before the first value.
    package var isEmpty: Bool { values == 0 }

    /// The number of open containers.
    @inlinable
    public var depth: Int { frames.depth &- scopes &+ outerDepth }

    // MARK: Containers

    /// Begins an array or a set.
    ///
    /// - Parameters:
    ///   - kind: The kind: an array, a set or an ordered set.
    ///   - number: The number by which references identify the container, from 0 on, different for each container.
    ///     Nil if no reference refers to the container.
    public mutating func beginArray(_ kind: ModelArrayKind = .array, number: Int? = nil) throws(ModelError) {
        try open(DocumentTag(kind), .value, number: number)
    }

    /// Begins a dictionary whose keys are text. Call `key(_:)` before each value.
    public mutating func beginDictionary(number: Int? = nil) throws(ModelError) {
        try open(.object, .key, number: number)
    }

    /// Begins a dictionary whose keys are any values. Append keys and values in turn.
    public mutating func beginValueDictionary(number: Int? = nil) throws(ModelError) {
        try open(.dictionary, .value, number: number)
        if classKeys == .escapable { frame.first = .escapeClassKey }
    }

    /// Begins an object. Call `key(_:)` before each value.
    ///
    /// - Parameters:
    ///   - codedClass: The object's class.
    ///   - number: As in ``beginArray(_:number:)``.
    ///   - isExpected: True if readers know this class without reading it from the file.
    public mutating func beginObject(
        _ codedClass: CodedClass, number: Int? = nil, isExpected: Bool = false
    ) throws(ModelError) {
        let shape = try shape(of: codedClass)
        try open(.object, .key, number: number, flags: isExpected ? DocumentWord.mark : 0)
        frame.shape = shape
    }

    /// Returns the shape that a class's objects have before they get keys. For a class without a name, returns the
    /// shape of a dictionary without keys.
    @inlinable
    @inline(__always)
    package func shape(of codedClass: CodedClass) throws(ModelError) -> Int {
        codedClass.name.isEmpty ? DocumentShapes.empty : try shape(ofTerms: codedClass)
    }

    /// Begins an object of the class with this name in the file. Objects with one name have one class.
    public mutating func beginObject(named name: String, number: Int? = nil) throws(ModelError) {
        try beginObject(try classes.codedClass(named: name), number: number)
    }

    /// Ends the container that was begun last: an array, a set, a dictionary or an object.
    ///
    /// - Throws: `invalidCoding` if nothing is open, or a key has no value; `duplicateKey` if a dictionary whose keys
    ///   are any values has a key twice.
    public mutating func end() throws(ModelError) {
        guard frame.tag != .null else { throw ModelError.misuse("Something was ended that wasn't begun.") }
        guard !frame.isModel else { throw ModelError.misuse("Something was ended that other code began.") }
        try closeFrame()
    }

    /// Omits the value of the key that was set last, because the property is nil. Readers of the document don't see
    /// the key. The object's list of keys contains it.
    package mutating func appendAbsent() throws(ModelError) {
        guard frame.state == .keyed else { throw ModelError.misuse("Nothing was left out.") }
        // It doesn't count as a value. Their number is limited by the keys that classes have.
        values &-= 1
        try begin(.absent)
    }

    /// Appends a reference to a container by its number. The container may come later.
    ///
    /// - Parameters:
    ///   - number: The container's number.
    ///   - isWeak: True for a reference that doesn't keep the container in the document: if nothing else refers to
    ///     the container, the reference is omitted.
    ///   - isExpected: As in ``beginObject(_:number:isExpected:)``.
    public mutating func appendReference(to number: Int, isWeak: Bool = false, isExpected: Bool = false)
        throws(ModelError)
    {
        hasReferences = true
        try begin(isWeak ? .weakReference : .reference, flags: isExpected ? DocumentWord.mark : 0)
        document.words.append(UInt64(truncatingIfNeeded: number))
        noteReference(to: number, isWeak: isWeak)
    }

    /// Records that a reference refers to a container. The container may come later.
    package mutating func noteReference(to number: Int, isWeak: Bool = false) {
        let target = document.target(number)
        if target >= 0 {
            document.words[target] |= DocumentWord.shared
        } else if !isWeak {
            document.isUnordered = true
        }
    }

    /// Returns true if a container with the number was begun. Returns false if only references have the number, or if
    /// nothing has it.
    public func hasContainer(_ number: Int) -> Bool { document.target(number) >= 0 }

    /// True if `key(_:)` or `end()` has to come next: directly in an object, or in a dictionary whose keys are text.
    @inlinable
    public var expectsKey: Bool { if case .key = frame.state { true } else { false } }

    // MARK: The whole

    /// Finishes the document and returns it. Nothing can be appended afterwards.
    ///
    /// - Throws: `invalidCoding` if something is open, or there is no value; `corruptData` if the container of a
    ///   reference that isn't weak is missing.
    public mutating func finish() throws(ModelError) -> ModelDocument {
        guard frame.state == .done, frames.depth == 0, !isFinished else {
            throw ModelError.misuse(
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

    // MARK: Parts

    /// Begins a part: a value of a file whose other values are read directly. The part follows the parts that the
    /// document has already. It is a root, even if it is inside containers of the file.
    ///
    /// - Parameters:
    ///   - limits: The limits on the file.
    ///   - depth: The number of levels around the part.
    ///   - values: The number of values that were read before.
    package mutating func beginPart(_ limits: DecodingLimits, depth: Int, values: Int) {
        self.limits = limits
        mostValues = limits.nodes
        self.values = values
        valueLimit = LongWork.checkpoint(behind: values, limit: mostValues)
        isPart = true
        begin(at: depth, Frame())
    }

    /// Ends a part. Returns the number of values that were read so far, including the values before the part.
    package mutating func endPart() throws(ModelError) -> Int {
        try requireEnd()
        if hasReferences { try document.resolve() }
        if classKeys == .escapable { document.appendClassNames() }
        return values
    }

    /// Empties the document, and begins a document with the same classes. It consists of the value of one key, which
    /// may be omitted.
    ///
    /// - Parameter depth: The number of levels around the value.
    package mutating func restart(depth: Int) {
        document.removeValues()
        var first = Frame()
        first.state = .keyed
        (values, byteCount, hasReferences, isFinished) = (0, 0, false, false)
        if !longValues.isEmpty { longValues = [:] }
        whole = nil
        scalarFlags = 0
        begin(at: depth, first)
    }

    /// Ends the value that ``restart(depth:)`` began. Containers that its references refer to may follow.
    package mutating func endMember() throws(ModelError) {
        guard frame.state == .key else { throw ModelError.misuse("There is no value.") }
        frame.state = .done
        try requireEnd()
    }

    /// Returns the document of the value that ``restart(depth:)`` began. It is valid until `restart(depth:)` is
    /// called again. Returns nil if the key is omitted.
    package mutating func member() throws(ModelError) -> ModelDocument? {
        if let whole { return whole }
        if hasReferences { try document.resolve() }
        return document.word(at: document.root).tag == .absent ? nil : ModelDocument(document)
    }

    private mutating func begin(at depth: Int, _ first: Frame) {
        frames.pop(to: 0)
        frame = first
        if !manyKeys.isEmpty { manyKeys = [] }
        (scopes, outerDepth) = (0, depth)
    }

    private func requireEnd() throws(ModelError) {
        guard frame.state == .done, frames.depth == 0, !isFinished else {
            throw ModelError.misuse("An array, a dictionary or an object was left open.")
        }
    }

    /// Counts a value, advances past it, and appends its first word. Throws the errors of `take()`.
    @inlinable
    @inline(__always)
    package mutating func begin(_ tag: DocumentTag, flags: UInt64 = 0) throws(ModelError) {
        try take()
        document.words.append(head(tag, flags))
    }

    /// Returns a value's first word, which contains its tag, its flags and its offset in the source.
    @inlinable
    @inline(__always)
    package func head(_ tag: DocumentTag, _ flags: UInt64) -> UInt64 { DocumentWord(tag, flags: flags | place).bits }

    /// Counts a value, and advances past it. Throws if there are too many values, or if no value may come at this
    /// position.
    @inlinable
    @inline(__always)
    package mutating func take() throws(ModelError) {
        if values >= valueLimit { try passCheckpoint(values &+ 1) }
        values &+= 1
        try takePlace()
    }

    /// Advances past a value. Throws `invalidCoding` if no value may come at this position.
    @inlinable
    @inline(__always)
    mutating func takePlace() throws(ModelError) {
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

    /// Passes a checkpoint, so that up to `count` values may be appended.
    @inline(never)
    @usableFromInline package mutating func passCheckpoint(_ count: Int) throws(ModelError) {
        guard count <= mostValues else {
            values = max(values, mostValues)
            throw tooMany()
        }
        try LongWork.check()
        valueLimit = LongWork.checkpoint(behind: count, limit: mostValues)
    }

    @inline(never)
    @usableFromInline package func tooMany() -> ModelError {
        values < limits.nodes ? ModelError.tooLarge(limits.bytes) : ModelError.tooMany(limits.nodes)
    }

    @inline(never)
    @usableFromInline func missingKey() -> ModelError {
        ModelError.misuse(frame.state == .done ? "A second root was given." : "A value was given without a key.")
    }

    @usableFromInline package mutating func open(
        _ tag: DocumentTag, _ state: Frame.State, number: Int?, flags: UInt64 = 0
    ) throws(ModelError) {
        guard depth < limits.depth else { throw ModelError.tooDeep(limits, at: depth) }
        // Checked first, because words that were appended can't be taken back.
        if let number { try document.check(number) }
        try take()
        let start = document.words.count
        // The second word gets the count or the shape, the third the number of words, both at the end.
        document.words.append(head(tag, flags), UInt64(truncatingIfNeeded: (number ?? -1) &+ 1) << 32, 0)
        if let number {
            document.define(number, at: start)
            // A later part may refer to it.
            if isPart { document.words[start] |= DocumentWord.shared }
        }
        frames.push(Frame(state: state, tag: tag, start: start))
    }

    @usableFromInline mutating func closeFrame() throws(ModelError) {
        guard frame.state != .keyed, frame.tag != .dictionary || frame.count & 1 == 0,
            !frame.hasAllKeys || frame.count == document.shapes.count(of: frame.shape)
        else { throw ModelError.misuse("A key was given without a value, or a value without a key.") }
        let low = frame.tag == .object ? frame.shape : frame.tag == .dictionary ? frame.count / 2 : frame.count
        if frame.tag == .dictionary { try checkKeys() }
        // The key `$class` named no class, because no text followed it.
        if frame.first == .nameClass { document.hasClassKey = true }
        // The other half of the word is the container's number.
        guard low <= UInt32.max else { throw ModelError.tooMany(Int(UInt32.max)) }
        document.words[frame.start + 1] |= UInt64(low)
        document.words[frame.start + 2] = UInt64(document.words.count - frame.start)
        if frame.hasManyKeys { manyKeys.removeLast() }
        frames.pop()
    }

    /// Throws `duplicateKey` if the dictionary that ends has the same scalar as a key twice. The time is linear in
    /// its size.
    private mutating func checkKeys() throws(ModelError) {
        var keys = KeySet()
        var place = frame.start + 3
        var checkpoints = LongWork.Checkpoints()
        for _ in 0..<frame.count / 2 {
            guard checkpoints.mayGoOn() else { throw ModelError.cancelled }
            let tag = document.word(at: place).tag
            if !tag.isContainer, tag != .reference, tag != .weakReference {
                let index = document.resolved(place)
                // Long keys count as several values, as in `addKey`.
                values &+= document.work(at: index) >> 3
                if values > valueLimit { try passCheckpoint(values) }
                if frame.count > 2, let key = document.scalar(at: index), !keys.insert(key) {
                    throw ModelError.duplicateKey(ScalarConversion.keyText(key) ?? "\(key)")
                }
            }
            place += document.size(at: place)
            place += document.size(at: place)
        }
    }
}
