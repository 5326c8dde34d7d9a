import FormatSupport

/// The state that all decoders of one `Codable` value share.
final class CodableSource {
    let document: ModelDocument
    let context: DecodingContext
    /// The decoder that has consumed the value.
    private let owner: ModelDecoder
    /// A decoder of models in the document.
    private(set) lazy var decoder = decoderOfDocument()
    @safe @exclusivity(unchecked) private var types = CodableKinds()
    /// True if text may represent a number: in formats whose single values are all text, and in values of the program.
    let convertsNumbers: Bool
    /// For one shape of objects and one type of coding keys: the keys that the type doesn't know.
    private var lastUnknown: (shape: Int, type: any CodingKey.Type, keys: [ExactText: [String]]) = (
        -1, CodableKey.self, [:]
    )
    private var lastKeys: (shape: Int, keys: [String], weight: Int) = (-1, [], 0)
    /// True if two keys of the last result of ``keys(of:)`` are equal in Swift, although their bytes differ.
    private(set) var hasEqualKeys = false

    /// - Parameters:
    ///   - document: The value, or the value of an archive inside it.
    ///   - owner: The decoder that has consumed the value.
    ///   - convertsNumbers: True if text may represent a number, whatever the document's format is.
    private init(_ document: ModelDocument, _ owner: ModelDecoder, convertsNumbers: Bool) {
        self.document = document
        self.owner = owner
        context = owner.context
        self.convertsNumbers = convertsNumbers || document.scalars == .strings
    }

    convenience init(_ document: ModelDocument, _ owner: ModelDecoder) {
        self.init(document, owner, convertsNumbers: owner.setsFromProgram)
        // The content may be copied later, with the same indexes.
        if owner.cursor.content === document.content { decoder = owner }
    }

    /// Returns the state for a document that is decoded in place of a value inside this document.
    func inner(_ document: ModelDocument, convertsNumbers: Bool? = nil) -> CodableSource {
        CodableSource(document, owner, convertsNumbers: convertsNumbers ?? self.convertsNumbers)
    }

    /// The decoder for a document outside the content of `owner`. Its references are numbered separately.
    private func decoderOfDocument() -> ModelDecoder {
        ModelDecoder(
            document, context: DecodingContext(embeddedIn: context), capabilities: owner.cursor.capabilities)
    }

    func kind(of type: Any.Type) -> CodableKinds.Kind { types.kind(of: type) }

    /// The keys of a shape. The keys of the last shape are kept: most objects have the shape of the object before
    /// them.
    ///
    /// Long keys count towards the limit of values each time, because a type's code may hash them for every reference
    /// to the object.
    func keys(of shape: Int) throws -> [String] {
        if lastKeys.shape != shape {
            let keys = document.content.shapes.keys(of: shape)
            lastKeys = (shape, keys, keys.reduce(0) { $0 + $1.utf8.count / DocumentShapes.longKey })
            hasEqualKeys = !keys.allSatisfy(\.isASCII) && Set(keys).count < keys.count
        }
        if lastKeys.weight > 0 { try context.count(lastKeys.weight) }
        return lastKeys.keys
    }

    /// The key of an object that differs from a type's key only in separators and case, and isn't itself a key of the
    /// type. Nil if there is no such key.
    ///
    /// - Parameters:
    ///   - shape: The object's shape; nil for a dictionary.
    ///   - keys: Returns the object's keys.
    /// - Throws: `duplicateKey` if there are two such keys.
    func key<Key: CodingKey>(
        like key: Key, of shape: Int?, among keys: () -> [String]
    ) throws(ModelError) -> String? {
        if shape == nil || lastUnknown.shape != shape || lastUnknown.type != Key.self {
            let unknown = keys().filter { Key(stringValue: $0) == nil }
            lastUnknown = (shape ?? -1, Key.self, Dictionary(grouping: unknown) { ExactText(lettersOf: $0) })
        }
        guard let found = lastUnknown.keys[ExactText(lettersOf: key.stringValue)] else { return nil }
        if found.count > 1 { throw KnownKeys.alike(found[0], found[1], key.stringValue) }
        return found.first
    }
}

/// The indexes of an object's values, by their keys. If several keys are equal in Swift, the key with the same bytes
/// counts.
struct CodablePlaces {
    private let places: [String: Int]
    /// The indexes of the values by the bytes of the keys, if two keys are equal in Swift; else nil.
    private let exactPlaces: [ExactText: Int]?

    init(_ members: [(key: String, place: Int)]) {
        places = Dictionary(members.map { ($0.key, $0.place) }) { first, _ in first }
        exactPlaces =
            places.count == members.count
            ? nil : Dictionary(members.map { (ExactText($0.key), $0.place) }) { first, _ in first }
    }

    /// The keys. Of two keys that are equal in Swift, only one is included.
    var keys: some Collection<String> { places.keys }

    subscript(key: String) -> Int? { exactPlaces?[ExactText(key)] ?? places[key] }
}

extension String {
    fileprivate var isASCII: Bool { utf8.allSatisfy { $0 < 0x80 } }
}
