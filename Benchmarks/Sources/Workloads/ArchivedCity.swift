import Foundation

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
