#if Macros
import FastCoder
import Foundation
import HRCoder
import JSONFormat
import ModelCore
import ModelTesting
import PlistFormat
import Testing

/// Several features in one class, several objects in one file, in all formats and with their options.
@Suite("Features together")
struct TogetherTests {
    @Model struct Place: Equatable, Hashable {
        @Key("streetName", aliases: ["road", "lane"]) var street = ""
        var zipCode: String? = "zip"
        @Transform(.date(.day)) var since: Date?
        @Key(path: "geo.deep.height") var height: Int?
    }

    @Model enum Kind: Equatable, Hashable {
        case veryPlain
        case sized(Int, label: String? = nil)
        @Key("o", aliases: ["old", "older"]) case other(Place)
    }

    struct Plain: Codable, Equatable {
        struct Inner: Codable, Equatable { var numbers: [[Int]] = [] }
        var first = 1
        var table: [String: [Inner]] = [:]
        var last: String?
    }

    @Model("TogetherBase", aliases: ["TogetherOld", "TogetherOlder"], version: 2) class Base: BaseModel {
        var firstName = ""
        final var place = Place()
        var lastNote: String? = "default"
        @Key(path: "meta.inner.count", aliases: ["count", "n"]) var count = 0
        @Key(path: "meta.tag") var tag: String?
        final var kind = Kind.veryPlain
        final var placesByName: [String: Place] = [:]

        override class func migrate(_ object: inout ModelDocument, from version: Int) throws {
            guard object["title"] != nil else { return }
            try object.renameKey(at: ["title"], to: "firstName")
        }
    }

    @Model("TogetherDerived", aliases: ["TogetherChild", "TogetherChildOfOld"], version: 3) final class Derived: Base {
        var plainValue = Plain()
        @Transform(.each(.date(.secondsSince1970))) var someDates: [Date] = []
        @Lenient var lenientNumbers: [Int] = []
        var kinds: [Kind] = []
        @Key(path: "meta.inner.owner") weak var owner: Derived?
        var flags: Set<Int> = []
        var stamp: Date?
        var inner: Derived?
        @Key(path: "inner.extra") var extra: Int?
        var afterAll: UInt64 = 0

        override class func migrate(_ object: inout ModelDocument, from version: Int) throws {
            if version == 2, object["last"] != nil { try object.renameKey(at: ["last"], to: "afterAll") }
        }
    }

    /// Objects of which each has something that others don't.
    static func samples() -> [Derived] {
        (0..<7).map { number in
            let model = Derived()
            fill(model, number)
            if number % 3 == 1 {
                model.inner = Derived()
                fill(model.inner!, number + 1)
                model.inner?.owner = model
                model.extra = number
            }
            return model
        }
    }

    private static func fill(_ model: Derived, _ number: Int) {
        let day = Date(timeIntervalSince1970: Double(number) * 86_400)
        var place = Place()
        place.street = "street \(number)"
        if number % 2 == 1 { (place.zipCode, place.since, place.height) = (nil, day, number) }
        model.firstName = "name \(number)"
        model.place = place
        model.lastNote = number % 3 == 0 ? nil : "note \(number)"
        model.count = number - 3
        model.tag = number % 2 == 0 ? nil : "tag"
        model.kind = [.veryPlain, .sized(number), .sized(number, label: "l"), .other(place)][number % 4]
        model.placesByName = number == 2 ? [:] : ["b": place, "a": Place()]
        model.plainValue.table = ["x": [Plain.Inner(numbers: [[number], []]), Plain.Inner()]]
        model.plainValue.last = number == 4 ? nil : "last"
        model.someDates = (0..<number % 4).map { Date(timeIntervalSince1970: Double($0 * number)) }
        model.lenientNumbers = Array(0..<number % 3)
        model.kinds = [.other(place), .veryPlain, .sized(1, label: "second"), .other(Place())]
        model.flags = Set(0..<number)
        model.stamp = number % 2 == 0 ? day : nil
        model.afterAll = number == 5 ? .max : UInt64(number) << 60
    }

    struct Way: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let format: FileFormat
        let provider: any FormatProvider

        static let all: [Way] = {
            let formats: [FileFormat] = [
                .keyedArchive, .fastCoding, .hrCodedJSON, .hrCodedXML, .hrCodedBinary, .json, .xmlPropertyList,
                .binaryPropertyList,
            ]
            var ways = formats.compactMap { format in
                (try? FormatRegistry.default.provider(for: format)).map {
                    Way(testDescription: format.displayName, format: format, provider: $0)
                }
            }
            let options: [(String, JSONFormat)] = [
                ("snake case", JSONFormat(keys: .snakeCase)),
                ("dates as numbers", JSONFormat(dates: .secondsSince1970)),
                ("both", JSONFormat(writing: .prettyPrinted, keys: .kebabCase, dates: .millisecondsSince1970)),
            ]
            ways += options.map { Way(testDescription: "JSON, \($0)", format: .json, provider: $1) }
            for format in [FileFormat.xmlPropertyList, .binaryPropertyList] {
                ways.append(
                    Way(
                        testDescription: "\(format.displayName), styled", format: format,
                        provider: PlistFormat(keys: .snakeCase)))
            }
            return ways
                + ways.map {
                    Way(
                        testDescription: $0.testDescription + ", mapped", format: $0.format,
                        provider: mapped($0.provider))
                }
        }()

