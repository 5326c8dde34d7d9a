#if Macros
import Foundation
import ModelCore
import Synchronization
import Testing

/// Objects that older and newer programs have written.
@Suite("Versions of classes")
struct VersionTests {
    @Model("VersionContact", version: 3) class Contact: BaseModel {
        var firstName = ""
        var lastName = ""
        var age = 0
        var friends: [Contact] = []

        override class func migrate(_ object: inout ModelDocument, from version: Int) throws {
            switch version {
            case 1:
                let before = object
                try object.renameKey(at: ["name"], to: "fullName")
                // What was read before is as it was.
                #expect(before["name"] != nil && before["fullName"] == nil && object["name"] == nil)
            case 2:
                guard let name = object["fullName"]?.stringValue else { return }
                let parts = name.split(separator: " ", maxSplits: 1).map(String.init)
                try object.removeValue(at: ["fullName"])
                try object.set(.string(parts.first ?? ""), at: ["firstName"])
                try object.set(.string(parts.last ?? ""), at: ["lastName"])
                if let text = object["details"]?["age"]?.stringValue, let age = Int(text) {
                    try object.set(.int64(Int64(age)), at: ["age"])
                    try object.removeValue(at: ["details", "age"])
                }
            default: Issue.record("There is no step from version \(version)")
            }
        }
    }

    private static func old(_ name: String, age: Int, friends: [[String: Any]] = []) -> [String: Any] {
        ["name": name, "details": ["age": "\(age)", "x": 1] as [String: Any], "friends": friends]
    }

    private static func document(_ value: Any) throws -> ModelDocument { try ModelDocument(encoding: value as Any?) }

    @Test("An object goes through each step, and so do those in it")
    func steps() throws {
        let friends = [Self.old("Bob Ross", age: 40, friends: [Self.old("Cy Twombly", age: 50)])]
        let contact = try Self.document(Self.old("Ada King Lovelace", age: 36, friends: friends)).decode(Contact.self)
        #expect(contact.firstName == "Ada" && contact.lastName == "King Lovelace" && contact.age == 36)
        #expect(contact.friends[0].lastName == "Ross" && contact.friends[0].friends[0].age == 50)
        #expect(contact.unknownValues?[["details"]]?.keys == ["x"])
        let written = try ModelDocument(encoding: contact)
        #expect(written.root.keys == ["$version", "firstName", "lastName", "age", "friends", "details"])
        #expect(written["$version"]?.intValue == 3)
        let again = try written.decode(Contact.self)
        #expect(again.friends[0].friends[0].lastName == "Twombly" && again.unknownValues?.root.keys == ["details"])
    }

    @Model final class Engine: BaseModel {
        var maker = ""
    }

    @Model(version: 2) final class Car: BaseModel {
        var engine: Engine?

        override class func migrate(_ object: inout ModelDocument, from version: Int) throws {
            guard let maker = object["maker"]?.stringValue else { return }
            try object.set(.string(maker), at: ["engine", "maker"])
            try object.removeValue(at: ["maker"])
        }
    }

    @Model final class Garage: BaseModel {
        var engines: [Engine] = []
        var cars: [Car] = []
        var spares: [Engine] = []
    }

    @Test("A step may change an object that others lead to, unless that was read before")
    func sharedObjects() throws {
        func read(_ garage: Garage) throws -> Garage {
            let car = Car()
            let engine = garage.engines.first ?? garage.spares[0]
            (car.engine, garage.cars) = (engine, [car])
            var document = try ModelDocument(encoding: garage)
            try document.removeValue(at: ["cars", 0, "$version"])
            try document.set(.string("Audi"), at: ["cars", 0, "maker"])
            return try document.decode(Garage.self)
        }
        let later = Garage()
        later.spares = [Engine()]
        let garage = try read(later)
        #expect(garage.spares[0].maker == "Audi" && garage.spares[0] === garage.cars[0].engine)
        let earlier = Garage()
        earlier.engines = [Engine()]
        let error = #expect(throws: ModelError.self) { try read(earlier) }
        #expect(error?.code == .invalidCoding)
    }

    @Test("A file of the second version needs the second step alone")
    func second() throws {
        let contact = try Self.document(["$version": 2, "fullName": "Ada Lovelace"] as [String: Any])
            .decode(Contact.self)
        #expect(contact.lastName == "Lovelace")
    }

