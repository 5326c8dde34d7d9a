// Sorts texts. Dictionaries are small, and their keys usually differ in the first eight bytes.

/// The indexes of the elements of a collection, in the order in which they are written. Up to 16 indexes need no
/// separate memory.
package struct ElementOrder: Sequence, Sendable {
    /// The greatest number of indexes that are stored without an array.
    fileprivate static let few = 16

    private let count: Int
    /// The indexes if there are few. The first index is in the lowest four bits.
    private let packed: UInt64
    /// The indexes if there are many. Otherwise the array is empty.
    private let indexes: [Int]

    /// Creates the order of elements that aren't sorted.
    package init(unsorted count: Int) {
        self.count = count
        packed = 0xFEDC_BA98_7654_3210
        indexes = count <= Self.few ? [] : Array(0..<count)
    }

    fileprivate init(packed: UInt64, count: Int) {
        self.count = count
        self.packed = packed
        indexes = []
    }

    fileprivate init(_ indexes: [Int]) {
        count = indexes.count
        packed = 0
        self.indexes = indexes
    }

    package func makeIterator() -> Iterator { Iterator(order: self) }

    package struct Iterator: IteratorProtocol {
        fileprivate let order: ElementOrder
        private var position = 0

        fileprivate init(order: ElementOrder) { self.order = order }

        package mutating func next() -> Int? {
            guard position < order.count else { return nil }
            let index =
                order.count <= ElementOrder.few
                ? Int(truncatingIfNeeded: order.packed &>> UInt64(truncatingIfNeeded: position &* 4) & 15)
                : order.indexes[position]
            position &+= 1
            return index
        }
    }
}

extension ExactText {
    /// A text of an array, with its first bytes as a number. The order of these numbers is the order of the bytes.
    private struct Entry: BitwiseCopyable {
        let prefix: UInt64
        let index: Int
    }

    /// Returns the indexes of texts in the order of the texts' bytes. Equal texts keep their order. The function
    /// takes *n* log *n* comparisons.
    package static func order(of texts: [String]) -> ElementOrder {
        let count = texts.count
        guard count > 1 else { return ElementOrder(unsorted: count) }
        guard count <= ElementOrder.few else {
            var entries = texts.indices.map { Entry(prefix: texts[$0].firstBytes, index: $0) }
            LongWork.sort(&entries) { precedes($0, $1, texts) }
            return ElementOrder(entries.map(\.index))
        }
        let packed = unsafe withUnsafeTemporaryAllocation(of: Entry.self, capacity: ElementOrder.few) { sorted in
            @safe let sorted = unsafe sorted
            // Each text is inserted after the texts that don't come after it.
            for index in 0..<count {
                let entry = Entry(prefix: texts[index].firstBytes, index: index)
                var target = index
                while target > 0, precedes(entry, sorted[target &- 1], texts) {
                    sorted[target] = sorted[target &- 1]
                    target &-= 1
                }
                sorted[target] = entry
            }
            var packed: UInt64 = 0
            for index in 0..<count { packed |= UInt64(sorted[index].index) &<< UInt64(index &* 4) }
            return packed
        }
        return ElementOrder(packed: packed, count: count)
    }

    @inline(__always)
    private static func precedes(_ left: Entry, _ right: Entry, _ texts: [String]) -> Bool {
        left.prefix == right.prefix ? precedesAfterPrefix(left, right, texts) : left.prefix < right.prefix
    }

    @inline(never)
    private static func precedesAfterPrefix(_ left: Entry, _ right: Entry, _ texts: [String]) -> Bool {
        let (leftText, rightText) = (ExactText(texts[left.index]), ExactText(texts[right.index]))
        return leftText < rightText || left.index < right.index && leftText == rightText
    }
}

extension String {
    /// The first eight UTF-8 bytes as a number. The first byte is the highest. After a shorter text, the remaining
    /// bytes are zero.
    @inline(__always)
    fileprivate var firstBytes: UInt64 { withStoredUTF8 { $0.firstBytes } ?? slowFirstBytes }

    @inline(never)
    private var slowFirstBytes: UInt64 {
        var copy = self
        return copy.withUTF8 { $0.firstBytes }
    }
}

extension UnsafeBufferPointer<UInt8> {
    @safe
    @inline(__always)
    fileprivate var firstBytes: UInt64 {
        guard let start = baseAddress else { return 0 }
        let raw = unsafe UnsafeRawPointer(start)
        if count >= 8 { return unsafe UInt64(bigEndian: raw.loadUnaligned(as: UInt64.self)) }
        let shift = UInt64(truncatingIfNeeded: (8 &- count) &* 8)
        if count >= 4 {
            // The last four bytes, some of which are among the first four.
            let first = unsafe UInt32(bigEndian: raw.loadUnaligned(as: UInt32.self))
            let last = unsafe UInt32(bigEndian: raw.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self))
            return UInt64(first) &<< 32 | UInt64(last) &<< shift
        }
        var bytes: UInt64 = 0
        for index in 0..<count { bytes = unsafe bytes << 8 | UInt64(start[index]) }
        return bytes &<< shift
    }
}
