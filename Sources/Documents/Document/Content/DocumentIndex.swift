import FormatSupport

/// The indexes of values in large containers of a document. Only the indexes that were needed so far are noted. With
/// them, looking up all values of a container one after the other takes linear time.
///
/// Containers never change in place: an edit links their values to replacements, or makes a new container. Therefore
/// the indexes are valid as long as the content exists.
struct DocumentIndex {
    /// The index of every sixteenth value of a container is noted. The values between them are found by going on from
    /// a noted value.
    static let step = 16
    static let small = 32

    /// The indexes of every sixteenth value of a container.
    private struct Places {
        /// The number of words of the container. If the container at the index has another number, the container was
        /// replaced.
        let size: Int
        var noted: ContiguousArray<Int>
        /// The indexes of the values of text keys, in a dictionary that may have other kinds of keys, too.
        var byKey: [ExactText: Int]?
    }

    /// The keys of a shape that has many keys.
    private struct Keys {
        let numbers: ContiguousArray<Int32>
        let positions: [Int32: Int]
    }

    private var places: [Int: Places] = [:]
    private var keys: [Int: Keys] = [:]
    /// For each value that can be reached from a root: a container that contains the value, and the step from that
    /// container. It is the container in which the value was found first. This is only made for the path of a value
    /// that is reached through a reference or an edit. The words of such a value aren't inside the containers of its
    /// path.
    var ways: (root: Int, wordCount: Int, steps: [Int: DocumentStep])?

    /// Returns the index of the value at a position in a container.
    mutating func place(_ position: Int, in container: Int, of content: ModelDocument.Content) -> Int {
        note(container, of: content) { $0.count <= position / Self.step }
        let noted = places[container]?.noted ?? [container + 3]
        let start = min(position / Self.step, noted.count - 1)
        return content.skip(position - start * Self.step, from: noted[start])
    }

    /// Finds the value directly in a container whose words include the word at an index. Returns the value's position
    /// and its index.
    mutating func value(around index: Int, in container: Int, of content: ModelDocument.Content) -> (
        position: Int, place: Int
    ) {
        note(container, of: content) { $0[$0.count - 1] <= index }
        let noted = places[container]?.noted ?? [container + 3]
        var (low, high) = (0, noted.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if noted[middle] <= index { low = middle } else { high = middle }
        }
        return content.value(around: index, from: noted[low], at: low * Self.step)
    }

    /// Notes further indexes of a container's values, as long as `isNecessary` returns true and there are more values.
    private mutating func note(
        _ container: Int, of content: ModelDocument.Content, while isNecessary: (ContiguousArray<Int>) -> Bool
    ) {
        let size = content.size(at: container)
        func extend(_ places: inout Places) {
            if places.size != size { places = Places(size: size, noted: [container + 3]) }
            while isNecessary(places.noted) {
                var place = places.noted[places.noted.count - 1]
                for _ in 0..<Self.step where place < container + size { place += content.size(at: place) }
                if place >= container + size { return }
                places.noted.append(place)
            }
        }
        extend(&places[container, default: Places(size: size, noted: [container + 3])])
    }

    /// Returns the index of the value of a text key in a dictionary that may have other kinds of keys, too.
    mutating func place(ofKey key: String, in dictionary: ModelDocument.Value) -> Int? {
        let size = dictionary.content.size(at: dictionary.index)
        if let known = places[dictionary.index], known.size == size, let found = known.byKey {
            return found[ExactText(key)]
        }
        var found: [ExactText: Int] = [:]
        for (key, place) in dictionary.members where found[ExactText(key)] == nil { found[ExactText(key)] = place }
        places[dictionary.index] = Places(size: size, noted: [dictionary.index + 3], byKey: found)
        return found[ExactText(key)]
    }

    /// Returns the position of a key in the list of keys of a shape that has many keys. `number` identifies the key.
    mutating func position(ofKey number: Int32, in shape: Int, of shapes: DocumentShapes) -> Int? {
        keys(of: shape, shapes).positions[number]
    }

    /// Returns the number that identifies the key at a position, in a shape that has many keys.
    mutating func key(at position: Int, in shape: Int, of shapes: DocumentShapes) -> Int32 {
        keys(of: shape, shapes).numbers[position]
    }

    private mutating func keys(of shape: Int, _ shapes: DocumentShapes) -> Keys {
        if let known = keys[shape] { return known }
        let numbers = shapes.keyNumbers(inOrderOf: shape)
        let made = Keys(
            numbers: numbers,
            positions: Dictionary(numbers.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first }))
        keys[shape] = made
        return made
    }
}

/// A step from a container to one of its values.
struct DocumentStep {
    let parent: Int
    let component: ModelPath.Component
}

extension ModelDocument.Content {
    /// Returns the index of the value at a position in a container. The position must exist. In a large container,
    /// the time is linear in the position at first, and constant after that.
    func place(_ position: Int, in container: Int) -> Int {
        guard position >= DocumentIndex.small else { return skip(position, from: container + 3) }
        return index.withLock { $0.place(position, in: container, of: self) }
    }

    /// Finds the value directly in a container whose words include the word at an index. Returns the value's position
    /// and its index.
    func value(around index: Int, in container: Int) -> (position: Int, place: Int) {
        guard size(at: container) > 8 * DocumentIndex.small else {
            return value(around: index, from: container + 3, at: 0)
        }
        return self.index.withLock { $0.value(around: index, in: container, of: self) }
    }

    fileprivate func value(around index: Int, from start: Int, at first: Int) -> (position: Int, place: Int) {
        var (position, place) = (first, start)
        while case let next = place + size(at: place), next <= index { (position, place) = (position + 1, next) }
        return (position, place)
    }

    /// Returns the index of the value that is `count` values after the value at `start`.
    fileprivate func skip(_ count: Int, from start: Int) -> Int {
        var place = start
        for _ in 0..<count { place += size(at: place) }
        return place
    }

    /// Returns the position of a key in a shape's list of keys. Returns nil if the shape doesn't have the key. For a
    /// long list, the first call takes time that is linear in its length. Further calls take constant time.
    func position(of key: String, in shape: Int) -> Int? {
        guard shapes.count(of: shape) > DocumentIndex.small else { return shapes.position(of: key, in: shape) }
        guard let number = shapes.keyNumber(of: key) else { return nil }
        return index.withLock { $0.position(ofKey: number, in: shape, of: shapes) }
    }

    /// Returns the key at a position in a shape's list of keys. It takes the same time as `position(of:in:)`.
    func key(at position: Int, in shape: Int) -> String {
        let number =
            shapes.count(of: shape) > DocumentIndex.small
            ? index.withLock { $0.key(at: position, in: shape, of: shapes) }
            : shapes.keyNumbers(inOrderOf: shape)[position]
        return shapes.keys[Int(number)]
    }
}
