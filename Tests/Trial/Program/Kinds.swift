import Foundation
import ModelCore

// The kinds of values that a property may have, beside those of the standard library and Foundation.

enum Mood: String, CaseIterable { case good, bad = "b d" }
enum Rank: Int, CaseIterable { case low = -5, high = 1_000_000 }
enum Grade: String, ModelValue, CaseIterable { case a, bee = "b e", c = "\u{E9}\"q\"", d = "" }
enum Digit: UInt8, ModelValue, CaseIterable { case one = 1, most = 255 }
enum Ratio: Double, ModelValue, CaseIterable { case half = 0.5, three = 3 }

struct Place: Codable, Hashable { var x = 0.0, label: String?, list: [Int]? }
struct Size: Codable, ModelValue, Hashable { var width = 0, name = "" }
enum Route: Codable, Hashable { case none, to(place: Place), by(Int) }

/// A value with code of its own, of one text or none.
struct Own: ModelValue, Hashable {
    var text = ""

    static func encode(_ value: Own, to encoder: ModelEncoder) throws {
        note("encode Own \(value.text)")
        if value.text == "bad" { throw ModelError(.unrepresentableValue, "bad") }
        try encoder.encode(value.text.isEmpty ? nil : "<\(value.text)>" as String?)
    }

    static func decode(from decoder: ModelDecoder) throws -> Own {
        let text = try decoder.decode(String?.self) ?? ""
        note("decode Own \(text)")
        if text == "<worse>" { throw ModelError(.typeMismatch, "worse").at(decoder.location) }
        return Own(text: String(text.dropFirst().dropLast()))
    }
}

/// A value with code of its own, of a dictionary whose keys are asked for in another order.
struct OwnPair: ModelValue, Hashable {
    var one = 0, two = ""

    static func encode(_ value: OwnPair, to encoder: ModelEncoder) throws {
        note("encode OwnPair")
        try encoder.encode(["one": ModelDocument(.int64(Int64(value.one))), "two": ModelDocument(.string(value.two))])
    }

    static func decode(from decoder: ModelDecoder) throws -> OwnPair {
        note("decode OwnPair")
        let members = try decoder.decode([String: ModelDocument].self)
        return OwnPair(one: members["one"]?.root.intValue ?? 0, two: members["two"]?.root.stringValue ?? "")
    }
}

@Model struct Small: Hashable { var flag: Bool; var byte: Int8; var maybe: Bool? }
@Model struct Branch { @Key("in.ner") var value: Int; var branches: [Branch] = []; var date: Date? }
@Model struct Holder<Item: ModelValue> { var one: Item?; var list: [Item] = []; var text = "" }
@Model enum Suit: CaseIterable, Hashable { case one, two, three }
@Model enum Figure: Hashable {
    case circle(radius: Double = 1), none, rect(w: Int, h: Int), line(Int, Int), label(String)
    @Key("box", aliases: ["kiste"]) case cube(side: Int?)
}
@Model(tag: "kind") enum Move: Hashable { case dot, line(to: Double, w: Int?), box(Small) }
@Model(tag: "kind", content: "value") enum Step: Hashable { case stop, by(Int), to(x: Int, y: Int?), texts([String]) }
@Model(untagged: true) enum Length: Hashable { case auto, pixels(Int), text(String), pair(a: Int, b: Bool?) }
@Model(tag: "kind") enum Event { case joined(name: String), left; @Unknown case other(ModelDocument) }
@Model enum Signal { case on(Int), off; @Unknown case other }
@Model indirect enum Sum { case number(Double), sum(Sum, Sum), negated(of: Sum) }
@Model enum Choice<Item: ModelValue> { case one(Item), two(a: Item?, b: [Item]), none }

@Model class Person: BaseModel { var name = ""; var friends: [Person] = [] }
@Model final class Named: BaseModel, Identifiable { var id = ""; var note: String? }

@propertyWrapper struct Wrapped<Value> {
    private var value: Value
    init(wrappedValue: Value) { value = wrappedValue }
    var wrappedValue: Value {
        get { value }
        set {
            note("wrapped")
            value = newValue
        }
    }
}

extension ModelTransform where Value == Size {
    static let compact = ModelTransform(
        encode: { note("encode compact"); return "\($0.width) \($0.name)" },
        decode: { (text: String) in
            note("decode compact")
            let parts = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
            return Int(parts[0]).map { Size(width: $0, name: parts.count > 1 ? String(parts[1]) : "") }
        })
}

// MARK: At random

extension RandomValue where Self: CaseIterable {
    static func random(_ r: inout Randomness, _ depth: Int) -> Self { r.pick(Array(allCases)) }
}

extension Mood: RandomValue, RandomKey {}
extension Rank: RandomValue {}
extension Grade: RandomValue, RandomKey {}
extension Digit: RandomValue {}
extension Ratio: RandomValue {}
extension Suit: RandomValue {}

extension Place: RandomValue {
    static func random(_ r: inout Randomness, _ depth: Int) -> Place {
        Place(x: Double(r.below(9)) / 2, label: r.isOne(in: 2) ? nil : "l", list: r.isOne(in: 2) ? nil : [1, 2])
    }
}

