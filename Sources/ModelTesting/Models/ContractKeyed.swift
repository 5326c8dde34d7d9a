import ModelCore

/// A model whose properties have other keys or key paths in files.
final class ContractKeyed: BaseModel {
    private static let known = ModelClass(ContractKeyed.self, name: "ContractKeyed", overrides: [])
    override class var modelClass: ModelClass { known }

    var renamed = 0
    var city: String?
    var plain = ""
    var zip: Int?
    var link: ContractKeyed?
    var linked: Int?

    override class var modelProperties: [ModelProperty] {
        super.modelProperties + [
            ModelProperty("renamed", \ContractKeyed.renamed, key: PropertyKey("other name", aliases: ["oldName"])),
            ModelProperty("city", \ContractKeyed.city, key: PropertyKey(path: "address.place.city")),
            ModelProperty("plain", \ContractKeyed.plain),
            ModelProperty("zip", \ContractKeyed.zip, key: PropertyKey(path: "address.zip", aliases: ["zip"])),
            ModelProperty("link", \ContractKeyed.link),
            ModelProperty("linked", \ContractKeyed.linked, key: PropertyKey(path: "link.extra")),
        ]
    }
}
