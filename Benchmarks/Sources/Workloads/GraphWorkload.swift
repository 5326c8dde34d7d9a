import Foundation

/// A graph of 10,000 nodes of three classes with shared references, in the format that holds identity.
///
/// NSKeyedUnarchiver on Linux crashes on cycles: it gets a graph without any, named `graph-acyclic`. The same measurement
/// with cycles is named `graph`, and has no peer.
public enum GraphWorkload {
    public static let count = 10_000

    public static func contests(_ format: BenchmarkFormat, isCyclic: Bool, count: Int = count) throws -> [Contest] {
        let records = PlaceRecord.generated(count: count, isCyclic: isCyclic)
        let model = PlaceMap(records)
        let bytes = try format.encode(model)
        let archived = isCyclic ? nil : ArchivedPlaceMap(records)
        let archivedBytes = archived.map { archived in MadeOnce { try archive(archived) } }
        let verify = {
            let decoded = try format.decode(PlaceMap.self, from: bytes)
            try WrongResult.check(decoded.records == records, "Our graph")
            decoded.unlink()
            if let archivedBytes {
                try WrongResult.check(unarchive(archivedBytes.value).records == records, "NSKeyedArchiver's graph")
            }
        }
        let name = "\(isCyclic ? "graph" : "graph-acyclic")/\(format)"
        return [
            Contest(
                name: "\(name)/encode", target: isCyclic ? nil : format.encodeTarget,
                ours: Contender(name: "ours") { try format.encode(model) },
                peer: archived.map { archived in Contender(name: "NSKeyedArchiver") { try archive(archived) } },
                verify: verify),
            Contest(
                name: "\(name)/decode", target: isCyclic ? nil : format.decodeTarget,
                ours: Contender(
                    name: "ours", run: { try format.decode(PlaceMap.self, from: bytes) },
                    discard: { ($0 as? PlaceMap)?.unlink() }),
                peer: archivedBytes.map { bytes in Contender(name: "NSKeyedUnarchiver") { try unarchive(bytes.value) }
                },
                verify: verify),
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
