import Foundation
import ModelTesting
import Records

// The content of stores that earlier states of this package have written: models, and a text of everything that is
// read from them. The tests of each store use this file. The packages in `Stores` have links to it.

/// A model with properties of many types, and a subclass.
package class LibraryItem: BaseModel {
    package enum Kind: String, ModelValue {
        case novel, stories
    }

    package var title = ""
    package var year: Int?
    package var isRead = false
    package var price: Decimal?
    package var bought: Date?
    package var author = ""
    package var tags: [String] = []
    package var number = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    package var kind = Kind.novel
    package var rating = 0.0
    package var cover = Data()
    package var page: URL?
    package var counts: [String: Int] = [:]
    package var ranks: [Int: String] = [:]
    package var place: CGPoint?
    package var parts: [LibraryItem] = []

    private static let rows = [
        ModelProperty("title", \LibraryItem.title), ModelProperty("year", \LibraryItem.year),
        ModelProperty("isRead", \LibraryItem.isRead), ModelProperty("price", \LibraryItem.price),
        ModelProperty("bought", \LibraryItem.bought, key: "bought_on"),
        ModelProperty("author", \LibraryItem.author, key: PropertyKey(path: "author.name")),
        ModelProperty("tags", \LibraryItem.tags), ModelProperty("number", \LibraryItem.number),
        ModelProperty("kind", \LibraryItem.kind), ModelProperty("rating", \LibraryItem.rating),
        ModelProperty("cover", \LibraryItem.cover), ModelProperty("page", \LibraryItem.page),
        ModelProperty("counts", \LibraryItem.counts), ModelProperty("ranks", \LibraryItem.ranks),
        ModelProperty("place", \LibraryItem.place), ModelProperty("parts", \LibraryItem.parts),
    ]

    private static let known = ModelClass(LibraryItem.self, name: "LibraryItem", overrides: [])
    override package class var modelClass: ModelClass { known }
    override package class var modelProperties: [ModelProperty] { rows }

    fileprivate convenience init(_ title: String, _ year: Int?) {
        self.init()
        (self.title, self.year) = (title, year)
    }
}

package final class LibraryTape: LibraryItem {
    package var minutes = 0.0

    private static let known = ModelClass(LibraryTape.self, name: "LibraryTape", overrides: [])
    override package class var modelClass: ModelClass { known }
    override package class var modelProperties: [ModelProperty] {
        super.modelProperties + [ModelProperty("minutes", \LibraryTape.minutes)]
    }
}

/// A class of which a store also keeps the values without an identifier.
package final class LibraryShelf: BaseModel {
    package var length = 0
    package var label: String? = "default"
    package var inside: LibraryItem?

    private static let known = ModelClass(LibraryShelf.self, name: "LibraryShelf", overrides: [])
    override package class var modelClass: ModelClass { known }
    override package class var modelProperties: [ModelProperty] {
        [
            ModelProperty("length", \LibraryShelf.length), ModelProperty("label", \LibraryShelf.label, isNilDefault: false),
            ModelProperty("inside", \LibraryShelf.inside),
        ]
    }
}

/// The second version of a class, under its present name.
package final class LibraryMember: BaseModel {
    package var fullName = ""
    package var visits = 0

    private static let known = ModelClass(LibraryMember.self, name: "LibraryMember", overrides: [], version: 2)
    override package class var modelClass: ModelClass { known }
    override package class var modelProperties: [ModelProperty] {
        [ModelProperty("fullName", \LibraryMember.fullName), ModelProperty("visits", \LibraryMember.visits)]
    }

    override package class func migrate(_ object: inout ModelDocument, from version: Int) throws {
        try object.renameKey(at: ["name"], to: "fullName")
    }
}

/// Its first version, and the same with another property, under its present and under its former name. None is registered.
private class LibraryOldMember: BaseModel {
    final var name = ""
    final var visits = 0
    final var card = [5, 6]

    private static let known = ModelClass(LibraryOldMember.self, name: "LibraryMember", overrides: [])
    override class var modelClass: ModelClass { known }
    override class var modelProperties: [ModelProperty] {
        [
            ModelProperty("name", \LibraryOldMember.name), ModelProperty("visits", \LibraryOldMember.visits),
            ModelProperty("card", \LibraryOldMember.card),
        ]
    }
}

