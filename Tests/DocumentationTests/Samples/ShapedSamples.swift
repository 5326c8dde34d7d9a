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

    // snippet.untagged
    @Model(tag: "type") class Message: BaseModel {
        var id = 0
    }

    @Model(tagged: "text", "note") final class TextMessage: Message {
        var text = ""
    }

    @Model(untagged: true) final class PlainMessage: Message {
        var size: Int?
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

    // snippet.untagged
    @Model struct Line {
        var length: Double
    }

    @Model struct Size {
        var width: Double
        var height: Double
        var depth: Double?
    }

    @Model(untagged: true) enum Extent {
        case line(Line)
        case size(Size)
        case link(URL)
        case text(String)
    }
    // snippet.end

    @Test("Untagged")
    func untagged() throws {
        // snippet.extents
        let json = #"[{"width":1,"height":2},"https://example.com","see below"]"#
        let extents = try JSONFormat().decode([Extent].self, from: Data(json.utf8))     // size, link, text
        // snippet.end
        guard case .size(let size) = extents[0], case .link = extents[1], case .text = extents[2] else {
            Issue.record("\(extents)")
            return
        }
        #expect(size.width == 1 && size.height == 2)
    }

    @Model final class Basket: BaseModel {
        var payments: [Payment] = []
        var lengths: [Length] = []
    }

    // snippet.serviceClass
    @Model(writtenDefaults: .asRead) class ServiceObject: BaseModel {}
    // snippet.end

    @Test("The format of a service")
    func service() throws {
        // snippet.service
        let service = JSONFormat(keys: .snakeCase, writtenDefaults: .asRead)
        // snippet.end
        let text = #"{"first_name":null,"home_page":"a b"}"#
        let person = try service.decode(ServicePerson.self, from: Data(text.utf8))
        #expect(String(decoding: try service.encode(person), as: UTF8.self) == text)
    }

    @Model final class ServicePerson: BaseModel {
        var firstName: String?
        var homePage: URL?
        var count = 0
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

    @Test("Objects without a tag, and classes with several")
    func untaggedClass() throws {
        let json = """
            [{"id":1,"size":3},{"type":"note","id":2,"text":"Hi"},{"type":null,"id":3}]
            """
        let messages = try JSONFormat().decode([Message].self, from: Data(json.utf8))
        #expect(messages[0] is PlainMessage && messages[1] is TextMessage && messages[2] is PlainMessage)
        #expect(try Self.text(messages) == json.replacing(#""type":null,"#, with: ""))
        #expect(try Self.text(PlainMessage()) == #"{"id":0}"#)
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
