#if Macros
import Foundation
import JSONFormat
import ModelCore
import Testing

@Suite("Samples: JSON that others shaped")
struct ShapedSamples {
    // snippet.tags
    @Model(tag: "type") class Block: BaseModel {
        var note: String?
    }

    @Model(tagged: "image", aliases: ["picture"]) final class ImageBlock: Block {
        var url = ""
    }

    @Model(tagged: "heading") final class HeadingBlock: Block {
        var text = ""
        var level = 1
    }
    // snippet.end

    // snippet.enums
    @Model(tag: "type") enum Payment {
        case cash
        case card(number: String, expires: String?)
        case transfer(Account)
        @Unknown case other(ModelDocument)
    }

    @Model struct Account {
        var iban: String
    }

    @Model(untagged: true) enum Length {
        case auto
        case pixels(Int)
        case text(String)
    }
    // snippet.end

    @Model final class Basket: BaseModel {
        var payments: [Payment] = []
        var lengths: [Length] = []
    }

    // snippet.defaults
    @Model(writtenDefaults: .asRead) final class Customer: BaseModel {
        var name = ""
        var balance = 0
        var phone: String?
    }

    @Model final class CustomerPatch: BaseModel {
        var name: Presence<String> = .absent
        var phone: Presence<String> = .absent
    }

    @Model(readNulls: .refuse) final class Order: BaseModel {
        var number = 0
        @Default(written: .omitted) var tags: [String] = []
        @Default(null: .asDefault) var currency: String? = "EUR"
    }
    // snippet.end

    @Test("Defaults")
    func defaults() throws {
        // snippet.asRead
        let customer = try JSONFormat().decode(Customer.self, from: Data(#"{"phone":null,"vip":true}"#.utf8))
        customer.balance = 5
        let written = try JSONFormat().encode(customer)                 // {"balance":5,"phone":null,"vip":true}
        // snippet.end
        #expect(String(decoding: written, as: UTF8.self) == #"{"balance":5,"phone":null,"vip":true}"#)
        let patch = try JSONFormat().decode(CustomerPatch.self, from: Data(#"{"phone":null}"#.utf8))
        #expect(patch.name == .absent && patch.phone == .null)
        #expect(try Self.text(patch) == #"{"phone":null}"#)
        let order = try JSONFormat().decode(Order.self, from: Data(#"{"currency":null}"#.utf8))
        #expect(try Self.text(order) == #"{"number":0,"currency":"EUR"}"#)
        #expect(throws: ModelError.self) {
            try JSONFormat().decode(Order.self, from: Data(#"{"number":null}"#.utf8))
        }
    }

    private static func text<Value: ModelValue>(_ value: Value) throws -> String {
        String(decoding: try JSONFormat().encode(value), as: UTF8.self)
    }

    @Test("Tags")
    func tags() throws {
        let json = """
            [{"type":"image","url":"a.png"},{"type":"heading","text":"Hello","level":2}]
            """
        let blocks = try JSONFormat().decode([Block].self, from: Data(json.utf8))
        #expect(blocks[0] is ImageBlock && blocks[1] is HeadingBlock)
        #expect(try Self.text(blocks) == json)
    }

    @Test("Unknown classes")
    func unknown() throws {
        // snippet.unknown
        let blocks = try JSONFormat().decode([Block].self, from: Data(#"[{"type":"video","seconds":90}]"#.utf8))
        let video = blocks[0]
        print(video.classTag ?? "")                                     // video
        print(video.isOfUnknownClass)                                   // true
        print(video.unknownValues?["seconds"]?.intValue ?? 0)           // 90
        // snippet.end
        #expect(video.classTag == "video" && video.isOfUnknownClass)
        #expect(try Self.text(blocks) == #"[{"type":"video","seconds":90}]"#)
    }

    @Test("Enums")
    func enums() throws {
        let order = Basket()
        order.payments = [.card(number: "4242", expires: nil), .transfer(Account(iban: "DE02"))]
        order.lengths = [.auto, .pixels(5), .text("5em")]
        let json = """
            {"payments":[{"type":"card","number":"4242"},{"type":"transfer","iban":"DE02"}],"lengths":["auto",5,"5em"]}
            """
        #expect(try Self.text(order) == json)
        let back = try JSONFormat().decode(Basket.self, from: Data(json.utf8))
        #expect(try Self.text(back) == json)
    }
}
#endif
