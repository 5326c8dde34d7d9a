import FormatSupport
import Synchronization

/// The values in a file's object under keys that its class doesn't know.
final class UnknownValues: ModelExtras {
    /// One unknown value: its key path, and its index in the file's document.
    typealias Member = (way: ArraySlice<String>, place: Int)

    let file: UnknownContent
    /// The index of the dictionary with the values, whose keys are text.
    let root: Int
    /// The unknown values of an earlier file, if the object was set again. Nil if there are none.
    let earlier: UnknownValues?

    fileprivate init(_ file: UnknownContent, root: Int, earlier: UnknownValues? = nil) {
        self.file = file
        self.root = root
        self.earlier = earlier
    }

    override func copy() -> ModelExtras { UnknownValues(file, root: root, earlier: earlier) }

    /// Returns these values together with earlier unknown values of the object. Earlier values are dropped if their
    /// keys all occur in newer values.
    func over(_ earlier: UnknownValues?) -> UnknownValues {
        guard let earlier else { return self }
        var keys = Set<ExactText>()
        var kept: [UnknownValues] = []
        for values in [self] + earlier.all {
            let own = values.value.keys.map { ExactText($0) }
            if !keys.isSuperset(of: own) { kept.append(values) }
            keys.formUnion(own)
        }
        return kept.reversed().reduce(nil) { UnknownValues($1.file, root: $1.root, earlier: $0) } ?? self
    }

    /// These values and the earlier values, newest first.
    var all: some Sequence<UnknownValues> { sequence(first: self, next: \.earlier) }

    /// Texts that contain the key of each of the first `count` values, and the value if it is a short single value.
    /// Models in a set are sorted by them.
    override func sortTexts(first count: Int) -> [String] {
        all.flatMap { values in
            values.value.members.prefix(count).map { key, place in
                let content = values.file.content
                let scalar =
                    content.isLong(place)
                    ? nil : ModelDocument.Value(document: ModelDocument(content), index: place).scalar
                return key + ":" + (scalar?.sortText ?? "")
            }
        }
    }

    override func isWithin(_ ways: Set<[String]>) -> Bool {
        all.allSatisfy { $0.value.members.allSatisfy { ways.contains([$0.key]) } }
    }

    /// Encodes the unknown values into the open object, except values whose keys the object already has.
    override func encode(
        _ keys: PropertyKeys?, besides writtenByOthers: Set<[String]>, to encoder: ModelEncoder
    ) throws {
        for values in all { try encoder.encodeNewest(values, keys, besides: writtenByOthers) }
    }

    /// The result of ``document``, once it was requested. Nil if the values refer to models.
    private let made = Mutex<ModelDocument?>(nil)

    /// These values and the earlier values as a separate document. It is made once, unless the values refer to
    /// models.
    var document: ModelDocument? {
        if let known = made.withLock({ $0 }) { return known }
        let document = try? ModelEncoder.document { encoder in
            try encoder.beginDictionary()
            try encode(nil, besides: [], to: encoder)
            try encoder.end()
        }
        document?.content.conventions = file.content.conventions
        if let document, all.allSatisfy({ $0.isPlain }) { made.withLock { $0 = document } }
        return document
    }

    /// True if the values refer to no models, and the file was read to its end.
    private var isPlain: Bool {
        var known: Set<Int> = []
        return file.isComplete && file.models(in: value, besides: &known).isEmpty
    }

    /// These values as a dictionary.
    var value: ModelDocument.Value { ModelDocument.Value(document: ModelDocument(file.content), index: root) }
}

/// The unknown values of all objects of one file. They are copied, so that the rest of the file's document can be
/// released.
final class UnknownContent: WaitingPart {
    let content: ModelDocument.Content
    /// The models to which values refer, by the references' numbers. The references to the models are weak, because
    /// the models may own the values.
    private var models: [Int: WeakModel] = [:]
    /// Copies values of the file. Nil after the file was read.
    private var copy: DocumentCopy?

    private struct WeakModel {
        private(set) weak var model: BaseModel?
        init(_ model: BaseModel) { self.model = model }
    }

    /// - Parameters:
    ///   - source: The content of the file's document.
    ///   - opening: Returns the single value that a keyed archive at an index contains. Nil: data is copied unchanged.
    init(of source: ModelDocument.Content, opening: ((ModelDocument.Content, Int) -> ModelScalar?)?) {
        content = ModelDocument.Content(conventions: source.conventions)
        copy = DocumentCopy(source, leavesShared: true)
        copy?.opening = opening
    }

