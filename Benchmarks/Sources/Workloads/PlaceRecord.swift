/// A node of the graph workload, and what every result is compared with. The nodes that it leads to stand as their numbers.
public struct PlaceRecord: Equatable, Sendable {
    public enum Kind: Equatable, Sendable {
        case place
        case city(population: Int, mayor: String)
        case station(elevation: Double, isOpen: Bool)
    }

    public var number: Int
    public var name: String
    public var neighbours: [Int]
    public var kind: Kind
}

extension PlaceRecord {
    /// Nodes in districts of fifty that have no neighbours outside of them, so that no path is longer than a district
    /// and neither of us runs into a limit of depth. A node has none to three neighbours; so most are shared.
    ///
    /// Each neighbour is a property of its own. NSKeyedArchiver on Linux looks up every array by a hash of its count alone, and
    /// with ten thousand arrays of neighbours takes more than five minutes: its better case is measured here.
    ///
    /// - Parameter isCyclic: True, and any node of the district may be a neighbour, the node itself too; false, and only later ones.
    public static func generated(count: Int, isCyclic: Bool) -> [PlaceRecord] {
        var generator = SeededGenerator(seed: 0x6772617068)
        return (0..<count).map { number in
            let start = number / district * district
            let end = min(start + district, count)
            let first = isCyclic ? start : number + 1
            let wanted = Int.random(in: 0...3, using: &generator)
            let neighbours = first < end ? (0..<wanted).map { _ in Int.random(in: first..<end, using: &generator) } : []
            return PlaceRecord(
                number: number, name: "Place number \(number)", neighbours: neighbours, kind: kind(number, &generator))
        }
    }

    private static let district = 50

    private static func kind(_ number: Int, _ generator: inout SeededGenerator) -> Kind {
        switch number % 3 {
        case 0: .place
        case 1:
            .city(population: Int.random(in: 1000...5_000_000, using: &generator), mayor: "Mayor of place \(number)")
        default:
            .station(
                elevation: Double.random(in: -10...4000, using: &generator), isOpen: Bool.random(using: &generator))
        }
    }
}
