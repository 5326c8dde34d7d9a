/// Clears memory that contained a secret.
enum SecretMemory {
    /// Overwrites memory with zeros, even if the compiler sees that it is never read again.
    static func wipe(_ start: UnsafeMutableRawPointer, count: Int) {
        guard count > 0 else { return }
        #if canImport(Darwin)
            _ = unsafe memset_s(start, count, 0, count)
        #else
            unsafe explicit_bzero(start, count)
        #endif
    }
}
