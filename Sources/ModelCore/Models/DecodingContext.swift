import Foundation
import Synchronization

/// What belongs to one decoding, with that of the archives in it: its limits, the program's classes, and the objects
/// made so far.
final class DecodingContext {
    /// False while a file that is to be written is read again: a class may hand out the very models that are written.
    @TaskLocal static var awakesModels = true

    /// What bounds this decoding.
    let limits: DecodingLimits
    /// How the file says what it holds, for all that is read in it.
    var conventions: FileConventions
    /// The classes that may be made.
    let classes: ClassRegistry
    /// The class of which, or below which, the root is expected to be; nil where any value will do.
    let rootType: BaseModel.Type?

    /// The program's collections that were looked into.
    var collections = SharedCollections()

    /// The classes of the models that were read.
    var modelClasses = TypeCache<DecodedClass>()
    /// The structs and enums that were read.
    var structs = TypeCache<DecodedStruct>()

    /// The classes that dictionaries name behind other keys.
    private var lateClasses = CodedClassTable()

    /// How many sets of values without a declared type are open.
    var setDepth = 0
    /// How many instances of classes values without a declared type have been made of.
    var instances = 0

    /// What the file has for objects beyond what their classes know; nil where that is nothing so far.
    private(set) var unknown: UnknownContent?
    /// Archives in the file of which that is so.
    private var unknownArchives: [DecodingContext] = []

    /// Who is told of what is left out; nil where nothing may be.
    let report: ReportCollector?
    /// True if the content of the format or the store is confidential: reports don't quote it.
    var isConfidential: Bool {
        get { conventions.reading.isConfidential }
        set { conventions.reading.isConfidential = newValue }
    }
    /// False where models are what a file has, and nothing that their classes put in their place.
    let awakes = DecodingContext.awakesModels
    /// The references for which objects were made, in their order, where something may be left out.
    private var registered: [Int] = []

    /// The model that is filled now. Whoever fills it keeps it alive.
    @safe unowned(unsafe) var filled: BaseModel?
    /// The model that had values before, and that is set with what is read. Whoever sets it keeps it alive.
    @safe unowned(unsafe) var merged: BaseModel?
    /// The models that were given others which may be replaced yet, by those.
    private var holders: [ObjectIdentifier: Holders] = [:]

    /// True where ``finish()`` will be called, so that what takes all models may wait for it.
    var linksLater = false
    /// What waits for it, also from archives in the file.
    private var waiting = WaitingLinks()

    /// How deep the decoding stands.
    private(set) var depth = 0
    private var nodes = 0
    /// What was made of long scalars, and of those that stand in many places.
    private var madeValues: [MadeValue: (value: Any, content: ModelDocument.Content)] = [:]
    /// What bounds the document that a format's reader makes of the file: a small file may repeat what it holds without
    /// end.
    let documentLimits: DecodingLimits
    private var nodeLimit: Int { documentLimits.nodes }
    /// The decoding of the file that this one's content is embedded in.
    private let outer: DecodingContext?
    private var objects: [BaseModel?] = []
    /// The same, by negative numbers.
    private var objectsInShared: [Int: BaseModel] = [:]
    private var lastToMake: (coded: ObjectIdentifier, expected: BaseModel.Type, type: BaseModel.Type)?
    private var foundClasses: [ObjectIdentifier: (coded: CodedClass, found: ModelClass)] = [:]

    /// The context of one decoding, which a decoder is made with.
    ///
    /// - Parameters:
    ///   - conventions: How the file says what it holds.
    ///   - byteCount: The file's size. Values that are stored once and used often may be read again as often
    ///     as in a file of four times the size, and at least a million times.
    ///   - limits: What bounds the decoding.
    ///   - classes: The classes that may be made.
    ///   - rootType: The class of which, or below which, the root is expected to be.
    ///   - report: Who is told of what is left out, when the decoder is finished; nil where nothing may be.
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

    /// For what is read by itself inside another file: it has references of its own, and shares the conventions and
    /// the limits.
    ///
    /// - Parameters:
    ///   - conventions: Those of a file of its own, such as a keyed archive; nil for the same.
    ///   - report: As for a file; nil where nobody finishes its decoder, and so nobody would be told.
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

    /// Goes one level down. Throws `depthExceeded`, and then isn't to be followed by ``leave()``.
    func enter() throws {
        guard depth < limits.depth, StackGuard.hasRoomToCode else { throw ModelError.tooDeep(limits, at: depth) }
        depth += 1
        try count(1)
    }

