#if Macros
import Foundation
// snippet.style
import JSONFormat
import ModelCore
// snippet.end
import PlistFormat
import Testing

@Suite("Samples: choosing a format")
struct ChoosingSamples {
    @Model final class Team: BaseModel {
        var name = ""
        var lead: Team?
        var amount = Decimal(0)
        var ratio = 0.0
        var due: Date?
        var photo = Data()
        var tags: Set<String> = []
    }

    // snippet.style
    @Model final class Preferences: BaseModel {
        var theme = "light"
        override class var saveFormat: FileFormat { .json([.prettyPrinted, .sortedKeys]) }
    }
    // snippet.end

    @Test("A class's own style")
    func style() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).json").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Preferences().write(toFile: path)
        #expect(try Preferences.load(fromFile: path).theme == "light")
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "{\n  \"theme\": \"light\"\n}")
    }

    @Test("The linked formats")
    func linked() {
        // snippet.linked
        for format in FormatRegistry.current.formats { print(format.displayName) }
        // snippet.end
        #expect(
            Set(FormatRegistry.current.formats).isSuperset(of: [
                .keyedArchive, .xmlPropertyList, .binaryPropertyList, .json,
            ]))
    }

    @Test("Another provider in its place")
    func replaced() throws {
        let team = Team()
        var text = ""
        // snippet.replace
        var formats = FormatRegistry.default
        formats.replace(with: JSONFormat(writing: [.prettyPrinted, .sortedKeys]))
        try FormatRegistry.withFormats(formats) {
            let data = try FormatRegistry.current.provider(for: .json).encode(team)
            print(String(decoding: data, as: UTF8.self))
            // snippet.end
            text = String(decoding: data, as: UTF8.self)
            // snippet.replace
        }
        // snippet.end
        #expect(text.hasPrefix("{\n  \"amount\": \"0\"") || text.hasPrefix("{\n  \"amount\": 0"))
    }

    @Model final class Odd: BaseModel {
        var scores: [Int: Double] = [:]
        var gaps: [Int?] = []
        var span = 0..<0
        var big = Decimal(0)
        weak var friend: Odd?
    }

    @Test("What plain formats have no form for comes back all the same")
    func odd() throws {
        let odd = Odd()
        let friend = Odd()
        odd.scores = [7: 1.5]
        odd.gaps = [1, nil, 3]
        odd.span = 2..<5
        odd.big = Decimal(string: "12345678901234567890.123456789") ?? 0
        odd.friend = friend
        friend.friend = odd
        for provider in [JSONFormat(), PlistFormat()] as [any FormatProvider] {
            for format in provider.formats {
                let back = try provider.decode([Odd].self, from: provider.encode([odd, friend], as: format), as: format)
                #expect(back[0].scores == [7: 1.5] && back[0].gaps == [1, nil, 3] && back[0].span == 2..<5)
                #expect(back[0].big == odd.big && back[0].friend == nil)
            }
        }
    }

    @Test("Dates and numbers in JSON")
    func conversions() throws {
        for seconds in [0.25, 0.000_001, 1.0 / 3.0] {
            let date = Date(timeIntervalSinceReferenceDate: 700_000_000 + seconds)
            #expect(try JSONFormat().decode(Date.self, from: JSONFormat().encode(date)) == date)
        }
        let team = try JSONFormat().decode(Team.self, from: Data(#"{"name": 12, "ratio": "1.5", "amount": "2"}"#.utf8))
        #expect(team.name == "12" && team.ratio == 1.5 && team.amount == 2)
        #expect(throws: ModelError.self) { try JSONFormat().decode(Int.self, from: Data("1.5".utf8)) }
        #expect(throws: ModelError.self) { try JSONFormat().decode(Int.self, from: Data("true".utf8)) }
        #expect(throws: ModelError.self) { try JSONFormat().decode(Date.self, from: Data("700000000".utf8)) }
        let document = try JSONFormat().decode(ModelDocument.self, from: Data("100000000000000000000".utf8))
        let read = try #require(document.root.scalar)
        #expect([.double(1e20), .decimal(Decimal(string: "100000000000000000000") ?? 0)].contains(read))
        #expect(throws: ModelError.self) { try JSONFormat().encode(Decimal.nan) }
    }

    @Test("Old text property lists are recognised")
    func openStep() throws {
        let list = Data("{ name = Ann; tags = (a, b); }".utf8)
        let registry = FormatRegistry([PlistFormat(), JSONFormat()])
        #expect(try registry.detect(list) == .xmlPropertyList)
        #expect(try registry.decode(from: list) { try Team.decode(from: $0) }.tags == ["a", "b"])
    }

    @Test("What is kept where")
    func kept() throws {
        let team = Team()
        team.due = Date(timeIntervalSinceReferenceDate: 700_000_000.125)
        team.amount = Decimal(string: "0.1") ?? 0
        team.photo = Data([0, 1, 255])
        team.tags = ["b", "a"]
        let providers: [any FormatProvider] = [KeyedArchive(), JSONFormat(), PlistFormat()]
        for provider in providers {
            for format in provider.formats {
                let back = try provider.decode(Team.self, from: provider.encode(team, as: format), as: format)
                #expect(back.due == team.due && back.amount == team.amount && back.photo == team.photo && back.tags == team.tags)
            }
        }
        team.lead = team
        let back = try KeyedArchive().decode(Team.self, from: KeyedArchive().encode(team))
        #expect(back.lead === back)
        for provider in providers.dropFirst() {
            for format in provider.formats {
                let error = #expect(throws: ModelError.self) { try provider.encode(team, as: format) }
                #expect(error?.code == .cycle)
            }
        }
        // Frees them.
        team.lead = nil
        back.lead = nil
        team.ratio = .nan
        #expect(throws: ModelError.self) { try JSONFormat().encode(team) }
        #expect(try PlistFormat().decode(Team.self, from: PlistFormat().encode(team)).ratio.isNaN)
    }
}
#endif
