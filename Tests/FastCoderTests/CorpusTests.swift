import FastCoder
import Foundation
import ModelCore
import TestSupport
import Testing

@Suite("Files of apps", .enabled(if: SharedFixtures.arePresent, "The corpora aren't here."))
struct CorpusTests {
    @Test("Written again, the original reads them", arguments: Fixtures.corpus("valid"))
    func rewritten(_ path: String) throws {
        let written = try FastCoder().encode(FastCoder().decode(ModelNode.self, from: Fixtures.corpusData(path)))
        // What codes itself stays so.
        #expect(try OriginalReader.types(in: written)[30] == nil)
        #expect(throws: Never.self) { try OriginalReader.check(written) }
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
