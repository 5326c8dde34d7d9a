import Documents
import FormatSupport
import KeyedArchive

/// Builds a document from the plain document of a file. In the plain document, dictionaries that begin with their
/// class are already objects. Dictionaries with other marks become objects, references and single values of
/// Foundation's classes.
///
/// It recurses only into values that are coded objects inside a coded object, to at most 40 levels.
struct HRReader: ~Copyable {
    private let plain: ModelDocument
    private let aliases: HRAliases
    /// True if numbers without a mark are doubles, even if the plain format reads them as decimals.
    private let readsDoubles: Bool
    private var walker: DocumentWalker
    private var marks = HRMarks.Cache()
    /// The builder's keys, without escapes, by the walker's key numbers.
    private var keys = KeyTable<DocumentBuilder.Key>()
    /// The scalars that values represent, by the values' IDs. Nil for a value that represents no scalar. Each value
    /// is examined once, however many aliases refer to it.
    private var outcomes: [Int: Result<ModelScalar?, ModelError>] = [:]
    /// For each container, by its number: true if the container is known to represent no scalar.
    private var containers: [Bool] = []
    /// The classes that the file names, by their names as the file writes them.
    private var namedClasses: [ExactText: NamedClass] = [:]
    /// The classes by their own names. A file may write one name in several ways.
    private var codedClasses: [ExactText: CodedClass] = [:]
    /// The classes that the file names, by the shapes of their objects.
    private var classesByShape: [NamedClass?] = []
    /// The limit for the work on long values. Each reference to a long value is counted.
    private var work: HRStepLimit

    private struct NamedClass {
        let codedClass: CodedClass
        /// The kind of value that the class represents if it is a class of Foundation. Otherwise nil.
        let kind: ModelKind?
    }

    /// - Parameter byteCount: The size of the file in bytes.
    init(
        _ plain: ModelDocument, _ aliases: consuming HRAliases, readsDoubles: Bool, byteCount: Int,
        limits: DecodingLimits
    ) {
        self.plain = plain
        self.aliases = aliases
        self.readsDoubles = readsDoubles
        walker = DocumentWalker(plain, limits: limits)
        work = HRStepLimit(readingFileOf: byteCount)
    }

    mutating func read(into builder: inout DocumentBuilder) throws {
        do {
            while true {
                if walker.nextMember() != nil {
                    if try key(walker.memberNumber, into: &builder) { try builder.append(valueOf: walker) }
                    continue
                }
                guard let step = try walker.next() else { break }
                if case .key = step {
                    if try !key(walker.keyNumber, into: &builder) { walker.skipMember() }
                    continue
                }
                builder.offset = walker.offset
                switch step {
                case .key: break
                case .string, .int64, .bool: try builder.append(valueOf: walker)
                case .null: try builder.appendNull()
                case .beginDictionary: try beginDictionary(&builder)
                case .beginArray(let kind, _): try builder.beginArray(kind, number: number)
                case .end: try builder.end()
                case .beginValueDictionary: try builder.beginValueDictionary(number: number)
                case .beginObject: try beginObject(&builder)
                default:
                    if let digits = walker.numeral {
                        try builder.append(numeral: digits, isDeclared: false)
                    } else {
                        try builder.append(read(walker.scalar ?? .null), isDeclared: false)
                    }
                }
            }
        } catch {
            var error = ModelError(wrapping: error)
            error.path = walker.path
            throw error
        }
    }

    /// Returns a scalar of the plain format. A decimal of at most 17 digits becomes a double, if `readsDoubles` is
    /// true.
    ///
    /// A double needs at most 17 digits, and the original writes all 17, even if fewer would do. A decimal that is
    /// written without a mark has the shortest digits of a double. So a numeral of at most 17 digits without a mark is
    /// a double.
    private func read(_ scalar: ModelScalar) -> ModelScalar {
        guard readsDoubles, case .decimal(let value) = scalar, value.isFinite else { return scalar }
        let digits = value.significand.description.utf8.reversed().drop { $0 == UInt8(ascii: "0") }.count
        guard digits <= 17, let double = Double("\(value)") else { return scalar }
        return .double(double)
    }

    /// Sets the key of the next value to the key that the walker read last. The walker may also have read the key's
    /// value already. `number` is the walker's number for the key. It is nil if the key has no number.
    ///
    /// - Returns: False for the key that names a class, because it has no value of its own in the document. The object
    ///   can still be read as a dictionary.
    @inline(__always)
    private mutating func key(_ number: Int?, into builder: inout DocumentBuilder) throws -> Bool {
        guard let number, let known = keys[number] else { return try newKey(number, into: &builder) }
        try builder.key(known)
        return true
    }

