import FormatSupport

/// Swift's `Decoder` over a document: it decodes a `Codable` value from any format.
///
/// A value that isn't read at once has a separate decoder. The decoder and its parents form the coding path.
final class CodableDecoder: Decoder {
    let source: CodableSource
    let content: ModelDocument.Content
    /// The position of the value in the document.
    let index: Int
    let parent: CodableDecoder?
    let key: (any CodingKey)?
    let depth: Int

    struct State {
        /// The keys of an object, in the file's order.
        var keys: [String] = []
        /// The index of the key that was found last.
        var position = 0
        /// The index of the found key's value in the document.
        var place = 0
        /// The positions of all values by their keys. Nil for an object that has few keys, or whose keys were requested
        /// in the file's order so far.
        var places: CodablePlaces?
    }

    /// The type as which the value is decoded, if the decoding function of this type gets this decoder.
    var type: Any.Type?
    /// True if the type's decoding function hashes or compares the text that it reads.
    var comparesText: Bool { type is any RawRepresentable<String>.Type || type is any HashingElements.Type }

    /// The decoder's state. No other code has access to it, and no function below calls other code during an access.
    /// So accesses can't overlap, and aren't checked: the check took two fifths of the time of decoding.
    @safe @exclusivity(unchecked) var state = State()

    init(
        _ source: CodableSource, _ place: Int, in parent: CodableDecoder? = nil, for key: (any CodingKey)? = nil
    ) {
        self.source = source
        self.parent = parent
        self.key = key
        content = source.document.content
        index = content.resolved(place)
        depth = parent.map { $0.depth + 1 } ?? 0
    }

    /// - Parameter decoder: The decoder that has consumed the value.
    static func value<Value: Decodable>(
        _ type: Value.Type, from document: ModelDocument, in decoder: ModelDecoder
    ) throws -> Value {
        do {
            return try CodableDecoder(CodableSource(document, decoder), document.rootIndex).unbox(type)
        } catch let error as DecodingError {
            throw ModelError(error)
        }
    }

    var userInfo: [CodingUserInfoKey: Any] { [:] }

    var codingPath: [any CodingKey] {
        sequence(first: self, next: \.parent).compactMap(\.key).reversed()
    }

    // MARK: Values

    var word: DocumentWord { content.word(at: index) }

    var value: ModelDocument.Value { ModelDocument.Value(document: source.document, index: index) }

    /// True if the value is the text by which Foundation's `PropertyListEncoder` represents nil, and the requested
    /// type is an optional other than `String?`. False in files of formats such as JSON, whose text may represent
    /// dates and data.
    var isNullText: Bool {
        content.isNullText(at: index) && (source.convertsNumbers || source.document.scalars != .text)
            && type is any OptionalValue.Type && type != String?.self
    }

    /// True if text may represent dates and data.
    var convertsText: Bool { source.document.scalars == .text || source.document.scalars == .strings }

    func unbox<Value: Decodable>(_ type: Value.Type) throws -> Value {
        // Many references may point to one value, which is then decoded once for each of them.
        try source.context.count(1)
        // Documents contain values of these types as scalars, although the types have a `Codable` form too.
        if Value.self == Date.self {
            let style = content.conventions.dateStyle
            return try cast(
                opened().convert { try style?.date(of: $0) ?? ScalarConversion.date($0, fromText: $1) })
        }
        if Value.self == UUID.self { return try cast(convert(ScalarConversion.uuid)) }
        let kind = source.kind(of: type)
        if kind == .lacking { throw AnyValue.lackingSupport("\(type)") }
        if kind == .model, let record = Value.self as? any ModelRecord.Type, try !hasOwnForm(record) {
            return try cast(model(record))
        }
        if word.tag.isContainer {
            if kind == .foundation, let value = try decodeCoded(type) { return value }
            // Foundation's own code for this encoded form stops the program if a number doesn't fit.
            if Value.self == Decimal.self { return try cast(FoundationCodable.decimal(from: self)) }
        } else {
            if Value.self == Data.self { return try cast(convert(ScalarConversion.data)) }
            if Value.self == URL.self { return try cast(opened().convert(ScalarConversion.url)) }
            if Value.self == Decimal.self { return try cast(convert(ScalarConversion.decimal)) }
        }
        try requireRoom()
        self.type = try checked(type)
        // A dictionary or a set, which has the size of a pointer.
        if word.tag.isContainer, MemoryLayout<Value>.size == MemoryLayout<Int>.size,
            let table = Value.self as? any DecodableHashTable.Type
        {
            return try cast(table.decodeWhole(from: self))
        }
        return try type.init(from: self)
    }

