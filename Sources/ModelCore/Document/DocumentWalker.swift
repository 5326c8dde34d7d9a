import Foundation

/// Goes through a document's values, from the outside in: what a format's writer does. Doesn't recurse.
///
/// ```swift
/// var walker = DocumentWalker(document)
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
        /// A decimal, a URL, a UUID or a value of Foundation's: see ``DocumentWalker/scalar``.
        case other
        case beginArray(ModelArrayKind, count: Int)
        /// A dictionary whose keys are text: ``key`` comes before each value.
        case beginDictionary
        /// A dictionary whose keys are any values: they and what they stand for come in turn.
        case beginValueDictionary(count: Int)
        /// An object: ``key`` comes before each value.
        case beginObject(CodedClass)
        /// The key of the value that comes next: see ``DocumentWalker/text``, ``DocumentWalker/withBytes(_:)`` and
        /// ``DocumentWalker/keyNumber``.
        case key
        /// A container that stands elsewhere too: the one with that number.
        case reference(Int)
        /// The end of what was begun last.
        case end
    }

    private let content: ModelDocument.Content
    private let repeatsShared: Bool
    private let limits: DecodingLimits
    private var frame = Frame()
    private var outer: ContiguousArray<Frame> = []
    private var values = 0
    /// The containers that are open, of those that references lead to.
    private var openShared: Set<Int> = []
    private var keys = DocumentShapes.Cache<ContiguousArray<Int32>>()

    /// Where the value stands that was met last, as it is given and after references were followed.
    private var slot = 0
    private var index = 0

    private struct Frame {
        enum Kind { case root, elements, keys, value }
        var kind = Kind.root
        /// Where the container stands, and where its next value does.
        var start = 0
        var next = 0
        var end = 1
        /// How many values or keys have come.
        var count = 0
        var keys: ContiguousArray<Int32> = []
    }

    /// Stands before a document's root.
    ///
    /// - Parameters:
    ///   - repeatsShared: True to go through a container again wherever it stands, for formats without references; then
    ///     ``next()`` throws `cycle` for one that contains itself, and weak references are left out.
    ///   - limits: How deep and how many values, each reading of a shared container counted.
    public init(_ document: ModelDocument, repeatsShared: Bool = false, limits: DecodingLimits = .standard) {
        content = document.content.inOrder
        self.repeatsShared = repeatsShared
        self.limits = limits
    }

    /// How many containers are open.
    public var depth: Int { outer.count }

    /// Moves to the next value, key or end; nil behind the root.
    ///
    /// - Throws: `cycle`, `depthExceeded` and `nodesExceeded`.
    @inline(__always)
    public mutating func next() throws(ModelError) -> Step? {
        switch frame.kind {
        case .value:
            frame.kind = .keys
            return try step()
        case .keys: return try nextKey()
        case .elements:
            guard frame.next < frame.end else { return leave() }
            slot = frame.next
            frame.next &+= content.size(at: slot)
            frame.count &+= 1
            return try step()
        case .root:
            guard frame.next < frame.end else { return nil }
            slot = frame.next
            frame.next = frame.end
            return try step()
        }
    }

    /// A member without a value is passed over: a property that is nil, or a weak reference to what isn't there.
    private mutating func nextKey() throws(ModelError) -> Step? {
        while frame.next < frame.end {
            slot = frame.next
            frame.next &+= content.size(at: slot)
            frame.count &+= 1
            let tag = content.word(at: slot).tag
            if tag != .absent, tag != .weakReference || !(repeatsShared || content.isAbsent(slot)) {
                frame.kind = .value
                return .key
            }
        }
        return leave()
    }

    private mutating func leave() -> Step {
        if content.word(at: frame.start).isShared, repeatsShared { openShared.remove(frame.start) }
        if let last = outer.popLast() { frame = last }
        return .end
    }

    private mutating func step() throws(ModelError) -> Step {
        guard values < limits.nodes else { throw ModelError.tooMany(limits.nodes) }
        values &+= 1
        index = slot
        while true {
            let word = content.word(at: index)
            switch word.tag {
            case .absent, .null: return .null
            case .no: return .bool(false)
            case .yes: return .bool(true)
            case .int64: return .int64(Int64(bitPattern: content.words[index + 1]))
            case .uint64: return .uint64(content.words[index + 1])
            case .float: return .float(Float(bitPattern: UInt32(truncatingIfNeeded: content.words[index + 1])))
            case .double: return .double(Double(bitPattern: content.words[index + 1]))
            case .date:
                return .date(Date(timeIntervalSinceReferenceDate: Double(bitPattern: content.words[index + 1])))
            case .string: return .string
            case .data: return .data
            case .decimal, .url, .uuid, .point, .size, .rect, .range, .indexSet, .transform: return .other
            case .array, .set, .orderedSet, .dictionary, .object: return try enter()
            case .reference, .weakReference:
                let target = content.resolved(index)
                // A weak one in an array, that leads nowhere.
                guard target != index else { return .null }
                guard repeatsShared else { return .reference(Int(truncatingIfNeeded: content.words[index + 1])) }
                index = target
            case .moved: index = word.offset ?? index
            }
        }
    }

    private mutating func enter() throws(ModelError) -> Step {
        guard outer.count < limits.depth else { throw ModelError.tooDeep(limits, at: outer.count) }
        let word = content.word(at: index)
        if word.isShared, repeatsShared, !openShared.insert(index).inserted {
            throw ModelError(
                .cycle, "An array, a dictionary or an object contains itself, which this format can't hold.")
        }
        outer.append(frame)
        frame = Frame(
            kind: .elements, start: index, next: index &+ 3, end: index &+ Int(content.words[index &+ 2]))
        let low = content.low(at: index)
        if let kind = word.tag.arrayKind { return .beginArray(kind, count: low) }
        guard word.tag == .object else { return .beginValueDictionary(count: low) }
        frame.kind = .keys
        frame.keys = keys.value(of: low) { content.shapes.keyNumbers(inOrderOf: low) }
        return content.shapes.codedClass(of: low).map { .beginObject($0) } ?? .beginDictionary
    }

    // MARK: The value or key that was met last

    /// Which key this is: the same number if and only if the key is. From 0 on, for writers that keep something for
    /// each; nil for what is no key.
    public var keyNumber: Int? { frame.kind == .value ? Int(frame.keys[frame.count - 1]) : nil }

    /// The UTF-8 bytes of a text or of a key, or the bytes of data; empty for anything else.
    public func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        if let keyNumber { return unsafe try content.shapes.withKey(keyNumber, body) }
        let tag = content.word(at: index).tag
        guard tag == .string || tag == .data else {
            return try unsafe body(UnsafeRawBufferPointer(start: nil, count: 0))
        }
        return try unsafe content.withBytes(at: index + 1, body)
    }

    /// The text or the key; empty for anything else.
    public var text: String {
        if let keyNumber { return content.shapes.keys[keyNumber] }
        return content.word(at: index).tag == .string ? content.text(at: index + 1) : ""
    }

    /// The scalar; nil for a container and for a key.
    public var scalar: ModelScalar? { keyNumber == nil ? content.scalar(at: index) : nil }

    /// True for a scalar whose type nobody declared: a format may mark it where it would else be read as another's.
    public var isUndeclared: Bool { !content.word(at: index).tag.isContainer && content.word(at: index).isMarked }

    /// True for an object, or a reference to one, whose class a reader would choose without being told.
    public var isExpected: Bool {
        let word = content.word(at: slot)
        let own = word.tag == .reference || word.tag == .weakReference ? word : content.word(at: index)
        return own.isMarked
    }

    /// By which number references lead to the container that was begun last; nil where none does, and where shared ones
    /// are repeated.
    public var number: Int? {
        let word = content.word(at: index)
        return word.tag.isContainer && word.isShared && !repeatsShared ? content.number(at: index) : nil
    }

    /// Where the value began in the source; nil where there was none.
    public var offset: Int? { content.word(at: index).offset }

    /// The way from the root to the value that was met last.
    public var path: ModelPath {
        var components: [ModelPath.Component] = []
        for position in outer.indices.dropFirst() { append(outer[position], to: &components) }
        if !outer.isEmpty { append(frame, to: &components) }
        return ModelPath(components)
    }

    private func append(_ frame: borrowing Frame, to components: inout [ModelPath.Component]) {
        guard frame.count > 0 else { return }
        switch frame.kind {
        case .keys, .value: components.append(.key(content.shapes.keys[Int(frame.keys[frame.count - 1])]))
        case .elements where content.word(at: frame.start).tag != .dictionary:
            components.append(.index(frame.count - 1))
        case .elements:
            var key = frame.start + 3
            for _ in 0..<(frame.count - 1) & ~1 { key += content.size(at: key) }
            let text = content.scalar(at: content.resolved(key)).flatMap { ScalarConversion.keyText($0) }
            components.append(.key(text ?? "?"))
        case .root: break
        }
    }
}
