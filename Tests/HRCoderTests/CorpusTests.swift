import Foundation
import HRCoder
import ModelCore
import ModelTesting
import Testing

@Suite("Files of apps", .enabled(if: Fixtures.hasCorpora, "The corpora aren't here."))
struct CorpusTests {
    @Test(
        "They are read, written again, and the same", arguments: Fixtures.corpus.filter { !$0.contains("alias-syntax") }
    )
    func roundTrip(_ path: String) throws {
        let node = try HRCoder().decode(ModelNode.self, from: Fixtures.corpusData(path), as: .hrCodedXML)
        for format in forms {
            let written = try HRCoder().encode(node, as: format)
            let back = try HRCoder().decode(ModelNode.self, from: written, as: format)
            #expect(Fingerprint.text(of: back) == Fingerprint.text(of: node))
        }
        #expect((HRCoder().detect(try Fixtures.corpusData(path)) != nil) == (node.kind == .object))
    }

    @Test("The documentation's alias of a string is that string")
    func aliasOfString() throws {
        let data = try Fixtures.corpusData("hrcoder/nicklockwood+HRCoder/README/alias-in-dictionary.plist")
        let node = try HRCoder().decode(ModelNode.self, from: data, as: .hrCodedXML)
        #expect(node["object2"]?.stringValue == "Hello World")
    }

    @Test("An alias without a target is refused")
    func dangling() throws {
        let data = try Fixtures.corpusData("hrcoder/nicklockwood+HRCoder/README/alias-syntax.plist")
        #expect(throws: ModelError.self) { try HRCoder().decode(ModelNode.self, from: data, as: .hrCodedXML) }
    }
}
