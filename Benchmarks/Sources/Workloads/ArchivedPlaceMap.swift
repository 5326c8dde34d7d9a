import Foundation

/// The root of the graph workload: NSKeyedArchiver's.
public final class ArchivedPlaceMap: NSObject, NSSecureCoding {
    public static var supportsSecureCoding: Bool { true }

    public let places: [ArchivedPlace]

    public init(_ records: [PlaceRecord]) {
        let places = records.map(ArchivedPlace.make)
        for (place, record) in zip(places, records) { place.neighbours = record.neighbours.map { places[$0] } }
        self.places = places
    }

    public init?(coder: NSCoder) {
        guard
            let places = coder.decodeObject(of: [NSArray.self] + ArchivedPlace.classes, forKey: "places")
                as? [ArchivedPlace]
        else { return nil }
        self.places = places
    }

    public func encode(with coder: NSCoder) {
        coder.encode(places as NSArray, forKey: "places")
    }

    /// What the map holds; nil where a neighbour isn't the very instance that stands in the list of places.
    public var records: [PlaceRecord]? {
        var records: [PlaceRecord] = []
        for place in places {
            guard place.neighbours.allSatisfy({ places.indices.contains($0.number) && places[$0.number] === $0 })
            else { return nil }
            records.append(
                PlaceRecord(
                    number: place.number, name: place.name, neighbours: place.neighbours.map(\.number), kind: place.kind
                ))
        }
        return records
    }
}
