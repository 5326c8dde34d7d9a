import FormatSupport

/// The state of one direct reading.
@usableFromInline
struct DirectReading: ~Copyable {
    @usableFromInline var levels: DirectLevels
    /// The number of values up to the next checkpoint, and the number of those that are left behind it.
    @usableFromInline var values: Int
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
    /// Collects why values become documents; nil if nobody asks.
    let reasons: DocumentReasons?
    /// The values that weren't as expected: those outside of all objects whose class's code runs, those in the outermost
    /// of these objects, and so on.
    var parts: [PartReading] = []
    /// The number of such objects around the position.
    var nesting = 0
    /// The error of a value. Each level adds its step to the path.
    var failure: ModelError?
    /// The setters that wait, for each open object whose class has accessors. The innermost object is last.
    var waiting: [WaitingSetters] = []
    /// The object that was made last and can't be read, and the number of levels that were left before it. Nil if it
    /// can't be filled again.
    var unfilled: (object: AnyObject, levels: Int)?
    /// The rows without a bit that were met, of each open object that has such rows: a bit for each row.
    var beyond: [[UInt64]] = []
    /// The number of values that code of the program's may have read.
    @usableFromInline var runs = 0
    private var namedTables = SubclassTables<String>()
    private var taggedTables = SubclassTables<String>()
    /// Memory that arrays have used for their elements, and don't need any more.
    @usableFromInline var spareMemory = SpareMemory()
    /// The members of objects that their classes don't know; nil as long as there are none.
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

    /// Counts a dictionary's key that counts as this many values, or as more where it is hashed.
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

    /// The table of the subclass of a table's class that the file names; nil if its instances aren't read directly.
    @usableFromInline
    @inline(never)
    mutating func table(named name: String, below table: PropertyTable) -> PropertyTable? {
        namedTables.table(name, below: table) { $0.named(name) }
    }

    /// The table of the class with a tag in the hierarchy of a table's class; nil if its instances aren't read directly.
    @usableFromInline
    @inline(never)
    mutating func table(tagged tag: String, below table: PropertyTable) -> PropertyTable? {
        tag == table.tag ? table : taggedTables.table(tag, below: table) { $0.tagged(tag) }
    }

    /// Reads the value of an object's member that its class doesn't know. Returns false if it can't be read directly.
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

    /// True if an object has members so far that its class doesn't know. The object gets them at the end of the file.
    func hasUnknown(_ object: AnyObject) -> Bool { unknown?.hasMembers(of: object) ?? false }

    /// Ends the reading of a file. Returns false if an object has an unknown key twice.
    @usableFromInline
    mutating func finish() -> Bool {
        for part in parts { part.decoder.finish() }
        guard let members = unknown.take() else { return true }
        return members.finish()
    }

    // MARK: Values that aren't as expected

    /// Makes an instance from an object that isn't as expected, by way of a document.
    ///
    /// - Parameters:
    ///   - levels: The number of levels that were left before the object, and `left` that of values.
    ///   - runs: The ``runs`` before the object. Code that has run for it doesn't run again.
    ///   - parse: Parses the object.
    /// - Returns: Nil if that fails, or if the whole file has to be read by way of a document.
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

    /// Drops the error, because another one comes before it.
    @usableFromInline
    @inline(never)
    mutating func forgetFailure() { failure = nil }

    /// Notes that the members of an object can't be read. Returns false.
    ///
    /// - Parameters:
    ///   - met: The bits of the rows that were met.
    ///   - isOpen: False if the object ended, and gave its level back.
    @usableFromInline
    @inline(never)
    mutating func fail(_ object: AnyObject, _ table: PropertyTable, _ met: UInt64, isOpen: Bool) -> Bool {
        // An error of the tags, which tell the class, comes before all others.
        if met & table.tagBits != table.tagBits { failure = nil }
        // A value that the object has already is read again, if it is of the version of its class.
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

    /// As ``fail(_:_:)``, with another step.
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
