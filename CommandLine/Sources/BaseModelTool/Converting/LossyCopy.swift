import ModelCore

/// A copy of a document without the values that a format can't represent: references to enclosing containers, and
/// numbers that aren't finite. A dictionary whose keys have no text becomes an array of its keys and values in turn.
/// The copy is made in one pass, without recursion.
struct LossyCopy: ~Copyable {
    private var builder: DocumentBuilder
    private let capabilities: FormatCapabilities
    private var open: [Level] = []
    /// The numbers of the open containers. References inside these containers may refer to them.
    private var openNumbers: Set<Int> = []
    /// The key of the next value. It is written with the value, or omitted with it.
    private var key: Key?

    /// A container that is open.
    private struct Level {
        let number: Int?
        /// True if keys and values come in turn. `count` is the total number of keys and values so far.
        var hasEntries = false
        var count = 0
    }

    private enum Key {
        case text(String)
        case scalar(ModelScalar)
    }

    static func of(
        _ document: ModelDocument, for capabilities: FormatCapabilities, limits: DecodingLimits
    ) throws -> ModelDocument {
        var copy = LossyCopy(builder: DocumentBuilder(limits: limits), capabilities: capabilities)
        var walker = DocumentWalker(document, limits: limits)
        while let step = try walker.next() { try copy.append(step, walker) }
        return try copy.builder.finish()
    }

    private init(builder: consuming DocumentBuilder, capabilities: FormatCapabilities) {
        self.builder = builder
        self.capabilities = capabilities
    }

    private mutating func append(_ step: DocumentWalker.Step, _ walker: borrowing DocumentWalker) throws {
        if case .end = step { return try end() }
        if case .key = step { return key = .text(walker.text) }
        if isKeyOfEntry(), let scalar = walker.scalar, !isReference(step) { return key = .scalar(scalar) }
        switch step {
        case .reference(let number) where openNumbers.contains(number) && !capabilities.contains(.identity):
            return try leaveOut()
        case .float(let value) where !value.isFinite && !capabilities.contains(.nonFinite): return try leaveOut()
        case .double(let value) where !value.isFinite && !capabilities.contains(.nonFinite): return try leaveOut()
        case .other where isBeyondDouble(walker) && !capabilities.contains(.longNumbers): return try leaveOut()
        default: try writeKey()
        }
        let number = walker.number
        switch step {
        case .beginArray(let kind, _):
            try builder.beginArray(kind, number: number)
            enter(number)
        case .beginDictionary:
            try builder.beginDictionary(number: number)
            enter(number)
        case .beginValueDictionary:
            let hasEntries = hasTextKeys(walker.value)
            if hasEntries {
                try builder.beginValueDictionary(number: number)
            } else {
                try builder.beginArray(number: number)
            }
            enter(number, hasEntries: hasEntries)
        case .beginObject:
            try builder.beginObject(walker.codedClass ?? CodedClass(name: ""), number: number)
            enter(number)
        case .reference(let number): try builder.appendReference(to: number)
        case .other where walker.numeral != nil: try builder.append(valueOf: walker)
        default: try builder.append(walker.scalar ?? .null, isDeclared: !walker.isUndeclared)
        }
    }

    /// Returns true for a number beyond the largest double.
    private func isBeyondDouble(_ walker: borrowing DocumentWalker) -> Bool {
        walker.numeral != nil && walker.value.doubleValue == nil
    }

    private func hasTextKeys(_ dictionary: ModelDocument.Value) -> Bool {
        capabilities.contains(.valueKeys)
            || dictionary.entries.allSatisfy { $0.key.scalar.flatMap(ScalarConversion.keyText) != nil }
    }

    private mutating func enter(_ number: Int?, hasEntries: Bool = false) {
        open.append(Level(number: number, hasEntries: hasEntries))
        if let number { openNumbers.insert(number) }
    }

    private mutating func end() throws {
        if let number = open.popLast()?.number { openNumbers.remove(number) }
        try builder.end()
    }

    /// Counts the next value. Returns true if the value is a key in a container of keys and values.
    private mutating func isKeyOfEntry() -> Bool {
        guard let level = open.last else { return false }
        open[open.count - 1].count += 1
        return level.hasEntries && level.count % 2 == 0
    }

    private func isReference(_ step: DocumentWalker.Step) -> Bool { if case .reference = step { true } else { false } }

    private mutating func writeKey() throws {
        switch key {
        case .text(let text): try builder.key(text)
        case .scalar(let scalar): try builder.append(scalar)
        case nil: break
        }
        key = nil
    }

    /// Omits a value. A property is omitted together with its key. An element becomes null, so that the other
    /// elements keep their positions.
    private mutating func leaveOut() throws {
        if key == nil { try builder.appendNull() }
        key = nil
    }
}
