// swift-format-ignore-file
#if Macros
// Made of Mixtures.json by `basemodel generate`.
// Read such a file with `try [Mixture].load(fromFile: path)`.
// Some values of the samples come back as they were only with `.asRead`: nulls, for example.

import Foundation
import ModelCore

enum MixturesSample {

@Model(writtenDefaults: .asRead) public final class Mixture: BaseModel {
    public var id = UUID()
    @Transform(.oneOrMany(writesOne: true)) public var tags: [String] = []
    public var author: OneOrMany<String> = []
    public var length: Length?
    public var stock = 0
    @Transform(.emptyIsNil()) public var discount: Double?
    public var owner: MixtureOwner?
    @Key("self") public var kvc_self = 0
    public var `default` = false
    @Key("description") public var kvc_description = ""
    @Key("First-Line") public var firstLine = ""
    // A guess: it is null in all samples.
    public var note: Any?
    // A guess: it is empty in all samples.
    public var parts: [Any] = []
    // A guess: it is empty in all samples.
    public var extra: [String: Any] = [:]
    @Transform(.date(.day)) public var born = Date(timeIntervalSinceReferenceDate: 0)
    public var sent = Date(timeIntervalSinceReferenceDate: 0)
    public var prices: [String: Price] = [:]
    public var rates: [String: Double] = [:]
    public var page: URL?
    public var big: Decimal = 0
    public var items: [[Int]] = []
    public var scores: [Double?] = []
    @Key("Type") public var type = ""
    public var copy = 0
    public var kids: [Kid]?
    public var mixed: [MixtureMixed]?
}

@Model(untagged: true) public enum Length {
    case integer(Int)
    case text(String)
}

@Model(untagged: true) public enum MixtureOwner {
    case bool(Bool)
    case object(Owner)
}

@Model(untagged: true) public enum MixtureMixed {
    case integer(Int)
    case text(String)
    case object(Mixed)
    case list([Bool])
}

@Model(writtenDefaults: .asRead) public final class Kid: BaseModel {
    public var name = ""
    public var kids: [Kid] = []
}

@Model(writtenDefaults: .asRead) public final class Owner: BaseModel {
    public var name = ""
}

@Model(writtenDefaults: .asRead) public final class Mixed: BaseModel {
    public var name = ""
}

@Model(writtenDefaults: .asRead) public final class Price: BaseModel {
    public var `open` = 0
    public var close = 0.0
}
}
#endif
