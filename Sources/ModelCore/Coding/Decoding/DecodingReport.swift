import Synchronization

/// A report of the elements that were skipped while files were read.
///
/// ```swift
/// let (feed, report) = try DecodingReport.collecting {
///     try JSONFormat().decode(Feed.self, from: content)
/// }
/// for error in report.skipped { print(error) }
/// ```
///
/// A property with ``Lenient()`` skips elements that can't be read, but only while a report is collected. Without a
/// report such an element is an error, as in any other property.
public struct DecodingReport: Sendable {
    /// The errors of the skipped elements, each with its path: at most the first 1000.
    public let skipped: [ModelError]
    /// The number of skipped elements.
    public let skippedCount: Int

    /// The largest number of errors in a report.
    static let limit = 1000

    /// Runs code that reads files, and returns its result with a report of the skipped elements.
    public static func collecting<Result>(
        _ body: () throws -> Result
    ) rethrows -> (result: Result, report: DecodingReport) {
        let collector = ReportCollector()
        let result = try $collector.withValue(collector, operation: body)
        return (result, collector.report)
    }

    @TaskLocal static var collector: ReportCollector?
}

/// Collects the skipped elements.
final class ReportCollector: Sendable {
    private struct Content {
        var skipped: [ModelError] = []
        var count = 0
    }

    private let content = Mutex(Content())

    /// The report of the elements that were skipped so far.
    var report: DecodingReport {
        content.withLock { DecodingReport(skipped: $0.skipped, skippedCount: $0.count) }
    }

    func add(_ skipped: [ModelError], count: Int) {
        content.withLock {
            $0.skipped += skipped.prefix(DecodingReport.limit - $0.skipped.count)
            $0.count += count
        }
    }
}
