import ModelCore

/// What one guess of a password costs: the parameters of scrypt (RFC 7914).
public struct ScryptCost: Sendable, Hashable {
    /// The cost in time and memory; a power of two.
    public var n: Int
    /// The size of a block, in 128 bytes.
    public var r: Int
    /// How often everything is done.
    public var p: Int

    /// These parameters.
    public init(n: Int, r: Int = 8, p: Int = 1) {
        self.n = n
        self.r = r
        self.p = p
    }

    /// What OWASP's Password Storage Cheat Sheet recommends: N = 2^17, r = 8, p = 1. Takes 128 MiB, and some tenths of
    /// a second.
    public static let recommended = ScryptCost(n: 1 << 17)

    /// The memory that it takes, in bytes; nil where scrypt can't have such parameters.
    public var memory: Int? {
        guard n > 1, n & (n - 1) == 0, r > 0, p > 0 else { return nil }
        // RFC 7914: r * p is below 2^30, and N below 2^(16 r).
        guard r < 1 << 30, p < 1 << 30, r * p < 1 << 30, r > 3 || n < 1 << (16 * r), n < 1 << 40 else { return nil }
        let (bytes, overflow) = (128 * r).multipliedReportingOverflow(by: n + p)
        return overflow ? nil : bytes
    }

    /// How much work it is, in mixes of a block of 128 bytes; 0 where scrypt can't have such parameters.
    var work: Int {
        guard memory != nil else { return 0 }
        let (work, overflow) = (r * p).multipliedReportingOverflow(by: n)
        return overflow ? .max : work
    }
}
