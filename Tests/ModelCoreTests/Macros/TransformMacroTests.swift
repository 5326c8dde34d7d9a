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

@Suite("@Transform")
struct TransformMacroTests {
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
