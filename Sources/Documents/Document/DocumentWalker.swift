import FormatSupport
import Foundation

/// Goes through a document's values, from the outside in: what a format's writer does. Doesn't recurse.
///
/// A format's writer is handed one that puts what the format can't hold in plainer terms on the way.
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
public struct DocumentWalker: ~Copyable {
    /// What comes next.
    public enum Step {
        case null
        case bool(Bool)
        case int64(Int64)
        case uint64(UInt64)
        case float(Float)
        case double(Double)
        case date(Date)
        /// Text: see ``DocumentWalker/text`` and ``DocumentWalker/withBytes(_:)``.
        case string
        /// Data: see ``DocumentWalker/withBytes(_:)``.
        case data
        /// A decimal, a URL, a UUID, a UID or a value of Foundation's: see ``DocumentWalker/scalar``.
        case other
        case beginArray(ModelArrayKind, count: Int)
        /// A dictionary whose keys are text: ``key`` comes before each value.
        case beginDictionary
        /// A dictionary whose keys are any values: they and what they stand for come in turn.
        case beginValueDictionary(count: Int)
        /// An object, of the class that ``DocumentWalker/codedClass`` says: ``key`` comes before each value.
        case beginObject
        /// The key of the value that comes next: see ``DocumentWalker/text``, ``DocumentWalker/withBytes(_:)`` and
        /// ``DocumentWalker/keyNumber``.
        case key
        /// A container that stands elsewhere too: the one with that number.
        case reference(Int)
        /// The end of what was begun last.
        case end
    }

    /// Puts a scalar in plainer terms, which may be a property's.
    package typealias Lowering = (_ scalar: ModelScalar, _ isProperty: Bool) throws(ModelError) -> ModelScalar

    /// True to have the members of objects, and the entries of dictionaries with text keys, in the order of their keys'
    /// bytes; to be set before the first step.
    public var sortsKeys = false

    /// True to have the keys of objects' properties that are nil too, with a null: for formats whose objects of a class
    /// share a list of keys; to be set before the first step.
    public var visitsAbsent = false

    /// How the file is to say what it holds, of which the style of keys and that of dates count: at first as the
    /// provider's ``FormatProvider/conventions(of:)``. To be set before the first step.
    public var conventions = FileConventions() {
        // Keys are added, and the document stays as it is.
        didSet { if conventions.keyStyle != nil { ownShapes() } }
    }

    /// What it goes through, as it is.
    public let document: ModelDocument
    /// Unchanged while the walker has it.
    package let content: ModelDocument.Content
    @usableFromInline package let words: WordBuffer.View
    private let capabilities: FormatCapabilities
    package let lowering: Lowering
    @usableFromInline package let repeatsShared: Bool
    package let namesClasses: Bool
    @usableFromInline package let limits: DecodingLimits
    private let isPassedByAddress = PassedByAddress()
    /// The containers that are open; the first frame is that of the root.
    @usableFromInline package var frames = FrameStack(Frame())
    @inlinable
    package var frame: Frame {
        @inline(__always) _read { yield frames.top }
        @inline(__always) _modify { yield &frames.top }
    }
    @usableFromInline package var values = 0
    /// The containers that are open, of those that references lead to.
    private var openShared: Set<Int> = []
    /// How many words the containers have that were repeated, and long text and data.
    package var (repeatedWords, repeatedTextWords) = (0, 0)
    /// True for a writer that stores a long text once, however many places the document has it in: see
    /// ``repeatedNumber``. False if it writes it in each place, which counts towards a limit. To be set before the
    /// first step.
    public var sharesLongText = true
    /// True for a writer that stores long data once: see ``sharesLongText``.
    public var sharesLongData = true
    /// The text and data that are in the memory of the source, and not in the document's words; nil until counted.
    package var distantTexts: DistantTexts?
    /// The long scalars that stand in several places.
    package var sharedScalars: [Int: ModelScalar] = [:]
    package var shapes: DocumentShapes
    package var entered = DocumentShapes.Cache<Keys>()
    /// The numbers of the keys of the shapes that were met.
    @usableFromInline package var keyNumbers = Stack<Int32>()
    /// The keys of the open dictionaries whose keys became text, innermost last.
    package var turnedKeys: [Set<ExactText>] = []
    /// What is still to come of the open dictionaries whose keys are sorted, innermost last, the next last.
    package var sorted: [[Member]] = []
    /// What is still to come of the containers whose contents were given, innermost last, the next last.
    package var given: [[Int]] = []
    /// What stands in the place of the value or the key that was met last, where that is so.
    @usableFromInline package var isLowered = false
    package var lowered = ModelScalar.null
    /// The number of the key that names a class; -1 until one comes. And of which class `lowered` is the name.
    @usableFromInline package var classKey = -1
    package var loweredClass: CodedClass?

