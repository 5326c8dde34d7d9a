import FormatSupport

/// The state of one direct reading.
@usableFromInline
struct DirectReading: ~Copyable {
    @usableFromInline var levels: DirectLevels
    /// The number of values up to the next checkpoint.
    @usableFromInline var values: Int
    /// The number of values that are left after the next checkpoint.
    @usableFromInline var laterValues: Int
    /// The number of values that are left.
    @inlinable
    var left: Int {
        get { values &+ laterValues }
        // The checkpoint stays where it is.
        set { values &+= newValue &- left }
    }
    /// True if the format has references.
    @usableFromInline let hasIdentity: Bool
    /// True if the format tells sets from arrays.
    @usableFromInline let hasSets: Bool
    /// True if each object names its class.
    @usableFromInline let namesClasses: Bool
    let limits: DecodingLimits
    let capabilities: FormatCapabilities
    let conventions: FileConventions
    let byteCount: Int
    /// Collects the reasons why values become documents. Nil if the caller needs no reasons.
    let reasons: DocumentReasons?
    /// The documents of the values that aren't read directly, by nesting depth. The first element has the values
    /// outside of all objects whose class's code runs. The second element has the values in the outermost of these
    /// objects, and so on.
    var parts: [PartReading] = []
    /// The number of objects around the position whose class's code runs.
    var nesting = 0
    /// The error of a value. Each level adds its step to the path.
    var failure: ModelError?
    /// For each open object whose class has accessors: the setters that wait. The innermost object is last.
    var waiting: [WaitingSetters] = []
    /// The object that was made last but couldn't be filled, and the number of levels that were left before it. Nil if
    /// no object was left unfilled, or if the object can't be filled again.
    var unfilled: (object: AnyObject, levels: Int)?
    /// The rows beyond the bit mask that were read, for each open object whose table has such rows: a bit for each
    /// row.
    var beyond: [[UInt64]] = []
    /// The number of values that the program's code may have read.
    @usableFromInline var runs = 0
    private var namedTables = SubclassTables<String>()
    private var taggedTables = SubclassTables<String>()
    /// Memory that arrays have used for their elements, and no longer need.
    @usableFromInline var spareMemory = SpareMemory()
    /// The members that the classes of their objects don't know. Nil as long as there are none.
    private var unknown: UnknownReading?

