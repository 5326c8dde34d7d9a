import Foundation
import ModelCore
import Testing

/// What every `StoreProvider` owes to the models: run it over a store from its test target, in a line.
///
/// ```swift
/// @Test func contract() async { await StoreContract(MyStore(), .myStore).check() }
/// ```
///
/// What the checks save is removed again; nothing else in the store is touched. Besides the format's place they use one
/// of that name with `.other` behind it. Where checks are cases of a test over one store, the test is `.serialized`.
public struct StoreContract: Sendable {
    /// The plugin that is checked.
    public let store: any StoreProvider
    /// The one of its formats that is checked, with a place of its own where the store has places.
    public let format: FileFormat

    /// Makes the contract of one store, and the suite's models known to `ClassRegistry`.
    public init(_ store: any StoreProvider, _ format: FileFormat) {
        self.store = store
        self.format = format
        ContractModels.register()
    }

    /// Every check, the simplest first.
    public static let checks: [StoreCheck] = [
        .nothingSaved, .roundTrip, .nilProperties, .wholeRecords, .foreignRecords, .removal, .refusedValues,
        .wholeReads, .keys, .unknownKeys, .versions, .formerNames, .places,
    ]

    /// Runs every check, and records each failure as an issue at the caller's line.
    public func check(sourceLocation: SourceLocation = #_sourceLocation) async {
        for check in Self.checks { self.check(check, sourceLocation: sourceLocation) }
    }

    /// Runs one check, and records each failure as an issue at the caller's line.
    public func check(_ check: StoreCheck, sourceLocation: SourceLocation = #_sourceLocation) {
        let reporter = FailureCollector(recordingAt: sourceLocation)
        run(check, reporter: reporter)
        reporter.finish()
    }

    /// The failures of one check, recorded nowhere.
    public func failures(of check: StoreCheck) -> [ContractFailure] {
        let collector = FailureCollector()
        run(check, reporter: collector)
        return collector.failures
    }

    /// Runs one check. An error that it doesn't expect is a failure too.
    func run(_ check: StoreCheck, reporter: FailureCollector) {
        let run = StoreRun(contract: self, check: check.name, reporter: reporter)
        run.use {
            run.clear()
            defer { run.clear() }
            do {
                try check.body(run)
            } catch {
                run.fail("the check itself", expected: "no error", found: "\(error)")
            }
        }
    }
}
