#if Macros
import FastCoder
import Foundation
import HRCoder
import JSONFormat
import ModelCore
import PlistFormat
import Testing

/// Key style, date style, mapping and coercions hold for all of a file, however a part of it is read.
@Suite("What is known of a file is known of all in it")
struct FileTermsTests {
    @Model(version: 2) class Versioned: BaseModel {
        var firstName = ""
        var lastSeen = Date(timeIntervalSince1970: 0)
        var nextItem: Versioned?
        override class func migrate(_ object: inout ModelDocument, from version: Int) throws {}
        convenience init(named name: String) {
            self.init()
            firstName = name
        }
    }
    @Model final class ByDictionary: BaseModel {
        var firstName = ""
        var lastSeen = Date(timeIntervalSince1970: 0)
        var nextItem: ByDictionary?
        override func set(with dictionary: [String: Any]) throws { try super.set(with: dictionary) }
        convenience init(named name: String) {
            self.init()
            firstName = name
        }
    }
    @Model final class Plain: BaseModel {
        var firstName = ""
        var lastSeen = Date(timeIntervalSince1970: 0)
        var nextItem: Plain?
        var anyValue: Any?
        convenience init(named name: String) {
            self.init()
            firstName = name
        }
    }
    @Model final class Holder: BaseModel {
        @Transform(.older { (name: String) -> Versioned? in Versioned(named: name) }) var firstItem = Versioned()
        @Transform(.older { (name: String) -> ByDictionary? in ByDictionary(named: name) }) var otherItem = ByDictionary()
        @Transform(.older { (name: String) -> Plain? in Plain(named: name) }) var lastItem: Plain?
        @Transform(.each(.older { (name: String) -> Plain? in Plain(named: name) })) var allItems: [Plain] = []
        var keptDocument: ModelDocument?
    }
    /// Holders of the same items whose own class has migration steps, or code of its own (`HolderByDictionary`).
    @Model(version: 2) final class VersionedHolder: BaseModel {
        @Transform(.older { (name: String) -> Versioned? in Versioned(named: name) }) var firstItem = Versioned()
        @Transform(.older { (name: String) -> ByDictionary? in ByDictionary(named: name) }) var otherItem = ByDictionary()
        @Transform(.older { (name: String) -> Plain? in Plain(named: name) }) var lastItem: Plain?
        override class func migrate(_ object: inout ModelDocument, from version: Int) throws {
            try object.set(.string("migrated"), at: ["extraKey"])
        }
    }
    @Model final class HolderByDictionary: BaseModel {
        @Transform(.older { (name: String) -> Versioned? in Versioned(named: name) }) var firstItem = Versioned()
        @Transform(.older { (name: String) -> ByDictionary? in ByDictionary(named: name) }) var otherItem = ByDictionary()
        @Transform(.older { (name: String) -> Plain? in Plain(named: name) }) var lastItem: Plain?
        override func set(with dictionary: [String: Any]) throws { try super.set(with: dictionary) }
    }

    static let date = Date(timeIntervalSince1970: 86_400)

    static func mapping() throws -> ModelMapping {
        var mapping = ModelMapping()
        for type in [Versioned.self, ByDictionary.self, Plain.self] as [BaseModel.Type] {
            try mapping.map(
                type,
                [
                    PropertyMapping("firstName", key: PropertyKey(path: "names.first")),
                    PropertyMapping("lastSeen", key: "seen", with: .date(.day)),
                ])
        }
        return mapping
    }

    static func formats() throws -> [(any FormatProvider, FileFormat)] {
        let (json, plist) = (JSONFormat(keys: .snakeCase, dates: .secondsSince1970), PlistFormat(keys: .snakeCase))
        let mapping = try mapping()
        let styledHR = FileFormat("hrStyled", fileExtension: "json", library: "HRCoder")
        return [
            (json, .json), (plist, .xmlPropertyList), (plist, .binaryPropertyList),
            (JSONFormat().mapped(by: mapping), .json), (json.mapped(by: mapping), .json),
            (PlistFormat().mapped(by: mapping), .xmlPropertyList), (plist.mapped(by: mapping), .binaryPropertyList),
            (KeyedArchive().mapped(by: mapping), .keyedArchive), (FastCoder().mapped(by: mapping), .fastCoding),
            (HRCoder().mapped(by: mapping), .hrCodedJSON), (HRCoder().mapped(by: mapping), .hrCodedXML),
            (HRCoded(json, as: styledHR), styledHR), (HRCoded(json.mapped(by: mapping), as: styledHR), styledHR),
        ]
    }

    static func versioned(_ name: String) -> Versioned {
        let item = Versioned(named: name)
        item.lastSeen = date
        item.nextItem = Versioned(named: name + "'")
        return item
    }
    static func byDictionary(_ name: String) -> ByDictionary {
        let item = ByDictionary(named: name)
        item.lastSeen = date
        item.nextItem = ByDictionary(named: name + "'")
        return item
    }
    static func plain(_ name: String) -> Plain {
        let item = Plain(named: name)
        item.lastSeen = date
        item.nextItem = Plain(named: name + "'")
        item.anyValue = [1.5, "x"] as [Any]
        return item
    }

    /// The debug description of a model, without its address in memory.
    static func text(of model: BaseModel) -> String {
        model.debugDescription.replacing(/\ 0x[0-9a-f]+/, with: "")
    }

