import Foundation
import ModelCore
import TestSupport
import Testing

/// What an object puts in its place when it was read.
@Suite("Awaking after decoding")
struct AwakingTests {
    /// One instance for each identifier, in the program that a test is.
    final class Country: BaseModel {
        private static let own = ModelClass(Country.self, overrides: .awakeAfterDecoding)
        override class var modelClass: ModelClass { own }
        @TaskLocal static var known: Known?

        final class Known: @unchecked Sendable {
            var countries: [String: Country] = [:]
        }

        var code = ""
        var name = ""
        var capital: City?
        var cities: [City] = []
        var regions: [String: [City]] = [:]
        override class var modelProperties: [ModelProperty] {
            [
                ModelProperty("code", \Country.code), ModelProperty("name", \Country.name),
                ModelProperty("capital", \Country.capital), ModelProperty("cities", \Country.cities),
                ModelProperty("regions", \Country.regions),
            ]
        }

        override func awakeAfterDecoding() throws -> BaseModel {
            if code == "XX" { throw CancellationError() }
            guard let known = Self.known else { return self }
            if let other = known.countries[code] { return other }
            known.countries[code] = self
            return self
        }
    }

    final class City: BaseModel {
        private static let own = ModelClass(City.self, overrides: [])
        override class var modelClass: ModelClass { own }
        var country: Country?
        weak var weakCountry: Country?
        var others: [Country] = []
        var named: [String: [Country]] = [:]
        var anything: Any?
        override class var modelProperties: [ModelProperty] {
            [
                ModelProperty("country", \City.country), ModelProperty("weakCountry", \City.weakCountry),
                ModelProperty("others", \City.others), ModelProperty("named", \City.named),
            ]
        }
    }

    private func country(_ code: String) -> Country {
        let country = Country()
        country.code = code
        return country
    }

    @Test("An instance that the program has takes the place of each with its identifier")
    func unique() throws {
        let list = [country("DE"), country("FR"), country("DE")]
        list[2].name = "another"
        let document = try ModelDocument(encoding: list + [list[0]])
        try Country.$known.withValue(Country.Known()) {
            let first = try document.decode([Country].self)
            #expect(first[0] === first[2] && first[0] === first[3] && first[0] !== first[1])
            #expect(first[0].name == "")
            let second = try document.decode([Country].self)
            #expect(zip(first, second).allSatisfy { $0 === $1 })
        }
    }

    @Test("It stands wherever the file leads to the object, also from within it")
    func cycles() throws {
        let old = country("DE")
        let city = City()
        (city.country, city.weakCountry, city.others) = (old, old, [country("FR"), old, old])
        city.named = ["a": [old], "b": []]
        (old.capital, old.cities, old.regions) = (city, [city], ["x": [city]])
        let document = try ModelDocument(encoding: [old, old])
        (city.country, city.others, city.named) = (nil, [], [:])
        try Country.$known.withValue(Country.Known()) {
            let kept = country("DE")
            Country.known?.countries["DE"] = kept
            Country.known?.countries["FR"] = country("FR")
            let found = try document.decode([Country].self)
            #expect(found[0] === kept && found[1] === kept)
            #expect(kept.capital == nil)
        }
        // Where nothing takes its place, everything leads to itself.
        let same = try document.decode([Country].self)
        #expect(same[0].capital?.country === same[0] && same[0].capital?.others[2] === same[0])
        same[0].capital?.country = nil
        same[0].capital?.others = []
        same[0].capital?.named = [:]
    }

    /// Puts another object of its own in its place, which has what it had.
    final class Old: BaseModel {
        private static let own = ModelClass(Old.self, name: "AwakingOld", overrides: .awakeAfterDecoding)
        override class var modelClass: ModelClass { own }
        var name = ""
        var parts: [Part] = []
        override class var modelProperties: [ModelProperty] {
            [ModelProperty("name", \Old.name), ModelProperty("parts", \Old.parts)]
        }
        override func awakeAfterDecoding() throws -> BaseModel {
            if name == "same" { return self }
            let new = Old()
            (new.name, new.parts) = (name + "!", parts)
            return new
        }
    }