private final class LibraryFormerMember: LibraryOldMember {
    private static let known = ModelClass(LibraryFormerMember.self, name: "LibraryReader", overrides: [])
    override class var modelClass: ModelClass { known }
}

/// The content that a store keeps for later states: records of several classes in two places, and the values of a
/// class.
package struct OlderLibrary {
    /// The store's format, in each of two places.
    private let places: [FileFormat]
    private let zero: Double

    /// - Parameters:
    ///   - places: The format of the store, in two places.
    ///   - zero: The zero of one item, as the store has kept it: 0 or -0.
    package init(in places: [FileFormat], zero: Double = 0) {
        self.places = places
        self.zero = zero
        ClassRegistry.register(LibraryItem.self)
        ClassRegistry.register(LibraryTape.self)
        ClassRegistry.register(LibraryShelf.self)
        ClassRegistry.register(LibraryMember.self, aliases: ["LibraryReader"])
    }

    /// Fills an empty store.
    package func fill() throws {
        for (index, place) in places.enumerated() {
            let records = ModelRecords<LibraryItem>(in: place)
            for (id, item) in items() {
                if index > 0 { item.rating += Double(index) }
                try records.save(item, id: id)
            }
            let tape = LibraryTape("A tape by its own class", 2001)
            tape.minutes = 61.5
            try ModelRecords<LibraryTape>(in: place).save(tape, id: "tape")
            try ModelRecords<LibraryMember>(in: place).save(member(), id: "new")
            let (old, former) = (LibraryOldMember(), LibraryFormerMember())
            (old.name, old.visits, former.name, former.visits) = ("Old", 2, "Former", 3)
            try ClassRegistry.withClasses(ClassRegistry()) {
                try ModelRecords<LibraryOldMember>(in: place).save(old, id: "old")
                try ModelRecords<LibraryFormerMember>(in: place).save(former, id: "former")
            }
            let shelf = LibraryShelf()
            (shelf.length, shelf.label, shelf.inside) = (7 + index, nil, LibraryItem("inside", 1))
            try shelf.write(toStore: place)
        }
        // Samples that are no models, and models that the store can't contain, aren't kept.
        for sample in ContractSample.all {
            if let model = sample.make() as? BaseModel { try? save(model, id: sample.name) }
        }
    }

    private func member() -> LibraryMember {
        let member = LibraryMember()
        (member.fullName, member.visits) = ("New", 1)
        return member
    }

    private func items() -> [(String, LibraryItem)] {
        var items: [(String, LibraryItem)] = []
        for number in 0..<8 {
            let item = number % 3 == 2 ? LibraryTape("Tape \(number)", 1960 + number) : LibraryItem("Book \(number)", 1960 + number)
            (item.author, item.isRead, item.kind) = ("A\(number % 3)", number % 2 == 0, number > 5 ? .stories : .novel)
            item.bought = Date(timeIntervalSinceReferenceDate: Double(number) / 4)
            (item.price, item.rating) = (Decimal(number) / 8, Double(number) * 0.1)
            item.number = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(number)))
            item.counts = ["a": number, "\(number)": -1]
            (item as? LibraryTape)?.minutes = Double(number) + 0.5
            items.append(("item\(number)", item))
        }
        let full = LibraryItem("é \u{1F600} \"quoted\" \\ <b>&", nil)
        (full.price, full.bought) = (Decimal(string: "12345678901234567890.125"), Date(timeIntervalSince1970: -62_000_000_000.75))
        (full.tags, full.cover) = (["", "a\nb", "$null", "日本"], Data([0, 1, 127, 255]))
        (full.page, full.place) = (URL(string: "https://example.org/a?b#c"), CGPoint(x: 0.1, y: -2))
        (full.ranks, full.rating) = ([1: "one", -2: "minus two"], zero)
        full.parts = [LibraryItem("part", 1), LibraryTape("tape", 2)]
        let empty = LibraryItem()
        return items + [("full é/'\"%", full), ("empty", empty)]
    }

    private func save<Model: BaseModel>(_ model: Model, id: String) throws {
        guard let store = try FormatRegistry.current.store(for: places[0]) as? any RecordStore else { return }
        let record = StoreRecord(format: places[0], className: "Contract " + ModelClass.of(type(of: model)).name)
        _ = try store.transaction(in: places[0]) {
            try $0.save(ModelDocument(encoding: model), id: id, of: record, expecting: .anything)
        }
    }

    /// Saves everything that `fill()` has saved again, as it is loaded.
    package func saveAgain() throws {
        for place in places {
            for id in try ModelRecords<LibraryItem>(in: place).identifiers() {
                try ModelRecords<LibraryItem>(in: place).update(id: id) { _ in }
            }
            try ModelRecords<LibraryTape>(in: place).update(id: "tape") { _ in }
            for id in try ModelRecords<LibraryMember>(in: place).identifiers() {
                try ModelRecords<LibraryMember>(in: place).update(id: id) { _ in }
            }
            try LibraryShelf.load(fromStore: place).write(toStore: place)
        }
    }

    /// Removes all, so that a store that other programs use is as it was.
    package func remove() throws {
        for place in places {
            try LibraryShelf.removeContents(ofStore: place)
            for id in try ModelRecords<LibraryItem>(in: place).identifiers() { try ModelRecords<LibraryItem>(in: place).remove(id: id) }
            try ModelRecords<LibraryTape>(in: place).remove(id: "tape")
        }
    }

    /// A line for each value that is loaded, and for each query that is asked.
    package func text() throws -> String {
        var lines: [String] = []
        for place in places {
            lines.append("== place \(lines.isEmpty ? 1 : 2)")
            try lines += text(of: ModelRecords<LibraryItem>(in: place)) + text(of: ModelRecords<LibraryTape>(in: place))
            try lines += text(of: ModelRecords<LibraryMember>(in: place))
            lines.append(Fingerprint.text(of: try LibraryShelf.load(fromStore: place)))
            for (name, query) in Self.queries {
                let titles = try ModelRecords<LibraryItem>(in: place).load(query).map(\.title)
                lines.append("\(name): \(titles.map { Fingerprint.text(of: $0) }.joined(separator: ", "))")
            }
            let visits = try ModelRecords<LibraryMember>(in: place).load(.all.where(\.visits, in: 2...).sorted(by: \.visits))
            lines.append("visits: \(visits.map(\.fullName))")
        }
        for sample in ContractSample.all {
            guard let model = sample.make() as? BaseModel, let value = try load(like: model, id: sample.name) else { continue }
            lines.append("\(sample.name): " + Fingerprint.text(of: value))
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func text<Model: BaseModel>(of records: ModelRecords<Model>) throws -> [String] {
        try records.identifiers().map { id in
            let model = try records.load(id: id)
            let unknown = model.unknownValues.map { ", unknown: " + Fingerprint.text(of: $0) } ?? ""
            return "\(Model.self) \(Fingerprint.text(of: id)): " + Fingerprint.text(of: model) + unknown
        }
    }

    private func load<Model: BaseModel>(like model: Model, id: String) throws -> Model? {
        guard let store = try FormatRegistry.current.store(for: places[0]) as? any RecordStore else { return nil }
        let type = type(of: model)
        let record = StoreRecord(format: places[0], className: "Contract " + ModelClass.of(type).name)
        return try store.snapshot(in: places[0]) { try $0.record(id, of: record)?.document.decode(type) }
    }

    private static var queries: [(String, ModelQuery<LibraryItem>)] {
        [
            ("by year", .all.where(\.year, in: 1962..<1966).sorted(by: \.year)),
            ("by year, descending", .all.where(\.year, in: ...1962).sorted(by: \.year, descending: true)),
            ("without a year", .all.where(\.year, equals: nil).sorted(by: \.title)),
            ("by author", .all.where(\.author, equals: "A1").sorted(by: \.title)),
            ("by authors", .all.where("author.name", isOneOf: ["A0", "A2"]).sorted(by: \.title, descending: true).limited(to: 3, from: 1)),
            ("by kind", .all.where(\.kind, equals: .stories).sorted(by: \.year)),
            ("by number", .all.where(\.number, equals: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3)))),
            ("by date", .all.where(\.bought, in: Date(timeIntervalSinceReferenceDate: 0.5)...).sorted(by: \.bought)),
            ("by one date", .all.where(\.bought, equals: Date(timeIntervalSinceReferenceDate: 0.25))),
            ("by price", .all.where(\.price, in: (Decimal(3) / 8)...).sorted(by: \.price)),
            ("by rating", .all.where(\.rating, in: ..<0.35).sorted(by: \.rating).sorted(by: \.title)),
            ("read", .all.where(\.isRead, equals: true).sorted(by: \.title)),
        ]
    }
}
