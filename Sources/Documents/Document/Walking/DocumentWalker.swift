import FormatSupport

/// A cursor that goes through a document's values, from the outside in, without recursion. The writer of a format uses
/// it.
///
/// The writer of a format receives a walker that lowers values to the format's capabilities.
///
/// ```swift
/// while let step = try walker.next() {
///     switch step {
///     case .key: text += walker.text + "="
///     case .string: text += walker.text
///     …
///     }
/// }
/// ```
///
/// It is one structure because every step reads the position, the frame and the lowered value together: a writer
/// takes most of its time here. State with separate rules is in separate types: the frames, the keys of a shape and
/// the repetitions. The lowering of scalars is a function.
public struct DocumentWalker: ~Copyable {
    /// One step through a document: a value, a key, or the beginning or the end of a container.
    public enum Step {
        case null
        case bool(Bool)
        case int64(Int64)
        case uint64(UInt64)
        case float(Float)
        case double(Double)
        case date(Date)
        /// A text, which ``DocumentWalker/text`` and ``DocumentWalker/withBytes(_:)`` return.
        case string
        /// Data, which ``DocumentWalker/withBytes(_:)`` returns.
        case data
        /// A decimal, a URL, a UUID, a UID or geometry, which ``DocumentWalker/scalar`` returns. For a format with
        /// ``FormatCapabilities/longNumbers``, it may also be a number of many digits, which
        /// ``DocumentWalker/numeral`` returns.
        case other
        case beginArray(ModelArrayKind, count: Int)
        /// A dictionary whose keys are text: ``key`` comes before each value.
        case beginDictionary
        /// A dictionary whose keys are any values: keys and values come in turn.
        case beginValueDictionary(count: Int)
        /// An object of the class ``DocumentWalker/codedClass``: ``key`` comes before each value.
        case beginObject
        /// The key of the value that comes next. ``DocumentWalker/text`` and ``DocumentWalker/withBytes(_:)`` return
        /// the key, and ``DocumentWalker/keyNumber`` its number.
        case key
        /// A reference to the container with the given number.
        case reference(Int)
        /// The end of the innermost open container.
        case end
    }

    /// Lowers a scalar to the capabilities of a format. `isProperty` is true for a value of an object's property.
    typealias Lowering = (_ scalar: ModelScalar, _ isProperty: Bool) throws(ModelError) -> ModelScalar

    /// True to sort the members of objects, and the entries of dictionaries whose keys are written as text, by the
    /// bytes of their keys. Set it before the first step.
    public var sortsKeys = false

    /// True if the keys of properties that are nil are visited, too, with null as their value: for a format with
    /// ``FormatCapabilities/sharedKeys``.
    @usableFromInline let visitsAbsent: Bool
    /// True if the writer needs the number of an object's members when the object begins.
    @usableFromInline let countsMembers: Bool

    /// The conventions of the file to write. They are initially the provider's ``FormatProvider/conventions(of:)``.
    /// Only the styles of keys and dates are used. Set them before the first step.
    public var conventions = FileConventions() {
        // Keys will be added to the shapes, and the document must not change.
        didSet { if conventions.keyStyle != nil { ownShapes() } }
    }

