import ModelCore

/// A model that writes additional keys. It reads keys in another order and twice, and tries to read missing keys.
final class ContractCustom: BaseModel {
    var first = 1
    var second = "two"
    var third: [Int] = [3]
    var extra = ""
    /// The decoder's mistakes that this model noticed while it was read; not saved.
    var complaints: [String] = []

    private static let ownModelClass = ModelClass(ContractCustom.self)
    override class var modelClass: ModelClass { ownModelClass }
    override class var modelProperties: [ModelProperty] {
        super.modelProperties + [
            ModelProperty("first", \ContractCustom.first),
            ModelProperty("second", \ContractCustom.second),
            ModelProperty("third", \ContractCustom.third),
            ModelProperty("extra", \ContractCustom.extra),
        ]
    }

    override func encode(with encoder: ModelEncoder) throws {
        try super.encode(with: encoder)
        try encoder.encode(extra, forKey: "a key.with \"dots\" and quotes")
        // A key that is made at run time.
        try encoder.encode(extra.utf8.count, forKey: ModelKey("count of " + "extra"))
    }

    override func set(with decoder: ModelDecoder) throws {
        extra = try decoder.decode(String.self, forKey: "a key.with \"dots\" and quotes") ?? "missing"
        if try decoder.decode(Int.self, forKey: "no such key") != nil { complaints.append("a key that isn't there") }
        let late = try decoder.decode([Int].self, forKey: "third")
        let early = try decoder.decode(Int.self, forKey: "first")
        if try decoder.decode(Int.self, forKey: "firs") != nil { complaints.append("the beginning of a key") }
        if try decoder.decode(Int.self, forKey: "first2") != nil { complaints.append("more than a key") }
        try super.set(with: decoder)
        if try decoder.decode([Int].self, forKey: "third") != late || late != third {
            complaints.append("third changed")
        }
        if try decoder.decode(Int.self, forKey: "first") != early || early != first {
            complaints.append("first changed")
        }
        if try decoder.decode(Int.self, forKey: ModelKey("count of extra")) != extra.utf8.count {
            complaints.append("the last key is missing")
        }
    }
}

/// A model that lists three properties. It writes the first, and one of the other two.
final class ContractTurning: BaseModel {
    var isTurned = false
    var first = 0
    var second = 0

    private static let ownModelClass = ModelClass(ContractTurning.self)
    override class var modelClass: ModelClass { ownModelClass }
    override class var modelProperties: [ModelProperty] {
        super.modelProperties + [
            ModelProperty("isTurned", \ContractTurning.isTurned), ModelProperty("first", \ContractTurning.first),
            ModelProperty("second", \ContractTurning.second),
        ]
    }

    override func encode(with encoder: ModelEncoder) throws {
        try encoder.encode(isTurned, forKey: "isTurned")
        try encoder.encode(isTurned ? second : first, forKey: isTurned ? ModelKey("second") : ModelKey("first"))
    }
}
