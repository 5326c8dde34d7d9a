import Documents
import Foundation

/// Bounds how many steps are taken: a small file may hide a value behind many ways, or refer to a long one very often.
struct HRWork {
    private var left: Int

    /// What a document's aliases may take.
    init(following document: ModelDocument) {
        left = max(document.byteCount.multipliedReportingOverflow(by: 2).partialValue, 1_000_000)
    }

    /// What the coded values of a file may take. One in which nothing is shared takes a fraction of it: a sixteenth of
    /// its size, for each time that a value is in another one.
    init(readingFileOf byteCount: Int) { left = DecodingLimits(nodes: .max).forFile(of: byteCount).nodes }

    mutating func step(_ count: Int = 1) throws(ModelError) {
        left -= count
        guard left > 0 else {
            throw ModelError(
                .nodesExceeded, "Following what the file refers to takes more steps than a file of this size is worth.")
        }
    }

    /// Counts a text or data of that many bytes, which is copied, parsed or converted. Short ones cost no more than any
    /// value, which the limits count.
    mutating func step(forBytes count: Int) throws(ModelError) {
        if count > 64 { try step(count >> 4) }
    }

    /// Counts a scalar that something is made of, or that is copied. A URL has its base's text, too: in a chain of
    /// them, the last ones have that of all.
    mutating func step(for scalar: ModelScalar) throws(ModelError) {
        switch scalar {
        case .string(let text): try step(forBytes: text.utf8.count)
        case .data(let data): try step(forBytes: data.count)
        case .url(let url): try step(forBytes: url.absoluteString.utf8.count)
        case .geometry(.indexSet(let set)): try step(set.rangeView.count)
        default: break
        }
    }
}
