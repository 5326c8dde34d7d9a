import Foundation
import Workloads

/// A contest, run: ours and the peer in turns.
struct PairedRun {
    private let contest: Contest
    private var ours: [Double] = []
    private var peer: [Double] = []

    /// A peer that takes longer than this is measured three times, anything else at least nine times.
    private static let slow = 0.5
    /// More than nine turns only as long as they haven't taken so many seconds.
    private static let budget = 2.0

    /// Verifies the contest, warms both up, and measures.
    init(_ contest: Contest) throws {
        self.contest = contest
        try contest.verify()
        _ = try Self.measure(contest.ours)
        let warmUp = try contest.peer.map(Self.measure) ?? 0
        let turns = warmUp > Self.slow ? 3 : 9
        var spent = 0.0
        for turn in 0..<51 {
            if turn >= turns, warmUp > Self.slow || spent > Self.budget { break }
            ours.append(try Self.measure(contest.ours))
            if let contender = contest.peer { peer.append(try Self.measure(contender)) }
            spent += (ours.last ?? 0) + (peer.last ?? 0)
        }
    }

    private static func measure(_ contender: Contender) throws -> Double {
        if let seconds = contender.seconds { return try seconds() }
        let (seconds, result) = try Clock.measure { try contender.run() }
        contender.discard(result)
        return seconds
    }

    /// `people/hrCodedJSON/encode ours 9.1 ms JSONEncoder 117.0 ms ratio 12.9 ok (target 9, n 15)`
    var line: String {
        let line = "\(contest.name) ours \(Self.milliseconds(ours.median))"
        guard let contender = contest.peer else { return "\(line) (n \(ours.count))" }
        let ratio = peer.median / ours.median
        let ratioText = String(format: "%.*f", ratio < 3 ? 2 : 1, ratio)
        let compared = "\(line) \(contender.name) \(Self.milliseconds(peer.median)) ratio \(ratioText)"
        guard let target = contest.target else { return "\(compared) (n \(ours.count))" }
        let targetText = String(format: "%.*f", target < 3 ? 2 : 0, target)
        return "\(compared) \(ratio >= target ? "ok" : "short") (target \(targetText), n \(ours.count))"
    }

    private static func milliseconds(_ seconds: Double) -> String {
        String(format: "%.1f ms", seconds * 1000)
    }
}