    /// The document, before lowering.
    public let document: ModelDocument
    /// The content of the document. It doesn't change while the walker exists.
    package let content: ModelDocument.Content
    @usableFromInline private(set) var words: WordBuffer.View
    let capabilities: FormatCapabilities
    let lowering: Lowering
    @usableFromInline let repeatsShared: Bool
    let namesClasses: Bool
    @usableFromInline package private(set) var limits: DecodingLimits
    private let isPassedByAddress = PassedByAddress()
    /// The containers that are open. The first frame belongs to the root.
    @usableFromInline package var frames = FrameStack(Frame())
    @inlinable
    package var frame: Frame {
        @inline(__always) _read { yield frames.top }
        @inline(__always) _modify { yield &frames.top }
    }
    @usableFromInline package var values = 0
    /// The number of values at the next checkpoint, or the limit on values if that is lower.
    @usableFromInline package private(set) var valueLimit: Int
    /// The indexes of the open containers that references refer to.
    private var openShared: Set<Int> = []
    /// The containers and long texts that were visited more than once.
    var repetitions = Repetitions()
    /// True for a writer that stores a long text once, even if the document contains it more than once: see
    /// ``repeatedNumber``. False for a writer that writes the text at each occurrence. Then each occurrence counts
    /// towards a limit. Set it before the first step.
    public var sharesLongText = true
    /// True for a writer that stores long data once, as ``sharesLongText`` does for text.
    public var sharesLongData = true
    /// The long scalars that the document contains more than once, by their indexes.
    var sharedScalars: [Int: ModelScalar] = [:]
    package var shapes: DocumentShapes
    package var entered = DocumentShapes.Cache<Keys>()
    /// The numbers of the keys of the shapes that were visited, one shape after the other.
    @usableFromInline package var keyNumbers = Stack<Int32>()
    /// For each open dictionary whose keys are converted to text: its keys so far. The innermost dictionary is last.
    var textKeys: [Set<ExactText>] = []
    /// For each open container whose keys are sorted: its remaining members, with the next member last. The innermost
    /// container is last.
    package var sorted: [[Member]] = []
    /// For each open container whose contents were replaced with ``visit(_:)``: the indexes of its remaining values,
    /// with the next value last. The innermost container is last.
    package var replacements: [[Int]] = []
    /// True if the document contains only some values of a file. The root then names its class like any other object.
    @usableFromInline var isPart = false
    /// True if `lowered` replaces the value or the key that was read last.
    @usableFromInline var isLowered = false
    var lowered = ModelScalar.null
    /// The number of the key that names a class, and the class whose name is in `lowered`. The number is -1 until it
    /// is needed.
    @usableFromInline package var classKey = -1
    var loweredClass: CodedClass?

    /// The index of the value that was read last. `slot` is its index in its container. `index` is its index after
    /// references were followed.
    @usableFromInline package var slot = 0
    @usableFromInline package var index = 0

    /// The list of the keys of a shape, as the file contains them. It begins at the position `start` of `keyNumbers`.
    package struct Keys {
        package var start: Int
        /// True if one of the keys could be mistaken for the key that names a class.
        var mayNameClass = false
        /// The number of words of 8 bytes of the long keys. The writer repeats these keys for each object.
        var longWords = 0
    }

    /// A member of a container that is visited in the order of its keys.
    package struct Member {
        package var key: String
        /// The number of the key. Nil if the key was converted to text.
        package var number: Int?
        /// The number of values or keys up to this member, in the document's own order.
        package var count: Int
        package var place: Int
    }

    @usableFromInline
    package struct Frame: BitwiseCopyable {
        @usableFromInline
        package enum Kind: UInt8, BitwiseCopyable {
            /// A key, the value of a key, or an element comes next. These are the most frequent cases.
            case keys, value, elements
            case root
            /// The next step is the key that names an object's class, or the class's name.
            case classKey, className
            /// The next step is a key of a dictionary whose keys are converted to text, or the value of such a key.
            case textKey, textKeyValue
            /// The next step is a key of a dictionary whose keys are any values, or the value of such a key. Text
            /// keys may be escaped.
            case valueKey, keyedValue
            /// The next step is a key in the order of all keys, or the value of such a key.
            case sortedKey, sortedValue
            /// The next step is a value that was passed to ``visit(_:)``.
            case replacement
        }
        @usableFromInline package var kind = Kind.root
        /// The indexes of the container, of its next value, and of its end. After a key was read, the next value is
        /// the value of the key.
        @usableFromInline package var start = 0
        @usableFromInline package var next = ModelDocument.Content.firstValue
        @usableFromInline package var end = ModelDocument.Content.firstValue + 1
        /// The number of values or keys that were visited.
        @usableFromInline package var count = 0
        /// The position in `keyNumbers` at which the container's keys begin.
        @usableFromInline package var keys = 0
        /// True if the first key could be mistaken for the key that names a class. Then all keys that look like the
        /// key of a class are escaped.
        @usableFromInline package var escapesKeys = false
        var hasEscaped = false
    }

