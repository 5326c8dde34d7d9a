import FormatSupport

/// The locations of containers in a plain document. A place consists of the place of the enclosing container and the
/// last component of the key path. With places, the key path of a container can be written, and the container at a key
/// path can be found.
struct HRPlaces: ~Copyable {
    private struct Place {
        /// The place of the container around the container. -1 for the root.
        var parent: Int
        /// The number of the container's key. For an element of an array: the bitwise complement of its index.
        var component: Int
    }

    private var places: ContiguousArray<Place> = []
    /// The keys as they are written in paths, as ranges of `keyBytes`. Each key is stored once, because a small file
    /// may use a long key very often.
    private var keys: ContiguousArray<Range<Int>> = []
    /// The bytes of all keys.
    private var keyBytes: ContiguousArray<UInt8> = []
    private var numbers: [ExactText: Int] = [:]
    /// For each key: its index in `keys`, by the number that the walker has for it. Keys of the root aren't included,
    /// because one of them, `$root`, is written differently in paths.
    private var known = KeyTable<Int>()
    /// The hash of each path, made when a path is first searched for. 0 for a path that isn't found by its hash.
    private var hashes: ContiguousArray<UInt64> = []
    /// A hash table of places, by the hashes of their paths. -1 for an empty slot. The search for a hash begins at a
    /// slot that depends on `factor`, which is secret. If two paths have the same hash, the table contains the first.
    /// At least half of the slots are empty.
    private var slots: ContiguousArray<Int32> = [-1]
    private let factor = UInt64.random(in: 0 ... .max) | 1

    private static let fullStop = UInt8(ascii: ".")
    /// The maximum length of a key, in bytes, up to which paths with the key are hashed. Hashing a longer key again
    /// for each path would take too long, so these paths are found by following them key by key.
    private static let longestKey = 256

    /// Adds the place of the root, which must come first, or of a container that has no path.
    mutating func addRoot() -> Int { add(Place(parent: -1, component: 0)) }

    /// Adds the place of an element of the container at another place.
    mutating func add(index: Int, in parent: Int) -> Int { add(Place(parent: parent, component: ~index)) }

    /// Adds the place of a key's value in the container at another place.
    ///
    /// - Parameter key: The number that ``number(of:)`` returned.
    mutating func add(key: Int, in parent: Int) -> Int { add(Place(parent: parent, component: key)) }

    private mutating func add(_ place: Place) -> Int {
        places.append(place)
        return places.count - 1
    }

    /// Returns the index of a key in `keys`. Adds a new key, as it is written in paths.
    ///
    /// - Parameters:
    ///   - number: The walker's number for the key. Nil if the walker has no number for it.
    ///   - isFirst: True for a key of the root.
    mutating func number(of key: String, _ number: Int?, isFirst: Bool) -> Int {
        guard !isFirst, let number else { return self.number(of: HRPath.component(key, isFirst: isFirst)) }
        if let made = known[number] { return made }
        let made = self.number(of: HRPath.component(key, isFirst: false))
        known[number] = made
        return made
    }

    /// Returns the index of a key in `keys`, by its text as it is written in paths. Adds a new key.
    mutating func number(of key: String) -> Int {
        if let known = numbers[ExactText(key)] { return known }
        let start = keyBytes.count
        keyBytes.append(contentsOf: key.utf8)
        keys.append(start..<keyBytes.count)
        numbers[ExactText(key)] = keys.count - 1
        return keys.count - 1
    }

    /// Returns true for a place that `addRoot()` added.
    func isRoot(_ place: Int) -> Bool { places[place].parent < 0 }

    /// Returns the key path to a place.
    func path(to place: Int) -> String {
        guard !isRoot(place) else { return HRPath.root }
        // The path is written backward, and so is each component.
        var path: ContiguousArray<UInt8> = []
        path.reserveCapacity(64)
        var next = place
        while !isRoot(next) {
            if next != place { path.append(Self.fullStop) }
            let component = places[next].component
            if component >= 0 {
                for offset in keys[component].reversed() { path.append(keyBytes[offset]) }
            } else {
                var rest = ~component
                repeat {
                    path.append(0x30 + UInt8(rest % 10))
                    rest /= 10
                } while rest > 0
            }
            next = places[next].parent
        }
        path.reverse()
        return String(decoding: path, as: UTF8.self)
    }

