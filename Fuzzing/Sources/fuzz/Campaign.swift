import CFuzzing
import Foundation
import Fuzzing

/// The fuzzing of one format: workers are started, each with some inputs, until time or inputs are used up.
final class Campaign {
    /// How many inputs a worker gets: it starts anew before what leaks of trees that lead back to themselves matters.
    private static let slice: UInt64 = 4096
    /// How many files of one kind of finding are kept.
    private static let kept = 2

    private let target: FuzzTarget
    private let options: Options
    private let maker: InputMaker
    private let clock = ContinuousClock()
    private var start: ContinuousClock.Instant
    private var next: UInt64
    private var running: [pid_t: (state: WorkerState, end: UInt64)] = [:]
    private var states: [WorkerState]
    private var counts: [String: Int] = [:]
    private var tried: UInt64 = 0
    private var opened: UInt64 = 0
    private var elapsed = 0.0

    init(_ target: FuzzTarget, _ options: Options) throws {
        self.target = target
        self.options = options
        maker = try InputMaker(target, root: options.root, seed: options.seed)
        next = options.from
        states = (0..<options.jobs).map { _ in WorkerState() }
        start = clock.now
    }

    var findingCount: Int { counts.count }

    static let head = "format               seeds     inputs     opened  seconds   inputs/s  findings"

    var row: String {
        func column(_ text: String, _ width: Int) -> String {
            String(repeating: " ", count: max(1, width - text.count)) + text
        }
        return target.name + column("\(maker.seedCount)", 26 - target.name.count) + column("\(tried)", 11)
            + column("\(opened)", 11)
            + column("\(Int(elapsed))", 9) + column("\(Int(Double(tried) / max(elapsed, 0.001)))", 11)
            + column("\(counts.count)", 10)
    }

    private var isOver: Bool { seconds >= options.seconds || next >= last }
    private var last: UInt64 { options.inputs == .max ? .max : options.from + options.inputs }
    private var seconds: Double {
        let time = (clock.now - start).components
        return Double(time.seconds) + Double(time.attoseconds) / 1e18
    }

    func run() throws {
        while !isOver || !running.isEmpty {
            while !isOver, let state = states.popLast() {
                let end = min(next + Self.slice, last)
                try launch(next..<end, state)
                next = end
            }
            try wait()
        }
        elapsed = seconds
        print(row)
    }

    private func launch(_ numbers: Range<UInt64>, _ state: WorkerState) throws {
        (state.tried, state.opened, state.repeated) = (0, 0, 0)
        let process = try Worker.start(options) { work(numbers, state) }
        running[process] = (state, numbers.upperBound)
    }

    /// What a worker does.
    private func work(_ numbers: Range<UInt64>, _ state: WorkerState) -> Int32 {
        for number in numbers {
            if seconds >= options.seconds { return 0 }
            state.number = number
            var random = Generator(seed: options.seed, input: ~number)
            // The undamaged ones, and what was found before, in every way.
            let choice = number < maker.seedCount ? nil : random.next()
            let finding = Worker.attempt(target, options, state, choice: choice) { try maker.input(number) }
            state.tried += 1
            guard let finding else { continue }
            if counts[finding.kind, default: 0] >= Self.kept {
                state.repeated += 1
                continue
            }
            (state.kind, state.detail) = (finding.kind, finding.detail)
            return Worker.found
        }
        return 0
    }

    private func wait() throws {
        var status: Int32 = 0
        let process = unsafe waitpid(-1, &status, 0)
        guard process > 0, let (state, end) = running.removeValue(forKey: process) else { return }
        tried += state.tried
        opened += state.opened
        if let death = Worker.death(status, state) {
            if status & 0x7F != 0 { (tried, state.detail) = (tried + 1, "") }
            try keep(death, state)
            // The rest of its inputs.
            if state.number + 1 < end, seconds < options.seconds { return try launch(state.number + 1..<end, state) }
        }
        states.append(state)
    }

    private func keep(_ kind: String, _ state: WorkerState) throws {
        counts[kind, default: 0] += 1
        guard counts[kind] ?? 0 <= Self.kept else { return }
        let input = state.input
        let pause = clock.now
        let smaller = try Minimiser(target, options, kind: kind).smallest(input)
        // The format has its seconds all the same.
        start += clock.now - pause
        try FileManager.default.createDirectory(atPath: options.findings, withIntermediateDirectories: true)
        let path = "\(options.findings)/\(target.name)-\(options.seed)-\(state.number)"
        try Data(smaller).write(to: URL(filePath: path))
        print("FINDING \(target.name), input \(state.number) of seed \(options.seed): \(kind)")
        if !state.detail.isEmpty { print("        \(state.detail)") }
        print("        \(path) (\(smaller.count) of \(input.count) bytes)")
    }
}
