import FormatSupport

extension ModelDocument {
    /// The document of a value: a model and all that it refers to, or anything else that can be saved.
    ///
    /// - Throws: What the value's code throws; `depthExceeded`, `nodesExceeded` and `bytesExceeded` where it is beyond the limits.
    public init<Value: ModelValue>(encoding value: Value, limits: DecodingLimits = .standard) throws(ModelError) {
        do {
            let encoder = DocumentEncoder(context: EncodingContext(format: .node, limits: limits))
            try encoder.encodeValue(value)
            self = try encoder.finishDocument()
        } catch {
            throw ModelError(wrapping: error)
        }
    }

    /// The value that the document holds, as a type expects it.
    ///
    /// - Throws: As reading a file does.
    public func decode<Value: ModelValue>(
        _ type: Value.Type = Value.self, limits: DecodingLimits = .standard
    ) throws(ModelError) -> Value {
        do {
            let context = DecodingContext(
                format: .node, byteCount: byteCount, limits: limits, rootType: type as? BaseModel.Type)
            return try DocumentDecoder(self, context: context).decodeValue(type)
        } catch {
            throw ModelError(wrapping: error)
        }
    }
}

extension ModelDocument: ModelValue {
    public static var codesOneValue: Bool { true }

    public static func isNil(_ document: ModelDocument) -> Bool { document.root.isNull }

    public static func encode(_ document: ModelDocument, to encoder: any ModelEncoder) throws {
        if let encoder = encoder as? DocumentEncoder, encoder.takeWhole(document) { return }
        var writing = DocumentWriting(document, encoder)
        try writing.run()
    }

    public static func decode(from decoder: any ModelDecoder) throws -> ModelDocument {
        if let whole = (decoder as? DocumentDecoder)?.wholeDocument { return whole }
        var reading = DocumentReading(decoder)
        return try reading.run()
    }
}

/// Pushes a document into an encoder, without recursion.
private struct DocumentWriting {
    private let content: ModelDocument.Content
    private let encoder: any ModelEncoder
    private let keepsIdentity: Bool
    private var open: [Frame] = []
    /// What stands for each container that references lead to.
    private var instances: [Int: Instance] = [:]
    private var sharedScalars: [Int: ModelScalar] = [:]
    /// The containers that are open, of those that references lead to.
    private var openShared: Set<Int> = []

    private final class Instance {}

    private struct Frame {
        let index: Int
        let tag: DocumentTag
        var next: Int
        let end: Int
        let keys: [String]
        let asText: Bool
        var member = 0
        var texts = KeySet()
        /// What stands at the position, for errors' paths.
        var component: ModelPath.Component?
    }

    init(_ document: ModelDocument, _ encoder: any ModelEncoder) {
        content = document.content
        self.encoder = encoder
        keepsIdentity = encoder.capabilities.contains(.identity)
    }

    mutating func run() throws {
        do {
            try push(content.root)
            while !open.isEmpty { try step() }
        } catch {
            // As if each level had added its own.
            throw open.reversed().reduce(ModelError(wrapping: error)) { error, frame in
                frame.component.map { ModelError.prefixing($0, to: error) } ?? error
            }
        }
    }

    private mutating func step() throws {
        let last = open.count - 1
        guard open[last].next < open[last].end else { return try pop() }
        let slot = open[last].next
        open[last].next += content.size(at: slot)
        open[last].member += 1
        switch open[last].tag {
        case .object: try pushProperty(slot, open[last].keys[open[last].member - 1])
        case .dictionary: try pushEntry(slot)
        default:
            open[last].component = .index(open[last].member - 1)
            try push(slot)
        }
    }

    private mutating func pushProperty(_ slot: Int, _ key: String) throws {
        if content.isAbsent(slot) { return }
        let last = open.count - 1
        open[last].component = .key(key)
        if open[last].asText {
            try encoder.encodeKey(key)
            return try push(slot)
        }
        let place = content.resolved(slot)
        if content.word(at: slot).tag == .weakReference {
            try encoder.encodeReference(to: instance(place), forKey: ModelKey(key))
        } else if content.word(at: place).tag == .null {
            try encoder.encodeNil(forKey: ModelKey(key), isDefault: false)
        } else {
            try encoder.encodeKey(ModelKey(key))
            try push(slot)
        }
    }

