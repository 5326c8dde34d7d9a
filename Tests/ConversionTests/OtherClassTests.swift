import FastCoder
import Foundation
import HRCoder
import JSONFormat
import ModelCore
import PlistFormat
import TestSupport
import Testing

/// Objects that name a class, read by types that are no models.
@Suite("Objects of other classes")
struct OtherClassTests {
    struct Place: Codable, Equatable, ModelValue {
        var q = 0
        var name: String?
    }

    enum Shape: Codable, Equatable { case circle(radius: Int?) }

    /// A type that gets another type's decoder.
    struct Wrapper<Content: Codable & Equatable>: Codable, Equatable {
        var content: Content
        init(_ content: Content) { self.content = content }
        init(from decoder: any Decoder) throws { content = try Content(from: decoder) }
        func encode(to encoder: any Encoder) throws { try content.encode(to: encoder) }
    }

    struct Nested: Codable {
        enum CodingKeys: CodingKey { case inner }
        enum InnerKeys: CodingKey { case q }
        var q: Int?
        init(from decoder: any Decoder) throws {
            let outer = try decoder.container(keyedBy: CodingKeys.self)
            q = try outer.nestedContainer(keyedBy: InnerKeys.self, forKey: .inner).decodeIfPresent(Int.self, forKey: .q)
        }
        func encode(to encoder: any Encoder) throws {}
    }

    struct Listed: ModelRecord, Equatable {
        var q: Int
        static let modelType: ModelType? = ModelType(
            "struct Listed", [ModelProperty("q", \Listed.q)], classNames: ["OldListed"]
        ) { Listed(q: try $0.value("q", or: 0)) }
    }

    static let formats: [FileFormat] = [
        .keyedArchive, .fastCoding, .hrCodedJSON, .hrCodedXML, .hrCodedBinary, .json, .xmlPropertyList,
        .binaryPropertyList,
    ]

    private static func provider(_ format: FileFormat) -> any FormatProvider {
        switch format {
        case .keyedArchive: KeyedArchive()
        case .fastCoding: FastCoder()
        case .json: JSONFormat()
        case .xmlPropertyList, .binaryPropertyList: PlistFormat()
        default: HRCoder()
        }
    }

    /// Reads what JSON's text says from a file of a format.
    private func read<Value: Codable>(_ type: Value.Type, _ json: String, _ format: FileFormat) throws -> Value {
        let document = try JSONFormat().document(from: Data(json.utf8))
        let provider = Self.provider(format)
        return try provider.decode(type, from: provider.encode(document, as: format), as: format)
    }

    private func readRecord<Value: ModelValue>(
        _ type: Value.Type, _ json: String, _ format: FileFormat
    ) throws -> Value {
        let document = try JSONFormat().document(from: Data(json.utf8))
        let provider = Self.provider(format)
        return try provider.decode(type, from: provider.encode(document, as: format), as: format)
    }

    private func mismatch(_ expected: String, _ body: () throws -> Any?) -> Bool {
        do {
            _ = try body()
            return false
        } catch {
            let error = error as? ModelError
            return error?.code == .classMismatch
                && error?.reason == "Expected an object of class \(expected), found one of class Other."
        }
    }

