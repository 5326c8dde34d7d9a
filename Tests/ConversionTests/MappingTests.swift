#if Macros
import FastCoder
import Foundation
import HRCoder
import JSONFormat
import ModelCore
import PlistFormat
import Testing

@Suite("Mappings")
struct MappingTests {
    enum Grade: String { case low, high }
    struct Note: Codable, Equatable { var text = "" }

    /// Classes whose source says nothing.
    @Model class Maker: BaseModel {
        var firstName = ""
        var city: String?
        var born: Date?
        var grade = Grade.low
        var grades: [Grade] = []
        var note = Note()
        var anything: Any?
        var secret = "mine"
        final var things: [Thing] = []
    }
    @Model final class Master: Maker {
        var rank = 0
    }
    @Model final class Thing: BaseModel {
        var title = ""
        weak var maker: Maker?
        var price = 0
    }

    static func mapping(leavesOthersOut: Bool = false) throws -> ModelMapping {
        var mapping = ModelMapping()
        try mapping.map(
            Maker.self,
            [
                PropertyMapping("firstName", key: "first_name"),
                PropertyMapping("city", key: PropertyKey(path: "home.city")),
                PropertyMapping("born", key: PropertyKey(path: "home.born"), with: .date(.day)),
                PropertyMapping("things", key: "works", inverse: .property(named: "maker")),
                PropertyMapping("grade"), PropertyMapping("grades"), PropertyMapping("note"),
                PropertyMapping("anything"),
            ], leavesOthersOut: leavesOthersOut)
        try mapping.map(
            Thing.self,
            [PropertyMapping("price", key: "cost", with: ModelTransform(encode: { "\($0)" }, decode: { Int($0) }))])
        return mapping
    }

    static func maker() -> Maker {
        let maker = Maker()
        maker.firstName = "Ada"
        maker.city = "London"
        maker.born = Date(timeIntervalSince1970: 86_400)
        maker.grade = .high
        maker.grades = [.low, .high]
        maker.note.text = "new"
        maker.anything = [1, "two"] as [Any]
        maker.secret = "changed"
        let thing = Thing()
        thing.title = "Engine"
        thing.price = 12
        maker.things = [thing]
        return maker
    }

