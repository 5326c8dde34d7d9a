import Foundation

/// The measure of speed: 20,000 people in one array, in each format against what Foundation offers for it.
public enum PeopleWorkload {
    public static let count = 20_000

    /// Encoding and decoding in a format.
    public static func contests(_ format: BenchmarkFormat, count: Int = count) throws -> [Contest] {
        let record = PeopleRecord.generated(count: count)
        let model = People(record)
        let peer = PeoplePeer(format, record)
        let bytes = try format.encode(model)
        let peerBytes = MadeOnce(peer.encode)
        let verify = {
            try WrongResult.check(format.decode(People.self, from: bytes).record == record, "Our \(format)")
            try WrongResult.check(
                peer.record(peer.decode(peerBytes.value)) == record, "The \(format) of \(peer.encoderName)")
        }
        return [
            Contest(
                name: "people/\(format)/encode", target: format.encodeTarget,
                ours: Contender(name: "ours") { try format.encode(model) },
                peer: Contender(name: peer.encoderName, run: peer.encode), verify: verify),
            Contest(
                name: "people/\(format)/decode", target: format.decodeTarget,
                ours: Contender(name: "ours") { try format.decode(People.self, from: bytes) },
                peer: Contender(name: peer.decoderName) { try peer.decode(peerBytes.value) }, verify: verify),
        ]
    }
}
