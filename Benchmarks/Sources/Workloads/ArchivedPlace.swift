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
        guard let places = coder.decodeObject(of: ArchivedPlace.listClasses, forKey: "places") as? [ArchivedPlace]
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
                    number: place.number, name: place.name, neighbours: place.neighbours.map(\.number), kind: place.kind))
        }
        return records
    }
}

/// A node of the graph: NSKeyedArchiver's.
public class ArchivedPlace: NSObject, NSSecureCoding {
    public class var supportsSecureCoding: Bool { true }

    static var listClasses: [AnyClass] { [NSArray.self, ArchivedPlace.self, ArchivedCity.self, ArchivedStation.self] }

    let number: Int
    let name: String
    var neighbours: [ArchivedPlace] = []
    var kind: PlaceRecord.Kind { .place }

    init(_ record: PlaceRecord) {
        number = record.number
        name = record.name
    }

    public required init?(coder: NSCoder) {
        guard let name = coder.decodeObject(of: NSString.self, forKey: "name"),
            let neighbours = coder.decodeObject(of: Self.listClasses, forKey: "neighbours") as? [ArchivedPlace]
        else { return nil }
        number = coder.decodeInteger(forKey: "number")
        self.name = name as String
        self.neighbours = neighbours
    }

    public func encode(with coder: NSCoder) {
        coder.encode(number, forKey: "number")
        coder.encode(name as NSString, forKey: "name")
        coder.encode(neighbours as NSArray, forKey: "neighbours")
    }

    static func make(_ record: PlaceRecord) -> ArchivedPlace {
        switch record.kind {
        case .place: ArchivedPlace(record)
        case .city(let population, let mayor): ArchivedCity(record, population: population, mayor: mayor)
        case .station(let elevation, let isOpen): ArchivedStation(record, elevation: elevation, isOpen: isOpen)
        }
    }
}

/// One kind of node.
public final class ArchivedCity: ArchivedPlace {
    let population: Int
    let mayor: String

    override var kind: PlaceRecord.Kind { .city(population: population, mayor: mayor) }

    init(_ record: PlaceRecord, population: Int, mayor: String) {
        self.population = population
        self.mayor = mayor
        super.init(record)
    }

    public required init?(coder: NSCoder) {
        guard let mayor = coder.decodeObject(of: NSString.self, forKey: "mayor") else { return nil }
        population = coder.decodeInteger(forKey: "population")
        self.mayor = mayor as String
        super.init(coder: coder)
    }

    public override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(population, forKey: "population")
        coder.encode(mayor as NSString, forKey: "mayor")
    }
}

/// Another kind of node.
public final class ArchivedStation: ArchivedPlace {
    let elevation: Double
    let isOpen: Bool

    override var kind: PlaceRecord.Kind { .station(elevation: elevation, isOpen: isOpen) }

    init(_ record: PlaceRecord, elevation: Double, isOpen: Bool) {
        self.elevation = elevation
        self.isOpen = isOpen
        super.init(record)
    }

    public required init?(coder: NSCoder) {
        elevation = coder.decodeDouble(forKey: "elevation")
        isOpen = coder.decodeBool(forKey: "isOpen")
        super.init(coder: coder)
    }

    public override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(elevation, forKey: "elevation")
        coder.encode(isOpen, forKey: "isOpen")
    }
}