extension Size: RandomValue {
    static func random(_ r: inout Randomness, _ depth: Int) -> Size { Size(width: r.below(300), name: r.pick(["", "n", "\u{E9} e"])) }
}

extension Route: RandomValue {
    static func random(_ r: inout Randomness, _ depth: Int) -> Route {
        switch r.below(3) {
        case 0: .none
        case 1: .to(place: .random(&r, depth))
        default: .by(r.below(9))
        }
    }
}

extension Own: RandomValue {
    static func random(_ r: inout Randomness, _ depth: Int) -> Own {
        Own(text: r.isOne(in: 400) ? "bad" : r.pick(["", "a", "b", "\u{E9}", "c"]))
    }
}

extension OwnPair: RandomValue {
    static func random(_ r: inout Randomness, _ depth: Int) -> OwnPair { OwnPair(one: r.below(300), two: r.pick(["", "t", "\u{E9}"])) }
}

extension Small: RandomValue {
    static func random(_ r: inout Randomness, _ depth: Int) -> Small {
        Small(flag: .random(&r, depth), byte: .random(&r, depth), maybe: .random(&r, depth))
    }
}

extension Branch: RandomValue {
    static func random(_ r: inout Randomness, _ depth: Int) -> Branch {
        Branch(value: r.below(1000), branches: .random(&r, depth - 1), date: .random(&r, depth))
    }
}

extension Holder: RandomValue where Item: RandomValue {
    static func random(_ r: inout Randomness, _ depth: Int) -> Holder {
        Holder(one: .random(&r, depth), list: .random(&r, depth), text: .random(&r, depth))
    }
}

extension Figure: RandomValue {
    static func random(_ r: inout Randomness, _ depth: Int) -> Figure {
        switch r.below(6) {
        case 0: .circle(radius: Double(r.below(9)))
        case 1: .none
        case 2: .rect(w: .random(&r, depth), h: 2)
        case 3: .line(1, .random(&r, depth))
        case 4: .label(.random(&r, depth))
        default: .cube(side: .random(&r, depth))
        }
    }
}

extension Move: RandomValue {
    static func random(_ r: inout Randomness, _ depth: Int) -> Move {
        switch r.below(3) {
        case 0: .dot
        case 1: .line(to: Double(r.below(50)), w: .random(&r, depth))
        default: .box(.random(&r, depth))
        }
    }
}

extension Step: RandomValue {
    static func random(_ r: inout Randomness, _ depth: Int) -> Step {
        switch r.below(4) {
        case 0: .stop
        case 1: .by(.random(&r, depth))
        case 2: .to(x: 1, y: .random(&r, depth))
        default: .texts(.random(&r, depth))
        }
    }
}

extension Length: RandomValue {
    static func random(_ r: inout Randomness, _ depth: Int) -> Length {
        switch r.below(4) {
        case 0: .auto
        case 1: .pixels(r.below(99))
        case 2: .text("5em")
        default: .pair(a: r.below(9), b: .random(&r, depth))
        }
    }
}

extension Event: RandomValue {
    static func random(_ r: inout Randomness, _ depth: Int) -> Event { r.isOne(in: 2) ? .left : .joined(name: .random(&r, depth)) }
}

extension Signal: RandomValue {
    static func random(_ r: inout Randomness, _ depth: Int) -> Signal { r.isOne(in: 2) ? .off : .on(.random(&r, depth)) }
}

extension Sum: RandomValue {
    static func random(_ r: inout Randomness, _ depth: Int) -> Sum {
        switch depth > -2 ? r.below(4) : 0 {
        case 0, 1: .number(Double(r.below(9)))
        case 2: .sum(.random(&r, depth - 1), .random(&r, depth - 1))
        default: .negated(of: .random(&r, depth - 1))
        }
    }
}

extension Choice: RandomValue where Item: RandomValue {
    static func random(_ r: inout Randomness, _ depth: Int) -> Choice {
        switch depth > -2 ? r.below(3) : 0 {
        case 0: .none
        case 1: .one(.random(&r, depth - 1))
        default: .two(a: .random(&r, depth), b: .random(&r, depth))
        }
    }
}

extension Expandable: RandomValue where Model.ID: RandomValue {
    static func random(_ r: inout Randomness, _ depth: Int) -> Expandable {
        r.isOne(in: 2) ? .id(.random(&r, depth)) : .model(.random(&r, depth))
    }
}

func registerKinds() {
    ModelTransform<Data>.hex.register(as: "hexadecimal")
    Fillers.add(Person.self) { person, r, depth in
        person.name = .random(&r, depth)
        person.friends = .random(&r, depth)
    }
    Fillers.add(Named.self) { named, r, depth in
        named.id = .random(&r, depth)
        named.note = .random(&r, depth)
    }
}

/// The model that a class passes its coders on to.
@Model final class Passed: BaseModel {
    var passedText = "p"
    @Key(path: "passing.number") var passedNumber = 0
    var passedModel: Named?
}