    private mutating func pushEntry(_ slot: Int) throws {
        let last = open.count - 1
        guard open[last].member % 2 == 1 else { return try push(slot) }
        let key = content.scalar(at: content.resolved(slot))
        let text = key.flatMap(ScalarConversion.keyText)
        open[last].component = .key(text ?? "?")
        guard open[last].asText else {
            if let key, !open[last].texts.insert(key) { throw KeySet.twice(text ?? "\(key)") }
            return try push(slot)
        }
        guard let text else {
            throw ModelError(
                .unrepresentableValue, "This format's keys are text, and no text stands for a key of the dictionary.")
        }
        guard open[last].texts.insert(text) else { throw ModelDictionaryKey.repeated(text) }
        try encoder.encodeKey(text)
    }

    private mutating func push(_ slot: Int) throws {
        let place = content.resolved(slot)
        let word = content.word(at: place)
        guard word.tag.isContainer else { return try encoder.encode(scalar(at: place)) }
        if !keepsIdentity, word.isShared, openShared.contains(place) {
            throw ModelError(
                .cycle, "An array, a dictionary or an object contains itself, which this format can't hold.")
        }
        try encoder.context.enter()
        let codedClass = word.tag == .object ? content.shapes.codedClass(of: content.low(at: place)) : nil
        let keys = word.tag == .object ? content.shapes.keys(of: content.low(at: place)) : []
        let count = word.tag == .object ? keys.count : content.low(at: place)
        // A dictionary of properties has text keys; one of entries has them where the format has no others, or all of
        // them are.
        let asText =
            codedClass == nil
            && (word.tag == .object || hasTextKeys(place) || !encoder.capabilities.contains(.valueKeys))
        let isNew: Bool
        if let kind = word.tag.arrayKind {
            let kept = encoder.capabilities.contains(.sets) ? kind : .array
            isNew = try encoder.beginArray(kept, count: count, identity: instance(place))
        } else if let codedClass {
            if open.isEmpty { encoder.context.willEncodeRoot(codedClass) }
            isNew = try encoder.beginObject(instance(place), class: codedClass, isExpected: false)
        } else {
            isNew = try encoder.beginDictionary(
                keys: asText ? .strings : .values, count: count, identity: instance(place))
        }
        guard isNew else { return encoder.context.leave() }
        if word.isShared { openShared.insert(place) }
        open.append(
            Frame(
                index: place, tag: word.tag, next: place + 3, end: place + Int(content.words[place + 2]), keys: keys,
                asText: asText))
    }

    /// The scalar at a place. One that stands in many places is made once.
    private mutating func scalar(at place: Int) -> ModelScalar {
        guard content.word(at: place).isShared else { return content.scalar(at: place) ?? .null }
        let scalar = sharedScalars[place] ?? content.scalar(at: place) ?? .null
        sharedScalars[place] = scalar
        return scalar
    }

    private func hasTextKeys(_ place: Int) -> Bool {
        guard content.word(at: place).tag == .dictionary else { return false }
        var next = place + 3
        for _ in 0..<content.low(at: place) {
            if content.word(at: content.resolved(next)).tag != .string { return false }
            next += content.size(at: next)
            next += content.size(at: next)
        }
        return true
    }

    private mutating func pop() throws {
        let frame = open[open.count - 1]
        open[open.count - 1].component = nil
        if frame.tag.arrayKind != nil {
            try encoder.endArray()
        } else if frame.tag == .object, !frame.asText {
            try encoder.endObject()
        } else {
            try encoder.endDictionary()
        }
        open.removeLast()
        openShared.remove(frame.index)
        try encoder.context.count(frame.tag == .dictionary ? frame.member / 2 : frame.member)
        encoder.context.leave()
    }

    private mutating func instance(_ place: Int) -> Instance {
        // Kept, so that no address is used twice.
        if let known = instances[place] { return known }
        let new = Instance()
        instances[place] = new
        return new
    }
}

/// Pulls a document out of a decoder, without recursion.
private struct DocumentReading: ~Copyable {
    private let decoder: any ModelDecoder
    /// The decoder where it is one over a document, which needn't count lines.
    private let documentDecoder: DocumentDecoder?
    private let context: DecodingContext
    private var builder: DocumentBuilder
    private var open: [Frame] = []
    /// The references whose containers were begun.
    private var met: Set<Int> = []

    private struct Frame {
        enum Kind {
            case array(room: Int)
            case entries(room: Int)
            case properties([String], isObject: Bool)
        }

        let kind: Kind
        var member = 0
        /// True where an entry's key was read, and its value comes next.
        var isAtValue = false
        var keys = KeySet()
        /// What stands at the position, for errors' paths.
        var component: ModelPath.Component?
    }

