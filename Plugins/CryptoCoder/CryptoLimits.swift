/// How much a file may ask for before it is known who wrote it.
public struct CryptoLimits: Sendable, Hashable {
    /// The memory that deriving a key may take, in bytes.
    public var memory: Int
    /// How many times the work of ``ScryptCost/recommended`` it may take.
    public var work: Double

    /// Limits of your own.
    public init(memory: Int = 256 << 20, work: Double = 4) {
        self.memory = memory
        self.work = work
    }

    /// 256 MiB, and four times the work of the recommended cost.
    public static let standard = CryptoLimits()

    func allow(_ cost: ScryptCost) -> Bool {
        guard let memory = cost.memory, memory - 1 << 20 <= self.memory else { return false }
        return Double(cost.work) <= work * Double(ScryptCost.recommended.work)
    }
}