    /// Where the value stands that was met last, as it is given and after references were followed.
    @usableFromInline package var slot = 0
    @usableFromInline package var index = 0

    /// Where the keys of a shape's objects begin in `keyNumbers`.
    package struct Keys {
        package var start: Int
        /// True where one of them would be taken for the key that names a class.
        package var mayNameClass = false
        /// How many words the long ones have, which a writer repeats for each object.
        package var longWords = 0
    }

    /// A member where it is known by its key.
    package struct Member {
        package var key: String
        /// Which key it is of the shape; nil where the key became text.
        package var number: Int?
        /// How many values or keys have come with it in the document's own order.
        package var count: Int
        package var place: Int
    }

    @usableFromInline
    package struct Frame: BitwiseCopyable {
        @usableFromInline
        package enum Kind: UInt8, BitwiseCopyable {
            /// A key comes next, its value, or an element: the way of most.
            case keys, value, elements
            case root
            /// The key that names an object's class comes next, or that name.
            case classKey, className
            /// A key comes next of a dictionary whose keys become text, or its value.
            case turnedKey, turnedValue
            /// A key comes next of a dictionary whose keys are any values, or the value of one, where text keys may be
            /// escaped.
            case valueKey, keyedValue
            /// A key comes next in the order of all, or its value.
            case sortedKey, sortedValue
            /// What comes next was given.
            case given
        }
        @usableFromInline package var kind = Kind.root
        /// Where the container stands, and where its next value does, or that of a key that has come.
        @usableFromInline package var start = 0
        @usableFromInline package var next = ModelDocument.Content.firstValue
        @usableFromInline package var end = ModelDocument.Content.firstValue + 1
        /// How many values or keys have come.
        @usableFromInline package var count = 0
        /// Where the keys begin in `keyNumbers`.
        @usableFromInline package var keys = 0
        /// True where the first key mustn't be taken for the one that names a class; then all keys like it are escaped.
        @usableFromInline package var escapesKeys = false
        package var hasEscaped = false
    }

    /// Stands before a document's root.
    ///
    /// - Parameters:
    ///   - capabilities: What comes as it is.
    ///   - limits: How deep and how many values, each reading of a shared container counted.
    ///   - lowering: What puts scalars in plainer terms that aren't among the capabilities.
    package init(
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
        repeatsShared = !capabilities.contains(.identity)
        namesClasses = !capabilities.contains(.classes)
    }

    /// How many containers are open.
    public var depth: Int { frames.depth }

    /// Moves to the next value, key or end; nil behind the root.
    ///
    /// - Throws: `cycle`, `depthExceeded` and `nodesExceeded`; `unrepresentableValue` and `duplicateKey` for what has
    ///   no plainer terms.
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
        guard values < limits.nodes else { throw tooMany() }
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

    @usableFromInline
    @inline(never)
    package func tooMany() -> ModelError { ModelError.tooMany(limits.nodes) }

    @inline(__always)
    package mutating func moveToNext() {
        slot = frame.next
        frame.next &+= content.size(at: slot)
        frame.count &+= 1
    }

