extension FeatureCollection {
    /// A made-up country with many islands, the same each time: 480 rings of numbers with 15 to 17 digits, 2 MB of JSON.
    static func generatedCountry() -> FeatureCollection {
        var generator = SeededGenerator(seed: 0x6361_6E61_6461)
        let rings = (0..<480).map { _ in
            let count = Int.random(in: 9...220, using: &generator)
            return generator.ring(count: count) { Double.random(in: $0, using: &$1) }
        }
        return FeatureCollection([Feature(rings, name: "Country")])
    }

    /// A made-up world, the same each time: 150 countries with one ring each of numbers with six decimals, 0.15 MB of JSON.
    static func generatedWorld() -> FeatureCollection {
        var generator = SeededGenerator(seed: 0x67656F)
        return FeatureCollection(
            (0..<150).map { number in
                let count = Int.random(in: 7...80, using: &generator)
                let ring = generator.ring(count: count) { Vocabulary.number(in: $0, digits: 6, &$1) }
                let feature = Feature([ring], name: "Country \(number)")
                feature.id = "C\(number)"
                return feature
            })
    }

    private convenience init(_ features: [Feature]) {
        self.init()
        type = "FeatureCollection"
        self.features = features
    }
}

extension Feature {
    fileprivate convenience init(_ rings: [[[Double]]], name: String) {
        self.init()
        type = "Feature"
        properties = ["name": name]
        geometry.type = "Polygon"
        geometry.coordinates = rings
    }
}

extension SeededGenerator {
    /// The points of a ring. The last one is the first one again.
    ///
    /// - Parameter number: Makes a number in a range.
    fileprivate mutating func ring(
        count: Int, number: (ClosedRange<Double>, inout SeededGenerator) -> Double
    ) -> [[Double]] {
        let longitude = Double.random(in: -140...(-53), using: &self)
        let latitude = Double.random(in: 43...82, using: &self)
        var points = (1..<count).map { _ in
            [number(longitude...longitude + 1, &self), number(latitude...latitude + 1, &self)]
        }
        points.append(points[0])
        return points
    }
}
