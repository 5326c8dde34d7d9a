import Foundation
import ModelCore
import Testing

#if Macros

@Suite("Structs with @Model")
struct StructTests {
    enum Grade: String { case low, high }
    struct Place: Codable, Equatable { var latitude = 0.0 }

    @Model struct Address: Equatable, Hashable {
        let street: String
        var city = "London"
        var zip: String?
        @Key("country_code", aliases: ["country"]) var country: String? = "UK"
        private var note = "n"
        @Transient var cache = 0
        let kind = "address"
        @Transform(.date(.day)) var since: Date?

        init(street: String) { self.street = street }
        var hidden: String { note }
    }

    @Model struct Everything: Equatable {
        var grade = Grade.low
        var grades: [Grade] = []
        var place = Place()
        var address: Address?
        var addresses: [Address] = []
        var byName: [String: Address] = [:]
        var set: Set<Address> = []
        var watched = 1 { didSet { Issue.record("An observer was called.") } }
        @Transient var whole = 2
        @Key var half: Int {
            get { whole / 2 }
            set { whole = newValue * 2 }
        }
        var id: UUID
        #if os(Linux)
        var linux = "yes"
        #else
        var other = "no"
        #endif
    }

    @Model(unknownKeys: .refuse) struct Deep: Equatable {
        @Key(path: "user.name") var name = ""
    }

    @Test("A key that it refuses is found on the way to properties, also where it isn't the first of its kind")
    func refusedOnTheWay() throws {
        func read(_ users: [[String: Any]]) throws -> [Deep] {
            try ModelDocument(encoding: users.map { ["user": $0] }).decode([Deep].self)
        }
        #expect(try read([["name": "a"], ["name": "b"]]).map(\.name) == ["a", "b"])
        let error = #expect(throws: ModelError.self) { try read([["name": "a"], ["name": "b", "x": 1]]) }
        #expect(error?.code == .unknownKey && error?.path.description == "[1].user.x")
    }

    /// Its memberwise initializer is there.
    @Model struct Point: Equatable {
        var x: Double
        var y: Double
    }

    @Model struct Pair<First: ModelValue & Equatable, Second: ModelValue & Equatable>: Equatable {
        var first: First
        var second: Second
    }

    @Model("StructTests.Holder") final class Holder: BaseModel {
        var home = Address(street: "Main")
        var points: [Point] = []
        var maybe: Point?
        var anything: Any?
    }

    private func document(of value: some ModelValue) throws -> ModelDocument { try ModelDocument(encoding: value) }

    @Test("A struct is a dictionary without a class")
    func dictionary() throws {
        let document = try document(of: Address(street: "Main"))
        #expect(document.root.kind == .dictionary)
        #expect(document.root.className == nil)
        #expect(document.root.properties.map(\.key) == ["street", "city", "country_code", "note", "kind"])
        #expect(document["street"]?.stringValue == "Main")
    }

    @Test("It comes back")
    func back() throws {
        var value = Everything(id: UUID())
        value.grade = .high
        value.grades = [.low, .high]
        value.place.latitude = 3
        value.address = Address(street: "a")
        value.addresses = [Address(street: "b"), Address(street: "c")]
        value.byName = ["x": Address(street: "d")]
        value.set = [Address(street: "e")]
        value.linux = "indeed"
        value.half = 4
        #expect(try document(of: value).decode(Everything.self) == value)
        let pair = Pair(first: 1, second: Optional("x"))
        #expect(try document(of: pair).decode(Pair<Int, String?>.self) == pair)
        #expect(try document(of: Pair(first: Point(x: 1, y: 2), second: [1])).decode(Pair<Point, [Int]>.self).second == [1])
        #expect(try document(of: [Point(x: 1, y: 2)]).decode([Point].self) == [Point(x: 1, y: 2)])
    }

    @Test("A missing key leaves the default, and is an error where there is none")
    func missing() throws {
        let address = try ModelDocument(encoding: ["street": "S", "country": "FR"]).decode(Address.self)
        #expect(address.city == "London" && address.country == "FR" && address.zip == nil)
        var wanted: ModelError?
        do {
            _ = try ModelDocument(encoding: [["city": "S"]]).decode([Address].self)
        } catch { wanted = ModelError(wrapping: error) }
        #expect(wanted?.code == .missingValue)
        #expect(wanted?.path.description == "[0].street")
        #expect(try ModelDocument(encoding: [String: Int]()).decode(Pair<Int?, String?>.self).first == nil)
    }