    @usableFromInline
    init(
        _ limits: DecodingLimits, _ capabilities: FormatCapabilities, _ conventions: FileConventions, byteCount: Int,
        reasons: DocumentReasons? = nil
    ) {
        self.reasons = reasons
        hasIdentity = capabilities.contains(.identity)
        hasSets = capabilities.contains(.sets)
        namesClasses = capabilities.contains(.everyClass)
        self.byteCount = byteCount
        self.limits = limits
        self.capabilities = capabilities
        self.conventions = conventions
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

    /// Counts a long key of a dictionary as `weight` values, or as more values because the key is hashed.
    @usableFromInline
    @inline(never)
    mutating func count(longKey key: String, _ weight: Int) {
        values -= max(weight, TextAllowance.steps(key.utf8.count))
    }

    /// Passes a checkpoint while texts are read. Returns false if the task is cancelled.
    @usableFromInline
    @inline(never)
    func mayGoOn(with texts: [String]) -> Bool {
        if LongWork.mayGoOn { return true }
        LongWork.discard(texts)
        return false
    }

    /// Drops an object that can't be read.
    @usableFromInline
    @inline(never)
    func discard(_ object: AnyObject) { LongWork.discard(object) }

    /// Returns the table of the subclass that the file names. Returns nil if its instances aren't read directly.
    @usableFromInline
    @inline(never)
    mutating func table(named name: String, below table: PropertyTable) -> PropertyTable? {
        namedTables.table(name, below: table) { $0.named(name) }
    }

    /// Returns the table of the class with a tag, in the hierarchy of a table's class. Returns nil if its instances
    /// aren't read directly.
    @usableFromInline
    @inline(never)
    mutating func table(tagged tag: String, below table: PropertyTable) -> PropertyTable? {
        tag == table.tag ? table : taggedTables.table(tag, below: table) { $0.tagged(tag) }
    }

    /// Reads the value of a member that the object's class doesn't know. Returns false if it can't be read directly.
    @usableFromInline
    @inline(never)
    mutating func readUnknown(
        _ key: String, of object: AnyObject, _ table: PropertyTable, _ parse: (inout DocumentBuilder) throws -> Void
    ) -> Bool {
        var limits = limits
        limits.nodes = left
        if unknown == nil { unknown = UnknownReading(capabilities, conventions, limits) }
        guard let count = unknown?.read(key, of: object, table, levels: levels.left, parse) else { return false }
        values -= count
        return true
    }

    /// Returns true if unknown members of an object were read so far. The object gets them at the end of the file.
    func hasUnknown(_ object: AnyObject) -> Bool { unknown?.hasMembers(of: object) ?? false }

    /// Ends the reading of a file. Returns false if an object has an unknown key twice.
    @usableFromInline
    mutating func finish() -> Bool {
        for part in parts { part.decoder.finish() }
        guard let members = unknown.take() else { return true }
        return members.finish()
    }

    // MARK: Values that aren't as expected

    /// Makes an instance from an object that isn't as expected, through a document.
    ///
    /// - Parameters:
    ///   - levels: The number of levels that were left before the object.
    ///   - left: The number of values that were left before the object.
    ///   - runs: The value of ``runs`` before the object was read. If the program's code has run for the object, it
    ///     doesn't run again.
    ///   - parse: Parses the object.
    /// - Returns: The instance. Nil on failure, or if the whole file has to be read through a document.
    @usableFromInline
    @inline(never)
    mutating func recover(
        _ table: PropertyTable, levels: Int, left: Int, runs: Int, _ parse: (inout DocumentBuilder) throws -> Void
    ) -> AnyObject? {
        // The root alone is the whole file.
        let isRoot = levels == max(limits.depth, 0)
        guard failure == nil, runs == self.runs, !isRoot, let code = table.code, self.levels.haveRoomForCode else {
            return nil
        }
        self.levels.left = levels
        self.left = left
        let made = unfilled?.levels == levels ? unfilled?.object : nil
        unfilled = nil
        if let made { unknown?.forget(made) }
        return parsed(code, parse, unlessNull: true) { (decoder, index, depth) throws(ModelError) in
            try decoder.object(code, from: index, depth: depth, filling: made)
        }
    }

    /// Drops the error, because another error comes before it.
    @usableFromInline
    @inline(never)
    mutating func forgetFailure() { failure = nil }

    /// Notes that the members of an object can't be read. Returns false.
    ///
    /// - Parameters:
    ///   - met: The bits of the rows that were read.
    ///   - isOpen: False if the object has ended and its level is counted as left again.
    @usableFromInline
    @inline(never)
    mutating func fail(_ object: AnyObject, _ table: PropertyTable, _ met: UInt64, isOpen: Bool) -> Bool {
        // An error of a tag comes before all others, because the tags tell the class.
        if met & table.tagBits != table.tagBits { failure = nil }
        // An object of its class's version can be filled again: values that it has already are read again.
        let isUnfilled =
            table.isRelated || met & table.required != table.required
            ? met & ~table.marks == 0 && !(table.isWide && hasMetBeyond) : true
        unfilled = isUnfilled ? (object, levels.left + (isOpen ? 1 : 0)) : nil
        return false
    }

    /// Puts the key of a row in front of the path of the error, if there is one. Returns false.
    @usableFromInline
    @inline(never)
    mutating func fail(_ table: PropertyTable, _ row: Int) -> Bool { fail(.key(table.key(row))) }

    /// Puts a step in front of the path of the error, if there is one. Returns false.
    @usableFromInline
    @inline(never)
    mutating func fail(_ step: @autoclosure () -> ModelPath.Component) -> Bool {
        failure?.path.components.insert(step(), at: 0)
        return false
    }

    /// Adds the reason for which the whole file becomes a document.
    @usableFromInline
    func noteFile() { reasons?.addFile() }

    /// The error that has ended the reading, and the object that was made for the root.
    @usableFromInline
    var result: DirectFailure {
        var result = DirectFailure()
        result.error = failure
        if unfilled?.levels == max(limits.depth, 0) { result.root = unfilled?.object }
        return result
    }
}
