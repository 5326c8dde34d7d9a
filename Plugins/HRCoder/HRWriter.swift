import Documents
import FormatSupport

/// Converts a document for a plain format: classes, references and coded values become dictionaries with marks.
struct HRWriter: ~Copyable {
    /// The rule by which a container names its values.
    private enum Naming {
        /// The level around the root. The root has no name.
        case root
        case keys
        case indexes
        /// The elements of a coded set are named `NS.object.0` and so on.
        case elements
        /// The keys and values of a coded dictionary come in turn, and are named `NS.key.0`, `NS.object.0` and so on.
        case entries
        /// The keys and values of a dictionary whose keys may be any values, but are all text, come in turn.
        case textEntries
    }

    /// A container that is open.
    private struct Frame {
        var naming: Naming
        /// The index of the value being written, counted from zero.
        var index = -1
        /// The walker's number for the key of the value being written. Nil if the key has no number. Then `text` is
        /// the key as it is written.
        var key: Int?
        var text = ""
        /// The place of the container itself in `places`. -1 as long as the place isn't needed.
        var place = -1
    }

    private let capabilities: FormatCapabilities
    /// Tells whether the plain format can contain a key unchanged.
    private let holds: (String) -> Bool
    private var builder: DocumentBuilder
    private var frame = Frame(naming: .root)
    private var outer: ContiguousArray<Frame> = []
    private var places = HRPlaces()
    /// The places of the containers that references refer to. The key is the container's number.
    private var placesByNumber: [Int: Int] = [:]
    /// The aliases that come before their containers. For each alias: the index in the builder at which its key path
    /// is filled in later, and the container's number.
    private var waiting: [(place: Int, number: Int)] = []
    /// The builder's keys as they are written, by the walker's key numbers.
    private var keys = KeyTable<DocumentBuilder.Key>()
    private var keyTexts: [String?] = []
    /// The builder's key `$class`.
    private let classKey: DocumentBuilder.Key
    private var classNames: [String?] = []
    private var classNumbers = KeyTable<Int>()

    init(_ capabilities: FormatCapabilities, limits: DecodingLimits, holds: @escaping (String) -> Bool) {
        self.capabilities = capabilities
        self.holds = holds
        builder = DocumentBuilder(limits: limits)
        classKey = builder.makeKey(HRMarks.classKey)
    }

    /// Returns the plain document of the values that a walker visits.
    mutating func document(_ walker: inout DocumentWalker) throws(ModelError) -> ModelDocument {
        while true {
            if walker.nextMember() != nil {
                try key(walker.memberNumber, walker)
                frame.index &+= 1
                try builder.append(valueOf: walker)
                continue
            }
            guard let step = try walker.next() else { break }
            switch step {
            case .key: try key(walker.keyNumber, walker)
            case .end: try end()
            case .beginArray(let kind, _): try beginArray(kind, walker)
            case .beginDictionary: try begin(.keys, nil, walker)
            case .beginValueDictionary:
                let hasTextKeys = walker.value.entries.allSatisfy { $0.key.kind == .string }
                try begin(hasTextKeys ? .textEntries : .entries, hasTextKeys ? nil : "NSDictionary", walker)
            case .beginObject:
                try begin(.keys, className(walker), walker)
            case .reference(let number): try alias(number)
            case .string:
                if frame.naming == .textEntries, frame.index & 1 == 1 {
                    frame.index += 1
                    frame.text = written(walker.text)
                    frame.key = nil
                    try builder.key(frame.text)
                } else {
                    try name()
                    try builder.append(valueOf: walker)
                }
            case .int64, .bool:
                try name()
                try builder.append(valueOf: walker)
            default:
                try name()
                if let digits = walker.numeral {
                    try builder.append(numeral: digits)
                } else {
                    try append(walker.scalar ?? .null, isDeclared: !walker.isUndeclared)
                }
            }
        }
        for (place, number) in waiting {
            guard let target = placesByNumber[number] else { continue }
            try builder.fill(place, with: .string(places.path(to: target)))
        }
        return try builder.finish()
    }

    /// Returns the name of the object's class, as it is written. Returns nil if the object names no class.
    private mutating func className(_ walker: borrowing DocumentWalker) -> String? {
        guard let shape = walker.shapeNumber else { return nil }
        if let known = classNumbers[shape] { return classNames[known] }
        let name = walker.codedClass?.name ?? ""
        classNumbers[shape] = classNames.count
        classNames.append(name.isEmpty ? nil : HRKeys.writtenClassName(name))
        return classNames.last ?? nil
    }

    // MARK: Keys

