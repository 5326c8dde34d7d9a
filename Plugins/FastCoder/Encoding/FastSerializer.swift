import Documents
import FormatSupport

/// Writes a document's values as a file of version 3.3.
///
/// In dictionaries and coded objects (objects that contain their own keys), a key is written after its value. A text
/// key is kept until its value is written. In a dictionary whose keys are any values, each value is visited before
/// its key. If a weak reference points to an object that comes later in the document, the object is written at the
/// reference, and an alias is written later, as the original does.
struct FastSerializer: ~Copyable {
    private var output: FastOutput
    private let limits: DecodingLimits
    private var older: ByteSource?
    private var frame = Frame()
    private var outer = Stack<Frame>()
    /// The indexes of long strings in the string cache, by the IDs of their values.
    private var longTexts: [ModelDocument.Value.ID: Int] = [:]
    /// The keys of the values being written, the innermost last. Each key is written after its value.
    private var keys: [String] = []
    /// For each numbered container that was written, by its number: its index or its offset.
    private var places = KeyTable<Place>()
    /// For each container, by its number: the positions in the output at which the offset of the container has to be
    /// written.
    private var wanted: [Int: [Int]] = [:]
    /// The number of objects that are being written at weak references to them.
    private var inlined = 0
    private var classes = ClassDefinitions()

    /// The index or the offset of a container that was written, or is being written.
    enum Place: BitwiseCopyable {
        /// The index of the container in the object cache.
        case index(Int)
        /// The offset of the container's chunk, as long as its index isn't known.
        case offset(Int)
    }

    struct Frame {
        enum Kind { case root, array, object, dictionary, coded }
        var kind = Kind.root
        /// The container's number. Nil if no references point to it.
        var number: Int?
        /// True if the container takes its index of the object cache when it ends.
        var isIndexedAtEnd = false
        /// True if the container is written at a weak reference to it.
        var isInline = false
        /// The number of a dictionary's entries so far.
        var count: UInt32 = 0
        /// The offset at which the number of entries is to be written. 0 if the number is already written.
        var countOffset = 0
    }

    /// - Parameters:
    ///   - limits: The limits for the file's size and depth.
    ///   - older: The file that the document was read from. Nil if there is none. Values that are mutable in it are
    ///     written as mutable values again.
    init(limits: DecodingLimits, older: Data? = nil) {
        self.limits = limits
        let source = older.map { ByteSource($0) }
        // Documents of earlier versions have no offsets in the file: it was converted when it was read.
        if let source, let header = try? FastHeader(source), header.major == 3 { self.older = source }
        output = FastOutput(byteLimit: limits.bytes)
    }

    mutating func write(_ walker: inout DocumentWalker) throws -> Data {
        walker.sharesLongText = true
        while true {
            // If an object has a class definition, the definition contains its keys.
            if frame.kind == .object, let member = walker.nextMember() {
                try write(member, &walker)
            } else if let step = try walker.next() {
                try write(step, &walker)
            } else {
                break
            }
        }
        guard wanted.isEmpty else {
            throw ModelError(.unrepresentableValue, "A weak reference leads to what isn't in the document.")
        }
        return output.finish()
    }

    private mutating func write(_ step: DocumentWalker.Step, _ walker: inout DocumentWalker) throws {
        switch step {
        case .key: return addKey(&walker)
        // A nil is written as an unset value only in an object with a class definition. In a coded object, an unset
        // value would be the end.
        case .null: output.append(frame.kind == .object && walker.isNil ? .unset : ChunkType.null)
        case .bool(let value): output.append(value)
        case .int64(let value): output.append(value)
        case .uint64(let value): output.append(value)
        case .float(let value): output.append(value)
        case .double(let value): output.append(value)
        case .date(let value): output.append(value)
        case .string where isMutable(.mutableString, walker): output.append(mutable: walker.text)
        case .data where isMutable(.mutableData, walker): try output.append(walker.data, as: .mutableData)
        case .string:
            var isLong = false
            walker.withBytes { bytes in
                isLong = bytes.count > Self.longText
                if !isLong { output.appendString(bytes) }
            }
            if isLong { appendLongText(walker) }
        case .data: try output.append(walker.data)
        case .other:
            let scalar = walker.scalar ?? .null
            if case .geometry(.indexSet(let indexes)) = scalar, isMutable(.mutableIndexSet, walker) {
                try output.append(indexes, as: .mutableIndexSet)
            } else {
                try output.append(scalar)
            }
        case .beginArray, .beginDictionary, .beginValueDictionary, .beginObject: return try begin(step, &walker)
        case .reference(let number): return try appendReference(to: number, &walker)
        case .end: end()
        }
        try endValue()
    }

