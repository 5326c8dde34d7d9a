import Documents
import FormatSupport

/// A limit for the number of steps in reading a file. A small file may have very many paths to a value, or refer to a
/// long value very often.
struct HRStepLimit {
    private var left: Int
    private var checkpoints = LongWork.Checkpoints()

    /// The limit for following a document's aliases: two steps for each byte of the document, and a million at least.
    init(following document: ModelDocument) {
        left = max(document.byteCount.multipliedReportingOverflow(by: 2).partialValue, 1_000_000)
    }

    /// The limit for reading the coded values of a file. A file that shares nothing takes a fraction of it: a sixteenth
    /// of the file's size, for each level at which a value is inside another.
    init(readingFileOf byteCount: Int) { left = DecodingLimits(nodes: .max).forFile(of: byteCount).nodes }

    mutating func step(_ count: Int = 1) throws(ModelError) {
        guard checkpoints.mayGoOn() else { throw ModelError(wrapping: CancellationError()) }
        left -= count
        guard left > 0 else {
            throw ModelError(
                .nodesExceeded, "Following what the file refers to takes more steps than a file of this size is worth.")
        }
    }

    /// Counts a text or data of that many bytes that is copied, parsed or converted. A short one costs no more than any
    /// value, which the limits count already.
    mutating func step(forBytes count: Int) throws(ModelError) {
        if count > 64 { try step(count >> 4) }
    }

    /// Counts a scalar that is copied, or that something is made from. A URL also contains its base's text: in a chain
    /// of bases, the last URLs contain the text of all.
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
