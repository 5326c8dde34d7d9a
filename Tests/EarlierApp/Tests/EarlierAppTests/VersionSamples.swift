#if Macros
import Foundation
import JSONFormat
// snippet.version
import ModelCore
// snippet.end
import Testing

@Suite("Samples: versions and migration")
struct VersionSamples {
    // snippet.memo
    @Model final class Memo: BaseModel {
        var text = ""
    }
    // snippet.end

    // snippet.policies
    @Model(unknownKeys: .ignore) final class Answer: BaseModel {
        var total = 0
    }

    @Model(unknownKeys: .refuse) final class Settings: BaseModel {
        var fontSize = 12
    }
    // snippet.end

    // snippet.version
    @Model(version: 3) final class Contact: BaseModel {
        var firstName = ""
        var lastName = ""

        override class func migrate(_ object: inout ModelDocument, from version: Int) throws {
            if version == 1 {
                try object.renameKey(at: ["name"], to: "fullName")
            } else if let name = object["fullName"]?.stringValue {
                let parts = name.split(separator: " ", maxSplits: 1).map(String.init)
                try object.set(.string(parts.first ?? ""), at: ["firstName"])
                if parts.count == 2 { try object.set(.string(parts[1]), at: ["lastName"]) }
                try object.removeValue(at: ["fullName"])
            }
        }
    }
    // snippet.end

    // snippet.gathered
    @Model struct PostalAddress {
        var street = ""
        var city = ""
    }

    @Model(version: 2) final class Customer: BaseModel {
        var name = ""
        var address = PostalAddress()

        override class func migrate(_ object: inout ModelDocument, from version: Int) throws {
            // Version 1 had "1 High Street, Ely" in one property.
            guard let text = object["address"]?.stringValue else { return }
            let parts = text.split(separator: ", ", maxSplits: 1).map(String.init)
            try object.removeValue(at: ["address"])
            try object.set(.string(parts.first ?? ""), at: ["address", "street"])
            if parts.count == 2 { try object.set(.string(parts[1]), at: ["address", "city"]) }
        }
    }
    // snippet.end

    @Test("A property becomes a struct")
    func gathered() throws {
        let old = Data(#"{"name":"Ada","address":"1 High Street, Ely"}"#.utf8)
        let customer = try JSONFormat().decode(Customer.self, from: old)
        #expect(customer.address.street == "1 High Street" && customer.address.city == "Ely" && customer.name == "Ada")
        let new = try JSONFormat().encode(customer)
        let wanted = #"{"$version":2,"name":"Ada","address":{"street":"1 High Street","city":"Ely"}}"#
        #expect(String(decoding: new, as: UTF8.self) == wanted)
        let none = try JSONFormat().decode(Customer.self, from: Data(#"{"name":"Ada"}"#.utf8))
        #expect(none.address.street.isEmpty)
        let plain = try JSONFormat().decode(Customer.self, from: Data(#"{"address":"1 High Street"}"#.utf8))
        #expect(plain.address.street == "1 High Street" && plain.address.city.isEmpty)
    }

    @Test("Unknown keys are kept")
    func kept() throws {
        // snippet.kept
        let note = try JSONFormat().decode(Memo.self, from: Data(#"{"text":"Hi","color":"red","tags":["a"]}"#.utf8))
        note.text = "Hello"
        let content = try JSONFormat().encode(note)
        let color = note.unknownValues?["color"]?.stringValue
        // snippet.end
        let wanted = """
            {"text":"Hello","color":"red","tags":["a"]}
            """
        #expect(String(decoding: content, as: UTF8.self) == wanted && color == "red")
    }

    @Test("They are passed over, or refused")
    func policies() throws {
        let answer = try JSONFormat().decode(Answer.self, from: Data(#"{"total":1,"x":2}"#.utf8))
        #expect(answer.unknownValues == nil && answer.total == 1)
        let error = #expect(throws: ModelError.self) {
            try JSONFormat().decode(Settings.self, from: Data(#"{"fontsize":13}"#.utf8))
        }
        #expect(error?.code == .unknownKey && error?.reason.contains("fontSize") ?? false)
    }

    @Test("A version that the program doesn't know")
    func newer() throws {
        let error = #expect(throws: ModelError.self) {
            try JSONFormat().decode(Contact.self, from: Data(#"{"$version":4}"#.utf8))
        }
        #expect(error?.code == .newerVersion)
        #expect(error?.reason.hasSuffix("Contact, and this program knows version 3 of it.") == true)
    }

    @Test("Two steps")
    func steps() throws {
        let contact = try JSONFormat().decode(Contact.self, from: Data(#"{"name":"Ada Lovelace"}"#.utf8))
        let wanted = """
            {"$version":3,"firstName":"Ada","lastName":"Lovelace"}
            """
        #expect(String(decoding: try JSONFormat().encode(contact), as: UTF8.self) == wanted)
        let single = try JSONFormat().decode(Contact.self, from: Data(#"{"name":"Plato"}"#.utf8))
        #expect(single.firstName == "Plato" && single.lastName.isEmpty)
    }
}

// snippet.split
@Model(version: 2) class Tile: BaseModel {
    override class func migrate(_ object: inout ModelDocument, from version: Int) throws {
        let name = object["radius"] == nil ? "SquareTile" : "RoundTile"
        try object.setClass(CodedClass(name: name), at: [])
    }
}

@Model("RoundTile") final class RoundTile: Tile {
    var radius = 0.0
}

@Model("SquareTile") final class SquareTile: Tile {
    var side = 0.0
}
// snippet.end

@Suite("Samples: a class that was split")
struct SplitSample {
    @Test("The step says which class it is")
    func split() throws {
        let content = Data(#"{"$class":"Tile","radius":2}"#.utf8)
        #expect((try JSONFormat().decode(Tile.self, from: content) as? RoundTile)?.radius == 2)
    }

    @Test("An object of a subclass names its superclass's version")
    func superclass() throws {
        let tile = RoundTile()
        tile.radius = 2
        let wanted = """
            {"$class":"RoundTile","$version":{"Tile":2},"radius":2.0}
            """
        #expect(String(decoding: try JSONFormat().encode([tile as Tile]), as: UTF8.self) == "[\(wanted)]")
        #expect(try (JSONFormat().decode(Tile.self, from: Data(wanted.utf8)) as? RoundTile)?.radius == 2)
        #expect(throws: ModelError.self) {
            try JSONFormat().decode(Tile.self, from: Data(#"{"$class":"RoundTile","$version":2}"#.utf8))
        }
    }
}
#endif
