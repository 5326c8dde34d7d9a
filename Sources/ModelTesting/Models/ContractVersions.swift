import ModelCore

/// The first version of a class, which has no version number.
final class ContractFirstVersion: BaseModel {
    private static let known = ModelClass(ContractFirstVersion.self, name: "ContractVersion", overrides: [])
    override class var modelClass: ModelClass { known }

    var title = ""
    var count = 0
    var parts: [ContractFirstVersion] = []

    override class var modelProperties: [ModelProperty] {
        [
            ModelProperty("title", \ContractFirstVersion.title), ModelProperty("count", \ContractFirstVersion.count),
            ModelProperty("parts", \ContractFirstVersion.parts),
        ]
    }
}

/// The third version of the same class.
final class ContractThirdVersion: BaseModel {
    private static let known = ModelClass(
        ContractThirdVersion.self, name: "ContractVersion", overrides: [], version: 3)
    override class var modelClass: ModelClass { known }

    var name = ""
    var amount = ""
    var parts: [ContractThirdVersion] = []

    override class var modelProperties: [ModelProperty] {
        [
            ModelProperty("name", \ContractThirdVersion.name), ModelProperty("amount", \ContractThirdVersion.amount),
            ModelProperty("parts", \ContractThirdVersion.parts),
        ]
    }

    override class func migrate(_ object: inout ModelDocument, from version: Int) throws {
        if version == 1 { return try object.renameKey(at: ["title"], to: "name") }
        // A format that keeps numbers as text has text here.
        let count = object["count"].flatMap { $0.stringValue ?? $0.intValue.map(String.init) } ?? ""
        try object.removeValue(at: ["count"])
        try object.set(.string("\(count) pieces"), at: ["amount"])
    }

    /// True if this is the result of migrating a model of the first version.
    func isMigrated(from old: ContractFirstVersion) -> Bool {
        name == old.title && amount == "\(old.count) pieces" && parts.count == old.parts.count
            && zip(parts, old.parts).allSatisfy { $0.isMigrated(from: $1) }
    }
}