    /// Creates a walker in front of a document's root.
    ///
    /// - Parameters:
    ///   - capabilities: The kinds of values that aren't lowered.
    ///   - limits: The limits for the depth and for the number of values. Each visit of a shared container counts.
    ///   - lowering: Lowers scalars that the capabilities don't include.
    init(
        _ document: ModelDocument, capabilities: FormatCapabilities, limits: DecodingLimits,
        lowering: @escaping Lowering
    ) {
        let ordered = document.inOrder
        content = ordered.content
        words = ordered.content.words.view
        shapes = ordered.content.shapes
        self.document = ordered
        self.capabilities = capabilities
        self.lowering = lowering
        self.limits = limits
        valueLimit = LongWork.checkpoint(behind: 0, limit: limits.nodes)
        repeatsShared = !capabilities.contains(.identity)
        namesClasses = !capabilities.contains(.classes)
        visitsAbsent = capabilities.contains(.sharedKeys)
        countsMembers = !capabilities.contains(.uncountedMembers)
    }

    /// Returns to the front of the document's root, after the document was filled with other values, which may have
    /// other keys.
    ///
    /// - Parameter limits: The limits for the depth and for the number of values.
    /// - Returns: False if the walker can't visit the new values.
    mutating func restart(_ other: ModelDocument, limits: DecodingLimits) -> Bool {
        guard other.content === content, other.rootIndex == ModelDocument.Content.firstValue, !content.isUnordered,
            // Copied shapes have none of the new keys.
            shapes === content.shapes
        else { return false }
        words = content.words.view
        self.limits = limits
        frames.pop(to: 0)
        frame = Frame()
        values = 0
        valueLimit = LongWork.checkpoint(behind: 0, limit: limits.nodes)
        isLowered = false
        loweredClass = nil
        repetitions = Repetitions()
        if !openShared.isEmpty { openShared = [] }
        if !sharedScalars.isEmpty { sharedScalars = [:] }
        return true
    }

    /// The number of open containers.
    public var depth: Int { frames.depth }

    /// Moves to the next value, key or end. Returns nil after the root.
    ///
    /// - Throws: `cycle`, `depthExceeded` and `nodesExceeded`; `unrepresentableValue` and `duplicateKey` for values and
    ///   keys that can't be lowered.
    @inlinable
    @inline(__always)
    public mutating func next() throws(ModelError) -> Step? {
        isLowered = false
        switch frame.kind {
        case .keys:
            guard frame.next < frame.end else { return leave() }
            slot = frame.next
            let tag = words[slot].tag
            if tag == .absent || tag == .weakReference || frame.escapesKeys { return nextRareKey() }
            frame.count &+= 1
            frame.kind = .value
            return .key
        case .value: frame.kind = .keys
        case .elements:
            guard frame.next < frame.end else { return leave() }
            slot = frame.next
            frame.count &+= 1
        default: return try nextLowered()
        }
        if values >= valueLimit { try passCheckpoint() }
        values &+= 1
        index = slot
        let word = words[slot]
        switch word.tag {
        case .string where !word.isShared:
            frame.next = slot &+ words.textSize(at: slot &+ 1) &+ 1
            return .string
        case .int64:
            frame.next = slot &+ 2
            return .int64(Int64(bitPattern: words[slot &+ 1].bits))
        case .double:
            let value = Double(bitPattern: words[slot &+ 1].bits)
            guard value.isFinite else { return try nextRareValue() }
            frame.next = slot &+ 2
            return .double(value)
        case .no:
            frame.next = slot &+ 1
            return .bool(false)
        case .yes:
            frame.next = slot &+ 1
            return .bool(true)
        case .array, .object:
            frame.next = slot &+ Int(truncatingIfNeeded: words[slot &+ 2].bits)
            return try enter()
        default: return try nextRareValue()
        }
    }

    /// Passes a checkpoint, so that one more value may be visited.
    @usableFromInline
    @inline(never)
    package mutating func passCheckpoint() throws(ModelError) {
        guard values < limits.nodes else { throw ModelError.tooMany(limits.nodes) }
        try LongWork.check()
        valueLimit = LongWork.checkpoint(behind: values, limit: limits.nodes)
    }

    @inline(__always)
    package mutating func moveToNext() {
        slot = frame.next
        frame.next &+= content.size(at: slot)
        frame.count &+= 1
    }

    /// Returns the step of a value that isn't of one of the most frequent kinds.
    @usableFromInline
    @inline(never)
    mutating func nextRareValue() throws(ModelError) -> Step {
        frame.next = slot &+ content.size(at: slot)
        return try countedStep()
    }

