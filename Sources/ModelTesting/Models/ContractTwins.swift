import ModelCore

/// A model that refers to other models in several ways. Its properties are listed as `@Model` would list them. A
/// format may write it straight from memory, with references to objects that it has already written.
final class ContractTwins: BaseModel {
    var label = ""
    /// A struct between the properties that hold objects.
    var spot = ContractSite.Spot(code: 0, name: "")
    var first: ContractTwins?
    var second: ContractTwins?
    var plain: ContractPlain?
    var others: [ContractTwins] = []
    var holes: [ContractTwins?] = []
    var last: ContractTwins?

    private static let rows = [
        ModelProperty("label", \ContractTwins.label, isStored: true),
        ModelProperty("spot", \ContractTwins.spot, isStored: true),
        ModelProperty("first", \ContractTwins.first, isStored: true),
        ModelProperty("second", \ContractTwins.second, isStored: true),
        ModelProperty("plain", \ContractTwins.plain, isStored: true),
        ModelProperty("others", \ContractTwins.others, isStored: true),
        ModelProperty("holes", \ContractTwins.holes, isStored: true),
        ModelProperty("last", \ContractTwins.last, isStored: true),
    ]

    private static let ownModelClass = ModelClass(ContractTwins.self, overrides: [])
    override class var modelClass: ModelClass { ownModelClass }
    override class var modelProperties: [ModelProperty] { super.modelProperties + rows }

    convenience init(_ label: String) {
        self.init()
        self.label = label
    }

    /// A model with inner models to which several references point, even from deeper levels. It also contains equal
    /// models that aren't the same instance.
    static func shared() -> ContractTwins {
        let root = ContractTwins("root")
        let (one, two, three) = (ContractTwins("one"), ContractTwins("two"), ContractTwins("three"))
        (root.first, root.second) = (one, one)
        one.spot.marks = [1]
        one.plain = ContractPlain()
        (two.first, two.last) = (one, ContractTwins("one"))
        two.plain = one.plain
        root.others = [two, one, three, two, ContractTwins("three")]
        three.first = ContractTwins("inside")
        three.second = three.first
        root.last = three
        return root
    }

    /// A model with cycles of one object, of two objects, and through an array.
    static func ring() -> ContractTwins {
        let root = ContractTwins("root")
        let inner = ContractTwins("inner")
        root.first = root
        root.second = inner
        inner.first = root
        inner.others = [ContractTwins("leaf"), inner, root]
        return root
    }

    /// Breaks every cycle that is reachable from this object, so that the objects are freed.
    func unlink() {
        var pending = [self]
        while let twins = pending.popLast() {
            pending += [twins.first, twins.second, twins.last].compactMap { $0 } + twins.others
            (twins.first, twins.second, twins.last, twins.others, twins.holes) = (nil, nil, nil, [], [])
        }
    }
}
