import ModelCore
import Testing

@testable import ModelTesting

/// Each check fails for a format that deserves it.
@Suite struct BrokenFormatTests {
    private var options: ContractOptions {
        var options = ContractOptions()
        options.hugeCount = 2000
        options.hugeDataSize = 1000
        options.mutations = 200
        options.timeLimit = .milliseconds(250)
        return options
    }

    @Test(arguments: Defect.all)
    func defectIsCaught(_ defect: Defect) async {
        var options = options
        options.hugeCount = defect.hugeCount ?? options.hugeCount
        options.direct = DirectDemand(
            exceptWriting: SampleFormat.unwritten(keepsObjects: false), exceptReading: SampleFormat.unread(keepsObjects: false))
        let contract = FormatContract(defect.format, options: options)
        for check in FormatContract.checks where defect.caughtBy.contains(check.name) {
            // One failure is enough, unless it must be a certain one.
            let reporter = FailureCollector(stopsAtFirst: defect.subject.isEmpty)
            await contract.run(check, reporter: reporter)
            let failures = reporter.failures
            #expect(
                failures.contains { $0.subject.hasPrefix(defect.subject) },
                "\(check.name) doesn't notice that \(defect.name), only \(failures)")
            #expect(failures.allSatisfy { $0.check == check.name && !$0.subject.isEmpty && !$0.expected.isEmpty })
        }
    }

    /// No check is left that nothing fails.
    @Test(arguments: FormatContract.checks)
    func checkCanFail(_ check: ContractCheck) {
        #expect(Defect.all.contains { $0.caughtBy.contains(check.name) }, "Nothing fails \(check.name)")
    }

    @Test func manyFailuresAreCounted() async {
        await confirmation(expectedCount: 4) { issue in
            await withKnownIssue {
                let reporter = FailureCollector(recordingAt: #_sourceLocation, limit: 3)
                await FormatContract(ForgivingFormat(), options: options).run(.errors, reporter: reporter)
                reporter.finish()
            } matching: { _ in
                issue()
                return true
            }
        }
    }

    @Test func culpritIsAnnounced() async throws {
        let result = await #expect(processExitsWith: .exitCode(7), observing: [\.standardOutputContent]) {
            var options = ContractOptions()
            options.announcesReadings = true
            _ = await FormatContract(DyingFormat(), options: options).failures(of: .hostileDepth)
        }
        let output = String(decoding: try #require(result).standardOutputContent, as: UTF8.self)
        let last = output.split(separator: "\n").last ?? ""
        #expect(last.hasPrefix("toy: 4000 arrays in one another"), "\(output)")
    }

    @Test func issuesPointAtTheCaller() async {
        let line = #_sourceLocation.line + 2
        await withKnownIssue {
            await FormatContract(ForgivingFormat(), options: options).check(.errors)
        } matching: { issue in
            issue.sourceLocation?.line == line
                && issue.comments.contains { $0.rawValue.hasPrefix("errors: ") || $0.rawValue.hasPrefix("… and ") }
        }
    }
}
