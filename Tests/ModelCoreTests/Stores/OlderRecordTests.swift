import Foundation
import ModelTesting
import Records
import TestSupport
import Testing

/// A person as a program saved it before.
final class FormerPerson: BaseModel {
    var name = ""
    var age = 0
    override class var modelProperties: [ModelProperty] {
        [ModelProperty("name", \FormerPerson.name), ModelProperty("age", \FormerPerson.age)]
    }
}

final class RenamedPerson: BaseModel {
    var fullName = ""
    var age = 0
    override class var modelProperties: [ModelProperty] {
        [
            ModelProperty("fullName", \RenamedPerson.fullName, key: PropertyKey(aliases: ["name"])),
            ModelProperty("age", \RenamedPerson.age),
        ]
    }
}

#if Macros
    @Model(version: 2) final class MigratedPerson: BaseModel {
        var years = 0
        override class func migrate(_ object: inout ModelDocument, from version: Int) throws {
            try object.renameKey(at: ["age"], to: "years")
        }
    }
#endif

@Suite("Records of older versions, and records that can't be read")
struct OlderRecordTests {
    let store = MemoryStore()

    /// Saves people as an older program did, under another class's name.
    private func saveFormer(_ count: Int, as type: BaseModel.Type) throws {
        let record = StoreRecord(format: MemoryStore.format, className: ModelClass.of(type).name)
        try store.transaction(in: MemoryStore.format) { transaction in
            for number in 0..<count {
                let person = FormerPerson()
                (person.name, person.age) = ("n\(number)", number)
                let document = try ModelDocument(encoding: ["name": person.name, "age": person.age] as [String: Any])
                _ = try transaction.save(document, id: "p\(number)", of: record, expecting: .nothing)
            }
        }
    }

    @Test("Queries find records with keys that are aliases by now, before and after they are brought up to date")
    func aliases() throws {
        let people = ModelRecords<RenamedPerson>(in: MemoryStore.format)
        try store.use {
            try saveFormer(5, as: RenamedPerson.self)
            let query = ModelQuery<RenamedPerson>.all.where(\.fullName, isOneOf: ["n1", "n3"])
                .sorted(by: \.fullName, descending: true)
            #expect(try people.load(query).map(\.age) == [3, 1])
            #expect(try people.bringUpToDate(inTransactionsOf: 2) == 5)
            #expect(try people.bringUpToDate() == 0)
            #expect(try people.load(query).map(\.age) == [3, 1])
            let record = StoreRecord(format: MemoryStore.format, className: ModelClass.of(RenamedPerson.self).name)
            let found = try store.snapshot(in: MemoryStore.format) { try $0.records(of: record) }
            #expect(found.allSatisfy { $0.document["fullName"] != nil && $0.document["name"] == nil })
        }
    }

    #if Macros
        @Test("Queries find records of a class's older version")
        func versions() throws {
            let people = ModelRecords<MigratedPerson>(in: MemoryStore.format)
            try store.use {
                try saveFormer(5, as: MigratedPerson.self)
                let query = ModelQuery<MigratedPerson>.all.where(\.years, in: 2...3).sorted(by: \.years).limited(to: 1)
                #expect(try people.load(query).map(\.years) == [2])
                try people.update(id: "p2") { $0.years = 10 }
                #expect(try people.load(query).map(\.years) == [3])
                #expect(try people.bringUpToDate() == 4)
                #expect(try people.load(query).map(\.years) == [3])
            }
        }
    #endif

    @Test("A record that can't be read is named, and a listing goes on without it if it is told to")
    func unreadable() throws {
        let people = ModelRecords<RenamedPerson>(in: MemoryStore.format)
        try store.use {
            try saveFormer(3, as: RenamedPerson.self)
            let name = ModelClass.of(RenamedPerson.self).name
            try store.transaction(in: MemoryStore.format) { transaction in
                _ = try transaction.save(
                    try ModelDocument(encoding: ["age": "many"]), id: "p1",
                    of: StoreRecord(format: MemoryStore.format, className: name), expecting: .anything)
            }
            let query = ModelQuery<RenamedPerson>.all.where(\.age, in: 0...)
            let error = #expect(throws: ModelError.self) { try people.load(query) }
            #expect(error?.path.components.prefix(2) == [.key(name), .key("p1")])
            var skipped: [String] = []
            let found = try people.load(query, skippingUnreadable: { id, error in
                skipped.append("\(id) \(error.path)")
            })
            #expect(found.map(\.age) == [0, 2])
            #expect(skipped == ["p1 \(name).p1.age"])
        }
    }

    @Test("A query with more conditions or orders than stores answer is refused by each store")
    func limits() throws {
        let people = ModelRecords<RenamedPerson>(in: MemoryStore.format)
        try store.use {
            var query = ModelQuery<RenamedPerson>.all
            for _ in 0..<StoreQuery.mostConditions { query = query.where("age", in: 0...) }
            for _ in 0..<StoreQuery.mostOrders { query = query.sorted(by: "age") }
            let found = try people.load(query)
            #expect(found.isEmpty)
            let error = #expect(throws: ModelError.self) { try people.load(query.sorted(by: "age")) }
            #expect(error?.code == .outOfRange)
        }
    }
}

@Suite("Rules of a store that stands in for another")
struct StandInTests {
    @Test("It keeps the contract, with the rules of the other one", arguments: StoreContract.checks)
    func contract(_ check: StoreCheck) {
        StoreContract(InMemoryStore(inPlaceOf: MemoryStore()), MemoryStore.format).check(check)
    }

    @Test("It refuses what the other one refuses, and undoes the class's own values with a transaction")
    func rules() throws {
        struct Stop: Error {}
        let store = InMemoryStore(inPlaceOf: MemoryStore())
        let items = ModelRecords<RecordedItem>(in: MemoryStore.format)
        try FormatRegistry.withFormats(FormatRegistry(stores: [store])) {
            try RecordedItem("kept").write(toStore: MemoryStore.format)
            try? items.transaction {
                try RecordedItem("lost").write(toStore: MemoryStore.format)
                let other = ModelRecords<RecordedItem>(in: MemoryStore.format.at("other"))
                #expect(throws: ModelError.self) { try other.save(RecordedItem("other"), id: "1") }
                throw Stop()
            }
            #expect(try RecordedItem.load(fromStore: MemoryStore.format).name == "kept")
            _ = try items.transaction { try items.save(RecordedItem("after"), id: "1") }
            #expect(try items.identifiers() == ["1"])
        }
    }
}
