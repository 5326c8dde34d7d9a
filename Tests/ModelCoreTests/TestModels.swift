import Foundation
import ModelCore
import TestSupport

// Models for the core's own tests, listed by hand: these tests need no macro.

enum Priority: String {
    case low, high
}

enum Level: Int, Codable, ModelValue {
    case first = 1
    case second
}

struct Address: Codable, Equatable {
    var street = ""
    var number = 0
    var since: Date?
}

class Item: BaseModel {
    var text = ""
    var count = 0
    var note: String?
    var next: Item?

    override class var modelProperties: [ModelProperty] {
        super.modelProperties + [
            ModelProperty("text", \Item.text),
            ModelProperty("count", \Item.count),
            ModelProperty("note", \Item.note),
            ModelProperty("next", \Item.next),
        ]
    }
}

final class SpecialItem: Item {
    var extra = 1.5

    override class var modelProperties: [ModelProperty] {
        super.modelProperties + [ModelProperty("extra", \SpecialItem.extra)]
    }
}

/// One property of every kind.
final class Everything: BaseModel {
    var flag = false
    var byte: UInt8 = 0
    var big: UInt64 = 0
    var ratio: Float = 0
    var amount = Decimal(0)
    var data = Data()
    var date = Date(timeIntervalSinceReferenceDate: 0)
    var link = URL(string: "https://example.com")!
    var identifier = UUID(uuidString: "00000000-0000-0000-0000-000000000000")!
    var point = CGPoint.zero
    var span = 0..<0
    var indexes = IndexSet()
    var tags: Set<String> = []
    var scores: [Int: Double] = [:]
    var items: [Item] = []
    var priority = Priority.low
    var level = Level.first
    var address = Address()
    var maybe: String? = "default"
    let version = 3

    override class var modelProperties: [ModelProperty] {
        super.modelProperties + [
            ModelProperty("flag", \Everything.flag),
            ModelProperty("byte", \Everything.byte),
            ModelProperty("big", \Everything.big),
            ModelProperty("ratio", \Everything.ratio),
            ModelProperty("amount", \Everything.amount),
            ModelProperty("data", \Everything.data),
            ModelProperty("date", \Everything.date),
            ModelProperty("link", \Everything.link),
            ModelProperty("identifier", \Everything.identifier),
            ModelProperty("point", \Everything.point),
            ModelProperty("span", \Everything.span),
            ModelProperty("indexes", \Everything.indexes),
            ModelProperty("tags", \Everything.tags),
            ModelProperty("scores", \Everything.scores),
            ModelProperty("items", \Everything.items),
            ModelProperty("priority", \Everything.priority),
            ModelProperty("level", \Everything.level),
            ModelProperty("address", \Everything.address),
            ModelProperty("maybe", \Everything.maybe, isNilDefault: false),
            ModelProperty("version", \Everything.version),
        ]
    }
}

/// A tree, with a weak reference to the parent.
final class Branch: BaseModel {
    var name = ""
    var children: [Branch] = []
    weak var parent: Branch?

    override class var modelProperties: [ModelProperty] {
        super.modelProperties + [
            ModelProperty("name", \Branch.name),
            ModelProperty("children", \Branch.children),
            ModelProperty("parent", \Branch.parent, isWeak: true),
        ]
    }
}

extension ClassRegistry {
    static var testing: ClassRegistry {
        var classes = ClassRegistry()
        classes.add(Item.self)
        classes.add(SpecialItem.self)
        classes.add(Branch.self)
        classes.add(Everything.self)
        return classes
    }
}
