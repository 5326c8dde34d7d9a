#if Macros
import Foundation
@testable import Documents
@testable import ModelCore
import Observation
import TestSupport
import Testing

/// Properties that are read and written where they stand in memory: those that are stored, and that nothing observes or
/// overrides.
@Suite("Properties where they stand")
struct StoredPropertyTests {
    @Test("Objects of a final class and of one that isn't are the same document")
    func sameDocument() throws {
        let (final, open) = (FinalList(), OpenList())
        for number in 0..<6 {
            final.items.append(FinalItem())
            open.items.append(OpenItem())
            fill(final.items[number], number)
            fill(open.items[number], number)
        }
        // Shared, and in itself.
        final.items.append(final.items[3])
        open.items.append(open.items[3])
        final.items[5].next = final.items[4]
        open.items[5].next = open.items[4]
        let (own, others) = (try ModelDocument(encoding: final), try ModelDocument(encoding: open))
        #expect(own["items"]?.count == 7)
        for index in 0..<7 {
            let (item, other) = (own["items"]?[index], others["items"]?[index])
            #expect(item?.keys == other?.keys)
            for key in item?.keys ?? [] where key != "next" {
                #expect(item?[key].map { ModelDocument($0) } == other?[key].map { ModelDocument($0) }, "\(key)")
            }
        }
        let copies: [FinalItem] = try own.decode(FinalList.self).items
        #expect(copies.dropLast().map(\.values) == final.items.dropLast().map(\.values))
        #expect(copies[6] === copies[3])
        #expect(copies[5].next === copies[4])
        #expect(try others.decode(OpenList.self).items.map(\.values) == open.items.map(\.values))
    }