    /// Moves to the next key with a value. Skips properties that are nil, and weak references to values that don't
    /// exist.
    @usableFromInline
    @inline(never)
    mutating func nextRareKey() -> Step? {
        while frame.next < frame.end {
            slot = frame.next
            frame.count &+= 1
            if !isLeftOut {
                frame.kind = .value
                if frame.escapesKeys { escapeKey() }
                return .key
            }
            frame.next &+= content.size(at: slot)
        }
        return leave()
    }

    /// Returns the number of the key that was read last in a container.
    @inlinable
    @inline(__always)
    package func keyNumber(_ frame: Frame) -> Int { Int(keyNumbers[frame.keys &+ frame.count &- 1]) }

    @inline(__always)
    package var isLeftOut: Bool { isLeftOut(at: slot) }

    @inline(__always)
    private func isLeftOut(at slot: Int) -> Bool {
        let tag = content.word(at: slot).tag
        guard tag == .absent || tag == .weakReference else { return false }
        if visitsAbsent, shapes.classNumber(of: content.low(at: frame.start)) >= 0 { return false }
        return tag == .absent || tag == .weakReference && (repeatsShared || content.isMissing(at: slot))
    }

    /// The number of members of the dictionary that was begun last, including the key that names a class. The time is
    /// linear in this number.
    public var memberCount: Int {
        guard content.word(at: frame.start).tag == .object else { return content.low(at: frame.start) }
        var (place, count) = (frame.start + 3, frame.kind == .classKey ? 1 : 0)
        while place < frame.end {
            if !isLeftOut(at: place) { count += 1 }
            place += content.size(at: place)
        }
        return count
    }

    /// Skips the rest of the container that was begun last, and its end.
    public mutating func skipContainer() {
        switch frame.kind {
        case .replacement: replacements.removeLast()
        case .sortedKey: sorted.removeLast()
        case .textKey: textKeys.removeLast()
        default: break
        }
        _ = leave()
    }

    /// Skips the value of the key that was read last.
    public mutating func skipMember() {
        switch frame.kind {
        case .value:
            frame.next &+= content.size(at: slot)
            frame.kind = .keys
        case .sortedValue: frame.kind = .sortedKey
        case .textKeyValue:
            moveToNext()
            frame.kind = .textKey
        default: break
        }
    }

    /// Continues with the container that the last reference refers to, as if the document contained the container and
    /// not the reference.
    ///
    /// - Returns: The step that begins the container.
    /// - Throws: The errors of ``next()``; `invalidCoding` if the last step was no reference.
    public mutating func follow() throws(ModelError) -> Step {
        let target = content.resolved(index)
        guard target != index else { throw ModelError.misuse("No reference was met that leads anywhere.") }
        index = target
        return try enter()
    }

    /// Replaces the contents of the container that was begun last. The next steps are other values of the document.
    public mutating func visit(_ values: [ModelDocument.Value]) {
        frame.kind = .replacement
        replacements.append(values.reversed().map(\.index))
    }

    @inlinable
    @inline(__always)
    package mutating func leave() -> Step {
        if repeatsShared, words[frame.start].isShared { leaveShared() }
        frames.pop()
        return .end
    }

    @usableFromInline
    @inline(never)
    mutating func leaveShared() { openShared.remove(frame.start) }

    package mutating func step() throws(ModelError) -> Step {
        if values >= valueLimit { try passCheckpoint() }
        values &+= 1
        index = slot
        return try countedStep()
    }

