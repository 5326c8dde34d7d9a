import ModelCore
import TestSupport
import Testing

@Suite("Setting a value whose parents are missing")
struct DocumentParentsTests {
    @Test("Dictionaries are made on the way, and what is there stays")
    func missing() throws {
        var document = try ModelDocument(encoding: ["name": "Ada"])
        try document.set(.string("1 High Street"), at: ["address", "street"])
        try document.set(.string("Ely"), at: ["address", "city"])
        try document.set(.int64(52), at: ["address", "place", "latitude", "degrees"])
        #expect(document["address"]?.kind == .dictionary && document["address"]?.keys == ["street", "city", "place"])
        #expect(document[["address", "street"]]?.stringValue == "1 High Street")
        #expect(document[["address", "place", "latitude", "degrees"]]?.intValue == 52)
        #expect(document.root.keys == ["name", "address"] && document["name"]?.stringValue == "Ada")
    }

    @Test("They are made in an array's element, and in an object that others lead to")
    func inside() throws {
        var builder = DocumentBuilder()
        try builder.beginArray()
        try builder.beginObject(CodedClass(name: "Person"), number: 0)
        try builder.end()
        try builder.appendReference(to: 0)
        try builder.end()
        var document = try builder.finish()
        try document.set(.bool(true), at: [0, "a", "b"])
        #expect(document[[1, "a", "b"]]?.boolValue == true && document[0]?.className == "Person")
        try document.set(.bool(false), at: [1, "a", "$class"])
        #expect(document[[0, "a"]]?.keys == ["b", "$class"])
        try document.set(.bool(false), at: [0, "c", "$class", "d"])
        #expect(document[[0, "c", "$class", "d"]]?.boolValue == false && document[[0, "c"]]?.kind == .dictionary)
    }

    @Test("A document keeps what it is where its parents are made")
    func documents() throws {
        var builder = DocumentBuilder()
        try builder.beginObject(CodedClass(name: "Street"))
        try builder.key("name")
        try builder.append("High Street")
        try builder.end()
        let street = try builder.finish()
        var document = try ModelDocument(encoding: [String: Int]())
        try document.set(street, at: ["address", "street"])
        #expect(document[["address", "street"]]?.className == "Street")
        #expect(document[["address", "street", "name"]]?.stringValue == "High Street")
    }
}
