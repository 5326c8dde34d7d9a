#if Macros
import Foundation
import ModelCore

// Models as a program would write them.

enum Urgency: String, CaseIterable { case low, high }

struct Place: Codable, Equatable {
    var street = ""
    var number = 0
}

@propertyWrapper
struct Clamped {
    private var value: Int
    init(wrappedValue: Int) { value = wrappedValue }
    var wrappedValue: Int {
        get { value }
        set { value = min(max(newValue, 0), 10) }
    }
}

@propertyWrapper
struct Fallback {
    var wrappedValue: String?
    init(_ text: String) { wrappedValue = text }
}

extension UUID {
    /// Another one each time.
    static var fresh: UUID { UUID() }
}

@Model("Catalog", aliases: ["OldCatalog"])
final class Catalog: BaseModel {
    var text = ""
    var count = 1, ratio: Double = 0.5
    var due: Date?
    private var secret = "s"
    let id = UUID.fresh
    var note: String? = "none"
    var link = URL(string: "https://example.org")
    var forced: String!
    var extra: [String: Any] = [:]
    var anything: Any?
    var list = [Any]()
    var priority: Urgency = .low
    var priorities: [Urgency] = []
    var maybePriority: Urgency?
    var address = Place()
    var maybeAddress: Place?
    var addresses: [Place] = []
    @Clamped var level = 3
    @Fallback("fallback") var word: String?
    var observed = 1 { didSet { changes += 1 } }
    var encoder = "e", decoder = "d", value = "v", properties = "p"
    var `default` = "d"
    #if os(Linux)
    var system = "Linux"
    #else
    var device = "other"
    #endif
    @Transient var changes = 0
    @Transient lazy var costly: Int = { preconditionFailure("computed") }()
    var computed: String { text }
    static let shared2 = 1

    var revealed: String {
        get { secret }
        set { secret = newValue }
    }
}

@Model class Shape: BaseModel {
    var name = ""
    weak var owner: Drawing?
}

@Model final class Circle: Shape {
    var radius = 0.0
}

@Model final class Drawing: BaseModel {
    var shapes: [Shape] = []
    var first: Shape?

    @Model final class Title: BaseModel {
        var text = ""
    }

    /// A subclass inside its superclass.
    @Model class Layer: BaseModel {
        var index = 0
        @Model final class Group: Layer {
            var members: [Layer] = []
        }
    }
}

extension Drawing {
    @Model("Frame") final class Border: BaseModel {
        var width = 1
    }
}

@Model private final class Hidden: BaseModel {
    var text = ""
}

@Model final class Box<Value: ModelValue>: BaseModel {
    var content: Value?
    var others: [Value] = []
}

@Model class Assigned: BaseModel {
    var text: String?
    override func setUp() { text = "set up" }
}

@Model final class FromDictionary: BaseModel {
    var text = ""
    @Transient var keys: [String] = []
    override func set(with dictionary: [String: Any]) throws {
        keys = dictionary.keys.sorted()
        try super.set(with: dictionary)
    }
}

class Listed: BaseModel {
    var byHand = ""
    override class var modelProperties: [ModelProperty] {
        super.modelProperties + [ModelProperty("byHand", \Listed.byHand)]
    }
}

@Model final class OverListed: Listed {
    var byMacro = ""
}

@Model final class Partly: BaseModel {
    var text = ""
    override func encode(with encoder: ModelEncoder) throws {
        try encoder.encode(text.uppercased(), forKey: "text")
    }
}

func makeHidden(_ text: String) -> BaseModel {
    let hidden = Hidden()
    hidden.text = text
    return hidden
}
#endif
