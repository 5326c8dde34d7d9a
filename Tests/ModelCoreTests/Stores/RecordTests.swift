import Foundation
import ModelTesting
import Records
import TestSupport
import Testing

class RecordedItem: BaseModel {
    var name = ""
    var count = 0
    var due: Date?
    var city: String?
    var kind = Kind.small
    var seconds: Date?
    var parts: [String] = []
    var unsaved: Int { 1 }

    enum Kind: String, Codable { case small, big }

    override class var modelProperties: [ModelProperty] {
        [
            ModelProperty("name", \RecordedItem.name), ModelProperty("count", \RecordedItem.count, key: "n"),
            ModelProperty("due", \RecordedItem.due),
            ModelProperty("city", \RecordedItem.city, key: PropertyKey(path: "address.city")),
            ModelProperty("kind", \RecordedItem.kind),
            ModelProperty("seconds", \RecordedItem.seconds, with: .date(.secondsSince1970)),
            ModelProperty("parts", \RecordedItem.parts),
        ]
    }

    convenience init(_ name: String, _ count: Int = 0) {
        self.init()
        (self.name, self.count) = (name, count)
    }
}

final class RecordedBox: RecordedItem {
    var size = 1.0
    override class var modelProperties: [ModelProperty] {
        super.modelProperties + [ModelProperty("size", \RecordedBox.size)]
    }
}

@Suite("Records in a store")
struct RecordTests {
    let store = MemoryStore()
    let items = ModelRecords<RecordedItem>(in: MemoryStore.format)

    init() { ClassRegistry.register(RecordedBox.self) }

    @Test("An instance knows the identifier and the version that it was loaded with, as long as it lives")
    func versions() throws {
        try store.use {
            let item = RecordedItem("a")
            #expect(items.id(of: item) == nil)
            try items.save(item, id: "1")
            #expect(items.id(of: item) == "1")
            #expect(ModelRecords<RecordedBox>(in: MemoryStore.format).id(of: RecordedBox()) == nil)
            let loaded = try items.load(id: "1")
            #expect(items.id(of: loaded) == "1")
            loaded.name = "b"
            try items.save(loaded, id: "1")
            #expect(errorCode { try items.save(item, id: "1") } == .fileChanged)
            // Under another identifier, and in another place, it is a new record.
            try items.save(item, id: "2")
            #expect(items.id(of: item) == "2")
            #expect(errorCode { try items.save(loaded, id: "2") } == .fileChanged)
            try ModelRecords<RecordedItem>(in: MemoryStore.format.at("other")).save(loaded, id: "1")
            #expect(items.id(of: loaded) == "1")
            // Instances that are gone leave nothing that another at the same address could have.
            for number in 0..<1000 { try items.save(RecordedItem(), id: "n\(number)") }
            for number in 0..<1000 {
                #expect(errorCode { try items.save(RecordedItem(), id: "n\(number)") } == .fileChanged)
            }
        }
    }

