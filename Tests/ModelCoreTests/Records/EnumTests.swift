#if Macros
import Foundation
import ModelCore
import TestSupport
import Testing

@Suite("Enums with @Model")
struct EnumTests {
    struct Plain: Codable, Equatable { var a = 1 }
    enum Grade: String { case low, high }

    @Model enum Shape: Equatable, Hashable {
        case empty
        case circle(radius: Double = 1)
        case named(String)
        case pair(Int, Int?)
        case maybe(Int?)
        case mixed(Int, in: Grade, plain: [Int] = [])
        @Key("b", aliases: ["old_box"]) case box(width: Int, height: Int)
        #if os(Linux)
        case linux(Grade)
        #endif
    }

    @Model indirect enum Tree: Equatable {
        case leaf(Int)
        case node(left: Tree, right: Tree)
        case nest(Tree)
    }

    @Model(keys: .snakeCase, unknownKeys: .refuse) enum Event {
        case userJoined(userName: String)
        @Unknown case other(ModelDocument)
    }

    @Model enum Lossy: Equatable {
        case on, off
        @Unknown case unknown
    }

    @Model enum Either<Left: ModelValue & Equatable, Right: ModelValue & Equatable>: Equatable {
        case left(Left)
        case right(value: Right)
    }

    @Model enum Loose { case any(Any), plain(value: Plain), none }

    private func document(_ json: Any) throws -> ModelDocument { try ModelDocument(encoding: json) }

    @Test("Each case comes back", arguments: [
        Shape.empty, .circle(radius: 2), .named("x"), .pair(1, 2), .pair(1, nil), .maybe(nil), .maybe(3),
        .mixed(1, in: .high, plain: [1]), .box(width: 1, height: 2), .linux(.low),
    ])
    func back(_ shape: Shape) throws {
        #expect(try ModelDocument(encoding: shape).decode(Shape.self) == shape)
        #expect(try ModelDocument(encoding: [shape]).decode([Shape].self) == [shape])
        #expect(try ModelDocument(encoding: Optional(shape)).decode(Shape?.self) == shape)
        #expect(try ModelDocument(encoding: [1: shape]).decode([Int: Shape].self) == [1: shape])
        #expect(try ModelDocument(encoding: [shape: 1]).decode([Shape: Int].self) == [shape: 1])
        #expect(try ModelDocument(encoding: Set([shape, .empty])).decode(Set<Shape>.self) == [shape, .empty])
    }

    @Test("The forms are those that people write")
    func forms() throws {
        #expect(try ModelDocument(encoding: Shape.empty).root.stringValue == "empty")
        #expect(try ModelDocument(encoding: Shape.circle(radius: 2))["circle"]?["radius"]?.doubleValue == 2)
        #expect(try ModelDocument(encoding: Shape.named("x"))["named"]?.stringValue == "x")
        #expect(try ModelDocument(encoding: Shape.pair(1, 2))["pair"]?[1]?.intValue == 2)
        let mixed = try ModelDocument(encoding: Shape.mixed(1, in: .low))
        #expect(mixed["mixed"]?.properties.map(\.key) == ["_0", "in", "plain"])
        #expect(try ModelDocument(encoding: Shape.box(width: 1, height: 2))["b"]?["width"]?.intValue == 1)
        #expect(try ModelDocument(encoding: Event.userJoined(userName: "a"))["user_joined"]?["user_name"]?.stringValue == "a")
    }

    @Test("Values with defaults may be missing")
    func defaults() throws {
        #expect(try document(["circle": [String: Int]()]).decode(Shape.self) == .circle())
        #expect(try document("circle").decode(Shape.self) == .circle())
        #expect(try document("maybe").decode(Shape.self) == .maybe(nil))
        #expect(try document(["empty": [String: Int]()]).decode(Shape.self) == .empty)
        #expect(try document(["old_box": ["width": 1, "height": 2]]).decode(Shape.self) == .box(width: 1, height: 2))
        #expect(try document(["pair": ["_0": 1, "_1": 2]]).decode(Shape.self) == .pair(1, 2))
    }

    @Test("A key without a value is no case: of dictionaries with the same keys, each is the case that has one")
    func missing() throws {
        var builder = DocumentBuilder()
        try builder.beginArray()
        for key in ["circle", "empty", "circle"] {
            try builder.beginDictionary()
            for other in ["circle", "empty"] {
                try builder.key(other)
                guard other == key else {
                    try builder.appendAbsent()
                    continue
                }
                try builder.beginDictionary()
                try builder.end()
            }
            try builder.end()
        }
        try builder.end()
        #expect(try builder.finish().decode([Shape].self) == [.circle(), .empty, .circle()])
    }

    @Model enum Stage: Equatable {
        case inTransit, delivered
        case sentBack(lastReason: String)
    }

