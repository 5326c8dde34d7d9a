#if Macros
import Foundation
import ModelCore
import Testing

/// Not a value that can be saved by itself.
struct Money: Equatable, Sendable {
    var cents: Int
}

extension ModelTransform where Value == Money {
    static let cents = ModelTransform(encode: { $0.cents }, decode: { (cents: Int) in Money(cents: cents) })
}

extension ModelTransform where Value: Codable {
    /// JSON inside a text.
    static var jsonText: ModelTransform {
        ModelTransform(
            encode: { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) },
            decode: { (text: String) in try JSONDecoder().decode(Value.self, from: Data(text.utf8)) })
    }
}

extension ModelTransform where Value: RawRepresentable, Value.RawValue == String {
    static var capitals: ModelTransform {
        ModelTransform(encode: { $0.rawValue.uppercased() }, decode: { (text: String) in Value(rawValue: text.lowercased()) })
    }
}

extension ModelTransform where Value == Money? {
    static let centsOrNone = ModelTransform(
        encode: { $0?.cents ?? 0 }, decode: { (cents: Int) in cents == 0 ? nil : Money(cents: cents) })
}

extension ModelTransform where Value == URL {
    /// A URL that isn't there as an empty text.
    static let blank = ModelTransform(
        encode: { $0.absoluteString }, decode: { (text: String) in text.isEmpty ? nil : URL(string: text) })
}

@Suite("@Transform")
struct TransformMacroTests {
    struct Point: Codable, Equatable {
        var (x, y) = (0, 0)
    }

    @Model("TransformGeneric") final class Generic: BaseModel {
        @Transform(.jsonText) var point = Point()
        @Transform(.jsonText) var other: Point?
        @Transform(.jsonText) var points: [Point] = []
        @Transform(ModelTransform<[Point]>.each(.jsonText)) var each: [Point] = []
        @Transform(.capitals) var status = Status.open
        @Transform(.text()) var number = 0
        @Transform(.jsonText.only(for: [.json])) var count = 3
    }

    final class Listed: BaseModel {
        var point = Point()
        var other: Point?
        override class var modelProperties: [ModelProperty] {
            [
                ModelProperty("point", \Listed.point, with: .jsonText),
                ModelProperty("other", \Listed.other, with: .jsonText),
            ]
        }
    }

    @Test("A transform that is generic over its value takes the property's type, with the macro and by hand")
    func generic() throws {
        let generic = Generic()
        (generic.point.x, generic.other, generic.points, generic.each) = (1, Point(), [Point()], [Point(), Point()])
        (generic.status, generic.number) = (.other, 7)
        let document = try ModelDocument(encoding: generic)
        #expect(document["point"]?.kind == .string && document["other"]?.kind == .string)
        #expect(document["each"]?[1]?.kind == .string && document["points"]?.stringValue?.first == "[")
        #expect(document["status"]?.stringValue == "OTHER" && document["number"]?.stringValue == "7")
        #expect(document["count"]?.intValue == 3)
        let back = try document.decode(Generic.self)
        #expect(back.point.x == 1 && back.other == Point() && back.points == [Point()] && back.each.count == 2)
        #expect(back.status == .other && back.number == 7 && back.count == 3)
        let listed = Listed()
        (listed.point.x, listed.other) = (1, Point())
        let copy = try ModelDocument(encoding: listed).decode(Listed.self)
        #expect(copy.point.x == 1 && copy.other == Point())
        #expect(try ModelDocument(encoding: Listed()).decode(Listed.self).other == nil)
    }

    @Model("TransformOwner") final class Owner: BaseModel { var name = "" }

    @Model("TransformHeld") final class Held: BaseModel {
        @Transform(.older { (none: [Int]) -> Owner? in nil }) var owner: Owner?
        @Transform(.older { (isSet: Bool) in nil }) var place: String? = "here"
        @Transform(.blank) var link: URL?
        @Transform(.blank) var home = URL(fileURLWithPath: "/")
        @Transform(.centsOrNone) var discount: Money? = Money(cents: 1)
        @Transform(.hex) var token: Data?
        @Transform(.text(of: Int.self)) var number: Int?
        @Transform(.named("TransformHeld.blank", of: URL.self)) var named: URL?
        @Transform(.blank.only(for: [.document])) var some: URL?
    }

    @Model struct HeldStruct {
        @Transform(.blank) var link: URL?
        @Transform(.older { (none: [Int]) -> String? in nil }) var text: String? = "x"
    }