    @Test("A newer version is an error that names both, and so is what is no version", arguments: [4, 1000, Int.max])
    func newer(version: Int) throws {
        var document = try Self.document(["$version": 3, "friends": [["$version": version]]] as [String: Any])
        let error = #expect(throws: ModelError.self) { try document.decode(Contact.self) }
        #expect(error?.code == .newerVersion && error?.path.description == "friends[0]")
        #expect(error?.reason.contains("version \(version) of VersionContact") ?? false)
        #expect(error?.reason.contains("version 3") ?? false)
        for wrong in [.int64(0), .int64(-1), .string("2"), .double(1.5), .null] as [ModelScalar] {
            try document.set(wrong, at: ["friends", 0, "$version"])
            #expect { try document.decode(Contact.self) } throws: { ($0 as? ModelError)?.code == .typeMismatch }
        }
    }

    @Model("VersionPlain") final class Plain: BaseModel {
        var name = ""
    }

    @Test("A version of a class that has none is a newer program's")
    func unversioned() throws {
        #expect(try Self.document(["$version": 1, "name": "x"] as [String: Any]).decode(Plain.self).name == "x")
        #expect {
            try Self.document(["$version": 2, "name": "x"] as [String: Any]).decode(Plain.self)
        } throws: { ($0 as? ModelError)?.code == .newerVersion }
    }

    @Model("VersionPlainHeir") final class Heir: Contact {
        var more = 0
    }

    @Test("Who writes the version of a superclass as that of the class is told how it is written")
    func superclassByHand() throws {
        #expect {
            try Self.document(["$version": 2, "more": 1] as [String: Any]).decode(Heir.self)
        } throws: {
            "\($0)".hasSuffix(#"this program knows no version of it. Did you mean {"VersionContact": 2}?"#)
        }
        let read = try Self.document(
            ["$version": ["VersionContact": 2], "fullName": "Ada Lovelace", "more": 1] as [String: Any])
        #expect(try read.decode(Heir.self).lastName == "Lovelace")
    }

    // MARK: Superclasses

    @Model("VersionManager", aliases: ["VersionBoss"], version: 2) final class Manager: Contact {
        var team = ""

        override class func migrate(_ object: inout ModelDocument, from version: Int) throws {
            #expect(object["lastName"] != nil && version == 1)
            try object.renameKey(at: ["group"], to: "team")
        }
    }

    @Model("VersionClerk") final class Clerk: Contact {
        var desk = 0
    }

    @Test("A superclass's steps come first, and each class counts its own")
    func superclasses() throws {
        var object = Self.old("Ada Lovelace", age: 36)
        object["group"] = "Engines"
        let manager = try Self.document(object).decode(Manager.self)
        #expect(manager.lastName == "Lovelace" && manager.team == "Engines")
        let written = try ModelDocument(encoding: manager)
        #expect(written[["$version", "VersionContact"]]?.intValue == 3)
        #expect(written[["$version", "VersionManager"]]?.intValue == 2)
        #expect(try written.decode(Manager.self).team == "Engines")
        let versions: [String: Any] = ["VersionContact": 3, "VersionBoss": 1]
        let part = try Self.document(["$version": versions, "lastName": "L", "group": "g"] as [String: Any])
            .decode(Manager.self)
        #expect(part.team == "g" && part.lastName == "L")
        let newest: [String: Any] = ["VersionContact": 3, "VersionBoss": 2]
        #expect(try Self.document(["$version": newest, "team": "t"] as [String: Any]).decode(Manager.self).team == "t")

        let clerk = try Self.document(Self.old("Bob Ross", age: 1)).decode(Clerk.self)
        #expect(clerk.lastName == "Ross")
        let mark = try #require(ModelDocument(encoding: clerk)["$version"])
        #expect(mark.keys == ["VersionContact"] && mark["VersionContact"]?.intValue == 3)
    }

    @Model("VersionPair", version: 2) final class Pair: BaseModel {
        var first: Pair?
        var second: Pair?
        var name = ""

        override class func migrate(_ object: inout ModelDocument, from version: Int) throws {
            guard let first = object["first"], let second = object["second"] else { return }
            try object.setReferences([(value: second, target: first)])
        }
    }

    @Test("A step makes one object of two")
    func sharing() throws {
        let inner: [String: Any] = ["name": "a"]
        let pair = try Self.document(["first": inner, "second": inner, "name": "b"] as [String: Any]).decode(Pair.self)
        #expect(pair.first?.name == "a" && pair.first === pair.second)
    }

    // MARK: Other classes

    @Model("VersionShape", version: 2) class Shape: BaseModel {
        override class func migrate(_ object: inout ModelDocument, from version: Int) throws {
            let isRound = object["radius"] != nil
            try object.setClass(CodedClass(name: isRound ? "VersionRound" : "VersionSquare"), at: [])
        }
    }
    @Model("VersionRound", version: 2) final class Round: Shape {
        var radius = 0.0
        var area = 0.0

        override class func migrate(_ object: inout ModelDocument, from version: Int) throws {
            let radius = object["radius"]?.doubleValue ?? 0
            try object.set(.double(radius * radius * 3), at: ["area"])
        }
    }
    @Model("VersionSquare") final class Square: Shape { var side = 0.0 }
    @Model("VersionDrawing") final class Drawing: BaseModel {
        var shapes: [Shape] = []
        var round: Round?
        var last: Shape?
    }

    @Test("A class that was split: the step says which one an object has, whose own steps follow")
    func split() throws {
        let shape = CodedClass(name: "VersionShape")
        var builder = DocumentBuilder()
        try builder.beginObject(CodedClass(name: "VersionDrawing"))
        try builder.key("shapes")
        try builder.beginArray()
        try builder.beginObject(shape, number: 0)
        try builder.key("radius")
        try builder.append(2.0)
        try builder.end()
        try builder.beginObject(shape)
        try builder.key("side")
        try builder.append(3.0)
        try builder.end()
        try builder.appendReference(to: 0)
        try builder.end()
        try builder.key("round")
        try builder.appendReference(to: 0)
        try builder.key("last")
        try builder.appendReference(to: 0)
        try builder.end()
        let drawing = try builder.finish().decode(Drawing.self)
        #expect((drawing.shapes[0] as? Round)?.area == 12 && (drawing.shapes[1] as? Square)?.side == 3)
        #expect(drawing.shapes[2] === drawing.shapes[0] && drawing.round === drawing.last)
        #expect(drawing.last === drawing.shapes[0])
    }

    @Model("VersionAnimal", aliases: ["VersionCat", "VersionDog"], version: 2) final class Animal: BaseModel {
        var kind = ""
        var name = ""

        override class func migrate(_ object: inout ModelDocument, from version: Int) throws {
            // Another document altogether.
            let kind = object.root.className == "VersionCat" ? "cat" : "dog"
            object = try ModelDocument(encoding: ["kind": kind, "name": object["name"]?.stringValue ?? ""])
        }
    }

    @Test("Classes that were merged: the step sees which one it was")
    func merged() throws {
        var builder = DocumentBuilder()
        try builder.beginArray()
        for (number, name) in ["VersionCat", "VersionDog"].enumerated() {
            try builder.beginObject(CodedClass(name: name), number: number)
            try builder.key("name")
            try builder.append("Tom")
            try builder.end()
        }
        try builder.appendReference(to: 0)
        try builder.end()
        let animals = try builder.finish().decode([Animal].self)
        #expect(animals.map(\.kind) == ["cat", "dog", "cat"] && animals.map(\.name) == ["Tom", "Tom", "Tom"])
        #expect(animals[0] === animals[2])
    }

    @Model("VersionShelf") final class Shelf: BaseModel {
        var plain: [Plain] = []
        @Lenient var contacts: [Contact] = []
        var last: Contact?
    }

    @Test("Unknown values of objects that were migrated, and of those that weren't", arguments: [true, false])
    func unknownValues(isArchive: Bool) throws {
        let plain: [String: Any] = ["name": "p", "x": ["y": 1], "site": URL(string: "a:b") as Any]
        let contact = Self.old("Ada Lovelace", age: 36, friends: [Self.old("Bob Ross", age: 1)])
        let values: [String: Any] = ["plain": [plain, plain], "contacts": [contact, contact], "z": [1]]
        var shelf = try Self.document(values).decode(Shelf.self)
        if isArchive {
            let content = try KeyedArchive().encode(Self.document(values))
            shelf = try KeyedArchive().decode(Shelf.self, from: content)
        }
        #expect(shelf.plain[1].unknownValues?[["x", "y"]]?.intValue == 1)
        #expect(shelf.contacts[1].unknownValues?[["details", "x"]]?.intValue == 1)
        #expect(shelf.contacts[1].friends[0].unknownValues?[["details", "x"]]?.intValue == 1)
        let written = try ModelDocument(encoding: shelf)
        #expect(written["z"]?[0]?.intValue == 1)
        #expect(written["contacts"]?[0]?["friends"]?[0]?["details"]?["x"]?.intValue == 1)
        #expect(written["plain"]?[0]?["site"]?.scalar == .url(try #require(URL(string: "a:b"))))
    }

    @Test("An object that is read again, because an element was left out, isn't migrated again")
    func again() throws {
        var builder = DocumentBuilder()
        try builder.beginObject(CodedClass(name: "VersionShelf"))
        try builder.key("contacts")
        try builder.beginArray()
        try builder.beginObject(CodedClass(name: "VersionContact"))
        try builder.key("name")
        try builder.append("Bob Ross")
        try builder.key("friends")
        try builder.beginArray()
        try builder.beginObject(CodedClass(name: "VersionContact"), number: 3)
        try builder.key("name")
        try builder.append("Ada Lovelace")
        try builder.end()
        try builder.end()
        try builder.key("age")
        try builder.append("wrong")
        try builder.end()
        try builder.end()
        try builder.key("last")
        try builder.appendReference(to: 3)
        try builder.end()
        let document = try builder.finish()
        let (shelf, report) = try DecodingReport.collecting { try document.decode(Shelf.self) }
        #expect(shelf.contacts.isEmpty && report.skippedCount == 1 && shelf.last?.lastName == "Lovelace")
    }

    @Model("VersionKeeper", version: 2) final class Keeper: BaseModel {
        @TaskLocal static var kept: Kept?
        final class Kept: @unchecked Sendable { var document: ModelDocument? }
        var name = ""
        var number = 0
        override class func migrate(_ object: inout ModelDocument, from version: Int) throws {
            kept?.document = object
            try object.set(.string("new"), at: ["name"])
        }
    }

    @Test("A document that a step kept is a value like any other")
    func kept() throws {
        let kept = Keeper.Kept()
        let document = try Self.document(["name": "old"])
        let model = try Keeper.$kept.withValue(kept) { try document.decode(Keeper.self) }
        var first = try #require(kept.document)
        let second = first
        try first.set(.string("other"), at: ["name"])
        #expect(model.name == "new" && first["name"]?.stringValue == "other" && second["name"]?.stringValue == "old")
        #expect(document["name"]?.stringValue == "old")
    }

    @Model("VersionFailing", version: 2) final class Failing: BaseModel {
        var next: Failing?
        override class func migrate(_ object: inout ModelDocument, from version: Int) throws {
            if object["bad"] != nil { throw CancellationError() }
        }
    }

    @Test("What a step throws has the way to the object")
    func failure() throws {
        let document = try Self.document(["next": ["next": ["bad": 1]]])
        #expect {
            try document.decode(Failing.self)
        } throws: { error in
            let error = error as? ModelError
            return error?.path.description == "next.next" && error?.underlyingError is CancellationError
        }
    }

    @Test("The document that is read stays as it is")
    func untouched() throws {
        let document = try Self.document(Self.old("Ada Lovelace", age: 36))
        let before = document.description
        _ = try document.decode(Contact.self)
        #expect(document.description == before)
        #expect(try document.decode(Contact.self).lastName == "Lovelace")
    }

    @Test("A migrated shared instance is written by save() alone; a newer version's file stays as it is")
    func sharedInstance() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("saved.archive").path
        Saved.path.withLock { $0 = path }
        try Self.document(["$version": 1, "old": "x"] as [String: Any]).write(path)
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        let saved = try Saved.shared
        #expect(saved.new == "x")
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
        try saved.save()
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) != before)

        try Self.document(["$version": 3, "new": "y"] as [String: Any]).write(path)
        let newer = try Data(contentsOf: URL(fileURLWithPath: path))
        #expect { try Saved.reloadSharedInstance() } throws: { ($0 as? ModelError)?.code == .newerVersion }
        #expect(throws: ModelError.self) { try saved.save() }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == newer)
    }
}

extension ModelDocument {
    /// Writes it as a keyed archive.
    fileprivate func write(_ path: String) throws {
        try KeyedArchive().encode(self).write(to: URL(fileURLWithPath: path))
    }
}

@Model("VersionSaved", version: 2) final class Saved: BaseModel {
    static let path = Mutex("")
    var new = ""
    override class var saveFile: String { path.withLock(\.self) }
    override class func migrate(_ object: inout ModelDocument, from version: Int) throws {
        try object.renameKey(at: ["old"], to: "new")
    }
}
#endif
