import ModelCore

/// The root of the graph workload: ours.
@Model
public final class PlaceMap: BaseModel {
    public var places: [Place] = []
}

extension PlaceMap {
    public convenience init(_ records: [PlaceRecord]) {
        self.init()
        places = records.map(Place.make)
        for (place, record) in zip(places, records) { place.neighbours = record.neighbours.map { places[$0] } }
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

    /// Ends the cycles, so that the places can go.
    public func unlink() {
        for place in places { place.neighbours = [] }
    }
}