    /// Decodes a model, or a struct or an enum with `@Model`, as a property of that type is decoded.
    func model<Model: ModelRecord>(_ type: Model.Type) throws -> Model {
        do {
            return try source.decoder.decodeModel(type, at: index)
        } catch {
            var error = ModelError(wrapping: error)
            if !error.hasWholePath(in: content) {
                error.path = ModelPath(ModelPath(coding: codingPath).components + error.path.components)
            }
            throw decodingError(error, type)
        }
    }

    /// True if the type's own `Codable` code wrote the value, as in earlier versions of the library. A property is
    /// then under its name and not under its key, or an enum's case is stored as Swift's code writes it.
    func hasOwnForm(_ type: any ModelRecord.Type) throws -> Bool {
        guard word.tag == .object || word.tag == .dictionary, className == nil else { return false }
        if let keys = try source.decoder.keys(of: type) { return keys.haveNames(members.map(\.key)) }
        guard !(type is BaseModel.Type), case let described = try type.described(), described.isEnum,
            case let members = members, members.count == 1,
            let found = described.cases.first(where: { $0.name == members[0].key }),
            case let values = CodableDecoder(source, members[0].place), values.word.tag.isContainer,
            !values.word.tag.isArray
        else { return false }
        // A value without a label has the key `_0`, and a case without values an empty dictionary.
        guard let form = found.values?.modelType?.form else { return values.members.isEmpty }
        return form != .dictionary && values.members.first?.key == "_0"
    }

    /// Throws if the value is nested too deep. The code of a type may descend without end if references form a cycle.
    func requireRoom() throws {
        guard depth < DecodingLimits.standard.depth, StackGuard.hasRoomToCode else {
            throw ModelError.tooDeep(.standard, at: depth)
        }
    }

    /// Casts a value to the type that it is known to have.
    @inline(__always)
    func cast<Known, Value>(_ value: Known) throws -> Value {
        guard let value = value as? Value else { throw mismatch(Value.self, "\(Value.self)") }
        return value
    }

    /// A decoder for the value of the archive in this text, if the format stores archives as text. Otherwise this
    /// decoder.
    func opened() throws -> CodableDecoder {
        guard convertsText, word.tag == .string, let scalar = source.context.scalar(of: value),
            let archive = try source.context.archive(in: scalar)
        else { return self }
        let document = ModelDocument(try archive.decodeScalar())
        return CodableDecoder(source.inner(document), document.rootIndex, in: parent, for: key)
    }

    /// Converts the scalar. The result for a long scalar is kept for each type, because very many references may
    /// point to the scalar.
    ///
    /// - Parameter type: The type that the calling code requests, for errors. Nil: `Value`.
    func convert<Value>(
        for type: Any.Type? = nil, _ conversion: (ModelScalar, Bool) throws -> Value
    ) throws -> Value {
        let type = type ?? Value.self
        guard content.isLong(index) else { return try convertAnew(type, conversion) }
        if comparesText || parent?.comparesText == true {
            try source.context.countCompared(at: index, of: content)
        }
        let context = source.context
        let known: Result<Value, any Error>? = context.madeValues.known(for: index, of: content)
        if let known { return try known.get() }
        let value = Result { try convertAnew(type, conversion) }
        context.madeValues.keep(value, for: index, of: content)
        return try value.get()
    }

    func convertAnew<Value>(
        _ type: Any.Type, _ conversion: (ModelScalar, Bool) throws -> Value
    ) throws -> Value {
        do {
            if let unreadable = content.error(at: index) { throw unreadable }
            guard let scalar = source.context.scalar(of: value) else {
                throw mismatch(type, "a single value")
            }
            if case .double(let number) = scalar, !number.isFinite { try content.requireDouble(at: index) }
            let isNumeral = source.document.scalars == .numerals && scalar.kind != .string
            return try conversion(scalar, convertsText || isNumeral)
        } catch let error as ModelError {
            throw decodingError(error, type)
        }
    }

