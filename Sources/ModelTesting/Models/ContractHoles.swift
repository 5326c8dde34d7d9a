import Foundation
import ModelCore

/// A model with empty or nil values: arrays, elements, structs, objects and properties on a key path. Its properties
/// are listed as `@Model` would list them.
final class ContractHoles: BaseModel {
    /// A struct whose values may all be nil.
    struct Note: ModelRecord, Hashable {
        var text: String?
        var sizes: [Int?] = []
        var inner: [Note] = []

        static let modelType: ModelType? = ModelType(
            "struct Note",
            [
                ModelProperty("text", \Note.text, isStored: true), ModelProperty("sizes", \Note.sizes, isStored: true),
                ModelProperty("inner", \Note.inner, isStored: true),
            ]
        ) { values in
            Note(
                text: try values.value("text", or: nil), sizes: try values.value("sizes", or: []),
                inner: try values.value("inner", or: []))
        }
    }

    /// A struct that may have no key in a file.
    struct Blank: ModelRecord, Hashable {
        var text: String?
        var count: Int?

        static let modelType: ModelType? = ModelType(
            "struct Blank",
            [ModelProperty("text", \Blank.text, isStored: true), ModelProperty("count", \Blank.count, isStored: true)]
        ) { values in
            Blank(text: try values.value("text", or: nil), count: try values.value("count", or: nil))
        }
    }

    var blank = Blank()
    var blanks: [Blank] = []
    var texts: [String?] = []
    var counts: [Int?] = []
    var dates: [Date?] = []
    var rows: [[String?]] = []
    var maybe: [[Int]?] = []
    var list: [String]? = ["default"]
    var title: String? = "default"
    var ratio: Float? = 0.5
    var moment: Date? = Date(timeIntervalSinceReferenceDate: 1)
    var peer: ContractHoles? = nil
    var peers: [ContractHoles?] = []
    var note: Note? = Note(text: "default")
    var notes: [Note?] = []
    var street: String?
    var city: String?

    private static let rows = [
        ModelProperty("blank", \ContractHoles.blank, isStored: true),
        ModelProperty("blanks", \ContractHoles.blanks, isStored: true),
        ModelProperty("texts", \ContractHoles.texts, isStored: true),
        ModelProperty("counts", \ContractHoles.counts, isStored: true),
        ModelProperty("dates", \ContractHoles.dates, isStored: true),
        ModelProperty("rows", \ContractHoles.rows, isStored: true),
        ModelProperty("maybe", \ContractHoles.maybe, isStored: true),
        ModelProperty("list", \ContractHoles.list, isNilDefault: false, isStored: true),
        ModelProperty("title", \ContractHoles.title, isNilDefault: false, isStored: true),
        ModelProperty("ratio", \ContractHoles.ratio, isNilDefault: false, isStored: true),
        ModelProperty("street", \ContractHoles.street, key: PropertyKey(path: "place.street"), isStored: true),
        ModelProperty("moment", \ContractHoles.moment, isNilDefault: false, isStored: true),
        ModelProperty("peer", \ContractHoles.peer, isStored: true),
        ModelProperty("peers", \ContractHoles.peers, isStored: true),
        ModelProperty("note", \ContractHoles.note, isNilDefault: false, isStored: true),
        ModelProperty("notes", \ContractHoles.notes, isStored: true),
        ModelProperty("city", \ContractHoles.city, key: PropertyKey(path: "place.inside.city"), isStored: true),
    ]

    private static let ownModelClass = ModelClass(ContractHoles.self, overrides: [])
    override class var modelClass: ModelClass { ownModelClass }
    override class var modelProperties: [ModelProperty] { super.modelProperties + rows }

    /// A model in which no value is nil, but some values are empty.
    static func full() -> ContractHoles {
        let holes = ContractHoles()
        holes.blanks = [Blank(), Blank(text: "", count: 0), Blank()]
        holes.texts = ["a", "", "b"]
        holes.counts = [0, -1]
        holes.dates = [Date(timeIntervalSinceReferenceDate: 0)]
        holes.rows = [[], ["a"], [], ["b", "c"]]
        holes.maybe = [[], [1, 2], []]
        holes.list = []
        holes.title = ""
        holes.ratio = 0.1
        holes.moment = Date(timeIntervalSinceReferenceDate: -978_307_201)
        holes.peer = ContractHoles()
        holes.peers = [ContractHoles(), ContractHoles()]
        holes.note = Note(text: "", sizes: [1], inner: [Note(), Note(inner: [Note()])])
        holes.notes = [Note(), Note(text: "n")]
        (holes.street, holes.city) = ("s", "c")
        return holes
    }

    /// A model with nils in properties, arrays and structs of every kind. Only formats with null can represent it.
    static func empty() -> ContractHoles {
        let holes = ContractHoles()
        holes.texts = ["a", nil, "b"]
        holes.counts = [nil, 0, nil, nil]
        holes.dates = [nil]
        holes.rows = [[nil], [], ["a", nil]]
        holes.maybe = [nil, [], nil, [1]]
        (holes.list, holes.title, holes.ratio, holes.moment, holes.note) = (nil, nil, nil, nil, nil)
        holes.peers = [nil, ContractHoles(), nil]
        holes.notes = [nil, Note(sizes: [nil]), nil]
        holes.city = "c"
        return holes
    }
}
