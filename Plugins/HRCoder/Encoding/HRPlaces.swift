import ModelCore

/// Where the encoder stands, and where each object was written: the key path of an object is only put together when an alias needs it.
struct HRPlaces: ~Copyable {
    /// How a container's values are called.
    enum Naming: UInt8 {
        /// The root has no name.
        case root
        /// By the keys that they are given.
        case keys
        /// By their index.
        case indexes
        /// As the elements of a set: `NS.object.0` and so on.
        case elements
        /// In turn as keys and values: `NS.key.0`, `NS.object.0` and so on.
        case entries
    }

    /// An open container.
    struct Frame {
        var naming: Naming
        /// The place of the container itself; -1 while nobody needs it.
        var place = -1
        /// Which value is being written, counted from zero.
        var index = -1
        /// The key of the value that is being written, as the file has it.
        var key: ModelKey = ""
    }

    /// Where a container stands in another.
    private struct Place {
        var parent: Int
        var naming: Naming
        var index: Int
        var key: ModelKey
    }

    var frame = Frame(naming: .root)
    private(set) var outer: [Frame] = []
    private var places: [Place] = []
    private var identities = IdentityTable()

    init() {
        outer.reserveCapacity(16)
    }

    @inline(__always)
    mutating func open(_ naming: Naming, place: Int = -1) {
        outer.append(frame)
        frame = Frame(naming: naming, place: place)
    }

    @inline(__always)
    mutating func close() throws {
        guard let last = outer.popLast() else {
            throw ModelError(.unrepresentableValue, "A container was ended that isn't open.")
        }
        frame = last
    }

    /// The place of an object that was written before; else remembers that it is written here, and opens it.
    @inline(__always)
    mutating func open(_ object: AnyObject, _ naming: Naming) -> Int? {
        if frame.place < 0, frame.naming != .root { addPlaces() }
        let place = places.count
        if let known = identities.findOrInsert(object, place) { return known }
        places.append(Place(parent: frame.place, naming: frame.naming, index: frame.index, key: frame.key))
        open(naming, place: place)
        return nil
    }

    func find(_ object: AnyObject) -> Int? { identities.find(object) }

    /// Gives each open container a place that has none, from the outside in.
    @inline(never)
    private mutating func addPlaces() {
        // The first frame is the root's, which is no container.
        for depth in 1..<max(outer.count, 1) where outer[depth].place < 0 {
            outer[depth].place = addPlace(in: outer[depth - 1])
        }
        if let parent = outer.last { frame.place = addPlace(in: parent) }
    }

    private mutating func addPlace(in parent: Frame) -> Int {
        places.append(Place(parent: parent.place, naming: parent.naming, index: parent.index, key: parent.key))
        return places.count - 1
    }

    /// The key path to a place.
    func path(_ place: Int) -> String {
        var parts: [Place] = []
        var next = place
        while next >= 0 {
            parts.append(places[next])
            next = places[next].parent
        }
        // The last one is the root value, whose name is nobody's.
        parts.removeLast()
        if parts.isEmpty { return HRPath.root }
        var text = ""
        for (number, part) in parts.reversed().enumerated() {
            if number > 0 { text += "." }
            switch part.naming {
            case .root: break
            case .indexes: text += String(part.index)
            case .keys: text += HRPath.component(part.key.stringValue, isFirst: number == 0)
            case .elements, .entries: text += Self.name(part.naming, part.index)
            }
        }
        return text
    }

    /// What the value of that index is called in a coded set or dictionary.
    static func name(_ naming: Naming, _ index: Int) -> String {
        naming == .elements
            ? "NS.object.\(index)" : index % 2 == 0 ? "NS.key.\(index / 2)" : "NS.object.\(index / 2)"
    }

    /// The path to the value that is being written, as errors have it.
    var errorPath: [ModelPath.Component] {
        (outer.dropFirst() + [frame]).map { $0.naming == .keys ? .key($0.key.stringValue) : .index(max($0.index, 0)) }
    }
}
