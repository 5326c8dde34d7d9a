import Foundation
import Fuzzing

/// Makes a file smaller as long as it shows the same.
struct Minimiser {
    private let target: FuzzTarget
    private let options: Options
    private let kind: String
    private let state = WorkerState()

    init(_ target: FuzzTarget, _ options: Options, kind: String) {
        self.target = target
        self.options = options
        self.kind = kind
    }

    /// What is found when a file is tried alone, in every way; nil for nothing.
    static func kind(
        of bytes: [UInt8], _ target: FuzzTarget, _ options: Options, _ state: WorkerState = WorkerState()
    ) throws -> String? {
        let process = try Worker.start(options) {
            let finding = Worker.attempt(target, options, state, choice: nil) { Input(bytes: bytes) }
            guard let finding else { return 0 }
            (state.kind, state.detail) = (finding.kind, finding.detail)
            return Worker.found
        }
        var status: Int32 = 0
        _ = unsafe waitpid(process, &status, 0)
        return Worker.death(status, state)
    }

    /// The smallest file that was found in some seconds; the file itself where it shows nothing when it is tried alone.
    func smallest(_ bytes: [UInt8]) throws -> [UInt8] {
        guard try shows(bytes) else { return bytes }
        var best = bytes
        let clock = ContinuousClock()
        let end = clock.now + .seconds(5)
        var count = max(1, best.count / 2)
        while count > 0 {
            var place = 0
            var isSmaller = false
            while place < best.count, clock.now < end {
                var candidate = best
                candidate.removeSubrange(place..<min(place + count, best.count))
                if try shows(candidate) {
                    best = candidate
                    isSmaller = true
                } else {
                    place += count
                }
            }
            if clock.now >= end { break }
            if !isSmaller || count > 1 { count /= 2 }
        }
        return best
    }

    private func shows(_ bytes: [UInt8]) throws -> Bool {
        // What a process dies of may happen elsewhere first, when everything is tried.
        func what(_ kind: String?) -> Substring? { kind?.split(separator: " while ").first }
        return try what(Self.kind(of: bytes, target, options, state)) == what(kind)
    }
}

/// Tries a file that was kept.
enum Replay {
    /// True where nothing is found.
    static func run(_ path: String, _ options: Options) throws -> Bool {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw Options.Wrong(description: "\(path) can't be read.")
        }
        var isFine = true
        for target in options.targets {
            let state = WorkerState()
            guard let kind = try Minimiser.kind(of: [UInt8](data), target, options, state) else { continue }
            isFine = false
            print("\(target.name): \(kind)\n        \(state.detail)")
        }
        if isFine { print("Nothing is found.") }
        return isFine
    }
}
