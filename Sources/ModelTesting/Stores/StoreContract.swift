import Foundation
import Records
import Testing

/// The checks that every `StoreProvider` must pass. A store's test target runs them in a line:
///
/// ```swift
/// @Test func contract() async { await StoreContract(MyStore(), .myStore).check() }
/// ```
///
/// The checks remove what they save, and don't touch other values in the store. Besides the format's location, they
/// use locations with `.other` and `.beside` after its name. Each check also changes values in a second location, and
/// tests whether the store keeps the two locations separate. If the checks are cases of a test over one store, the
/// test must be `.serialized`.
public struct StoreContract: Sendable {
    /// The plugin that is checked.
    public let store: any StoreProvider
    /// The format of the plugin that is checked. If the store has several locations, the format's location should be
    /// used only for the checks.
    public let format: FileFormat

    /// Creates the contract of one store, and registers the suite's models in `ClassRegistry`.
    public init(_ store: any StoreProvider, _ format: FileFormat) {
        self.store = store
        self.format = format
        ContractModels.register()
    }

    /// Every check, the simplest first. The checks whose names begin with `record` test only a `RecordStore`.
    public static let checks: [StoreCheck] =
        [
            .nothingSaved, .roundTrip, .nilProperties, .wholeRecords, .foreignRecords, .removal, .refusedValues,
            .wholeReads, .keys, .unknownKeys, .versions, .formerNames, .places,
        ] + StoreCheck.ofRecords

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

    /// The failures of one check. They aren't recorded as issues.
    public func failures(of check: StoreCheck) -> [ContractFailure] {
        let collector = FailureCollector()
        run(check, reporter: collector)
        return collector.failures
    }

    /// Runs one check. An unexpected error is a failure, too.
    func run(_ check: StoreCheck, reporter: FailureCollector) {
        let own = StoreRun(contract: self, check: check.name, reporter: reporter)
        let second = own.at((format.place ?? "contract") + ".beside")
        let neighbour = NeighbourStore.beside(store, second.contract.format, check: check.name)
        let run = StoreRun(contract: StoreContract(neighbour, format), check: check.name, reporter: reporter)
        own.use {
            own.clear()
            second.clear()
        }
        run.use {
            defer {
                neighbour.clear()
                neighbour.failures.forEach(reporter.report)
                run.clear()
            }
            do {
                try check.body(run)
            } catch {
                run.fail("the check itself", expected: "no error", found: "\(error)")
            }
        }
    }
}
