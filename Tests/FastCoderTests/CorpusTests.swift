import FastCoder
import Foundation
import ModelCore
import ModelTesting
import Testing

@Suite("Files of apps", .enabled(if: Fixtures.hasCorpora, "The corpora aren't here."))
struct CorpusTests {
    @Test("The index names some")
    func notEmpty() {
        #expect(Fixtures.corpus("valid").count > 20 && Fixtures.corpus("invalid").count > 1)
    }

    @Test("They are read, written again, and the same", arguments: Fixtures.corpus("valid"))
    func roundTrip(_ path: String) throws {
        let node = try FastCoder().decode(ModelNode.self, from: Fixtures.corpusData(path))
        let written = try FastCoder().encode(node)
        #expect(Fingerprint.text(of: try FastCoder().decode(ModelNode.self, from: written)) == Fingerprint.text(of: node))
        // What codes itself stays so.
        #expect(try OriginalReader.types(in: written)[30] == nil)
        #expect(throws: Never.self) { try OriginalReader.check(written) }
    }

    @Test("Those that their authors cut short are refused", arguments: Fixtures.corpus("invalid"))
    func damaged(_ path: String) throws {
        let data = try Fixtures.corpusData(path)
        #expect(throws: ModelError.self) { try FastCoder().decode(ModelNode.self, from: data) }
    }

    @Test(
        "Published values of a track",
        arguments: [
            "d8a452ad23698cb4076d1baed024844b", "dc11bf9b77216b8c5f295030613d72f1",
        ])
    func publishedValues(_ key: String) throws {
        let expected =
            try JSONSerialization.jsonObject(
                with: Fixtures.corpusData("fastcoding-expected/ArloL+tsaf-parser/data/\(key).json")) as? [String: Any]
            ?? [:]
        let title = try FastCoder().decode(
            ModelNode.self, from: Fixtures.corpusData("fastcoding/ArloL+tsaf-parser/data/\(key)-mediaItemTitleIDs.bin"))
        #expect(title["title"]?.stringValue == expected["title"] as? String, "\(expected)")
        #expect(title["artist"]?.stringValue == expected["artist"] as? String)
        #expect(!expected.isEmpty)
    }
}
