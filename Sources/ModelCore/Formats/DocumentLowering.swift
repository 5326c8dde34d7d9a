import FormatSupport
import Foundation

extension ModelDocument {
    /// The document in terms of a format with these capabilities, such that the declared types read it back exactly:
    /// itself where it holds nothing else. Doesn't recurse.
    ///
    /// - Throws: `unrepresentableValue` for what has no plainer terms, `cycle` where the format has no references,
    ///   `duplicateKey` where two keys have one text, and what is beyond the limits.
    func lowered(to capabilities: FormatCapabilities, limits: DecodingLimits) throws(ModelError) -> ModelDocument {
        if content.fits(capabilities) { return self }
        var lowering = DocumentLowering(self, capabilities, limits)
        return try lowering.run()
    }
}

extension ModelDocument.Content {
    /// True where each value is of a kind that the capabilities name. Linear in the number of values.
    fileprivate func fits(_ capabilities: FormatCapabilities) -> Bool {
        var index = root
        while index < words.count {
            let tag = word(at: index).tag
            guard fits(index, tag, capabilities) else { return false }
            // Into containers, whose contents come next.
            index += tag.isContainer ? 3 : size(at: index)
        }
        return true
    }

    private func fits(_ index: Int, _ tag: DocumentTag, _ capabilities: FormatCapabilities) -> Bool {
        switch tag {
        case .string, .int64, .uint64, .no, .yes, .absent, .moved, .array: true
        case .null: capabilities.contains(.null)
        case .float: capabilities.isSuperset(of: [.typedScalars, .nonFinite])
        case .double: capabilities.contains(.nonFinite) || Double(bitPattern: words[index + 1]).isFinite
        case .data: capabilities.contains(.data)
        case .date: capabilities.contains(.exactDates)
        case .decimal, .url, .uuid, .point, .size, .rect, .range, .indexSet, .transform:
            capabilities.contains(.typedScalars)
        case .set, .orderedSet: capabilities.contains(.sets)
        case .dictionary:
            capabilities.contains(.valueKeys) && (capabilities.contains(.classes) || !beginsWithClassKey(index))
        case .object:
            capabilities.contains(.classes)
                || shapes.codedClass(of: low(at: index)) == nil && !beginsWithClassKey(index)
        case .reference, .weakReference: capabilities.contains(.identity)
        }
    }

    private func beginsWithClassKey(_ index: Int) -> Bool {
        firstKey(at: index).map { ClassKey.isOne($0.text) } ?? false
    }
}

extension ModelDocument.Content {
    /// The first key of an object or a dictionary, where that is text, and where its value stands.
    func firstKey(at index: Int) -> (text: String, value: Int)? {
        let first = index + 3
        if word(at: index).tag == .object { return shapes.firstKey(of: low(at: index)).map { ($0, first) } }
        guard low(at: index) > 0, word(at: resolved(first)).tag == .string else { return nil }
        return (text(at: resolved(first) + 1), first + size(at: first))
    }
}

/// The key that names an object's class in formats without objects: the first of its dictionary.
enum ClassKey {
    static let text = "$class"

    /// True for that key, and for those that stand for a dictionary's own first key.
    static func isOne(_ key: String) -> Bool {
        key.utf8.first == UInt8(ascii: "$") && key.utf8.drop { $0 == UInt8(ascii: "$") }.elementsEqual("class".utf8)
    }

    /// What is written where a dictionary's own first key would name a class.
    static func escaped(_ key: String) -> String { isOne(key) ? "$" + key : key }

    /// The first key that was written as this one, which names no class.
    static func unescaped(_ key: String) -> String { isOne(key) && key != text ? String(key.dropFirst()) : key }
}

/// Copies a document in plainer terms.
struct DocumentLowering: ~Copyable {
    private var walker: DocumentWalker
    private var builder: DocumentBuilder
    private let capabilities: FormatCapabilities
    private var open: [Frame] = []

    private struct Frame {
        enum Kind { case array, dictionary, object }
        var kind: Kind
        /// The number of values that came, of a dictionary whose keys become text.
        var turned: Int?
        /// True until the first key of a dictionary or an object came.
        var isFirst = true
        var hasValueKeys = false

        var isAtFirstKey: Bool { hasValueKeys && isFirst }
    }