    /// Returns the step of the value at `index`, or of the value that a reference at `index` refers to.
    private mutating func countedStep() throws(ModelError) -> Step {
        while true {
            let word = content.word(at: index)
            switch word.tag {
            case .absent, .null: return capabilities.contains(.null) ? .null : try lowerScalar()
            case .no: return .bool(false)
            case .yes: return .bool(true)
            case .int64: return .int64(Int64(bitPattern: content.words[index + 1]))
            case .uint64: return .uint64(content.words[index + 1])
            case .float:
                let value = Float(bitPattern: UInt32(truncatingIfNeeded: content.words[index + 1]))
                return !capabilities.isDisjoint(with: [.floats, .numerals])
                    && (value.isFinite || capabilities.contains(.nonFinite))
                    ? .float(value) : try lowerScalar()
            case .double:
                let value = Double(bitPattern: content.words[index + 1])
                return value.isFinite || capabilities.contains(.nonFinite) ? .double(value) : try lowerScalar()
            case .numeral: return capabilities.contains(.longNumbers) ? .other : try lowerScalar()
            case .date:
                guard capabilities.contains(.exactDates) else { return try lowerScalar() }
                return .date(Date(timeIntervalSinceReferenceDate: Double(bitPattern: content.words[index + 1])))
            case .string:
                if word.isShared { lower(to: sharedScalar()) }
                return .string
            case .data:
                guard capabilities.contains(.data), !capabilities.contains(.archives) else { return try lowerScalar() }
                if word.isShared { lower(to: sharedScalar()) }
                return .data
            case .uid:
                return capabilities.contains(.uids) || capabilities.contains(.typedScalars)
                    ? .other : try lowerScalar()
            case .decimal, .url, .uuid, .point, .size, .rect, .range, .indexSet, .transform:
                return capabilities.contains(.typedScalars) || numeral != nil ? .other : try lowerScalar()
            case .array, .set, .orderedSet, .dictionary, .object: return try enter()
            case .reference, .weakReference:
                let target = content.resolved(index)
                // The reference becomes a null if it is weak and its container is missing, or if it is weak and the
                // writer repeats containers.
                guard target != index, !(repeatsShared && word.tag == .weakReference && visitsAbsent) else {
                    return capabilities.contains(.null) ? .null : try lowerScalar()
                }
                guard repeatsShared else { return .reference(Int(truncatingIfNeeded: content.words[index + 1])) }
                index = target
                try repetitions.countContainer(at: index, in: content)
            case .moved:
                index = word.offset ?? index
                try countRepeatedText(at: index)
            case .instance where isPart: return .reference(~Int(truncatingIfNeeded: content.words[index + 1]))
            case .unreadable, .instance:
                throw content.error(at: index) ?? ModelError(.corruptData, "A value can't be read.")
            }
        }
    }

    @usableFromInline
    package mutating func enter() throws(ModelError) -> Step {
        guard frames.depth < limits.depth else { throw ModelError.tooDeep(limits, at: frames.depth) }
        let word = content.word(at: index)
        if word.isShared, repeatsShared, !openShared.insert(index).inserted {
            throw ModelError(
                .cycle, "An array, a dictionary or an object contains itself, which this format can't hold.")
        }
        let isExpected = isExpected
        frames.push(
            Frame(kind: .elements, start: index, next: index &+ 3, end: index &+ Int(content.words[index &+ 2])))
        let low = content.low(at: index)
        if let kind = word.tag.arrayKind {
            return .beginArray(capabilities.contains(.sets) ? kind : .array, count: low)
        }
        guard word.tag == .object else { return try enterValueDictionary(low) }
        frame.kind = .keys
        let keys = if let known = entered[low] { known } else { try enterShape(low) }
        if keys.longWords > 0 { try repetitions.countText(words: keys.longWords, in: content) }
        frame.keys = keys.start
        guard shapes.classNumber(of: low) >= 0 else {
            frame.escapesKeys = namesClasses && keys.mayNameClass
            if sortsKeys { try sortMembers() }
            return .beginDictionary
        }
        guard namesClasses else {
            if sortsKeys { try sortMembers() }
            return .beginObject
        }
        // Readers of the file know the root's class, unless the format stores it like any other class.
        let isKnown = isExpected || (frames.depth == 1 && !isPart && !capabilities.contains(.rootClass))
        if (isKnown && !capabilities.contains(.everyClass)) || (codedClass?.name ?? "").isEmpty {
            frame.escapesKeys = keys.mayNameClass
        } else {
            frame.kind = .classKey
        }
        if sortsKeys || frame.escapesKeys { try sortMembers() }
        return .beginDictionary
    }

    private mutating func enterValueDictionary(_ count: Int) throws(ModelError) -> Step {
        guard capabilities.contains(.valueKeys) else {
            frame.kind = .textKey
            textKeys.append([])
            if sortsKeys { try sortMembers() }
            return .beginDictionary
        }
        if namesClasses { frame.kind = .valueKey }
        return .beginValueDictionary(count: count)
    }
}
