import FormatSupport
import ModelCore

/// A hash for each value of a document. Values with the same content have the same hash, even if they differ in their
/// representation, such as a date and its text. Therefore the hashes show which elements of two arrays belong
/// together. The hashes are made in one pass, without recursion.
struct ContentHashes {
    private var containers: [Int: (whole: Int, scalars: Int)] = [:]

    /// - Parameter root: The root of a document in order. In such a document, a container comes before the references
    ///   to it.
    init(_ root: ModelDocument.Value, limits: DecodingLimits) throws {
        var walker = DocumentWalker(ModelDocument(root), limits: limits)
        var open: [Level] = []
        /// The hashes of long text and data that the document contains more than once, by the value's number.
        var longValues: [Int: Int] = [:]
        while let step = try walker.next() {
            let hash: Int
            var isScalar = false
            switch step {
            case .key:
                open[open.count - 1].key = Self.hash(walker.text)
                continue
            case .beginArray(let kind, _):
                open.append(Level(id: walker.value.id, isOrdered: kind != .set, hasKeys: false))
                continue
            case .beginDictionary, .beginObject, .beginValueDictionary:
                open.append(Level(id: walker.value.id, isOrdered: false, hasKeys: true))
                continue
            case .end:
                guard let level = open.popLast() else { continue }
                hash = level.hash
                containers[level.id] = (hash, level.hashOfScalars)
            // A reference to a container that is still open has no hash yet.
            case .reference: hash = containers[walker.value.id]?.whole ?? 0
            default:
                let number = walker.repeatedNumber
                hash = number.flatMap { longValues[$0] } ?? Self.hash(of: walker.value)
                if let number { longValues[number] = hash }
                isScalar = true
            }
            if !open.isEmpty { open[open.count - 1].add(hash, isScalar: isScalar) }
        }
    }

    subscript(value: ModelDocument.Value) -> Int { containers[value.id]?.whole ?? Self.hash(of: value) }

    /// Returns the hash of only the scalars that are directly in a container.
    func ofScalars(in value: ModelDocument.Value) -> Int { containers[value.id]?.scalars ?? Self.hash(of: value) }

    private static func hash(of value: ModelDocument.Value) -> Int {
        if let text = value.stringValue { return hash(text) }
        return hash(value.numeral ?? value.scalar.flatMap(ScalarConversion.keyText) ?? value.kind.rawValue)
    }

    private static func hash(_ text: String) -> Int {
        var hasher = Hasher()
        // By its bytes: `String` sorts combining marks first, which takes the square of their number.
        hasher.combine(ExactText(text))
        return hasher.finalize()
    }

    private struct Level {
        let id: Int
        let isOrdered: Bool
        let hasKeys: Bool
        var key: Int?
        private var sum = 0
        private var sumOfScalars = 0

        init(id: Int, isOrdered: Bool, hasKeys: Bool) {
            (self.id, self.isOrdered, self.hasKeys) = (id, isOrdered, hasKeys)
        }

        mutating func add(_ hash: Int, isScalar: Bool) {
            if hasKeys {
                // In a dictionary whose keys may be any values, keys come as values do.
                guard let key else { return key = hash }
                self.key = nil
                add(Self.mix(key, hash), isScalar)
            } else {
                add(hash, isScalar)
            }
        }

        private mutating func add(_ hash: Int, _ isScalar: Bool) {
            func added(_ sum: Int) -> Int { isOrdered ? Self.mix(sum, hash) : sum &+ Self.mix(1, hash) }
            sum = added(sum)
            if isScalar { sumOfScalars = added(sumOfScalars) }
        }

        var hash: Int { Self.mix(sum, hasKeys ? 3 : 5) }
        var hashOfScalars: Int { Self.mix(sumOfScalars, hasKeys ? 3 : 5) }

        private static func mix(_ first: Int, _ second: Int) -> Int {
            var hasher = Hasher()
            hasher.combine(first)
            hasher.combine(second)
            return hasher.finalize()
        }
    }
}
