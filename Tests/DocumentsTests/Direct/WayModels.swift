import Foundation
import ModelCore

#if Macros
    enum WayColour: String, ModelValue { case red, green }
    enum WayLevel: Int, ModelValue { case low = 1, high = 300 }

    @Model struct WayHolder<Value: ModelValue> {
        var v: Value
    }
    @Model struct WayPair<Value: ModelValue> {
        var a: Value
        var b: Value
    }
    /// The last of its properties are optional: files needn't have them.
    @Model struct WaySpot: Equatable {
        var x: Int
        var note: String?
        var z: Int? = 3
    }
    @Model final class WayKeeper<Value: ModelValue>: BaseModel {
        var v: Value?
        var after = 0
    }

    @Model class WayPlain: BaseModel {
        final var count = 0
        final var name = ""
        final var texts: [String] = []
        final var spot = WaySpot(x: 0, note: "old", z: 1)
        final var limit: Int? = 5
    }
    @Model class WayGroup: BaseModel {
        @Key(path: "a.b") final var b = 0
        @Key(path: "a.c.d") final var d: Int?
        @Key(path: "e.f.g") final var g: Int?
        final var last = 0
    }

    @Model enum WayShape: Equatable {
        case empty
        case circle(radius: Double)
        case label(String)
        case spots([WaySpot])
    }
    @Model(tag: "type") enum WayPayment: Equatable {
        case cash
        case card(number: String, count: Int)
    }
    @Model(tag: "t", content: "c") enum WayEvent: Equatable {
        case quit
        case move(x: Int, y: Int)
        case text(String)
    }
    @Model(untagged: true) enum WayLength: Equatable {
        case auto
        case flag(Bool)
        case pixels(Int)
        case share(Double)
        case text(String)
        case spot(WaySpot)
        case list([Int])
    }

    @Model(unknownKeys: .keep) class WayKeeping: BaseModel {
        final var a = 0
        final var inner: WayKeeping?
        final var loose: WayLoose?
    }
    @Model(unknownKeys: .ignore) class WayLoose: BaseModel {
        final var a = 0
        final var keeping: WayKeeping?
    }
    @Model(unknownKeys: .refuse) class WayStrict: BaseModel {
        final var a = 0
    }

    /// A property whose value has code of its own.
    @Model class WayAny: BaseModel {
        final var before = 0
        @Key(aliases: ["older", "oldest"]) final var any: Any?
        final var after = 0
    }
#endif
