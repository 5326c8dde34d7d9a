import CThreadStack

/// Tells, for one thread, whether enough stack is left to nest one level more.
struct StackGuard {
    /// The lowest address that coding may reach.
    private let floor: UInt

    /// What stays free below: room for a user's own code, a destructor, and the error on its way out.
    private static let reserve: UInt = 96 * 1024

    /// Where a thread's bounds can't be found, this much is taken for granted.
    private static let assumedStack: UInt = 256 * 1024

    init() {
        floor = Self.lowestAddress() + Self.reserve
    }

    /// True while a further level fits.
    @inline(__always)
    var hasRoom: Bool { Self.currentAddress > floor }

    @inline(__always)
    private static var currentAddress: UInt {
        var marker: UInt8 = 0
        return unsafe withUnsafeMutablePointer(to: &marker) { UInt(bitPattern: $0) }
    }

    /// Asked once: for the main thread glibc reads a file under /proc.
    private static let mainThreadLowest: UInt = thread_stack_lowest_address()

    private static func lowestAddress() -> UInt {
        let lowest = thread_is_main() ? mainThreadLowest : thread_stack_lowest_address()
        let here = currentAddress
        return lowest != 0 && lowest < here ? lowest : here - min(here, assumedStack)
    }
}
