import Foundation

/// Foundation's coders of `Codable` records. They are made once, outside of the measured time, which favours them.
struct RecordPeer<Record: Codable> {
    let encoderName: String
    let decoderName: String
    let encode: (Record) throws -> Data
    let decode: (Data) throws -> Record

    /// JSON with dates in ISO 8601, without fractions of a second.
    static var json: RecordPeer {
        let encoder = JSONEncoder()
        let decoder = JSONDecoder()
        encoder.dateEncodingStrategy = .iso8601
        decoder.dateDecodingStrategy = .iso8601
        return RecordPeer(
            encoderName: "JSONEncoder", decoderName: "JSONDecoder", encode: { try encoder.encode($0) },
            decode: { try decoder.decode(Record.self, from: $0) })
    }

    static var binaryPropertyList: RecordPeer {
        let encoder = PropertyListEncoder()
        let decoder = PropertyListDecoder()
        encoder.outputFormat = .binary
        return RecordPeer(
            encoderName: "PropertyListEncoder", decoderName: "PropertyListDecoder", encode: { try encoder.encode($0) },
            decode: { try decoder.decode(Record.self, from: $0) })
    }
}
