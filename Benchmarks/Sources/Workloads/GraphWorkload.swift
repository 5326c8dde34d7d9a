import Foundation

/// A graph of 10,000 nodes of three classes with shared references, in the formats that hold identity.
///
/// NSKeyedUnarchiver on Linux crashes on cycles: it gets a graph without any, named `graph-acyclic`. The same measurement
/// with cycles is named `graph`, and has no peer.
public enum GraphWorkload {
    public static let count = 10_000
    /// The formats that keep shared references.
    public static let formats: [BenchmarkFormat] = [
        .keyedArchive, .fastCoding, .hrCodedJSON, .hrCodedXML, .hrCodedBinary,
    ]
    /// The formats that are measured against NSKeyedArchiver, in a graph without cycles.
    private static let archived: Set<BenchmarkFormat> = [.keyedArchive, .fastCoding]

    public static func contests(_ format: BenchmarkFormat, isCyclic: Bool, count: Int = count) throws -> [Contest] {
        let records = PlaceRecord.generated(count: count, isCyclic: isCyclic)
        let model = PlaceMap(records)
        let bytes = try format.encode(model)
        let verify = {
            let decoded = try format.decode(PlaceMap.self, from: bytes)
            try WrongResult.check(decoded.records == records, "Our graph")
            decoded.unlink()
        }
        let name = "\(isCyclic ? "graph" : "graph-acyclic")/\(format)"
        guard archived.contains(format), !isCyclic else {
            return contests(name, format, model, bytes, verify: verify)
        }
        let map = ArchivedPlaceMap(records)
        let archivedBytes = MadeOnce { try archive(map) }
        return contests(
            name, format, model, bytes,
            encoder: Contender(name: "NSKeyedArchiver") { try archive(map) },
            decoder: Contender(name: "NSKeyedUnarchiver") { try unarchive(archivedBytes.value) },
            verify: {
                try verify()
                try WrongResult.check(unarchive(archivedBytes.value).records == records, "NSKeyedArchiver's graph")
            })
    }

    private static func contests(
        _ name: String, _ format: BenchmarkFormat, _ model: PlaceMap, _ bytes: Data,
        encoder: Contender? = nil, decoder: Contender? = nil, verify: @escaping () throws -> Void
    ) -> [Contest] {
        [
            Contest(
                name: "\(name)/encode", target: nil,
                ours: Contender(name: "ours") { try format.encode(model) }, peer: encoder, verify: verify),
            Contest(
                name: "\(name)/decode", target: nil,
                ours: Contender(
                    name: "ours", discard: { ($0 as? PlaceMap)?.unlink() },
                    run: { try format.decode(PlaceMap.self, from: bytes) }),
                peer: decoder, verify: verify),
        ]
    }

    private static func archive(_ map: ArchivedPlaceMap) throws -> Data {
        try NSKeyedArchiver.archivedData(withRootObject: map, requiringSecureCoding: true)
    }

    private static func unarchive(_ data: Data) throws -> ArchivedPlaceMap {
        guard let map = try NSKeyedUnarchiver.unarchivedObject(ofClass: ArchivedPlaceMap.self, from: data) else {
            throw WrongResult("What NSKeyedUnarchiver returned")
        }
        return map
    }
}
