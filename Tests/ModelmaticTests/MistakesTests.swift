import ModelCore
import Modelmatic
import Testing

@Suite("What an error says of a model and classes that disagree")
struct MistakesTests {
    final class Tagged: BaseModel {
        var tags: [String] = []
        var words: [String] = []
        override class var modelProperties: [ModelProperty] {
            [ModelProperty("tags", \Tagged.tags), ModelProperty("words", \Tagged.words)]
        }
    }

    @Test("Reasons that are sentences are parts of one, which has one full stop")
    func fullStops() throws {
        func attribute(_ name: String) -> String {
            "<attribute name='\(name)' attributeType='Transformable' valueTransformerName='NoTransform'/>"
        }
        let model = try model("<entity name='T'>\(attribute("tags"))\(attribute("words"))</entity>")
        let error = #expect(throws: ModelError.self) { try model.mapping(classes: ["T": Tagged.self]) }
        let reason = try #require(error?.reason)
        #expect(error?.code == .entityMismatch && reason.contains("T.tags: ") && reason.contains("; T.words: "))
        #expect(reason.hasSuffix("NoTransform.") && !reason.contains(".;"), "\(reason)")
    }
}
