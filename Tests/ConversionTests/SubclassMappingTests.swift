#if Macros
import Foundation
import JSONFormat
import ModelCore
import Testing

@Suite("Mappings of a class and of its subclasses")
struct SubclassMappingTests {
    @Model("MappedBase") class Base: BaseModel {
        var name = ""
        var city = ""
        var secret = "own"
    }
    @Model("MappedDerived") class Derived: Base {
        var rank = 0
    }
    @Model("MappedThird") final class Third: Derived {
        var level = 0
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let base: Bool
        let derived: Bool
        /// The keys that files have of each class.
        let keys: [[String]]

        static let all = [
            Case(
                testDescription: "Both have the other properties, too", base: false, derived: false,
                keys: [
                    ["baseCity", "baseName", "secret"], ["baseCity", "derivedName", "rank", "secret"],
                    ["baseCity", "derivedName", "level", "rank", "secret"],
                ]),
            Case(
                testDescription: "The superclass has no others", base: true, derived: false,
                keys: [
                    ["baseCity", "baseName"], ["baseCity", "derivedName", "rank", "secret"],
                    ["baseCity", "derivedName", "level", "rank", "secret"],
                ]),
            Case(
                testDescription: "The subclass has no others", base: false, derived: true,
                keys: [
                    ["baseCity", "baseName", "secret"], ["baseCity", "derivedName"], ["baseCity", "derivedName"],
                ]),
        ]
    }

    @Test(
        "What is said of the subclass comes first, and what is said of the superclass alone holds for it, too",
        arguments: Case.all, BesideKeyTests.formats)
    func nearest(_ mapped: Case, _ format: FileFormat) throws {
        for isTurned in [false, true] {
            var mapping = ModelMapping()
            for isBase in [!isTurned, isTurned] {
                if isBase {
                    try mapping.map(
                        Base.self,
                        [PropertyMapping("name", key: "baseName"), PropertyMapping("city", key: "baseCity")],
                        leavesOthersOut: mapped.base)
                } else {
                    try mapping.map(
                        Derived.self, [PropertyMapping("name", key: "derivedName")], leavesOthersOut: mapped.derived)
                }
            }
            let provider = try FormatRegistry.current.provider(for: format)
            let models = [Base(), Derived(), Third()]
            for (index, model) in models.enumerated() {
                (model.name, model.city, model.secret) = ("n", "c", "s")
                func check<Model: Base>(_ type: Model.Type) throws {
                    guard let model = model as? Model else { return }
                    let data = try provider.mapped(by: mapping).encode(model, as: format)
                    let document = try provider.document(from: data, as: format)
                    #expect(document.root.keys.sorted() == mapped.keys[index])
                    let read = try provider.mapped(by: mapping).decode(Model.self, from: data, as: format)
                    #expect(read.name == "n" && read.city == "c" && read.unknownValues == nil)
                    #expect(read.secret == (mapped.keys[index].contains("secret") ? "s" : "own"))
                }
                switch index {
                case 0: try check(Base.self)
                case 1: try check(Derived.self)
                default: try check(Third.self)
                }
            }
        }
    }

    /// Keys for one format and for all.
    @Model("MappedKeyed") final class Keyed: BaseModel {
        @Key("all", aliases: ["first", "second"]) @Key("json", aliases: ["third"], for: [.xmlPropertyList, .json])
        var name = ""
        @Transform(.date(.secondsSince1970).only(for: [.json, .xmlPropertyList])) var date = Date(
            timeIntervalSince1970: 0)
        @Transform(.each(.date(.day))) var days: [Date] = []
    }

    @Test("What holds for several formats holds for each of them", arguments: BesideKeyTests.formats)
    func someFormats(_ format: FileFormat) throws {
        let provider = try FormatRegistry.current.provider(for: format)
        let keyed = Keyed()
        (keyed.name, keyed.date) = ("n", Date(timeIntervalSince1970: 100))
        let document = try provider.document(from: provider.encode(keyed, as: format), as: format)
        let isOne = [.json, .xmlPropertyList].contains(format)
        #expect(document[isOne ? "json" : "all"]?.stringValue == "n" && document[isOne ? "all" : "json"] == nil)
        #expect((document["date"]?.doubleValue == 100) == isOne)
        let back = try provider.decode(Keyed.self, from: provider.encode(keyed, as: format), as: format)
        #expect(back.name == "n" && back.date == keyed.date)
        for alias in ["first", "second"] + (isOne ? ["third"] : []) {
            let old = try provider.encode(ModelDocument(encoding: [alias: "old"]), as: format)
            #expect(try provider.decode(Keyed.self, from: old, as: format).name == "old", "\(alias)")
        }
    }

    @Model("MappedHome") final class Home: BaseModel {
        var homePlace: Base?
        @Key(path: "homePlace.zip", aliases: ["homePlace.oldZip", "homePlace.olderZip"]) var zip = 0
        @Key(path: "homePlace.deep.level", aliases: ["homePlace.deep.oldLevel"]) var level = 0
    }

    @Test("An older key path leads through a property whose key the format styles, as the newest does")
    func olderPaths() throws {
        for (format, own) in [
            (JSONFormat(keys: .snakeCase), "home_place"), (JSONFormat(keys: .kebabCase), "home-place"),
            (JSONFormat(), "homePlace"),
        ] {
            for key in ["zip", "oldZip", "olderZip"] {
                for deep in ["level", "oldLevel"] {
                    let values = [own: [key: 5, "deep": [deep: 6], "name": "n"] as [String: Any]]
                    let data = try JSONFormat().encode(ModelDocument(encoding: values as Any?))
                    let home = try format.decode(Home.self, from: data)
                    #expect(home.zip == 5 && home.level == 6 && home.homePlace?.name == "n", "\(own).\(key) \(deep)")
                }
            }
            let home = Home()
            (home.zip, home.level, home.homePlace) = (7, 8, Base())
            let again = try format.decode(Home.self, from: format.encode(home))
            #expect(again.zip == 7 && again.level == 8)
            #expect(try JSONFormat().document(from: format.encode(home)).root.keys == [own])
        }
    }

    @Test("An error says which of a list's elements it is about", arguments: BesideKeyTests.formats)
    func secondElement(_ format: FileFormat) throws {
        let provider = try FormatRegistry.current.provider(for: format)
        let days = ["2026-01-01", "2026-01-02", "never"]
        let data = try provider.encode(ModelDocument(encoding: ["days": days]), as: format)
        let error = #expect(throws: ModelError.self) { try provider.decode(Keyed.self, from: data, as: format) }
        #expect(error?.path.description == "days[2]")
    }
}
#endif
