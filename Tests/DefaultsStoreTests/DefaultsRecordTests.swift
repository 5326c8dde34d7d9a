import Foundation
import Records
import Synchronization
import TestSupport
import Testing

/// A record with numbers that a property list can't tell from others, and a reference to itself.
final class DefaultsRecord: BaseModel {
    var name = ""
    var price = Decimal()
    var weight: Float = 0
    var due: Date?
    var next: DefaultsRecord?
    convenience init(_ name: String, _ price: String = "0", _ weight: Float = 0) {
        self.init()
        (self.name, self.weight) = (name, weight)
        self.price = Decimal(string: price) ?? 0
    }
    override class var modelProperties: [ModelProperty] {
        [
            ModelProperty("name", \DefaultsRecord.name), ModelProperty("price", \DefaultsRecord.price),
            ModelProperty("weight", \DefaultsRecord.weight), ModelProperty("due", \DefaultsRecord.due),
            ModelProperty("next", \DefaultsRecord.next),
        ]
    }
}

@Suite("Records in user defaults")
struct DefaultsRecordTests {
    private let folder: DefaultsFolder
    private let records = ModelRecords<DefaultsRecord>(in: .userDefaults(suite: "records"))

    init() throws { folder = try DefaultsFolder() }

    @Test("Each is a dictionary under a key of its own, beside all else in the file")
    func file() throws {
        try folder.use {
            let settings = PlainDefaults()
            settings.name = "mine"
            try settings.write(toStore: .userDefaults(suite: "records"))
            try records.save(DefaultsRecord("Ged", "12.5"), id: "a/b")
            let record = try #require(
                try folder.plain("records")["BaseModel.record.DefaultsRecord/a%2Fb"] as? [String: Any])
            #expect(record.keys.sorted() == ["record", "version"])
            #expect((record["record"] as? [String: Any])?["name"] as? String == "Ged")
            #expect(try folder.plain("records")["name"] as? String == "mine")
            // Each leaves the other.
            settings.name = "changed"
            try settings.write(toStore: .userDefaults(suite: "records"))
            #expect(try records.load(id: "a/b").name == "Ged")
            try PlainDefaults.removeContents(ofStore: .userDefaults(suite: "records"))
            #expect(try records.identifiers() == ["a/b"])
            // A place without records has no file.
            try records.remove(id: "a/b")
            #expect(!FileManager.default.fileExists(atPath: folder.file("records")))
        }
    }

    @Test("Queries compare decimals, floats and dates as what they are", arguments: [false, true])
    func numbers(_ isBinary: Bool) throws {
        try folder.use {
            if isBinary {
                try folder.write(
                    PropertyListSerialization.data(fromPropertyList: ["x": 1], format: .binary, options: 0),
                    to: "records")
            }
            for (id, price) in ["9.5", "10.25", "0.1", "12345678901234567890.5"].enumerated() {
                let record = DefaultsRecord(id.description, price, Float(id) / 10)
                record.due = Date(timeIntervalSinceReferenceDate: Double(id) / 8)
                try records.save(record, id: id.description)
            }
            let nine = try #require(Decimal(string: "9.5"))
            #expect(
                try records.load(.all.where(\.price, in: nine...).sorted(by: \.price)).map(\.name) == ["0", "1", "3"])
            #expect(try records.load(.all.where(\.price, equals: nine)).map(\.name) == ["0"])
            #expect(try records.load(.all.where(\.weight, equals: 0.1)).map(\.name) == ["1"])
            #expect(try records.load(.all.where(\.weight, in: 0.2...)).map(\.name) == ["2", "3"])
            let second = Date(timeIntervalSinceReferenceDate: 0.25)
            #expect(try records.load(.all.where(\.due, in: ..<second)).map(\.name) == ["0", "1"])
            #expect(try records.load(id: "3").price == Decimal(string: "12345678901234567890.5"))
        }
    }

    @Test("A record may contain itself")
    func cycle() throws {
        try folder.use {
            let record = DefaultsRecord("ring")
            record.next = record
            defer { record.next = nil }
            try records.save(record, id: "ring")
            let loaded = try records.load(id: "ring")
            #expect(loaded.next === loaded)
            loaded.next = nil
            #expect(try records.load(.all.where(\.name, equals: "ring")).map { $0.next = nil }.count == 1)
        }
    }

    @Test(
        "The body of a transaction may save and load settings, and doesn't wait for itself"
    )
    func others() throws {
        struct Stop: Error {}
        let quick = try DefaultsFolder(patience: 0.1)
        try quick.use {
            try records.transaction {
                try records.save(DefaultsRecord("one"), id: "1")
                let settings = PlainDefaults()
                settings.name = "inside"
                try settings.write(toStore: .userDefaults(suite: "records"))
                #expect(try PlainDefaults.load(fromStore: .userDefaults(suite: "records")).name == "inside")
                #expect(try ModelRecords<DefaultsRecord>(in: .userDefaults(suite: "more")).identifiers() == [])
            }
            #expect(try PlainDefaults.load(fromStore: .userDefaults(suite: "records")).name == "inside")
            #expect(try records.identifiers() == ["1"])
            #expect(throws: Stop.self) {
                try records.transaction {
                    try records.remove(id: "1")
                    throw Stop()
                }
            }
            #expect(try records.identifiers() == ["1"])
        }
    }

    @Test("A task that the body has started waits for the transaction's end, though it inherits what the body knows")
    func tasksInBody() async throws {
        let (folder, records) = (folder, records)
        let (isBegun, isDone) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let others = Mutex<[Task<Void, any Error>]>([])
        // Not on a thread that tasks need.
        try await onThread(stackSize: 1 << 20) {
            try folder.use {
                try records.transaction {
                    let tasks = ["records", "more"].map { suite in
                        Task {
                            isBegun.signal()
                            let settings = PlainDefaults()
                            settings.name = "beside"
                            try settings.write(toStore: .userDefaults(suite: suite))
                            isDone.signal()
                        }
                    }
                    others.withLock { $0 = tasks }
                    isBegun.wait()
                    #expect(isDone.wait(timeout: .now() + 0.3) == .timedOut)
                    try records.save(DefaultsRecord("one"), id: "1")
                    #expect(isDone.wait(timeout: .now() + 0.1) == .timedOut)
                }
            }
        }
        for other in others.withLock(\.self) { try await other.value }
        try folder.use {
            let names = try ["records", "more"].map { try PlainDefaults.load(fromStore: .userDefaults(suite: $0)).name }
            #expect(names == ["beside", "beside"])
            #expect(try records.identifiers() == ["1"])
        }
    }

    @Test("Transactions of two suites in each other change both files, in whatever order they end")
    func twoSuites() throws {
        struct Stop: Error {}
        let others = ModelRecords<DefaultsRecord>(in: .userDefaults(suite: "more"))
        try folder.use {
            try records.transaction {
                try records.save(DefaultsRecord("one"), id: "1")
                try others.transaction {
                    try others.save(DefaultsRecord("two"), id: "1")
                    try records.update(id: "1") { $0.name += " more" }
                }
                #expect(try others.load(id: "1").name == "two")
                try others.remove(id: "1")
                try others.save(DefaultsRecord("three"), id: "2")
            }
            #expect(try records.load().map(\.name) == ["one more"] && others.load().map(\.name) == ["three"])
            #expect(throws: Stop.self) {
                try records.transaction {
                    try records.remove(id: "1")
                    try others.update(id: "2") { $0.name = "four" }
                    throw Stop()
                }
            }
            #expect(try records.load().map(\.name) == ["one more"] && others.load().map(\.name) == ["four"])
            // The last record of one suite goes with its file, and the other's stays.
            try records.transaction {
                try records.remove(id: "1")
                try others.save(DefaultsRecord("five"), id: "3")
            }
            #expect(!FileManager.default.fileExists(atPath: folder.file("records")))
            #expect(try others.identifiers() == ["2", "3"])
        }
    }

    @Test("A file that can't be read is no empty one, and stays; so does a property's key that is a record's")
    func refused() throws {
        try folder.use {
            try folder.write(Data("<plist>".utf8), to: "records")
            #expect(errorCode { try records.identifiers() } == .corruptData)
            #expect(errorCode { try records.save(DefaultsRecord("a"), id: "a") } == .fileUnreadable)
            #expect(try folder.content(of: "records") == Data("<plist>".utf8))
            let record = StoreRecord(format: .userDefaults(suite: "other"), className: "Other")
            let value = (key: "BaseModel.record.A/b", value: ModelDocument(.bool(true)))
            #expect(errorCode { try folder.store.save([value], in: record) } == .duplicateKey)
        }
    }

    @Test("The error for a record that can't be read names it, and others are read")
    func damaged() throws {
        try folder.use {
            try records.save(DefaultsRecord("a"), id: "a")
            var plain = try folder.plain("records")
            plain["BaseModel.record.DefaultsRecord/b"] = "text"
            try folder.write(
                PropertyListSerialization.data(fromPropertyList: plain, format: .xml, options: 0), to: "records")
            #expect(try records.load(id: "a").name == "a")
            #expect(try records.identifiers() == ["a", "b"])
            #expect { try records.load() } throws: { error in
                "\(error)".hasPrefix("User defaults, DefaultsRecord.b: It is no record with a version.")
            }
            #expect(
                errorCode { try records.save(DefaultsRecord("b"), id: "b", overwritingChanges: true) }
                    == .fileUnreadable)
            try records.remove(id: "b")
            #expect(try records.load().count == 1)
        }
    }
}
