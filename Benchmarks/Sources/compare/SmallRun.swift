import Foundation
import Synchronization
import Workloads

/// One small object, encoded and decoded 100,000 times, on one thread and on each of eight at once: what a call costs
/// beyond its object. Each time includes the release of what was made, Foundation's as well as ours.
struct SmallRun {
    private typealias Work = () throws -> Void

    static let formats: [BenchmarkFormat] = [.json, .fastCoding, .keyedArchive]
    /// The most of Foundation's time that ours may take.
    static let limit = 0.5
    static let firstName = "small/first"
    /// The most seconds that the first encoding of a process may take.
    static let firstLimit = 0.0003

    private static let threads = 8
    /// Ours and the peer's in so many turns, each of so many objects.
    private static let turns = 5
    private static let count = 20_000

    /// `small/json`
    static func name(_ format: BenchmarkFormat) -> String { "small/\(format)" }

    /// One for encoding, and one for decoding.
    let lines: [String]

    init(_ format: BenchmarkFormat) throws {
        let record = PersonRecord.small
        let back = try format.decode(Person.self, from: format.encode(Person(record)))
        try WrongResult.check(back.record == record, "Our \(format) of one person")
        let peer = try format == .keyedArchive ? Peer(archiving: record) : Peer(json: record)
        try WrongResult.check(peer.record == record, "Foundation's file of one person")
        // Each thread has an object and a file of its own.
        lines = [
            try Self.line("\(Self.name(format)) encode", peer: peer.encode) {
                let person = Person(record)
                return { _ = try format.encode(person) }
            },
            try Self.line("\(Self.name(format)) decode", peer: peer.decode) {
                let bytes = try format.encode(Person(record))
                return { _ = try format.decode(Person.self, from: bytes) }
            },
        ]
    }

    /// Foundation's work with the same person.
    private struct Peer {
        let encode: Work
        let decode: Work
        /// The result of decoding.
        let record: PersonRecord?

        // Coders are made once, outside of the measured time, which favours them.
        init(json person: PersonRecord) throws {
            let encoder = JSONEncoder()
            let decoder = JSONDecoder()
            let bytes = try encoder.encode(person)
            encode = { _ = try encoder.encode(person) }
            decode = { _ = try decoder.decode(PersonRecord.self, from: bytes) }
            record = try decoder.decode(PersonRecord.self, from: bytes)
        }

        init(archiving person: PersonRecord) throws {
            let root = ArchivedPerson(person)
            let bytes = try NSKeyedArchiver.archivedData(withRootObject: root, requiringSecureCoding: true)
            encode = { _ = try NSKeyedArchiver.archivedData(withRootObject: root, requiringSecureCoding: true) }
            decode = { _ = try NSKeyedUnarchiver.unarchivedObject(ofClass: ArchivedPerson.self, from: bytes) }
            record = try NSKeyedUnarchiver.unarchivedObject(ofClass: ArchivedPerson.self, from: bytes)?.record
        }
    }

    // MARK: One line

    /// `small/json encode 1.20 µs Foundation 4.00 µs ratio 0.30 ok (target 0.5), 8 threads 1.30 µs, wall 0.65 µs`
    ///
    /// - Parameter ours: Makes what one thread does, again and again.
    private static func line(
        _ name: String, peer: Work, _ ours: @escaping @Sendable () throws -> Work
    ) throws -> String {
        let alone = try ours()
        for _ in 0..<100 {
            try alone()
            try peer()
        }
        var (own, foundation): ([Double], [Double]) = ([], [])
        var (shared, wall): ([Double], [Double]) = ([], [])
        for _ in 0..<turns {
            own.append(try seconds(alone))
            foundation.append(try seconds(peer))
            let together = try secondsTogether(ours)
            shared.append(together.processor)
            wall.append(together.wall)
        }
        let ratio = own.median / foundation.median
        let ratioText = String(format: "%.2f", ratio)
        let figures = "\(microseconds(own)) Foundation \(microseconds(foundation)) ratio \(ratioText)"
        let verdict = "\(ratio <= limit ? "ok" : "short") (target \(limit))"
        return "\(name) \(figures) \(verdict), \(threads) threads \(microseconds(shared)), wall \(microseconds(wall))"
    }

    private static func microseconds(_ times: [Double]) -> String {
        "\(String(format: "%.2f", times.median * 1e6)) µs"
    }

    /// The processor time for an object.
    private static func seconds(_ work: Work) throws -> Double {
        try Clock.measure { for _ in 0..<count { try work() } }.seconds / Double(count)
    }

    /// The processor time, and the time that passes, for an object of eight threads that work at once.
    private static func secondsTogether(
        _ ours: @escaping @Sendable () throws -> Work
    ) throws -> (processor: Double, wall: Double) {
        let ready = DispatchSemaphore(value: 0)
        let start = DispatchSemaphore(value: 0)
        let done = DispatchSemaphore(value: 0)
        let failure = Mutex<(any Error)?>(nil)
        for _ in 0..<threads {
            Thread {
                let made = Result(catching: ours)
                ready.signal()
                start.wait()
                do {
                    let work = try made.get()
                    for _ in 0..<count { try work() }
                } catch {
                    failure.withLock { $0 = error }
                }
                done.signal()
            }.start()
        }
        for _ in 0..<threads { ready.wait() }
        let begin = ContinuousClock.now
        let processor = Clock.measure {
            for _ in 0..<threads { start.signal() }
            for _ in 0..<threads { done.wait() }
        }.seconds
        let wall = (ContinuousClock.now - begin) / Duration.seconds(1)
        if let error = failure.withLock({ $0 }) { throw error }
        let objects = Double(threads * count)
        return (processor / objects, wall / objects)
    }

    // MARK: The first time

    /// `small/first encode 0.21 ms ok (limit 0.3 ms, n 9)`: in JSON, of processes that encoded nothing before.
    static func firstLine() throws -> String {
        var times: [Double] = []
        for _ in 0..<9 {
            times += try GrowthRun.child(.first, .json, counts: (0, 1), file: "-", figures: 1)
        }
        let verdict = times.median <= firstLimit ? "ok" : "short"
        let figure = String(format: "%.2f", times.median * 1000)
        let limit = String(format: "%.1f", firstLimit * 1000)
        return "\(firstName) encode \(figure) ms \(verdict) (limit \(limit) ms, n \(times.count))"
    }

    /// The seconds of encoding one object, to be called once in a process.
    static func firstSeconds(_ format: BenchmarkFormat) throws -> Double {
        let person = Person(PersonRecord.small)
        return try Clock.measure { try format.encode(person) }.seconds
    }
}
