import Foundation
import ModelCore

#if Macros
    /// A class whose code encodes and decodes one more key behind its properties.
    @Model class OwnAdding: BaseModel {
        final var a = 1
        @Transient final var own: [[Int]] = []

        override func encode(with encoder: ModelEncoder) throws {
            try super.encode(with: encoder)
            try encoder.encode(own, forKey: "own")
        }
        override func set(with decoder: ModelDecoder) throws {
            try super.set(with: decoder)
            own = try decoder.decode([[Int]].self, forKey: "own") ?? [[-1]]
        }
    }

    /// The same in front of its properties.
    @Model class OwnFirst: BaseModel {
        final var a = 1
        final var inner: OwnFirst?
        @Transient final var own: [[Int]] = []

        override func encode(with encoder: ModelEncoder) throws {
            try encoder.encode(own, forKey: "own")
            try super.encode(with: encoder)
        }
        override func set(with decoder: ModelDecoder) throws {
            own = try decoder.decode([[Int]].self, forKey: "own") ?? [[-1]]
            try super.set(with: decoder)
        }
    }

    /// It decodes its own key first, so that its objects are read whole, and encodes it last.
    @Model class OwnAsking: BaseModel {
        final var a = 0
        @Transient final var x: [[Int]] = []

        override func encode(with encoder: ModelEncoder) throws {
            try super.encode(with: encoder)
            try encoder.encode(x, forKey: "x")
        }
        override func set(with decoder: ModelDecoder) throws {
            x = try decoder.decode([[Int]].self, forKey: "x") ?? []
            try super.set(with: decoder)
        }
    }

    /// It asks for a property once more behind its own key, and refuses keys that nobody asks for.
    @Model(unknownKeys: .refuse) class OwnLate: BaseModel {
        @Key("a", aliases: ["older"]) final var a = 0
        @Transient final var own = 0
        @Transient final var again: Int?

        override func encode(with encoder: ModelEncoder) throws {
            try super.encode(with: encoder)
            try encoder.encode(own, forKey: "own")
        }
        override func set(with decoder: ModelDecoder) throws {
            try super.set(with: decoder)
            own = try decoder.decode(Int.self, forKey: "own") ?? 0
            again = try decoder.decode(Int.self, forKey: "a")
        }
    }

    /// A class whose code writes as much as a test says: nothing, a nil, a key, its properties.
    @Model class OwnSparse: BaseModel {
        final var a: Int?
        @Transient final var steps: [Step] = []
        enum Step { case nothing, none, key, properties, twice, property }

        override func encode(with encoder: ModelEncoder) throws {
            for step in steps {
                switch step {
                case .nothing: break
                case .none: try encoder.encode(Int?.none, forKey: "none")
                case .key: try encoder.encode(1, forKey: "key")
                case .twice: try encoder.encode(2, forKey: "key")
                case .property: try encoder.encode(3, forKey: "a")
                case .properties: try super.encode(with: encoder)
                }
            }
        }
        override func set(with decoder: ModelDecoder) throws { try super.set(with: decoder) }
    }

    @Model(readNulls: .refuse) final class WayRefusing: BaseModel {
        var number = 1
        var text = "t"
        var list = [1]
        var maybe: Int? = 5
        @Default(null: .asNil) var loose = 2
        var spot = WaySpot(x: 1)
    }
    /// Of version 2. What was called `before` is ten times as much now.
    @Model(unknownKeys: .keep, version: 2) class WayVersioned: BaseModel {
        final var a = 0
        final var inner: WayVersioned?

        override class func migrate(_ object: inout ModelDocument, from version: Int) throws {
            guard let number = object["before"]?.intValue else { return }
            try object.set(.int64(Int64(number) * 10), at: ["a"])
            try object.removeValue(at: ["before"])
        }
    }

    @Model(tag: "type", tagged: "a") class TagA: BaseModel {
        final var a = 0
    }
    @Model(tagged: "b", aliases: ["bee"]) class TagB: TagA {
        final var b: [Int] = []
    }
    @Model(tagged: "c") final class TagC: TagA {
        var c: TagA?
    }
    @Model(tagged: "d") final class TagD: TagB {
        var d = ""
    }
    @Model final class TagTwo: BaseModel {
        var any: TagA?
        var bee: TagB?
    }

    /// Setters that note in which order they are called.
    @Model final class OwnSetters: BaseModel {
        var stored = 0
        @Transient var log = ""
        @Key var p: Int {
            get { 1 }
            set { log += "p\(newValue)" }
        }
        @Key var q: Int {
            get { 2 }
            set { log += "q\(newValue)" }
        }
        var behind = 0
        @Key var r: Int? {
            get { nil }
            set { log += "r\(newValue.map { "\($0)" } ?? "-")" }
        }
    }

    @Model final class OwnAliases: BaseModel {
        @Key("new", aliases: ["old", "oldest"]) var number = 0
        @Key(aliases: ["before"]) var any: Any?
        @Transient var extra = 0

        override func set(with decoder: ModelDecoder) throws {
            try super.set(with: decoder)
            extra = try decoder.decode(Int.self, forKey: "extra") ?? 0
        }
    }

    /// The error of its `awakeAfterDecoding()` has no place of its own.
    @Model final class OwnAwaking: BaseModel {
        var n = 0
        override func awakeAfterDecoding() throws -> BaseModel {
            if n < 0 { throw ModelError(.outOfRange, "Negative.") }
            return self
        }
    }
    @Model enum OwnCase {
        case one(OwnAwaking)
        case many(of: [OwnAwaking])
    }
#endif
