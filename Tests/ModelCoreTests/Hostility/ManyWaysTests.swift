import ModelCore
import TestSupport
import Testing

/// What is put into dictionaries that properties hold takes as long for the last object as for the first.
@Suite("Ways into the dictionaries of very many objects")
struct ManyWaysTests {
    private static let count = 40_000

    final class Entry: BaseModel {
        var info = ["own": 1]
        var count = 2
        override class var modelProperties: [ModelProperty] {
            [
                ModelProperty("info", \Entry.info),
                ModelProperty("count", \Entry.count, key: PropertyKey(path: "info.count")),
            ]
        }
    }

    @Test("Each has a dictionary of its own", .endsAtLast)
    func dictionaries() throws {
        let entries = (0..<Self.count).map { _ in Entry() }
        var document = ModelDocument(.null)
        let seconds = try threadSeconds { document = try ModelDocument(encoding: entries) }
        #expect(seconds < 5)
        for index in [0, 1, Self.count - 1] {
            #expect(document[index]?.keys == ["info"])
            #expect(document[index]?["info"]?.keys == ["own", "count"])
            #expect(document[index]?["info"]?["count"]?.intValue == 2)
        }
    }
}
