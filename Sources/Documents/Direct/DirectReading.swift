/// The state of one direct reading.
@usableFromInline
struct DirectReading: ~Copyable {
    @usableFromInline var levels: DirectLevels
    /// The number of values that are left.
    @usableFromInline var values: Int
    private let limits: DecodingLimits
    private let capabilities: FormatCapabilities
    private let conventions: FileConventions
    private let byteCount: Int
    /// The number of objects that weren't as expected.
    private var misses = 0
    /// The values that weren't as expected; nil as long as there are none.
    private var parts: PartReading?
    /// The error of a value. Each level adds its step to the path.
    private var failure: ModelError?
    /// The number of values that code of the program's may have read.
    @usableFromInline private(set) var runs = 0
    /// The subclass whose table was looked for last, and the table of its superclass.
    private var subclass: (table: PropertyTable, below: PropertyTable)?
    /// The members of objects that their classes don't know; nil as long as there are none.
    private var unknown: UnknownReading?

    @usableFromInline
    init(
        _ limits: DecodingLimits, _ capabilities: FormatCapabilities, _ conventions: FileConventions, byteCount: Int
    ) {
        self.byteCount = byteCount
        self.limits = limits
        self.capabilities = capabilities
        self.conventions = conventions
        levels = DirectLevels(limits)
        values = max(limits.nodes, 0)
    }

    /// The table of the subclass of a table's class that the file names; nil if its instances aren't read directly.
    @usableFromInline
    @inline(never)
    mutating func table(named name: String, below table: PropertyTable) -> PropertyTable? {
        if let subclass, subclass.below === table, subclass.table.name == name { return subclass.table }
        guard let found = table.subclasses?.named(name) else { return nil }
        subclass = (found, table)
        return found
    }

    /// Reads the value of an object's member that its class doesn't know. Returns false if it can't be read directly.
    @usableFromInline
    @inline(never)
    mutating func readUnknown(
        _ key: String, of object: AnyObject, _ table: PropertyTable, _ parse: (inout DocumentBuilder) throws -> Void
    ) -> Bool {
        var limits = limits
        limits.nodes = values
        if unknown == nil { unknown = UnknownReading(capabilities, conventions, limits) }
        guard let count = unknown?.read(key, of: object, table, levels: levels.left, parse) else { return false }
        // Whatever is made of a value, it has at least one word.
        values -= count
        return true
    }

    /// Ends the reading of a file. Returns false if an object has an unknown key twice.
    @usableFromInline
    mutating func finish() -> Bool {
        parts?.decoder.finish()
        guard let members = unknown.take() else { return true }
        return members.finish()
    }

    // MARK: Values that aren't as expected

    /// Makes an instance from an object that isn't as expected, by way of a document.
    ///
    /// If many objects are so, and no code of the program's has run, the whole file is read by way of a document: that
    /// costs less than to try each object first.
    ///
    /// - Parameters:
    ///   - levels: The number of levels that were left before the object, and `values` that of values.
    ///   - runs: The ``runs`` before the object. Code that has run for it doesn't run again.
    ///   - parse: Parses the object.
    /// - Returns: Nil if that fails, or if the whole file has to be read by way of a document.
    @usableFromInline
    @inline(never)
    mutating func recover(
        _ table: PropertyTable, levels: Int, values: Int, runs: Int, _ parse: (inout DocumentBuilder) throws -> Void
    ) -> AnyObject? {
        misses += 1
        // The root alone is the whole file.
        let isRoot = levels == max(limits.depth, 0)
        guard failure == nil, runs == self.runs, !isRoot, let code = table.code, self.levels.haveRoomForCode,
            self.runs > 0 || misses <= 4 + (limits.nodes - values) / 128
        else { return nil }
        self.levels.left = levels
        self.values = values
        return parsed(code, parse) { (decoder, index, depth) throws(ModelError) in
            try decoder.object(code, from: index, depth: depth)
        }
    }

    /// Reads the value of a row by the code of its property, by way of a document.
    ///
    /// - Parameters:
    ///   - owner: The address of the object or the struct.
    ///   - runs: The ``runs`` before the value.
    ///   - parse: Parses the value.
    @usableFromInline
    @inline(never)
    mutating func set(
        _ owner: UnsafeMutableRawPointer, _ table: PropertyTable, _ row: Int, runs: Int,
        _ parse: (inout DocumentBuilder) throws -> Void
    ) -> Bool {
        guard failure == nil, runs == self.runs, let code = table.code(row), levels.haveRoomForCode else { return false }
        return parsed(code, parse) { (decoder, index, depth) throws(ModelError) in
            try unsafe decoder.set(code, in: owner, to: index, depth: depth)
            return true
        } ?? false
    }

    /// Calls the code of the program for an object that was read. Returns the object that takes its place.
    @usableFromInline
    @inline(never)
    mutating func awake(_ object: AnyObject, _ table: PropertyTable, expected: PropertyTable) -> AnyObject? {
        guard let code = table.code else { return nil }
        runs += 1
        do {
            return try decoder(code).awake(object, expected: expected.code)
        } catch {
            failure = ModelError(wrapping: error)
            return nil
        }
    }

    private mutating func parsed<Value>(
        _ code: any OwnCode, _ parse: (inout DocumentBuilder) throws -> Void,
        _ make: (any OwnDecoder, _ index: Int, _ depth: Int) throws(ModelError) -> Value?
    ) -> Value? {
        let decoder = decoder(code)
        let depth = limits.depth - levels.left
        var used = limits.nodes - values
        do {
            guard let index = try parts?.parse(limits, depth: depth, values: &used, parse) else { return nil }
            values = limits.nodes - used
            if code.mayBeProgram { runs += 1 }
            return try make(decoder, index, depth)
        } catch {
            failure = ModelError(wrapping: error)
            return nil
        }
    }

    private mutating func decoder(_ code: any OwnCode) -> any OwnDecoder {
        if let known = parts?.decoder { return known }
        let made = PartReading(code, capabilities, conventions, limits, byteCount: byteCount)
        let decoder = made.decoder
        parts = consume made
        return decoder
    }

    /// Puts the key of a row in front of the path of the error, if there is one. Returns false.
    @usableFromInline
    @inline(never)
    mutating func fail(_ table: PropertyTable, _ row: Int) -> Bool {
        failure?.path.components.insert(.key(table.key(row)), at: 0)
        return false
    }

    /// As ``fail(_:_:)``, with another step.
    @usableFromInline
    @inline(never)
    mutating func fail(_ step: ModelPath.Component) -> Bool {
        failure?.path.components.insert(step, at: 0)
        return false
    }

    /// The error that ends the reading. Nil if the file has to be read by way of a document.
    @usableFromInline var result: ModelError? { failure }
}