    @Test("A transform of an optional property may answer nil, and one of another property may not")
    func none() throws {
        ModelTransform<URL>.blank.register(as: "TransformHeld.blank")
        let values: [String: Any] = [
            "owner": [Int](), "place": false, "link": "", "discount": 0, "named": "", "some": "",
        ]
        let held = try ModelDocument(encoding: values as Any?).decode(Held.self)
        #expect(held.owner == nil && held.place == nil && held.link == nil && held.discount == nil)
        #expect(held.named == nil && held.some == nil)
        #expect(try ModelDocument(encoding: ["discount": NSNull()] as [String: Any] as Any?).decode(Held.self).discount == nil)
        let back = try ModelDocument(encoding: held).decode(Held.self)
        #expect(back.owner == nil && back.place == nil && back.link == nil && back.discount == nil)
        let good: [String: Any] = [
            "owner": ["name": "Ada"], "place": "there", "link": "a:b", "home": "c:d", "discount": 5, "named": "e:f",
            "some": "g:h",
        ]
        let found = try ModelDocument(encoding: good as Any?).decode(Held.self)
        #expect(found.owner?.name == "Ada" && found.place == "there" && found.link?.absoluteString == "a:b")
        #expect(found.home.absoluteString == "c:d" && found.discount == Money(cents: 5))
        #expect(found.named?.absoluteString == "e:f" && found.some?.absoluteString == "g:h")
        // What can't be converted isn't what stands for none.
        for wrong in [
            ["home": ""], ["owner": "x"], ["owner": ["y"]], ["place": [1]], ["token": "zz"], ["number": "many"],
        ] as [[String: Any]] {
            #expect {
                try ModelDocument(encoding: wrong as Any?).decode(Held.self)
            } throws: {
                ($0 as? ModelError)?.code == .typeMismatch
                    && ($0 as? ModelError)?.path.components.first == .key(wrong.keys.first ?? "")
            }
        }
        let empty: [String: Any] = ["link": "", "text": [Int]()]
        let record = try ModelDocument(encoding: empty as Any?).decode(HeldStruct.self)
        #expect(record.link == nil && record.text == nil)
        // Set by the program.
        let set = try #require(try Held.instance(with: ["link": "", "discount": 3]))
        #expect(set.link == nil && set.discount == Money(cents: 3))
    }

    @Test("A mapping's transform, too")
    func mappedNone() throws {
        final class Page: BaseModel {
            var link: URL? = URL(fileURLWithPath: "/")
            var home = URL(fileURLWithPath: "/")
            private static let described = ModelClass(Page.self)
            override class var modelClass: ModelClass { described }
            override class var modelProperties: [ModelProperty] {
                [ModelProperty("link", \Page.link), ModelProperty("home", \Page.home)]
            }
        }
        var mapping = ModelMapping()
        try mapping.map(
            Page.self,
            [
                PropertyMapping("link", with: ModelTransform<URL>.blank),
                PropertyMapping("home", with: ModelTransform<URL>.blank),
            ])
        let format = KeyedArchive().mapped(by: mapping)
        let file = try KeyedArchive().encode(ModelDocument(encoding: ["link": ""] as [String: Any] as Any?))
        #expect(try format.decode(Page.self, from: file).link == nil)
        let wrong = try KeyedArchive().encode(ModelDocument(encoding: ["home": ""] as [String: Any] as Any?))
        let error = #expect(throws: ModelError.self) { try format.decode(Page.self, from: wrong) }
        #expect(error?.code == .typeMismatch && error?.found == #"string """#)
    }

    enum Status: String { case open, other }

    @Model("TransformOrder") final class Order: BaseModel {
        @Transform(.date(.secondsSince1970)) var placed = Date(timeIntervalSince1970: 0)
        @Transform(.date(.day)) @Key("shipped_on") var shipped: Date?
        @Transform(.cents) var total = Money(cents: 0)
        @Transform(.cents) var discount: Money? = Money(cents: 1)
        @Transform(.each(.cents)) var parts: [Money] = []
        @Transform(.unknown(Status.other)) var status = Status.open
        @Transform(.older { (age: String) -> Int? in Int(age) }) var age = 0
        @Transform(.text(of: Int.self)) var number = 0
        @Transform(.separated(by: ",")) var tags: [String] = []
        @Transform(.named("TransformOrder.token", of: Data.self)) var token = Data()
        @Transform(.date(.iso8601).only(for: [.json])) var changed = Date(timeIntervalSince1970: 9)
        @Transient var stars = ""
        @Key @Transform(.text(of: Int.self)) var rating: Int {
            get { stars.count }
            set { stars = String(repeating: "*", count: newValue) }
        }
    }

    @Test("Each form is written and read")
    func forms() throws {
        ModelTransform<Data>.base64URL.register(as: "TransformOrder.token")
        let order = Order()
        order.shipped = Date(timeIntervalSince1970: 86_400)
        (order.total, order.discount, order.parts) = (Money(cents: 250), nil, [Money(cents: 1), Money(cents: 2)])
        (order.number, order.tags, order.token, order.rating) = (7, ["a", "b"], Data([255]), 2)
        let document = try ModelDocument(encoding: order)
        #expect(document["placed"]?.scalar == .int64(0) && document["shipped_on"]?.stringValue == "1970-01-02")
        #expect(document["total"]?.intValue == 250 && document["discount"]?.isNull == true)
        #expect(document["parts"]?[1]?.intValue == 2 && document["status"]?.stringValue == "open")
        #expect(document["number"]?.stringValue == "7" && document["tags"]?.stringValue == "a,b")
        #expect(document["token"]?.stringValue == "_w" && document["rating"]?.stringValue == "2")
        #expect(document["changed"]?.dateValue == order.changed)
        let back = try document.decode(Order.self)
        #expect(back.shipped == order.shipped && back.total == order.total && back.discount == nil)
        #expect(back.parts == order.parts && back.tags == order.tags && back.token == order.token)
        #expect(back.number == 7 && back.stars == "**" && back.changed == order.changed)
        #expect(Order.codableProperties["total"] == Money.self)
        #expect(try order.value(forKey: "total") as? Money == Money(cents: 250))
        let copy = try order.copy()
        #expect(copy.total == order.total)
    }

    @Test("What files hold in an older form, or in one that nobody knows")
    func older() throws {
        let values: [String: Any] = ["age": "36", "status": "lost", "parts": [3]]
        let order = try ModelDocument(encoding: values as Any?).decode(Order.self)
        #expect(order.age == 36 && order.status == .other && order.parts == [Money(cents: 3)])
    }

    @Test(
        "Errors name the place and both types",
        arguments: [("total", "x" as any Sendable), ("parts", [1, "x"] as [any Sendable]), ("age", [1])])
    func errors(key: String, value: any Sendable) throws {
        let error = #expect(throws: ModelError.self) {
            try ModelDocument(encoding: [key: value] as Any?).decode(Order.self)
        }
        #expect(error?.code == .typeMismatch && error?.path.description == (key == "parts" ? "parts[1]" : key))
    }
}
#endif
