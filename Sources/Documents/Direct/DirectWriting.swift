import FormatSupport

/// The state of one direct writing.
@usableFromInline
struct DirectWriting: ~Copyable {
    @usableFromInline var shared = AddressTable()
    /// The number of objects that were begun.
    @usableFromInline var objects = 0
    @usableFromInline var levels: DirectLevels
    /// The number of values up to the next checkpoint.
    @usableFromInline var values: Int
    /// The number of values that are left after the next checkpoint.
    private var laterValues: Int
    /// The number of values that are left.
    private var left: Int { values + laterValues }
    /// True if the program's code may run. It may change the objects that are being written, so they are retained.
    @usableFromInline let runsCode: Bool
    /// True if every object is entered in `shared`, because weak references may point to the object, or the program's
    /// code may return it again. Each object is then kept until the end, so that no other object gets its address.
    @usableFromInline let keepsObjects: Bool
    private var kept: [AnyObject] = []
    @usableFromInline let limits: DecodingLimits
    private let capabilities: FormatCapabilities
    private let conventions: FileConventions
    /// Collects the reasons why values become documents. Nil if the caller needs no reasons.
    let reasons: DocumentReasons?
    @usableFromInline let hasParts: Bool
    /// True if the format tells sets from arrays.
    @usableFromInline let hasSets: Bool
    /// True if a second reference to an object can be written.
    @usableFromInline let hasIdentity: Bool
    /// True if objects begin with the number of their members.
    @usableFromInline let countsMembers: Bool
    private var subclassTables = SubclassTables<ObjectIdentifier>()
    /// For each nesting depth: the encoder of the values that their own code encodes, and the walkers through the
    /// documents of these values. The first element is for the outermost values. The second is for values in the
    /// instances that these values contain, and so on.
    private var parts: [Part] = []
    /// The number of nested instances that are being written from documents.
    private var nesting = 0
    /// The walker that the writer used last.
    private var last: WalkerBox?
    /// The error of a value. Each level adds its step to the path.
    private var failure: ModelError?
    /// The number of values in objects that were written more than once.
    private var repeated = 0
    /// The number of values that were left when the outermost open repetition of an object began. Nil if there is
    /// none.
    private var repetition: Int?

    private struct Part {
        let encoder: any OwnEncoder
        var walker: WalkerBox?
    }

    @usableFromInline
    init(
        _ limits: DecodingLimits, _ capabilities: FormatCapabilities, _ conventions: FileConventions, runsCode: Bool,
        reasons: DocumentReasons? = nil
    ) {
        self.reasons = reasons
        self.limits = limits
        self.capabilities = capabilities
        self.conventions = conventions
        self.runsCode = runsCode
        keepsObjects = runsCode && capabilities.contains(.identity)
        hasParts = capabilities.haveParts
        hasSets = capabilities.contains(.sets)
        hasIdentity = capabilities.contains(.identity)
        countsMembers = !capabilities.contains(.uncountedMembers)
        levels = DirectLevels(limits)
        values = min(max(limits.nodes, 0), LongWork.values)
        laterValues = max(limits.nodes, 0) - values
    }

    /// Passes a checkpoint, after ``values`` has become negative. Returns false if no values are left, or the task is
    /// cancelled.
    @usableFromInline
    @inline(never)
    mutating func passCheckpoint() -> Bool {
        let left = left
        guard left >= 0, LongWork.mayGoOn else { return false }
        values = min(left, LongWork.values)
        laterValues = left - values
        return true
    }

    /// Returns the table of a subclass of a table's class. Returns nil if its instances aren't written directly.
    @usableFromInline
    @inline(never)
    mutating func table(of type: AnyClass, below table: PropertyTable) -> PropertyTable? {
        subclassTables.table(ObjectIdentifier(type), below: table) { $0.ofType(type) }
    }

