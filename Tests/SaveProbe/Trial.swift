import CFaults
import Foundation

/// Saves again and again in one place, has something happen to each save, and looks at what is left.
struct Trial {
    let place: SavePlace
    /// The number of the save that is there; 0 before the first.
    private var current = 0
    /// The number of the next save.
    private var next = 1
    private(set) var problems: [String] = []

    init(_ place: SavePlace) { self.place = place }

    // MARK: One call after the other

    /// Has a fault befall the first call of a save, the second of another one, and so on, until a save has no more calls.
    ///
    /// - Parameters:
    ///   - isNew: True where nothing is there before each save.
    ///   - step: How many calls there are from one to the next; more than 1 leaves some out.
    /// - Returns: How many calls the last save had.
    mutating func run(_ fault: Fault, isNew: Bool, step: Int) throws -> Int {
        var turn = 1
        try place.removeAll()
        check("before", finished: 0, begun: 0)
        while true {
            if isNew {
                try place.removeAll()
                current = 0
            }
            let context = "\(fault.name)\(isNew ? ", new," : "") at call \(turn)"
            let (number, folder) = (next, place.folder)
            next += 1
            let child = ChildProcess(expectsErrors: !fault.isHarmless) {
                defer { Shared.calls.value = faults_disarm() }
                unsafe faults_arm(folder, turn, fault.kind, fault.error)
                try place.save(number)
            }
            var ending = child.wait()
            let wasStopped = ending == .stopped
            if wasStopped {
                // It lives: whatever it has there, another one's save must leave it alone.
                saveWell(context)
                child.signal(SIGCONT)
                ending = child.wait()
            }
            let wasKilled = ending == .bySignal(SIGKILL) && fault.kind == FAULT_KILL
            if case .bySignal = ending, !wasKilled { problems.append("\(context): \(ending)") }
            if fault.isHarmless, ending != .well { problems.append("\(context): the save failed") }
            // A save that says that it failed may be there all the same: the folder could have been what didn't reach the disk.
            // Of two saves at once, either may be the last.
            check(context, finished: ending == .well && !wasStopped ? number : current, begun: number)
            if !wasKilled, Shared.calls.value < turn { return Shared.calls.value }
            turn += step
        }
    }

    // MARK: Kills at any time

    /// Kills a process that saves again and again, `count` times. What it finished must be there, or what it began next.
    ///
    /// - Returns: How many saves it finished.
    mutating func kill(_ count: Int) throws -> Int {
        var random = RandomNumbers(state: 1)
        try place.removeAll()
        check("before", finished: 0, begun: 0)
        // So that some processes finish a save or two, and others none, on a slow machine too.
        let start = ContinuousClock.now
        saveWell("before")
        let time = max(1000, Int(start.duration(to: .now) / .microseconds(1)))
        var finished = 0
        for round in 1...count {
            let first = next
            (Shared.begun.value, Shared.finished.value) = (current, current)
            let child = ChildProcess {
                for number in first... {
                    Shared.begun.value = number
                    try place.save(number)
                    Shared.finished.value = number
                }
            }
            // The save that was timed may have had the machine for itself: until one is finished, there is more time.
            let longest = finished > 0 ? 2 * time : time << min(round, 8)
            usleep(UInt32(random.next() % UInt64(longest)))
            child.signal(SIGKILL)
            let ending = child.wait()
            if ending != .bySignal(SIGKILL) { problems.append("kill \(round): \(ending)") }
            finished += max(0, Shared.finished.value - first + 1)
            next = max(first, Shared.begun.value) + 1
            check("kill \(round)", finished: Shared.finished.value, begun: Shared.begun.value)
        }
        return finished
    }

    // MARK: What killed processes leave

    /// Kills saves at one call after the other, until one leaves a file behind. Returns its name.
    mutating func leave() -> String? {
        for turn in 1...100 {
            let folder = place.folder
            _ = ChildProcess {
                unsafe faults_arm(folder, turn, FAULT_KILL, 0)
                try place.save(1)
            }.wait()
            if let file = place.files().first(where: { ($0 as NSString).lastPathComponent.hasPrefix(".") }) {
                return file
            }
        }
        return nil
    }

    // MARK: Looking

    /// What is there now must be one of two saves; and after the next one there must be nothing else.
    private mutating func check(_ context: String, finished: Int, begun: Int) {
        let place = place
        let number = next
        next += 1
        let ending = ChildProcess {
            Shared.loaded.value = -1
            Shared.loaded.value = try place.load()
            try place.save(number)
            Shared.reloaded.value = try place.load()
        }.wait()
        let loaded = Shared.loaded.value
        if ending != .well {
            problems.append("\(context): \(loaded < 0 ? "not readable" : "no save any more"), \(ending)")
        } else if loaded != finished && loaded != begun || Shared.reloaded.value != number {
            problems.append("\(context): \(loaded) instead of \(finished) or \(begun)")
        }
        current = number
        let left = place.files().filter { $0 != "below" }
        if left.count != 1 { problems.append("\(context): it leaves \(left)") }
    }

    private mutating func saveWell(_ context: String) {
        let (number, place) = (next, place)
        next += 1
        let ending = ChildProcess { try place.save(number) }.wait()
        if ending != .well { problems.append("\(context): another save fails, \(ending)") }
        current = number
    }
}

/// A linear congruential generator (Knuth's MMIX): the same numbers each time.
struct RandomNumbers {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state >> 33
    }
}
