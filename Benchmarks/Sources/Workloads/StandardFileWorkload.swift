import Foundation
import JSONFormat
import ModelCore

/// One of the standard JSON files, read and written with models that a user would declare.
///
/// The file is decoded as it is. It is encoded without whitespace. Neither ours nor the peer writes a key for nil.
public struct StandardFileWorkload {
    public let file: StandardFile
    public let contents: Data
    private let encode: () throws -> Data
    private let decode: (Data) throws -> BaseModel
    /// Decodes, and encodes with sorted keys.
    private let rewrite: (Data) throws -> Data

    init<Root: BaseModel>(_ file: StandardFile, _ contents: Data, as type: Root.Type) throws {
        let format = BenchmarkFormat.json
        let model = try format.decode(type, from: contents)
        self.file = file
        self.contents = contents
        encode = { try format.encode(model) }
        decode = { try format.decode(type, from: $0) }
        rewrite = { try JSONFormat(writing: .sortedKeys).encode(format.decode(type, from: $0)) }
    }

    /// Encoding and decoding, ours alone or against a peer.
    public func contests(against peer: Peer? = nil) -> [Contest] {
        let verify = {
            try self.verify()
            if let peer { try self.verify(peer) }
        }
        return [
            Contest(
                name: "\(file.workloadName)/encode", target: nil, ours: Contender(name: "ours", run: encode),
                peer: peer.map { Contender(name: $0.name, seconds: $0.encode) }, verify: verify),
            Contest(
                name: "\(file.workloadName)/decode", target: nil,
                ours: Contender(name: "ours") { try decode(contents) },
                peer: peer.map { Contender(name: $0.name, seconds: $0.decode) }, verify: verify),
        ]
    }

    /// Throws unless ours writes the values of the file, and writes the same bytes after reading its own file.
    private func verify() throws {
        let (read, written) = (try JSONContents(contents), try JSONContents(encode()))
        try WrongResult.check(written.equals(read), "Our \(file.rawValue).json")
        let rewritten = try rewrite(contents)
        try WrongResult.check(rewrite(rewritten) == rewritten, "Our own \(file.rawValue).json")
    }

    /// Throws unless ours reads the values of the file from the JSON that the peer writes.
    private func verify(_ peer: Peer) throws {
        let (read, written) = (try JSONContents(contents), try JSONContents(rewrite(peer.written())))
        // Without its feature float_roundtrip, which costs time, serde_json reads some numbers as their neighbours.
        try WrongResult.check(
            written.equals(read, acceptsNeighbours: true), "The \(file.rawValue).json of \(peer.name)")
    }
}

extension StandardFileWorkload {
    /// A library in another process that has read the file.
    public struct Peer {
        let name: String
        /// Encodes once, and returns the seconds that it took.
        let encode: () throws -> Double
        /// Decodes once, and returns the seconds that it took.
        let decode: () throws -> Double
        /// Encodes once, and returns the JSON.
        let written: () throws -> Data

        public init(
            name: String, encode: @escaping () throws -> Double, decode: @escaping () throws -> Double,
            written: @escaping () throws -> Data
        ) {
            self.name = name
            self.encode = encode
            self.decode = decode
            self.written = written
        }
    }
}