    /// Sets the content from which values are copied next. It has the same values as before, and may have further
    /// values after them.
    func setSource(_ source: ModelDocument.Content) { copy?.source = source }

    /// The shape of a dictionary with these keys.
    func shape(of keys: [String]) -> Int { content.shapes.shape(of: nil, keys: keys) }

    /// The unknown values of an object. `body` appends the values of a dictionary with this shape.
    func values(shape: Int, _ body: () -> Void) -> UnknownValues {
        let root = content.words.count
        content.words.append(DocumentWord(.object).bits, UInt64(shape), 0)
        body()
        content.words[root + 2] = UInt64(content.words.count - root)
        return UnknownValues(self, root: root)
    }

    /// Appends a copy of a value in the file.
    func append(_ place: Int) { copy?.append(place, to: content) }

    /// Copies an object's unknown values. Values whose key paths begin with the same key must follow one another.
    func values(_ members: [UnknownValues.Member]) -> UnknownValues {
        var groups: [(key: String, members: [UnknownValues.Member])] = []
        for (way, place) in members {
            guard let key = way.first else { continue }
            if way.count == 1 || groups.last?.key != key { groups.append((key, [])) }
            groups[groups.count - 1].members.append((way.dropFirst(), place))
        }
        return values(shape: shape(of: groups.map(\.key))) {
            for (_, members) in groups {
                if members[0].way.isEmpty { append(members[0].place) } else { _ = values(members) }
            }
        }
    }

    /// Ends the copying after the file was read, when it is known which of the file's objects became models.
    func finish(in context: DecodingContext) {
        while let left = copy?.nextLeft() {
            if let model = (copy?.source.number(at: left.place)).flatMap({ context.objects.object(for: $0) }) {
                models[left.number] = WeakModel(model)
            } else if !left.isWeak {
                copy?.appendLeft(left.place, to: content)
            }
        }
        copy = nil
    }

    /// The unknown values of an object that was made from a dictionary of the program.
    static func values(_ members: [(way: ArraySlice<String>, document: ModelDocument)]) -> UnknownValues {
        let document = ModelDocument(elements: members.map(\.document.root))
        let file = UnknownContent(of: document.content, opening: nil)
        let values = file.values(zip(members, document.root.children).map { ($0.way, $1) })
        file.copy = nil
        return values
    }

    /// Gives models the unknown members of their objects, whose values are the elements of a document.
    static func keep(_ members: [PropertyTable.UnknownMembers.Member], in document: ModelDocument) {
        let file = UnknownContent(of: document.content, opening: nil)
        let places = document.root.children
        // Most objects have the keys of the object before them.
        var (keys, shape): ([String], Int) = ([], file.shape(of: []))
        members.forEachObject { object, own in
            guard let model = object as? BaseModel else { return }
            if !own.lazy.map(\.key).elementsEqual(keys, by: { ExactText($0) == ExactText($1) }) {
                keys = own.map(\.key)
                shape = file.shape(of: keys)
            }
            model.unknown = file.values(shape: shape) { for member in own { file.append(places[member.index]) } }
        }
        file.copy = nil
    }

    /// True if the file was read, so that all values were copied.
    var isComplete: Bool { copy == nil }

    /// True if values may refer to models.
    var hasModels: Bool { !models.isEmpty }

    /// The models to which a value refers, by the references' numbers.
    ///
    /// - Parameter known: The containers that were already searched. The containers that this call searches are
    ///   added.
    func models(in value: ModelDocument.Value, besides known: inout Set<Int>) -> [Int: BaseModel] {
        var found: [Int: BaseModel] = [:]
        guard !models.isEmpty else { return found }
        var pending = [value.index]
        while let next = pending.popLast() {
            let word = content.word(at: next)
            if word.tag == .reference || word.tag == .weakReference {
                let number = Int(truncatingIfNeeded: content.words[next + 1])
                if let model = models[number]?.model { found[number] = model }
            } else if word.tag.isContainer, known.insert(next).inserted {
                pending += ModelDocument.Value(document: value.document, index: next).children.map(content.resolved)
            }
        }
        return found
    }
}
