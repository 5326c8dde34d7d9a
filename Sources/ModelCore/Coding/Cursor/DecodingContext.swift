import Foundation
import Synchronization

/// The state of one decoding: its limits, the program's classes, and the objects made so far. An embedded archive has a
/// context of its own, which refers to the context of the file around it.
final class DecodingContext {
    /// The limits of this decoding.
    let limits: DecodingLimits
    /// The conventions of the file, for all values that are read from it.
    var conventions: FileConventions
    /// The classes of which instances may be made.
    let classes: ClassRegistry
    /// The class that the root is expected to have or to inherit from; nil: any value.
    let rootType: BaseModel.Type?

    /// The program's collections that were expanded.
    var collections = SharedCollections()

    /// The facts about the classes of the models that were read.
    var modelClasses = TypeCache<DecodedClass>()
    /// The facts about the structs and enums that were read.
    var structs = TypeCache<DecodedStruct>()

    /// The classes that dictionaries name with a key `$class` that isn't their first.
    private var lateClasses = CodedClassTable()

    /// The number of open sets whose elements have no declared type.
    var setDepth = 0
    /// The number of class instances that were made for values without a declared type.
    var instances = 0

    /// The unknown values of the file's objects; nil if there are none so far.
    private(set) var unknown: UnknownContent?
    /// The contexts of the archives in the file that have unknown values.
    private var unknownArchives: [DecodingContext] = []

    /// Collects the elements that lenient properties skip. Nil: a bad element is an error.
    let report: ReportCollector?
    /// True if the content of the format or the store is confidential: reports don't quote it.
    var isConfidential: Bool {
        get { conventions.reading.isConfidential }
        set { conventions.reading.isConfidential = newValue }
    }
    /// The purpose of the models that are made.
    var purpose: FileConventions.Purpose {
        get { conventions.reading.purpose }
        set { conventions.reading.purpose = newValue }
    }
    /// The references for which objects were made, in order. Only kept if elements may be skipped.
    private var registered: [Int] = []

    /// The model that is being filled. The caller that fills it keeps it alive.
    @safe unowned(unsafe) var filled: BaseModel?
    /// The model that had values before, and is set with the values that are read. The caller keeps it alive.
    @safe unowned(unsafe) var merged: BaseModel?
    /// For each model that may still be replaced: the models that refer to it.
    private var holders: [ObjectIdentifier: Holders] = [:]

    /// True if ``finish()`` will be called: links that need all models of the file wait for it.
    var linksLater = false
    /// The relationship links to set at the end of decoding, including those of embedded archives.
    private var waiting = WaitingLinks()

    /// The number of levels at which the current value is nested.
    private(set) var depth = 0
    private var nodes = 0
    /// The values that were made from long scalars, and from scalars that occur in many places.
    private var madeValues: [MadeValue: (value: Any, content: ModelDocument.Content)] = [:]
    /// The limits for the values that are read, which depend on the file's size: a small file may repeat its contents
    /// without end.
    let documentLimits: DecodingLimits
    private var nodeLimit: Int { documentLimits.nodes }
    /// The decoding of the file in which this one's content is embedded.
    private let outer: DecodingContext?
    private var objects: [BaseModel?] = []
    /// The objects with a negative reference: only a collection around them is referred to.
    private var objectsInShared: [Int: BaseModel] = [:]
    private var lastToMake: (coded: ObjectIdentifier, expected: BaseModel.Type, type: BaseModel.Type)?
    private var foundClasses: [ObjectIdentifier: (coded: CodedClass, found: ModelClass)] = [:]

    /// The context of one decoding, which a decoder is made with.
    ///
    /// - Parameters:
    ///   - conventions: The conventions of the file.
    ///   - byteCount: The size of the file. It limits the number of values that are read, each repetition included:
    ///     four for each byte, and at least a million.
    ///   - limits: The limits of the decoding.
    ///   - classes: The classes of which instances may be made.
    ///   - rootType: The class that the root is expected to have or to inherit from.
    ///   - report: Collects the skipped elements when the decoder is finished. Nil: nothing may be skipped.
    init(
        _ conventions: FileConventions, byteCount: Int, limits: DecodingLimits = .standard,
        classes: ClassRegistry = .current, rootType: BaseModel.Type? = nil,
        report: ReportCollector? = DecodingReport.collector
    ) {
        self.rootType = rootType
        self.conventions = conventions
        self.conventions.limits = limits
        self.limits = limits
        self.classes = classes
        self.report = report
        outer = nil
        documentLimits = limits.forFile(of: byteCount)
    }