    @Test("In a format with a style of keys, a case without values has its own name or the styled one")
    func styled() throws {
        let format = EchoFormat([.null], keyStyle: .snakeCase)
        let stages = try format.read([Stage].self) { builder in
            try builder.beginArray()
            for name in ["inTransit", "in_transit", "delivered"] { try builder.append(name) }
            try builder.beginDictionary()
            try builder.key("sent_back")
            try builder.beginDictionary()
            try builder.key("last_reason")
            try builder.append("r")
            for _ in 0..<3 { try builder.end() }
        }
        #expect(stages == [.inTransit, .inTransit, .delivered, .sentBack(lastReason: "r")])
    }

    @Test("What is no case is an error with its place", arguments: [
        (#"triangle"#, "", ""), ("named", "named", ""),
    ])
    func texts(_ text: String, _ path: String, _: String) throws {
        do {
            _ = try document(text).decode(Shape.self)
            Issue.record("It was read.")
        } catch { #expect(ModelError(wrapping: error).path.description == path, "\(error)") }
    }

    @Test("Bad input")
    func bad() throws {
        func error(_ value: Any) -> ModelError? {
            do {
                _ = try document([value]).decode([Shape].self)
                return nil
            } catch { return ModelError(wrapping: error) }
        }
        #expect(error([String: Any]())?.code == .typeMismatch)
        #expect(error(["circle": ["radius": 1], "empty": [:]] as [String: Any])?.reason.contains("2 keys") == true)
        #expect(error(["triangle": 1])?.expected?.contains("circle") == true)
        #expect(error(["triangle": 1])?.found == "triangle")
        #expect(error(["triangle": 1])?.path.description == "[0]")
        #expect(error(["circle": ["radius": "x"]])?.path.description == "[0].circle.radius")
        #expect(error(["b": ["width": 1]])?.path.description == "[0].b.height")
        #expect(error(["b": ["width": 1]])?.code == .missingValue)
        #expect(error(["pair": [1, 2, 3]])?.code == .typeMismatch)
        #expect(error(["pair": [Int]()])?.path.description == "[0].pair[0]")
        #expect(error(["pair": ["a", 1]])?.path.description == "[0].pair[0]")
        #expect(error(["empty": 5])?.path.description == "[0].empty")
        for wrong in [5, true, 1.5, [1, 2], Data()] as [Any] { #expect(error(wrong)?.code == .typeMismatch) }
        do {
            _ = try document(["user_joined": ["user_name": "x", "usr": 1]]).decode(Event.self)
            Issue.record("It was read.")
        } catch {
            let error = ModelError(wrapping: error)
            #expect(error.code == .unknownKey && error.path.description == "user_joined.usr")
        }
    }

    @Test("What a newer program wrote is kept, or told apart")
    func unknown() throws {
        let newer = try document([["user_left": ["user_name": "a"]], "closed", ["user_joined": ["user_name": "b"]]])
        let events = try newer.decode([Event].self)
        guard case .other(let first) = events[0], case .other(let second) = events[1], case .userJoined = events[2]
        else {
            Issue.record("\(events)")
            return
        }
        #expect(first["user_left"]?["user_name"]?.stringValue == "a" && second.root.stringValue == "closed")
        #expect(try ModelDocument(encoding: events) == newer)
        let lossy = try document(["on", "dimmed", ["blinking": 1], "off"] as [Any]).decode([Lossy].self)
        #expect(lossy == [.on, .unknown, .unknown, .off])
        #expect(try ModelDocument(encoding: lossy).decode([Lossy].self) == lossy)
    }

    @Test("Generic ones, and values of any type")
    func others() throws {
        let values: [Either<Int, [String]>] = [.left(1), .right(value: ["a"])]
        #expect(try ModelDocument(encoding: values).decode([Either<Int, [String]>].self) == values)
        guard case .any(let value) = try ModelDocument(encoding: Loose.any([1, "a"] as [Any])).decode(Loose.self) else {
            Issue.record("Another case was read.")
            return
        }
        #expect((value as? [Any])?.count == 2)
    }

    @Test("Depth is an error, and no overflow")
    func depth() throws {
        var tree = Tree.leaf(1)
        for _ in 0..<400 { tree = .nest(tree) }
        #expect(try ModelDocument(encoding: tree).decode(Tree.self) == tree)
        for _ in 0..<10_000 { tree = .nest(tree) }
        #expect { try ModelDocument(encoding: tree) } throws: { ($0 as? ModelError)?.code == .depthExceeded }
        let deep = DecodingLimits(depth: 10_000_000)
        for _ in 0..<20_000 { tree = .nest(tree) }
        #expect { try ModelDocument(encoding: tree, limits: deep) } throws: { ($0 as? ModelError)?.code == .depthExceeded }
    }
}
#endif
