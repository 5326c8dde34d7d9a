import Foundation
import ModelCore

extension ContractCheck {
    /// The check of files that are damaged at random.
    package static let mutations = ContractCheck(
        "mutations", "A damaged file is an error or a value, in bounded time and memory."
    ) { run in
        let files = try ContractSample.small(run.capabilities).map {
            (sample: $0, content: try run.encode($0))
        }
        let memoryBefore = ProcessMemory.peak
        let clock = ContinuousClock()
        var slowest = (time: Duration.zero, subject: "none")
        for index in 0..<run.options.mutations {
            let seed = run.options.seed &+ UInt64(index)
            var generator = SeededGenerator(seed: seed)
            let (sample, content) = files[index % files.count]
            let other = files[(index + 1) % files.count].content
            let damaged = Mutation.damaged(content, other: other, using: &generator)
            let subject = "\(sample.name) damaged with seed \(seed)"
            run.announce("\(subject): \(damaged.base64EncodedString())")
            func read() throws {
                _ = run.provider.detect(damaged)
                if index % 4 == 0 {
                    _ = try run.decode(ModelDocument.self, from: damaged)
                } else {
                    _ = try run.read(sample, from: damaged)
                }
            }
            var time = clock.measure {
                do {
                    try read()
                } catch {
                    run.expectNamed(error, subject, reading: damaged)
                }
            }
            // Other work of the machine may slow down one reading, but hardly each one: the shortest time counts.
            for _ in 0..<4 where time > run.options.timeLimit { time = min(time, clock.measure { try? read() }) }
            if time > slowest.time { slowest = (time, subject) }
        }
        run.announce("the slowest was \(slowest.subject), \(slowest.time)")
        run.expect(
            slowest.time <= run.options.timeLimit, slowest.subject,
            expected: "an answer within \(run.options.timeLimit)", found: "one after \(slowest.time)")
        let growth = ProcessMemory.peak - memoryBefore
        run.expect(
            growth <= run.options.memoryLimit, "\(run.options.mutations) damaged files",
            expected: "at most \(run.options.memoryLimit) bytes more memory", found: "\(growth) bytes more")
    }
}

/// The memory that the process uses.
enum ProcessMemory {
    /// The maximum of resident memory so far, in bytes; zero if the system doesn't report it.
    static var peak: Int {
        var usage = rusage()
        #if os(Linux)
            guard unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage) == 0 else { return 0 }
            return Int(usage.ru_maxrss) * 1024
        #else
            guard unsafe getrusage(RUSAGE_SELF, &usage) == 0 else { return 0 }
            return Int(usage.ru_maxrss)
        #endif
    }
}
