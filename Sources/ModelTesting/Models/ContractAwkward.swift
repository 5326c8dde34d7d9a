import ModelCore

/// A model whose keys a format may have to quote or to escape, listed as `@Model` would list it.
final class ContractAwkward: BaseModel {
    var space = 1
    var dot = 2
    var digit = 3
    var hash = 4
    var equals = 5
    var quote = 6
    var apostrophe = 7
    var backslash = 8
    var delete = 9
    var control = 10
    var unicode = 11
    var accent = 12
    var none = 13
    var colon = 14
    var comma = 15
    var bracket = 16
    var dash = 17
    var number = 18
    var word = 19
    var around = 20
    var long = 21
    var longer = 24
    var upper = 22
    var lower = 23
    var inner: ContractAwkward?

    private static let rows = [
        ModelProperty("space", \ContractAwkward.space, key: "with a space", isStored: true),
        ModelProperty("dot", \ContractAwkward.dot, key: PropertyKey("a.dot"), isStored: true),
        ModelProperty("digit", \ContractAwkward.digit, key: "1st", isStored: true),
        ModelProperty("hash", \ContractAwkward.hash, key: "#hash", isStored: true),
        ModelProperty("equals", \ContractAwkward.equals, key: "a=b", isStored: true),
        ModelProperty("quote", \ContractAwkward.quote, key: "a\"quote", isStored: true),
        ModelProperty("apostrophe", \ContractAwkward.apostrophe, key: "it's", isStored: true),
        ModelProperty("backslash", \ContractAwkward.backslash, key: "a\\n", isStored: true),
        ModelProperty("delete", \ContractAwkward.delete, key: "a\u{7F}b", isStored: true),
        ModelProperty("control", \ContractAwkward.control, key: "a\u{80}\u{9F}b", isStored: true),
        ModelProperty("unicode", \ContractAwkward.unicode, key: "漢字\u{1F600}", isStored: true),
        ModelProperty("accent", \ContractAwkward.accent, key: "e\u{301}", isStored: true),
        ModelProperty("none", \ContractAwkward.none, key: "", isStored: true),
        ModelProperty("colon", \ContractAwkward.colon, key: "a:b/c", isStored: true),
        ModelProperty("comma", \ContractAwkward.comma, key: "a,b;c", isStored: true),
        ModelProperty("bracket", \ContractAwkward.bracket, key: "[a]{b}<c>&", isStored: true),
        ModelProperty("dash", \ContractAwkward.dash, key: "-dash", isStored: true),
        ModelProperty("number", \ContractAwkward.number, key: "17", isStored: true),
        ModelProperty("word", \ContractAwkward.word, key: "true", isStored: true),
        ModelProperty("around", \ContractAwkward.around, key: " around ", isStored: true),
        ModelProperty("long", \ContractAwkward.long, key: "a long key, of more than 16 bytes 1", isStored: true),
        ModelProperty("longer", \ContractAwkward.longer, key: "a long key, of more than 16 bytes 2", isStored: true),
        ModelProperty("upper", \ContractAwkward.upper, key: "KEY", isStored: true),
        ModelProperty("lower", \ContractAwkward.lower, key: "key", isStored: true),
        ModelProperty("inner", \ContractAwkward.inner, isStored: true),
    ]

    private static let ownModelClass = ModelClass(ContractAwkward.self, overrides: [])
    override class var modelClass: ModelClass { ownModelClass }
    override class var modelProperties: [ModelProperty] { super.modelProperties + rows }

    /// A model without default values, which contains another model.
    static func sample() -> ContractAwkward {
        let paths: [ReferenceWritableKeyPath<ContractAwkward, Int>] = [
            \.space, \.dot, \.digit, \.hash, \.equals, \.quote, \.apostrophe, \.backslash, \.delete, \.control,
            \.unicode, \.accent, \.none, \.colon, \.comma, \.bracket, \.dash, \.number, \.word, \.around, \.long,
            \.longer, \.upper, \.lower,
        ]
        let (awkward, inner) = (ContractAwkward(), ContractAwkward())
        for (index, path) in paths.enumerated() {
            (awkward[keyPath: path], inner[keyPath: path]) = (100 + index, -index)
        }
        awkward.inner = inner
        return awkward
    }
}

/// A model whose keys contain control characters that some formats, such as XML, can't contain.
final class ContractControls: BaseModel {
    var start = 1
    var escape = 2
    var line = 3

    private static let rows = [
        ModelProperty("start", \ContractControls.start, key: "a\u{1}b", isStored: true),
        ModelProperty("escape", \ContractControls.escape, key: "\u{1B}", isStored: true),
        ModelProperty("line", \ContractControls.line, key: "a\nb\t\r", isStored: true),
    ]

    private static let ownModelClass = ModelClass(ContractControls.self, overrides: [])
    override class var modelClass: ModelClass { ownModelClass }
    override class var modelProperties: [ModelProperty] { super.modelProperties + rows }
}
