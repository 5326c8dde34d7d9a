import FormatSupport

/// Computes digests of values. Equal values have equal digests, so large documents are compared, value by value, in one
/// pass.
///
/// Different values have equal digests only by chance. Such values can't be made on purpose, because the hash has a
/// different key in each process. The order of a dictionary's entries has no effect on the digest. Equal integers
/// have equal digests, whatever their types.
package struct DocumentDigest: ~Copyable {
    /// An open container.
    private struct Open {
        var hasher = Hasher()
        /// For a dictionary or an object: the sum of its entries' digests, which doesn't depend on their order.
        var entries = 0
        var count = 0
        var isDictionary: Bool
        var key: Int
    }

    private var open: ContiguousArray<Open> = []
    /// The digest of the key of the value that comes next.
    package private(set) var key = 0
    /// The digests of the keys that occurred, by the walker's numbers of the keys.
    private var keys = KeyTable<Int>()

    package init() {}

    private enum Tag: UInt8 {
        case key, null, bool, integer, unsigned, float, double, date, string, data, other, reference
        case array, dictionary, object
    }

    /// The digest of null.
    package static let null = digest(.null) { _ in }

    /// Returns the digest of a whole document.
    package static func of(_ document: ModelDocument, limits: DecodingLimits) throws(ModelError) -> Int {
        var walker = DocumentWalker(document, limits: limits)
        var digest = DocumentDigest()
        var last = 0
        while let step = try walker.next() {
            switch step {
            case .key: digest.addKey(walker)
            case .beginArray, .beginDictionary, .beginValueDictionary, .beginObject: digest.begin(step, walker)
            case .end: last = digest.end()
            default: last = digest.add(step, walker)
            }
        }
        return last
    }

    package mutating func addKey(_ walker: borrowing DocumentWalker) {
        if let number = walker.keyNumber, let known = keys[number] {
            key = known
            return
        }
        key = Self.digest(.key) { hasher in walker.withBytes { hasher.combine(bytes: $0) } }
        if let number = walker.keyNumber { keys[number] = key }
    }

    package mutating func begin(_ step: DocumentWalker.Step, _ walker: borrowing DocumentWalker) {
        var isDictionary = true
        var tag = Tag.dictionary
        switch step {
        case .beginArray:
            isDictionary = false
            tag = .array
        // Its keys and values come in turn, like elements.
        case .beginValueDictionary: isDictionary = false
        case .beginObject: tag = .object
        default: break
        }
        var new = Open(isDictionary: isDictionary, key: key)
        new.hasher.combine(tag.rawValue)
        if tag == .object { new.hasher.combine(walker.codedClass?.name) }
        open.append(new)
    }

    /// Ends the innermost open container. Sets ``key`` back to the digest of the key whose value the container is.
    ///
    /// - Returns: The container's digest.
    package mutating func end() -> Int {
        guard var ended = open.popLast() else { return 0 }
        ended.hasher.combine(ended.entries)
        ended.hasher.combine(ended.count)
        key = ended.key
        let digest = ended.hasher.finalize()
        add(digest)
        return digest
    }

    /// Adds a value that isn't a container, and returns its digest.
    package mutating func add(_ step: DocumentWalker.Step, _ walker: borrowing DocumentWalker) -> Int {
        let digest = Self.digest(of: step, walker)
        add(digest)
        return digest
    }

    private mutating func add(_ digest: Int) {
        guard let last = open.indices.last else { return }
        open[last].count += 1
        if open[last].isDictionary {
            var hasher = Hasher()
            hasher.combine(key)
            hasher.combine(digest)
            open[last].entries &+= hasher.finalize()
        } else {
            open[last].hasher.combine(digest)
        }
    }

    private static func digest(_ tag: Tag, _ body: (inout Hasher) -> Void) -> Int {
        var hasher = Hasher()
        hasher.combine(tag.rawValue)
        body(&hasher)
        return hasher.finalize()
    }

    private static func digest(ofOther walker: borrowing DocumentWalker) -> Int {
        guard let digits = walker.numeral else { return digest(.other) { $0.combine("\(walker.scalar ?? .null)") } }
        switch ExactScalar(numeral: digits) {
        case .double(let bits): return digest(.double) { $0.combine(bits) }
        case .text(.decimal, let text): return digest(.other) { $0.combine("decimal(\(text.text))") }
        case let number: return digest(.other) { $0.combine(number) }
        }
    }

    private static func digest(of step: DocumentWalker.Step, _ walker: borrowing DocumentWalker) -> Int {
        switch step {
        case .bool(let value): digest(.bool) { $0.combine(value) }
        case .int64(let value): digest(.integer) { $0.combine(value) }
        case .uint64(let value):
            if let small = Int64(exactly: value) {
                digest(.integer) { $0.combine(small) }
            } else {
                digest(.unsigned) { $0.combine(value) }
            }
        case .float(let value): digest(.float) { $0.combine(value.bitPattern) }
        case .double(let value): digest(.double) { $0.combine(value.bitPattern) }
        case .date(let value): digest(.date) { $0.combine(value.timeIntervalSinceReferenceDate.bitPattern) }
        case .string: digest(.string) { hasher in walker.withBytes { hasher.combine(bytes: $0) } }
        case .data: digest(.data) { hasher in walker.withBytes { hasher.combine(bytes: $0) } }
        case .other: digest(ofOther: walker)
        case .reference(let number): digest(.reference) { $0.combine(number) }
        default: null
        }
    }
}
