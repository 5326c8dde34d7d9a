/// What a format's writer keeps for each key, by the number that a walker gives it: where the key stands in the file,
/// say, so that it is written once and copied or referred to then.
///
/// ```swift
/// if let known = table[number] { return known }
/// ```
public struct KeyTable<Value: BitwiseCopyable>: ~Copyable {
    @usableFromInline var values = Stack<Value?>()

    /// A table without keys.
    public init() {}

    /// What is kept for the key of that number, from 0 on; nil where nothing is.
    @inlinable
    public subscript(number: Int) -> Value? {
        @inline(__always) get { number < values.count ? values[number] : nil }
        set {
            while number >= values.count { values.append(nil) }
            values[number] = newValue
        }
    }
}
