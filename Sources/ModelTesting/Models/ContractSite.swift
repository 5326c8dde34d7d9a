import Foundation
import ModelCore

/// A model with structs, and with properties on key paths. Like ``ContractPlain``, the model may be written straight
/// from memory.
final class ContractSite: BaseModel {
    /// A struct as `@Model` would describe it.
    struct Spot: ModelRecord, Hashable {
        let code: Int
        var name: String
        var note: String?
        var marks: [Double] = []

        static let modelType: ModelType? = ModelType(
            "struct Spot",
            [
                ModelProperty("code", \Spot.code, isStored: true, isRequired: true),
                ModelProperty("name", \Spot.name, isStored: true, isRequired: true),
                ModelProperty("note", \Spot.note, isStored: true),
                ModelProperty("marks", \Spot.marks, isStored: true),
            ]
        ) { values in
            Spot(
                code: try values.value("code"), name: try values.value("name"), note: try values.value("note", or: nil),
                marks: try values.value("marks", or: []))
        }
    }

    var entrance = Spot(code: 0, name: "entrance")
    var spots: [Spot] = []
    var best: Spot?
    var street = ""
    var number: Int?

    private static let rows = [
        ModelProperty("entrance", \ContractSite.entrance, isStored: true),
        ModelProperty("street", \ContractSite.street, key: PropertyKey(path: "place.street"), isStored: true),
        ModelProperty("spots", \ContractSite.spots, isStored: true),
        ModelProperty("number", \ContractSite.number, key: PropertyKey(path: "place.number"), isStored: true),
        ModelProperty("best", \ContractSite.best, isStored: true),
    ]

    private static let ownModelClass = ModelClass(ContractSite.self, overrides: [])
    override class var modelClass: ModelClass { ownModelClass }
    override class var modelProperties: [ModelProperty] { super.modelProperties + rows }

    static func sample() -> ContractSite {
        let site = ContractSite()
        site.entrance = Spot(code: -1, name: "\u{E9}", note: "wide", marks: [0.5])
        site.spots = [site.entrance, Spot(code: .max, name: "")]
        site.best = Spot(code: 1, name: "tower")
        (site.street, site.number) = ("Strand", 1)
        return site
    }
}