    /// Returns the scalar at an address, lowered to the format's capabilities. Returns nil on failure.
    @usableFromInline
    func lowered(_ place: UnsafeRawPointer, _ form: ValueForm) -> ModelScalar? {
        guard let access = form.scalar else { return nil }
        return try? unsafe access.scalar(at: place).plain(for: capabilities, limits: limits)
    }

    /// Keeps an object until the end.
    @usableFromInline
    mutating func keep(_ object: UnsafeRawPointer) {
        kept.append(unsafe Unmanaged<AnyObject>.fromOpaque(object).takeUnretainedValue())
    }

    // MARK: Objects that are written more than once

    /// Begins to write an object once more. Returns the argument for ``endRepetition(_:)``. Returns nil if too much
    /// is repeated: if each object of a graph contained the next one twice, the file would double with each object.
    @usableFromInline
    @inline(never)
    mutating func beginRepetition() -> Int? {
        let start = repetition ?? left
        guard repeated + (start - left) < DecodingLimits.repeatedValues else { return nil }
        repetition = start
        return repetition == left ? left : -1
    }

    /// - Parameter start: The number of values that were left before the object; -1 inside another repeated object.
    @usableFromInline
    mutating func endRepetition(_ start: Int) {
        guard start >= 0 else { return }
        repeated += start - left
        repetition = nil
    }

    // MARK: Values with their own code

    /// Encodes a value by the encode function of its property, type or class.
    ///
    /// - Parameters:
    ///   - code: Calls that function. Nil if there is none.
    ///   - mayRun: True if the function is the library's, which may always run.
    @usableFromInline
    mutating func encode(_ code: (any OwnCode)?, _ owner: UnsafeRawPointer, mayRun: Bool = false) -> OwnValue {
        guard mayRun || runsCode, let code, hasEncoder(for: code) else { return .none }
        do {
            return try unsafe parts[nesting].encoder.encode(code, in: owner, depth: depth)
        } catch {
            failure = error
            return .none
        }
    }

    /// The number of levels around the position.
    @usableFromInline var depth: Int { limits.depth - levels.left }

    /// Returns the encoder for the value at the position, which its own code encodes. Returns nil if the code can't
    /// run.
    @usableFromInline
    mutating func encoder(for code: any OwnCode) -> (any OwnEncoder)? {
        hasEncoder(for: code) ? parts[nesting].encoder : nil
    }

    @inline(__always)
    private mutating func hasEncoder(for code: any OwnCode) -> Bool {
        guard failure == nil, levels.haveRoomForCode else { return false }
        if nesting == parts.count {
            parts.append(Part(encoder: code.makeEncoder(capabilities, conventions, limits)))
        }
        return true
    }

    /// Begins to write values inside a value that an encoder is encoding. The inner values get another encoder.
    @usableFromInline mutating func beginInner() { nesting += 1 }
    /// Ends the writing that ``beginInner()`` began.
    @usableFromInline mutating func endInner() { nesting -= 1 }

    /// Notes an error that a value's own encode function has thrown. Ignores it if an earlier error was noted.
    @usableFromInline
    mutating func note(_ error: ModelError) {
        if failure == nil { failure = error }
    }

    /// Returns the scalar that a document consists of. Returns nil for a container, and for a number that may have
    /// more digits than a scalar.
    @usableFromInline
    func scalar(of document: ModelDocument) -> ModelScalar? {
        let index = document.content.resolved(document.rootIndex)
        let word = document.content.word(at: index)
        return word.tag == .numeral || word.tag == .decimal && word.isMarked ? nil : document.content.scalar(at: index)
    }

    /// Returns the scalar in the file's style of dates. Returns nil for a date that the style has no form for.
    @usableFromInline
    func styled(_ scalar: ModelScalar) -> ModelScalar? {
        try? conventions.styled(scalar)
    }

    /// True if the format has a null.
    @usableFromInline var hasNull: Bool { capabilities.contains(.null) }

    /// Returns true for the document of a null that only means that a property has no value.
    @usableFromInline
    func isNil(_ document: ModelDocument) -> Bool { document.content.isNil(document.rootIndex) }

