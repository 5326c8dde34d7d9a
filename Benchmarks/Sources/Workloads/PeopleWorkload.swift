import Foundation

/// The measure of speed: 20,000 people in one array, in each format against its rivals.
public enum PeopleWorkload {
    public static let count = 20_000

    /// Encoding and decoding in a format, against each rival.
    public static func contests(_ format: BenchmarkFormat, count: Int = count) throws -> [Contest] {
        let record = PeopleRecord.generated(count: count)
        let model = People(record)
        let bytes = try format.encode(model)
        return format.rivals.flatMap { rival in
            contests(format, rival, PeoplePeer(rival.peer, record), record, model, bytes)
        }
    }

    private static func contests(
        _ format: BenchmarkFormat, _ rival: Rival, _ peer: PeoplePeer, _ record: PeopleRecord, _ model: People,
        _ bytes: Data
    ) -> [Contest] {
        let peerBytes = MadeOnce(peer.encode)
        let verify = {
            try WrongResult.check(format.decode(People.self, from: bytes).record == record, "Our \(format)")
            try WrongResult.check(
                peer.record(peer.decode(peerBytes.value)) == record, "The \(format) of \(peer.encoderName)")
        }
        return [
            Contest(
                name: "people/\(format)/encode", target: rival.encodeTarget,
                ours: Contender(name: "ours") { try format.encode(model) },
                peer: Contender(name: peer.encoderName, run: peer.encode), verify: verify),
            Contest(
                name: "people/\(format)/decode", target: rival.decodeTarget,
                ours: Contender(name: "ours") { try format.decode(People.self, from: bytes) },
                peer: Contender(name: peer.decoderName) { try peer.decode(peerBytes.value) }, verify: verify),
        ]
    }
}
