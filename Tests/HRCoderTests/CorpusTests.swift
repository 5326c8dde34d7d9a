import Foundation
import HRCoder
import ModelCore
import TestSupport
import Testing

@Suite("Files of apps", .enabled(if: SharedFixtures.arePresent, "The corpora aren't here."))
struct CorpusTests {
    @Test("Those whose root is an object are recognised", arguments: Fixtures.corpus.filter { !$0.contains("alias-syntax") })
    func detection(_ path: String) throws {
        let content = try Fixtures.corpusData(path)
        let node = try HRCoder().decode(ModelNode.self, from: content, as: .hrCodedXML)
        #expect((HRCoder().detect(content) != nil) == (node.kind == .object))
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
