import Foundation
import ModelCore

#if Macros
    /// The third version of a class.
    @Model("GoldenPerson", version: 3) final class GoldenPersonModel: BaseModel {
        var firstName = ""
        var lastName = ""
        var friends: [GoldenPersonModel] = []
        var price = GoldenPrice(cents: 0)

        override class func migrate(_ object: inout ModelDocument, from version: Int) throws {
            if version == 1 {
                try object.renameKey(at: ["name"], to: "fullName")
            } else if let name = object["fullName"]?.stringValue {
                let parts = name.split(separator: " ", maxSplits: 1).map(String.init)
                try object.set(.string(parts.first ?? ""), at: ["firstName"])
                if parts.count == 2 { try object.set(.string(parts[1]), at: ["lastName"]) }
                try object.removeValue(at: ["fullName"])
            }
        }

        static func sample() -> GoldenPersonModel {
            let (sample, friend) = (GoldenPersonModel(), GoldenPersonModel())
            (sample.firstName, sample.lastName, sample.friends) = ("Ada", "Lovelace", [friend])
            (friend.firstName, friend.price) = ("Charles", GoldenPrice(cents: 5))
            return sample
        }
    }

    /// The first version of the class. It isn't registered.
    final class GoldenFirstPerson: BaseModel {
        private static let known = ModelClass(GoldenFirstPerson.self, name: "GoldenPerson", overrides: [])
        override class var modelClass: ModelClass { known }

        var name = ""
        var friends: [GoldenFirstPerson] = []
        var price = GoldenOldPrice(euros: 0)

        override class var modelProperties: [ModelProperty] {
            [
                ModelProperty("name", \GoldenFirstPerson.name), ModelProperty("friends", \GoldenFirstPerson.friends),
                ModelProperty("price", \GoldenFirstPerson.price),
            ]
        }

        static func sample() -> GoldenFirstPerson {
            let (sample, friend) = (GoldenFirstPerson(), GoldenFirstPerson())
            (sample.name, sample.friends, sample.price) = ("Ada Lovelace", [friend], GoldenOldPrice(euros: 9.95))
            friend.name = "Charles"
            return sample
        }
    }

    /// A class with a version above others with and without one.
    @Model(version: 2) class GoldenTile: BaseModel {
        var colour = ""

        override class func migrate(_ object: inout ModelDocument, from version: Int) throws {
            try object.renameKey(at: ["color"], to: "colour")
        }
    }

    @Model final class GoldenRoundTile: GoldenTile {
        var radius = 0.0
    }

    @Model(version: 4) final class GoldenSquareTile: GoldenTile {
        var side = 0.0

        override class func migrate(_ object: inout ModelDocument, from version: Int) throws {}
    }

    /// Objects of classes with versions in each place.
    @Model final class GoldenFloor: BaseModel {
        var tiles: [GoldenTile] = []
        var named: [String: GoldenTile] = [:]
        var anything: Any?

        static func sample() -> GoldenFloor {
            let (sample, round, square) = (GoldenFloor(), GoldenRoundTile(), GoldenSquareTile())
            (round.colour, round.radius, square.colour, square.side) = ("red", 1.5, "blue", 2)
            (sample.tiles, sample.named) = ([GoldenTile(), round, square], ["s": GoldenSquareTile()])
            sample.anything = GoldenRoundTile()
            return sample
        }
    }
#endif
