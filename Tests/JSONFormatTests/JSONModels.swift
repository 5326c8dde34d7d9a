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

/// One property of each type.
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

    override class var modelProperties: [ModelProperty] {
        super.modelProperties + [
            ModelProperty("text", \Rich.text), ModelProperty("flag", \Rich.flag), ModelProperty("count", \Rich.count),
            ModelProperty("ratio", \Rich.ratio), ModelProperty("small", \Rich.small), ModelProperty("big", \Rich.big),
            ModelProperty("number", \Rich.number), ModelProperty("date", \Rich.date), ModelProperty("data", \Rich.data),
            ModelProperty(any: "list", \Rich.list), ModelProperty(any: "map", \Rich.map),
            ModelProperty("url", \Rich.url), ModelProperty("set", \Rich.set), ModelProperty("child", \Rich.child),
            ModelProperty("children", \Rich.children), ModelProperty("missing", \Rich.missing, isNilDefault: false),
        ]
    }
}

/// Leads to others of its kind.
final class Link: BaseModel {
    private static let describedLink = ModelClass(Link.self)
    override class var modelClass: ModelClass { describedLink }
    var next: Link?
    override class var modelProperties: [ModelProperty] { super.modelProperties + [ModelProperty("next", \Link.next)] }
}
