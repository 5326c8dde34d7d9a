import FormatSupport

/// Values that a direct writer keeps for the properties of the tables that it sees, one for each row: for example, the
/// offset at which it wrote the row's key.
public struct RowValues<Value: BitwiseCopyable>: ~Copyable {
    private var values = Stack<Value?>()
    /// The index of the first row of each table.
    private var starts: [ObjectIdentifier: Int] = [:]
    /// The table that was seen last, and the index of its first row.
    private var last: (table: ObjectIdentifier, start: Int)?
    /// The indexes of the first rows of the open objects' tables.
    private var open = Stack<Int>()

    public init() {}

    /// Enters an object, whose rows follow.
    public mutating func enter(_ table: PropertyTable) { open.append(start(of: table)) }

    /// Leaves the object that was entered last.
    public mutating func leave() { _ = open.popLast() }

    /// The value for a row of the object that was entered last. Nil if the row has none yet.
    public subscript(row: PropertyTable.Row) -> Value? {
        get { values[(open.last ?? 0) + row.index] }
        set { values[(open.last ?? 0) + row.index] = newValue }
    }

    @inline(__always)
    private mutating func start(of table: PropertyTable) -> Int {
        if let last, last.table == ObjectIdentifier(table) { return last.start }
        let start = starts[ObjectIdentifier(table)] ?? add(table)
        last = (ObjectIdentifier(table), start)
        return start
    }

    private mutating func add(_ table: PropertyTable) -> Int {
        let start = values.count
        for _ in 0..<table.count { values.append(nil) }
        starts[ObjectIdentifier(table)] = start
        return start
    }
}
