import Foundation
import PostgresStore
import Records

/// A model with values to write and read. Its properties are listed, so that the program is built without
/// swift-syntax.
final class Player: BaseModel {
    var name = ""
    var score = 0
    var ratio = 0.0
    var joined = Date()
    var tags: [String] = []

    private static let known = ModelClass(Player.self, overrides: [])
    override class var modelClass: ModelClass { known }
    override class var modelProperties: [ModelProperty] {
        [
            ModelProperty("name", \Player.name, isStored: true), ModelProperty("score", \Player.score, isStored: true),
            ModelProperty("ratio", \Player.ratio, isStored: true),
            ModelProperty("joined", \Player.joined, isStored: true),
            ModelProperty("tags", \Player.tags, isStored: true),
        ]
    }
}

struct PlayerRecord: Codable {
    var id: String
    var name: String
    var score: Int
    var ratio: Double
    var joined: Date
    var tags: [String]
}

/// Prints how many records the store writes and reads in a second: all records in one transaction, and each record in
/// a separate transaction. It connects to the server at POSTGRES_URL.
@main
enum PostgresFigures {
    static let count = 20_000
    static let few = 500

    static func main() throws {
        guard let url = ProcessInfo.processInfo.environment["POSTGRES_URL"] else {
            print(
                "usage: Scripts/with-postgres.sh swift run -c release --package-path Stores/PostgresStore postgres-figures"
            )
            exit(2)
        }
        let records = (0..<count).map { number in
            PlayerRecord(
                id: "player-\(number)", name: "Player number \(number)", score: number % 1000,
                ratio: Double(number) / 7, joined: Date(timeIntervalSinceReferenceDate: Double(number)),
                tags: ["red", "left \(number % 10)"])
        }
        FormatRegistry.register(PostgresStore(url, indexes: [.init("score")]))
        if CommandLine.arguments.dropFirst().first == "crossing" { return try crossing() }
        try store(records)
        try crossing()
        try foundation(records)
    }

    static func measure(_ name: String, _ count: Int, _ body: () throws -> Void) throws {
        let time = try ContinuousClock().measure(body)
        let seconds = Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
        print("\(name): \(Int(Double(count) / seconds)) a second")
    }

    static func store(_ records: [PlayerRecord]) throws {
        let players = ModelRecords<Player>(in: .postgres)
        let models = records.map { record in
            let player = Player()
            (player.name, player.score, player.ratio) = (record.name, record.score, record.ratio)
            (player.joined, player.tags) = (record.joined, record.tags)
            return player
        }
        try measure("PostgresStore, saves in one transaction", count) {
            try players.transaction {
                for (record, model) in zip(records, models) { try players.save(model, id: record.id) }
            }
        }
        try measure("PostgresStore, loads of all", count) {
            let found = try players.load().count
            precondition(found == count)
        }
        try measure("PostgresStore, loads by identifier", count) {
            for record in records { _ = try players.load(id: record.id) }
        }
        try measure("PostgresStore, queries for 20 by an index", 20 * few) {
            for number in 0..<few {
                let found = try players.load(.all.where(\.score, equals: number)).count
                precondition(found == 20)
            }
        }
        try measure("PostgresStore, updates in a transaction each", few) {
            for record in records.prefix(few) { try players.update(id: record.id) { $0.score += 1 } }
        }
        let group = DispatchGroup()
        try measure("PostgresStore, updates in a transaction each, by four threads", 4 * few) {
            for worker in 0..<4 {
                group.enter()
                Thread {
                    do {
                        for record in records.dropFirst(worker * 5000).prefix(few) {
                            try players.update(id: record.id) { $0.score += 1 }
                        }
                    } catch { print(error) }
                    group.leave()
                }.start()
            }
            group.wait()
        }
    }

    /// Runs two threads whose transactions lock the same two records in opposite order, so that each may wait for the
    /// other.
    static func crossing() throws {
        let players = ModelRecords<Player>(in: .postgres)
        for id in ["left", "right"] { try players.save(Player(), id: id, overwritingChanges: true) }
        let seconds = 5.0
        let end = Date.now + seconds
        let (group, counts) = (DispatchGroup(), Counts())
        for ids in [["left", "right"], ["right", "left"]] {
            group.enter()
            Thread {
                while Date.now < end {
                    do {
                        try players.transaction {
                            for id in ids { try players.update(id: id) { $0.score += 1 } }
                        }
                        counts.add(isChange: true)
                    } catch let error as ModelError where error.code == .fileChanged {
                        counts.add(isChange: false)
                    } catch { print(error) }
                }
                group.leave()
            }.start()
        }
        group.wait()
        let (done, refused) = counts.values
        print(
            "PostgresStore, transactions that take two records in opposite order, by two threads:",
            "\(Int(Double(done) / seconds)) a second, and \(Int(Double(refused) / seconds)) that throw fileChanged")
        for id in ["left", "right"] {
            let score = try players.load(id: id).score
            precondition(score == done)
        }
    }

    final class Counts: @unchecked Sendable {
        private let lock = NSLock()
        private var done = 0
        private var refused = 0

        func add(isChange: Bool) { lock.withLock { if isChange { done += 1 } else { refused += 1 } } }

        var values: (done: Int, refused: Int) { lock.withLock { (done, refused) } }
    }

    static func foundation(_ records: [PlayerRecord]) throws {
        var texts: [Data] = []
        try measure("Foundation, JSONEncoder without a database", count) {
            let encoder = JSONEncoder()
            texts = try records.map { try encoder.encode($0) }
        }
        try measure("Foundation, JSONDecoder without a database", count) {
            let decoder = JSONDecoder()
            for text in texts { _ = try decoder.decode(PlayerRecord.self, from: text) }
        }
    }
}