    @Test("Errors name the format, the class and the identifier")
    func errors() {
        store.use {
            #expect { try items.load(id: "a.b") } throws: {
                "\($0)" == "Memory, RecordedItem[\"a.b\"]: There is no such record."
            }
            #expect { try items.save(RecordedItem(), id: "") } throws: { ($0 as? ModelError)?.code == .invalidKey }
            #expect { try items.load(.all.where(\.unsaved, equals: 1)) } throws: {
                ($0 as? ModelError)?.code == .unknownProperty
            }
            #expect(
                errorCode { try ModelRecords<RecordedItem>(in: .userDefaults).identifiers() }
                    == .requisiteLibraryMissing)
        }
        FormatRegistry.withFormats(FormatRegistry(stores: [PlainStore()])) {
            #expect(errorCode { try items.identifiers() } == .notSaveable)
            #expect(errorCode { try items.transaction {} } == .notSaveable)
        }
        #expect(errorCode { try ModelRecords<RecordedItem>(in: .keyedArchive).identifiers() } == .notSaveable)
    }

    @Test("Queries have the keys and the representations of the store")
    func queries() throws {
        try store.use {
            for number in 0..<10 {
                let item = number % 2 == 0 ? RecordedItem("i\(number)", number) : RecordedBox("b\(number)", number)
                item.due = number == 3 ? nil : Date(timeIntervalSinceReferenceDate: Double(number))
                item.city = number < 5 ? "here" : nil
                item.kind = number == 8 ? .big : .small
                item.seconds = Date(timeIntervalSince1970: Double(number))
                try items.save(item, id: "\(number)")
            }
            func counts(_ query: ModelQuery<RecordedItem>) throws -> [Int] { try items.load(query).map(\.count) }
            #expect(try counts(.all) == Array(0..<10))
            #expect(try counts(.all.where(\.count, in: 3..<5)) == [3, 4])
            #expect(try counts(.all.where(\.count, in: 3...5).sorted(by: \.count, descending: true)) == [5, 4, 3])
            #expect(try counts(.all.where(\.count, isOneOf: [9, 1, 77])) == [1, 9])
            #expect(try counts(.all.where(\.city, equals: "here").where(\.count, in: 4...)) == [4])
            #expect(try counts(.all.where(\.city, equals: nil).limited(to: 2)) == [5, 6])
            #expect(try counts(.all.where("address.city", equals: "here").limited(to: 2, from: 3)) == [3, 4])
            #expect(try counts(.all.where(\.due, in: ..<Date(timeIntervalSinceReferenceDate: 2))) == [0, 1])
            #expect(try counts(.all.where(\.due, equals: nil)) == [3])
            #expect(try counts(.all.sorted(by: \.due).limited(to: 2)) == [3, 0])
            #expect(try counts(.all.where(\.kind, equals: .big)) == [8])
            // The transform stores a date as a number.
            #expect(try counts(.all.where(\.seconds, in: Date(timeIntervalSince1970: 8)...)) == [8, 9])
            #expect(try counts(.all.where("seconds", in: ...1)) == [0, 1])
            #expect(try counts(.all.where(\.name, in: "i4"..."i6")) == [4, 6])
            let boxes = try items.load(.all.where("size", equals: 1.0))
            #expect(boxes.count == 5 && boxes.allSatisfy { $0 is RecordedBox })
            #expect(errorCode { try items.load(.all.where(\.parts, equals: ["a"])) } == .typeMismatch)
            #expect(errorCode { try items.load(.all.where("", equals: 1)) } == .invalidKey)
            var ids: [String] = []
            try items.forEach(.all.where(\.count, in: 8...)) { id, _ in ids.append(id) }
            #expect(throws: CocoaError.self, "The program's own error") {
                try items.forEach { _, _ in throw CocoaError(.userCancelled) }
            }
            #expect(ids == ["8", "9"])
        }
    }

    @Test("A property that a class inherits is named by its key")
    func inheritedProperty() throws {
        try store.use {
            let boxes = ModelRecords<RecordedBox>(in: MemoryStore.format)
            for number in 0..<3 { try boxes.save(RecordedBox("b", number), id: "\(number)") }
            #expect(try boxes.load(.all.where("n", equals: 2).where(\.size, equals: 1)).map(\.count) == [2])
            #expect(errorCode { try boxes.load(.all.where(\.count, equals: 2)) } == .unknownProperty)
            #expect(try boxes.identifiers().count == 3 && items.identifiers().isEmpty)
        }
    }

    @Test("A change that meets another one is made again, with a new instance")
    func update() throws {
        try store.use {
            try items.save(RecordedItem("a", 1), id: "1")
            var turns: [RecordedItem] = []
            let result = try items.update(id: "1") { item in
                turns.append(item)
                if turns.count < 3 { try items.update(id: "1") { $0.count += 10 } }
                item.count += 1
                return "\(item.count)"
            }
            #expect(result == "22" && turns.count == 3 && turns[0] !== turns[1])
            #expect(try items.load(id: "1").count == 22)
            #expect(errorCode { try items.update(id: "2") { $0.count = 1 } } == .fileMissing)
            try items.update(id: "2", makesMissing: true) { $0.count = 5 }
            #expect(try items.load(id: "2").count == 5)
            let code = errorCode {
                try items.update(id: "2") {
                    $0.count = 6
                    throw ModelError(.invalidCoding, "Stop.")
                }
            }
            #expect(code == .invalidCoding)
            #expect(try items.load(id: "2").count == 5)
        }
    }

    @Test("A transaction that was undone leaves no versions, and others see nothing of one that runs")
    func transactions() throws {
        struct Stop: Error {}
        try store.use {
            let item = RecordedItem("a")
            let code = errorCode {
                try items.transaction {
                    try items.save(item, id: "1")
                    #expect(items.id(of: item) == nil)
                    try items.save(item, id: "1")
                    throw Stop()
                }
            }
            #expect(code == .underlying)
            try items.save(item, id: "1")
            try items.transaction {
                item.count = 1
                try items.save(item, id: "1")
                let seen = countBeside()
                #expect(seen == 0)
            }
            #expect(try items.load(id: "1").count == 1)
            item.count = 2
            try items.save(item, id: "1")
        }
    }

    @Test("In a transaction, an instance has the version of the record that it was saved as last")
    func versionsInTransactions() throws {
        try store.use {
            let item = RecordedItem("a")
            try items.transaction {
                try items.save(item, id: "1")
                try items.save(item, id: "2")
                try items.save(item, id: "2")
                try items.save(item, id: "1")
                #expect(items.id(of: item) == nil)
            }
            #expect(items.id(of: item) == "1")
            #expect(try items.identifiers() == ["1", "2"])
            try items.save(item, id: "2")
            try items.save(item, id: "1")
            #expect(items.id(of: item) == "1")
            try items.update(id: "2") { $0.count = 5 }
            #expect(errorCode { try items.save(item, id: "2") } == .fileChanged)
            try items.save(item, id: "1")
        }
    }

    @Test("A transaction takes in its own place alone: a store with one transaction refuses what belongs elsewhere")
    func otherPlaces() throws {
        let others = ModelRecords<RecordedItem>(in: MemoryStore.format.at("other"))
        try store.use {
            try items.save(RecordedItem("own"), id: "1")
            try others.save(RecordedItem("other"), id: "1")
            try items.transaction {
                #expect(errorCode { try others.save(RecordedItem("new"), id: "2") } == .invalidCoding)
                #expect(errorCode { try others.remove(id: "1") } == .invalidCoding)
                #expect(errorCode { try others.update(id: "1") { $0.count = 5 } } == .invalidCoding)
                #expect(try others.load().map(\.name) == ["other"])
                #expect(try items.load().map(\.name) == ["own"])
                try items.update(id: "1") { $0.count = 1 }
            }
            #expect(try items.load().map(\.count) == [1])
            #expect(try others.load().map(\.count) == [0])
        }
    }

    @Test("A store that takes several transactions at once changes each place by itself")
    func severalPlaces() throws {
        struct Stop: Error {}
        let store = InMemoryStore(formats: [MemoryStore.format])
        let places = ["a", "b"].map { ModelRecords<RecordedItem>(in: MemoryStore.format.at($0)) }
        try FormatRegistry.withFormats(FormatRegistry(stores: [store])) {
            try places[0].transaction {
                try places[0].save(RecordedItem("a", 1), id: "1")
                try places[1].save(RecordedItem("b", 2), id: "1")
                // In the innermost body, the outer transaction is that of its place all the same.
                try places[1].transaction {
                    try places[0].update(id: "1") { $0.count += 10 }
                    try places[1].update(id: "1") { $0.count += 10 }
                }
            }
            #expect(try places.map { try $0.load(id: "1").count } == [11, 12])
            try places[0].transaction {
                try places[0].update(id: "1") { $0.count = 0 }
                // One of another place fails alone.
                try? places[1].transaction {
                    try places[1].update(id: "1") { $0.count = 0 }
                    throw Stop()
                }
                #expect(try places[1].load(id: "1").count == 12)
            }
            #expect(try places.map { try $0.load(id: "1").count } == [0, 12])
        }
    }

    @Test("In a sandbox, the body of a transaction has the sandbox's store")
    func sandboxInTransaction() throws {
        let inner = MemoryStore()
        let folder = FileManager.default.temporaryDirectory
        try store.use {
            try items.transaction {
                try items.save(RecordedItem("outer"), id: "1")
                try ModelSandbox(folder: folder, stores: [inner]).run {
                    #expect(try items.identifiers() == [])
                    try items.save(RecordedItem("inner"), id: "1")
                    try items.save(RecordedItem("inner"), id: "2")
                }
                #expect(try items.identifiers() == ["1"])
            }
            #expect(try items.load().map(\.name) == ["outer"])
        }
        let names = try inner.use { try items.load().map(\.name) }
        #expect(names == ["inner", "inner"])
    }

    /// The count of a record, as another thread sees it.
    private func countBeside() -> Int {
        let (store, items) = (store, items)
        return onThreads(1) { _ in (try? store.use { try items.load(id: "1").count }) ?? -1 }[0]
    }

    @Test("Values in queries are equal and in order as they are in JSON")
    func values() {
        typealias Value = StoreQuery.Value
        let inOrder: [ModelScalar] = [
            .double(-.infinity), .double(-1e300), .int64(.min), .decimal(-2.5), .int64(-2), .bool(false), .float(0.1),
            .double(0.25), .bool(true), .int64(1 << 53), .int64((1 << 53) + 1), .int64(.max), .uint64(1 << 63),
            .uint64(.max), .double(1e300), .string(""), .string("2"), .date(Date(timeIntervalSinceReferenceDate: -0.5)),
            .date(Date(timeIntervalSinceReferenceDate: 0)), .date(Date(timeIntervalSinceReferenceDate: 0.5)),
            .date(Date(timeIntervalSinceReferenceDate: 0.51)), .date(Date(timeIntervalSinceReferenceDate: 1)),
            .string("a"), .string("e\u{301}"), .string("é"), .string("\u{FFFF}"), .string("😀"),
        ]
        for (left, right) in zip(inOrder, inOrder.dropFirst()) {
            #expect(
                Value(left) < Value(right) && !(Value(right) < Value(left)) && Value(left) != Value(right),
                "\(left) \(right)")
        }
        for (left, right): (ModelScalar, ModelScalar) in [
            (.int64(1), .bool(true)), (.double(2), .uint64(2)), (.decimal(0.5), .float(0.5)),
            (.float(0.1), .double(0.1)),
            (
                .uuid(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))),
                .string("00000000-0000-0000-0000-000000000001")
            ),
            (.date(Date(timeIntervalSinceReferenceDate: 0)), .string("2001-01-01T00:00:00.000+00:00")),
            (.null, .double(.nan)), (.data(Data([1])), .string("AQ==")),
        ] {
            #expect(Value(left) == Value(right), "\(left) \(right)")
        }
        #expect(Value.missing < Value(.int64(.min)))
    }
}

/// A store that keeps one record of a class.
private struct PlainStore: StoreProvider {
    var formats: [FileFormat] { [MemoryStore.format] }
    func save(_ values: [(key: String, value: ModelDocument)], in record: StoreRecord) throws {}
    func document(for record: StoreRecord) throws -> ModelDocument? { nil }
    func removeValues(in record: StoreRecord) throws {}
}
