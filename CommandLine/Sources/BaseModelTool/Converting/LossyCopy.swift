import ModelCore

/// A document without what a format has no form for: what leads back up, and numbers that aren't finite. A dictionary
/// whose keys have no text is an array of its keys and values in turn. One pass, which doesn't recurse.
struct LossyCopy: ~Copyable {
    private var builder: DocumentBuilder
    private let capabilities: FormatCapabilities
    /// The numbers of the containers that are open, and those of them in which references may lead back.
    private var open: [Int?] = []
    private var openNumbers: Set<Int> = []
    /// The key of the value that comes next: it is written with that.
    private var key: String?

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
        let number = walker.number
        switch step {
        case .key:
            key = walker.text
            return
        case .reference(let number) where openNumbers.contains(number) && !capabilities.contains(.identity):
            return try leaveOut()
        case .float(let value) where !value.isFinite && !capabilities.contains(.nonFinite): return try leaveOut()
        case .double(let value) where !value.isFinite && !capabilities.contains(.nonFinite): return try leaveOut()
        default: break
        }
        if let key { try builder.key(key) }
        key = nil
        switch step {
        case .end:
            if case let number?? = open.popLast() { openNumbers.remove(number) }
            try builder.end()
        case .beginArray(let kind, _):
            try builder.beginArray(kind, number: number)
            enter(number)
        case .beginDictionary:
            try builder.beginDictionary(number: number)
            enter(number)
        case .beginValueDictionary:
            if hasTextKeys(walker.value) {
                try builder.beginValueDictionary(number: number)
            } else {
                try builder.beginArray(number: number)
            }
            enter(number)
        case .beginObject:
            try builder.beginObject(walker.codedClass ?? CodedClass(name: ""), number: number)
            enter(number)
        case .reference(let number): try builder.appendReference(to: number)
        default: try builder.append(walker.scalar ?? .null)
        }
    }

    private func hasTextKeys(_ dictionary: ModelDocument.Value) -> Bool {
        capabilities.contains(.valueKeys)
            || dictionary.entries.allSatisfy { $0.key.scalar.flatMap(ScalarConversion.keyText) != nil }
    }

    private mutating func enter(_ number: Int?) {
        open.append(number)
        if let number { openNumbers.insert(number) }
    }

    /// A property goes with its key; an element leaves a null, so that the others keep their places.
    private mutating func leaveOut() throws {
        if key == nil { try builder.appendNull() }
        key = nil
    }
}