    #if os(Linux)
    @Test("The runtime tells where the properties of a class stand, unless something is called when they change")
    func whichProperties() {
        func stored(_ type: BaseModel.Type) -> [String] {
            let rows = ModelClass.of(type).rows
            return rows.properties.indices.filter { rows.offset($0) != nil }.map { rows.properties[$0].name }
        }
        let whole: [BaseModel.Type] = [
            FinalItem.self, FinalList.self, OpenList.self, HalfFinal.self, HalfFinalChild.self, OpenItem.self,
            ObservedBase.self, HandWritten.self,
        ]
        for type in whole { #expect(stored(type) == type.allPropertyKeys, "\(type)") }
        #expect(stored(Watched.self) == [])
        #expect(stored(LoudText.self) == ["number"])
        #expect(stored(Observed.self) == ["text"])
        #expect(stored(ObservedChild.self) == ["text", "other"])
    }
    #endif

    private func fill(_ item: some PlainItem, _ number: Int) {
        item.text = String(repeating: "x", count: number * 20)
        item.number = number * 1_000_000_007
        item.small = Int8(number)
        item.ratio = number == 2 ? -0.0 : Double(number) / 3
        item.isOn = number % 2 == 0
        item.texts = (0..<number).map { "text \($0)" }
        item.maybe = number == 1 ? nil : number
        item.set = number == 4 ? nil : "set"
        item.date = Date(timeIntervalSinceReferenceDate: Double(number) / 7)
        item.numbers = Array(0..<number)
    }

    @Test("Keys in any order, missing ones and nulls")
    func otherKeys() throws {
        var objects: [String: ModelDocument] = [:]
        for number in 0..<5 {
            let item = FinalItem()
            fill(item, number)
            objects["\(number)"] = try ModelDocument(encoding: item)
        }
        _ = try objects.values.map { try $0.decode(FinalItem.self) }
        let turned = try ModelDocument(encoding: ["number": 7, "text": "a", "ratio": 2] as [String: Any])
        for _ in 0..<3 {
            let item = try turned.decode(FinalItem.self)
            #expect(item.text == "a" && item.number == 7 && item.ratio == 2)
            #expect(item.set == "default" && item.texts == ["default"])
        }
        let null = try ModelDocument(encoding: ["set": nil, "maybe": nil] as [String: Any?])
        let item = try null.decode(FinalItem.self)
        #expect(item.set == nil && item.maybe == nil)
    }

    @Test("Errors have the property's path", arguments: ["text", "number", "small", "isOn", "texts", "numbers"])
    func wrongType(key: String) throws {
        for _ in 0..<3 { _ = try ModelDocument(encoding: FinalItem()).decode(FinalItem.self) }
        var document = try ModelDocument(encoding: ["items": [FinalItem(), FinalItem()]] as [String: Any])
        try document.set(ModelDocument(.date(Date())), at: ["items", 1, .key(key)])
        let error = #expect(throws: ModelError.self) { try document.decode(FinalList.self) }
        #expect(error?.code == .typeMismatch)
        #expect(error?.path.description == "items[1].\(key)")
    }

    @Test("Properties under other keys, their old ones, and deeper")
    func keys() throws {
        for number in 0..<5 {
            let model = Renamed()
            (model.firstName, model.number) = ("a\(number)", number)
            let document = try ModelDocument(encoding: model)
            #expect(document.root.keys == ["first_name", "n"])
            let copy = try document.decode(Renamed.self)
            #expect(copy.firstName == model.firstName && copy.number == number)
            // A property's name is no key where it has another.
            let old = try ModelDocument(encoding: ["first_name": "b", "old": 7, "number": 8] as [String: Any])
            let older = try old.decode(Renamed.self)
            #expect(older.firstName == "b" && older.number == 7)
            #expect(try ModelDocument(encoding: older)["number"]?.scalar == .int64(8))
            let wrong = try ModelDocument(encoding: ["first_name": "b", "n": "x"] as [String: Any])
            let error = #expect(throws: ModelError.self) { try wrong.decode(Renamed.self) }
            #expect(error?.path.description == "n")
            let deep = Deeper()
            (deep.city, deep.number) = ("c\(number)", number)
            let deeper = try ModelDocument(encoding: deep)
            #expect(deeper[["address", "city"]]?.stringValue == deep.city)
            let same = try deeper.decode(Deeper.self)
            #expect(same.city == deep.city && same.number == number)
        }
    }

    @Test("Unknown keys are kept")
    func unknownKeys() throws {
        for _ in 0..<3 { _ = try ModelDocument(encoding: FinalItem()).decode(FinalItem.self) }
        var document = try ModelDocument(encoding: FinalItem())
        try document.set(ModelDocument(.int64(1)), at: ["newer"])
        let item = try document.decode(FinalItem.self)
        #expect(try ModelDocument(encoding: item)["newer"]?.scalar == .int64(1))
        #expect(try ModelDocument(encoding: FinalItem())["newer"] == nil)
    }

    @Test("Limits hold for what is read and written in place")
    func limits() throws {
        let list = FinalList()
        list.items = (0..<4).map { _ in FinalItem() }
        for item in list.items { item.texts = (0..<50).map { "\($0)" } }
        let document = try ModelDocument(encoding: list)
        let nodes = DecodingLimits(nodes: 150)
        #expect(code { try ModelDocument(encoding: list, limits: nodes) } == .nodesExceeded)
        // In all 200 texts, and four levels: the root, its list, an object, its texts.
        let deep = DecodingLimits(depth: 3)
        #expect(code { try ModelDocument(encoding: list, limits: deep) } == .depthExceeded)
        #expect(code { try document.decode(FinalList.self, limits: deep) } == .depthExceeded)
        #expect(code { try document.decode(FinalList.self, limits: DecodingLimits(depth: 4)).items.count } == nil)
    }

    private func code<Value>(_ body: () throws -> Value) -> ModelError.Code? {
        do {
            _ = try body()
            return nil
        } catch { return ModelError(wrapping: error).code }
    }

    @Test("Observers are told, the class's own and a subclass's")
    func observers() throws {
        for _ in 0..<5 {
            let observed: Observed = try ModelDocument(encoding: ["number": 3, "text": "a"] as [String: Any]).decode()
            #expect(observed.changes == 1 && observed.text == "a")
            let inner: ObservedChild = try ModelDocument(encoding: ["number": 3, "other": 4] as [String: Any]).decode()
            #expect(inner.changes == ["number"] && inner.number == 3 && inner.other == 4)
            #expect(try ModelDocument(encoding: inner)["number"]?.scalar == .int64(3))
        }
    }

    @Test("A property that computes what a superclass stores is asked")
    func computed() throws {
        for _ in 0..<5 {
            let model = LoudText()
            model.text = "a"
            #expect(try ModelDocument(encoding: model)["text"]?.scalar == .string("A"))
        }
    }

    @Test("Whoever observes a model sees what is read")
    func observation() throws {
        for _ in 0..<5 {
            let model = Watched()
            let told = Told()
            withObservationTracking {
                _ = model.number
            } onChange: {
                told.isTold = true
            }
            try model.set(with: ["number": 2])
            #expect(told.isTold && model.number == 2)
            #expect(try ModelDocument(encoding: model).decode(Watched.self).number == 2)
        }
    }

    private final class Told: @unchecked Sendable { var isTold = false }

    @Test("Properties that are final themselves, with a subclass's")
    func finalProperties() throws {
        for number in 0..<5 {
            let model = HalfFinalChild()
            (model.number, model.text, model.own) = (number, "a\(number)", [Double(number)])
            let copy = try ModelDocument(encoding: model).decode(HalfFinalChild.self)
            #expect(copy.number == number && copy.text == "a\(number)" && copy.own == [Double(number)])
        }
    }

    @Test("A class that reads its properties itself is asked to")
    func ownDecoding() throws {
        for _ in 0..<5 {
            let model: OwnReader = try ModelDocument(encoding: ["number": 3] as [String: Any]).decode()
            #expect(model.number == 4)
        }
    }
}

private protocol PlainItem: AnyObject {
    var text: String { get set }
    var number: Int { get set }
    var small: Int8 { get set }
    var ratio: Double { get set }
    var isOn: Bool { get set }
    var texts: [String] { get set }
    var maybe: Int? { get set }
    var set: String? { get set }
    var date: Date { get set }
    var numbers: [Int] { get set }
}

extension PlainItem {
    fileprivate var values: [String] {
        [
            text, "\(number)", "\(small)", "\(ratio)", "\(isOn)", "\(texts)", "\(maybe as Any)", "\(set as Any)",
            "\(date.timeIntervalSinceReferenceDate)", "\(numbers)",
        ]
    }
}

@Model private final class FinalItem: BaseModel, PlainItem {
    var text = ""
    var number = 0
    var small: Int8 = 0
    var ratio = 0.0
    var isOn = false
    var texts = ["default"]
    var maybe: Int?
    var set: String? = "default"
    var date = Date(timeIntervalSinceReferenceDate: 0)
    var numbers: [Int] = []
    var next: FinalItem?
}

@Model private class OpenItem: BaseModel, PlainItem {
    var text = ""
    var number = 0
    var small: Int8 = 0
    var ratio = 0.0
    var isOn = false
    var texts = ["default"]
    var maybe: Int?
    var set: String? = "default"
    var date = Date(timeIntervalSinceReferenceDate: 0)
    var numbers: [Int] = []
    var next: OpenItem?
}

@Model private final class FinalList: BaseModel {
    var items: [FinalItem] = []
}

@Model private final class OpenList: BaseModel {
    var items: [OpenItem] = []
}

@Model(keys: .snakeCase) private final class Renamed: BaseModel {
    var firstName = ""
    @Key("n", aliases: ["old"]) var number = 0
}

@Model private final class Deeper: BaseModel {
    @Key(path: "address.city") var city = ""
    var number = 0
}

@Model private final class Observed: BaseModel {
    @Transient var changes = 0
    var text = ""
    var number = 0 { didSet { changes += 1 } }
}

@Model private class ObservedBase: BaseModel {
    @Transient var changes: [String] = []
    var number = 0
    var text = ""
}

@Model private final class ObservedChild: ObservedBase {
    var other = 0
    override var number: Int { didSet { changes.append("number") } }
}

@Model private final class LoudText: ObservedBase {
    override var text: String {
        get { super.text.uppercased() }
        set { super.text = newValue }
    }
}

@Observable @Model private final class Watched: BaseModel {
    // Observation copies the attributes, which must not be warned of there.
    @Transient var seen = false
    @Key("text") var title = ""
    var number = 0
}

@Model private class HalfFinal: BaseModel {
    final var number = 0
    final var text = ""
}

@Model private final class HalfFinalChild: HalfFinal {
    var own: [Double] = []
}

private final class HandWritten: BaseModel {
    var number = 0
    override class var modelClass: ModelClass { ModelClass(HandWritten.self, name: "HandWritten", overrides: []) }
    override class var modelProperties: [ModelProperty] { [ModelProperty("number", \HandWritten.number)] }
}

@Model private final class OwnReader: BaseModel {
    var number = 0

    override func set(with decoder: ModelDecoder) throws {
        try super.set(with: decoder)
        if let value = try decoder.decode(Int.self, forKey: "number") { number = value + 1 }
    }
}
#endif
