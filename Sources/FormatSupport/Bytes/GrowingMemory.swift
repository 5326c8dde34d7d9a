internal import CBaseModel
import Synchronization

/// Allocates blocks of memory that can grow. The owner of a block remembers its size, and frees it as a whole.
///
/// A small block comes from malloc. For a large block from malloc, the system would clear each page of 4 KiB at its
/// first use, and again after malloc gave the page back to the system. This took a third of the time of writing a
/// file of 3 MB. Therefore a large block is mapped as separate pages, which are requested from the system 2 MiB at a
/// time. Such a block grows without a copy. When it is freed, its pages may be kept for later blocks.
package enum GrowingMemory {
    /// The size from which a block consists of separate pages, in bytes.
    private static let leastPages = 1 << 20
    private static let largePage = 1 << 21
    /// A multiple of the page sizes of all systems, in bytes.
    private static let smallPage = 1 << 16

    /// Returns the number of bytes to allocate for `count` bytes. For a large block, the number is rounded up to
    /// whole pages.
    package static func size(for count: Int) -> Int { count < leastPages ? count : rounded(count, to: largePage) }

    private static func rounded(_ count: Int, to page: Int) -> Int { (count + page - 1) & ~(page - 1) }

    /// Allocates memory. Its content is undefined.
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

    /// Maps new pages.
    ///
    /// A program that writes or reads so many bytes also has many small blocks: its models. If malloc never allocated
    /// a large block, it would return the memory of the models to the system each time that they are freed, and
    /// request it again.
    private static func map(_ size: Int) -> UnsafeMutableRawPointer? {
        malloc_expect(size)
        return unsafe pages_map(size)
    }

    private static func require(_ memory: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer {
        guard let memory = unsafe memory else { fatalError("Out of memory") }
        return unsafe memory
    }

    /// Changes the size of a block to at least `wanted` bytes. The content is kept, as far as it fits. Returns the
    /// new address and size.
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
        // A block that grows will grow further.
        if size >= leastPages, let spare = spares.withLock({ $0.takeLargest(atLeast: size) }) {
            unsafe (moved, size) = (spare.memory, spare.size)
        } else {
            unsafe moved = allocate(size)
        }
        unsafe moved.copyMemory(from: memory, byteCount: min(old, size))
        unsafe release(memory, size: old)
        return unsafe (moved, size)
    }

    /// Gives the memory of a large block after its first `count` bytes back to the system. This memory must not be
    /// used any more, but still counts towards the block's size. Does nothing to a small block.
    package static func trim(_ memory: UnsafeMutableRawPointer, size: Int, to count: Int) {
        let used = rounded(count, to: smallPage)
        if size >= leastPages { unsafe pages_discard(memory + used, self.size(for: size) - used) }
    }

    /// Frees a block.
    package static func release(_ memory: UnsafeMutableRawPointer, size: Int) {
        if size < leastPages { return unsafe free(memory) }
        let pages = unsafe Pages(memory: memory, size: self.size(for: size))
        if spares.withLock({ $0.keep(pages) }) { return }
        if LongWork.isStopped { return LongWork.discard(FreedPages(pages)) }
        unsafe pages_unmap(memory, pages.size)
    }

    /// Pages that go back to the system when stopped work has ended.
    private final class FreedPages: Sendable {
        private let pages: Pages
        init(_ pages: Pages) { self.pages = pages }
        deinit { unsafe pages_unmap(pages.memory, pages.size) }
    }

    /// Makes data of a range of a block's bytes, without a copy. The data owns the block. In a large block, the memory
    /// after the range goes back to the system at once. The block is freed when the last copy of the data is destroyed.
    package static func data(_ memory: UnsafeMutableRawPointer, size: Int, in range: Range<Int>) -> Data {
        guard !range.isEmpty else {
            unsafe release(memory, size: size)
            return Data()
        }
        unsafe trim(memory, size: size, to: range.upperBound)
        return unsafe Data(
            bytesNoCopy: memory + range.lowerBound, count: range.count,
            deallocator: .custom { start, _ in unsafe release(start - range.lowerBound, size: size) })
    }

    // MARK: Spare pages

    private static let spares = Mutex(Spares())

    @safe
    private struct Pages: @unchecked Sendable {
        // This is the only reference to the pages, and `size` is their number of bytes.
        @safe let memory: UnsafeMutableRawPointer
        let size: Int
    }

    /// Pages that were freed, and are kept for later blocks. The system may discard their content if it needs memory.
    private struct Spares {
        /// The maximum number of bytes of all spare pages. This number is enough for a few documents and files of
        /// some megabytes.
        private static let most = 1 << 25
        private var all: [Pages] = []

        /// Removes and returns the largest pages. Returns nil if the largest pages have fewer than `size` bytes.
        mutating func takeLargest(atLeast size: Int) -> Pages? {
            guard let largest = all.indices.max(by: { all[$0].size < all[$1].size }), all[largest].size >= size else {
                return nil
            }
            return all.remove(at: largest)
        }

        /// Removes and returns the spare pages whose size is nearest to `size`. The caller must resize them. Returns
        /// nil if there are no spare pages.
        mutating func take(for size: Int) -> Pages? {
            all.indices.min { abs(all[$0].size - size) < abs(all[$1].size - size) }.map { all.remove(at: $0) }
        }

        /// Keeps pages for later blocks. Returns false, and keeps nothing, if there would be more than `most` bytes.
        mutating func keep(_ pages: Pages) -> Bool {
            guard all.reduce(pages.size, { $0 + $1.size }) <= Self.most else { return false }
            unsafe pages_release(pages.memory, pages.size)
            all.append(pages)
            return true
        }
    }
}