    init(_ decoder: any ModelDecoder) {
        self.decoder = decoder
        documentDecoder = decoder as? DocumentDecoder
        context = decoder.context
        builder = DocumentBuilder(limits: context.limits)
    }

    mutating func run() throws -> ModelDocument {
        do {
            try pull()
            while !open.isEmpty { try step() }
            return try builder.finish()
        } catch {
            // As if each level had added its own.
            throw open.reversed().reduce(ModelError(wrapping: error)) { error, frame in
                frame.component.map { ModelError.prefixing($0, to: error) } ?? error
            }
        }
    }

    private mutating func step() throws {
        let last = open.count - 1
        switch open[last].kind {
        case .array(let room):
            open[last].component = .index(open[last].member)
            guard try decoder.nextElement() else {
                try builder.endArray()
                return try pop(counted: room)
            }
            open[last].member += 1
            try pull()
        case .entries(let room): try pullEntry(room)
        case .properties(let keys, let isObject):
            guard open[last].member < keys.count else {
                open[last].component = nil
                if isObject { try builder.endObject() } else { try builder.endDictionary() }
                try decoder.endObject()
                return try pop(counted: 0)
            }
            let key = keys[open[last].member]
            open[last].member += 1
            open[last].component = .key(key)
            if try decoder.moveToKey(ModelKey(key)) {
                try builder.key(key)
                try pull()
            } else if decoder.foundNil {
                try builder.key(key)
                try builder.appendNull()
            }
        }
    }

    private mutating func pullEntry(_ room: Int) throws {
        let last = open.count - 1
        if open[last].isAtValue {
            open[last].isAtValue = false
            return try pull()
        }
        open[last].component = nil
        guard let entry = try decoder.nextEntry() else {
            try builder.endDictionary()
            return try pop(counted: room)
        }
        open[last].member += 1
        switch entry {
        case .text(let text):
            open[last].component = .key(text)
            try insert(.string(text))
            try builder.append(text)
            try pull()
        case .value:
            open[last].isAtValue = true
            let kind = try decoder.peekKind()
            guard ![.array, .set, .orderedSet, .dictionary, .object].contains(kind) else { return try pull() }
            let key = try decoder.decodeScalar()
            open[last].component = .key(ScalarConversion.keyText(key) ?? "?")
            try insert(key)
            try builder.append(key, isDeclared: false)
        }
    }

    private mutating func insert(_ key: ModelScalar) throws {
        guard open[open.count - 1].keys.insert(key) else {
            throw KeySet.twice(ScalarConversion.keyText(key) ?? "\(key)").at(decoder.location)
        }
    }

    private mutating func pop(counted room: Int) throws {
        let frame = open.removeLast()
        try context.count(frame.member - room)
        context.leave()
    }

    private mutating func pull() throws {
        // A single value may have one too, and is read each time.
        let reference = decoder.reference
        if let reference, met.contains(reference) {
            try decoder.skipReference()
            return try builder.appendReference(to: reference)
        }
        builder.offset = documentDecoder == nil ? decoder.location?.byteOffset : documentDecoder?.offset
        switch try decoder.peekKind() {
        case .array: try beginArray(.array, reference)
        case .set: try beginArray(.set, reference)
        case .orderedSet: try beginArray(.orderedSet, reference)
        case .dictionary:
            try enter(reference)
            let room = try decoder.beginDictionary()
            try context.count(room)
            try builder.beginValueDictionary(number: reference)
            open.append(Frame(kind: .entries(room: room)))
        case .object:
            try enter(reference)
            let codedClass = try decoder.beginObject()
            let isObject = codedClass.map { !$0.name.isEmpty } ?? false
            if let codedClass, isObject {
                try builder.beginObject(codedClass, number: reference)
            } else {
                try builder.beginDictionary(number: reference)
            }
            open.append(Frame(kind: .properties(try decoder.objectKeys(), isObject: isObject)))
        default:
            let scalar = try decoder.decodeScalar()
            // Its text is made each time, also where the file has it once.
            if case .url(let url) = scalar { try context.count(url.relativeString.utf8.count >> 4) }
            try builder.append(scalar, isDeclared: false)
        }
    }

    private mutating func enter(_ reference: Int?) throws {
        try context.enter()
        if let reference { met.insert(reference) }
    }

    private mutating func beginArray(_ kind: ModelArrayKind, _ reference: Int?) throws {
        try enter(reference)
        let room = try decoder.beginArray()
        try context.count(room)
        try builder.beginArray(kind, number: reference)
        open.append(Frame(kind: .array(room: room)))
    }
}
