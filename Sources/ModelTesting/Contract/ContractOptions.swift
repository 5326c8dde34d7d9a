import Foundation

/// The amount of work of a contract, and facts about a format that a contract can't find out.
public struct ContractOptions: Sendable {
    /// The number of elements of the largest array. The largest dictionary and set have an eighth of this number.
    public var hugeCount = 100_000
    /// The number of bytes of the largest data.
    public var hugeDataSize = 1 << 20
    /// The number of randomly damaged files that are read.
    public var mutations = 4_000
    /// The number of random graphs that are written and read, if the format keeps everything that they contain.
    public var randomGraphs = 1_000
    /// The first seed of the random changes and graphs. Each failure names its own seed.
    public var seed: UInt64 = 0xBA5E_40DE
    /// The maximum time for one reading of a small damaged file.
    public var timeLimit = Duration.seconds(2)
    /// The maximum growth of the process while damaged files are read, in bytes.
    public var memoryLimit = 1 << 30
    /// The depth of nesting of the hostile file.
    public var hostileDepth = 4_000
    /// The number of tasks that encode and decode at once.
    public var tasks = 32
    /// Files of other formats that this format must not recognize, in addition to the files of the suite.
    public var otherFiles: [ForeignFile] = []
    /// False for a format whose file may end anywhere, such as YAML: the beginning of a file may then be read as a
    /// shorter file. An empty file is an error in any case.
    public var marksEnds = true
    /// False for a format whose files can't be recognized, for example because a file may be any sequence of bytes.
    /// `detect` may then return nil for all files, and the program has to name the format when it reads a file.
    public var isRecognized = true
    /// False for a format whose reader can't know where in a file an error is, because a library reads the file for it.
    public var locatesErrors = true
    /// The samples that must be written and read directly. Nil, the default: no sample must be.
    /// ``FormatContract/directShare()`` lists the samples that are coded directly.
    public var direct: DirectDemand?
    /// Returns the part of a file that is the same in each file of the same model. By default it is the whole file.
    /// An encrypted format, for example, writes a part that differs each time.
    public var comparablePart: @Sendable (Data) throws -> Data = { $0 }
    /// True to print the name of each hostile file before it is read. If a format stops the process, the last name
    /// shows which file was read.
    public var announcesReadings = false

    /// Creates the default options. If a format takes a few microseconds per value, the whole suite then takes seconds.
    public init() {}
}
