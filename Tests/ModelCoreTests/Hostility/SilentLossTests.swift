import Foundation
import ModelCore
import TestSupport
import Testing

@Suite("Nothing is lost silently")
struct SilentLossTests {
    final class Keys: BaseModel {
        var numbers: [Double: Int] = [:]
        var dates: [Date: Int] = [:]
        var counts: [Int: Int] = [:]
        override class var modelProperties: [ModelProperty] {
            [
                ModelProperty("numbers", \Keys.numbers), ModelProperty("dates", \Keys.dates),
                ModelProperty("counts", \Keys.counts),
            ]
        }
    }

    /// Under the name of another class that is registered.
    final class Impostor: BaseModel {
        override class var modelClass: ModelClass { impostor }
        private static let impostor = ModelClass(Impostor.self, name: "Item")
    }

    /// A tree as a format without typed keys gets it.
    private func plainNode(_ model: BaseModel) throws -> ModelNode {
        let format = EchoFormat([.null])
        _ = try format.encode { try type(of: model).encode(model, to: $0) }
        return try format.document.decode(ModelNode.self)
    }

    @Test("Keys that aren't equal to themselves are written")
    func notANumber() throws {
        let keys = Keys()
        keys.numbers = [.nan: 1, 2: 2]
        let copy = try KeyedArchive().decode(Keys.self, from: try KeyedArchive().encode(keys))
        #expect(copy.numbers.count == 2 && copy.numbers.contains { $0.key.isNaN && $0.value == 1 })
    }

    @Test("A date that text has no year for is no key in text")
    func distantDate() {
        let keys = Keys()
        keys.dates = [Date(timeIntervalSinceReferenceDate: 1e15): 1]
        #expect(errorCode { try plainNode(keys) } == .unrepresentableValue)
    }

    @Test("Keys of a file that mean the same are an error")
    func equalKeys() {
        let counts = DictionaryNode([(.scalar(.string("1")), .scalar(.int64(1))), (.scalar(.string("01")), .scalar(.int64(2)))])
        let keys = ModelNode.dictionary(DictionaryNode([(.scalar(.string("counts")), .dictionary(counts))]))
        #expect(errorCode { try keys.decoded(Keys.self) } == .duplicateKey)
    }

    @Test("Keys of an untyped dictionary that have the same text are an error where keys are text")
    func equalTexts() {
        let values: [AnyHashable: Any] = ["1": 1, 1: 2]
        #expect(errorCode { try EchoFormat([.null]).encode { try AnyValue.encode(values, to: $0) } } == .duplicateKey)
    }

    @Test("A null in a plain dictionary takes a default away")
    func null() throws {
        let plain = ModelNode.dictionary(DictionaryNode([(.scalar(.string("maybe")), .null)]))
        #expect(try plain.decoded(Everything.self).maybe == nil)
        #expect(try Everything(object: ["maybe": NSNull()])?.maybe == nil)
    }

    @Test("Text of a number that is too large isn't infinity")
    func infinity() throws {
        #expect(errorCode { try ModelNode.scalar(.string("1e999")).decoded(Double.self) } == .typeMismatch)
        #expect(errorCode { try ModelNode.scalar(.string("1e99")).decoded(Float.self) } == .typeMismatch)
        #expect(try ModelNode.scalar(.string("inf")).decoded(Double.self) == .infinity)
    }

    @Test("A class isn't written under a name that reads back as another")
    func takenName() {
        ClassRegistry.withClasses(.testing) {
            #expect(errorCode { try KeyedArchive().encode(Impostor()) } == .duplicateClass)
        }
    }

    @Test("A tree that leads back to its root gives a model that leads back to itself")
    func cyclicTree() throws {
        let root = ObjectNode(CodedClass(name: "Item"))
        root.properties = [("text", .scalar(.string("a"))), ("next", .object(root))]
        defer { root.properties = [] }
        let item = try #require(try ClassRegistry.withClasses(.testing) { try Item(object: ModelDocument(encoding: ModelNode.object(root))) })
        #expect(item.next === item)
        item.next = nil
    }
}
