import FormatSupport
import Foundation
import Synchronization
import Testing

/// Run under ThreadSanitizer too: see `Scripts/test.sh`.
@Suite("Values that many read and few change")
struct SharedValueConcurrencyTests {
    @Test("What is read is what was set last, and a change that changes nothing is none")
    func reading() {
        let shared = SharedValue(["a"])
        #expect(shared.value == ["a"])
        shared.change {
            $0.append("b")
            return true
        }
        #expect(shared.value == ["a", "b"])
        shared.change { _ in false }
        #expect(shared.value == ["a", "b"])
    }

    /// A table that is made while a static program is loaded may have another seed for hashes than the program.
    @Test("Changes before the first reading are made then, each once and in their order")
    func waiting() {
        let shared = SharedValue([Int]())
        let made = Mutex(0)
        for number in 0..<3 {
            shared.change {
                $0.append(number)
                made.withLock { $0 += 1 }
                return number != 1
            }
        }
        #expect(made.withLock(\.self) == 0)
        #expect(shared.value == [0, 1, 2] && shared.value == [0, 1, 2])
        #expect(made.withLock(\.self) == 3)
    }

    @Test("Threads see each change as a whole, and none twice or back again")
    func threads() {
        let shared = SharedValue([Int]())
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            var seen = 0
            for _ in 0..<200 {
                if thread % 2 == 0 {
                    shared.change {
                        $0.append($0.count)
                        return true
                    }
                }
                let value = shared.value
                if value.count < seen || value != Array(0..<value.count) { Issue.record("Not as a whole") }
                seen = value.count
            }
        }
        #expect(shared.value == Array(0..<800))
    }
}

@Suite("Values that are computed once")
struct ConcurrentCacheConcurrencyTests {
    private final class Made: Sendable {}

    @Test("All threads get the first value of a key, though keys share their lists")
    func keys() {
        let cache = ConcurrentCache<Int, Made>()
        // A lock that ThreadSanitizer knows; it takes each use of a Mutex for a race.
        let lock = NSLock()
        nonisolated(unsafe) var seen: [Int: Set<ObjectIdentifier>] = [:]
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for key in 0..<500 {
                let made = cache.value(for: key) { Made() }
                lock.withLock { _ = unsafe seen[key, default: []].insert(ObjectIdentifier(made)) }
            }
        }
        let all = unsafe seen
        #expect(all.count == 500)
        #expect(all.values.allSatisfy { $0.count == 1 })
        #expect(Set(all.values.flatMap { $0 }).count == 500)
    }

    @Test("An error isn't kept, and making a value may need others, the same one among them")
    func making() throws {
        let cache = ConcurrentCache<Int, Int>()
        #expect(throws: CancellationError.self) { try cache.value(for: 1) { throw CancellationError() } }
        let inside = cache.value(for: 1) {
            for number in 2..<202 { _ = cache.value(for: number) { number } }
            return cache.value(for: 1) { 5 } + 1
        }
        #expect(inside == 5)
        #expect(cache.value(for: 201) { -1 } == 201)
        let once = Once<Int>()
        #expect(once.value { once.value { 1 } + 1 } == 1)
        #expect(once.value { 3 } == 1)
    }
}
