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
    private let limits: DecodingLimits
    let capabilities: FormatCapabilities
    let conventions: FileConventions
    private let byteCount: Int
    /// Collects why values become documents; nil if nobody asks.
    let reasons: DocumentReasons?
    /// The values that weren't as expected: those outside of all objects whose class's code runs, those in the outermost
    /// of these objects, and so on.
    private var parts: [PartReading] = []
    /// The number of such objects around the position.
    private var nesting = 0
    /// The error of a value. Each level adds its step to the path.
    private var failure: ModelError?
    /// The setters that wait, for each open object whose class has accessors. The innermost object is last.
    private var waiting: [WaitingSetters] = []
    /// The object that was made last and can't be read, and the number of levels that were left before it. Nil if it
    /// can't be filled again.
    private var unfilled: (object: AnyObject, levels: Int)?
    /// The rows without a bit that were met, of each open object that has such rows: a bit for each row.
    private var beyond: [[UInt64]] = []
    /// The number of values that code of the program's may have read.
    @usableFromInline private(set) var runs = 0
    private var namedTables = SubclassTables<String>()
    private var taggedTables = SubclassTables<String>()
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
    private func hasUnknown(_ object: AnyObject) -> Bool { unknown?.hasMembers(of: object) ?? false }

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

    /// Begins an object with rows that have no bit, and ends it.
    @usableFromInline
    mutating func beginWide(_ table: PropertyTable) {
        beyond.append([UInt64](repeating: 0, count: table.count / PropertyTable.wordRows + 1))
    }
    @usableFromInline
    mutating func endWide() { beyond.removeLast() }

    /// Notes that a row without a bit was met. Returns false if it was met before.
    @usableFromInline
    @inline(never)
    mutating func meets(_ row: Int) -> Bool {
        let (last, word, bit) = (
            beyond.count - 1, row / PropertyTable.wordRows, UInt64(1) << UInt64(row % PropertyTable.wordRows)
        )
        guard last >= 0, beyond[last][word] & bit == 0 else { return false }
        beyond[last][word] |= bit
        return true
    }

    /// True if a row without a bit was met.
    @usableFromInline var hasMetBeyond: Bool { beyond.last?.contains { $0 != 0 } ?? false }

    /// True if all rows before one without a bit were met.
    private func hasMetAll(before row: Int, _ met: UInt64) -> Bool {
        guard met == .max, let words = beyond.last else { return false }
        return (PropertyTable.wordRows..<row).allSatisfy {
            words[$0 / PropertyTable.wordRows] & 1 << UInt64($0 % PropertyTable.wordRows) != 0
        }
    }

    /// True if the setter of a row may be called: all properties that are declared before have their values. A property
    /// that isn't reached by its setter needn't wait.
    ///
    /// - Parameter met: The bits of the rows that were met, and of this one.
    @usableFromInline
    func isReady(_ table: PropertyTable, _ row: Int, _ met: UInt64) -> Bool {
        guard table.hasAccessors, table.code(row)?.isAccessor == true else { return true }
        // Of each row that waits the bit is set, but its value isn't. A dictionary on a key path doesn't know the rows
        // around it.
        guard !table.isDictionary, waiting.last?.values.isEmpty == true else { return false }
        guard row < PropertyTable.wordRows else { return hasMetAll(before: row, met) }
        let before = UInt64(1) << UInt64(row) &- 1
        return met & before == before
    }

    /// Begins an object whose class has accessors.
    @usableFromInline
    mutating func beginSetters(of owner: UnsafeMutableRawPointer) { waiting.append(unsafe WaitingSetters(owner)) }

    /// Ends the innermost object whose class has accessors. Its setters that wait are dropped if the object can't be
    /// read, and else called in the order of their declaration.
    ///
    /// - Returns: False if a setter fails.
    @usableFromInline
    @inline(never)
    mutating func endSetters(_ table: PropertyTable, isRead: Bool) -> Bool {
        // The values that wait come before a value that has failed. In a format with references, their errors could lack a
        // location.
        guard let own = waiting.popLast(), isRead || failure != nil && !hasIdentity else { return false }
        // Of several that fail, the first in the file counts.
        var first = Int.max
        for value in own.values.sorted(by: { $0.order < $1.order }) where value.index < first {
            guard let code = value.table.code(value.row), nesting < parts.count else { return false }
            let decoder = parts[nesting].decoder
            runs += 1
            do {
                try unsafe decoder.set(code, in: own.owner, to: value.index, depth: value.depth)
            } catch {
                if decoder.needsWhole { return false }
                first = value.index
                failure = error
                for key in table.path(to: value.table, value.row).reversed() { _ = fail(.key(key)) }
            }
        }
        return isRead && failure == nil
    }

    /// Calls the setter of a row with the value at an address, which moves.
    @usableFromInline
    mutating func set(
        _ owner: UnsafeMutableRawPointer, _ table: PropertyTable, _ row: Int, moving value: UnsafeMutableRawPointer
    ) -> Bool {
        runs += 1
        return unsafe table.code(row)?.set(moving: value, of: owner) ?? false
    }

    /// Reads the value of a row by the code of its property, by way of a document.
    ///
    /// - Parameters:
    ///   - owner: The address of the object or the struct.
    ///   - isReady: False if the code has to wait until the object was read.
    ///   - runs: The ``runs`` before the value.
    ///   - parse: Parses the value.
    @usableFromInline
    @inline(never)
    mutating func set(
        _ owner: UnsafeMutableRawPointer, _ table: PropertyTable, _ row: Int, isReady: Bool, runs: Int,
        _ parse: (inout DocumentBuilder) throws -> Void
    ) -> Bool {
        guard failure == nil, runs == self.runs, let code = table.code(row), levels.haveRoomForCode else {
            return false
        }
        guard isReady else {
            let last = waiting.count - 1
            // Only the object that the value belongs to keeps it.
            guard last >= 0, unsafe waiting[last].owner == owner, let (index, depth) = parsed(code, parse, { ($1, $2) })
            else {
                return false
            }
            waiting[last].values.append(
                WaitingSetters.Value(
                    table: table, row: row, order: table.order(of: row), index: index, depth: depth))
            return true
        }
        return parsed(code, parse) { (decoder, index, depth) throws(ModelError) in
            try unsafe decoder.set(code, in: owner, to: index, depth: depth)
            return true
        } ?? false
    }

    /// Reads an element by the code of its type, by way of a document.
    ///
    /// - Parameters:
    ///   - place: The address of memory that has no value yet.
    ///   - runs: The ``runs`` before the value.
    ///   - parse: Parses the value.
    @usableFromInline
    @inline(never)
    mutating func read(
        _ code: any OwnCode, into place: UnsafeMutableRawPointer, runs: Int,
        _ parse: (inout DocumentBuilder) throws -> Void
    ) -> Bool {
        guard failure == nil, runs == self.runs, levels.haveRoomForCode else { return false }
        return parsed(code, parse) { (decoder, index, depth) throws(ModelError) in
            try unsafe decoder.read(code, into: place, from: index, depth: depth)
        } ?? false
    }

    /// Calls the code of the program for an object that was read. Returns the object that takes its place.
    @usableFromInline
    @inline(never)
    mutating func awake(_ object: AnyObject, _ table: PropertyTable, expected: PropertyTable) -> AnyObject? {
        // The code may copy the object, with its unknown members.
        guard let code = table.code, table.isRelated || !hasUnknown(object) else {
            _ = fail(object, table, .max, isOpen: false)
            return nil
        }
        runs += 1
        do {
            return try part(code).decoder.awake(object, expected: expected.code)
        } catch {
            failure = ModelError(wrapping: error)
            return nil
        }
    }

    /// Parses a value into the document of the parts, and makes something of it.
    ///
    /// - Parameter unlessNull: True to make nothing of a null: it is a matter of the property, and not of the class.
    private mutating func parsed<Value>(
        _ code: any OwnCode, _ parse: (inout DocumentBuilder) throws -> Void, unlessNull: Bool = false,
        _ make: (any OwnDecoder, _ index: Int, _ depth: Int) throws(ModelError) -> Value?
    ) -> Value? {
        let part = part(code)
        let (decoder, depth) = (part.decoder, depth)
        var used = limits.nodes - left
        do {
            let index: Int
            do {
                index = try part.parse(limits, depth: depth, values: &used, parse)
                if unlessNull, part.mayBeNull(index) { return nil }
            } catch  where hasIdentity {
                // The parser may need the rest of the file.
                return nil
            }
            left = limits.nodes - used
            if code.mayBeProgram { runs += 1 }
            return try make(decoder, index, depth)
        } catch {
            let error = ModelError(wrapping: error)
            // An error without a location is of a value that stands elsewhere. The document's way knows the place.
            if !decoder.needsWhole, !hasIdentity || error.location != nil { failure = error }
            return nil
        }
    }

    /// Removes and returns the objects that parts have made, with their numbers.
    @usableFromInline
    mutating func takeMade() -> [(object: AnyObject, number: Int)] {
        nesting < parts.count ? parts[nesting].decoder.takeMade() : []
    }

    private mutating func part(_ code: any OwnCode) -> PartReading {
        if nesting == parts.count {
            parts.append(PartReading(code, capabilities, conventions, limits, byteCount: byteCount))
        }
        return parts[nesting]
    }

    // MARK: Objects whose class's code reads them

    /// The decoder for an object at the position whose class's code reads it; nil if the code can't run.
    @usableFromInline
    mutating func decoder(for table: PropertyTable) -> (any OwnDecoder)? {
        guard failure == nil, let code = table.code, levels.haveRoomForCode else { return nil }
        runs += 1
        return part(code).decoder
    }

    /// The number of levels around the position.
    @usableFromInline var depth: Int { limits.depth - levels.left }

    /// Begins to read values in such an object, and ends it. They get another decoder.
    @usableFromInline mutating func beginInner() { nesting += 1 }
    @usableFromInline mutating func endInner() { nesting -= 1 }

    /// Notes the error of the code.
    @usableFromInline
    mutating func note(_ error: ModelError, _ decoder: any OwnDecoder) {
        if failure == nil, !decoder.needsWhole { failure = error }
    }

    /// Parses a member of such an object, into a dictionary of these members.
    @usableFromInline
    @inline(never)
    mutating func parse(
        member key: String, depth: Int, _ parse: (inout DocumentBuilder) throws -> Void
    ) -> Bool {
        // A mark behind other keys means something else.
        guard key.utf8.first != UInt8(ascii: "$") else { return false }
        do {
            try parts[nesting].parse(member: key, limits, depth: depth, values: limits.nodes - left, parse)
            return true
        } catch {
            failure = error
            return false
        }
    }

    /// Ends the dictionary of members. Returns its index in the content, or that of nothing; nil if that fails.
    @usableFromInline
    mutating func endMembers() -> Int? {
        do {
            guard let (index, count) = try parts[nesting].endMembers() else { return ModelDocument.Content.noIndex }
            left -= count
            return left >= 0 ? index : nil
        } catch {
            failure = error
            return nil
        }
    }

    /// Parses all of such an object. Returns its index in the content; nil if that fails.
    ///
    /// - Parameter left: The number of values that were left before it.
    @usableFromInline
    @inline(never)
    mutating func parse(
        objectAt depth: Int, left: Int, _ parse: (inout DocumentBuilder) throws -> Void
    ) -> Int? {
        var used = limits.nodes - left
        do {
            let index = try parts[nesting].parse(limits, depth: depth, values: &used, parse)
            self.left = limits.nodes - used
            return index
        } catch {
            failure = error
            return nil
        }
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

/// The values of an object that wait for their setters, because a property that is declared before has no value yet.
@safe
private struct WaitingSetters {
    struct Value {
        /// The table of the row: the class's, or that of a dictionary on a key path.
        let table: PropertyTable
        let row: Int
        /// The position of the property among those of the class.
        let order: Int
        /// The index of the value in the content, and the number of levels around it.
        let index: Int
        let depth: Int
    }

    /// The address of the object, which the reader keeps.
    @safe let owner: UnsafeMutableRawPointer
    var values: [Value] = []

    @unsafe init(_ owner: UnsafeMutableRawPointer) { unsafe self.owner = owner }
}