    /// Converts the scalar if it is of this kind. A scalar of another kind is an error, so that a type's code may try
    /// one kind after the other. It is converted, too, if text may represent numbers.
    func convert<Value>(
        only kind: ModelKind, for type: Any.Type? = nil, _ conversion: (ModelScalar, Bool) throws -> Value
    ) throws -> Value {
        let found = value.kind
        let isKind = found == kind || found.isNumber && kind.isNumber
        // An unreadable scalar throws its own error when it is converted.
        guard isKind || source.convertsNumbers || content.error(at: index) != nil else {
            throw mismatch(type ?? Value.self, kind.rawValue)
        }
        return try convert(for: type, conversion)
    }

    func mismatch(_ type: Any.Type, _ expected: String) -> any Error {
        // The value is an object that was read before, outside of this part of the file.
        if word.tag == .instance, source.context.readsParts { source.context.needsWhole = true }
        return decodingError(ModelError(.typeMismatch, expected: expected, found: value.kind.rawValue), type)
    }

    func decodingError(_ error: ModelError, _ type: Any.Type) -> any Error {
        error.decodingError(of: type, at: codingPath, isNull: word.tag == .null)
    }

    func child(_ place: Int, _ key: any CodingKey) -> CodableDecoder {
        CodableDecoder(source, place, in: self, for: key)
    }

    // MARK: The most frequent values, without a separate decoder

    @inline(__always)
    func int(at place: Int, _ key: some CodingKey) throws -> Int {
        if content.word(at: place).tag == .int64 { return Int(Int64(bitPattern: content.words[place + 1])) }
        return try Single(decoder: child(place, key)).decode(Int.self)
    }

    @inline(__always)
    func string(at place: Int, _ key: some CodingKey) throws -> String {
        let word = content.word(at: place)
        // A text that may be read in many places is converted once, and kept.
        if word.tag == .string, !word.isShared, !content.isLong(place) { return content.text(at: place + 1) }
        return try Single(decoder: child(place, key)).decode(String.self)
    }

    @inline(__always)
    func double(at place: Int, _ key: some CodingKey) throws -> Double {
        if content.word(at: place).tag == .double { return Double(bitPattern: content.words[place + 1]) }
        return try Single(decoder: child(place, key)).decode(Double.self)
    }

    @inline(__always)
    func bool(at place: Int, _ key: some CodingKey) throws -> Bool {
        switch content.word(at: place).tag {
        case .yes: true
        case .no: false
        default: try Single(decoder: child(place, key)).decode(Bool.self)
        }
    }

    /// Decodes an array of strings. The standard library's way to decode it took a third of the time.
    func strings() throws -> [String] {
        var elements = try elements()
        var all: [String] = []
        all.reserveCapacity(elements.elementCount)
        while !elements.isAtEnd { all.append(try elements.decode(String.self)) }
        return all
    }

    /// Decodes a value of any type. The most frequent types need no separate decoder.
    func decode<Value: Decodable>(_ type: Value.Type, at place: Int, _ key: some CodingKey) throws -> Value {
        if Value.self == String.self { return try cast(string(at: place, key)) }
        if Value.self == Int.self { return try cast(int(at: place, key)) }
        if Value.self == Double.self { return try cast(double(at: place, key)) }
        if Value.self == [String].self { return try cast(child(place, key).strings()) }
        return try child(place, key).unbox(type)
    }

    // MARK: Containers

    /// The index of a key's value in the document. Nil if the key is missing.
    func place(of key: String) -> Int? {
        ownPlace(of: key) ?? (key == ClassKey.text && classPlace > 0 ? classPlace : nil)
    }

    /// The index of the text under a dictionary's first key, if that key would name the class of a model. 0 if there
    /// is no such key. For a `Codable` type the key is like any other key.
    var classPlace: Int { word.tag == .object ? content.classNamePlace(at: index) : 0 }

    /// The index of the value of a key that the dictionary itself contains. A first key `$class` that names a class
    /// isn't one of these keys: see ``classPlace``. Nil if the key is missing. Keys that are requested in the file's
    /// order are found at once.
    func ownPlace(of key: String) -> Int? {
        if state.places == nil {
            if state.position < state.keys.count, state.keys[state.position] == key { return present(state.place) }
            let next = state.position + 1
            if next < state.keys.count, state.keys[next] == key {
                state.place += content.size(at: state.place)
                state.position = next
                return present(state.place)
            }
            if state.keys.count <= Self.fewKeys, word.tag == .object { return search(key) }
            state.places = CodablePlaces(members)
        }
        return state.places?[key].flatMap(present)
    }

    /// The maximum number of keys that are searched one by one. For more keys, a table is made.
    private static let fewKeys = 16

