import ModelCore

/// Where containers stand in a plain document: each in another, by the part of the key path that leads to it from
/// there.
struct HRPlaces {
    private struct Place {
        /// The place that it is in; -1 for the root.
        var parent: Int
        /// Where its part of the path is in `components`; nothing for the root.
        var component: Range<Int>
    }

    private var places: ContiguousArray<Place> = []
    /// The parts of all paths, as they stand in them.
    private var components: ContiguousArray<UInt8> = []
    /// The hash of each path, made when one is first looked for, and whose it is: of two, the first one's.
    private var hashes: ContiguousArray<UInt64> = []
    private var placesByHash: [UInt64: Int] = [:]

    private static let fullStop = UInt8(ascii: ".")

    /// Adds the place of the root, or of what no path leads to.
    mutating func add() -> Int {
        places.append(Place(parent: -1, component: 0..<0))
        return places.count - 1
    }

    /// Adds a place in another one.
    mutating func add(_ component: String, in parent: Int) -> Int {
        let start = components.count
        components.append(contentsOf: component.utf8)
        places.append(Place(parent: parent, component: start..<components.count))
        return places.count - 1
    }

    /// True for what was added as the root.
    func isRoot(_ place: Int) -> Bool { places[place].parent < 0 }

    /// The key path to a place.
    func path(to place: Int) -> String {
        var parts: [Range<Int>] = []
        var next = place
        while !isRoot(next) {
            parts.append(places[next].component)
            next = places[next].parent
        }
        guard !parts.isEmpty else { return HRPath.root }
        // Filled from its end: what isn't a part is a full stop.
        var end = parts.reduce(-1) { $0 + $1.count + 1 }
        var path = ContiguousArray(repeating: Self.fullStop, count: end)
        for part in parts {
            for (offset, byte) in components[part].enumerated() { path[end - part.count + offset] = byte }
            end -= part.count + 1
        }
        return String(decoding: path, as: UTF8.self)
    }

    /// The place that a path leads to without an alias on the way; nil for one that does so in other words, too. About
    /// linear in the path's length.
    mutating func find(_ path: String) -> Int? {
        for place in hashes.count..<places.count { addHash(of: place) }
        let bytes = ContiguousArray(path.utf8)
        guard let found = placesByHash[Self.hash(bytes)], leads(bytes, to: found) else { return nil }
        return found
    }

    private mutating func addHash(of place: Int) {
        let (parent, component) = (places[place].parent, places[place].component)
        var hash = Self.emptyHash
        if parent >= 0 {
            hash = isRoot(parent) ? hash : Self.hash(CollectionOfOne(Self.fullStop), behind: hashes[parent])
            hash = Self.hash(components[component], behind: hash)
        }
        hashes.append(hash)
        // The root has a path of its own.
        if parent >= 0, placesByHash[hash] == nil { placesByHash[hash] = place }
    }

    /// True where these bytes are the path to a place: compared from the end.
    private func leads(_ path: ContiguousArray<UInt8>, to place: Int) -> Bool {
        var end = path.count
        var next = place
        while !isRoot(next) {
            let component = components[places[next].component]
            guard component.count <= end, path[(end - component.count)..<end].elementsEqual(component) else {
                return false
            }
            end -= component.count
            next = places[next].parent
            guard !isRoot(next) else { break }
            guard end > 0, path[end - 1] == Self.fullStop else { return false }
            end -= 1
        }
        return end == 0
    }

    private static let emptyHash: UInt64 = 0xCBF2_9CE4_8422_2325

    /// FNV-1a of 64 bits (Fowler, Noll, Vo), which goes on behind a part. It needn't resist anybody: what it finds is
    /// compared, and what it doesn't is looked for in another way.
    private static func hash(_ bytes: some Sequence<UInt8>, behind start: UInt64 = emptyHash) -> UInt64 {
        var hash = start
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        return hash
    }
}
