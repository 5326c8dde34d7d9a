import Foundation
import JSONFormat
import ModelCore
import Workloads

/// Rust's serde_json, which runs in a separate process: `Benchmarks/serde_json`, on a JSON file.
final class SerdePeer {
    private let process = Process()
    private let commands = Pipe()
    private let answers = Pipe()
    private let folder: URL

    /// - Parameters:
    ///   - program: Where it was built.
    ///   - json: The file.
    ///   - type: The program's name for the type that it reads the file as.
    init(_ program: String, json: Data, as type: String) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("BaseModelPeer-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        let file = folder.appendingPathComponent("\(type).json")
        try json.write(to: file)
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = [file.path, type]
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

    /// The JSON that it writes.
    private func written() throws -> Data {
        let file = folder.appendingPathComponent("written.json")
        _ = try seconds("write \(file.path)")
        return try Data(contentsOf: file)
    }

    /// Encoding and decoding one of the standard files.
    static func contests(_ program: String, _ workload: StandardFileWorkload) throws -> [Contest] {
        let peer = try SerdePeer(program, json: workload.contents, as: workload.file.rawValue)
        return workload.contests(
            against: StandardFileWorkload.Peer(
                name: "serde_json", encode: { try peer.seconds("encode") }, decode: { try peer.seconds("decode") },
                written: peer.written))
    }

    // MARK: The people

    /// The texts that the names of the people's contests begin with.
    static let names = ["people/json", "people/fastCoding", "people/json-pretty", "people/json-sorted"]

    /// Encoding and decoding the people: our JSON in three styles and FastCoder, against serde_json's plain JSON.
    static func contests(_ program: String) throws -> [Contest] {
        let record = PeopleRecord.generated(count: PeopleWorkload.count)
        let model = People(record)
        let (json, fast) = (BenchmarkFormat.json, BenchmarkFormat.fastCoding)
        let (pretty, sorted) = (JSONFormat(writing: .prettyPrinted), JSONFormat(writing: .sortedKeys))
        let peer = try SerdePeer(program, json: json.encode(model), as: "people")
        var contests: [Contest] = []
        // Ours may take at most 1.15 and 0.70 of the peer's time, FastCoder 1.25 and 0.75.
        contests += try peer.contests(
            names[0], record, targets: (encode: 0.87, decode: 1.43), encode: { try json.encode(model) },
            decode: { try json.decode(People.self, from: $0) })
        contests += try peer.contests(
            names[1], record, targets: (encode: 0.80, decode: 1.33), encode: { try fast.encode(model) },
            decode: { try fast.decode(People.self, from: $0) })
        contests += try peer.contests(
            names[2], record, encode: { try pretty.encode(model) },
            decode: { try pretty.decode(People.self, from: $0) })
        contests += try peer.contests(
            names[3], record, encode: { try sorted.encode(model) },
            decode: { try sorted.decode(People.self, from: $0) })
        return contests
    }

    /// One of our ways to encode and decode the people, against what serde_json does with them.
    private func contests(
        _ name: String, _ record: PeopleRecord, targets: (encode: Double, decode: Double)? = nil,
        encode: @escaping () throws -> Data, decode: @escaping (Data) throws -> People
    ) throws -> [Contest] {
        let bytes = try encode()
        let verify = {
            try WrongResult.check(decode(bytes).record == record, "Ours of \(name)")
            try self.verify(record)
        }
        return [
            Contest(
                name: "\(name)/encode", target: targets?.encode, ours: Contender(name: "ours") { try encode() },
                peer: Contender(name: "serde_json") { try self.seconds("encode") }, verify: verify),
            Contest(
                name: "\(name)/decode", target: targets?.decode, ours: Contender(name: "ours") { try decode(bytes) },
                peer: Contender(name: "serde_json") { try self.seconds("decode") }, verify: verify),
        ]
    }

    /// Throws unless serde_json writes the people that it was given.
    private func verify(_ record: PeopleRecord) throws {
        var written = try BenchmarkFormat.json.decode(People.self, from: self.written()).record
        // Without its feature float_roundtrip, which costs time, serde_json reads some numbers as their neighbours.
        for index in written.people.indices.prefix(record.people.count) {
            let (score, own) = (written.people[index].score, record.people[index].score)
            if abs(score - own) <= own.ulp { written.people[index].score = own }
        }
        try WrongResult.check(written == record, "The JSON of serde_json")
    }
}
