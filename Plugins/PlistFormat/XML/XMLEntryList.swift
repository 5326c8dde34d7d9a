/// The keys that a decoder has passed, as a stack.
///
/// Memory of its own, because each key of a file is put here: an array in a class is checked for overlapping accesses at every step.
/// Only the first `count` entries are ever read, and those are initialised.
@safe
final class XMLEntryList {
    private var base: UnsafeMutablePointer<XMLEntry>
    private var capacity = 64
    private(set) var count = 0

    init() { unsafe base = .allocate(capacity: capacity) }

    deinit { unsafe base.deallocate() }

    @inline(__always)
    func append(_ entry: XMLEntry) {
        if count == capacity { grow() }
        unsafe (base + count).initialize(to: entry)
        count &+= 1
    }

    @inline(never)
    private func grow() {
        let larger = UnsafeMutablePointer<XMLEntry>.allocate(capacity: capacity * 2)
        unsafe larger.moveInitialize(from: base, count: count)
        unsafe base.deallocate()
        unsafe base = larger
        capacity *= 2
    }

    /// Drops all entries but the first `count`.
    func truncate(to count: Int) { self.count = min(self.count, max(0, count)) }

    /// The entry at a place below `count`; an empty one anywhere else.
    @inline(__always)
    subscript(index: Int) -> XMLEntry {
        guard index >= 0, index < count else { return XMLEntry(key: 0..<0, value: 0) }
        return unsafe base[index]
    }

    /// The entries from `first` on.
    func from(_ first: Int) -> [XMLEntry] { (first..<max(first, count)).map { self[$0] } }
}
