import ModelCore

/// The root of the graph workload: ours.
@Model
public final class PlaceMap: BaseModel {
    public var places: [Place] = []
}

/// A node of the graph: ours.
@Model
public class Place: BaseModel {
    public var number = 0
    public var name = ""
    public var neighbours: [Place] = []

    var kind: PlaceRecord.Kind { .place }
}

/// One kind of node.
@Model
public final class City: Place {
    public var population = 0
    public var mayor = ""

    override var kind: PlaceRecord.Kind { .city(population: population, mayor: mayor) }
}

/// Another kind of node.
@Model
public final class Station: Place {
    public var elevation = 0.0
    public var isOpen = false

    override var kind: PlaceRecord.Kind { .station(elevation: elevation, isOpen: isOpen) }
}

extension Place {
    static func make(_ record: PlaceRecord) -> Place {
        let place: Place
        switch record.kind {
        case .place: place = Place()
        case .city(let population, let mayor):
            let city = City()
            city.population = population
            city.mayor = mayor
            place = city
        case .station(let elevation, let isOpen):
            let station = Station()
            station.elevation = elevation
            station.isOpen = isOpen
            place = station
        }
        place.number = record.number
        place.name = record.name
        return place
    }
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
                    number: place.number, name: place.name, neighbours: place.neighbours.map(\.number), kind: place.kind))
        }
        return records
    }

    /// Ends the cycles, so that the places can go.
    public func unlink() {
        for place in places { place.neighbours = [] }
    }
}
