internal import CBaseModel
import Foundation

/// Memory of bytes that grows, and goes as a whole. Whoever has a piece remembers its size.
///
/// A small piece is malloc's. Of a large one the system clears each 4 KiB when they are first touched, and again whenever
/// malloc gave them back in between: a third of the time of writing a file of 3 MB. So it is pages of its own, for which
/// the system is asked for 2 MiB at a time; they grow without a copy.
package enum GrowingMemory {
    /// From how many bytes on a piece is pages.
    private static let leastPages = 1 << 23
    private static let largePage = 1 << 21
    /// A multiple of every system's.
    private static let smallPage = 1 << 16

    /// How many bytes to ask for where so many are needed: those of whole pages.
    package static func size(for count: Int) -> Int { count < leastPages ? count : rounded(count, to: largePage) }

    private static func rounded(_ count: Int, to page: Int) -> Int { (count + page - 1) & ~(page - 1) }

    /// Fresh memory.
    package static func allocate(_ size: Int) -> UnsafeMutableRawPointer {
        let memory = unsafe size < leastPages ? malloc(size) : pages_map(self.size(for: size))
        guard let memory = unsafe memory else { fatalError("Out of memory") }
        return unsafe memory
    }

    /// Fresh memory of zeros.
    package static func allocateZeros(_ size: Int) -> UnsafeMutableRawPointer {
        let memory = unsafe allocate(size)
        // Fresh pages are.
        if size < leastPages { unsafe memset(memory, 0, size) }
        return unsafe memory
    }

    /// Memory of another size, with what was in the old one as far as there is room.
    package static func resize(
        _ memory: UnsafeMutableRawPointer, from old: Int, to size: Int
    ) -> UnsafeMutableRawPointer {
        if old < leastPages, size < leastPages {
            guard let moved = unsafe realloc(memory, size) else { fatalError("Out of memory") }
            return unsafe moved
        }
        if old >= leastPages, size >= leastPages,
            let moved = unsafe pages_remap(memory, self.size(for: old), self.size(for: size))
        {
            return unsafe moved
        }
        let moved = unsafe allocate(size)
        unsafe moved.copyMemory(from: memory, byteCount: min(old, size))
        unsafe free(memory, size: old)
        return unsafe moved
    }

    /// Gives back what is behind the first `count` bytes, which nobody reads or writes from here on. The size stays.
    package static func trim(_ memory: UnsafeMutableRawPointer, size: Int, to count: Int) {
        let used = rounded(count, to: smallPage)
        if size >= leastPages { unsafe pages_discard(memory + used, self.size(for: size) - used) }
    }

    /// Gives memory back.
    package static func free(_ memory: UnsafeMutableRawPointer, size: Int) {
        if size < leastPages { unsafe Foundation.free(memory) } else { unsafe pages_unmap(memory, self.size(for: size)) }
    }

    /// Data of some of the bytes. Gives back at once what is behind them, and the whole when nobody has the data any more.
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
}
