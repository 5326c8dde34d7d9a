import FormatSupport
import Synchronization

/// The state of one decoding: its limits, the program's classes, and the objects made so far. An embedded archive has
/// a separate context, which refers to the context of the file around it.
final class DecodingContext {
    /// The limits of this decoding.
    let limits: DecodingLimits
    /// The conventions of the file, for all values that are read from it.
    var conventions: FileConventions
    /// The program's classes, by the names in the file.
    var classes: FileClasses
    /// The class that the root is expected to have or to inherit from. Nil: the root may be any value.
    let rootType: BaseModel.Type?

    /// The program's collections that were expanded.
    var collections = SharedCollections()

    /// The facts about the classes of the models that were read.
    var modelClasses = TypeCache<DecodedClass>()
    /// The facts about the structs and enums that were read.
    var structs = TypeCache<DecodedStruct>()

    /// The number of open sets whose elements have no declared type.
    var setDepth = 0
    /// The number of class instances that were made for values without a declared type.
    var instances = 0

    /// The values that features of the library keep for the decoding: see ``part(_:)``.
    var parts: [AnyObject] = []
    /// The contexts of archives in the file that still have work to do at the end of this decoding.
    var inner: [DecodingContext] = []

    /// Collects the elements that lenient properties skip. Nil: a bad element is an error.
    let report: ReportCollector?
    /// True if the content of the format or the store is confidential: reports don't quote it.
    var isConfidential: Bool {
        get { conventions.reading.isConfidential }
        set { conventions.reading.isConfidential = newValue }
    }
    /// The purpose for which models are made.
    var purpose: FileConventions.Purpose {
        get { conventions.reading.purpose }
        set { conventions.reading.purpose = newValue }
    }
    /// The objects made so far.
    var objects: DecodedObjects

    /// The model that is being filled. The caller that fills it keeps it alive.
    @safe unowned(unsafe) var filled: BaseModel?
    /// The model into which values are read although it already had values. The caller keeps the model alive.
    @safe unowned(unsafe) var merged: BaseModel?
    /// The model that an abandoned attempt has made for the next value; nil if there is none.
    var unfilled: BaseModel?
    /// True if each root that is read is only a part of a file.
    var readsParts = false
    /// True if a value that is read separately can't be decoded without the rest of the file.
    var needsWhole = false
    /// The models that were made, with the indexes of their containers; nil if the caller doesn't request them.
    var made: [(index: Int, object: BaseModel)]?
    /// True if work may be deferred until ``finish()``. False if no caller will call ``finish()``, and after that
    /// call.
    var hasEnd = false

    /// The values that were made from long scalars, and from scalars that occur in many places.
    var madeValues = MadeValues()

