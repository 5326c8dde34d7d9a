import Foundation

/// Memory that held a secret.
enum SecretMemory {
    /// Overwrites memory with zeros, also where the compiler sees that nobody reads it any more.
    static func wipe(_ start: UnsafeMutableRawPointer, count: Int) {
        guard count > 0 else { return }
        #if canImport(Darwin)
            _ = unsafe memset_s(start, count, 0, count)
        #else
            unsafe explicit_bzero(start, count)
        #endif
    }
}
