import Foundation
import ModelCore
import Testing

@testable import SecretStore

@Suite("Bounded calls")
struct BoundedCallTests {
    @Test("Results and errors come through")
    func results() throws {
        #expect(try BoundedCall.run(within: .seconds(5)) { _ in 7 } == 7)
        #expect(throws: ModelError(.cycle, "x")) {
            try BoundedCall.run(within: .seconds(5)) { _ in throw ModelError(.cycle, "x") }
        }
    }

    @Test("Work that doesn't end is left behind, and told so")
    func endless() throws {
        let start = ContinuousClock.now
        do {
            try BoundedCall.run(within: .milliseconds(100)) { control in
                // Not even when it is cancelled.
                for _ in 0..<30 where control.isCancelled || !control.isCancelled { usleep(100_000) }
            }
            Issue.record("It ended.")
        } catch {
            #expect(error.code == .timedOut)
        }
        #expect(start.duration(to: .now) < .seconds(2))
    }

    @Test("Work that ends when it is cancelled says what it came to")
    func cancelled() throws {
        let result = try BoundedCall.run(within: .milliseconds(100)) { control in
            while !control.isCancelled { usleep(1000) }
            return "ended"
        }
        #expect(result == "ended")
    }
}