    /// The maximum number of bytes of a text that is recognized by its bytes. A longer text is recognized by the ID
    /// of its value, because a document may contain it very often.
    private static let longText = 4096

    @inline(never)
    private mutating func appendLongText(_ walker: borrowing DocumentWalker) {
        let id = walker.value.id
        if let known = longTexts[id] { return output.append(stringAlias: known) }
        walker.withBytes { longTexts[id] = output.appendString($0) }
    }

    /// Checks the size, and writes the key of the value that has ended if keys come after values. It is called after
    /// each value.
    @inline(__always)
    private mutating func endValue() throws {
        if output.bytes.isOverfull { throw ModelError(.bytesExceeded, "More than \(limits.bytes) bytes.") }
        if frame.kind == .dictionary || frame.kind == .coded, let key = keys.popLast() { output.append(key) }
    }

    private mutating func addKey(_ walker: inout DocumentWalker) {
        switch frame.kind {
        // The class definition contains the key.
        case .object: break
        case .coded where walker.isAbsent: walker.skipMember()
        default:
            keys.append(walker.text)
            frame.count += 1
        }
    }

    // MARK: Containers

    private mutating func begin(
        _ step: DocumentWalker.Step, isInline: Bool = false, _ walker: inout DocumentWalker
    ) throws {
        let number = walker.number
        if let number, let place = places[number] {
            walker.skipContainer()
            append(place)
            return try endValue()
        }
        var inner = Frame(number: number, isInline: isInline)
        switch step {
        case .beginArray(let kind, let count):
            let isMutable = number != nil || isMutable(Self.type(kind, isMutable: true), walker)
            enter(number, isMutable: isMutable, &inner)
            output.append(Self.type(kind, isMutable: isMutable), try FastOutput.count(count))
            inner.kind = .array
        case .beginDictionary:
            let isMutable = number != nil || isMutable(.mutableDictionary, walker)
            enter(number, isMutable: isMutable, &inner)
            output.append(isMutable ? .mutableDictionary : .dictionary, UInt32(0))
            inner.kind = .dictionary
            inner.countOffset = output.bytes.count - 4
        case .beginValueDictionary(let count):
            let isMutable = number != nil || isMutable(.mutableDictionary, walker)
            enter(number, isMutable: isMutable, &inner)
            output.append(isMutable ? .mutableDictionary : .dictionary, try FastOutput.count(count))
            inner.kind = .array
            walker.visit(walker.value.entries.flatMap { [$0.value, $0.key] })
        case .beginObject:
            guard let codedClass = walker.codedClass else { return }
            if let numbers = Self.transform3D(codedClass, walker) {
                walker.skipContainer()
                output.append(.transform3D, numbers)
                return try endValue()
            }
            beginObject(codedClass, number, &inner, walker)
        default: return
        }
        if isInline { inlined += 1 }
        outer.append(frame)
        frame = inner
    }

    static func type(_ kind: ModelArrayKind, isMutable: Bool) -> ChunkType {
        switch kind {
        case .array: isMutable ? .mutableArray : .array
        case .set: isMutable ? .mutableSet : .set
        case .orderedSet: isMutable ? .mutableOrderedSet : .orderedSet
        }
    }

