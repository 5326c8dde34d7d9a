import Documents
import FormatSupport

/// A limit for the number of steps in reading a file. The limit is needed because a small file may have very many
/// paths to a value, or refer to a long value very often.
struct HRStepLimit {
    private var left: Int
    private var checkpoints = LongWork.Checkpoints()

    /// Creates the limit for following the aliases of a document: two steps for each byte of the document, and at
    /// least a million steps.
    init(following document: ModelDocument) {
        left = max(document.byteCount.multipliedReportingOverflow(by: 2).partialValue, 1_000_000)
    }

    /// Creates the limit for reading the coded values of a file. A file without shared values takes a fraction of it:
    /// a sixteenth of the file's size for each level of nesting.
    init(readingFileOf byteCount: Int) { left = DecodingLimits(nodes: .max).forFile(of: byteCount).nodes }

    mutating func step(_ count: Int = 1) throws(ModelError) {
        guard checkpoints.mayGoOn() else { throw ModelError(wrapping: CancellationError()) }
        left -= count
        guard left > 0 else {
            throw ModelError(
                .nodesExceeded, "Following what the file refers to takes more steps than a file of this size is worth.")
        }
    }

    /// Counts a text or data of `count` bytes that is copied, parsed or converted. A short text takes no more time
    /// than any other value, and the limits on values already count it.
    mutating func step(forBytes count: Int) throws(ModelError) {
        if count > 64 { try step(count >> 4) }
    }

    /// Counts a scalar that is copied, or from which another value is made. A URL also contains the text of its base.
    /// In a chain of bases, the last URLs contain the texts of all bases.
    mutating func step(for scalar: ModelScalar) throws(ModelError) {
        switch scalar {
        case .string(let text): try step(forBytes: text.utf8.count)
        case .data(let data): try step(forBytes: data.count)
        case .url(let url): try step(forBytes: url.absoluteString.utf8.count)
        case .geometry(.indexSet(let ranges)): try step(ranges.count)
        default: break
        }
    }
}