    /// True where it may go one level down.
    var mayEnter: Bool { depth < limits.depth }

    /// Goes on at another depth.
    func resume(at depth: Int) { self.depth = depth }

    /// Goes one level up again: once for each ``enter()`` that didn't throw. No effect on the outermost level.
    func leave() {
        if depth > 0 { depth -= 1 }
    }

    /// Counts values that were read. Throws `nodesExceeded`.
    func count(_ values: Int) throws {
        // Never more than the limit, so this can't overflow.
        guard values <= nodeLimit - nodes else { throw ModelError.tooMany(nodeLimit) }
        nodes += max(values, 0)
        try outer?.count(values)
    }

    /// A value's scalar. One that stands in many places is made once, and so is a long one: what it stands in may, too.
    func scalar(of value: ModelDocument.Value) -> ModelScalar? {
        guard value.word.isShared || value.content.isLong(value.index) else { return value.scalar }
        return scalar(at: value.index, of: value.content)
    }

    /// The scalar at an index, which is made once.
    func scalar(at index: Int, of content: ModelDocument.Content) -> ModelScalar? {
        if let known: ModelScalar = known(index, of: content) { return known }
        let scalar = content.scalar(at: index)
        if let scalar { keep(scalar, index, of: content) }
        return scalar
    }

    /// What was kept of a type for the scalar at an index.
    func known<Value>(_ index: Int, of content: ModelDocument.Content) -> Value? {
        madeValues[MadeValue(index, of: content, Value.self)]?.value as? Value
    }

    /// Keeps what was made of the scalar at an index: always the same for a type.
    func keep<Value>(_ value: Value, _ index: Int, of content: ModelDocument.Content) {
        // As long as there is the content, no other one has its address.
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

    /// The object that was made for a reference.
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

    /// How many objects were made for references; 0 where nothing may be left out.
    var registeredCount: Int { registered.count }

    /// Forgets the objects that were made since there were so many: who refers to one has it made again.
    func forgetObjects(since count: Int) {
        for reference in registered[count...] {
            if reference < 0 { objectsInShared[reference] = nil } else { objects[reference] = nil }
        }
        registered.removeLast(registered.count - count)
    }

    /// Notes that a model which may be replaced yet is given to another; nil for what isn't a model.
    func noteEarly(_ object: BaseModel, in holder: BaseModel?) {
        holders[ObjectIdentifier(object), default: Holders()].add(holder)
    }

    /// True where some model was given one that may be replaced yet.
    var hasHolders: Bool { !holders.isEmpty }

    /// The models that have one already which is ready only now, each once.
    func takeHolders(of object: BaseModel) -> [BaseModel?] {
        holders.isEmpty ? [] : holders.removeValue(forKey: ObjectIdentifier(object))?.all ?? []
    }

    /// Keeps what the file has for objects beyond what their classes know.
    func keep(_ unknown: UnknownContent) {
        self.unknown = unknown
        var file = self
        while let outer = file.outer { file = outer }
        if file !== self { file.unknownArchives.append(self) }
    }

    /// Ends the reading: all models are there.
    func finish() {
        for archive in unknownArchives { archive.finish() }
        unknown?.finish { object(for: $0) }
        // Archives that are read after this link at once.
        linksLater = false
        let links = waiting
        waiting = WaitingLinks()
        links.apply()
    }

    /// The program's class for one of the file's. `expected` counts as known though it may not be registered.
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

    /// The class whose name the dictionary at an index has behind other keys; nil for any other value.
    func lateClass(at index: Int, of content: ModelDocument.Content) throws -> CodedClass? {
        guard content.hasClassKey else { return nil }
        return try content.lateClassName(at: index).map { try lateClasses.codedClass(named: $0) }
    }

    /// The class that was made last, where the file names the same one and the same is expected.
    @inline(__always)
    func classToMake(for coded: CodedClass, expected: BaseModel.Type) -> BaseModel.Type? {
        guard let lastToMake, lastToMake.coded == ObjectIdentifier(coded), lastToMake.expected == expected else {
            return nil
        }
        return lastToMake.type
    }

    /// Remembers the class to make for one of the file's, which ``modelClass(for:expected:)`` keeps alive.
    func setClassToMake(_ type: BaseModel.Type, for coded: CodedClass, expected: BaseModel.Type) {
        lastToMake = (ObjectIdentifier(coded), expected, type)
    }
}

// Relationships, of which a file may have one end or both.

extension DecodingContext {
    /// Has the models that one was read with lead back to it. What changes lists waits for the end: else each list
    /// would be gone through for each of its models.
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
        // What was taken from it doesn't come back to it.
        waiting.removeTaken(from: object, by: relationship)?.leave()
        for (owner, models) in relationship.take(relationship.end.read(object)[...], for: object) {
            if !relationship.end.isToMany {
                relationship.end.remove(models, from: owner)
            } else if waiting.hasTaken(from: owner, by: relationship) || !relationship.end.read(owner).isEmpty {
                // A list that is empty yet may be read with them, and then has them.
                waiting.take(models, from: owner, by: relationship)
            }
        }
    }

