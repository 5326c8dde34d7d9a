import Foundation
import JSONFormat
import ModelCore
import Testing

@Suite("Files of something else")
struct ForeignFileTests {
    final class Owner: BaseModel {
        private static let known = ModelClass(Owner.self, overrides: [])
        override class var modelClass: ModelClass { known }
        var name = ""
        var pets: [Owner] = []
        override class var modelProperties: [ModelProperty] {
            [ModelProperty("name", \Owner.name), ModelProperty("pets", \Owner.pets)]
        }
    }
    final class Careless: BaseModel {
        private static let known = ModelClass(Careless.self, overrides: [])
        override class var modelClass: ModelClass { known }
        var name = ""
        override class var unknownKeys: UnknownKeys { .ignore }
        override class var modelProperties: [ModelProperty] { [ModelProperty("name", \Careless.name)] }
    }
    final class Hollow: BaseModel {
        private static let known = ModelClass(Hollow.self, overrides: [])
        override class var modelClass: ModelClass { known }
        var name: String?
        override class var modelProperties: [ModelProperty] { [ModelProperty("name", \Hollow.name)] }
    }
    final class Dated: BaseModel {
        var date = Date()
        override class var modelProperties: [ModelProperty] { [ModelProperty("date", \Dated.date)] }
    }

    private func read<Model: BaseModel>(_ type: Model.Type, _ text: String) throws -> Model {
        try JSONFormat().decode(type, from: Data(text.utf8))
    }

    private func error<Model: BaseModel>(_ type: Model.Type, _ text: String) throws -> ModelError {
        try #require(#expect(throws: ModelError.self) { try read(type, text) })
    }

    @Test("A dictionary with keys, and none of the class's, is no object of it")
    func foreign() throws {
        let found = try error(Owner.self, #"{"something": "else", "more": 1}"#)
        #expect(found.code == .unknownKey)
        #expect(found.reason == #"It has none of the keys of ForeignFileTests.Owner, and "something" instead."#)
        #expect(try read(Owner.self, "{}").name == "")
        #expect(try read(Owner.self, #"{"name": "x", "more": 1}"#).unknownValues?["more"]?.intValue == 1)
        // Where the class allows it, and where it may have no key.
        #expect(try read(Careless.self, #"{"something": "else"}"#).name == "")
        #expect(try read(Hollow.self, #"{"something": "else"}"#).name == nil)
        // Further in, a newer program may have written other keys alone.
        #expect(try read(Owner.self, #"{"pets": [{"newer": 1}]}"#).pets[0].unknownValues != nil)
    }

    @Test("HRCoder's files, in a program without it")
    func withoutHRCoder() throws {
        let alias = try error(Owner.self, #"{"pets": [{"$alias": "$"}]}"#)
        #expect(alias.reason.contains("HRCoder") && "\(alias.path)" == "pets[0]")
        let path = NSTemporaryDirectory() + "Foreign-" + UUID().uuidString + ".json"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data(#"{"$class": "Owner", "name": "x"}"#.utf8).write(to: URL(fileURLWithPath: path))
        let found = FormatRegistry.withFormats(FormatRegistry([JSONFormat()])) {
            #expect(throws: ModelError.self) { try Owner.load(fromFile: path) }
        }
        #expect(found?.code == .requisiteLibraryMissing && found?.reason.contains("HRCoder") == true)
        // Whose class isn't the one that is wanted.
        let other = try error(Careless.self, #"{"$class": "Owner", "name": "x"}"#)
        #expect([.unknownClass, .classMismatch].contains(other.code))
    }

    @Test("A comma too many is reported where it stands, and a date's form is shown")
    func places() throws {
        let comma = try error(Owner.self, "{\n  \"name\": \"x\",\n  \"pets\": [],\n}")
        #expect(comma.location?.line == 3 && comma.location?.column == 13)
        #expect(comma.reason == "No key follows this comma, as JSON5 alone allows (the reading option .json5).")
        #expect(try error(Owner.self, #"{"pets": [{},]}"#).location?.byteOffset == 12)
        let date = try error(Dated.self, #"{"date": "yesterday"}"#)
        #expect(date.reason == "Expected a date such as 2018-03-16T16:49:14.000Z, found string \"yesterday\".")
        let seconds = try #require(
            #expect(throws: ModelError.self) {
                try JSONFormat(dates: .secondsSince1970).decode(Dated.self, from: Data(#"{"date": "x"}"#.utf8))
            })
        #expect(seconds.reason == "Expected a date such as 1521218954, found string \"x\".")
    }
}