    fileprivate init(_ document: ModelDocument, _ capabilities: FormatCapabilities, _ limits: DecodingLimits) {
        walker = DocumentWalker(document, repeatsShared: !capabilities.contains(.identity), limits: limits)
        builder = DocumentBuilder(limits: limits)
        self.capabilities = capabilities
    }

    fileprivate mutating func run() throws(ModelError) -> ModelDocument {
        do {
            while let step = try walker.next() {
                builder.offset = walker.offset
                try append(step)
            }
            return try builder.finish()
        } catch {
            var error = error
            error.path = walker.path
            throw error
        }
    }

    private mutating func append(_ step: DocumentWalker.Step) throws(ModelError) {
        if let turned = open.last?.turned {
            if turned & 1 == 0, !step.isEnd { return try appendTurnedKey(step) }
            open[open.count - 1].turned = turned + 1
        } else if open.last?.isAtFirstKey ?? false {
            if case .string = step { return try builder.append(written(walker.text)) }
            open[open.count - 1].isFirst = false
        }
        switch step {
        case .key: try builder.key(written(walker.text))
        case .end: try end()
        case .beginArray(let kind, _):
            open.append(Frame(kind: .array))
            try builder.beginArray(capabilities.contains(.sets) ? kind : .array, number: walker.number)
        case .beginDictionary:
            open.append(Frame(kind: .dictionary))
            try builder.beginDictionary(number: walker.number)
        case .beginValueDictionary:
            let hasKeys = capabilities.contains(.valueKeys)
            open.append(Frame(kind: .dictionary, turned: hasKeys ? nil : 0, hasValueKeys: hasKeys))
            if hasKeys {
                try builder.beginValueDictionary(number: walker.number)
            } else {
                try builder.beginDictionary(number: walker.number)
            }
        case .beginObject(let codedClass): try begin(codedClass)
        case .reference(let number): try builder.appendReference(to: number, isExpected: walker.isExpected)
        case .null where !capabilities.contains(.null):
            throw ModelError(.unrepresentableValue, "This format has no null.")
        default:
            guard let scalar = walker.scalar else { return try builder.appendNull() }
            try append(plain(scalar))
        }
    }

    private mutating func append(_ scalar: ModelScalar) throws(ModelError) {
        try builder.append(scalar, isDeclared: !walker.isUndeclared)
    }

    // MARK: Containers

    private mutating func begin(_ codedClass: CodedClass) throws(ModelError) {
        guard !capabilities.contains(.classes) else {
            open.append(Frame(kind: .object))
            return try builder.beginObject(codedClass, number: walker.number, isExpected: walker.isExpected)
        }
        let isNamed = !walker.isExpected && !open.isEmpty && !codedClass.name.isEmpty
        open.append(Frame(kind: .dictionary, isFirst: !isNamed))
        try builder.beginDictionary(number: walker.number)
        guard isNamed else { return }
        try builder.key(ClassKey.text)
        try builder.append(codedClass.name)
    }

    private mutating func end() throws(ModelError) {
        switch open.popLast()?.kind {
        case .array: try builder.endArray()
        case .dictionary: try builder.endDictionary()
        case .object, nil: try builder.endObject()
        }
    }

    // MARK: Keys

    /// The key as it is written, of a dictionary with text keys or an object.
    private mutating func written(_ key: String) -> String {
        let last = open.count - 1
        guard open[last].isFirst else { return key }
        open[last].isFirst = false
        return capabilities.contains(.classes) ? key : ClassKey.escaped(key)
    }

    /// A key of a dictionary whose keys are any values, as text.
    private mutating func appendTurnedKey(_ step: DocumentWalker.Step) throws(ModelError) {
        guard let scalar = walker.scalar, let text = ScalarConversion.keyText(scalar) else {
            throw ModelError(.unrepresentableValue, "This format's keys are text, which this key has none for.")
        }
        do {
            try builder.key(written(text))
        } catch {
            throw error.code == .duplicateKey ? ModelDictionaryKey.repeated(text) : error
        }
        open[open.count - 1].turned? += 1
    }

    // MARK: Scalars

    /// The scalar in plainer terms, such that the declared type reads it back exactly.
    private func plain(_ scalar: ModelScalar) throws(ModelError) -> ModelScalar {
        do {
            return try scalar.plain(for: capabilities)
        } catch {
            throw ModelError(wrapping: error)
        }
    }
}

extension DocumentWalker.Step {
    fileprivate var isEnd: Bool { if case .end = self { true } else { false } }
}
