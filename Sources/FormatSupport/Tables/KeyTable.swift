/// A table in which the reader or writer of a format keeps a value for each key, by the key's number (a writer's
/// walker numbers the keys). A value is, for example, the offset of the key in the file. The key is written once, and
/// copied or referred to afterwards.
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
