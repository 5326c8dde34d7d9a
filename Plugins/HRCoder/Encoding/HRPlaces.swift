import FormatSupport
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

    /// An open container. Plain bytes, so that opening and closing one counts no references.
    struct Frame {
        var naming: Naming
        /// True where the key of the value that is being written stands in `texts`, and isn't the literal.
        var hasText = false
        /// The place of the container itself; -1 while nobody needs it.
        var place = -1
        /// Which value is being written, counted from zero.
        var index = -1
        /// The key of the value that is being written, as the file has it.
        var literal: StaticString = ""
    }

    /// Where a container stands in another.
    private struct Place {
        var parent: Int
        var naming: Naming
        var index: Int
        var literal: StaticString
        /// Where the key stands in `placeTexts`; -1 where it is the literal.
        var text: Int
    }

    var frame = Frame(naming: .root)
    private(set) var outer: [Frame] = []
    private var places: [Place] = []
    private var placeTexts: [String] = []
    /// The keys of the open containers, by their depth, where they aren't literals.
    private var texts: [String] = []
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
        _ = addPlace(in: frame, outer.count)
        open(naming, place: place)
        return nil
    }

    func find(_ object: AnyObject) -> Int? { identities.find(object) }

    /// Gives each open container a place that has none, from the outside in.
    @inline(never)
    private mutating func addPlaces() {
        // The first frame is the root's, which is no container.
        for depth in 1..<max(outer.count, 1) where outer[depth].place < 0 {
            outer[depth].place = addPlace(in: outer[depth - 1], depth - 1)
        }
        if let parent = outer.last { frame.place = addPlace(in: parent, outer.count - 1) }
    }

    /// Adds the place of the value that is being written in a container.
    @inline(__always)
    private mutating func addPlace(in parent: Frame, _ depth: Int) -> Int {
        var text = -1
        if parent.hasText {
            text = placeTexts.count
            placeTexts.append(texts[depth])
        }
        places.append(
            Place(parent: parent.place, naming: parent.naming, index: parent.index, literal: parent.literal, text: text)
        )
        return places.count &- 1
    }

    /// Names the next value of the innermost container.
    mutating func setKey(_ key: String) {
        while texts.count <= outer.count { texts.append("") }
        texts[outer.count] = key
        frame.hasText = true
    }

    private func key(of frame: Frame, _ depth: Int) -> String {
        frame.hasText ? texts[depth] : frame.literal.description
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
            case .keys:
                let key = part.text < 0 ? part.literal.description : placeTexts[part.text]
                text += HRPath.component(key, isFirst: number == 0)
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
        (outer + [frame]).enumerated().dropFirst().map { depth, frame in
            frame.naming == .keys ? .key(key(of: frame, depth)) : .index(max(frame.index, 0))
        }
    }
}