    /// Writes a model, reads it back, compares the debug descriptions, and writes it again.
    static func check<Model: BaseModel & ModelValue>(
        _ model: Model, _ format: any FormatProvider, _ name: FileFormat, _ location: SourceLocation = #_sourceLocation
    ) throws {
        func check(_ format: some FormatProvider) throws {
            let data = try format.encode(model, as: name)
            let text = String(decoding: data, as: UTF8.self)
            let back = try format.decode(Model.self, from: data, as: name)
            #expect(Self.text(of: back) == Self.text(of: model), "\(name.displayName): \(text)", sourceLocation: location)
            #expect(try format.encode(back, as: name) == data, "\(name.displayName): \(text)", sourceLocation: location)
        }
        try check(format)
    }

    @Test("Models in transforms, of classes with versions, with dictionaries, and plain ones", arguments: 0..<13)
    func transforms(_ number: Int) throws {
        let (format, name) = try Self.formats()[number]
        let holder = Holder()
        holder.firstItem = Self.versioned("a")
        holder.otherItem = Self.byDictionary("b")
        holder.lastItem = Self.plain("c")
        holder.allItems = [Self.plain("d"), Self.plain("e")]
        try Self.check(holder, format, name)
        let versioned = VersionedHolder()
        versioned.firstItem = Self.versioned("a")
        versioned.otherItem = Self.byDictionary("b")
        versioned.lastItem = Self.plain("c")
        try Self.check(versioned, format, name)
        let byDictionary = HolderByDictionary()
        byDictionary.firstItem = Self.versioned("a")
        byDictionary.otherItem = Self.byDictionary("b")
        byDictionary.lastItem = Self.plain("c")
        try Self.check(byDictionary, format, name)
    }

    @Test("What such files hold is read in the older version, too")
    func older() throws {
        let json = JSONFormat(keys: .snakeCase)
        for (text, type) in [
            (#"{"first_item":{"$version":1,"first_name":"a"},"other_item":{"first_name":"b"},"last_item":"c"}"#, 0),
            (#"{"first_item":{"$version":1,"first_name":"a"},"other_item":{"first_name":"b"},"last_item":"c","$version":1}"#, 1),
            (#"{"first_item":{"$version":1,"first_name":"a"},"other_item":{"first_name":"b"},"last_item":"c"}"#, 2),
        ] {
            let data = Data(text.utf8)
            let model: BaseModel =
                switch type {
                case 0: try json.decode(Holder.self, from: data)
                case 1: try json.decode(VersionedHolder.self, from: data)
                default: try json.decode(HolderByDictionary.self, from: data)
                }
            let found = try ["firstItem", "otherItem", "lastItem"].map {
                try (model.value(forKey: $0) as? BaseModel)?.value(forKey: "firstName") as? String
            }
            #expect(found == ["a", "b", "c"], "\(text)")
        }
    }

    @Test("A part of a file that is kept as a document is read as the file is")
    func documents() throws {
        let text = #"{"kept_document":{"first_name":"a","last_seen":86400,"any_value":1.25}}"#
        let holder = try JSONFormat(keys: .snakeCase, dates: .secondsSince1970)
            .decode(Holder.self, from: Data(text.utf8))
        let document = try #require(holder.keptDocument)
        func check(_ document: ModelDocument) throws {
            let item = try document.decode(Plain.self)
            #expect(item.firstName == "a" && item.lastSeen == Self.date)
            #expect(item.anyValue is Double, "\(String(describing: item.anyValue))")
        }
        try check(document)
        // Copies of it, in other places.
        var edited = document
        try edited.set(.string("a"), at: ["first_name"])
        try check(edited)
        try check(ModelDocument(edited.root))
        let whole = try JSONFormat(keys: .snakeCase, dates: .secondsSince1970).document(from: Data(text.utf8))
        try check(ModelDocument(#require(whole["kept_document"])))
        let mapped = try JSONFormat().mapped(by: Self.mapping())
            .document(from: Data(#"{"names":{"first":"a"},"seen":"1970-01-02","anyValue":1.25}"#.utf8))
        try check(mapped)
    }

    @Test("A value of any type is the same, however it is met")
    func anyValues() throws {
        let text = #"{"firstItem":{},"lastItem":{"anyValue":[1.5,12345678901234567890.25,1e3]}}"#
        let json = JSONFormat()
        let direct = try json.decode(Plain.self, from: Data(#"{"anyValue":[1.5,12345678901234567890.25,1e3]}"#.utf8))
        let expected = (direct.anyValue as? [Any])?.map { "\(type(of: $0))" }
        for model in [
            try json.decode(Holder.self, from: Data(text.utf8)) as BaseModel,
            try json.decode(VersionedHolder.self, from: Data(text.utf8)),
            try json.decode(HolderByDictionary.self, from: Data(text.utf8)),
        ] {
            let values = (try model.value(forKey: "lastItem") as? Plain)?.anyValue as? [Any]
            #expect(values?.map { "\(type(of: $0))" } == expected)
        }
    }

    @Test("A mapped format keeps the text of older files")
    func keptText() throws {
        let format = JSONFormat(reading: .json5).mapped(by: try Self.mapping())
        let old = Data("// mine\n{\"names\": {\"first\": \"a\"}, \"seen\": \"1970-01-02\"}\n".utf8)
        let item = try format.decode(Plain.self, from: old)
        item.firstName = "b"
        let new = try format.encode(item, keepingTextOf: old)
        #expect(String(decoding: new, as: UTF8.self) == "// mine\n{\"names\": {\"first\": \"b\"}, \"seen\": \"1970-01-02\"}\n")
    }
}
#endif
