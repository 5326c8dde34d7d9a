import Documents
import FormatSupport
import Foundation

/// Puts a document in terms of a plain format: classes, references and coded values become dictionaries with marks.
struct HRWriter: ~Copyable {
    /// How a container's values are called.
    private enum Naming {
        /// The root has no name.
        case root
        case keys
        case indexes
        /// As the elements of a set: `NS.object.0` and so on.
        case elements
        /// In turn as keys and values: `NS.key.0`, `NS.object.0` and so on.
        case entries
        /// In turn as keys and values of a dictionary whose keys are all text.
        case textEntries
    }

    /// A container that is open.
    private struct Frame {
        var naming: Naming
        /// Which value is being written, counted from zero.
        var index = -1
        /// The key of that value, by its number or as text.
        var key: Int?
        var text = ""
        /// The place of the container itself; -1 while nobody needs it.
        var place = -1
    }

    private let capabilities: FormatCapabilities
    /// Whether the plain format can hold a key as it is.
    private let holds: (String) -> Bool
    private var builder: DocumentBuilder
    private var frame = Frame(naming: .root)
    private var outer: ContiguousArray<Frame> = []
    private var places = HRPlaces()
    /// The places of the containers that references lead to, by their numbers.
    private var placesByNumber: [Int: Int] = [:]
    /// Aliases whose containers come later.
    private var waiting: [(place: Int, number: Int)] = []
    /// The keys as they are written, by their numbers.
    private var keys = KeyTable<DocumentBuilder.Key>()
    private var keyTexts: [String?] = []
    /// The key of classes' names, and the names as they are written, with their numbers by the objects' shapes.
    private let classKey: DocumentBuilder.Key
    private var classNames: [String?] = []
    private var classNumbers = KeyTable<Int>()

    init(_ capabilities: FormatCapabilities, limits: DecodingLimits, holds: @escaping (String) -> Bool) {
        self.capabilities = capabilities
        self.holds = holds
        builder = DocumentBuilder(limits: limits)
        classKey = builder.makeKey(HRMarks.classKey)
    }

    /// The plain document of what a walker goes through.
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
                try append(walker.scalar ?? .null, isDeclared: !walker.isUndeclared)
            }
        }
        for (place, number) in waiting {
            guard let target = placesByNumber[number] else { continue }
            try builder.fill(place, with: .string(places.path(to: target)))
        }
        return try builder.finish()
    }

    /// The name of an object's class, as it is written; nil where it has none.
    private mutating func className(_ walker: borrowing DocumentWalker) -> String? {
        guard let shape = walker.shapeNumber else { return nil }
        if let known = classNumbers[shape] { return classNames[known] }
        let name = walker.codedClass?.name ?? ""
        classNumbers[shape] = classNames.count
        classNames.append(name.isEmpty ? nil : HRKeys.writtenClassName(name))
        return classNames.last ?? nil
    }

    // MARK: Keys

    /// Writes the key that was met last, with its number, where it has one: alone or with its value.
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

    /// The key as the file has it.
    private func written(_ key: String) -> String {
        let escaped = HRKeys.escaped(key)
        guard let encoded = HRKeys.encoded(key), !holds(escaped) else { return escaped }
        return encoded
    }

    /// To be called before each value: counts it, and names it in a coded collection.
    @inline(__always)
    private mutating func name() throws(ModelError) {
        frame.index &+= 1
        if frame.naming == .elements || frame.naming == .entries {
            try builder.key(Self.name(frame.naming, frame.index))
        }
    }

    /// What the value of that index is called in a coded set or dictionary.
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

    /// Gives each open container a place that has none, from the outside in.
    private mutating func addPlaces() {
        guard frame.place < 0, frame.naming != .root else { return }
        var level = outer.count - 1
        while level > 0, outer[level].place < 0 { level -= 1 }
        // The first frame is the root's, which is no container.
        for next in max(level, 1)..<max(outer.count, 1) where outer[next].place < 0 {
            outer[next].place = addPlace(in: outer[next - 1], level: next - 1)
        }
        if let parent = outer.last { frame.place = addPlace(in: parent, level: outer.count - 1) }
    }

    /// Adds the place of the value that is being written in a container, which is so many levels deep.
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
