import Foundation
import ModelCore

#if Macros
    /// Arrays, sets, dictionaries and optionals in one another, empty and not.
    @Model final class GoldenCollections: BaseModel {
        var empty: [Int] = [1]
        var numbers: [Int] = []
        var rows: [[Int]] = []
        var cubes: [[[Double]]] = []
        var holes: [Int?] = []
        var holesInRows: [[Int?]?] = []
        var maybeList: [String]?
        var maybeEmpty: [String]?
        var set: Set<Int> = []
        var emptySet: Set<Int> = [1]
        var texts: Set<String> = []
        var sets: [Set<Int>] = []
        var setOfArrays: Set<[Int]> = []
        var maybeSet: Set<UInt8>?
        var table: [String: Int] = [:]
        var emptyTable: [String: Int] = ["a": 1]
        var tables: [[String: [Int]]] = []
        var tableOfTables: [String: [String: [String: Int]]] = [:]
        var tableOfSets: [String: Set<Int>] = [:]
        var holesInTable: [String: Int?] = [:]
        var maybeTable: [String: Bool]?
        var removed: Int? = 5
        var changed: Int? = 5
        var removedList: [Int]? = [5]

        static func sample() -> GoldenCollections {
            let sample = GoldenCollections()
            (sample.empty, sample.numbers, sample.rows) = ([], Array(-5..<20), [[], [1], [2, 3], []])
            (sample.cubes, sample.holes) = ([[[0.5]], [], [[], [1, 2]]], [1, nil, 3, nil])
            (sample.holesInRows, sample.maybeList, sample.maybeEmpty) = ([nil, [nil, 1], []], ["a", "b"], [])
            (sample.set, sample.emptySet, sample.texts) = ([5, 3, -1, 1000], [], ["x", "", "é"])
            (sample.sets, sample.setOfArrays, sample.maybeSet) = ([[1, 2], []], [[1], [], [1, 2]], [255])
            (sample.table, sample.emptyTable) = (["a": 1, "": 2, "z z": -3], [:])
            (sample.tables, sample.tableOfTables) = ([[:], ["k": [1], "l": []]], ["a": ["b": ["c": 1]], "d": [:]])
            (sample.tableOfSets, sample.holesInTable) = (["s": [1, 2]], ["nil": nil, "one": 1])
            (sample.maybeTable, sample.removed, sample.changed, sample.removedList) = (["t": true], nil, 6, nil)
            return sample
        }
    }

    /// Dictionaries by keys of each type.
    @Model final class GoldenKeyedTables: BaseModel {
        var byBool: [Bool: Int] = [:]
        var byInt: [Int: String] = [:]
        var byInt8: [Int8: Int] = [:]
        var byUInt64: [UInt64: Int] = [:]
        var byDouble: [Double: Int] = [:]
        var byFloat: [Float: Int] = [:]
        var byData: [Data: Int] = [:]
        var byRawText: [GoldenSuit: Int] = [:]
        var byRawNumber: [GoldenLevel: [Int]] = [:]
        var byOptional: [Int?: Int] = [:]
        var byInnerInt: [String: [Int: Bool]] = [:]
        var models: [Int: GoldenItem] = [:]
        var lists: [UInt8: [GoldenItem]] = [:]

        static func sample() -> GoldenKeyedTables {
            let sample = GoldenKeyedTables()
            sample.byBool = [true: 1, false: 0]
            sample.byInt = [.min: "low", -1: "minus", 0: "zero", .max: "high"]
            (sample.byInt8, sample.byUInt64) = ([-128: 1, 127: 2], [0: 1, .max: 2])
            sample.byDouble = [0.1: 1, -2: 2, 1e300: 3]
            (sample.byFloat, sample.byData) = ([0.1: 1, 3: 2], [Data([1, 2]): 1, Data(): 2])
            (sample.byRawText, sample.byRawNumber) = ([.hearts: 1, .none: 2], [.low: [1], .highest: []])
            (sample.byInnerInt, sample.byOptional) = (["x": [1: true, 2: false]], [1: 2])
            (sample.models, sample.lists) = ([7: GoldenItem("seven")], [8: [GoldenItem("a"), GoldenItem("b")]])
            return sample
        }
    }

    /// Dictionaries by arrays and structs, whose keys are no texts.
    @Model final class GoldenComposedKeys: BaseModel {
        var byArray: [[Int]: String] = [:]
        var byRange: [Range<Int>: Int] = [:]
        var byPlace: [GoldenPlace: Int] = [:]

        static func sample() -> GoldenComposedKeys {
            let sample = GoldenComposedKeys()
            sample.byArray = [[1, 2]: "a", []: "b"]
            sample.byRange = [1..<3: 1]
            sample.byPlace = [GoldenPlace(latitude: 1.5, longitude: -2): 3]
            return sample
        }
    }

    /// Models that are equal by a property, in sets and as keys.
    @Model final class GoldenHashed: BaseModel {
        var set: Set<GoldenCountry> = []
        var table: [GoldenCountry: String] = [:]
        var favourite: GoldenCountry?

        static func sample() -> GoldenHashed {
            let sample = GoldenHashed()
            let (one, two) = (GoldenCountry("FR", 1.5), GoldenCountry("DE", 2.5))
            sample.set = [one, two]
            sample.table = [GoldenCountry("IT", 3): "Italy"]
            sample.favourite = GoldenCountry("FR", 9)
            return sample
        }
    }

    /// A model that is equal to others with its code.
    @Model(hashable: ["code"]) final class GoldenCountry: BaseModel {
        var code = ""
        var area = 0.0

        convenience init(_ code: String, _ area: Double) {
            self.init()
            (self.code, self.area) = (code, area)
        }
    }

    /// A small model.
    @Model class GoldenItem: BaseModel {
        var name = ""
        var count = 0

        convenience init(_ name: String, _ count: Int = 1) {
            self.init()
            (self.name, self.count) = (name, count)
        }
    }
#endif
