import Foundation

/// A node of the graph: NSKeyedArchiver's.
public class ArchivedPlace: NSObject, NSSecureCoding {
    public class var supportsSecureCoding: Bool { true }

    static let classes: [AnyClass] = [ArchivedPlace.self, ArchivedCity.self, ArchivedStation.self]

    let number: Int
    let name: String
    var first: ArchivedPlace?
    var second: ArchivedPlace?
    var third: ArchivedPlace?
    var kind: PlaceRecord.Kind { .place }

    init(_ record: PlaceRecord) {
        number = record.number
        name = record.name
    }

    public required init?(coder: NSCoder) {
        guard let name = coder.decodeObject(of: NSString.self, forKey: "name") else { return nil }
        number = coder.decodeInteger(forKey: "number")
        self.name = name as String
        first = Self.decode("first", from: coder)
        second = Self.decode("second", from: coder)
        third = Self.decode("third", from: coder)
    }

    public func encode(with coder: NSCoder) {
        coder.encode(number, forKey: "number")
        coder.encode(name as NSString, forKey: "name")
        if let first { coder.encode(first, forKey: "first") }
        if let second { coder.encode(second, forKey: "second") }
        if let third { coder.encode(third, forKey: "third") }
    }

    private static func decode(_ key: String, from coder: NSCoder) -> ArchivedPlace? {
        // A key that isn't there fails the whole archive.
        guard coder.containsValue(forKey: key) else { return nil }
        return coder.decodeObject(of: classes, forKey: key) as? ArchivedPlace
    }

    static func make(_ record: PlaceRecord) -> ArchivedPlace {
        switch record.kind {
        case .place: ArchivedPlace(record)
        case .city(let population, let mayor): ArchivedCity(record, population: population, mayor: mayor)
        case .station(let elevation, let isOpen): ArchivedStation(record, elevation: elevation, isOpen: isOpen)
        }
    }
}

extension ArchivedPlace {
    /// The nodes that this one leads to, three at the most.
    var neighbours: [ArchivedPlace] {
        get { [first, second, third].compactMap(\.self) }
        set {
            first = newValue.first
            second = newValue.dropFirst().first
            third = newValue.dropFirst(2).first
        }
    }
}