    /// Writes the key that the walker read last. The walker may also have read the key's value already. `number` is
    /// the walker's number for the key. It is nil if the key has no number.
    @inline(__always)
    private mutating func key(_ number: Int?, _ walker: borrowing DocumentWalker) throws(ModelError) {
        frame.key = number
        if let number, let known = keys[number] { return try builder.key(known) }
        try newKey(number, walker)
    }

    @inline(never)
    private mutating func newKey(_ number: Int?, _ walker: borrowing DocumentWalker) throws(ModelError) {
        var text = ""
        walker.withKeyBytes { text = $0.text }
        text = written(text)
        guard let number else {
            frame.text = text
            return try builder.key(text)
        }
        keyTexts.set(text, at: number, missing: nil)
        let key = builder.makeKey(text)
        keys[number] = key
        try builder.key(key)
    }

    /// Returns the key as it is written in the file.
    private func written(_ key: String) -> String {
        let escaped = HRKeys.escaped(key)
        guard let encoded = HRKeys.encoded(key), !holds(escaped) else { return escaped }
        return encoded
    }

    /// Counts the next value, and writes its name if it is in a coded collection. It is called before each value.
    @inline(__always)
    private mutating func name() throws(ModelError) {
        frame.index &+= 1
        if frame.naming == .elements || frame.naming == .entries {
            try builder.key(Self.name(frame.naming, frame.index))
        }
    }

    /// Returns the name of the value with an index in a coded set or dictionary.
    private static func name(_ naming: Naming, _ index: Int) -> String {
        naming == .elements
            ? "NS.object.\(index)" : index % 2 == 0 ? "NS.key.\(index / 2)" : "NS.object.\(index / 2)"
    }

    // MARK: Containers

    private mutating func beginArray(_ kind: ModelArrayKind, _ walker: borrowing DocumentWalker) throws(ModelError) {
        guard kind == .array else { return try begin(.elements, kind == .set ? "NSSet" : "NSOrderedSet", walker) }
        try enter(.indexes, walker.number)
        try builder.beginArray()
    }

    private mutating func begin(
        _ naming: Naming, _ className: String?, _ walker: borrowing DocumentWalker
    ) throws(ModelError) {
        try enter(naming, walker.number)
        try builder.beginDictionary()
        guard let className else { return }
        try builder.key(classKey)
        try builder.append(className)
    }

    private mutating func enter(_ naming: Naming, _ number: Int?) throws(ModelError) {
        try name()
        var place = -1
        if let number {
            addPlaces()
            place = addPlace(in: frame, level: outer.count)
            placesByNumber[number] = place
        }
        outer.append(frame)
        frame = Frame(naming: naming, place: place)
    }

    private mutating func end() throws(ModelError) {
        try builder.end()
        if let last = outer.popLast() { frame = last }
    }

    // MARK: Aliases

    private mutating func alias(_ number: Int) throws(ModelError) {
        try name()
        try builder.beginDictionary()
        try builder.key(HRMarks.aliasKey)
        if let place = placesByNumber[number] {
            try builder.append(places.path(to: place))
        } else {
            waiting.append((try builder.appendLater(), number))
        }
        try builder.end()
    }

    /// Adds a place for each open container that has none, from the outside in.
    private mutating func addPlaces() {
        guard frame.place < 0, frame.naming != .root else { return }
        var level = outer.count - 1
        while level > 0, outer[level].place < 0 { level -= 1 }
        // The first frame is for the root, and is no container.
        for next in max(level, 1)..<max(outer.count, 1) where outer[next].place < 0 {
            outer[next].place = addPlace(in: outer[next - 1], level: next - 1)
        }
        if let parent = outer.last { frame.place = addPlace(in: parent, level: outer.count - 1) }
    }

    /// Adds the place of the value that is being written in the container of a frame. `level` is the number of frames
    /// around this frame.
    private mutating func addPlace(in parent: Frame, level: Int) -> Int {
        switch parent.naming {
        case .root: return places.addRoot()
        case .indexes: return places.add(index: parent.index, in: parent.place)
        case .keys, .textEntries:
            let key = parent.key.flatMap { keyTexts[$0] } ?? parent.text
            return places.add(key: places.number(of: key, parent.key, isFirst: level == 1), in: parent.place)
        case .elements, .entries:
            return places.add(key: places.number(of: Self.name(parent.naming, parent.index)), in: parent.place)
        }
    }

    // MARK: Scalars

    private mutating func append(_ scalar: ModelScalar, isDeclared: Bool) throws(ModelError) {
        switch HRScalars.form(of: scalar, isDeclared: isDeclared, in: capabilities) {
        case .plain(let scalar): try builder.append(scalar)
        case .coded(let object):
            try builder.beginDictionary()
            try builder.key(classKey)
            try builder.append(object.className)
            for (key, value) in object.properties {
                try builder.key(key)
                try append(value, isDeclared: true)
            }
            try builder.end()
        }
    }
}
