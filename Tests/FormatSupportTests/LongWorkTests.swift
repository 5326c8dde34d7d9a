import FormatSupport
import Testing

@Suite("Long work")
struct LongWorkTests {
    /// The results of functions that run in a cancelled task.
    private func cancelled<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return try body()
        }
        task.cancel()
        return try await task.value
    }

    @Test("A checkpoint stops the work of a cancelled task, whatever the work makes of that")
    func stopped() async throws {
        await #expect(throws: CancellationError.self) {
            try await cancelled { try LongWork.run { LongWork.mayGoOn } }
        }
        struct Other: Error {}
        await #expect(throws: CancellationError.self) {
            try await cancelled { try LongWork.run { if !LongWork.mayGoOn { throw Other() } } }
        }
        // Without a checkpoint, it goes on to its end.
        #expect(try await cancelled { try LongWork.run { 1 } } == 1)
        await #expect(throws: Other.self) { try await cancelled { try LongWork.run { throw Other() } } }
    }

    @Test("Work in work stops the outer work, too, and nothing behind it")
    func nested() async throws {
        let results = try await cancelled {
            var results: [Bool] = []
            do {
                try LongWork.run {
                    do { try LongWork.run { _ = LongWork.mayGoOn } } catch is CancellationError { results.append(true) }
                    results.append(LongWork.isStopped && !LongWork.mayGoOn)
                }
            } catch is CancellationError { results.append(true) }
            results.append(!LongWork.isStopped && LongWork.mayGoOn)
            return results
        }
        #expect(results == [true, true, true, true])
    }

    @Test("Steady work isn't stopped")
    func steady() async throws {
        let isSteady = try await cancelled {
            try LongWork.run {
                LongWork.steadily { LongWork.mayGoOn && (try? LongWork.run { LongWork.mayGoOn }) == true }
            }
        }
        #expect(isSteady)
    }

    @Test("In another task, and outside of work, every checkpoint can be passed")
    func other() async throws {
        #expect(try LongWork.run { LongWork.mayGoOn })
        #expect(try await cancelled { LongWork.mayGoOn })
    }

    @Test("What was made is freed when the work has ended")
    func remains() async throws {
        final class Part: Sendable {
            let freed: AsyncStream<Void>.Continuation
            init(_ freed: AsyncStream<Void>.Continuation) { self.freed = freed }
            deinit { freed.finish() }
        }
        let (stream, freed) = AsyncStream<Void>.makeStream()
        await #expect(throws: CancellationError.self) {
            try await cancelled {
                try LongWork.run {
                    let part = Part(freed)
                    _ = LongWork.mayGoOn
                    LongWork.discard(part)
                }
            }
        }
        for await _ in stream {}
    }

    @Test("Pieces cover all bytes, and end where the work is stopped")
    func pieces() async throws {
        for count in [0, 1, LongWork.bytes, LongWork.bytes * 2 + 5] {
            var ranges: [Range<Int>] = []
            let isWhole = LongWork.inPieces(of: count, step: 3) {
                ranges.append($0)
                return true
            }
            #expect(isWhole && ranges.first?.lowerBound == 0 && ranges.last?.upperBound == count)
            #expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound && $0.count % 3 == 0 })
        }
        let count = Box()
        await #expect(throws: CancellationError.self) {
            try await cancelled {
                try LongWork.run {
                    LongWork.inPieces(of: LongWork.bytes * 3) { _ in
                        count.value += 1
                        return true
                    }
                }
            }
        }
        #expect(count.value == 1)
    }

    private final class Box: @unchecked Sendable {
        var value = 0
    }
}