    /// Makes the context for a value that is decoded separately inside another file. It has references of its own, and
    /// shares the conventions and the limits.
    ///
    /// - Parameters:
    ///   - conventions: The conventions of an embedded file, such as a keyed archive; nil: those of the file around it.
    ///   - report: As for a file. Nil if the decoder isn't finished, because then nothing would be reported.
    init(
        embeddedIn outer: DecodingContext, _ conventions: FileConventions? = nil, rootType: BaseModel.Type? = nil,
        report: ReportCollector? = nil
    ) {
        self.rootType = rootType
        self.conventions = conventions ?? outer.conventions
        self.report = report
        self.outer = outer
        limits = outer.limits
        classes = outer.classes
        depth = outer.depth
        documentLimits = outer.documentLimits
    }

    /// The format that is read.
    var format: FileFormat { conventions.format }

    /// Enters one more level of nesting. Throws `depthExceeded`; then ``leave()`` must not be called.
    func enter() throws {
        guard depth < limits.depth, StackGuard.hasRoomToCode else { throw ModelError.tooDeep(limits, at: depth) }
        depth += 1
        try count(1)
    }

    /// True if the limit allows one more level of nesting.
    var mayEnter: Bool { depth < limits.depth }

    /// Continues at another level of nesting.
    func resume(at depth: Int) { self.depth = depth }

    /// Leaves one level of nesting: once for each ``enter()`` that didn't throw. No effect on the outermost level.
    func leave() {
        if depth > 0 { depth -= 1 }
    }

    /// Counts values that were read. Throws `nodesExceeded`.
    func count(_ values: Int) throws {
        // `nodes` is never more than the limit, so this can't overflow.
        guard values <= nodeLimit - nodes else { throw ModelError.tooMany(nodeLimit) }
        nodes += max(values, 0)
        try outer?.count(values)
    }

    /// The scalar of a value. It is made once if it occurs in many places, and also if it is long: then a container
    /// around it may occur in many places.
    func scalar(of value: ModelDocument.Value) -> ModelScalar? {
        guard value.word.isShared || value.content.isLong(value.index) else { return value.scalar }
        return scalar(at: value.index, of: value.content)
    }

    /// The scalar at an index. It is made once, and kept.
    func scalar(at index: Int, of content: ModelDocument.Content) -> ModelScalar? {
        if let known: ModelScalar = known(index, of: content) { return known }
        let scalar = content.scalar(at: index)
        if let scalar { keep(scalar, index, of: content) }
        return scalar
    }

    /// The value of a type that was kept for the scalar at an index; nil if there is none.
    func known<Value>(_ index: Int, of content: ModelDocument.Content) -> Value? {
        madeValues[MadeValue(index, of: content, Value.self)]?.value as? Value
    }

    /// Keeps the value that was made from the scalar at an index. For one type it is always the same value.
    func keep<Value>(_ value: Value, _ index: Int, of content: ModelDocument.Content) {
        // The entry keeps the content alive, so that no other one gets its address.
        madeValues[MadeValue(index, of: content, Value.self)] = (value, content)
    }

    private struct MadeValue: Hashable {
        private let content: ObjectIdentifier
        private let index: Int
        private let type: ObjectIdentifier

        init(_ index: Int, of content: ModelDocument.Content, _ type: Any.Type) {
            self.content = ObjectIdentifier(content)
            self.index = index
            self.type = ObjectIdentifier(type)
        }
    }

    /// The object that was made for a reference; nil if there is none.
    @inline(__always)
    func object(for reference: Int) -> BaseModel? {
        objects.indices.contains(reference) ? objects[reference] : reference < 0 ? objectsInShared[reference] : nil
    }

    /// Remembers the object that was made for a reference, before it is filled: so cycles end.
    func setObject(_ object: BaseModel, for reference: Int) {
        if report != nil { registered.append(reference) }
        if reference < 0 {
            objectsInShared[reference] = object
            return
        }
        if reference >= objects.count {
            let room = max(reference + 1, objects.count * 2)
            objects.append(contentsOf: repeatElement(nil, count: room - objects.count))
        }
        objects[reference] = object
    }

    /// The number of objects that were made for references; 0 if nothing may be skipped.
    var registeredCount: Int { registered.count }

    /// Forgets the objects that were made after the first `count`. A later reference to one of them makes it again.
    func forgetObjects(since count: Int) {
        for reference in registered[count...] {
            if reference < 0 { objectsInShared[reference] = nil } else { objects[reference] = nil }
        }
        registered.removeLast(registered.count - count)
    }

    /// Notes that an object which may still be replaced is given to a model; nil for a value that isn't a model.
    func noteEarly(_ object: BaseModel, in holder: BaseModel?) {
        holders[ObjectIdentifier(object), default: Holders()].add(holder)
    }

    /// True if any model refers to an object that may still be replaced.
    var hasHolders: Bool { !holders.isEmpty }

