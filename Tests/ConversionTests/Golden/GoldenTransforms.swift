import Foundation
import JSONFormat
import ModelCore

#if Macros
    /// A value that only a transform can save.
    struct GoldenMoney: Equatable {
        var cents: Int
    }

    extension ModelTransform where Value == GoldenMoney {
        static var goldenCents: ModelTransform {
            ModelTransform(encode: { $0.cents }, decode: { (cents: Int) in GoldenMoney(cents: cents) })
        }
    }

    extension ModelTransform where Value == [Int] {
        static var goldenSum: ModelTransform {
            ModelTransform(encode: { ["list": $0] }, decode: { (table: [String: [Int]]) in table["list"] })
        }
    }

    /// A struct that a text can stand for.
    @Model struct GoldenPhoto {
        var url = ""
        var width: Int?
        var onlyURL: String? { width == nil ? url : nil }
    }

    /// Each transform of the library, and some of the program's.
    @Model final class GoldenTransforms: BaseModel {
        @Transform(.hex) var hex = Data([1])
        @Transform(.base64URL) var base64 = Data([1])
        @Transform(.text(of: Int.self)) var number = 1
        @Transform(.text) var price = Decimal(1)
        @Transform(.separated(by: ",")) var tags: [String] = []
        @Transform(.separated(by: ";", of: Int.self)) var numbers: [Int] = []
        @Transform(.unknown(GoldenSuit.none)) var suit = GoldenSuit.hearts
        @Transform(.unknown(GoldenSuit.none)) var unknownSuit = GoldenSuit.hearts
        @Transform(.oneOrMany()) var list: [String] = []
        @Transform(.oneOrMany(writesOne: true)) var one: [String] = []
        @Transform(.shorthand { (photo: GoldenPhoto) in photo.onlyURL } from: { (url: String) in GoldenPhoto(url: url) })
        var photo = GoldenPhoto()
        @Transform(.shorthand { (photo: GoldenPhoto) in photo.onlyURL } from: { (url: String) in GoldenPhoto(url: url) })
        var widePhoto = GoldenPhoto()
        @Transform(.emptyIsNil()) var discount: Double?
        @Transform(.older { (text: String) -> Int? in Int(text) }) var age = 0
        @Transform(.goldenCents) var money = GoldenMoney(cents: 0)
        @Transform(.goldenCents) var maybeMoney: GoldenMoney?
        @Transform(.each(.goldenCents)) var offers: [GoldenMoney] = []
        @Transform(.goldenSum) var sum: [Int] = []
        @Transform(ModelTransform<Data>.hex.only(for: [.json])) var sometimes = Data([1])
        @Transform(.named("golden.cents")) var named = GoldenMoney(cents: 0)

        /// Registers the transform that has a name. To be called before a file is read.
        static func registerNamed() { ModelTransform<GoldenMoney>.goldenCents.register(as: "golden.cents") }

        static func sample() throws -> GoldenTransforms {
            registerNamed()
            let sample = try JSONFormat().decode(GoldenTransforms.self, from: Data(#"{"unknownSuit":"clubs"}"#.utf8))
            (sample.hex, sample.base64, sample.sometimes) = (Data([0, 255]), Data([251, 255, 254]), Data([16, 32]))
            (sample.number, sample.price) = (17, Decimal(string: "9.90") ?? 0)
            (sample.tags, sample.numbers, sample.suit) = (["new", "large"], [1, -2], .spades)
            (sample.list, sample.one) = (["a"], ["b"])
            (sample.photo, sample.widePhoto) = (GoldenPhoto(url: "p.png"), GoldenPhoto(url: "q.png", width: 5))
            (sample.discount, sample.age) = (0.5, 42)
            (sample.money, sample.maybeMoney) = (GoldenMoney(cents: 5), GoldenMoney(cents: -5))
            (sample.offers, sample.sum, sample.named) = ([GoldenMoney(cents: 1)], [1, 2], GoldenMoney(cents: 99))
            return sample
        }
    }
#endif
