import ModelCore

/// The cost of one guess of a password: the parameters of scrypt (RFC 7914).
public struct ScryptCost: Sendable, Hashable {
    /// The cost in time and memory, a power of two.
    public var n: Int
    /// The block size, in units of 128 bytes.
    public var r: Int
    /// The number of repetitions, one after the other.
    public var p: Int

    /// Creates a cost with these parameters.
    public init(n: Int, r: Int = 8, p: Int = 1) {
        self.n = n
        self.r = r
        self.p = p
    }

    /// The cost that OWASP's Password Storage Cheat Sheet recommends: N = 2^17, r = 8, p = 1. A derivation takes 128
    /// MiB, and some tenths of a second.
    public static let recommended = ScryptCost(n: 1 << 17)

    /// The memory that a derivation takes, in bytes. Nil if scrypt doesn't allow the parameters, or if they are too
    /// large.
    public var memory: Int? {
        guard n > 1, n & (n - 1) == 0, r > 0, p > 0 else { return nil }
        // RFC 7914: r * p is below 2^30, and N below 2^(16 r).
        guard r < 1 << 30, p < 1 << 30, r * p < 1 << 30, r > 3 || n < 1 << (16 * r), n < 1 << 40 else { return nil }
        let (bytes, overflow) = (128 * r).multipliedReportingOverflow(by: n + p)
        return overflow ? nil : bytes
    }

    /// The work of a derivation, as the number of mixed blocks of 128 bytes. 0 if scrypt doesn't allow the
    /// parameters.
    var work: Int {
        guard memory != nil else { return 0 }
        let (work, overflow) = (r * p).multipliedReportingOverflow(by: n)
        return overflow ? .max : work
    }
}
