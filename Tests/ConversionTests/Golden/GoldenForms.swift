import Foundation
import JSONFormat
import ModelCore

#if Macros
    /// Values that a file may lack, have a null for, or have in several representations.
    @Model final class GoldenPresences: BaseModel {
        var absent: Presence<String> = .absent
        var null: Presence<String> = .absent
        var text: Presence<String> = .absent
        var spot: Presence<GoldenSpot> = .absent
        var list: [Presence<Int>] = []
        var noneOrMany: OneOrMany<String> = []
        var one: OneOrMany<String> = []
        var oneInList: OneOrMany<Int> = []
        var many: OneOrMany<Int> = []
        var maybeMany: OneOrMany<GoldenItem>?
        var id: Expandable<GoldenOwner>?
        var model: Expandable<GoldenOwner>?
        var owners: [Expandable<GoldenOwner>] = []

        static func sample() -> GoldenPresences {
            let (sample, owner) = (GoldenPresences(), GoldenOwner())
            (owner.id, owner.name) = ("o1", "owner")
            (sample.null, sample.text, sample.spot) = (.null, .value("t"), .value(GoldenSpot(code: 1, name: "s")))
            sample.list = [.null, .value(5)]
            (sample.one, sample.oneInList, sample.many) = (OneOrMany(single: "a"), OneOrMany([1]), [1, 2])
            sample.maybeMany = OneOrMany(single: GoldenItem("single"))
            (sample.id, sample.model) = (.id("o2"), .model(owner))
            sample.owners = [.id("o3"), .id("")]
            return sample
        }
    }

    @Model final class GoldenOwner: BaseModel, Identifiable {
        var id = ""
        var name = ""
    }

    /// Written as it was read.
    @Model(writtenDefaults: .asRead) class GoldenAsRead: BaseModel {
        var name = ""
        var balance = 0
        var phone: String?
        var tags: [String] = []
        var limit: Int? = 5
        var inner: GoldenAsRead?
        @Default(written: .omitted) var omitted = 1

        static func sample() throws -> GoldenAsRead {
            let text = """
                {"phone":null,"vip":true,"tags":[],"balance":0,"inner":{"name":"in","limit":null,"omitted":1},"unknown":{"a":[null]}}
                """
            let sample = try JSONFormat().decode(GoldenAsRead.self, from: Data(text.utf8))
            sample.balance = 7
            return sample
        }

        static func new() -> GoldenAsRead {
            let sample = GoldenAsRead()
            sample.name = "new"
            return sample
        }
    }

    /// Defaults that aren't written, and nulls that are treated otherwise.
    @Model(writtenDefaults: .omitted) final class GoldenOmitting: BaseModel {
        var number = 1
        var text = "default"
        var list: [Int] = [1]
        var emptyList: [Int] = []
        var maybe: Int?
        var theme: String? = "blue"
        @Default(null: .asDefault) var currency: String? = "EUR"
        @Key(path: "deep.first") var first = 0
        @Key(path: "deep.second") var second = 0
        var item = GoldenItem()
        var inner: GoldenOmitting?

        static func sample() -> GoldenOmitting {
            let sample = GoldenOmitting()
            (sample.text, sample.list, sample.theme, sample.second) = ("other", [], nil, 2)
            sample.inner = GoldenOmitting()
            return sample
        }
    }

    /// Lists whose unreadable elements are skipped and kept.
    @Model final class GoldenFeed: BaseModel {
        @Lenient var items: [GoldenItem] = []
        @Lenient var stock: [GoldenSuit: Int] = [:]
        @Lenient var byName: [String: GoldenItem] = [:]
        @Lenient var levels: Set<GoldenLevel> = []
        @Lenient var numbers: [Int] = []
        var title = ""

        static func sample() throws -> GoldenFeed {
            let text = """
                {"items":[{"name":"a"},5,{"name":"b","count":"many"},{"name":"c","count":3},null],"stock":{"hearts":1,"clubs":2},
                "byName":{"x":{"name":"x"},"y":[1]},"levels":[0,77,1],"numbers":[1,"two",3],"title":"t"}
                """
            return try DecodingReport.collecting {
                try JSONFormat().decode(GoldenFeed.self, from: Data(text.utf8))
            }.result
        }
    }
#endif
