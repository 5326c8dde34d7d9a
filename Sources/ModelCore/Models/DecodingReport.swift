import Synchronization

/// What was left out while files were read.
///
/// ```swift
/// let (feed, report) = try DecodingReport.collecting {
///     try JSONFormat().decode(Feed.self, from: content)
/// }
/// for error in report.skipped { print(error) }
/// ```
///
/// Elements of properties with ``Lenient()`` are left out where they can't be read, and only where somebody collects
/// the reasons: without a report they are errors as everywhere.
public struct DecodingReport: Sendable {
    /// Why elements were left out, each with its path: the first thousand of them.
    public let skipped: [ModelError]
    /// How many were left out.
    public let skippedCount: Int

    /// How many reasons a report has at most.
    static let limit = 1000

    /// Runs code that reads files, and tells what was left out.
    public static func collecting<Result>(
        _ body: () throws -> Result
    ) rethrows -> (result: Result, report: DecodingReport) {
        let collector = ReportCollector()
        let result = try $collector.withValue(collector, operation: body)
        return (result, collector.report)
    }

    @TaskLocal static var collector: ReportCollector?
}

/// Collects what is left out.
final class ReportCollector: Sendable {
    private struct Content {
        var skipped: [ModelError] = []
        var count = 0
    }

    private let content = Mutex(Content())

    /// What was left out, and how much of it.
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
