/// A table in which the reader or the writer of a format keeps a value for each key of a file, such as the offset of
/// the key. A number identifies the key: for a writer, it is the walker's number of the key. A key with a value was
/// written before, and can be copied or referred to.
///
/// ```swift
/// if let known = table[number] { return known }
/// ```
public struct KeyTable<Value: BitwiseCopyable>: ~Copyable {
    @usableFromInline var values = Stack<Value?>()

    /// Creates an empty table.
    public init() {}

    /// The value of the key with a number, counted from 0. Nil if the key has no value.
    @inlinable
    public subscript(number: Int) -> Value? {
        @inline(__always) get { number < values.count ? values[number] : nil }
        set {
            while number >= values.count { values.append(nil) }
            values[number] = newValue
        }
    }
}
