import Foundation
import ModelCore
import TestSupport
import Testing

@Suite("Properties by name")
struct ModelPropertyTests {
    @Test("Names and types, superclasses' first")
    func tables() {
        #expect(SpecialItem.allPropertyKeys == ["text", "count", "note", "next", "extra"])
        #expect(Everything.allPropertyKeys.contains("version"))
        #expect(!Everything.codablePropertyKeys.contains("version"))
        #expect(SpecialItem.codableProperties["extra"] == Double.self)
        #expect(SpecialItem.codableProperties["note"] == String?.self)
    }

    @Test("Values are read and set with checks and exact conversions")
    func access() throws {
        let item = SpecialItem()
        try item.setValue("a", forKey: "text")
        try item.setValue("12", forKey: "count")
        try item.setValue(2, forKey: "extra")
        #expect(item.text == "a" && item.count == 12 && item.extra == 2)
        #expect(try item.value(forKey: "count") as? Int == 12)
        #expect(try item.value(forKey: "note") == nil)
        try item.setValue("n", forKey: "note")
        try item.setValue(nil, forKey: "note")
        #expect(item.note == nil)
        let other = Item()
        try item.setValue(other, forKey: "next")
        #expect(item.next === other)
        #expect(errorCode { try item.setValue("1.5", forKey: "count") } == .typeMismatch)
        #expect(errorCode { try item.setValue(nil, forKey: "count") } == .typeMismatch)
        #expect(errorCode { try item.setValue(Everything(), forKey: "next") } == .classMismatch)
        #expect(errorCode { try item.setValue(1, forKey: "nothing") } == .unknownProperty)
        #expect(errorCode { try item.value(forKey: "nothing") } == .unknownProperty)
        #expect(errorCode { try Everything().setValue(4, forKey: "version") } == .readOnlyProperty)
        #expect(item.count == 12)
    }

    @Test("The dictionary has no nils, and models as they are")
    func dictionary() {
        let item = Item()
        item.text = "a"
        item.next = item
        let dictionary = item.dictionaryRepresentation
        #expect(Set(dictionary.keys) == ["text", "count", "next"])
        #expect(dictionary["next"] as? Item === item)
        item.next = nil
    }

    @Test("Copying and merging go by properties")
    func copying() throws {
        let item = SpecialItem()
        item.text = "a"
        item.note = "n"
        item.next = Item()
        let copy = try item.copy()
        #expect(copy !== item && copy.text == "a" && copy.next === item.next)
        let other = SpecialItem()
        other.count = 5
        try copy.mergeValues(from: other)
        #expect(copy.count == 5 && copy.text == "" && copy.note == "n")
    }

    @Test("The description shows everything once, cycles too")
    func description() {
        let item = SpecialItem()
        item.text = "say \"hi\""
        item.next = item
        let text = item.debugDescription
        item.next = nil
        #expect(text.contains("text = \"say \\\"hi\\\"\";"))
        #expect(text.contains("extra = 1.5;"))
        #expect(text.components(separatedBy: "SpecialItem 0x").count == 3)
    }
}
