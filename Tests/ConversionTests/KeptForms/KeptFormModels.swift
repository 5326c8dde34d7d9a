import Foundation
import ModelCore

#if Macros
    @Model(writtenDefaults: .asRead) final class KeptRepository: BaseModel {
        var id = 0
        @Key("archive_url") var archiveURL: URL?
        @Transform(.emptyIsNil()) var homepage: String?
        @Key("created_at") var created: Date?
        @Transform(.date(.iso8601.or(.secondsSince1970))) @Key("pushed_at") var pushed: Date?
        @Key("fixed_at") var fixed: Date?
        var score = 0.0
        var starred = false
    }

    @Model final class KeptLinks: BaseModel {
        var name = ""
        var link = URL(filePath: "/")
        var other: URL?
        var links: [URL] = []
        var byName: [String: URL] = [:]
        var place: KeptPlace?
        var places: [KeptPlace] = []
    }

    @Model struct KeptPlace: Equatable {
        var link: URL?
        var x = 0
    }

    /// A class that ignores the keys that it doesn't know, and whose properties have observers.
    @Model(unknownKeys: .ignore) final class KeptObserved: BaseModel {
        var count = 0
        var link: URL? { didSet { count += 1 } }
    }

    enum KeptKind: String, ModelValue, CaseIterable { case open, closed, other }

    @Model(writtenDefaults: .asRead) final class KeptAll: BaseModel {
        var number = 0
        var big: UInt64 = 0
        var real = 0.0
        var amount = Decimal(0)
        var flag = false
        var text = ""
        var date = Date(timeIntervalSince1970: 0)
        var id: UUID?
        var data = Data()
        var kind = KeptKind.open
        @Transform(.unknown(KeptKind.other)) var state = KeptKind.open
        @Transform(.oneOrMany()) var names: [String] = []
        var tags: [String] = []
        @Key(path: "place.inner.deep") var deep: String?
        @Key("fullName", aliases: ["name"]) var fullName: String?
        var struct_ = KeptStruct()
        var structs: [KeptStruct] = []
        var table: [String: KeptStruct] = [:]
        var child: KeptAll?
        var children: [KeptAll] = []
    }

    @Model struct KeptStruct: Equatable {
        var a: Int?
        var b = ""
        var inner: KeptInner?
        var list: [KeptInner] = []
    }

    @Model struct KeptInner: Equatable {
        var at: Date?
        var n = 0
    }

    @Model(keys: .snakeCase, writtenDefaults: .asRead) final class KeptSnake: BaseModel {
        var firstName = ""
        @Key(aliases: ["family"]) var lastName: String?
    }

    @Model final class KeptStyled: BaseModel {
        var gitSSHURL: String?
        @Transform(.emptyIsNil()) var until: Int?
        var times: [Date] = []
    }

    @Model final class KeptPlain: BaseModel {
        var firstName = ""
        var age: Int?
        @Default(written: .omitted) var note = ""
    }
#endif
