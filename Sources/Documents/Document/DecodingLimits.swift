/// Bounds that hold while anything is read or written, in every format, so that no file and no model can exhaust the
/// stack or the memory.
///
/// Whatever the limits, the name of a class has at most 1024 bytes, and a key, an element of a set or the text of an
/// enum's case at most a thousand combining marks in a row: more are `corruptData`.
public struct DecodingLimits: Sendable, Hashable {
    /// How deeply values may be nested. A chain of models may be as long as memory allows, on a small stack too.
    /// Arrays and dictionaries alone that nest deeper than the thread's stack reaches are the same error.
    public var depth: Int
    /// How many values one file may hold. Each reading of a shared array or dictionary counts, and so does each time
    /// that a long text or data is gone through again: as a value for each 16 bytes.
    ///
    /// Of a small file fewer count, whatever the limit: four for each byte, and a million at least. And what is written
    /// in a format without identity may repeat 64 times what there is, and 32 MiB at least (256 MiB of long text, keys
    /// and data).
    public var nodes: Int
    /// The largest file, in bytes. The text and data in it may become 64 times as long as a file, and 256 MiB at least.
    public var bytes: Int

    /// Limits of your own; what isn't given is as in ``standard``.
    public init(depth: Int = 512, nodes: Int = 100_000_000, bytes: Int = 2_147_483_647) {
        self.depth = depth
        self.nodes = nodes
        self.bytes = bytes
    }

    /// 512 levels, 100 million values, 2 GiB.
    public static let standard = DecodingLimits()

    /// How much of a document may be repeated where it is written without identity: this many times what it has, and
    /// this many words of it at least.
    package static let (repetition, repeatedWords) = (64, 1 << 22)
    /// The same of long text and data.
    package static let repeatedTextWords = 1 << 25

    /// The same, with no more values and text than a file of that many bytes is worth: a small one may repeat what it
    /// holds without end. A short text of 64 bytes may be repeated by a byte.
    ///
    /// Formats needn't ask: whoever reads a file does. Stores need, which make documents of files' values themselves.
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
            : ModelError(.depthExceeded, "Nested more than \(limits.depth) levels deep.")
    }

    package static func tooMany(_ limit: Int) -> ModelError {
        ModelError(.nodesExceeded, "More than \(limit) values.")
    }

    package static var tooManyMarks: ModelError {
        ModelError(.corruptData, "A text that is compared has more than 1000 combining marks in a row.")
    }

    package static func tooLarge(_ limit: Int) -> ModelError {
        ModelError(.bytesExceeded, "More than \(limit) bytes.")
    }
}