    /// Has nothing lead back to a model whose place another one takes. Models that the other one holds lead back to
    /// that.
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

    /// True for a model whose place another one took, and that had relationships.
    func isUnlinked(_ model: BaseModel) -> Bool { linker?.waiting.isDiscarded(model) ?? false }

    /// Takes from a model's lists what others took, before somebody looks for models in them.
    func settle(_ model: BaseModel) {
        guard let linker, linker.waiting.hasTaken else { return }
        for relationship in inverted(model) { linker.waiting.removeTaken(from: model, by: relationship)?.leave() }
    }

    /// Who links at the end: this decoding, or the one around it that somebody finishes; nil where nobody does.
    private var linker: DecodingContext? { sequence(first: self) { $0.outer }.first { $0.linksLater } }

    /// What the file's mapping says of a model's class.
    func mapped(_ object: BaseModel) -> MappedClass? { conventions.mapping?.mapped(ModelClass.of(type(of: object))) }

    private func inverted(_ object: BaseModel) -> [Relationship] {
        mapped(object)?.inverted ?? ModelClass.of(type(of: object)).inverted
    }

    /// Counts a long text or data that is gone through: a file may have it in very many places.
    func count(bytes: Int) throws {
        try count(TextAllowance.steps(bytes))
    }

    /// Counts a long text or data that is hashed or compared. Throws `corruptData` where that would take the square of
    /// its length.
    func countCompared(at index: Int, of content: ModelDocument.Content) throws {
        guard content.isLong(index) else { return }
        try content.withBytes(at: index + 1) { bytes in
            try count(bytes: bytes.count)
            if content.word(at: index).tag == .string, bytes.hasManyMarks { throw ModelError.tooManyMarks }
        }
    }

    /// How much long text the models of the file may be set with by way of `Any`.
    func textAllowance() -> TextAllowance {
        if let allowance = conventions.allowance { return allowance }
        let made = outer?.textAllowance() ?? TextAllowance(values: nodeLimit)
        conventions.allowance = made
        return made
    }
}

// Keyed archives in the file, in which plain formats keep what they have no form of their own for.

extension DecodingContext {
    /// A decoder for the keyed archive that data, or text in base64, holds; nil where it holds none.
    ///
    /// The archive's references are its own; its values count towards the limits of the file around it.
    func archive(in scalar: ModelScalar) throws -> ModelDecoder? {
        guard let size = EmbeddedArchive.size(of: scalar) else { return nil }
        // A file may refer to one archive without end, and each time it is gone through; or to what only looks like
        // one, until it was looked through.
        try count(size >> 4)
        guard let content = try EmbeddedArchive.content(of: scalar) else { return nil }
        let document = try EmbeddedArchive.document(of: content, limits: documentLimits.forFile(of: content.count))
        let conventions = conventions.ofArchive
        document.content.conventions = conventions
        return ModelDecoder(document, context: DecodingContext(embeddedIn: self, conventions))
    }

    /// The value that the archive in the data at an index holds; nil where it holds none, and for anything but data.
    /// Looked for once.
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

    /// The value that an archive holds; nil where it holds an array, a dictionary or an object, or isn't one.
    ///
    /// What only looks like an archive is data, so it is no error.
    func archivedScalar(in data: Data) throws -> ModelScalar? {
        // A file may refer to one archive without end, and each time it is gone through.
        guard (try? count((EmbeddedArchive.size(of: .data(data)) ?? 0) >> 4)) != nil else { return nil }
        return try EmbeddedArchive.scalar(in: data, limits: documentLimits)
    }

    /// The value that the archive in data at an index holds, for whoever asks as long as there is this.
    var opening: (ModelDocument.Content, Int) -> ModelScalar? {
        { [weak self] in try? self?.archivedScalar(at: $1, of: $0) }
    }

    /// The data that was written as the data at an index: undoes ``EmbeddedArchive/wrapping(_:limits:)``.
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
