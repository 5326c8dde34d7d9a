#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Tells, for one thread, whether enough stack is left to nest one level more.
struct StackGuard {
    /// The lowest address that coding may reach.
    private let floor: UInt

    /// What stays free below: room for a user's own code, a destructor, and the error on its way out.
    private static let reserve: UInt = 96 * 1024

    /// Where a thread's bounds can't be found, this much is taken for granted.
    private static let assumedStack: UInt = 256 * 1024

    init() {
        let here = Self.currentAddress
        let lowest = Self.threadStackLowest(below: here)
        floor = lowest + Self.reserve
    }

    /// True while a further level fits.
    @inline(__always)
    var hasRoom: Bool { Self.currentAddress > floor }

    @inline(__always)
    private static var currentAddress: UInt {
        var marker: UInt8 = 0
        return unsafe withUnsafeMutablePointer(to: &marker) { unsafe UInt(bitPattern: $0) }
    }

    private static func threadStackLowest(below here: UInt) -> UInt {
        #if canImport(Glibc)
        if getpid() == gettid() { return mainThreadLowest }
        return unsafe queryLowest() ?? (here - min(here, assumedStack))
        #elseif canImport(Darwin)
        let top = unsafe UInt(bitPattern: pthread_get_stackaddr_np(pthread_self()))
        return top - UInt(pthread_get_stacksize_np(pthread_self()))
        #else
        return here - min(here, assumedStack)
        #endif
    }

    #if canImport(Glibc)
    /// Asked once: for the main thread glibc reads a file under /proc.
    private static let mainThreadLowest: UInt = unsafe queryLowest() ?? (currentAddress - assumedStack)

    private static func queryLowest() -> UInt? {
        var attributes = unsafe pthread_attr_t()
        guard unsafe pthread_getattr_np(pthread_self(), &attributes) == 0 else { return nil }
        defer { unsafe pthread_attr_destroy(&attributes) }
        var lowest: UnsafeMutableRawPointer?
        var size = 0
        guard unsafe pthread_attr_getstack(&attributes, &lowest, &size) == 0, let lowest = unsafe lowest else {
            return nil
        }
        return unsafe UInt(bitPattern: lowest)
    }
    #endif
}