    @inline(never)
    private mutating func newKey(_ number: Int?, into builder: inout DocumentBuilder) throws -> Bool {
        var text = ""
        walker.withKeyBytes { text = $0.text }
        guard text != HRMarks.classKey else { return false }
        let key = builder.makeKey(HRKeys.unescaped(text))
        if let number { keys[number] = key }
        try builder.key(key)
        return true
    }

    // MARK: Dictionaries

    private mutating func beginDictionary(_ builder: inout DocumentBuilder) throws {
        switch marks.mark(walker) {
        case .none: try builder.beginDictionary(number: number)
        case .alias:
            try append(target: walker.value, to: &builder)
            walker.skipContainer()
        case .data:
            guard let text = walker.value[HRMarks.dataKey]?.scalar, text.kind == .string else {
                return try builder.beginDictionary(number: number)
            }
            try work.step(for: text)
            _ = try append(to: &builder) { _ throws in .data(try ScalarConversion.data(text, fromText: true)) }
            walker.skipContainer()
        case .object: try beginMarked(walker.value, &builder)
        }
    }

    private mutating func beginObject(_ builder: inout DocumentBuilder) throws {
        guard let shape = walker.shapeNumber, let codedClass = walker.codedClass else { return }
        let known = shape < classesByShape.count ? classesByShape[shape] : nil
        let named = try known ?? namedClass(codedClass.name)
        if known == nil { classesByShape.set(named, at: shape, missing: nil) }
        guard named.kind == nil else { return try beginMarked(walker.value, &builder) }
        try builder.beginObject(named.codedClass, number: number)
    }

    private var number: Int? { aliases.number(of: walker.value) }

    private mutating func beginMarked(_ value: ModelDocument.Value, _ builder: inout DocumentBuilder) throws {
        let number = aliases.number(of: value)
        guard let written = HRMarks.className(of: value), !written.isEmpty else {
            return try builder.beginDictionary(number: number)
        }
        let named = try namedClass(written)
        switch named.kind {
        case nil: try builder.beginObject(named.codedClass, number: number)
        case .array?: try begin(.array, value, &builder)
        case .set?: try begin(.set, value, &builder)
        case .orderedSet?: try begin(.orderedSet, value, &builder)
        case .dictionary?: try beginCoded(value, &builder)
        default:
            guard try append(to: &builder, { reader throws in try reader.scalar(of: value, 0) }) else {
                return try builder.beginObject(named.codedClass, number: number)
            }
            walker.skipContainer()
        }
    }

    /// Returns the class that a mark names, and the kind of value that the class represents if the class is a class
    /// of Foundation.
    private mutating func namedClass(_ written: String) throws(ModelError) -> NamedClass {
        try work.step(forBytes: written.utf8.count)
        if let known = namedClasses[ExactText(written)] { return known }
        let name = HRKeys.unescaped(written)
        let codedClass = codedClasses[ExactText(name)] ?? CodedClass(name: name)
        codedClasses[ExactText(name)] = codedClass
        let found = NamedClass(codedClass: codedClass, kind: FoundationForm.kind(ofClass: name))
        namedClasses[ExactText(written)] = found
        return found
    }

    /// Returns true for an error that may be thrown later, when the value is read from the document.
    private static func canBeLeft(_ error: ModelError) -> Bool {
        error.code == .typeMismatch || error.code == .depthExceeded || error.code == .corruptData
    }

    // MARK: Coded collections

    /// Begins a coded array or set. Its elements have the keys `NS.object.0` and so on, or are in one array under
    /// `NS.objects`.
    private mutating func begin(
        _ kind: ModelArrayKind, _ value: ModelDocument.Value, _ builder: inout DocumentBuilder
    ) throws {
        let list = value["NS.objects"]
        if let list, list.kind != .array {
            walker.skipContainer()
            return try builder.append(
                unreadable: ModelError(.typeMismatch, expected: "array", found: list.kind.rawValue))
        }
        try builder.beginArray(kind, number: aliases.number(of: value))
        walker.visit(list?.elements ?? Self.values("NS.object.", in: value))
    }

    /// Begins a coded dictionary. Begins a plain dictionary if the value has no coded keys and values.
    private mutating func beginCoded(_ value: ModelDocument.Value, _ builder: inout DocumentBuilder) throws {
        let keys: [ModelDocument.Value]
        let values: [ModelDocument.Value]
        if value["NS.key.0"] != nil {
            keys = Self.values("NS.key.", in: value)
            values = Self.values("NS.object.", in: value)
        } else if let list = value["NS.keys"] {
            keys = list.elements
            values = value["NS.objects"]?.elements ?? []
        } else {
            return try builder.beginDictionary(number: aliases.number(of: value))
        }
        guard keys.count == values.count else {
            walker.skipContainer()
            return try builder.append(
                unreadable: ModelError(
                    .corruptData, "The coded dictionary has \(keys.count) keys and \(values.count) values."))
        }
        try builder.beginValueDictionary(number: aliases.number(of: value))
        walker.visit(zip(keys, values).flatMap { [$0, $1] })
    }