    /// The number of levels at which the current value is nested.
    private(set) var depth = 0
    private var nodes = 0
    /// The number of values at the next checkpoint, or the limit of values if the limit is less.
    private var checkpoint = 0
    /// The number of bytes that arrays and dictionaries of `Any` may still take.
    private var memory: Int
    private let memoryLimit: Int
    /// The limits for the values that are read. They depend on the file's size, because a small file may repeat its
    /// contents without end.
    let documentLimits: DecodingLimits
    private var nodeLimit: Int { documentLimits.nodes }
    /// The decoding of the file in which this decoding's content is embedded.
    let outer: DecodingContext?
    /// Makes the context of one decoding, for a decoder.
    ///
    /// - Parameters:
    ///   - conventions: The conventions of the file.
    ///   - byteCount: The size of the file. It limits the number of values that are read, repetitions included: four
    ///     values for each byte, and at least a million.
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
        self.classes = FileClasses(classes)
        self.report = report
        objects = DecodedObjects(mayForget: report != nil)
        outer = nil
        documentLimits = limits.forFile(of: byteCount)
        memoryLimit = limits.memory(forFileOf: byteCount)
        memory = memoryLimit
        checkpoint = LongWork.checkpoint(behind: 0, limit: nodeLimit)
    }

    /// Makes the context for a value that is decoded separately inside another file. References are separate; the
    /// conventions and the limits are shared.
    ///
    /// - Parameters:
    ///   - conventions: The conventions of an embedded file, such as a keyed archive. Nil: the conventions of the
    ///     file around it.
    ///   - report: Collects the skipped elements. Nil if the decoder won't be finished, because then nothing would be
    ///     reported.
    init(
        embeddedIn outer: DecodingContext, _ conventions: FileConventions? = nil, rootType: BaseModel.Type? = nil,
        report: ReportCollector? = nil
    ) {
        self.rootType = rootType
        self.conventions = conventions ?? outer.conventions
        self.report = report
        objects = DecodedObjects(mayForget: report != nil)
        self.outer = outer
        limits = outer.limits
        classes = FileClasses(outer.classes.registry)
        depth = outer.depth
        documentLimits = outer.documentLimits
        (memory, memoryLimit) = (outer.memory, outer.memoryLimit)
        checkpoint = LongWork.checkpoint(behind: 0, limit: nodeLimit)
    }

    /// The format that is read.
    var format: FileFormat { conventions.format }

    /// Enters one more level of nesting, which counts as a value.
    ///
    /// - Throws: `depthExceeded` or `nodesExceeded`; then ``leave()`` must not be called.
    func enter() throws {
        guard depth < limits.depth, StackGuard.hasRoomToCode else { throw ModelError.tooDeep(limits, at: depth) }
        depth += 1
        try count(1)
    }

    /// True if the limit allows one more level of nesting.
    var mayEnter: Bool { depth < limits.depth }

    /// Continues at another level of nesting.
    func resume(at depth: Int) { self.depth = depth }

    /// Leaves one level of nesting. Call this once for each ``enter()`` that didn't throw. On the outermost level, it
    /// has no effect.
    func leave() {
        if depth > 0 { depth -= 1 }
    }

    /// Counts values that were read. Throws `nodesExceeded`.
    func count(_ values: Int) throws {
        // Neither is `nodes` more than the limit, nor is the checkpoint, so this can't overflow.
        if values > checkpoint - nodes { try passCheckpoint(values) }
        nodes += max(values, 0)
        try outer?.count(values)
    }

    @inline(never)
    private func passCheckpoint(_ values: Int) throws {
        guard values <= nodeLimit - nodes else { throw ModelError.tooMany(nodeLimit) }
        try LongWork.check()
        checkpoint = LongWork.checkpoint(behind: nodes + values, limit: nodeLimit)
    }

    /// Subtracts the size of the file's document from the memory that is left for values of `Any`.
    func noteMemory(of document: ModelDocument) { memory = max(0, memory - document.byteCount) }

    /// Counts the memory that the document, or an array or a dictionary of `Any`, takes. Other values, such as texts,
    /// don't count, because they are as large as in the file.
    ///
    /// - Throws: `nodesExceeded`.
    func count(memory bytes: Int) throws {
        guard bytes <= memory else {
            throw ModelError(
                .nodesExceeded,
                """
                The values of type Any would take more than \(memoryLimit) bytes of memory. Declare their types, or \
                read the file as a ModelDocument.
                """)
        }
        memory -= bytes
        try outer?.count(memory: bytes)
    }

    /// The scalar of a value. A scalar to which references point is made once. A long scalar is made once, too,
    /// because references may point to a container around it.
    func scalar(of value: ModelDocument.Value) -> ModelScalar? {
        guard value.word.isShared || value.content.isLong(value.index) else { return value.scalar }
        return scalar(at: value.index, of: value.content)
    }

    /// The scalar at an index. The scalar is made once, and kept.
    func scalar(at index: Int, of content: ModelDocument.Content) -> ModelScalar? {
        if let known: ModelScalar = madeValues.known(for: index, of: content) { return known }
        let scalar = content.scalar(at: index)
        if let scalar { madeValues.keep(scalar, for: index, of: content) }
        return scalar
    }

    /// Ends the decoding, when all models were made.
    func finish() {
        // Archives that are read later don't wait.
        hasEnd = false
        for archive in inner { archive.finish() }
        let ended = parts
        parts = []
        for case let part as any WaitingPart in ended { part.finish(in: self) }
    }
}

extension DecodingContext {
    /// Counts the bytes of a long text or data that is processed, because a file may refer to it from very many
    /// locations.
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
    /// A decoder for the keyed archive in data, or in base64 text. Returns nil if the scalar contains no archive.
    ///
    /// The archive's references are separate. Its values count towards the limits of the file around it.
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

    /// The single value in the archive that is stored as data at an index. Nil for data without such an archive, and
    /// for any other value. The data is searched once.
    ///
    /// - Throws: `requisiteLibraryMissing` for an archive if no library with archives is linked.
    func archivedScalar(at index: Int, of content: ModelDocument.Content) throws -> ModelScalar? {
        guard content.word(at: index).tag == .data, content.mayHoldArchive(at: index) else { return nil }
        if let known: ArchivedScalar = madeValues.known(for: index, of: content) { return known.scalar }
        guard case .data(let data)? = scalar(at: index, of: content) else { return nil }
        let found = ArchivedScalar(scalar: try archivedScalar(in: data))
        madeValues.keep(found, for: index, of: content)
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

    /// A function that returns the single value in the archive at an index. The function returns nil after this
    /// context was freed.
    var opening: (ModelDocument.Content, Int) -> ModelScalar? {
        { [weak self] in try? self?.archivedScalar(at: $1, of: $0) }
    }

    /// The data that ``EmbeddedArchive/wrapping(_:limits:)`` has put into the archive at an index. Returns `data` if
    /// there is no such archive.
    func unwrapped(_ data: Data, at index: Int, of content: ModelDocument.Content) throws -> Data {
        guard case .data(let inner)? = try archivedScalar(at: index, of: content) else { return data }
        if let known: UnwrappedData = madeValues.known(for: index, of: content) { return known.data }
        let found = UnwrappedData(data: try EmbeddedArchive.isArchiveOfScalar(inner) ? inner : data)
        madeValues.keep(found, for: index, of: content)
        return found.data
    }

    private struct UnwrappedData {
        let data: Data
    }
}
