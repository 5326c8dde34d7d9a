import Foundation
import ModelCore

/// A sample value, mostly of one of the contract's models. All samples together use everything that a format can
/// contain. Their files can be damaged, and then read.
public struct ContractSample: Sendable {
    /// The name of the sample, in a word.
    public let name: String
    /// False if parts of the value have no declared type. A plain format may read them back as values of other types.
    public let isTyped: Bool
    /// True if parts of the value refer to one another. A format without identity omits its weak references.
    public let hasReferences: Bool
    /// Makes a new value.
    public let make: @Sendable () -> any ModelValue
    /// Reads content as the sample's type. Weak references to objects outside the graph are set to nil, because they
    /// are never written.
    public let read: @Sendable (Data, any FormatProvider, FileFormat, DecodingLimits) throws -> any ModelValue
    /// True if content is read directly as the sample's type.
    let isReadDirectly: @Sendable (Data, any FormatProvider, FileFormat) throws -> Bool
    /// The reasons why content isn't read directly as the sample's type.
    let readingReasons: @Sendable (Data, any FormatProvider, FileFormat) throws -> [DocumentReason]

    init<Value: ModelValue>(
        _ name: String, isTyped: Bool = true, hasReferences: Bool = false, _ make: @escaping @Sendable () -> Value,
        tidy: @escaping @Sendable (Value) -> Void = { _ in }
    ) {
        self.name = name
        self.isTyped = isTyped
        self.hasReferences = hasReferences
        self.make = make
        read = {
            let read = try $1.decodeBothWays(Value.self, from: $0, as: $2, $3)
            if let difference = read.difference { throw difference }
            tidy(read.value)
            return read.value
        }
        isReadDirectly = { try $1.decodeBothWays(Value.self, from: $0, as: $2, .standard).isDirect }
        readingReasons = { try $1.documentReasons(reading: Value.self, from: $0, as: $2) }
    }

    /// All samples. Their classes are registered.
    public static let all: [ContractSample] = {
        ContractModels.register()
        return [
            ContractSample("values", values), ContractSample("optionals", optionals),
            ContractSample("drawing", isTyped: false) { ContractDrawing.sample() },
            ContractSample("links", hasReferences: true, links) { $0.forgetOutsideOwners() },
            ContractSample("untyped", isTyped: false, untyped),
            ContractSample("listed") {
                let listed = ContractListed()
                listed.next = ContractListed()
                listed.next?.address.kind = .labelled("x", weight: 2)
                return listed
            },
            ContractSample("keyed") {
                let keyed = ContractKeyed()
                (keyed.renamed, keyed.city, keyed.zip, keyed.linked) = (1, "c", 2, 3)
                keyed.link = ContractKeyed()
                keyed.link?.zip = 4
                return keyed
            },
            ContractSample("open") {
                // A model with values that its class doesn't know.
                (try? ModelDocument(encoding: ContractNewer.sample()).decode(ContractOpen.self)) ?? ContractOpen()
            },
            ContractSample("versions") {
                let model = ContractThirdVersion()
                model.parts = [ContractThirdVersion()]
                model.parts[0].amount = "1 pieces"
                return model
            },
            ContractSample("plain", hasReferences: true) { ContractPlain.sample() },
            ContractSample("site") { ContractSite.sample() }, ContractSample("holes") { ContractHoles.empty() },
            ContractSample("awkward") { ContractAwkward.sample() },
            ContractSample("twins", hasReferences: true) { ContractTwins.shared() },
            ContractSample("numbers") { ["one": [1, 2], "": [-1], "large": [.max, .min]] as [String: [Int]] },
        ]
    }()

    /// Small samples that together use most of what a format with these capabilities keeps. Checks damage their files.
    static func small(_ capabilities: FormatCapabilities) -> [ContractSample] {
        let keepsIdentity = capabilities.contains(.identity)
        return [
            ContractSample("a drawing", isTyped: false) {
                let drawing = ContractDrawing()
                let circle = ContractCircle()
                circle.name = "é\u{1F600}"
                circle.area = 0.1
                drawing.main = circle
                drawing.named = ["k": ContractShape()]
                drawing.anything = [true, 300, -1.5, Data([1, 2]), Date(timeIntervalSinceReferenceDate: 1)] as [Any]
                return drawing
            },
            ContractSample("links") {
                let link = ContractLink("a")
                let shared = ContractLink("b")
                link.next = shared
                link.others = keepsIdentity ? [shared, ContractLink("a")] : [ContractLink("a")]
                return link
            },
            ContractSample("a plain model", hasReferences: true) { ContractPlain.sample(sharing: keepsIdentity) },
            ContractSample("a model with structs") { ContractSite.sample() },
            ContractSample("numbers by text") {
                ["one": [1, 2], "": [-1], "large": [.max, .min]] as [String: [Int]]
            },
        ]
    }

    /// Samples of single values. The beginning of such a value in a file may be another valid value.
    static let scalars = [
        ContractSample("a text") { "some text, \u{1F600}" }, ContractSample("data") { Data([1, 2, 3, 4, 5]) },
        ContractSample("texts") { ["first text", "second text"] }, ContractSample("a double") { -0.1 },
        ContractSample("an integer") { 0x0102_0304_0506_0708 as Int64 },
        ContractSample("a date") { Date(timeIntervalSinceReferenceDate: 1_000_000) },
    ]

    @Sendable private static func values() -> ContractValues {
        let values = ContractValues()
        values.kind = .labelled("x", weight: 2)
        values.models = [ContractShape(), ContractCircle()]
        return values
    }

    @Sendable private static func optionals() -> ContractOptionals {
        let optionals = ContractOptionals()
        optionals.holes = [1, nil]
        return optionals
    }

    @Sendable private static func links() -> ContractLink {
        let link = ContractLink("a")
        let shared = ContractLink("b")
        link.next = shared
        link.others = [shared, ContractLink("a"), link]
        shared.owner = link
        return link
    }

    @Sendable private static func untyped() -> ContractUntyped {
        let untyped = ContractUntyped()
        untyped.value = [true, 300, -1.5, Data([1, 2]), Date(timeIntervalSinceReferenceDate: 1)] as [Any]
        untyped.table = ["k": ContractShape(), "l": [1: "a"] as [AnyHashable: Any], "n": NSNull()]
        return untyped
    }
}
