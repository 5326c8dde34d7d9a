/// The state of one direct writing.
@usableFromInline
struct DirectWriting: ~Copyable {
    @usableFromInline var shared = AddressTable()
    /// The number of objects that were begun.
    @usableFromInline var objects = 0
    @usableFromInline var levels: DirectLevels
    /// The number of values that are left.
    @usableFromInline var values: Int
    /// True if code of the program's may run, and change the objects that are being written: these are retained then.
    @usableFromInline let runsCode: Bool
    @usableFromInline let limits: DecodingLimits
    private let capabilities: FormatCapabilities
    private let conventions: FileConventions
    @usableFromInline let hasParts: Bool
    /// The subclass whose table was looked for last.
    private var subclass: (type: AnyClass, table: PropertyTable)?
    /// The encoder for values with code of their own; nil until the first.
    private var own: (any OwnEncoder)?
    /// The walker that went through the last value.
    private var walker: WalkerBox?
    /// The error of a value. Each level adds its step to the path.
    private var failure: ModelError?
    /// The number of values in objects that were written before, and the number that was left when the outermost of
    /// those that are open was begun; nil if none is.
    private var repeated = 0
    private var repetition: Int?

    @usableFromInline
    init(
        _ limits: DecodingLimits, _ capabilities: FormatCapabilities, _ conventions: FileConventions, runsCode: Bool
    ) {
        self.limits = limits
        self.capabilities = capabilities
        self.conventions = conventions
        self.runsCode = runsCode
        hasParts = capabilities.haveParts
        levels = DirectLevels(limits)
        values = max(limits.nodes, 0)
    }

    /// The table of a subclass of a table's class; nil if its instances aren't written directly.
    @usableFromInline
    @inline(never)
    mutating func table(of type: AnyClass, below table: PropertyTable) -> PropertyTable? {
        if let subclass, subclass.type == type { return subclass.table }
        guard let found = table.subclasses?.ofType(type) else { return nil }
        subclass = (type, found)
        return found
    }

    /// The scalar at an address, lowered to the format's capabilities; nil if it can't be.
    @usableFromInline
    func lowered(_ place: UnsafeRawPointer, _ form: ValueForm) -> ModelScalar? {
        guard let access = form.scalar else { return nil }
        return try? unsafe access.scalar(at: place).plain(for: capabilities, limits: limits)
    }

    // MARK: Objects that are written more than once

    /// Begins to write an object once more. Returns the argument for ``endRepetition(_:)``. Nil if too much is repeated:
    /// a graph whose objects each lead to the next twice would grow without end.
    @usableFromInline
    @inline(never)
    mutating func beginRepetition() -> Int? {
        let start = repetition ?? values
        guard repeated + (start - values) < DecodingLimits.repeatedValues else { return nil }
        repetition = start
        return repetition == values ? values : -1
    }

    /// - Parameter start: The number of values that were left before the object; -1 inside another such object.
    @usableFromInline
    mutating func endRepetition(_ start: Int) {
        guard start >= 0 else { return }
        repeated += start - values
        repetition = nil
    }

    // MARK: Values with code of their own

    /// A value that its own code has encoded.
    @usableFromInline
    enum OwnValue {
        /// It has none, and its key is omitted.
        case absent
        case document(ModelDocument)
        /// The code has failed, or it may not run.
        case failure
    }

    /// Encodes a value by its own code.
    ///
    /// - Parameters:
    ///   - code: The code; nil if there is none.
    ///   - mayRun: True if it isn't the program's.
    @usableFromInline
    mutating func encode(_ code: (any OwnCode)?, _ owner: UnsafeRawPointer, mayRun: Bool = false) -> OwnValue {
        guard failure == nil, mayRun || runsCode, let code, levels.haveRoomForCode else { return .failure }
        let own = own ?? code.makeEncoder(capabilities, conventions, limits)
        self.own = own
        do {
            guard let document = try unsafe own.document(of: code, in: owner, depth: limits.depth - levels.left) else {
                return .absent
            }
            return .document(document)
        } catch {
            failure = error
            return .failure
        }
    }

    /// The scalar that a document consists of; nil for a container.
    @usableFromInline
    func scalar(of document: ModelDocument) -> ModelScalar? {
        document.content.scalar(at: document.content.resolved(document.rootIndex))
    }

    /// True if the format has a null.
    @usableFromInline var hasNull: Bool { capabilities.contains(.null) }

    /// True for a null that only means that there is no value.
    @usableFromInline
    func isNil(_ document: ModelDocument) -> Bool { document.content.isNil(document.rootIndex) }

    /// The scalar, lowered to the format's capabilities; nil if that fails.
    @usableFromInline
    mutating func lowered(_ scalar: ModelScalar) -> ModelScalar? {
        do {
            return try scalar.plain(for: capabilities, limits: limits, isProperty: true)
        } catch {
            failure = ModelError(wrapping: error)
            return nil
        }
    }

    /// A walker at the beginning of a value's document, which may have as many values and levels as are left.
    @usableFromInline
    mutating func walker(_ document: ModelDocument, sortsKeys: Bool) -> WalkerBox {
        let left = DecodingLimits(depth: levels.left, nodes: values, bytes: limits.bytes)
        if let last = self.walker, last.walker.restart(document, limits: left) { return last }
        var walker = DocumentWalker(document, for: capabilities, limits: left)
        walker.conventions = conventions
        walker.sortsKeys = sortsKeys
        walker.isPart = true
        let made = WalkerBox(walker)
        self.walker = made
        return made
    }

    /// Notes the error of a walker.
    @usableFromInline
    mutating func note(_ error: ModelError, _ walker: borrowing DocumentWalker) {
        var error = walker.locating(error)
        // Its limits were those of a part.
        if error.code == .nodesExceeded, walker.values >= values {
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

    /// As ``fail(_:)``, with the key of a row.
    @usableFromInline
    @inline(never)
    mutating func fail(_ table: PropertyTable, _ row: Int) -> Bool { fail(.key(table.key(row))) }

    /// The error that ends the writing. Nil if the value has to be written by way of a document, which finds its own
    /// errors.
    @usableFromInline
    var result: ModelError? { runsCode ? failure : nil }
}

/// A walker that several values use, one after the other. It is large, so it stays in its place.
@usableFromInline
final class WalkerBox {
    @usableFromInline @safe @exclusivity(unchecked) var walker: DocumentWalker
    /// True if the writer has met the numbers of its keys.
    @usableFromInline @safe @exclusivity(unchecked) var isKnown = false

    fileprivate init(_ walker: consuming DocumentWalker) { self.walker = walker }
}