    /// Returns the values of the keys that consist of a prefix and a number, from 0 on.
    private static func values(_ prefix: String, in value: ModelDocument.Value) -> [ModelDocument.Value] {
        var numbered: [String: ModelDocument.Value] = [:]
        for (key, member) in value.properties where key.hasPrefix(prefix) { numbered[key] = member }
        var found: [ModelDocument.Value] = []
        while let next = numbered[prefix + String(found.count)] { found.append(next) }
        return found
    }

    // MARK: Aliases and coded scalars

    private mutating func append(target alias: ModelDocument.Value, to builder: inout DocumentBuilder) throws {
        switch aliases.target(of: alias) {
        case .container(let target, let number)?:
            // Each container is looked at once: it has one number.
            if number < containers.count, containers[number] { return try builder.appendReference(to: number) }
            guard try !append(to: &builder, { reader throws in try reader.scalar(of: target, 0) }) else { return }
            containers.set(true, at: number, missing: false)
            try builder.appendReference(to: number)
        case .scalar(let target)? where target.numeral != nil:
            let digits = target.numeral ?? ""
            try work.step(forBytes: digits.utf8.count)
            try builder.append(numeral: digits, isDeclared: false)
        case .scalar(let target)?: _ = try append(to: &builder) { reader throws in try reader.scalar(of: target, 0) }
        case .unreadable(let error)?: try builder.append(unreadable: error)
        case nil: try builder.append(unreadable: ModelError(.corruptData, "There is no such alias."))
        }
    }

    /// Appends the scalar that `make` returns. If `make` throws because the value can't be read, the error is
    /// appended instead.
    ///
    /// - Returns: False if `make` returns nil.
    private mutating func append(
        to builder: inout DocumentBuilder, _ make: (inout HRReader) throws -> ModelScalar?
    ) throws -> Bool {
        do {
            guard let scalar = try make(&self) else { return false }
            try append(scalar, to: &builder)
        } catch let error as ModelError where Self.canBeLeft(error) {
            try builder.append(unreadable: error)
        }
        return true
    }

    private mutating func append(_ scalar: ModelScalar, to builder: inout DocumentBuilder) throws {
        switch scalar {
        // Unlike text and data, a document stores these values again each time.
        case .url, .geometry: try work.step(for: scalar)
        default: break
        }
        try builder.append(scalar, isDeclared: false)
    }

    /// Returns the scalar that a value is or represents. Returns nil for a container. The scalar is made only once
    /// for each value.
    private mutating func scalar(of value: ModelDocument.Value, _ depth: Int) throws -> ModelScalar? {
        if let known = outcomes[value.id] { return try known.get() }
        let made = Result { () throws -> ModelScalar? in
            if let scalar = value.scalar { return read(scalar) }
            return try codedScalar(value, depth)
        }.mapError { ModelError(wrapping: $0) }
        outcomes[value.id] = made
        return try made.get()
    }

    /// Returns the scalar that a coded object represents. Returns nil if the value is no coded object, or if it isn't
    /// in the form that its class writes.
    private mutating func codedScalar(_ value: ModelDocument.Value, _ depth: Int) throws -> ModelScalar? {
        guard value.kind == .dictionary || value.kind == .object else { return nil }
        guard depth < 40 else {
            throw ModelError(.depthExceeded, "A value is a coded object in a coded object, more than 40 levels deep.")
        }
        switch aliases.target(of: value) {
        case .container(let target, _)?, .scalar(let target)?: return try scalar(of: target, depth + 1)
        case .unreadable?: return nil
        case nil: break
        }
        guard let written = HRMarks.className(of: value) else {
            guard value.keys == [HRMarks.dataKey], let text = value[HRMarks.dataKey]?.scalar else { return nil }
            try work.step(for: text)
            return .data(try ScalarConversion.data(text, fromText: true))
        }
        let named = try namedClass(written)
        switch named.kind {
        case nil, .array?, .set?, .orderedSet?, .dictionary?: return nil
        default: break
        }
        var object = FoundationForm.Object(named.codedClass.name)
        for (key, member) in value.properties where key != HRMarks.classKey {
            guard let scalar = try scalar(of: member, depth + 1) else { continue }
            try work.step(for: scalar)
            object.properties.append((key, scalar))
        }
        return try HRScalars.scalar(of: object)
    }
}
