/// Limits on the cost of deriving a key, because a file determines this cost. They apply before the file is
/// authenticated.
public struct CryptoLimits: Sendable, Hashable {
    /// The memory that deriving a key may take, in bytes. 1 MiB more is tolerated.
    public var memory: Int
    /// The work that deriving a key may take, as a multiple of the work of ``ScryptCost/recommended``.
    public var work: Double

    /// Creates limits.
    public init(memory: Int = 256 << 20, work: Double = 4) {
        self.memory = memory
        self.work = work
    }

    /// The default limits: 256 MiB, and four times the work of the recommended cost.
    public static let standard = CryptoLimits()

    func allow(_ cost: ScryptCost) -> Bool {
        guard let memory = cost.memory, memory - 1 << 20 <= self.memory else { return false }
        return Double(cost.work) <= work * Double(ScryptCost.recommended.work)
    }
}
