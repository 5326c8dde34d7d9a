#if Macros
import Foundation
import JSONFormat
// snippet.both
import ModelCore
// snippet.end
import Testing

// snippet.both
@Model final class Writer: BaseModel {
    var name = ""
    @Relationship(inverse: \Novel.writer) var novels: [Novel] = []
}

@Model final class Novel: BaseModel {
    var title = ""
    @Relationship weak var writer: Writer?
}
// snippet.end

// snippet.itself
@Model final class Dancer: BaseModel {
    @Relationship(inverse: "partner") weak var partner: Dancer?
}
// snippet.end

// snippet.listed
final class Crew: BaseModel {
    var sailors: [Sailor] = [] { didSet { updateInverse(of: "sailors", from: oldValue, to: sailors) } }

    override class var modelProperties: [ModelProperty] {
        [ModelProperty("sailors", \Crew.sailors, inverse: .property(\Sailor.crew))]
    }
}
// snippet.end

final class Sailor: BaseModel {
    weak var crew: Crew? { didSet { updateInverse(of: "crew", from: oldValue, to: crew) } }
    override class var modelProperties: [ModelProperty] { [ModelProperty("crew", \Sailor.crew)] }
}

@Suite("Samples: relationships")
struct RelationshipSamples {
    private func print(_ values: Any...) {}

    @Test("Both ends follow")
    func bothEnds() throws {
        // snippet.follow
        let (mary, percy) = (Writer(), Writer())
        let novel = Novel()
        mary.novels.append(novel)
        print(novel.writer === mary)
        novel.writer = percy
        print(mary.novels.isEmpty, percy.novels.count)
        // snippet.end
        #expect(mary.novels.isEmpty && percy.novels.count == 1)
        mary.name = "Mary"
        novel.title = "Frankenstein"
        // snippet.names
        try mary.add(novel, to: "novels")
        print(try Writer.relationship(forKey: "novels").inverseName ?? "none")
        // snippet.end
        #expect(novel.writer === mary && percy.novels.isEmpty)
        // snippet.tree
        let text = String(decoding: try JSONFormat().encode(mary), as: UTF8.self)
        // {"name":"Mary","novels":[{"title":"Frankenstein"}]}
        // snippet.end
        #expect(text == #"{"name":"Mary","novels":[{"title":"Frankenstein"}]}"#)
        #expect(try Writer.relationship(forKey: "novels").inverseName == "writer")
        let (dancer, partner) = (Dancer(), Dancer())
        dancer.partner = partner
        #expect(partner.partner === dancer)
        let (crew, sailor) = (Crew(), Sailor())
        sailor.crew = crew
        #expect(crew.sailors.count == 1)
    }
}
#endif
