/// Limits on everything that is read or written, in every format, so that no file and no model can exhaust the stack or
/// the memory.
///
/// Two limits are fixed. The name of a class has at most 1024 bytes. A key, an element of a set and the text of an
/// enum's case have at most a thousand combining marks in a row. More than that throws `corruptData`.
public struct DecodingLimits: Sendable, Hashable {
    /// The greatest depth to which values may be nested. Models may be nested as deeply as this limit and the memory
    /// allow, on a small stack, too. The same error is thrown if arrays and dictionaries without models between them
    /// are nested deeper than the thread's stack allows.
    public var depth: Int
    /// The greatest number of values in one file. A shared array or dictionary counts each time that it is read. A long
    /// text or data that is processed again counts each time as one value for each 16 bytes.
    ///
    /// For a small file the limit is lower: four values for each byte, and a million at least. A document that is
    /// written in a format without identity repeats its shared values: 64 times as much as the document contains may be
    /// repeated, and 32 MiB at least (256 MiB of long text, keys and data).
    ///
    /// Below the number of the file's bytes, this limit costs time: the values are counted in a document of the file.
    ///
    /// Values that are read as `Any` take more memory than others: an element takes 32 bytes, an entry about 100. If
    /// the file's document and the arrays and dictionaries of `Any` in it would take more than 16 times as much memory
    /// as the file, and more than 256 MiB, that is an error, too, unless this limit is above that of ``standard``.
    /// Below four million values, it is 64 bytes for each value instead of 256 MiB.
    public var nodes: Int
    /// The greatest size of a file, in bytes. Within this limit, the text and data of a document may take 64 times as
    /// many bytes as its file, and 256 MiB at least.
    public var bytes: Int

    /// Creates limits. The default of each limit is its value in ``standard``.
    public init(depth: Int = 512, nodes: Int = 100_000_000, bytes: Int = 2_147_483_647) {
        self.depth = depth
        self.nodes = nodes
        self.bytes = bytes
    }

    /// The default limits: 512 levels, 100 million values, 2 GiB.
    public static let standard = DecodingLimits()

    /// Text and data of more than this number of bytes aren't copied each time that they are read.
    @usableFromInline package static let shortText = 64

    /// The limits on values that are repeated because a document is written without identity: a multiple of the
    /// document's size, and a number of words of 8 bytes. The greater limit applies.
    package static let (repetition, repeatedWords) = (64, 1 << 22)
    /// The number of values that may be repeated if no document tells how many values there are.
    static let repeatedValues = repeatedWords / 4
    /// The limit on repeated long text, keys and data, in words of 8 bytes. It applies to them instead of
    /// `repeatedWords`.
    static let repeatedTextWords = 1 << 25

    /// Returns the number of bytes that a file's document may take, together with the arrays and dictionaries of
    /// `Any` that are made of it: see ``nodes``.
    package func memory(forFileOf byteCount: Int) -> Int {
        if nodes > Self.standard.nodes { return .max }
        return max(min(byteCount, Int.max / 16) * 16, min(max(nodes, 0), 1 << 22) * 64)
    }

    /// True if one of these limits is lower than in ``standard``.
    package var areTight: Bool {
        depth < Self.standard.depth || nodes < Self.standard.nodes || bytes < Self.standard.bytes
    }

    /// Returns true if ``nodes`` is at least `byteCount`, or at least the limit in ``standard``. Then the values of a
    /// file of `byteCount` bytes needn't be counted, if each value takes at least a byte.
    package func allow(valuesOf byteCount: Int) -> Bool { nodes >= min(byteCount, Self.standard.nodes) }

    /// The error for a value that is nested more than `depth` levels deep. A format that keeps to the limit itself throws
    /// it.
    public var depthError: ModelError { ModelError(.depthExceeded, "Nested more than \(depth) levels deep.") }

    /// Returns these limits, lowered for a file of `byteCount` bytes: ``nodes`` to the number of values that such a
    /// file may have, and ``bytes`` to the size of its text and data. Otherwise a small file could repeat its values
    /// without end: one byte may repeat a short text of 64 bytes.
    ///
    /// A format needn't call this function: the core calls it when it reads a file. A store must call it, if it makes
    /// documents from the content of files.
    public func forFile(of byteCount: Int) -> DecodingLimits {
        let size = max(min(byteCount, Int.max / 64), 1)
        return DecodingLimits(
            depth: depth, nodes: min(nodes, max(size, 250_000) * 4), bytes: min(bytes, max(size * 64, 1 << 28)))
    }
}

extension ModelError {
    package static func tooDeep(_ limits: DecodingLimits, at depth: Int) -> ModelError {
        depth < limits.depth
            ? ModelError(
                .depthExceeded, "Nested \(depth) levels deep, which is all that this thread's stack has room for.")
            : limits.depthError
    }

    package static func tooMany(_ limit: Int) -> ModelError {
        ModelError(.nodesExceeded, "More than \(limit) values.")
    }

    package static var tooManyMarks: ModelError {
        ModelError(.corruptData, "A text that is compared has more than 1000 combining marks in a row.")
    }

    @usableFromInline package static func tooLarge(_ limit: Int) -> ModelError {
        ModelError(.bytesExceeded, "More than \(limit) bytes.")
    }
}