    @Test("A nil that isn't the default is written")
    func writtenNil() throws {
        var address = Address(street: "S")
        address.country = nil
        let document = try document(of: address)
        #expect(document["country_code"]?.isNull == true)
        #expect(document["zip"] == nil)
        #expect(try document.decode(Address.self).country == nil)
    }

    @Test("As a property of a model")
    func inModels() throws {
        let holder = Holder()
        holder.home.city = "Paris"
        holder.points = [Point(x: 1, y: 2)]
        holder.maybe = Point(x: 3, y: 4)
        holder.anything = Point(x: 5, y: 6)
        let back = try document(of: holder).decode(Holder.self)
        #expect(back.home == holder.home && back.points == holder.points && back.maybe == holder.maybe)
        #expect((back.anything as? [String: Any])?["x"] as? Double == 5)
        let copy = try holder.copy()
        #expect(copy.home == holder.home)
        try copy.setValue(Point(x: 7, y: 8), forKey: "maybe")
        #expect(copy.maybe?.x == 7)
    }

    @Test("Errors have the path in the file's terms")
    func paths() throws {
        do {
            _ = try ModelDocument(encoding: ["street": "s", "country_code": ["a"]] as [String: Any]).decode(Address.self)
            Issue.record("It was read.")
        } catch { #expect(ModelError(wrapping: error).path.description == "country_code") }
        for wrong in ["text", 5, [1], true] as [Any] {
            #expect(throws: ModelError.self) { try ModelDocument(encoding: wrong).decode(Address.self) }
        }
    }
}
#endif

@Suite("Structs that are described by hand")
struct DescribedStructTests {
    struct Point: ModelRecord {
        var x = 0.0
        var label = ""

        static let modelType: ModelType? = ModelType(
            "struct Point", [ModelProperty("x", \Point.x), ModelProperty("label", \Point.label)]
        ) { values in
            var point = Point(x: try values.value("x", or: 1))
            try values.set("label", in: &point)
            return point
        }
    }

    /// Has the description of another struct.
    struct Thief: ModelRecord {
        var x = 0
        static var modelType: ModelType? { Point.modelType }
    }

    /// Has a property of another struct.
    struct Mixed: ModelRecord {
        var x = 0.0
        static let modelType: ModelType? = ModelType(
            "struct Mixed", [ModelProperty("x", \Mixed.x), ModelProperty("label", \Point.label)]
        ) { Mixed(x: try $0.value("x")) }
    }

    /// Asks for values that it doesn't have, or of other types.
    struct Careless: ModelRecord {
        var x = 0.0
        nonisolated(unsafe) static var mistake = 0
        static let modelType: ModelType? = ModelType("struct Careless", [ModelProperty("x", \Careless.x)]) { values in
            var other = Point()
            switch unsafe mistake {
            case 0: return Careless(x: Double(try values.value("x") as Int))
            case 1: return Careless(x: try values.value("y"))
            default:
                try values.set("x", in: &other)
                return Careless()
            }
        }
    }

    /// Is stored as the value of a property that it doesn't have.
    struct Empty: ModelRecord {
        static let modelType: ModelType? = ModelType("struct Empty", [], form: .value) { _ in Empty() }
    }

    struct Bare: ModelRecord {
        static var modelType: ModelType? { nil }
    }

    @Test("It is read and written by its list")
    func lists() throws {
        let document = try ModelDocument(encoding: Point(x: 2, label: "a"))
        #expect(document["x"]?.doubleValue == 2 && document["label"]?.stringValue == "a")
        let back = try document.decode(Point.self)
        #expect(back.x == 2 && back.label == "a")
        #expect(try ModelDocument(encoding: [:] as [String: Int]).decode(Point.self).x == 1)
    }

    @Test("A description that isn't its own is an error, and no access to other memory")
    func mistakes() throws {
        let document = try ModelDocument(encoding: Point(x: 2, label: "a"))
        func expectMisuse(_ body: () throws -> Any) {
            #expect { _ = try body() } throws: { ($0 as? ModelError)?.code == .invalidCoding }
        }
        expectMisuse { try ModelDocument(encoding: Thief()) }
        expectMisuse { try document.decode(Thief.self) }
        expectMisuse { try ModelDocument(encoding: Mixed()) }
        expectMisuse { try document.decode(Mixed.self) }
        expectMisuse { try ModelDocument(encoding: Bare()) }
        expectMisuse { try ModelDocument(encoding: Empty()) }
        expectMisuse { try document.decode(Empty.self) }
        for mistake in 0..<3 {
            unsafe Careless.mistake = mistake
            expectMisuse { try document.decode(Careless.self) }
        }
    }
}
