import Foundation
import ModelCore
import TestSupport
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

    @Test("A lock is given up though a process that was being started meanwhile has its file")
    func lockInChild() throws {
        let service = UUID().uuidString
        var copies: [Int32] = []
        defer { for copy in copies { close(copy) } }
        func lock() throws {
            let control = CallControl(deadline: .now + .milliseconds(20))
            let lock = try StoreLock(service: service, exclusive: true, control: control)
            // As between fork and exec: the same open file, under another number.
            if copies.isEmpty { copies = try OpenFiles.numbers(of: StoreLock.path(service)).map { dup($0) } }
            withExtendedLifetime(lock) {}
        }
        try lock()
        #expect(copies.count == 1)
        try lock()
        try FileManager.default.removeItem(atPath: StoreLock.path(service))
    }

    @Test("Work that doesn't end is left behind, and told so")
    func endless() throws {
        let mayEnd = DispatchSemaphore(value: 0)
        // Not even when it is cancelled: it ends when this test has seen that nobody waits for it.
        let error = #expect(throws: ModelError.self) {
            try BoundedCall.run(within: .milliseconds(100)) { _ in mayEnd.wait() }
        }
        #expect(error?.code == .timedOut)
        mayEnd.signal()
    }

    @Test("Work that ends when it is cancelled says what it came to")
    func cancelled() {
        // It has half a second for that, which may be short where much else is done: so it may try again.
        let results = (0..<10).lazy.compactMap { _ in
            try? BoundedCall.run(within: .milliseconds(100)) { control in
                while !control.isCancelled { usleep(1000) }
                return "ended"
            }
        }
        #expect(results.first == "ended")
    }
}