    /// Returns the scalar, lowered to the format's capabilities. Returns nil on failure.
    @usableFromInline
    mutating func lowered(_ scalar: ModelScalar) -> ModelScalar? {
        do {
            return try scalar.plain(for: capabilities, limits: limits, isProperty: true)
        } catch {
            failure = ModelError(wrapping: error)
            return nil
        }
    }

    /// Returns a walker at the beginning of a value's document. Its limits are the numbers of values and levels that
    /// are left.
    @usableFromInline
    mutating func walker(_ document: ModelDocument, sortsKeys: Bool) -> WalkerBox {
        let left = DecodingLimits(depth: levels.left, nodes: left, bytes: limits.bytes)
        if nesting < parts.count, let known = parts[nesting].walker, known.walker.restart(document, limits: left) {
            return known
        }
        var walker = DocumentWalker(document, for: capabilities, limits: left)
        walker.conventions = conventions
        walker.sortsKeys = sortsKeys
        walker.isPart = true
        // Parts have few long values, and each part has its own numbers for them.
        walker.sharesLongText = false
        walker.sharesLongData = false
        let made = WalkerBox(walker)
        if nesting < parts.count { parts[nesting].walker = made }
        return made
    }

    /// Returns true if the writer goes on with another walker than in the last call. Remembers the walker.
    @usableFromInline
    mutating func moves(to walker: WalkerBox) -> Bool {
        defer { last = walker }
        return last !== walker
    }

    /// Returns the instance with a number in a document.
    @usableFromInline
    func instance(_ number: Int, of document: ModelDocument) -> OwnInstance? {
        document.content.instances[number] as? OwnInstance
    }

    /// Begins to write an instance inside the document that a walker goes through.
    @usableFromInline
    mutating func beginInstance(_ walker: borrowing DocumentWalker) {
        beginInner()
        levels.left -= walker.depth
    }
    /// Ends the instance that ``beginInstance(_:)`` began.
    @usableFromInline
    mutating func endInstance(_ walker: borrowing DocumentWalker) {
        endInner()
        levels.left += walker.depth
    }

    /// Notes the error of a walker.
    ///
    /// - Parameter isInstance: True if an instance couldn't be written: its error was noted before.
    @usableFromInline
    mutating func note(_ error: ModelError, _ walker: borrowing DocumentWalker, isInstance: Bool) {
        if isInstance {
            failure?.path.components.insert(contentsOf: walker.path.components, at: 0)
            return
        }
        var error = walker.locating(error)
        // The walker's limits were those of a part of the file.
        if error.code == .nodesExceeded, walker.values >= left {
            error.reason = ModelError.tooMany(limits.nodes).reason
        }
        if error.code == .depthExceeded { error.reason = ModelError.tooDeep(limits, at: limits.depth).reason }
        failure = error
    }

    /// Puts a step in front of the path of the error, if there is one. Returns false.
    @usableFromInline
    @inline(never)
    mutating func fail(_ step: @autoclosure () -> ModelPath.Component) -> Bool {
        failure?.path.components.insert(step(), at: 0)
        return false
    }

    /// Puts the key of a row in front of the path of the error, if there is one. Returns false.
    @usableFromInline
    @inline(never)
    mutating func fail(_ table: PropertyTable, _ row: Int) -> Bool { fail(.key(table.key(row))) }

    /// Adds the reason why the whole value becomes a document.
    @usableFromInline
    func noteFile() { reasons?.addFile() }

    /// The error that ends the writing. Nil if the value has to be written through a document, which finds its own
    /// errors.
    @usableFromInline
    var result: ModelError? { runsCode ? failure : nil }
}

/// A walker that several values use, one after the other. It is in a class, because a walker is large and shouldn't
/// be moved in memory.
@usableFromInline
final class WalkerBox {
    @usableFromInline @safe @exclusivity(unchecked) var walker: DocumentWalker

    fileprivate init(_ walker: consuming DocumentWalker) { self.walker = walker }
}
