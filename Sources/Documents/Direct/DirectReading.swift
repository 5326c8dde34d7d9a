/// The state of one direct reading.
@usableFromInline
struct DirectReading: ~Copyable {
    @usableFromInline var levels: DirectLevels
    /// The number of values that are left.
    @usableFromInline var values: Int
    private let limits: DecodingLimits
    private let capabilities: FormatCapabilities
    private let conventions: FileConventions
    /// The number of objects that weren't as expected.
    private var misses = 0
    /// True if such an object couldn't be read by way of a document either.
    private var isLost = false
    /// The subclass whose table was looked for last, and the table of its superclass.
    private var subclass: (table: PropertyTable, below: PropertyTable)?
    /// The members of objects that their classes don't know; nil as long as there are none.
    private var unknown: UnknownReading?

    @usableFromInline
    init(_ limits: DecodingLimits, _ capabilities: FormatCapabilities, _ conventions: FileConventions) {
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
        _ key: String, of object: AnyObject, _ table: PropertyTable, _ parse: (inout DocumentBuilder) -> Bool
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
        guard let members = unknown.take() else { return true }
        return members.finish()
    }

    /// Makes an instance from an object that isn't as expected, by way of a document.
    ///
    /// A document for one object costs more than its part of a document for the whole file. So after a few misses, and
    /// if they are more than one in so many values, the whole file is read by way of a document.
    ///
    /// - Parameters:
    ///   - levels: The number of levels that were left before the object, and `values` that of values.
    ///   - parse: Parses the object.
    /// - Returns: Nil if the whole file has to be read by way of a document.
    @usableFromInline
    @inline(never)
    mutating func recover(
        _ table: PropertyTable, levels: Int, values: Int, _ parse: (inout DocumentBuilder) -> Bool
    ) -> AnyObject? {
        misses += 1
        // The root alone is the whole file.
        let isRoot = levels == max(limits.depth, 0)
        guard !isLost, !isRoot, let decode = table.decode, misses <= 4 + (limits.nodes - values) / 128 else {
            return nil
        }
        isLost = true
        var left = limits
        left.nodes = values
        left.depth = levels
        var builder = DocumentBuilder(for: capabilities, conventions, limits: left)
        guard parse(&builder), let document = try? builder.finish(),
            let object = decode(document, conventions, left)
        else { return nil }
        isLost = false
        self.levels.left = levels
        // Whatever is made of a value, it has at least one word.
        self.values = values - document.content.words.count
        return object
    }
}