    /// Returns the place at a path that passes through no alias. Returns nil if there is no such place, or if the path
    /// isn't written as `path(to:)` writes it. The time is about linear in the path's length.
    mutating func find(_ path: String) -> Int? {
        if hashes.isEmpty { addHashes() }
        var path = path
        return path.withUTF8 { path in
            guard case let found = Int(slots[slot(of: unsafe Self.hash(path))]), found >= 0, leads(path, to: found)
            else {
                return nil
            }
            return found
        }
    }

    /// Returns the slot that contains a hash's place, or would contain it.
    private func slot(of hash: UInt64) -> Int {
        var slot = Int((hash &* factor).multipliedFullWidth(by: UInt64(slots.count)).high)
        while slots[slot] >= 0, hashes[Int(slots[slot])] != hash { slot = slot + 1 == slots.count ? 0 : slot + 1 }
        return slot
    }

    private mutating func addHashes() {
        guard let last = Int32(exactly: places.count) else { return }
        slots = ContiguousArray(repeating: -1, count: 2 * places.count + 1)
        for place in 0..<last {
            addHash(of: Int(place))
            // The root's path isn't made of components, so it isn't in the table.
            guard let hash = hashes.last, hash != 0, place > 0 else { continue }
            let slot = slot(of: hash)
            if slots[slot] < 0 { slots[slot] = place }
        }
    }

    private mutating func addHash(of place: Int) {
        let parent = places[place].parent
        // The root's own path isn't made of components.
        guard parent >= 0 else { return hashes.append(place == 0 ? Self.emptyHash : 0) }
        let component = places[place].component
        guard hashes[parent] != 0, component < 0 || keys[component].count <= Self.longestKey else {
            return hashes.append(0)
        }
        var hash = Self.emptyHash
        if !isRoot(parent) { hash = Self.hash(CollectionOfOne(Self.fullStop), behind: hashes[parent]) }
        hash =
            component < 0
            ? Self.hash(digitsOf: ~component, behind: hash) : Self.hash(keyBytes[keys[component]], behind: hash)
        hashes.append(hash)
    }

    /// Returns true if these bytes are the path to a place. They are compared from the end.
    @safe
    private func leads(_ path: UnsafeBufferPointer<UInt8>, to place: Int) -> Bool {
        var end = path.count
        var next = place
        while !isRoot(next) {
            guard let start = start(of: places[next].component, before: end, in: path) else { return false }
            end = start
            next = places[next].parent
            guard !isRoot(next) else { break }
            guard end > 0, unsafe path[end - 1] == Self.fullStop else { return false }
            end -= 1
        }
        return end == 0
    }

    /// Returns the offset at which the given component begins, if the path has this component directly before the
    /// offset `end`. Otherwise returns nil.
    @safe
    private func start(of component: Int, before end: Int, in path: UnsafeBufferPointer<UInt8>) -> Int? {
        if component >= 0 {
            let start = end - keys[component].count
            guard start >= 0 else { return nil }
            let shift = start - keys[component].lowerBound
            for offset in keys[component] where unsafe path[offset + shift] != keyBytes[offset] {
                return nil
            }
            return start
        }
        var start = end
        var number = ~component
        repeat {
            start -= 1
            guard start >= 0, unsafe path[start] == 0x30 + UInt8(number % 10) else { return nil }
            number /= 10
        } while number > 0
        return start
    }

    private static let emptyHash: UInt64 = 0xCBF2_9CE4_8422_2325

    /// Returns the hash of a path that these bytes continue: FNV-1a of 64 bits (Fowler, Noll, Vo). `start` is the
    /// hash of the path before the bytes.
    ///
    /// The hash needn't be secure. A place that is found by a hash is compared with the path. A path that isn't found
    /// by its hash is followed key by key.
    private static func hash(_ bytes: some Sequence<UInt8>, behind start: UInt64 = emptyHash) -> UInt64 {
        var hash = start
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        return hash
    }

    /// Returns the hash of an index as it is written in a path, following a path with the hash `start`.
    private static func hash(digitsOf number: Int, behind start: UInt64) -> UInt64 {
        let before = number < 10 ? start : hash(digitsOf: number / 10, behind: start)
        return hash(CollectionOfOne(0x30 + UInt8(number % 10)), behind: before)
    }
}