    /// Removes and returns the models that were given the object before it was ready, each once.
    func takeHolders(of object: BaseModel) -> [BaseModel?] {
        holders.isEmpty ? [] : holders.removeValue(forKey: ObjectIdentifier(object))?.all ?? []
    }

    /// Keeps the unknown values of the file's objects.
    func keep(_ unknown: UnknownContent) {
        self.unknown = unknown
        var file = self
        while let outer = file.outer { file = outer }
        if file !== self { file.unknownArchives.append(self) }
    }

    /// Ends the decoding, when all models were made: resolves references in unknown values, and sets relationship
    /// links.
    func finish() {
        for archive in unknownArchives { archive.finish() }
        unknown?.finish { object(for: $0) }
        // Archives that are read later set their links at once.
        linksLater = false
        let links = waiting
        waiting = WaitingLinks()
        links.apply()
    }

    /// The program's class for a class in the file. `expected` is found even if it isn't registered.
    func modelClass(for coded: CodedClass, expected: BaseModel.Type) throws -> ModelClass {
        if let known = foundClasses[ObjectIdentifier(coded)] { return known.found }
        let own = ModelClass.of(expected)
        guard let type = try classes.type(named: coded.name) ?? (own.name == coded.name ? expected : nil) else {
            throw ModelError(
                .unknownClass,
                """
                No class is registered under the name \(coded.name). Add @Model to it, or register it with \
                ClassRegistry.
                """
            )
        }
        let known = (coded: coded, found: ModelClass.of(type))
        foundClasses[ObjectIdentifier(coded)] = known
        return known.found
    }

    /// The class that the dictionary at an index names with a key `$class` that isn't its first; nil for any other
    /// value.
    func lateClass(at index: Int, of content: ModelDocument.Content) throws -> CodedClass? {
        guard content.hasClassKey else { return nil }
        return try content.lateClassName(at: index).map { try lateClasses.codedClass(named: $0) }
    }

    /// The class of the object that was made last, if the file names the same class now, and the same one is expected.
    @inline(__always)
    func classToMake(for coded: CodedClass, expected: BaseModel.Type) -> BaseModel.Type? {
        guard let lastToMake, lastToMake.coded == ObjectIdentifier(coded), lastToMake.expected == expected else {
            return nil
        }
        return lastToMake.type
    }

    /// Remembers the class to make for a class in the file, which ``modelClass(for:expected:)`` keeps alive.
    func setClassToMake(_ type: BaseModel.Type, for coded: CodedClass, expected: BaseModel.Type) {
        lastToMake = (ObjectIdentifier(coded), expected, type)
    }
}

// Relationships. A file may contain one end or both.

extension DecodingContext {
    /// Sets the inverses of a model's relationships after it was read. Changes of lists wait for the end: otherwise
    /// each list would be searched once for each of its models.
    func link(_ object: BaseModel) {
        let linker = linker
        for relationship in inverted(object) {
            guard let linker else {
                relationship.link(object, to: relationship.end.read(object)[...])
                continue
            }
            linker.link(object, by: relationship)
        }
    }

    private func link(_ object: BaseModel, by relationship: Relationship) {
        if relationship.inverse?.isToMany == true { return waiting.link(object, by: relationship) }
        // Models that others took from its list leave it first, so that they aren't linked to it again.
        waiting.removeTaken(from: object, by: relationship)?.leave()
        for (owner, models) in relationship.take(relationship.end.read(object)[...], for: object) {
            if !relationship.end.isToMany {
                relationship.end.remove(models, from: owner)
            } else if waiting.hasTaken(from: owner, by: relationship) || !relationship.end.read(owner).isEmpty {
                // A list that is still empty may be read later with these models. Then they belong to it.
                waiting.take(models, from: owner, by: relationship)
            }
        }
    }

    /// Removes the inverse references to a model that is replaced by another one. Models that the replacement holds
    /// refer to the replacement instead.
    func unlink(_ object: BaseModel, replacedBy other: BaseModel) {
        for relationship in inverted(object) {
            guard let inverse = relationship.inverse else { continue }
            linker?.waiting.discard(object)
            if inverse.isToMany, linker != nil { continue }
            let kept = Set(relationship.end.read(other).map { ObjectIdentifier($0) })
            for model in relationship.end.read(object) {
                if inverse.isToMany {
                    inverse.remove([object], from: model)
                } else if inverse.read(model).first === object {
                    inverse.set(model, to: kept.contains(ObjectIdentifier(model)) ? [other] : [])
                }
            }
        }
    }

    /// True if a model with relationships was replaced by another one.
    func isUnlinked(_ model: BaseModel) -> Bool { linker?.waiting.isDiscarded(model) ?? false }

