import Foundation
import ModelCore
import TestSupport

final class TodoItem: BaseModel {
    var label = ""
    var checked = false

    override class var modelProperties: [ModelProperty] {
        super.modelProperties + [ModelProperty("label", \TodoItem.label), ModelProperty("checked", \TodoItem.checked)]
    }
}

final class TodoList: BaseModel {
    var items: [TodoItem] = []

    override class var modelProperties: [ModelProperty] {
        super.modelProperties + [ModelProperty("items", \TodoList.items)]
    }
}

final class Child: BaseModel {
    var name: String?
    var size = 0

    override class var modelProperties: [ModelProperty] {
        super.modelProperties + [ModelProperty("name", \Child.name), ModelProperty("size", \Child.size)]
    }
}

/// The model of the golden `rich_*` files.
final class Rich: BaseModel {
    var text: String?
    var flag = false
    var count = 0
    var ratio = 0.0
    var small: Float = 0
    var big: Int64 = 0
    var number: Int?
    var date: Date?
    var data: Data?
    var url: URL?
    var set: Set<String>?
    var child: Child?
    var children: [Child] = []
    var map: [String: ModelNode] = [:]
    var list: [ModelNode] = []
    var missing: String?

    override class var modelProperties: [ModelProperty] {
        super.modelProperties + [
            ModelProperty("text", \Rich.text), ModelProperty("flag", \Rich.flag), ModelProperty("count", \Rich.count),
            ModelProperty("ratio", \Rich.ratio), ModelProperty("small", \Rich.small), ModelProperty("big", \Rich.big),
            ModelProperty("number", \Rich.number), ModelProperty("date", \Rich.date), ModelProperty("data", \Rich.data),
            ModelProperty("url", \Rich.url), ModelProperty("set", \Rich.set), ModelProperty("child", \Rich.child),
            ModelProperty("children", \Rich.children), ModelProperty("map", \Rich.map), ModelProperty("list", \Rich.list),
            ModelProperty("missing", \Rich.missing),
        ]
    }
}

class Shape: BaseModel {
    var name = ""

    override class var modelProperties: [ModelProperty] {
        super.modelProperties + [ModelProperty("name", \Shape.name)]
    }
}

final class Circle: Shape {
    var radius = 0.0

    override class var modelProperties: [ModelProperty] {
        super.modelProperties + [ModelProperty("radius", \Circle.radius)]
    }
}

final class Drawing: BaseModel {
    var shapes: [Shape] = []
    var main: Shape?

    override class var modelProperties: [ModelProperty] {
        super.modelProperties + [ModelProperty("shapes", \Drawing.shapes), ModelProperty("main", \Drawing.main)]
    }
}

/// Every type that a property may have.
final class Everything: BaseModel {
    private static let own = ModelClass(Everything.self)
    override class var modelClass: ModelClass { own }

    var bool = false
    var int = 0
    var int8: Int8 = 0
    var uint64: UInt64 = 0
    var float: Float = 0
    var double = 0.0
    var decimal: Decimal = 0
    var string = ""
    var data = Data()
    var date = Date(timeIntervalSinceReferenceDate: 0)
    var url: URL?
    var uuid = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    var point = CGPoint.zero
    var range = NSRange(location: 0, length: 0)
    var indexes = IndexSet()
    var optionals: [Int?] = []
    var dates: [Date?] = []
    var named: [String: Int?] = [:]
    var numbered: [Int: String] = [:]
    var set: Set<Int> = []
    var datas: [Data] = []
    var any: Any?

    override class var modelProperties: [ModelProperty] {
        super.modelProperties + [
            ModelProperty("bool", \Everything.bool), ModelProperty("int", \Everything.int),
            ModelProperty("int8", \Everything.int8), ModelProperty("uint64", \Everything.uint64),
            ModelProperty("float", \Everything.float), ModelProperty("double", \Everything.double),
            ModelProperty("decimal", \Everything.decimal), ModelProperty("string", \Everything.string),
            ModelProperty("data", \Everything.data), ModelProperty("date", \Everything.date),
            ModelProperty("url", \Everything.url), ModelProperty("uuid", \Everything.uuid),
            ModelProperty("point", \Everything.point), ModelProperty("range", \Everything.range),
            ModelProperty("indexes", \Everything.indexes), ModelProperty("optionals", \Everything.optionals),
            ModelProperty("dates", \Everything.dates), ModelProperty("named", \Everything.named),
            ModelProperty("numbered", \Everything.numbered), ModelProperty("set", \Everything.set),
            ModelProperty("datas", \Everything.datas),
        ]
    }

    override func encode(with encoder: ModelEncoder) throws {
        try super.encode(with: encoder)
        try encoder.encodeAny(any, forKey: "any")
    }

    override func set(with decoder: ModelDecoder) throws {
        try super.set(with: decoder)
        any = try decoder.decodeAny(forKey: "any")
    }
}

/// A model that is read through a dictionary, as those are that don't say otherwise.
final class Blob: BaseModel {
    var data = Data()
    var date: Date?

    override class var modelProperties: [ModelProperty] {
        super.modelProperties + [ModelProperty("data", \Blob.data), ModelProperty("date", \Blob.date)]
    }
}

/// A chain that may be bent into a ring.
final class Link: BaseModel {
    var next: Link?

    override class var modelProperties: [ModelProperty] {
        super.modelProperties + [ModelProperty("next", \Link.next)]
    }

    func unlink() {
        var link: Link? = self
        while let current = link {
            link = current.next
            current.next = nil
        }
    }
}