    @Test("JSON as the mapping has it")
    func json() throws {
        let format = try JSONFormat().mapped(by: Self.mapping(leavesOthersOut: true))
        let data = try format.encode(Self.maker())
        #expect(
            String(decoding: data, as: UTF8.self) == """
                {"first_name":"Ada","home":{"city":"London","born":"1970-01-02"},"grade":"high",\
                "grades":["low","high"],"note":{"text":"new"},"anything":[1,"two"],\
                "works":[{"title":"Engine","maker":null,"cost":"12"}]}
                """.replacing(#""maker":null,"#, with: ""))
        let read = try format.decode(Maker.self, from: data)
        #expect(read.firstName == "Ada" && read.city == "London" && read.secret == "mine")
        #expect(read.born == Date(timeIntervalSince1970: 86_400))
        #expect(read.grade == .high && read.grades == [.low, .high] && read.note.text == "new")
        #expect(read.things.map(\.price) == [12] && read.things[0].maker === read)
        #expect((read.anything as? [Any])?.count == 2 && read.unknownValues == nil)
    }

    @Test("Every format", arguments: [FileFormat.keyedArchive, .fastCoding, .hrCodedJSON, .xmlPropertyList, .binaryPropertyList, .json])
    func formats(format: FileFormat) throws {
        for leavesOthersOut in [false, true] {
            let mapping = try Self.mapping(leavesOthersOut: leavesOthersOut)
            func data(_ provider: some FormatProvider) throws -> Data {
                try provider.mapped(by: mapping).encode(Self.maker(), as: format)
            }
            func maker(_ provider: some FormatProvider, _ data: Data) throws -> Maker {
                try provider.mapped(by: mapping).decode(Maker.self, from: data, as: format)
            }
            let provider = try FormatRegistry.current.provider(for: format)
            let read = try maker(provider, try data(provider))
            #expect(read.firstName == "Ada" && read.city == "London")
            #expect(read.born == Date(timeIntervalSince1970: 86_400))
            #expect(read.secret == (leavesOthersOut ? "mine" : "changed"))
            #expect(read.things.map(\.price) == [12] && read.things[0].maker === read)
            #expect(read.unknownValues == nil)
        }
    }

    @Model class Dated: BaseModel {
        var label = ""
        @Transform(.date(.secondsSince1970)) var made = Date(timeIntervalSince1970: 0)
        @Transform(.hex) var token: Data? = Data([1])
        @Lenient var parts: [Int] = []
        var count: Int? = 5
        var grade: Grade? = .high
    }

    @Test("What a mapping doesn't name has the form that the class says, and its nil", arguments: FormatRegistry.current.formats)
    func otherForms(format: FileFormat) throws {
        guard let provider = try? FormatRegistry.current.provider(for: format), provider.capabilities(of: format).contains(.null),
            !provider.capabilities(of: format).contains(.confidential)
        else { return }
        var mapping = ModelMapping()
        try mapping.map(Dated.self, [PropertyMapping("label", with: ModelTransform(encode: { $0 + "!" }, decode: { String($0.dropLast()) }))])
        func check<Format: FormatProvider>(_ provider: Format) throws {
            let dated = Dated()
            (dated.label, dated.made, dated.parts) = ("x", Date(timeIntervalSince1970: 90), [1, 2])
            for token in [nil, Data([255])] {
                (dated.token, dated.count, dated.grade) = (token, nil, nil)
                let data = try provider.mapped(by: mapping).encode(dated, as: format)
                let document = try provider.document(from: data, as: format)
                #expect(document["label"]?.stringValue == "x!" && document["made"]?.doubleValue == 90)
                let read = try provider.mapped(by: mapping).decode(Dated.self, from: data, as: format)
                #expect(read.label == "x" && read.made == dated.made && read.parts == [1, 2])
                #expect(read.token == token && read.count == nil && read.grade == nil, "\(format)")
            }
        }
        try check(provider)
    }

    final class Handmade: BaseModel {
        var tags: [String] = []
        var number = 1
        override class var modelProperties: [ModelProperty] {
            [ModelProperty("tags", \Handmade.tags), ModelProperty("number", \Handmade.number)]
        }
    }

    @Test("A class that lists its properties by hand has them as the mapping says")
    func handmade() throws {
        var mapping = ModelMapping()
        try mapping.map(Handmade.self, [PropertyMapping("tags", key: "labels", with: .separated(by: ","))])
        let handmade = Handmade()
        (handmade.tags, handmade.number) = (["a", "b"], 2)
        let json = try JSONFormat().mapped(by: mapping).encode(handmade)
        #expect(String(decoding: json, as: UTF8.self) == #"{"labels":"a,b","number":2}"#)
        let list = try PlistFormat().mapped(by: mapping).encode(handmade)
        for read in [
            try JSONFormat().mapped(by: mapping).decode(Handmade.self, from: json),
            try PlistFormat().mapped(by: mapping).decode(Handmade.self, from: list),
            try Handmade(dictionary: ["labels": "a,b", "number": 2], mapping: mapping),
        ] {
            #expect(read.tags == ["a", "b"] && read.number == 2)
        }
    }

    @Test("Subclasses, keys that nobody knows, and a null")
    func subclasses() throws {
        let format = try JSONFormat().mapped(by: Self.mapping())
        let text = #"{"first_name":"Bob","home":{"born":null,"street":"x"},"rank":3,"secret":"s","more":1}"#
        let read = try format.decode(Master.self, from: Data(text.utf8))
        #expect(read.firstName == "Bob" && read.rank == 3 && read.secret == "s" && read.born == nil)
        #expect(read.unknownValues?.root.keys == ["home", "more"])
        let written = try format.document(from: format.encode(read))
        #expect(written[["home", "street"]]?.stringValue == "x" && written["more"]?.intValue == 1)
        // Without the mapping, none of that holds.
        #expect(try JSONFormat().decode(Master.self, from: Data(text.utf8)).firstName.isEmpty)
    }

    @Test("A value that isn't in its form is an error with the file's path")
    func errors() throws {
        let format = try JSONFormat().mapped(by: Self.mapping())
        #expect {
            try format.decode(Maker.self, from: Data(#"{"home": {"born": "tomorrow"}}"#.utf8))
        } throws: { error in
            (error as? ModelError).map { "\($0.path)" } == "home.born"
        }
        #expect {
            try format.decode(Maker.self, from: Data(#"{"works": [{"cost": "x"}]}"#.utf8))
        } throws: { error in
            (error as? ModelError).map { "\($0.path)" } == "works[0].cost"
        }
        var mapping = ModelMapping()
        #expect { try mapping.map(Maker.self, [PropertyMapping("age")]) } throws: {
            ($0 as? ModelError)?.code == .unknownProperty
        }
        #expect {
            try mapping.map(Maker.self, [PropertyMapping("things", inverse: .property(named: "owner"))])
        } throws: {
            ($0 as? ModelError)?.code == .unknownRelationship
        }
        #expect {
            try mapping.map(Maker.self, [PropertyMapping("firstName", with: .date(.day))])
        } throws: { error in
            guard let error = error as? ModelError else { return false }
            return error.code == .typeMismatch && "\(error.path)" == "firstName"
        }
        #expect { try PropertyMapping("born", transformNamed: "MappingTests.None") } throws: {
            ($0 as? ModelError)?.code == .unknownTransform
        }
    }

    @Test("Dictionaries, and transforms by name")
    func dictionaries() throws {
        ModelTransform<Date>.date(.day).register(as: "MappingTests.Day")
        var mapping = try Self.mapping()
        try mapping.map(
            Maker.self,
            [
                PropertyMapping("born", key: "birthday", transformNamed: "MappingTests.Day"),
                PropertyMapping("anything", with: ModelTransform(encode: { $0 + 1 }, decode: { (i: Int) in i - 1 })),
                PropertyMapping("things", inverse: .property(named: "maker")),
            ])
        let given: [String: Any] = [
            "birthday": "1970-01-02", "anything": 4, "things": [["title": "Engine", "cost": "12"]], "more": true,
        ]
        let maker = try Maker(dictionary: given, mapping: mapping)
        #expect(maker.born == Date(timeIntervalSince1970: 86_400) && maker.anything as? Int == 3)
        #expect(maker.things.map(\.price) == [12] && maker.things[0].maker === maker)
        let dictionary = try maker.dictionaryRepresentation(mapping: mapping)
        #expect(dictionary["birthday"] as? String == "1970-01-02" && dictionary["more"] == nil)
        #expect((dictionary["things"] as? [[String: Any]])?.first?["cost"] as? String == "12")

        let thing = Thing()
        try maker.add(thing, to: "things", mapping: mapping)
        #expect(thing.maker === maker)
        try maker.remove(thing, from: "things", mapping: mapping)
        #expect(thing.maker == nil)
        #expect(try Maker.relationship(forKey: "things", mapping: mapping).inverseName == "maker")
        #expect(try Maker.relationship(forKey: "things").inverseName == nil)
    }
}
#endif