    /// A value that isn't among the most frequent.
    @usableFromInline
    @inline(never)
    package mutating func nextRareValue() throws(ModelError) -> Step {
        frame.next = slot &+ content.size(at: slot)
        return try countedStep()
    }

    /// A member without a value is passed over: a property that is nil, or a weak reference to what isn't there.
    @usableFromInline
    @inline(never)
    package mutating func nextRareKey() -> Step? {
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

    /// The number of the key that was met last in a container.
    @inlinable
    @inline(__always)
    package func keyNumber(_ frame: Frame) -> Int { Int(keyNumbers[frame.keys &+ frame.count &- 1]) }

    @inline(__always)
    package var isLeftOut: Bool {
        let tag = content.word(at: slot).tag
        guard tag == .absent || tag == .weakReference else { return false }
        if visitsAbsent, shapes.classNumber(of: content.low(at: frame.start)) >= 0 { return false }
        return tag == .absent || tag == .weakReference && (repeatsShared || content.isAbsent(slot))
    }

    /// Passes over the rest of the container that was begun last, with its end.
    public mutating func skipContainer() {
        switch frame.kind {
        case .given: given.removeLast()
        case .sortedKey: sorted.removeLast()
        case .turnedKey: turnedKeys.removeLast()
        default: break
        }
        _ = leave()
    }

    /// Passes over the value of the key that was met last.
    public mutating func skipMember() {
        switch frame.kind {
        case .value:
            frame.next &+= content.size(at: slot)
            frame.kind = .keys
        case .sortedValue: frame.kind = .sortedKey
        case .turnedValue:
            moveToNext()
            frame.kind = .turnedKey
        default: break
        }
    }

    /// Goes on with the container that the reference leads to which was met last, as if it stood there.
    ///
    /// - Returns: What begins it.
    /// - Throws: As ``next()``.
    public mutating func follow() throws(ModelError) -> Step {
        let target = content.resolved(index)
        guard target != index else { throw DocumentBuilder.misuse("No reference was met that leads anywhere.") }
        index = target
        return try enter()
    }

    /// Goes through other values of the document in the place of those of the container that was begun last.
    public mutating func visit(_ values: [ModelDocument.Value]) {
        frame.kind = .given
        given.append(values.reversed().map(\.index))
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
    package mutating func leaveShared() { openShared.remove(frame.start) }

    package mutating func step() throws(ModelError) -> Step {
        guard values < limits.nodes else { throw tooMany() }
        values &+= 1
        index = slot
        return try countedStep()
    }

    /// What stands at the index, or where that leads.
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
            case .numeral:
                guard case .double(let value)? = content.scalar(at: index) else { return .null }
                return .double(value)
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
                return capabilities.contains(.typedScalars) ? .other : try lowerScalar()
            case .array, .set, .orderedSet, .dictionary, .object: return try enter()
            case .reference, .weakReference:
                let target = content.resolved(index)
                // A weak one in an array, that leads nowhere.
                guard target != index, !(repeatsShared && word.tag == .weakReference && visitsAbsent) else {
                    return capabilities.contains(.null) ? .null : try lowerScalar()
                }
                guard repeatsShared else { return .reference(Int(truncatingIfNeeded: content.words[index + 1])) }
                index = target
                try countRepeated()
            case .moved:
                index = word.offset ?? index
                try countRepeatedText(at: index)
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
        if keys.longWords > 0 { try countRepeatedText(words: keys.longWords) }
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
        // The root's class is known to whoever reads the file, if nothing else is said.
        let isKnown = isExpected || (frames.depth == 1 && !capabilities.contains(.rootClass))
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
            frame.kind = .turnedKey
            turnedKeys.append([])
            if sortsKeys { try sortMembers() }
            return .beginDictionary
        }
        if namesClasses { frame.kind = .valueKey }
        return .beginValueDictionary(count: count)
    }
}
