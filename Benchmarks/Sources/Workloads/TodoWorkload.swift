import Foundation
import JSONFormat
import ModelCore

/// A todo list: 20,000 small objects with a date, a priority and notes.
public enum TodoWorkload {
    public static let count = 20_000
    public static let formats: [BenchmarkFormat] = [.json, .fastCoding]

    /// `todo/json`
    public static func name(_ format: BenchmarkFormat) -> String { "todo/\(format)" }

    /// JSON is measured against Foundation's, FastCoder alone.
    public static func contests(_ format: BenchmarkFormat, count: Int = count) throws -> [Contest] {
        let record = TodoListRecord.generated(count: count)
        let model = TodoList(record)
        // Both read the same file: JSONDecoder reads no fractions of a second, which ours writes by default.
        let bytes = try format == .json ? JSONFormat(dates: .iso8601).encode(model) : format.encode(model)
        let peer: RecordPeer<TodoListRecord>? = format == .json ? .json : nil
        let verify = {
            try WrongResult.check(format.decode(TodoList.self, from: bytes).record == record, "Our \(format)")
            let written = try format.encode(model)
            try WrongResult.check(format.decode(TodoList.self, from: written).record == record, "Our own \(format)")
            guard let peer else { return }
            try WrongResult.check(peer.decode(bytes) == record, "The \(format) of \(peer.encoderName)")
            try WrongResult.check(peer.decode(peer.encode(record)) == record, "The peer's own \(format)")
        }
        return [
            Contest(
                name: "\(name(format))/encode", target: nil,
                ours: Contender(name: "ours") { try format.encode(model) },
                peer: peer.map { peer in Contender(name: peer.encoderName) { try peer.encode(record) } },
                verify: verify),
            Contest(
                name: "\(name(format))/decode", target: nil,
                ours: Contender(name: "ours") { try format.decode(TodoList.self, from: bytes) },
                peer: peer.map { peer in Contender(name: peer.decoderName) { try peer.decode(bytes) } },
                verify: verify),
        ]
    }
}
