import Foundation
import ModelCore
import Testing

/// The checks that every format must pass. A format's test target runs them in a line:
///
/// ```swift
/// @Test func contract() async { await FormatContract(MyFormat()).check() }
/// ```
///
/// Formats differ only by their `FormatCapabilities`. A value that a format claims to keep must come back to the bit.
/// Any other value must come back exactly or be refused with `unrepresentableValue`, and must never become another
/// value. No check knows a format's name.
///
/// If a format stops the process, no failure is recorded. ``ContractOptions/announcesReadings`` then shows which file
/// was read.
public struct FormatContract: Sendable {
    /// The plugin that is checked.
    public let provider: any FormatProvider
    /// The format of the plugin that is checked.
    public let format: FileFormat
    /// The sizes and bounds of the checks.
    public var options: ContractOptions

    /// Creates the contract of one format, and registers the suite's models in `ClassRegistry`.
    ///
    /// - Parameters:
    ///   - provider: The plugin.
    ///   - format: One of the plugin's formats; by default the first.
    ///   - options: The sizes and bounds of the checks.
    public init(
        _ provider: any FormatProvider, _ format: FileFormat? = nil, options: ContractOptions = ContractOptions()
    ) {
        self.provider = provider
        self.format = format ?? provider.formats.first ?? FileFormat("none", fileExtension: nil, library: "")
        self.options = options
        ContractModels.register()
    }

    /// Every check, the simplest first.
    public static let checks: [ContractCheck] = [
        .numbers, .text, .data, .dates, .foundationValues, .collections, .enumsAndCodable, .optionals, .untypedValues,
        .everyProperty, .storedProperties, .directWay, .instances, .keys, .unknownKeys, .versions, .subclasses, .tags,
        .caseForms, .sharing, .customCoding, .misuse, .documents,
        .randomGraphs, .randomModels, .determinism, .limits, .hostileDepth, .wrongTypes, .errors, .places, .detection,
        .detectionOrder, .truncation, .mutations, .concurrency, .hugeCollections,
    ]

    /// Runs every check, and records each failure as an issue at the caller's line.
    public func check(sourceLocation: SourceLocation = #_sourceLocation) async {
        for check in Self.checks { await self.check(check, sourceLocation: sourceLocation) }
    }

    /// Runs one check, and records each failure as an issue at the caller's line.
    public func check(_ check: ContractCheck, sourceLocation: SourceLocation = #_sourceLocation) async {
        let reporter = FailureCollector(recordingAt: sourceLocation)
        await run(check, reporter: reporter)
        reporter.finish()
    }

    /// The failures of one check. They aren't recorded as issues.
    public func failures(of check: ContractCheck) async -> [ContractFailure] {
        let collector = FailureCollector()
        await run(check, reporter: collector)
        return collector.failures
    }

    /// The samples that the format writes and reads directly. The check `direct way` prints them, and compares them
    /// with ``ContractOptions/direct``.
    ///
    /// - Throws: The error of a sample that can't be written or read.
    public func directShare() throws -> DirectShare {
        try ContractRun(
            contract: self, check: "direct way", capabilities: provider.capabilities(of: format),
            reporter: FailureCollector()
        ).directShare()
    }

    /// Runs one check. An unexpected error is a failure, too.
    func run(_ check: ContractCheck, reporter: FailureCollector) async {
        do {
            let capabilities = provider.capabilities(of: format)
            try await check.body(
                ContractRun(contract: self, check: check.name, capabilities: capabilities, reporter: reporter))
        } catch {
            reporter.report(
                ContractFailure(
                    check: check.name, subject: "the check itself", expected: "no error", found: "\(error)"))
        }
    }
}
