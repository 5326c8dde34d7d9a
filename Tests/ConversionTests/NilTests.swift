#if Macros
import FastCoder
import Foundation
import HRCoder
import JSONFormat
import ModelCore
import PlistFormat
import TestSupport
import Testing

/// A nil, a null and a missing key mean the same in every format.
@Suite("Nil, null and missing keys")
struct NilTests {
    /// The class that wrote older files.
    @Model final class Old: BaseModel {
        var name: String?
        var title: String? = "t"
        var count: Int? = 3
        var inner: Old?
        var list: [String]?
    }
    /// The class as it is now.
    @Model final class New: BaseModel {
        var name = "anon"
        var title = "untitled"
        var count = 7
        var inner: New?
        var list = ["x"]
    }
    final class ByHand: BaseModel {
        var name = "anon"
        var title = "untitled"
        var count = 7
        override class var modelProperties: [ModelProperty] {
            [
                ModelProperty("name", \ByHand.name), ModelProperty("title", \ByHand.title),
                ModelProperty("count", \ByHand.count),
            ]
        }
    }
    @Model final class Anything: BaseModel {
        var value: Any?
        var given: Any? = 5
        var optional: String? = "x"
        var date: Date? = Date(timeIntervalSince1970: 0)
    }
    @Model struct Point: Equatable {
        var x = 1
        var y: Int? = 2
        var z: Int
    }
    enum Kind: String { case none, some }
    @Model final class Values: BaseModel {
        var kind = Kind.some
        var note = Note()
        var when = Date(timeIntervalSince1970: 5)
        var point = Point(z: 4)
        @Transform(.date(.day)) var day = Date(timeIntervalSince1970: 0)
        final var others: [Anything] = []
        var table: [String: Int] = ["a": 1]
    }
    struct Note: Codable, Equatable { var text = "n" }

    static let formats: [(any FormatProvider, FileFormat)] = [
        (KeyedArchive(), .keyedArchive), (FastCoder(), .fastCoding), (HRCoder(), .hrCodedJSON), (HRCoder(), .hrCodedXML),
        (HRCoder(), .hrCodedBinary), (JSONFormat(), .json), (PlistFormat(), .xmlPropertyList),
        (PlistFormat(), .binaryPropertyList),
    ]

    @Test("An old nil leaves the default of a property that can't be nil any more", arguments: 0..<8)
    func becameRequired(_ number: Int) throws {
        let (format, name) = Self.formats[number]
        func check(_ format: some FormatProvider) throws {
            let old = Old()
            old.title = nil
            old.count = nil
            old.inner = Old()
            let data = try format.encode(old, as: name)
            let same = try format.decode(Old.self, from: data, as: name)
            #expect(same.name == nil && same.title == nil && same.count == nil && same.inner?.title == "t")
            // The class that the same bytes name.
            var classes = ClassRegistry()
            classes.add(New.self, aliases: ["NilTests.Old"])
            let new = try ClassRegistry.withClasses(classes) { try format.decode(New.self, from: data, as: name) }
            #expect(new.name == "anon" && new.title == "untitled" && new.count == 7 && new.list == ["x"])
            #expect(new.inner?.name == "anon" && new.inner?.title == "t")
        }
        try check(format)
    }

    @Test("A null in a plain file does so, too")
    func nulls() throws {
        let text = #"{"kind":null,"note":null,"when":null,"point":{"x":null,"y":null,"z":1},"day":null,"others":null,"table":null}"#
        let read = try JSONFormat().decode(Values.self, from: Data(text.utf8))
        #expect(read.kind == .some && read.note == Note() && read.when == Date(timeIntervalSince1970: 5))
        #expect(read.point == Point(x: 1, y: nil, z: 1) && read.day == Date(timeIntervalSince1970: 0))
        #expect(read.others.isEmpty && read.table == ["a": 1])
        let byHand = try JSONFormat().decode(ByHand.self, from: Data(#"{"name":null,"title":"x","count":null}"#.utf8))
        #expect(byHand.name == "anon" && byHand.title == "x" && byHand.count == 7)
        for text in [#"{"point":{"z":null}}"#, #"{"table":{"a":null}}"#, #"{"others":[null]}"#] {
            #expect(throws: ModelError.self, "\(text)") { try JSONFormat().decode(Values.self, from: Data(text.utf8)) }
        }
        let values = Values()
        try values.set(with: ["kind": NSNull(), "table": NSNull(), "day": NSNull()])
        #expect(values.kind == .some && values.table == ["a": 1])
    }

    @Test("Merging keeps what a file leaves out, and what the other model doesn't have", arguments: 0..<8)
    func merging(_ number: Int) throws {
        let (format, name) = Self.formats[number]
        func check(_ format: some FormatProvider) throws {
            let other = Old()
            other.count = nil
            let document = try format.document(from: format.encode(other, as: name), as: name)
            let model = Old()
            model.name = "mine"
            model.inner = Old()
            model.list = ["a"]
            try model.set(withObject: document)
            // The nil of `count` was written, because the property's default isn't nil. So it replaces the value.
            #expect(model.name == "mine" && model.inner != nil && model.list == ["a"] && model.count == nil, "\(name.displayName)")
            try model.mergeValues(from: Old())
            #expect(model.name == "mine" && model.count == 3)
        }
        try check(format)
    }

    @Test("NSNull in a property of any type comes back, and nil does", arguments: 0..<8)
    func anyValues(_ number: Int) throws {
        let (format, name) = Self.formats[number]
        func check(_ format: some FormatProvider) throws {
            let model = Anything()
            model.value = NSNull()
            model.given = nil
            model.optional = nil
            var back = try format.decode(Anything.self, from: format.encode(model, as: name), as: name)
            #expect(back.value is NSNull && back.given == nil && back.optional == nil, "\(name.displayName)")
            model.value = nil
            back = try format.decode(Anything.self, from: format.encode(model, as: name), as: name)
            #expect(back.value == nil && back.given == nil, "\(name.displayName)")
        }
        try check(format)
        let model = Anything()
        try model.setValue(nil, forKey: "value")
        #expect(model.value == nil)
        model.value = NSNull()
        #expect(model.dictionaryRepresentation["value"] is NSNull)
        #expect(try model.value(forKey: "value") is NSNull)
        let other = Anything()
        try other.mergeValues(from: model)
        #expect(other.value is NSNull)
        #expect(try model.copy().value is NSNull)
    }

    @Test("A nil is left out of an archive, as the originals leave it out")
    func leftOut() throws {
        let data = try KeyedArchive().encode(Old())
        let keys = try PlistFormat().document(from: data)["$objects"]?.elements.compactMap { $0["title"] == nil ? nil : $0.keys }
        #expect(keys?.first?.contains("name") == false, "\(keys ?? [])")
    }
}
#endif
