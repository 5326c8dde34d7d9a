import Foundation

/// The answer of a web service: 2,000 results with nested objects, dates and missing values.
///
/// In JSON both read the same file, which has `null` where there is no value. Neither writes a key there.
public enum AnswerWorkload {
    public static let count = 2_000
    public static let formats: [BenchmarkFormat] = [.json, .fastCoding, .binaryPropertyList]

    /// `answer/json`
    public static func name(_ format: BenchmarkFormat) -> String { "answer/\(format)" }

    /// FastCoder, which has no peer of its own, is measured against Foundation's JSON.
    public static func contests(_ format: BenchmarkFormat, count: Int = count) throws -> [Contest] {
        let record = AnswerRecord.generated(count: count)
        let model = Answer(record)
        let peer: RecordPeer<AnswerRecord> = format == .binaryPropertyList ? .binaryPropertyList : .json
        let bytes = try format == .json ? record.json() : format.encode(model)
        let peerBytes = try format == .binaryPropertyList ? peer.encode(record) : record.json()
        let verify = {
            try WrongResult.check(format.decode(Answer.self, from: bytes).record == record, "Our \(format)")
            let written = try format.encode(model)
            try WrongResult.check(format.decode(Answer.self, from: written).record == record, "Our own \(format)")
            try WrongResult.check(peer.decode(peerBytes) == record, "The \(format) of \(peer.encoderName)")
            try WrongResult.check(peer.decode(peer.encode(record)) == record, "The peer's own \(format)")
        }
        return [
            Contest(
                name: "\(name(format))/encode", target: nil,
                ours: Contender(name: "ours") { try format.encode(model) },
                peer: Contender(name: peer.encoderName) { try peer.encode(record) }, verify: verify),
            Contest(
                name: "\(name(format))/decode", target: nil,
                ours: Contender(name: "ours") { try format.decode(Answer.self, from: bytes) },
                peer: Contender(name: peer.decoderName) { try peer.decode(peerBytes) }, verify: verify),
        ]
    }
}