    @Test("A Codable type reads its own objects, and those without a class", arguments: formats)
    func codable(_ format: FileFormat) throws {
        let place = Place(q: 1)
        for name in ["Place", "OtherClassTests.Place", String(reflecting: Place.self)] {
            #expect(try read([String: Place].self, #"{"p":{"$class":"\#(name)","q":1}}"#, format)["p"] == place)
        }
        #expect(try read([String: Place].self, #"{"p":{"q":1}}"#, format)["p"] == place)
        #expect(try read(Wrapper<Place>.self, #"{"$class":"Place","q":1}"#, format).content == place)
        #expect(try read(Nested.self, #"{"inner":{"$class":"Nested","q":1}}"#, format).q == 1)
        let circle = try read([Shape].self, #"[{"$class":"Shape","circle":{"radius":1}}]"#, format)
        #expect(circle == [.circle(radius: 1)])
    }

    @Test("An object of another class is an error that names both", arguments: formats)
    func otherClass(_ format: FileFormat) throws {
        let text = #"{"p":{"$class":"Other","q":1}}"#
        #expect(mismatch("OtherClassTests.Place") { try read([String: Place].self, text, format) })
        #expect(mismatch("OtherClassTests.Place") { try read([String: Place?].self, text, format) })
        #expect(mismatch("OtherClassTests.Place") { try readRecord([String: Place].self, text, format) })
        #expect(mismatch("OtherClassTests.Place") { try read([Place].self, #"[{"$class":"Other"}]"#, format) })
        #expect(mismatch("DateComponents") { try read([String: DateComponents].self, text, format) })
        #expect(mismatch("Locale") { try read([Locale].self, #"[{"$class":"Other","identifier":"de"}]"#, format) })
        let shape = #"[{"$class":"Other","circle":{"radius":1}}]"#
        #expect(mismatch("OtherClassTests.Shape") { try read([Shape].self, shape, format) })
        let inner = #"{"inner":{"$class":"Other","q":1}}"#
        #expect(errorCode { try read(Nested.self, inner, format) } == .classMismatch)
        let locale = #"[{"$class":"NSLocale","NS.identifier":"x"}]"#
        #expect(errorCode { try read([Place].self, locale, format) } == .classMismatch)
        #expect(errorCode { try read([TimeZone].self, locale, format) } == .classMismatch)
    }

    @Test("A class that is named after other keys", arguments: [FileFormat.json, .xmlPropertyList])
    func late(_ format: FileFormat) throws {
        let text =
            format == .json
            ? #"[{"q":1,"$class":"Place"},{"q":2,"$class":"Other"}]"#
            : """
            <plist version="1.0"><array><dict><key>q</key><integer>1</integer><key>$class</key><string>Place</string>\
            </dict><dict><key>q</key><integer>2</integer><key>$class</key><string>Other</string></dict></array></plist>
            """
        let data = Data(text.utf8)
        #expect(mismatch("OtherClassTests.Place") { try Self.provider(format).decode([Place].self, from: data, as: format) })
        do {
            _ = try Self.provider(format).decode([Listed].self, from: data, as: format)
            Issue.record("An object of the class Place was read.")
        } catch let error as ModelError {
            #expect(error.code == .classMismatch && error.path.components == [.index(0)])
        }
        let listed = Data(text.replacingOccurrences(of: "Place", with: "OldListed").utf8)
        do {
            _ = try Self.provider(format).decode([Listed].self, from: listed, as: format)
            Issue.record("An object of the class Other was read.")
        } catch let error as ModelError {
            #expect(error.code == .classMismatch && error.path.components == [.index(1)])
        }
    }

    @Test("A struct that says for which classes it stands", arguments: formats)
    func listed(_ format: FileFormat) throws {
        for name in ["OldListed", "Listed", "OtherClassTests.Listed"] {
            #expect(try readRecord([Listed].self, #"[{"$class":"\#(name)","q":1}]"#, format) == [Listed(q: 1)])
        }
        #expect(try readRecord([Listed].self, #"[{"q":1}]"#, format) == [Listed(q: 1)])
        // The second object has the shape of the first.
        let text = #"[{"$class":"OldListed","q":1},{"q":2},{"$class":"Other","q":1}]"#
        #expect(mismatch("OldListed") { try readRecord([Listed].self, text, format) })
    }

    #if Macros
    @Model("Spot", aliases: ["Point"]) struct Location: Equatable { var q = 0 }
    @Model("Figure") enum Form: Equatable {
        case dot
        case square(side: Int = 1)
    }

    @Model final class Owner: BaseModel {
        var place = Place()
        var location = Location()
        var form: Form? = nil
        var components: DateComponents? = nil
        @Transient var note = ""
    }

    @Test("Structs and enums with @Model", arguments: formats)
    func macros(_ format: FileFormat) throws {
        for name in ["Spot", "Point", "Location"] {
            let text = #"{"location":{"$class":"\#(name)","q":4}}"#
            #expect(try readRecord(Owner.self, text, format).location.q == 4)
        }
        let square = #"{"form":{"$class":"Figure","square":{"side":3}}}"#
        #expect(try readRecord(Owner.self, square, format).form == .square(side: 3))
        #expect(mismatch("Spot") { try readRecord(Owner.self, #"{"location":{"$class":"Other","q":4}}"#, format) })
        let other = #"{"form":{"$class":"Other","square":{"side":3}}}"#
        #expect(mismatch("Figure") { try readRecord(Owner.self, other, format) })
        #expect(mismatch("OtherClassTests.Place") {
            try readRecord(Owner.self, #"{"place":{"$class":"Other","q":1}}"#, format)
        })
        #expect(
            errorCode { try readRecord([BaseModel].self, #"[{"$class":"Other","q":1}]"#, format) } == .unknownClass)
        let owner = Owner()
        owner.components = DateComponents(year: 2020)
        let data = try Self.provider(format).encode(owner, as: format)
        let document = try Self.provider(format).document(from: data, as: format)
        // Only formats that have Foundation's other values as objects have these.
        let isPlain = [.json, .xmlPropertyList, .binaryPropertyList].contains(format)
        #expect(document["components"]?.keys == [isPlain ? "year" : "NS.year"])
        #expect(document["components"]?.codedClass?.name == (isPlain ? nil : "NSDateComponents"))
        #expect(try Self.provider(format).decode(Owner.self, from: data, as: format).components?.year == 2020)
    }
    #endif

    @Test("Objects of Foundation's classes, in any format", arguments: formats)
    func foundation(_ format: FileFormat) throws {
        let text = #"{"c":{"$class":"NSDateComponents","NS.year":2020,"NS.month":2}}"#
        let components = try read([String: DateComponents].self, text, format)["c"]
        #expect(components == DateComponents(year: 2020, month: 2))
        let names = #"{"$class":"_NSPersonNameComponentsData","NS.givenName":"Ada"}"#
        let person = #"[{"$class":"NSPersonNameComponents","NS.nameComponentsPrivate":\#(names)}]"#
        #expect(try read([PersonNameComponents].self, person, format).first?.givenName == "Ada")
        let provider = Self.provider(format)
        let interval = [DateInterval(start: Date(timeIntervalSince1970: 0.5), duration: 5)]
        #expect(try provider.decode([DateInterval].self, from: provider.encode(interval, as: format), as: format) == interval)
        let length = [Measurement(value: 2, unit: UnitLength.miles)]
        #expect(
            try provider.decode([Measurement<UnitLength>].self, from: provider.encode(length, as: format), as: format)
                == length)
        let set = [CharacterSet(charactersIn: "xyz")]
        #expect(try provider.decode([CharacterSet].self, from: provider.encode(set, as: format), as: format) == set)
    }

    @Test("A unit whose converter Foundation's own code can't encode")
    func reciprocal() throws {
        let fuel = [Measurement(value: 2, unit: UnitFuelEfficiency.milesPerGallon)]
        for format in Self.formats {
            let provider = Self.provider(format)
            if [.json, .xmlPropertyList, .binaryPropertyList].contains(format) {
                #expect(errorCode { try provider.encode(fuel, as: format) } == .unrepresentableValue)
            } else {
                let data = try provider.encode(fuel, as: format)
                #expect(try provider.decode([Measurement<UnitFuelEfficiency>].self, from: data, as: format) == fuel)
            }
        }
    }
}