    /// Removes the models that belong to others now from a model's lists, before the lists are searched.
    func settle(_ model: BaseModel) {
        guard let linker, linker.waiting.hasTaken else { return }
        for relationship in inverted(model) { linker.waiting.removeTaken(from: model, by: relationship)?.leave() }
    }

    /// The decoding that sets links at the end: this one, or one around it that will be finished; nil if there is none.
    private var linker: DecodingContext? { sequence(first: self) { $0.outer }.first { $0.linksLater } }

    /// The mapping of a model's class in this file; nil if there is none.
    func mapped(_ object: BaseModel) -> MappedClass? { conventions.mapping?.mapped(ModelClass.of(type(of: object))) }

    private func inverted(_ object: BaseModel) -> [Relationship] {
        mapped(object)?.inverted ?? ModelClass.of(type(of: object)).inverted
    }

    /// Counts a long text or data that is processed: a file may contain it in very many places.
    func count(bytes: Int) throws {
        try count(TextAllowance.steps(bytes))
    }

    /// Counts a long text or data that is hashed or compared. Throws `corruptData` if that would take time quadratic in
    /// its length.
    func countCompared(at index: Int, of content: ModelDocument.Content) throws {
        guard content.isLong(index) else { return }
        try content.withBytes(at: index + 1) { bytes in
            try count(bytes: bytes.count)
            if content.word(at: index).tag == .string, bytes.hasManyMarks { throw ModelError.tooManyMarks }
        }
    }

    /// The allowance for long text in the models of the file that are set with dictionaries or other values of `Any`.
    func textAllowance() -> TextAllowance {
        if let allowance = conventions.allowance { return allowance }
        let made = outer?.textAllowance() ?? TextAllowance(values: nodeLimit)
        conventions.allowance = made
        return made
    }
}

// Keyed archives in the file. Plain formats store in them the values that they can't represent.

extension DecodingContext {
    /// A decoder for the keyed archive in data, or in text in base64; nil if there is none.
    ///
    /// The archive's references are its own; its values count towards the limits of the file around it.
    func archive(in scalar: ModelScalar) throws -> ModelDecoder? {
        guard let size = EmbeddedArchive.size(of: scalar) else { return nil }
        // A file may refer to one archive without end, and the archive is parsed each time. The same holds for data
        // that only looks like an archive until it is parsed.
        try count(size >> 4)
        guard let content = try EmbeddedArchive.content(of: scalar) else { return nil }
        let document = try EmbeddedArchive.document(of: content, limits: documentLimits.forFile(of: content.count))
        let conventions = conventions.ofArchive
        document.content.conventions = conventions
        return ModelDecoder(document, context: DecodingContext(embeddedIn: self, conventions))
    }

    /// The single value in the archive that is stored as data at an index; nil if there is none, and for anything but
    /// data. It is looked for once.
    ///
    /// - Throws: `requisiteLibraryMissing` for an archive if no library with archives is linked.
    func archivedScalar(at index: Int, of content: ModelDocument.Content) throws -> ModelScalar? {
        guard content.word(at: index).tag == .data, content.mayHoldArchive(at: index) else { return nil }
        if let known: ArchivedScalar = known(index, of: content) { return known.scalar }
        guard case .data(let data)? = scalar(at: index, of: content) else { return nil }
        let found = ArchivedScalar(scalar: try archivedScalar(in: data))
        keep(found, index, of: content)
        return found.scalar
    }

    private struct ArchivedScalar {
        let scalar: ModelScalar?
    }

    /// The single value in an archive; nil if it holds an array, a dictionary or an object, or the data isn't an
    /// archive.
    ///
    /// Data that only looks like an archive stays data, so that is no error.
    func archivedScalar(in data: Data) throws -> ModelScalar? {
        // A file may refer to one archive without end, and each time it is gone through.
        guard (try? count((EmbeddedArchive.size(of: .data(data)) ?? 0) >> 4)) != nil else { return nil }
        return try EmbeddedArchive.scalar(in: data, limits: documentLimits)
    }

    /// A function that returns the single value in the archive at an index; nil after this context is gone.
    var opening: (ModelDocument.Content, Int) -> ModelScalar? {
        { [weak self] in try? self?.archivedScalar(at: $1, of: $0) }
    }

    /// The data that was to be written in place of the data at an index: undoes
    /// ``EmbeddedArchive/wrapping(_:limits:)``.
    func unwrapped(_ data: Data, at index: Int, of content: ModelDocument.Content) throws -> Data {
        guard case .data(let inner)? = try archivedScalar(at: index, of: content) else { return data }
        if let known: UnwrappedData = known(index, of: content) { return known.data }
        let found = UnwrappedData(data: try EmbeddedArchive.isArchiveOfScalar(inner) ? inner : data)
        keep(found, index, of: content)
        return found.data
    }

    private struct UnwrappedData {
        let data: Data
    }
}