    final class Part: BaseModel {
        private static let own = ModelClass(Part.self, name: "AwakingPart", overrides: [])
        override class var modelClass: ModelClass { own }
        var whole: Old?
        weak var owner: Old?
        var list: [Old] = []
        var table: [String: Old] = [:]
        var any: [Any] = []
        override class var modelProperties: [ModelProperty] {
            [
                ModelProperty("whole", \Part.whole), ModelProperty("owner", \Part.owner),
                ModelProperty("list", \Part.list), ModelProperty("table", \Part.table),
            ]
        }
    }

    @Test("What was given the object before it was ready has the new one in the end")
    func early() throws {
        let old = Old()
        old.name = "x"
        let part = Part()
        (part.whole, part.owner, part.list, part.table) = (old, old, [old, old], ["k": old])
        old.parts = [part, part]
        let document = try ModelDocument(encoding: old)
        let new = try document.decode(Old.self)
        #expect(new.name == "x!" && new.parts.count == 2)
        let found = new.parts[0]
        #expect(found.whole === new && found.owner === new && found.table["k"] === new)
        #expect(found.list.count == 2 && found.list.allSatisfy { $0 === new })
        for part in [part, found] { (part.whole, part.list, part.table) = (nil, [], [:]) }
    }

    @Test("So has each of several that were given it, wherever they have it")
    func severalEarly() throws {
        let old = Old()
        old.name = "x"
        old.parts = (0..<3).map { _ in Part() }
        let same = Old()
        same.name = "same"
        for (index, part) in old.parts.enumerated() {
            part.list = Array(repeating: same, count: index) + [old, same, old]
            part.table = ["a": same, "k": old]
            part.whole = index == 1 ? nil : old
        }
        let document = try ModelDocument(encoding: old)
        let new = try document.decode(Old.self)
        #expect(new.name == "x!" && new.parts.count == 3)
        for (index, part) in new.parts.enumerated() {
            #expect(part.list.map { $0 === new } == Array(repeating: false, count: index) + [true, false, true], "\(index)")
            #expect(part.table["k"] === new && part.table["a"]?.name == "same")
            #expect(part.whole === (index == 1 ? nil : new))
        }
        for part in old.parts + new.parts { (part.whole, part.list, part.table) = (nil, [], [:]) }
    }

    @Test("An object that waits for more stack awakes, too")
    func deferred() throws {
        func chain(_ count: Int) -> Old {
            var first = Old()
            for _ in 1..<count {
                let next = Old()
                next.parts = [Part()]
                next.parts[0].whole = first
                first = next
            }
            return first
        }
        let count = 20_000
        let limits = DecodingLimits(depth: count * 8, nodes: 10_000_000, bytes: 1 << 30)
        let document = try ModelDocument(encoding: chain(count), limits: limits)
        var next: Old? = try document.decode(Old.self, limits: limits)
        var seen = 0
        while let old = next {
            #expect(old.name == "!")
            seen += 1
            next = old.parts.first?.whole
        }
        #expect(seen == count)
    }

    @Test("What it throws has the way to the object; init(…) can't be another instance")
    func errors() throws {
        let city = City()
        city.others = [country("DE"), country("XX")]
        let error = #expect(throws: ModelError.self) { try ModelDocument(encoding: city).decode(City.self) }
        #expect(error?.path.description == "others[1]" && error?.underlyingError is CancellationError)
        let content = try KeyedArchive().encode(Old())
        #expect {
            try KeyedArchive().decode(from: content) { _ = try Old(coder: $0) }
        } throws: { ($0 as? ModelError)?.code == .classMismatch }
        #expect(try KeyedArchive().decode(from: content) { try Old.instance(coder: $0)?.name } == "!")
    }
}
