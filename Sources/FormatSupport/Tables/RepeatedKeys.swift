/// Finds the keys of a text that readers ignore, because their object contains the same key more than once. It takes
/// one pass through the text, without recursion.
public struct RepeatedKeys {
    /// An object that is open: its end isn't reached yet.
    private struct Object {
        var keys: [ExactText: Int] = [:]
        /// The number that identifies the first key of the object. Nil as long as there is no key.
        var first: Int?
    }

    private let keepsLast: Bool
    /// The open objects and arrays. The innermost is last. An array is represented by nil.
    private var open: [Object?] = []
    /// The numbers that identify the ignored keys. If an object contains a key several times, readers use one of the
    /// keys, and ignore the other keys: see ``init(keepsLast:)``.
    public private(set) var places: Set<Int> = []

    /// - Parameter keepsLast: True if readers use the last of several equal keys. False if they use the first.
    public init(keepsLast: Bool) { self.keepsLast = keepsLast }

    /// The number of open objects and arrays.
    public var depth: Int { open.count }

    /// True if the innermost open container is an object, false if it is an array. Nil if nothing is open.
    public var isInObject: Bool? { open.last.map { $0 != nil } }

    /// Begins an object, or an array.
    public mutating func begin(isObject: Bool) { open.append(isObject ? Object() : nil) }

    /// Ends the object or array that was begun last.
    public mutating func end() { _ = open.popLast() }

    /// Records a key of the object that was begun last.
    ///
    /// - Parameters:
    ///   - key: The key. If the first key of an object is `$class`, it is never ignored, because it names the class
    ///     of the object.
    ///   - place: A number that identifies the key, such as its offset in the text.
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
