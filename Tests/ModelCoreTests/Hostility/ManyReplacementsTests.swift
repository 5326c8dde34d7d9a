import ModelCore
import TestSupport
import Testing

/// What has a model very often that another takes the place of mustn't be gone through as often.
@Suite("Another instance in very many places")
struct ManyReplacementsTests {
    private static let count = 20_000

    /// Puts another object in its place, which has what it had.
    final class Whole: BaseModel {
        private static let own = ModelClass(Whole.self, name: "ManyReplacementsWhole", overrides: .awakeAfterDecoding)
        override class var modelClass: ModelClass { own }
        var part: Part?
        override class var modelProperties: [ModelProperty] { [ModelProperty("part", \Whole.part)] }
        override func awakeAfterDecoding() throws -> BaseModel {
            let other = Whole()
            other.part = part
            return other
        }
    }

    final class Part: BaseModel {
        private static let own = ModelClass(Part.self, name: "ManyReplacementsPart", overrides: [])
        override class var modelClass: ModelClass { own }
        var wholes: [Whole] = []
        override class var modelProperties: [ModelProperty] { [ModelProperty("wholes", \Part.wholes)] }
    }

    @Test("In one list", .endsAtLast)
    func list() throws {
        let (whole, part) = (Whole(), Part())
        whole.part = part
        part.wholes = Array(repeating: whole, count: Self.count)
        let document = try ModelDocument(encoding: whole)
        part.wholes = []
        var read = Whole()
        let seconds = try threadSeconds { read = try document.decode(Whole.self) }
        #expect(seconds < 5)
        let found = try #require(read.part)
        #expect(found.wholes.count == Self.count)
        #expect(found.wholes.allSatisfy { $0 === read })
        found.wholes = []
    }
}
