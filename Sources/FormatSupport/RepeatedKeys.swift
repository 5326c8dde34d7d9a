/// The keys of a text that don't count, because their object has the same key once more: found in one pass, from the
/// outside in, without recursion.
public struct RepeatedKeys {
    /// An object that is open.
    private struct Object {
        var keys: [ExactText: Int] = [:]
        /// The place of its first key.
        var first: Int?
    }

    private let keepsLast: Bool
    /// The open objects and arrays, the innermost last; nil stands for an array.
    private var open: [Object?] = []
    /// The places of the keys that don't count: all but the first, or all but the last.
    public private(set) var places: Set<Int> = []

    /// - Parameter keepsLast: True if the last of equal keys counts, and false if the first does.
    public init(keepsLast: Bool) { self.keepsLast = keepsLast }

    /// How many objects and arrays are open.
    public var depth: Int { open.count }

    /// True if what was begun last is an object; nil if nothing is open.
    public var isInObject: Bool? { open.last.map { $0 != nil } }

    /// Begins an object, or an array.
    public mutating func begin(isObject: Bool) { open.append(isObject ? Object() : nil) }

    /// Ends what was begun last.
    public mutating func end() { _ = open.popLast() }

    /// Takes down a key of the object that was begun last.
    ///
    /// - Parameters:
    ///   - key: The key. A first key `$class` counts, whatever comes later: it says what the object is.
    ///   - place: A number that no other key has.
    public mutating func note(_ key: String, at place: Int) {
        guard let last = open.indices.last, let object = open[last] else { return }
        let text = ExactText(key)
        if object.first == nil { open[last]?.first = place }
        guard let earlier = object.keys[text] else {
            open[last]?.keys[text] = place
            return
        }
        if keepsLast, key != "$class" || earlier != object.first {
            places.insert(earlier)
            open[last]?.keys[text] = place
        } else {
            places.insert(place)
        }
    }
}