    func search(_ key: String) -> Int? {
        guard let found = state.keys.firstIndex(of: key) else { return nil }
        if found < state.position { (state.position, state.place) = (0, index + 3) }
        while state.position < found {
            state.place += content.size(at: state.place)
            state.position += 1
        }
        return present(state.place)
    }

    func setPlaces(_ places: CodablePlaces) { state.places = places }

    /// The index of the value whose key differs from a key only in separators and case, in a file with a key style.
    /// Nil if there is no such value.
    func place<Key: CodingKey>(like key: Key) throws -> Int? {
        guard source.context.conventions.keyStyle != nil else { return nil }
        let shape = word.tag == .object ? content.low(at: index) : nil
        do {
            return try source.key(like: key, of: shape) { members.map(\.key) }.flatMap { place(of: $0) }
        } catch {
            throw decodingError(error, Key.self)
        }
    }

    /// True if the file has a key that differs from this key only in separators and case. True also for several such
    /// keys: then decoding the value throws.
    func hasPlace(like key: some CodingKey) -> Bool {
        do {
            return try place(like: key) != nil
        } catch {
            return true
        }
    }

    func present(_ place: Int) -> Int? { content.isMissing(at: place) ? nil : place }

    /// The keys as text, and the positions of their values.
    var members: [(key: String, place: Int)] {
        if word.tag == .object {
            return classPlace > 0 ? [(ClassKey.text, classPlace)] + value.members : value.members
        }
        let children = value.children
        return stride(from: 0, to: children.count - 1, by: 2).compactMap { position in
            let key = ModelDocument.Value(document: source.document, index: children[position])
            return source.context.scalar(of: key).flatMap(ScalarConversion.keyText).map { ($0, children[position + 1]) }
        }
    }

    /// The name of the class that the file gives the object at the position. Nil if the file names no class.
    var className: String? {
        guard word.tag == .object else { return nil }
        if let name = content.codedClass(at: index)?.name, !name.isEmpty { return name }
        return content.lateClassName(at: index)
    }

    /// The names of the class's superclasses.
    var superclassNames: [String] { content.codedClass(at: index)?.superclassNames ?? [] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        let container = try values(keyedBy: type)
        try requireOwn(type)
        if let places = state.places { try requireOwn(type, places.keys) } else { try requireOwn(type, state.keys) }
        return container
    }

    /// Throws if the file's object has the class of another type. A type with a key `$class` reads the class itself.
    func requireOwn<Key: CodingKey>(_ keys: Key.Type) throws {
        guard let name = className, Key(stringValue: ClassKey.text) == nil,
            !(type.map { ModelClassName.isName(name, of: $0) } ?? false), !ModelClassName.isName(name, around: keys)
        else { return }
        throw ModelError.otherClass(name, expected: ModelClassName.coded(for: type ?? keys))
    }

    /// Throws if the dictionary contains only another library's reference to an object.
    func requireOwn<Key: CodingKey>(_: Key.Type, _ names: some Collection<String>) throws {
        guard let mark = ForeignMark.only(in: names), names.allSatisfy({ Key(stringValue: $0) == nil }) else { return }
        throw ForeignMark.error(mark)
    }

    func count(bytes: Int) throws { try source.context.count(bytes: bytes) }

    /// The values of the object or the dictionary, whatever class the file names.
    func values<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        try requireRoom()
        switch word.tag {
        case .object:
            state.keys = try source.keys(of: content.low(at: index))
            (state.position, state.place) = (0, index + 3)
            try source.context.count(state.keys.count)
            if source.hasEqualKeys { try findEqualKeys(for: type) }
        case .dictionary:
            state.keys = []
            try source.context.count(content.low(at: index))
            let members = members
            for (key, _) in members {
                try source.context.count(bytes: key.utf8.count)
                if key.hasManyMarks { throw ModelError.tooManyMarks }
            }
            state.places = CodablePlaces(members)
        default: throw mismatch([String: Any].self, "dictionary")
        }
        return KeyedDecodingContainer(Keyed<Key>(decoder: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try elements() }

    func elements() throws -> Unkeyed {
        try requireRoom()
        guard word.tag.arrayKind != nil else { throw mismatch([Any].self, "array") }
        let count = content.low(at: index)
        try source.context.count(count)
        return Unkeyed(decoder: self, elementCount: count, place: index + 3)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { Single(decoder: self) }
}