    /// Returns true if the walker's current value is a chunk of the given type in the older file.
    @inline(__always)
    private func isMutable(_ type: ChunkType, _ walker: borrowing DocumentWalker) -> Bool {
        guard let older else { return false }
        return walker.offset.map { $0 < older.count && older[$0] == type.rawValue } ?? false
    }

    /// Gives a container its index of the object cache. A mutable container gets it now, any other container when it
    /// ends.
    private mutating func enter(_ number: Int?, isMutable: Bool, _ inner: inout Frame) {
        inner.isIndexedAtEnd = !isMutable
        enter(number)
        if isMutable, number == nil { output.objectCount &+= 1 }
    }

    private mutating func beginObject(
        _ codedClass: CodedClass, _ number: Int?, _ inner: inout Frame, _ walker: borrowing DocumentWalker
    ) {
        let value = walker.value
        switch classes.form(codedClass, shape: walker.shapeNumber, { value.shapeKeys }, &output) {
        case .defined(let index):
            enter(number)
            if number == nil { output.objectCount &+= 1 }
            inner.isIndexedAtEnd = false
            inner.kind = .object
            output.append(index: index, .object8, .object16, .object32)
        case .coded:
            // The object's index isn't known until it ends. A reference from within contains its offset.
            if let number { setPlace(.offset(output.bytes.count), of: number) }
            inner.isIndexedAtEnd = true
            inner.kind = .coded
            output.append(ChunkType.codedObject)
            output.append(codedClass.name)
        }
    }

    private mutating func end() {
        let ended = frame
        if let last = outer.popLast() { frame = last }
        if ended.isInline { inlined -= 1 }
        if ended.kind == .coded { output.append(ChunkType.unset) }
        if ended.countOffset > 0 { output.patch(ended.count, at: ended.countOffset) }
        guard ended.isIndexedAtEnd else { return }
        if let number = ended.number { places[number] = .index(output.objectCount) }
        output.objectCount &+= 1
    }

    // MARK: Objects

    /// Returns the numbers of a 3D transform, which is an object in documents. Returns nil for any other object.
    private static func transform3D(_ codedClass: CodedClass, _ walker: borrowing DocumentWalker) -> [Double]? {
        guard codedClass.name == FoundationClass.transform3D, case let properties = walker.value.properties,
            properties.map(\.key) == FoundationClass.transform3DKeys
        else { return nil }
        let numbers = properties.compactMap { if case .double(let number)? = $0.value.scalar { number } else { nil } }
        return numbers.count == properties.count ? numbers : nil
    }

    // MARK: References

    /// Gives the next index of the object cache to the container whose chunk comes next, if references point to it.
    private mutating func enter(_ number: Int?) {
        guard let number else { return }
        setPlace(.index(output.objectCount), of: number)
        output.objectCount &+= 1
    }

    private mutating func setPlace(_ place: Place, of number: Int) {
        places[number] = place
        for offset in wanted.removeValue(forKey: number) ?? [] {
            output.patch(UInt32(truncatingIfNeeded: output.bytes.count), at: offset)
        }
    }

    private mutating func append(_ place: Place) {
        switch place {
        case .index(let index): output.append(index: index, .objectAlias8, .objectAlias16, .objectAlias32)
        case .offset(let offset): output.append(.objectAtOffset, UInt32(truncatingIfNeeded: offset))
        }
    }

    /// The maximum nesting of objects that are written at weak references to them. At a greater nesting, and from
    /// half of the allowed depth on, the reference contains the object's offset instead.
    private static let inlineDepth = 32

    private mutating func appendReference(to number: Int, _ walker: inout DocumentWalker) throws {
        if let place = places[number] {
            append(place)
        } else if inlined < Self.inlineDepth, walker.depth < limits.depth / 2 {
            return try begin(walker.follow(), isInline: true, &walker)
        } else {
            output.append(.objectAtOffset, UInt32(0))
            wanted[number, default: []].append(output.bytes.count - 4)
        }
        try endValue()
    }
}
