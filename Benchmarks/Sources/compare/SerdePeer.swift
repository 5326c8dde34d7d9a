import Foundation
import Workloads

/// Rust's serde_json, in a process of its own: `Benchmarks/serde_json`, on the people that our JSON holds.
final class SerdePeer {
    private let process = Process()
    private let commands = Pipe()
    private let answers = Pipe()
    private let folder: URL

    /// - Parameters:
    ///   - program: Where it was built.
    ///   - people: The people as JSON.
    init(_ program: String, people: Data) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("BaseModelPeer-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        let file = folder.appendingPathComponent("people.json")
        try people.write(to: file)
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = [file.path]
        process.standardInput = commands
        process.standardOutput = answers
        try process.run()
    }

    deinit {
        try? commands.fileHandleForWriting.close()
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
    }

    /// Lets it do something, and returns the seconds of its processor time that it took.
    private func seconds(_ command: String) throws -> Double {
        try commands.fileHandleForWriting.write(contentsOf: Data("\(command)\n".utf8))
        var line = Data()
        while line.last != UInt8(ascii: "\n") {
            guard let byte = try answers.fileHandleForReading.read(upToCount: 1), !byte.isEmpty else {
                throw WrongResult("What serde_json answered to \(command)")
            }
            line += byte
        }
        guard let seconds = Double(String(decoding: line.dropLast(), as: UTF8.self)) else {
            throw WrongResult("What serde_json answered to \(command)")
        }
        return seconds
    }

    /// Encoding and decoding the people as JSON, ours against serde_json's.
    static func contests(_ program: String) throws -> [Contest] {
        let record = PeopleRecord.generated(count: PeopleWorkload.count)
        let model = People(record)
        let format = BenchmarkFormat.json
        let bytes = try format.encode(model)
        let peer = try SerdePeer(program, people: bytes)
        let verify = {
            let file = peer.folder.appendingPathComponent("written.json")
            _ = try peer.seconds("write \(file.path)")
            var written = try format.decode(People.self, from: Data(contentsOf: file)).record
            // Without its feature float_roundtrip, which costs time, serde_json reads some numbers as their neighbours.
            for index in written.people.indices.prefix(record.people.count) {
                let (score, own) = (written.people[index].score, record.people[index].score)
                if abs(score - own) <= own.ulp { written.people[index].score = own }
            }
            try WrongResult.check(written == record, "The JSON of serde_json")
        }
        return [
            Contest(
                name: "people/json/encode", target: 1, ours: Contender(name: "ours") { try format.encode(model) },
                peer: Contender(name: "serde_json") { try peer.seconds("encode") }, verify: verify),
            Contest(
                name: "people/json/decode", target: 1,
                ours: Contender(name: "ours") { try format.decode(People.self, from: bytes) },
                peer: Contender(name: "serde_json") { try peer.seconds("decode") }, verify: verify),
        ]
    }
}
