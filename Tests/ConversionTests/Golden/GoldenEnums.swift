import Foundation
import ModelCore

#if Macros
    /// An enum with texts as raw values.
    enum GoldenSuit: String, ModelValue, CaseIterable {
        case hearts
        case spades = "\u{2660} of \"spades\""
        case none = ""
    }

    /// An enum with numbers as raw values.
    enum GoldenLevel: Int, ModelValue {
        case low = -1
        case zero = 0
        case one = 1
        case highest = 9_223_372_036_854_775_807
    }

    /// An enum with raw values and no conformance to `ModelValue`.
    enum GoldenColour: UInt8 {
        case red = 1
        case blue = 255
    }

    /// An enum with fractions as raw values.
    enum GoldenRatio: Double, ModelValue {
        case half = 0.5
        case whole = 1
    }

    /// Options, whose raw value is a number.
    struct GoldenOptions: OptionSet, ModelValue, Hashable {
        let rawValue: UInt32
        static let first = GoldenOptions(rawValue: 1)
        static let last = GoldenOptions(rawValue: 1 << 31)
    }

    /// A `Codable` enum.
    enum GoldenKind: Codable, ModelValue, Hashable {
        case plain
        case labelled(String, weight: Double)
    }

    /// An enum in the usual representation.
    @Model enum GoldenMark: Equatable {
        case empty
        case circle(radius: Double = 1)
        case label(String)
        case line(Int, Int)
        case maybe(Int?)
        @Key("rect", aliases: ["box"]) case rectangle(width: Int, height: Int)
        case place(GoldenSpot)
        case item(GoldenItem)
    }

    /// An enum whose cases are named under a key among the values.
    @Model(tag: "type") enum GoldenPayment {
        case cash
        case card(number: String, expires: String?)
        case transfer(GoldenSpot)
        @Unknown case other(ModelDocument)
    }

    /// An enum whose values have a key beside the name's.
    @Model(tag: "kind", content: "value") enum GoldenAnswer {
        case none
        case text(String)
        case numbers([Int])
        case pair(x: Int, y: Int)
    }

    /// An enum of which files have only the values.
    @Model(untagged: true) enum GoldenLength {
        case auto
        case pixels(Int)
        case share(Double)
        case text(String)
        case object(GoldenSpot)
    }

    /// An enum that keeps the cases of newer programs.
    @Model(keys: .snakeCase) enum GoldenEvent {
        case someoneJoined(firstName: String)
        @Unknown case other(ModelDocument)
    }

    /// An enum that recognizes the cases of newer programs.
    @Model enum GoldenState {
        case open
        @Unknown case other
    }

    /// An enum in itself.
    @Model indirect enum GoldenExpression {
        case number(Double)
        case sum(GoldenExpression, GoldenExpression)
        case negative(of: GoldenExpression)
    }

    /// Enums of each representation in each place.
    @Model final class GoldenEnums: BaseModel {
        var suit = GoldenSuit.hearts
        var level = GoldenLevel.zero
        var colour = GoldenColour.red
        var ratio = GoldenRatio.whole
        var options: GoldenOptions = []
        var kind = GoldenKind.plain
        var maybeSuit: GoldenSuit?
        var maybeColour: GoldenColour?
        var suits: [GoldenSuit] = []
        var colours: [GoldenColour] = []
        var colourSet: Set<GoldenColour> = []
        var coloursByName: [String: GoldenColour] = [:]
        var kinds: [GoldenKind] = []
        var mark = GoldenMark.empty
        var maybeMark: GoldenMark?
        var marks: [GoldenMark] = []
        var marksByName: [String: GoldenMark] = [:]
        var payments: [GoldenPayment] = []
        var answers: [GoldenAnswer] = []
        var lengths: [GoldenLength] = []
        var events: [GoldenEvent] = []
        var states: [GoldenState] = []
        var expression = GoldenExpression.number(0)

        static func sample() -> GoldenEnums {
            let sample = GoldenEnums()
            (sample.suit, sample.level, sample.colour, sample.ratio) = (.spades, .highest, .blue, .half)
            (sample.options, sample.kind) = ([.first, .last], .labelled("x", weight: 2))
            (sample.maybeSuit, sample.maybeColour, sample.suits) = (GoldenSuit.none, .blue, [.none, .hearts, .spades])
            (sample.colours, sample.colourSet, sample.coloursByName) = ([.blue, .red], [.blue, .red], ["b": .blue])
            sample.kinds = [.plain, .labelled("", weight: -0.5)]
            (sample.mark, sample.maybeMark) = (.circle(radius: 2.5), .label("l"))
            sample.marks = [
                .empty, .circle(), .label(""), .line(1, -2), .maybe(nil), .maybe(3), .rectangle(width: 3, height: 4),
                .place(GoldenSpot(code: 1, name: "p")), .item(GoldenItem("i", 2)),
            ]
            sample.marksByName = ["m": .line(0, 0)]
            sample.payments = [
                .cash, .card(number: "4242", expires: nil), .card(number: "1", expires: "12/30"),
                .transfer(GoldenSpot(code: 2, name: "t")),
                .other(["type": "crypto", "coins": [1, 2]]),
            ]
            sample.answers = [.none, .text("t"), .numbers([1, 2]), .pair(x: 1, y: -1)]
            sample.lengths = [.auto, .pixels(5), .share(0.5), .text("5em"), .object(GoldenSpot(code: 3, name: "o"))]
            sample.events = [.someoneJoined(firstName: "Ada"), .other(["left": ["first_name": "Bob"]])]
            sample.states = [.open, .other]
            sample.expression = .sum(.number(0.5), .negative(of: .sum(.number(-1), .number(2))))
            return sample
        }
    }
#endif
