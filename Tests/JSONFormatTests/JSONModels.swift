import Foundation
import ModelCore

// Each class keeps its description, as `@Model` would write it: without, a class might override set(with:) for dictionaries, and
// then it is read through one.

final class TodoItem: BaseModel {
    private static let describedTodoItem = ModelClass(TodoItem.self)
    override class var modelClass: ModelClass { describedTodoItem }
    var label = ""
    var checked = false
    override class var modelProperties: [ModelProperty] {
        super.modelProperties + [ModelProperty("label", \TodoItem.label), ModelProperty("checked", \TodoItem.checked)]
    }
}

final class TodoList: BaseModel {
    private static let describedTodoList = ModelClass(TodoList.self)
    override class var modelClass: ModelClass { describedTodoList }
    var items: [TodoItem] = []
    override class var modelProperties: [ModelProperty] { super.modelProperties + [ModelProperty("items", \TodoList.items)] }
}

class Kid: BaseModel {
    private static let describedKid = ModelClass(Kid.self)
    override class var modelClass: ModelClass { describedKid }
    var name = ""
    var size = 0
    override class var modelProperties: [ModelProperty] {
        super.modelProperties + [ModelProperty("name", \Kid.name), ModelProperty("size", \Kid.size)]
    }
}

final class Pupil: Kid {
    private static let describedPupil = ModelClass(Pupil.self)
    override class var modelClass: ModelClass { describedPupil }
    var school = ""
    override class var modelProperties: [ModelProperty] { super.modelProperties + [ModelProperty("school", \Pupil.school)] }
}

/// One property of each type, coded as the macro would do it.
final class Rich: BaseModel {
    private static let describedRich = ModelClass(Rich.self)
    override class var modelClass: ModelClass { describedRich }
    var text = ""
    var flag = false
    var count: Int32 = 0
    var ratio = 0.0
    var small: Float = 0
    var big: Int64 = 0
    var number = 0
    var date: Date?
    var data: Data?
    var list: [Any] = []
    var map: [String: Any] = [:]
    var url: URL?
    var set: Set<String> = []
    var child: Kid?
    var children: [Kid] = []
    var missing: String? = "default"

    override func encodeProperties(to encoder: ModelEncoder) throws {
        try super.encodeProperties(to: encoder)
        try encoder.encode(text, forKey: "text")
        try encoder.encode(flag, forKey: "flag")
        try encoder.encode(count, forKey: "count")
        try encoder.encode(ratio, forKey: "ratio")
        try encoder.encode(small, forKey: "small")
        try encoder.encode(big, forKey: "big")
        try encoder.encode(number, forKey: "number")
        try encoder.encode(date, forKey: "date")
        try encoder.encode(data, forKey: "data")
        try encoder.encodeAny(list, forKey: "list")
        try encoder.encodeAny(map, forKey: "map")
        try encoder.encode(url, forKey: "url")
        try encoder.encode(set, forKey: "set")
        try encoder.encode(child, forKey: "child")
        try encoder.encode(children, forKey: "children")
        try encoder.encode(missing, forKey: "missing", isNilDefault: false)
    }

    override func decodeProperties(from decoder: ModelDecoder) throws {
        try super.decodeProperties(from: decoder)
        if let value = try decoder.decode(forKey: "text", like: text) { text = value }
        if let value = try decoder.decode(forKey: "flag", like: flag) { flag = value }
        if let value = try decoder.decode(forKey: "count", like: count) { count = value }
        if let value = try decoder.decode(forKey: "ratio", like: ratio) { ratio = value }
        if let value = try decoder.decode(forKey: "small", like: small) { small = value }
        if let value = try decoder.decode(forKey: "big", like: big) { big = value }
        if let value = try decoder.decode(forKey: "number", like: number) { number = value }
        if let value = try decoder.decode(forKey: "date", like: date) { date = value }
        if let value = try decoder.decode(forKey: "data", like: data) { data = value }
        if let value = try decoder.decodeAny(forKey: "list", like: list) { list = value }
        if let value = try decoder.decodeAny(forKey: "map", like: map) { map = value }
        if let value = try decoder.decode(forKey: "url", like: url) { url = value }
        if let value = try decoder.decode(forKey: "set", like: set) { set = value }
        if let value = try decoder.decode(forKey: "child", like: child) { child = value }
        if let value = try decoder.decode(forKey: "children", like: children) { children = value }
        if let value = try decoder.decode(forKey: "missing", like: missing) { missing = value }
    }
}

/// Leads to others of its kind.
final class Link: BaseModel {
    private static let describedLink = ModelClass(Link.self)
    override class var modelClass: ModelClass { describedLink }
    var next: Link?
    override class var modelProperties: [ModelProperty] { super.modelProperties + [ModelProperty("next", \Link.next)] }
}
