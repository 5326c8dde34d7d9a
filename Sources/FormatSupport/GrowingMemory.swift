internal import CBaseModel
import Foundation
import Synchronization

/// Memory of bytes that grows, and goes as a whole. Whoever has a piece remembers its size.
///
/// A small piece is malloc's. Of a large one the system clears each 4 KiB when they are first touched, and again
/// whenever malloc gave them back in between: a third of the time of writing a file of 3 MB. So it is pages of its own,
/// for which the system is asked for 2 MiB at a time; they grow without a copy, and some that aren't needed any more
/// are kept.
package enum GrowingMemory {
    /// From how many bytes on a piece is pages.
    private static let leastPages = 1 << 20
    private static let largePage = 1 << 21
    /// A multiple of every system's.
    private static let smallPage = 1 << 16

    /// How many bytes to ask for where so many are needed: those of whole pages.
    package static func size(for count: Int) -> Int { count < leastPages ? count : rounded(count, to: largePage) }

    private static func rounded(_ count: Int, to page: Int) -> Int { (count + page - 1) & ~(page - 1) }

    /// Fresh memory.
    package static func allocate(_ size: Int) -> UnsafeMutableRawPointer {
        if size < leastPages { return unsafe require(malloc(size)) }
        let size = self.size(for: size)
        if let spare = spares.withLock({ $0.take(for: size) }) {
            if spare.size == size { return spare.memory }
            if let resized = unsafe pages_remap(spare.memory, spare.size, size) { return unsafe resized }
            unsafe pages_unmap(spare.memory, spare.size)
        }
        return unsafe require(map(size))
    }

    /// Fresh pages.
    ///
    /// Whoever writes or reads so much has many small pieces, too: the models. malloc would give their memory back to
    /// the system each time that they go, and ask for it again, if it never saw a large piece.
    private static func map(_ size: Int) -> UnsafeMutableRawPointer? {
        malloc_expect(size)
        return unsafe pages_map(size)
    }

    private static func require(_ memory: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer {
        guard let memory = unsafe memory else { fatalError("Out of memory") }
        return unsafe memory
    }

    /// Memory of at least another size, with what was in the old one as far as there is room; and how much it is.
    package static func resize(
        _ memory: UnsafeMutableRawPointer, from old: Int, to wanted: Int
    ) -> (memory: UnsafeMutableRawPointer, size: Int) {
        if old < leastPages, wanted < leastPages { return unsafe (require(realloc(memory, wanted)), wanted) }
        var size = self.size(for: wanted)
        if size >= leastPages { malloc_expect(size) }
        if old >= leastPages, size >= leastPages,
            let moved = unsafe pages_remap(memory, self.size(for: old), size)
        {
            return unsafe (moved, size)
        }
        let moved: UnsafeMutableRawPointer
        // What grows will grow further.
        if size >= leastPages, let spare = spares.withLock({ $0.takeLargest(atLeast: size) }) {
            unsafe (moved, size) = (spare.memory, spare.size)
        } else {
            unsafe moved = allocate(size)
        }
        unsafe moved.copyMemory(from: memory, byteCount: min(old, size))
        unsafe free(memory, size: old)
        return unsafe (moved, size)
    }

    /// Gives back what is behind the first `count` bytes, which nobody reads or writes from here on. The size stays.
    package static func trim(_ memory: UnsafeMutableRawPointer, size: Int, to count: Int) {
        let used = rounded(count, to: smallPage)
        if size >= leastPages { unsafe pages_discard(memory + used, self.size(for: size) - used) }
    }

    /// Gives memory back.
    package static func free(_ memory: UnsafeMutableRawPointer, size: Int) {
        if size < leastPages { return unsafe Foundation.free(memory) }
        let pages = unsafe Pages(memory: memory, size: self.size(for: size))
        if !spares.withLock({ $0.keep(pages) }) { unsafe pages_unmap(memory, pages.size) }
    }

    /// Data of some of the bytes. Gives back at once what is behind them, and the whole when nobody has the data any
    /// more.
    package static func data(_ memory: UnsafeMutableRawPointer, size: Int, in range: Range<Int>) -> Data {
        guard !range.isEmpty else {
            unsafe free(memory, size: size)
            return Data()
        }
        unsafe trim(memory, size: size, to: range.upperBound)
        return unsafe Data(
            bytesNoCopy: memory + range.lowerBound, count: range.count,
            deallocator: .custom { start, _ in unsafe free(start - range.lowerBound, size: size) })
    }

    // MARK: Spare pages

    private static let spares = Mutex(Spares())

    @safe
    private struct Pages: @unchecked Sendable {
        // What leads to them is here alone, and `size` is how many bytes they are.
        @safe let memory: UnsafeMutableRawPointer
        let size: Int
    }

    /// Pages that nobody has any more. The system may take what is in them where it needs memory.
    private struct Spares {
        /// How many bytes there may be in all: those of a few documents and files of some megabytes.
        private static let most = 1 << 25
        private var all: [Pages] = []

        /// The most pages that are together; nil where those aren't so many bytes.
        mutating func takeLargest(atLeast size: Int) -> Pages? {
            guard let largest = all.indices.max(by: { all[$0].size < all[$1].size }), all[largest].size >= size else {
                return nil
            }
            return all.remove(at: largest)
        }

        /// Those that are nearest to a size, which is to be given to them.
        mutating func take(for size: Int) -> Pages? {
            all.indices.min { abs(all[$0].size - size) < abs(all[$1].size - size) }.map { all.remove(at: $0) }
        }

        /// Keeps pages; returns false where there are enough.
        mutating func keep(_ pages: Pages) -> Bool {
            guard all.reduce(pages.size, { $0 + $1.size }) <= Self.most else { return false }
            unsafe pages_release(pages.memory, pages.size)
            all.append(pages)
            return true
        }
    }
}
