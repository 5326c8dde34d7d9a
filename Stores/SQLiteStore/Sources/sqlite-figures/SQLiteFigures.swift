import Foundation
import GRDB
import Records
import SQLiteStore

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

struct PlayerRecord: Codable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "player"
    var id: String
    var name: String
    var score: Int
    var ratio: Double
    var joined: Date
    var tags: [String]
}

/// Prints how many records are written and read in a second: all records in one transaction, and each record in a
/// separate transaction.
@main
enum SQLiteFigures {
    static let count = 20_000
    static let few = 500

    static func main() throws {
        let folder = NSTemporaryDirectory() + "sqlite-figures-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let records = (0..<count).map { number in
            PlayerRecord(
                id: "player-\(number)", name: "Player number \(number)", score: number % 1000,
                ratio: Double(number) / 7, joined: Date(timeIntervalSinceReferenceDate: Double(number)),
                tags: ["red", "left \(number % 10)"])
        }
        try store(folder, records)
        try grdb(folder, records)
        try foundation(records)
    }

    static func measure(_ name: String, _ count: Int, _ body: () throws -> Void) throws {
        let time = try ContinuousClock().measure(body)
        let seconds = Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
        print("\(name): \(Int(Double(count) / seconds)) a second")
    }

    static func store(_ folder: String, _ records: [PlayerRecord]) throws {
        FormatRegistry.register(SQLiteStore(file: folder + "/store.sqlite", indexes: [.init("score")]))
        let players = ModelRecords<Player>(in: .sqlite)
        let models = records.map { record in
            let player = Player()
            (player.name, player.score, player.ratio) = (record.name, record.score, record.ratio)
            (player.joined, player.tags) = (record.joined, record.tags)
            return player
        }
        try measure("SQLiteStore, saves in one transaction", count) {
            try players.transaction {
                for (record, model) in zip(records, models) { try players.save(model, id: record.id) }
            }
        }
        try measure("SQLiteStore, loads of all", count) {
            let found = try players.load().count
            precondition(found == count)
        }
        try measure("SQLiteStore, loads by identifier", count) {
            for record in records { _ = try players.load(id: record.id) }
        }
        try measure("SQLiteStore, queries for 20 by an index", 20 * few) {
            for number in 0..<few {
                let found = try players.load(.all.where(\.score, equals: number)).count
                precondition(found == 20)
            }
        }
        try measure("SQLiteStore, updates in a transaction each", few) {
            for record in records.prefix(few) { try players.update(id: record.id) { $0.score += 1 } }
        }
    }

    static func grdb(_ folder: String, _ records: [PlayerRecord]) throws {
        let pool = try DatabasePool(path: folder + "/grdb.sqlite")
        try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        try pool.write { connection in
            try connection.create(table: "player") { table in
                table.primaryKey("id", .text)
                table.column("name", .text)
                table.column("score", .integer)
                table.column("ratio", .double)
                table.column("joined", .datetime)
                table.column("tags", .jsonText)
            }
            try connection.create(indexOn: "player", columns: ["score"])
        }
        try measure("GRDB, inserts in one transaction", count) {
            try pool.write { connection in for record in records { try record.insert(connection) } }
        }
        try measure("GRDB, fetches of all", count) {
            let found = try pool.read { try PlayerRecord.fetchAll($0) }.count
            precondition(found == count)
        }
        try measure("GRDB, fetches by key", count) {
            for record in records { _ = try pool.read { try PlayerRecord.fetchOne($0, key: record.id) } }
        }
        try measure("GRDB, queries for 20 by an index", 20 * few) {
            for number in 0..<few {
                let found = try pool.read { try PlayerRecord.filter(Column("score") == number).fetchAll($0) }
                precondition(found.count == 20)
            }
        }
        try measure("GRDB, updates in a transaction each", few) {
            for record in records.prefix(few) {
                try pool.write { connection in
                    var found = try PlayerRecord.find(connection, key: record.id)
                    found.score += 1
                    try found.update(connection)
                }
            }
        }
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