        private static func mapped(_ provider: any FormatProvider) -> any FormatProvider {
            var mapping = ModelMapping()
            do {
                try mapping.map(
                    Base.self,
                    [
                        PropertyMapping("firstName", key: "mappedName"),
                        PropertyMapping("lastNote", key: PropertyKey(path: "meta.note")),
                    ])
                try mapping.map(
                    Derived.self,
                    [
                        PropertyMapping("firstName", key: "ownName"),
                        PropertyMapping("stamp", with: .date(.millisecondsSince1970)),
                    ])
            } catch {
                Issue.record("\(error)")
            }
            func map(_ provider: some FormatProvider) -> any FormatProvider { provider.mapped(by: mapping) }
            return map(provider)
        }
    }

    private func fingerprint(_ models: [Derived], _ way: Way) -> String {
        Fingerprint.text(of: models, keepsIdentity: way.provider.capabilities(of: way.format).contains(.identity))
    }

    /// The models without references back to their owners, if the format has no identity.
    private func withoutOwners(_ models: [Derived], _ way: Way) -> [Derived] {
        if !way.provider.capabilities(of: way.format).contains(.identity) {
            for model in models { model.inner?.owner = nil }
        }
        return models
    }

    @Test("All comes back, also by way of a document, and gives the same bytes again", arguments: Way.all)
    func back(_ way: Way) throws {
        func encode<Value: ModelValue>(_ value: Value) throws -> Data { try way.provider.encode(value, as: way.format) }
        let models = withoutOwners(Self.samples(), way)
        let data = try encode(models)
        let read = try way.provider.decode([Derived].self, from: data, as: way.format)
        #expect(fingerprint(read, way) == fingerprint(models, way))
        #expect(read.allSatisfy { $0.unknownValues == nil })
        // The inner model has no property for `extra`, which a property of its holder writes into it.
        #expect(read.allSatisfy { ($0.inner?.unknownValues?.root.keys ?? ["extra"]) == ["extra"] })
        #expect(try encode(read) == data)
        let document = try way.provider.document(from: data, as: way.format)
        let again = try way.provider.decode([Derived].self, from: encode(document), as: way.format)
        #expect(fingerprint(again, way) == fingerprint(models, way))
        // One after the other, too: what is known of a class by then is the same.
        for (model, element) in zip(models, read) {
            let alone = try way.provider.decode(Derived.self, from: encode(model), as: way.format)
            #expect(fingerprint([alone], way) == fingerprint([element], way))
        }
    }

    @Test("Set with what it holds, a model is the same as what it was set from, also one that had other values")
    func setting() throws {
        let samples = Self.samples()
        for (model, other) in zip(samples, samples.dropFirst() + samples.prefix(1)) {
            for element in [model, other] {
                element.inner = nil
                element.extra = nil
            }
            let copy = try #require(try Derived.instance(with: ModelDocument(encoding: model)))
            #expect(Fingerprint.text(of: copy) == Fingerprint.text(of: model))
            try copy.set(withObject: other)
            #expect(copy.firstName == other.firstName && copy.place == other.place && copy.afterAll == other.afterAll)
            #expect(copy.kinds == other.kinds && copy.placesByName == other.placesByName)
        }
    }

    @Test(
        "Older names and versions are read together, in each object anew",
        arguments: Way.all.filter { !$0.testDescription.hasSuffix("mapped") })
    func older(_ way: Way) throws {
        let names = [
            ["TogetherOld", "TogetherChildOfOld"], ["TogetherOlder", "TogetherChild"],
            ["TogetherBase", "TogetherDerived"],
        ]
        let objects: [[String: Any]] = (0..<6).map { number in
            let versions = [[names[number % 3][0]: number % 2 + 1, names[number % 3][1]: 2]]
            return [
                "$version": versions[0], number % 2 == 0 ? "title" : "firstName": "name \(number)", "last": number,
                number % 3 == 0 ? "count" : "n": number,
                "place": [number % 2 == 0 ? "road" : "lane": "street \(number)"],
                "kind": [number % 2 == 0 ? "old" : "older": ["streetName": "x"]], "unheard": number,
            ]
        }
        // Keys of formats with a style are as those have them.
        guard ["JSON, snake case", "JSON, both"].contains(way.testDescription) == false,
            !way.testDescription.contains("styled")
        else { return }
        let data = try way.provider.encode(ModelDocument(encoding: objects as Any?), as: way.format)
        let read = try way.provider.decode([Derived].self, from: data, as: way.format)
        for (number, model) in read.enumerated() {
            #expect(model.firstName == "name \(number)" && model.afterAll == UInt64(number) && model.count == number)
            #expect(model.place.street == "street \(number)" && model.place.zipCode == "zip")
            var place = Place()
            place.street = "x"
            #expect(model.kind == .other(place))
            #expect(model.unknownValues?["unheard"]?.intValue == number)
        }
    }

    @Test("An error has the path in the file, in a later object and behind a struct", arguments: Way.all)
    func errors(_ way: Way) throws {
        var models = withoutOwners(Self.samples(), way)
        models.removeLast(2)
        var document = try way.provider.document(from: way.provider.encode(models, as: way.format), as: way.format)
        let object = try #require(document[4])
        for way in [["meta", "inner", "count"], ["meta", "tag"]] as [[String]] {
            let path = ModelPath([.index(4)] + way.map { .key($0) })
            guard document[path] != nil else { continue }
            let old = document
            try document.set(ModelDocument(encoding: ["x": [1]]), at: path)
            #expect(errorPath(of: document) == path, "\(object.keys)")
            document = old
        }
        func errorPath(of document: ModelDocument) -> ModelPath? {
            do {
                _ = try way.provider.decode(
                    [Derived].self, from: way.provider.encode(document, as: way.format), as: way.format)
                return nil
            } catch {
                return ModelError(wrapping: error).path
            }
        }
    }
}
#endif
