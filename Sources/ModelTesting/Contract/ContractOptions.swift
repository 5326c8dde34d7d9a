import Foundation

/// How much a contract tries, and what it can't know of a format.
public struct ContractOptions: Sendable {
    /// How many elements the largest array, dictionary and set have.
    public var hugeCount = 100_000
    /// How many bytes the largest data has.
    public var hugeDataSize = 1 << 20
    /// How many times a file is changed at random.
    public var mutations = 4_000
    /// How many random graphs are written and read, where the format keeps all that they hold.
    public var randomGraphs = 1_000
    /// Where the random changes and graphs start. Each failure names the seed of its own.
    public var seed: UInt64 = 0xBA5E_40DE
    /// How long one reading of a small damaged file may take.
    public var timeLimit = Duration.seconds(2)
    /// How much the process may grow while damaged files are read, in bytes.
    public var memoryLimit = 1 << 30
    /// How deeply the hostile file is nested.
    public var hostileDepth = 4_000
    /// How many tasks encode and decode at once.
    public var tasks = 32
    /// Files of other formats that this one must not claim, besides those that the suite brings.
    public var otherFiles: [ForeignFile] = []
    /// False for a format whose file may end anywhere, such as YAML: then the beginning of a file may be read as a
    /// shorter one.
    public var marksEnds = true
    /// What of a file is the same each time for the same model: the whole file, unless a format has a part that is new
    /// each time, as an encrypted one does.
    public var comparablePart: @Sendable (Data) throws -> Data = { $0 }
    /// True to print what each hostile file is before it is read: names the culprit where a format stops the process.
    public var announcesReadings = false

    /// The sizes and bounds that suit a format with a few microseconds a value: the whole suite takes seconds.
    public init() {}
}
