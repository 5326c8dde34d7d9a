#if Macros
import Foundation
import JSONFormat
import ModelCore
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
