import ModelCore

/// A node of the graph: ours.
@Model
public class Place: BaseModel {
    public var number = 0
    public var name = ""
    public var first: Place?
    public var second: Place?
    public var third: Place?

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

extension Place {
    /// The nodes that this one leads to, three at the most.
    var neighbours: [Place] {
        get { [first, second, third].compactMap(\.self) }
        set {
            first = newValue.first
            second = newValue.dropFirst().first
            third = newValue.dropFirst(2).first
        }
    }
}
